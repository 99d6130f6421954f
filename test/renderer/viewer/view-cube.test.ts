import { describe, expect, it } from 'vitest';
import { axesOf, project, VIEW_DEFAULTS, type View } from '../../../src-renderer/viewer/camera.ts';
import { dot, length, subtract, unit, type Vector } from '../../../src-renderer/viewer/vector.ts';
import {
  CUBE_SIDES,
  type CubeField,
  type CubeSide,
  directionFrom,
  nearestField,
  northOnScreen,
  seenCube,
  sidesOf,
  steppedField,
} from '../../../src-renderer/viewer/view-cube.ts';

const STEPS = [-1, 0, 1];
const FIELDS: Vector[] = STEPS.flatMap((x) =>
  STEPS.flatMap((y) => STEPS.map((z): Vector => [x, y, z])),
).filter((from) => length(from) > 0);
const POLES: Vector[] = [CUBE_SIDES.top, CUBE_SIDES.bottom];

const viewFrom = (from: Vector): View => ({ ...VIEW_DEFAULTS, ...directionFrom(from) });

/** True if a place is in a convex field, which runs round it one way. */
function isIn({ corners }: CubeField, x: number, y: number): boolean {
  const turns = corners.map(([ax, ay], i) => {
    const [bx, by] = corners[(i + 1) % 4];
    return (bx - ax) * (y - ay) - (by - ay) * (x - ax);
  });
  return turns.every((turn) => turn > -1e-9) || turns.every((turn) => turn < 1e-9);
}

describe('the view cube', () => {
  it('has 26 fields to look from, and a press on each looks from there', () => {
    expect(FIELDS).toHaveLength(26);
    for (const from of FIELDS) {
      expect(length(subtract(axesOf(viewFrom(from)).back, unit(from)))).toBeLessThan(1e-12);
      expect(nearestField(viewFrom(from))).toEqual(from.map((value) => expect.closeTo(value, 12)));
      expect(sidesOf(from)).toHaveLength(from.filter((value) => value !== 0).length);
    }
  });

  it('shows under the middle of the picture the field that it is seen from', () => {
    for (const from of FIELDS) {
      const { fields } = seenCube(viewFrom(from));
      const under = fields.filter((field) => isIn(field, 0, 0));
      expect(under.length, `${from}`).toBeGreaterThan(0);
      for (const field of under) expect(field.from).toEqual(from);
    }
  });

  it('shows the sides that face the eye, their names upright and not mirrored', () => {
    for (const from of FIELDS) {
      const { faces } = seenCube(viewFrom(from));
      const facing = (Object.keys(CUBE_SIDES) as CubeSide[]).filter(
        (side) => dot(CUBE_SIDES[side], from) > 0,
      );
      expect(faces.map(({ side }) => side).sort()).toEqual(facing.sort());
      for (const { matrix, side } of faces) {
        const [a, b, c, d] = matrix;
        expect(a * d - b * c, `${side} from ${from}`).toBeGreaterThan(0);
        if (CUBE_SIDES[side][2] === 0) expect(d).toBeGreaterThan(-1e-12);
      }
    }
  });

  it('has east on the right from the south, south on the right from the west, and north up from above', () => {
    const middleOf = (side: CubeSide, from: Vector) =>
      seenCube(viewFrom(from)).faces.find((face) => face.side === side)?.middle ?? [Number.NaN, Number.NaN];
    expect(middleOf('east', [1, -1, 0])[0]).toBeGreaterThan(0.5);
    expect(middleOf('south', [-1, -1, 0])[0]).toBeGreaterThan(0.5);
    expect(middleOf('top', [0, -1, 1])[1]).toBeLessThan(-0.5);
    expect(seenCube(viewFrom(CUBE_SIDES.top)).faces).toMatchObject([
      { side: 'top', matrix: [1, 0, 0, 1].map((value) => expect.closeTo(value, 12)) },
    ]);
  });

  it('is stepped round by arrow keys: eight to the right is all the way, up ends above', () => {
    let from: Vector = [0, -1, 0];
    const round = new Set<string>();
    for (let k = 0; k < 8; k++) {
      from = steppedField(viewFrom(from), 1, 0);
      round.add(from.join(' '));
    }
    expect(from.map(Math.abs)).toEqual([0, 1, 0]);
    expect(from[1]).toBe(-1);
    expect(round.size).toBe(8);
    for (const rise of [1, -1]) {
      const first = steppedField(viewFrom([1, 0, 0]), 0, rise);
      expect(first.map((value) => value + 0)).toEqual([1, 0, rise]);
      const pole = steppedField(viewFrom(first), 0, rise);
      expect(POLES).toContainEqual(pole);
      expect(steppedField(viewFrom(pole), 0, rise)).toEqual(pole);
      expect(steppedField(viewFrom(pole), 0, -rise)[2]).toBe(rise);
      expect(length(steppedField(viewFrom(pole), 0, -rise))).toBeCloseTo(Math.SQRT2, 12);
    }
  });

  it.each([-3, -Math.PI / 2, -0.4, 0, 1.1, 2.9])(
    'has a compass that points where a place to the north is drawn in plan, at a yaw of %d',
    (yaw) => {
      const view: View = { ...VIEW_DEFAULTS, yaw, pitch: Math.PI / 2, projection: 'orthographic' };
      const size = { width: 640, height: 480 };
      const { x, y } = project(view, size, [0, 5, 0]);
      const angle = northOnScreen(view);
      const off = Math.hypot(x - 320, y - 240);
      expect([Math.sin(angle) * off, -Math.cos(angle) * off]).toEqual([
        expect.closeTo(x - 320, 6),
        expect.closeTo(y - 240, 6),
      ]);
    },
  );
});
