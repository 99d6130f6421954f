import { describe, expect, it } from 'vitest';
import { MEASURED, UNKNOWN, type WallGrid } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { type ClusterCell, splitCells } from '../../src-core/tunnel/wall/objects/split-cells.ts';
import { thingShape } from '../../src-core/tunnel/wall/objects/thing-shape.ts';

const CELL = 0.15;
const SLAB = 0.1;

/** Cells of a solid between extents in metres: one a cell of 0.15 m, a voxel in its middle. */
function block(
  [s0, s1]: readonly [number, number],
  [l0, l1]: readonly [number, number],
  [u0, u1]: readonly [number, number],
): ClusterCell[] {
  const cells: ClusterCell[] = [];
  for (let s = s0; s < s1; s += CELL)
    for (let l = l0; l < l1; l += CELL)
      for (let u = u0; u < u1; u += CELL)
        cells.push({ row: Math.floor(s / CELL), places: [Math.floor(s / SLAB), l, u], points: 5 });
  return cells;
}

const cable = (from: number, to: number): ClusterCell[] => block([from, to], [2, 2.1], [0.45, 0.55]);
const VEHICLE = block([6, 9], [0.7, 2.1], [-1.5, 0.1]);
const pointsOf = (cells: readonly ClusterCell[]): number =>
  cells.reduce((sum, { points }) => sum + points, 0);

describe('a cluster with a line along the drive', () => {
  it.each([
    ['passes over a vehicle', 0, 19],
    ['begins over a vehicle', 7, 19],
    ['ends over a vehicle', 0, 8],
  ])('cable that %s: the two are parted', (_, from, to) => {
    const line = cable(from, to);
    const parts = splitCells([...line, ...VEHICLE], CELL);
    expect(parts).toHaveLength(2);
    expect(new Set(parts[0])).toEqual(new Set(line));
    expect(new Set(parts[1])).toEqual(new Set(VEHICLE));
  });

  it('cable over two vehicles: three', () => {
    const second = block([14, 16], [0.7, 2.1], [-1.5, 0.1]);
    const parts = splitCells([...VEHICLE, ...cable(0, 19), ...second], CELL);
    expect(parts.map(pointsOf)).toEqual([cable(0, 19), VEHICLE, second].map(pointsOf));
  });

  it('a duct four times as long as it is thick is parted from a vehicle, as a cable is', () => {
    const duct = block([9, 12.2], [0.6, 1.35], [1.4, 1.9]);
    const vehicle = block([6, 9], [0.6, 2.1], [-1.5, 1.9]);
    const parts = splitCells([...vehicle, ...duct], CELL);
    expect(parts).toHaveLength(2);
    for (const cell of duct) expect(parts[0]).toContain(cell);
  });

  it.each([
    ['a vehicle alone', VEHICLE],
    ['a cable alone', cable(0, 19)],
    ['a duct alone', block([0, 12], [0.6, 1.2], [1.4, 1.9])],
    [
      'a person and a box',
      [...block([0, 0.5], [0, 0.4], [-1.7, 0]), ...block([0.5, 1.5], [0, 0.6], [-1.7, -1.2])],
    ],
  ])('%s stays whole', (_, cells) => {
    expect(splitCells(cells, CELL)).toEqual([cells]);
  });
});

describe('a vehicle where the crown was not seen', () => {
  it('is a vehicle, and no face', () => {
    const [slabs, bins] = [120, 180];
    const radius = new Float64Array(slabs * bins).fill(2);
    const state = new Uint8Array(slabs * bins).fill(MEASURED);
    for (let k = 55; k < 80; k++)
      for (let j = 115; j < 150; j++) {
        radius[k * bins + j] = 0;
        state[k * bins + j] = UNKNOWN;
      }
    const wall: WallGrid = { slabs, bins, radius, state, points: new Uint32Array(slabs * bins) };
    const bySlab = new Map<number, number[]>();
    for (const { places } of VEHICLE)
      bySlab.set(places[0], [...(bySlab.get(places[0]) ?? []), places[1] - 1.5, places[2] - 0.3]);
    const thing = {
      slabs: [...bySlab].map(([slab, places]) => ({ slab, places })),
      points: pointsOf(VEHICLE),
    };
    const shape = thingShape(thing, wall, new Float64Array(2 * slabs), 0, SLAB);
    expect(shape).toMatchObject({ class: 'vehicle', stands: true });
  });
});
