import { describe, expect, it } from 'vitest';
import { momentsOf, poseError } from '../../src-core/math/pose-error.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { anglesOf, axisAngleOf, rotationOfAngles } from '../../src-core/math/rotation-angles.ts';
import { applyToPoint, compose, exp, expSo3, identity } from '../../src-core/math/se3.ts';

const SEED = 11;

describe('roll, pitch and yaw', () => {
  it(`give back the rotation that they were read from, seed ${SEED}`, () => {
    const random = seededRandom(SEED);
    for (let k = 0; k < 200; k++) {
      const R = expSo3(3 * random.normal(), 3 * random.normal(), 3 * random.normal());
      rotationOfAngles(anglesOf(R)).forEach((value, i) => {
        expect(Math.abs(value - R[i])).toBeLessThan(1e-12);
      });
    }
  });

  it.each([90, -90])('are read at a pitch of %i°, where roll and yaw are one', (pitch) => {
    const R = rotationOfAngles({ roll: 20, pitch, yaw: 50 });
    const read = anglesOf(R);
    expect(read.pitch).toBeCloseTo(pitch, 5);
    expect(read.roll).toBe(0);
    rotationOfAngles(read).forEach((value, i) => {
      expect(Math.abs(value - R[i])).toBeLessThan(1e-7);
    });
  });

  it('turn about fixed axes in the order x, y, z: a yaw of 90° takes x to y', () => {
    const R = rotationOfAngles({ roll: 0, pitch: 0, yaw: 90 });
    expect([R[0], R[3], R[6]].map((value) => Math.round(value))).toEqual([0, 1, 0]);
  });
});

it('names the axis and the angle of a rotation', () => {
  const { axis, degrees } = axisAngleOf(expSo3(0, -0.5, 0));
  expect(degrees).toBeCloseTo((0.5 * 180) / Math.PI, 10);
  expect(axis).toEqual([0, -1, 0]);
  expect(axisAngleOf(identity().R)).toEqual({ axis: [0, 0, 1], degrees: 0 });
});

it(`measures the error of a pose over the cloud as over each of its points, at a mine grid, seed ${SEED}`, () => {
  const random = seededRandom(SEED);
  const middle = [450_000, 8_900_000, 4_000];
  const count = 300;
  const xyz = Float64Array.from({ length: 3 * count }, (_, at) => middle[at % 3] + 20 * random.normal());
  const moments = momentsOf({ count, xyz });
  // The reference turns the cloud about its own middle; the other pose is a little off.
  const about = (T: ReturnType<typeof exp>) =>
    compose(compose({ R: identity().R, t: Float64Array.from(middle) }, T), {
      R: identity().R,
      t: Float64Array.from(middle, (value) => -value),
    });
  const T_reference = about(exp([0.1, 0.2, 0.3, 1, 2, 3]));
  const T = compose(about(exp([0.002, -0.001, 0.003, 0.05, -0.02, 0.01])), T_reference);
  let squared = 0;
  for (let at = 0; at < 3 * count; at += 3) {
    const a = applyToPoint(T, xyz[at], xyz[at + 1], xyz[at + 2]);
    const b = applyToPoint(T_reference, xyz[at], xyz[at + 1], xyz[at + 2]);
    squared += Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]) ** 2;
  }
  const error = poseError(T, T_reference, moments);
  // Coordinates of ten million metres leave 2 nm.
  expect(error.rms).toBeCloseTo(Math.sqrt(squared / count), 6);
  expect(error.degrees).toBeCloseTo((Math.hypot(0.002, 0.001, 0.003) * 180) / Math.PI, 9);
  expect(error.shift).toBeLessThan(0.2);
  expect(poseError(T_reference, T_reference, moments)).toEqual({ degrees: 0, shift: 0, rms: 0 });
});
