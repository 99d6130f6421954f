import { describe, expect, it } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { type WallPiece, wallMesh, wallTriangles } from '../../src-core/tunnel/sections/wall-triangles.ts';
import { FILLED, MEASURED } from '../../src-core/tunnel/wall/cells/wall-grid.ts';
import { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { type MadeWall, madeWall } from './simple-wall.ts';
import { axisAlong, bend, straight } from './solids.ts';

const RADIUS = 2.5;
/** In the mine grid, where an f32 has half a metre. */
const START = [352_118.25, 9_001_447.5, 4213];
const AXIS = axisAlong(straight(0.1, START), 100, 140, 1);

function piecesOf(built: Partial<MadeWall> & { axis?: Axis }, options = {}): WallPiece[] {
  return wallTriangles(madeWall({ axis: AXIS, radius: () => RADIUS, ...built }), options);
}

const at = ({ origin, xyz }: WallPiece, vertex: number): number[] =>
  [0, 1, 2].map((k) => origin[k] + xyz[3 * vertex + k]);
const minus = (a: readonly number[], b: readonly number[]): number[] => a.map((value, k) => value - b[k]);
const cross = (a: readonly number[], b: readonly number[]): number[] => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];
const dot = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((sum, v, k) => sum + v * b[k], 0);

function* trianglesOf(pieces: readonly WallPiece[]) {
  for (const piece of pieces)
    for (let i = 0; i < piece.triangles.length; i += 3) {
      const vertices = [...piece.triangles.subarray(i, i + 3)];
      const [a, b, c] = vertices.map((vertex) => at(piece, vertex));
      const area = cross(minus(b, a), minus(c, a)).map((value) => value / 2);
      yield { piece, vertices, corners: [a, b, c], area };
    }
}

function areaOf(pieces: readonly WallPiece[]): number {
  let sum = 0;
  for (const { area } of trianglesOf(pieces)) sum += Math.hypot(...area);
  return sum;
}

const GEOMETRY = new AxisGeometry(AXIS);

/** Name of the cell in whose middle a vertex is. */
function cellOf(piece: WallPiece, vertex: number): string {
  const { origin, left, up } = GEOMETRY.frameAt(piece.chainage[vertex]);
  const off = minus(at(piece, vertex), [...origin]);
  const turn = Math.atan2(dot(off, [...up]), dot(off, [...left])) / (2 * Math.PI) + 0.5;
  return `${piece.chainage[vertex].toFixed(2)} ${Math.floor(180 * turn)}`;
}

/** Number of sides that only one triangle has: the border of the surface. */
function borderOf(pieces: readonly WallPiece[]): number {
  const counts = new Map<string, number>();
  for (const { piece, vertices } of trianglesOf(pieces)) {
    const cells = vertices.map((vertex) => cellOf(piece, vertex));
    for (let k = 0; k < 3; k++) {
      const side = [cells[k], cells[(k + 1) % 3]].sort().join(' to ');
      counts.set(side, (counts.get(side) ?? 0) + 1);
    }
  }
  return [...counts.values()].filter((count) => count === 1).length;
}

