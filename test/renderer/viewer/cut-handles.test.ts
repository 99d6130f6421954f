import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { axesOf, eyeOf, project, unproject, type View } from '../../../src-renderer/viewer/camera.ts';
import { type ClipBox, isShown } from '../../../src-renderer/viewer/clip.ts';
import { facesOf, LEAST_CUT, metresAlong, withFaceMoved } from '../../../src-renderer/viewer/cut-handles.ts';
import {
  addScaled,
  cross,
  dot,
  length,
  subtract,
  unit,
  type Vector,
} from '../../../src-renderer/viewer/vector.ts';

const AT: Vector = [352_118.237, 9_001_447.916, 4213.08];
const SIZE = { width: 940, height: 610 };
const PROJECTIONS = ['perspective', 'orthographic'] as const;
const BOX: ClipBox = { centre: AT, half: [5, 2.5, 3], yaw: 0.7 };

interface Case {
  readonly view: View;
  readonly at: Vector;
  readonly along: Vector;
}

function cases(seed: number, projection: View['projection']): Case[] {
  const random = seededRandom(seed);
  const any = (): Vector => [random.normal(), random.normal(), random.normal()];
  return Array.from({ length: 200 }, () => ({
    view: {
      target: AT,
      yaw: 6 * random.uniform(),
      pitch: Math.PI * (random.uniform() - 0.5),
      distance: 10 ** (0.5 + 2 * random.uniform()),
      projection,
    },
    at: addScaled(AT, any(), 1),
    along: unit(any()),
  }));
}

/** Determinant of three columns. */
const det = (a: Vector, b: Vector, c: Vector): number => dot(a, cross(b, c));

describe.each(PROJECTIONS)('dragging along a line, %s, seed 31', (projection) => {
  it('gives back the metres at which a point of the line is drawn, also at a northing of nine million', () => {
    let count = 0;
    for (const { view, at, along } of cases(31, projection)) {
      for (const metres of [-0.8, 0.01, 0.5]) {
        const { x, y, depth } = project(view, SIZE, addScaled(at, along, metres));
        const start = project(view, SIZE, at);
        if (projection === 'perspective' && (depth < 0.5 || start.depth < 0.5)) continue;
        const result = metresAlong(view, SIZE, at, along, x, y);
        if (result === null) continue;
        count++;
        expect(Math.abs(result - metres)).toBeLessThan(1e-5);
      }
    }
    expect(count).toBeGreaterThan(400);
  });

  it('takes for a pointer beside the line the place of the plane that faces the eye', () => {
    let count = 0;
    for (const { view, at, along } of cases(32, projection)) {
      const start = project(view, SIZE, at);
      if (projection === 'perspective' && start.depth < 0.5) continue;
      const [x, y] = [start.x + 37, start.y - 23];
      const result = metresAlong(view, SIZE, at, along, x, y);
      if (result === null) continue;
      // at + s along + w side = from + t ray, by Cramer's rule.
      const { back } = axesOf(view);
      const from = projection === 'perspective' ? eyeOf(view) : unproject(view, SIZE, x, y, 3);
      const ray = projection === 'perspective' ? subtract(unproject(view, SIZE, x, y, 7), from) : back;
      const sight = projection === 'perspective' ? subtract(at, from) : back;
      const side = cross(along, sight);
      const off = subtract(from, at);
      const minus: Vector = [-ray[0], -ray[1], -ray[2]];
      const metres = det(off, side, minus) / det(along, side, minus);
      count++;
      expect(Math.abs(result - metres)).toBeLessThan(1e-5 * Math.max(1, Math.abs(metres)));
    }
    expect(count).toBeGreaterThan(120);
  });

  it('gives no metres for a line that points at the eye', () => {
    for (const { view } of cases(33, projection)) {
      const { back, right } = axesOf(view);
      const { x, y } = project(view, SIZE, AT);
      expect(metresAlong(view, SIZE, AT, back, x + 5, y)).toBeNull();
      expect(metresAlong(view, SIZE, AT, right, x, y)).toBeCloseTo(0, 6);
    }
  });
});

describe('a face of the box', () => {
  it('moves alone: the opposite one stays, and the length is whole centimetres', () => {
    const random = seededRandom(34);
    for (let k = 0; k < 300; k++) {
      const metres = 4 * random.normal();
      const face = facesOf(BOX)[k % 6];
      const opposite = (box: ClipBox) =>
        facesOf(box).find(({ axis, end }) => axis === face.axis && end === -face.end)!;
      const moved = withFaceMoved(BOX, face, metres);
      expect(length(subtract(opposite(moved).at, opposite(BOX).at))).toBeLessThan(1e-8);
      const long = 2 * moved.half[face.axis];
      expect(long * 100).toBeCloseTo(Math.round(long * 100), 9);
      const wanted = Math.max(LEAST_CUT, 2 * BOX.half[face.axis] + metres);
      expect(Math.abs(long - wanted)).toBeLessThan(0.005 + 1e-9);
      for (const axis of [0, 1, 2]) if (axis !== face.axis) expect(moved.half[axis]).toBe(BOX.half[axis]);
    }
  });

  it('is where the box begins to cut', () => {
    for (const { at, out } of facesOf(BOX)) {
      const clip = { box: BOX, slab: null };
      expect(isShown(clip, addScaled(at, out, -1e-3))).toBe(true);
      expect(isShown(clip, addScaled(at, out, 1e-3))).toBe(false);
    }
  });

  it('keeps a least length, however far it is dragged in', () => {
    for (const face of facesOf(BOX))
      expect(2 * withFaceMoved(BOX, face, -999).half[face.axis]).toBe(LEAST_CUT);
  });
});
