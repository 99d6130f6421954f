import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { PathPoints } from '../../src-core/tunnel/axis/path-points.ts';
import { cellGrid, gridNodes } from '../../src-core/tunnel/chamber/void/cell-grid.ts';
import { MOMENTS, PointCells } from '../../src-core/tunnel/chamber/void/point-cells.ts';
import { WindingNumber } from '../../src-core/tunnel/chamber/void/winding.ts';

const SEED = 44;
const EDGE = 0.5;
const SEEN_FROM = [1001.5, 2000.5, 301] as const;

/** Points in a box of 6 x 4 x 2 m about whole metres, in two clouds of other origins. */
function clouds(): PointCloud[] {
  const random = seededRandom(SEED);
  return [
    [1000, 2000, 300],
    [1002, 1999, 301],
  ].map((origin) => ({
    count: 400,
    origin,
    xyz: Float32Array.from({ length: 1200 }, (_, i) => [6, 4, 2][i % 3] * (random.uniform() - 0.5)),
  })) as unknown as PointCloud[];
}

function cellsOf(edge: number): PointCells {
  const cells = new PointCells(edge);
  for (const cloud of clouds()) cells.add(cloud, SEEN_FROM);
  return cells;
}

/** Points about the first origin. */
const places = clouds().flatMap(({ origin, xyz }) =>
  Array.from({ length: xyz.length / 3 }, (_, i) =>
    [0, 1, 2].map((k) => xyz[3 * i + k] + origin[k] - [1000, 2000, 300][k]),
  ),
);
/** Moments of points, by brute force. */
function momentsOf(points: readonly number[][]): number[] {
  const sums = new Array<number>(MOMENTS).fill(0);
  for (const [x, y, z] of points) {
    const [u, v, w] = [1.5 - x, 0.5 - y, 1 - z];
    const range = Math.hypot(u, v, w);
    const all = [1, x, y, z, x * x, x * y, x * z, y * y, y * z, z * z, u / range, v / range, w / range];
    all.forEach((value, m) => {
      sums[m] += value;
    });
  }
  return sums;
}
const keyOf =
  (edge: number) =>
  (place: readonly number[]): string =>
    place.map((value) => Math.floor(value / edge)).join();

describe(`cells of points (seed ${SEED})`, () => {
  it.each([
    ['as they are gathered', EDGE, () => cellsOf(EDGE)],
    ['with twice the edge, of the same points', 2 * EDGE, () => cellsOf(EDGE).coarsened()],
  ] as const)('have the moments of their points %s', (_, edge, built) => {
    const cells = built();
    const groups = Map.groupBy(places, keyOf(edge));
    expect(cells.count).toBe(groups.size);
    for (let cell = 0; cell < cells.count; cell++) {
      const expected = momentsOf(groups.get(cells.indexOf(cell).join())!);
      expected.forEach((value, m) => {
        expect(cells.sums[MOMENTS * cell + m]).toBeCloseTo(value, 9);
      });
    }
  });

  it('lie in a grid with six of margin, each at its place', () => {
    const cells = cellsOf(EDGE);
    const grid = cellGrid(cells);
    const indices = Array.from({ length: cells.count }, (_, cell) => cells.indexOf(cell));
    const ends = [0, 1, 2].map((k) => indices.map((index) => index[k]));
    expect(grid.first).toEqual(ends.map((of) => Math.min(...of) - 6));
    expect(grid.size).toEqual(ends.map((of) => Math.max(...of) - Math.min(...of) + 2 + 12));
    expect(gridNodes(cells)).toBe(grid.cell.length);
    indices.forEach((index, cell) => {
      const [i, j, k] = index.map((value, axis) => value - grid.first[axis]);
      expect(grid.cell[(i * grid.size[1] + j) * grid.size[2] + k]).toBe(cell);
    });
    expect(grid.cell.filter((cell) => cell >= 0)).toHaveLength(cells.count);
  });
});

it(`the position of a path that is nearest to a point is that of brute force within a metre, on every side (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const path = Array.from({ length: 300 }, () => [8, 5, 3].map((size) => size * (random.uniform() - 0.5)));
  const points = new PathPoints(path);
  let count = 0;
  for (let n = 0; n < 500; n++) {
    const point = [8, 5, 3].map((size) => size * (random.uniform() - 0.5));
    const far = (place: ArrayLike<number>): number =>
      Math.hypot(...point.map((value, k) => value - place[k]));
    const nearest = path.reduce((best, place) => (far(place) < far(best) ? place : best));
    if (far(nearest) > 1) continue;
    expect(points.nearest(point)).toBe(nearest);
    count++;
  }
  expect(count).toBeGreaterThan(300);
  expect(points.nearest([50, 50, 50])).toBeNull();
});

describe('the winding of a closed surface', () => {
  // Pieces of a sphere by a spiral, each with its share of the area along its normal.
  const COUNT = 4000;
  const RADIUS = 3;
  const CENTRE = [10, -4, 2];
  const middle = new Float64Array(3 * COUNT);
  const area = new Float64Array(3 * COUNT);
  for (let i = 0; i < COUNT; i++) {
    const z = 1 - (2 * i + 1) / COUNT;
    const [r, turn] = [Math.sqrt(1 - z * z), i * Math.PI * (3 - Math.sqrt(5))];
    [r * Math.cos(turn), r * Math.sin(turn), z].forEach((value, k) => {
      middle[3 * i + k] = CENTRE[k] + RADIUS * value;
      area[3 * i + k] = ((4 * Math.PI * RADIUS ** 2) / COUNT) * value;
    });
  }
  const winding = new WindingNumber({ middle, area }, 0.05);
  const at = ([x, y, z]: readonly number[]): number =>
    winding.at(CENTRE[0] + x, CENTRE[1] + y, CENTRE[2] + z);

  it('is one within and none without, wherever one looks from', () => {
    for (const place of [
      [0, 0, 0],
      [1, -1, 1],
      [-2, 0.5, 0],
      [0, 2, -1],
      [0.5, 0.5, 2.2],
    ])
      expect(at(place)).toBeCloseTo(1, 1);
    for (const place of [
      [6, 0, 0],
      [0, -7, 1],
      [1, 2, 9],
      [-30, 10, 5],
      [4, 4, -4],
    ])
      expect(at(place)).toBeCloseTo(0, 1);
  });
});