describe('the wall as triangles', () => {
  it.each([
    ['a straight incline', AXIS, 39.9 * 2 * Math.PI * RADIUS],
    // Pappus: the middle of a circle about the axis is on the axis.
    ['a bend', axisAlong(bend(25), 0, 30, 0.5), 29.9 * 2 * Math.PI * RADIUS],
  ])('of %s has its area to 3 parts in 10,000, and looks into the drive', (_, axis, area) => {
    const wall = madeWall({ axis, radius: () => RADIUS });
    const pieces = wallTriangles(wall);
    expect(Math.abs(areaOf(pieces) / area - 1)).toBeLessThan(3e-4);
    let [facing, straightest, longest] = [Infinity, Infinity, 0];
    for (const { piece, vertices, corners, area: across } of trianglesOf(pieces)) {
      const { origin } = wall.geometry.frameAt(piece.chainage[vertices[0]]);
      const inward = minus([...origin], corners[0]);
      facing = Math.min(facing, dot(across, inward));
      const normal = [...piece.normal.subarray(3 * vertices[0], 3 * vertices[0] + 3)];
      straightest = Math.min(straightest, dot(normal, inward) / RADIUS);
      longest = Math.max(longest, Math.hypot(...normal));
    }
    expect(facing).toBeGreaterThan(0);
    expect(straightest).toBeGreaterThan(0.99);
    expect(longest).toBeCloseTo(1, 5);
  });

  it('has each vertex on the wall to a hundredth of a millimetre, at nine million metres north', () => {
    const wall = madeWall({ axis: AXIS, radius: () => RADIUS });
    let worst = 0;
    for (const piece of wallTriangles(wall))
      for (let i = 0; i < piece.chainage.length; i++) {
        const { origin, tangent } = wall.geometry.frameAt(piece.chainage[i]);
        const off = minus(at(piece, i), [...origin]);
        worst = Math.max(worst, Math.abs(Math.hypot(...off) - RADIUS), Math.abs(dot(off, [...tangent])));
      }
    expect(worst).toBeLessThan(1e-5);
  });

  it('has no seam between its pieces: the border is the two ends, and normals meet', () => {
    const pieces = piecesOf({}, { piece: 5 });
    expect(pieces.length).toBeGreaterThan(6);
    expect(borderOf(pieces)).toBe(2 * 180);
    const normals = new Map<string, Float32Array>();
    let worst = 0;
    for (const piece of pieces)
      for (let i = 0; i < piece.chainage.length; i++) {
        const key = cellOf(piece, i);
        const own = piece.normal.slice(3 * i, 3 * i + 3);
        const other = normals.get(key) ?? own;
        worst = Math.max(worst, Math.hypot(...own.map((v, k) => v - other[k])));
        normals.set(key, own);
      }
    expect(worst).toBeLessThan(1e-5);
  });

  const inWindow = (chainage: number, angle: number): boolean =>
    chainage > 110 && chainage < 114 && Math.abs(angle) < 0.5;

  it('stays open where nothing was measured', () => {
    const pieces = piecesOf({ radius: (s, angle) => (inWindow(s, angle) ? 0 : RADIUS) });
    const hole = 4 * 2 * 0.5 * RADIUS;
    const whole = areaOf(piecesOf({}));
    expect(whole - areaOf(pieces)).toBeGreaterThan(0.95 * hole);
    expect(whole - areaOf(pieces)).toBeLessThan(1.15 * hole);
    // The two ends, and round the hole of 40 slabs and 28 bins, whose four corners are cut off.
    expect(borderOf(pieces)).toBe(2 * 180 + 2 * 41 + 2 * 29 - 4);
  });

  it.each([
    ['a wide interpolated hole stays open', 4, false],
    ['a hole of two cells is closed', 0.2, true],
  ])('%s', (_, length, isClosed) => {
    const isHole = (s: number, angle: number): boolean =>
      s > 110 && s < 110 + length && Math.abs(angle) < length / 8;
    const pieces = piecesOf({ state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED) });
    const missing = areaOf(piecesOf({})) - areaOf(pieces);
    if (isClosed) expect(Math.abs(missing)).toBeLessThan(1e-6);
    else expect(missing).toBeGreaterThan(0.9 * length * (length / 4) * RADIUS);
  });

  it('ends at the jump into a cross-cut instead of spanning it', () => {
    const isCrossCut = (s: number, angle: number): boolean => s > 118 && s < 122 && Math.abs(angle) < 0.6;
    const pieces = piecesOf({ radius: (s, angle) => (isCrossCut(s, angle) ? 8 : RADIUS) });
    let longest = 0;
    for (const { corners } of trianglesOf(pieces))
      for (let k = 0; k < 3; k++)
        longest = Math.max(longest, Math.hypot(...minus(corners[k], corners[(k + 1) % 3])));
    expect(longest).toBeLessThanOrEqual(1.5);
    // The far side of the cross-cut is measured too.
    const far =
      areaOf(pieces) - areaOf(piecesOf({ radius: (s, angle) => (isCrossCut(s, angle) ? 0 : RADIUS) }));
    expect(far).toBeGreaterThan(0.9 * 4 * 1.2 * 8);
  });

  it.each([
    ['left', 0],
    ['right', Math.PI],
    ['up', Math.PI / 2],
  ])('ends at the jump into a niche of 1.8 m: %s', (_, towards) => {
    const isNiche = (s: number, angle: number): boolean =>
      s > 104 && s < 106 && Math.cos(angle - towards) > Math.cos(0.3);
    const radius = (s: number, angle: number): number => RADIUS + (isNiche(s, angle) ? 1.8 : 0);
    const pieces = piecesOf({ axis: axisAlong(straight(0.1, START), 100, 110, 1), radius });
    let longest = 0;
    for (const { corners } of trianglesOf(pieces))
      for (let k = 0; k < 3; k++)
        longest = Math.max(longest, Math.hypot(...minus(corners[k], corners[(k + 1) % 3])));
    expect(longest).toBeLessThanOrEqual(1.5);
  });

  it('leaves lonely cells out: they are no surface', () => {
    const isLonely = (s: number, angle: number): boolean => Math.abs(s - 137.05) < 0.01 && angle > 3.12;
    const pieces = piecesOf({ radius: (s, angle) => (s < 130 || isLonely(s, angle) ? RADIUS : 0) });
    expect(Math.max(...pieces.flatMap(({ chainage }) => [...chainage]))).toBeCloseTo(129.95, 3);
  });

  it('is the same in one piece for files as in pieces for the window, in f64', () => {
    const inHole = (s: number, angle: number): boolean => s > 112 && s < 113 && Math.abs(angle) < 0.3;
    const wall = madeWall({ axis: AXIS, radius: (s, angle) => (inHole(s, angle) ? 0 : RADIUS) });
    const whole = wallMesh(wall, 100, 140);
    const named = (corners: readonly (readonly number[])[]): string =>
      corners.map((corner) => corner.map((value, k) => (value - START[k]).toFixed(3)).join(' ')).join(', ');
    const ofPieces = [...trianglesOf(wallTriangles(wall))].map(({ corners }) => named(corners));
    const ofFile = Array.from({ length: whole.triangles.length / 3 }, (_, t) =>
      named(
        [0, 1, 2].map((c) => {
          const vertex = whole.triangles[3 * t + c];
          return [0, 1, 2].map((k) => whole.origin[k] + whole.xyz[3 * vertex + k]);
        }),
      ),
    );
    expect(ofFile).toHaveLength(ofPieces.length);
    // A rounding of a coordinate in a few thousand falls to the other side of half a millimetre.
    const both = new Set(ofPieces);
    expect(ofFile.filter((name) => both.has(name)).length / ofFile.length).toBeGreaterThan(0.95);
  });

  it('is coarser for a long drive, of the same area', () => {
    const fine = piecesOf({});
    const coarse = piecesOf({}, { mostVertices: 20_000 });
    const count = (pieces: readonly WallPiece[]): number =>
      pieces.reduce((sum, { chainage }) => sum + chainage.length, 0);
    expect(count(coarse)).toBeLessThan(21_000);
    expect(areaOf(coarse) / areaOf(fine)).toBeGreaterThan(0.99);
  });

  it('tells the reflectivity of its cells, in a closed hole from its rim inwards', () => {
    const isHole = (s: number, angle: number): boolean =>
      Math.abs(s - 125.05) < 0.15 && Math.abs(angle) < 0.1;
    const { geometry, options, firstSlab, centre, grid } = madeWall({
      axis: AXIS,
      radius: () => RADIUS,
      state: (s, angle) => (isHole(s, angle) ? FILLED : MEASURED),
    });
    const reflectivity = Float32Array.from(grid.state, (state, cell) =>
      state === FILLED ? Number.NaN : 10 + (cell % 180),
    );
    const wall = new WallSurface(geometry, options, firstSlab, centre, { ...grid, reflectivity });
    const offOf = (pieces: readonly WallPiece[]): number[] =>
      pieces.flatMap((piece) =>
        [...piece.reflectivity!].map((value, i) =>
          Math.abs(value - 10 - Number(cellOf(piece, i).split(' ')[1])),
        ),
      );
    const off = offOf(wallTriangles(wall, { closed: 0.5 }));
    expect(off.every((value) => value < 1.5)).toBe(true);
    expect(off.filter((value) => value > 0).length).toBeLessThanOrEqual(3 * 6);
    // Left open, it has neither vertices nor values.
    expect(offOf(wallTriangles(wall, { closed: 0.1 })).every((value) => value === 0)).toBe(true);
  });
});
