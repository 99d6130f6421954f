import { describe, expect, it } from 'vitest';
import { checkUncertainty } from '../../src-core/graph/check-uncertainty.ts';
import { POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp } from '../../src-core/math/se3.ts';

const SEED = 11;
const DRAWS = 4000;

describe(`uncertainty of a check point against draws of its causes (seed ${SEED})`, () => {
  const T = exp([0.3, -0.2, 1.9, 0, 0, 0]);
  T.t.set([352_417.3, 9_123_456.789, 4310.2]);
  const pSensor = [6, -2, 1.5] as const;
  /** Roots of covariances: pose (rotation first) along its own axes, sighting, list. */
  const pose = [0.002, 0.001, 0.004, 0.02, 0.005, 0.01];
  const sighting = [0.004, 0.002, 0.001];
  const point = { sigma: 0.006 };
  const poseCovariance = new Float64Array(36);
  pose.forEach((sigma, i) => {
    poseCovariance[7 * i] = sigma ** 2;
  });
  const covariance = Float64Array.of(sighting[0] ** 2, 0, 0, 0, sighting[1] ** 2, 0, 0, 0, sighting[2] ** 2);
  const of = (error: readonly [number, number, number]) =>
    checkUncertainty({ pSensor, covariance }, point, T, poseCovariance, error)!;

  it('holds nineteen of twenty differences', () => {
    const random = seededRandom(SEED);
    const draw = () => random.normal();
    const truth = applyToPoint(T, ...pSensor);
    let within = 0;
    for (let n = 0; n < DRAWS; n++) {
      const off = pose.map(
        (sigma, i) => Math.hypot(sigma, i < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation) * draw(),
      );
      const seen = pSensor.map((value, i) => value + sighting[i] * draw()) as [number, number, number];
      const place = applyToPoint(compose(T, exp(off)), ...seen);
      const error = place.map((value, i) => value - truth[i] - point.sigma * draw());
      const [e, n_, u] = error;
      if (Math.hypot(...error) <= of([e, n_, u])) within++;
    }
    // Four standard deviations of a share of 4000 draws.
    expect(Math.abs(within / DRAWS - 0.95)).toBeLessThan(4 * Math.sqrt((0.95 * 0.05) / DRAWS));
  });

  it('does not depend on the length of the difference, and is defined where there is none', () => {
    expect(of([0.03, 0.01, 0])).toBeCloseTo(of([0.003, 0.001, 0]), 12);
    const none = of([0, 0, 0]);
    const axes = [of([1, 0, 0]), of([0, 1, 0]), of([0, 0, 1])];
    expect(none).toBeGreaterThan(Math.min(...axes));
    expect(none).toBeLessThan(2 * Math.max(...axes));
  });

  it('has each cause in closed form, along the axes of the sensor, alone and in squares with the others', () => {
    const nothing = new Float64Array(9);
    const alone = (
      error: readonly [number, number, number],
      q: readonly [number, number, number],
      pose: Float64Array,
      seen: Float64Array,
      sigma: number,
    ) =>
      checkUncertainty(
        { pSensor: q, covariance: seen },
        { sigma },
        exp([0, 0, Math.PI / 2, 0, 0, 0]),
        pose,
        error,
      )!;
    // The sensor's x is the map's y, its y the map's -x. A point 5 m ahead sways by the lever across, not along.
    const axes = [
      [0, 1, 0],
      [-1, 0, 0],
      [0, 0, 1],
    ] as const;
    const ahead = [5, 0, 0] as const;
    const sway = [0, 1, 1].map((k) => POSE_SWAY.translation ** 2 + k * (5 * POSE_SWAY.rotation) ** 2);
    const posed = new Float64Array(36);
    [0.1, 0.002, 0.003, 0.004, 0.005, 0.006].forEach((sigma, i) => {
      posed[7 * i] = sigma ** 2;
    });
    // Turning about the ray moves nothing; about y it lifts, about z it swings.
    const moved = [0.004 ** 2, 0.005 ** 2 + (5 * 0.003) ** 2, 0.006 ** 2 + (5 * 0.002) ** 2];
    const seen = Float64Array.of(4e-6, 0, 0, 0, 9e-6, 0, 0, 0, 16e-6);
    axes.forEach((axis, k) => {
      const root = (variance: number): number => Math.sqrt(7.815 * variance);
      const none = new Float64Array(36);
      expect(alone(axis, ahead, none, nothing, 0)).toBeCloseTo(root(sway[k]), 12);
      expect(alone(axis, ahead, posed, nothing, 0)).toBeCloseTo(root(sway[k] + moved[k]), 12);
      const all = sway[k] + moved[k] + seen[4 * k] + 0.007 ** 2;
      expect(alone(axis, ahead, posed, seen, 0.007)).toBeCloseTo(root(all), 12);
    });
    // Of a difference of zero the root of the mean.
    const mean = (sway[0] + sway[1] + sway[2]) / 3;
    expect(alone([0, 0, 0], ahead, new Float64Array(36), nothing, 0)).toBeCloseTo(
      Math.sqrt(7.815 * mean),
      12,
    );
  });
});
