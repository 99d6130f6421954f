import { describe, expect, it } from 'vitest';
import {
  identity,
  multiply3,
  quaternionOf,
  rotationAngle,
  rotationOf,
  transpose3,
} from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { PicpAcceleration } from '../../src-lab/picp/picp-acceleration.ts';
import type { AccelerationId } from '../../src-lab/problem/picp-options.ts';

const KINDS = ['coupled', 'decoupled'] as const;

function moved(x: number, y = 0): Rigid {
  return { ...identity(), t: Float64Array.of(x, y, 0) };
}

/** Turn about z, rad, with a translation. */
function turned(angle: number, [x, y]: readonly number[]): Rigid {
  return { R: rotationOf([0, 0, Math.sin(angle / 2), Math.cos(angle / 2)]), t: Float64Array.of(x, y, 0) };
}

/** What the last pose of a course leads to. */
function leapAlong(
  kind: AccelerationId,
  poses: readonly Rigid[],
  errors: readonly number[],
  spread = 1,
): Rigid | null {
  const course = new PicpAcceleration(kind, spread);
  let leap: Rigid | null = null;
  poses.forEach((pose, k) => {
    leap = course.leap(pose, errors[k]);
  });
  return leap;
}

/**
 * Distance from the last pose to the minimum ahead, by Cramer's rule for the parabola and the normal equations for the
 * line, from the last three poses.
 *
 * @param last lengths of the last step and of the one before it
 */
function minimumAhead([last, before]: readonly number[], errors: readonly number[]): number {
  const v = [0, -last, -last - before];
  const e = errors.slice(-3).toReversed();
  const det = (rows: readonly (readonly number[])[]): number => {
    const [[a, b, c], [d, f, g], [h, i, j]] = rows;
    return a * (f * j - g * i) - b * (d * j - g * h) + c * (d * i - f * h);
  };
  const whole = det(v.map((x) => [x * x, x, 1]));
  const a = det(v.map((x, k) => [e[k], x, 1])) / whole;
  const b = det(v.map((x, k) => [x * x, e[k], 1])) / whole;
  const [sv, se] = [v, e].map((own) => own.reduce((sum, value) => sum + value, 0));
  const svv = v.reduce((sum, x) => sum + x * x, 0);
  const sve = v.reduce((sum, x, k) => sum + x * e[k], 0);
  const slope = (3 * sve - sv * se) / (3 * svv - sv * sv);
  const zero = -(se - slope * sv) / 3 / slope;
  const ahead = [zero, ...(a > 0 ? [-b / (2 * a)] : [])].filter((x) => x > 0);
  return Math.min(...ahead, 25 * last);
}

describe.each(KINDS)('%s acceleration', (kind) => {
  it('finds the vertex of the parabola through the errors of a straight course', () => {
    const course = new PicpAcceleration(kind, 1);
    const error = (x: number): number => 200 + (x - 10) ** 2;
    for (const x of [0, 1, 3]) expect(course.leap(moved(x), error(x))).toBeNull();
    // The line through these errors meets zero beyond the vertex.
    expect(course.leap(moved(6), error(6))?.t[0]).toBeCloseTo(10, 9);
    course.clear();
    expect(course.leap(moved(7), error(7))).toBeNull();
  });

  it('stays where the course bends or stands still', () => {
    const course = new PicpAcceleration(kind, 1);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [1, 1],
      [2, 1],
      [2, 1],
    ])
      expect(course.leap(moved(x, y), 10 - x - y)).toBeNull();
  });

  it('stays where a straight course ends', () => {
    const errors = [10, 9, 8, 8];
    expect(
      leapAlong(
        kind,
        [0, 1, 2, 2].map((x) => moved(x)),
        errors,
      ),
    ).toBeNull();
  });

  it('goes 25 steps ahead at most', () => {
    const leap = leapAlong(
      kind,
      [0, 1, 2, 3].map((x) => moved(x)),
      [1000, 999, 998, 997],
    );
    expect(leap?.t[0]).toBeCloseTo(28, 9);
  });

  it.each([1e-3, 1e6])('leads as far in units of the cloud where it is %d times as large', (scale) => {
    const lead = (unit: number): Rigid | null =>
      leapAlong(
        kind,
        [0, 1, 1.9, 2.7].map((x) => turned(0.01 * x, [unit * x, 2 * unit * x])),
        [9, 7, 5.5, 4.5].map((error) => unit ** 2 * error),
        3 * unit,
      );
    const [own, other] = [lead(1)!, lead(scale)!];
    for (let k = 0; k < 9; k++) expect(other.R[k]).toBeCloseTo(own.R[k], 9);
    for (let k = 0; k < 3; k++) expect(other.t[k] / scale).toBeCloseTo(own.t[k], 9);
    expect(own.t[0]).toBeGreaterThan(3);
  });

  it('leads nowhere for points without extent, whose spread is 0', () => {
    const poses = [0, 1, 2, 3].map((x) => moved(x));
    expect(leapAlong(kind, poses, [9, 7, 5, 3], 0)).toBeNull();
  });
});

