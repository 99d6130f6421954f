import { describe, expect, it } from 'vitest';
import { bearingOf, levelledPose } from '../../src-core/math/levelled-pose.ts';
import { expSo3, multiply3, rotateVector, rotationAngle, transpose3 } from '../../src-core/math/se3.ts';

const DEGREE = Math.PI / 180;
const LEVEL = { up: [0, 0, 1], forward: [1, 0, 0] } as const;
const directions = (up: readonly number[], forward: readonly number[]) => ({
  up: [up[0], up[1], up[2]] as [number, number, number],
  forward: [forward[0], forward[1], forward[2]] as [number, number, number],
});

describe('a levelled frame at an azimuth', () => {
  it.each([
    [0, [0, 1, 0]],
    [90, [1, 0, 0]],
    [180, [0, -1, 0]],
    [270, [-1, 0, 0]],
    [45, [Math.SQRT1_2, Math.SQRT1_2, 0]],
  ])('at %i degrees looks clockwise from north', (azimuth, ahead) => {
    const { R, t } = levelledPose([1, 2, 3], azimuth * DEGREE, directions(LEVEL.up, LEVEL.forward))!;
    for (const [k, value] of rotateVector(R, 1, 0, 0).entries()) expect(value).toBeCloseTo(ahead[k], 12);
    for (const [k, value] of rotateVector(R, 0, 0, 1).entries()) expect(value).toBeCloseTo([0, 0, 1][k], 12);
    expect([...t]).toEqual([1, 2, 3]);
    expect(bearingOf({ R, t }, directions(LEVEL.up, LEVEL.forward)).azimuth).toBeCloseTo(
      azimuth * DEGREE,
      12,
    );
  });

  it('is the pose of a tilted sensor that climbs a ramp', () => {
    // The frame is turned and tilted in the grid; the drive climbs by 8 degrees in it.
    const R = multiply3(expSo3(0, 0, 2.1), expSo3(0.06, -0.11, 0));
    const inMap = transpose3(R);
    const climb = 8 * DEGREE;
    const azimuth = 123 * DEGREE;
    const ahead = [Math.sin(azimuth) * Math.cos(climb), Math.cos(azimuth) * Math.cos(climb), Math.sin(climb)];
    const seen = directions(rotateVector(inMap, 0, 0, 1), rotateVector(inMap, ahead[0], ahead[1], ahead[2]));
    const pose = levelledPose([345_678.9, 8_612_345.6, 4321.1], azimuth, seen)!;
    expect(rotationAngle(multiply3(transpose3(R), pose.R))).toBeLessThan(1e-7);
    expect(bearingOf(pose, seen).azimuth).toBeCloseTo(azimuth, 10);
    expect(bearingOf(pose, seen).tilt).toBeCloseTo(0, 7);
  });

  it('tells how far a pose is out of level', () => {
    const R = expSo3(0, 3 * DEGREE, 0);
    const { tilt } = bearingOf({ R, t: new Float64Array(3) }, directions(LEVEL.up, LEVEL.forward));
    expect(tilt).toBeCloseTo(3 * DEGREE, 12);
  });

  it('is none where ahead is straight up, as in a shaft', () => {
    expect(levelledPose([0, 0, 0], 0, directions([0, 0, 1], [0, 0, 1]))).toBeNull();
  });
});