describe('decoupled acceleration', () => {
  const errors = [9, 7, 5.5, 4.5];
  const angles = [0, 0.01, 0.019, 0.026];
  const straight = [0, 3, 4, 4.4].map((x) => [x, 2 * x]);
  const bent = [
    [0, 0],
    [1, 0],
    [1, 1],
    [2, 1],
  ];

  /** Chord of the turn from one pose to the next, between unit quaternions. */
  const chord = (k: number): number => {
    const [a, b] = [angles[k - 1], angles[k]].map((angle) => quaternionOf(turned(angle, [0, 0]).R));
    return Math.hypot(...a.map((value, at) => value - b[at]));
  };

  /** Angle between two poses, rad. */
  const angleBetween = (a: Rigid, b: Rigid): number => rotationAngle(multiply3(transpose3(a.R), b.R));

  it('moves rotation and translation each to the minimum along its own steps', () => {
    const poses = angles.map((angle, k) => turned(angle, straight[k]));
    const leap = leapAlong('decoupled', poses, errors)!;
    const step = (k: number): number => Math.hypot(...straight[k].map((v, at) => v - straight[k - 1][at]));
    const shift = minimumAhead([step(3), step(2)], errors);
    expect(leap.t[0]).toBeCloseTo(straight[3][0] + shift / Math.sqrt(5), 9);
    expect(leap.t[1]).toBeCloseTo(straight[3][1] + (2 * shift) / Math.sqrt(5), 9);
    // The vector goes on along the chord, and is normalised: its angle is that of the tangent.
    const turn = minimumAhead([chord(3), chord(2)], errors);
    expect(angleBetween(poses[3], leap)).toBeCloseTo(2 * Math.atan(turn), 3);
    // One factor for both leads elsewhere.
    const coupled = leapAlong('coupled', poses, errors)!;
    const lengthsOf = ({ t }: Rigid): number => (t[0] - straight[3][0]) / (straight[3][0] - straight[2][0]);
    expect(Math.abs(lengthsOf(leap) - turn / chord(3))).toBeGreaterThan(1);
    expect(angleBetween(poses[3], coupled)).not.toBeCloseTo(angleBetween(poses[3], leap), 3);
  });

  it('turns on where only the translation bends, and moves on where only the rotation stands', () => {
    const turning = leapAlong(
      'decoupled',
      angles.map((angle, k) => turned(angle, bent[k])),
      errors,
    )!;
    expect([...turning.t]).toEqual([2, 1, 0]);
    expect(angleBetween(turned(angles[3], [0, 0]), turning)).toBeGreaterThan(1e-3);
    const moving = leapAlong(
      'decoupled',
      straight.map((xy) => turned(0.3, xy)),
      errors,
    )!;
    expect(angleBetween(turned(0.3, [0, 0]), moving)).toBeLessThan(1e-12);
    expect(moving.t[0]).toBeGreaterThan(straight[3][0] + 0.1);
    // As one vector, the bent course is not straight.
    expect(
      leapAlong(
        'coupled',
        angles.map((angle, k) => turned(angle, bent[k])),
        errors,
      ),
    ).toBeNull();
  });
});
