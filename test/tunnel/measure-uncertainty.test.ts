import { describe, expect, it } from 'vitest';
import { edgeCovariance, POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import { coverageHalfWidth } from '../../src-core/math/coverage.ts';
import { applyToPoint, compose, exp, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import type { InstrumentRange } from '../../src-core/model/instrument-range.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
import { EPOCH_DEFAULTS, type SurveyedEpoch } from '../../src-core/tunnel/epochs/epoch-options.ts';
import { biasSigma, halfWidth95, relativeSigma } from '../../src-core/tunnel/epochs/epoch-sigmas.ts';
import {
  figureUncertainties,
  type MeasuredPoint,
} from '../../src-core/tunnel/uncertainty/measure-uncertainty.ts';
import { scanPose } from '../graph/trajectories.ts';

type Vector = [number, number, number];

const INSTRUMENT = {
  ...{
    rangeNoise: 0.004,
    rangeBias: 0.003,
    incidenceBias: 0.006,
    spreadBias: 0.008,
    warmUpBias: 0.002,
    beamSigma: 0.001,
  },
} as InstrumentRange;
/** A path that turns and rises, a scan every 0.2 m. */
const POSES = Array.from({ length: 12 }, (_, k) =>
  scanPose(
    10 + k,
    compose(exp([0, 0, 0, 0.2 * k, 0.01 * k * k, 0.03 * k]), exp([0.02 * k, 0, 0.05 * k, 0, 0, 0])),
  ),
);
const seen = (scan: number, sensor: Vector): MeasuredPoint => ({
  scanIndex: 10 + scan,
  point: applyToPoint(POSES[scan].T_map_sensor, ...sensor) as Vector,
});
const of = (
  points: readonly MeasuredPoint[],
  gradient: readonly number[],
  isAbsolute = false,
  anchors: Parameters<typeof figureUncertainties>[2] = null,
) => figureUncertainties([{ points, gradient, isAbsolute }], POSES, anchors, INSTRUMENT)[0]!;

/** Of a motion at the right of a pose: how a point that it saw moves along a direction of the map. */
function leverOf(scan: number, [x, y, z]: Vector, direction: Vector): number[] {
  const [a, b, c] = rotateVector(transpose3(POSES[scan].T_map_sensor.R), ...direction);
  return [y * c - z * b, z * a - x * c, x * b - y * a, a, b, c];
}
const formOf = (C: Float64Array, lever: readonly number[]): number =>
  lever.reduce((sum, p, i) => sum + lever.reduce((part, q, j) => part + p * C[6 * i + j] * q, 0), 0);
const swayOf = (...levers: readonly (readonly number[])[]): number =>
  levers.reduce(
    (sum, lever) =>
      sum +
      lever.reduce((part, p, i) => part + (p * (i < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation)) ** 2, 0),
    0,
  );

describe('the uncertainty of a figure of points by the ranges', () => {
  it('of two walls on both sides of the sensor has the bias twice and the noise in squares', () => {
    const { R } = POSES[3].T_map_sensor;
    const x: Vector = [R[0], R[3], R[6]];
    const points = [seen(3, [4, 0, 0]), seen(3, [-6, 0, 0])];
    const uncertainty = of(points, [...x, ...x.map((value) => -value)]);
    const noise = Math.SQRT2 * Math.hypot(0.004, 0.001, 0.01 / Math.sqrt(3));
    expect(uncertainty.noise).toBeCloseTo(noise, 12);
    expect(uncertainty.bias).toBeCloseTo(2 * 0.003, 12);
    // Both points move alike with their scan.
    expect(uncertainty.registration).toBeCloseTo(0, 12);
    const sigma = Math.hypot(noise, (2 * 0.002) / Math.sqrt(3));
    expect(uncertainty.plusMinus).toBeCloseTo(coverageHalfWidth(0.006, sigma, 0.95), 12);
  });

  it('of two points of one wall has as much of the bias as their rays lie along it', () => {
    const { R } = POSES[3].T_map_sensor;
    const y: Vector = [R[1], R[4], R[7]];
    const uncertainty = of([seen(3, [5, 2, 0]), seen(3, [5, -1, 0])], [...y, ...y.map((value) => -value)]);
    const [a, b] = [2 / Math.sqrt(29), 1 / Math.sqrt(26)];
    expect(uncertainty.bias).toBeCloseTo((a + b) * 0.003, 12);
    expect(uncertainty.noise).toBeCloseTo(
      Math.hypot(a, b) * Math.hypot(0.004, 0.001, 0.01 / Math.sqrt(3)),
      12,
    );
  });
});

describe('the uncertainty of a figure of points by the poses', () => {
  const up: Vector = [0, 0, 1];
  const [first, second]: Vector[] = [
    [3, 1, -0.5],
    [4, -2, 1],
  ];

  it('of two scans has the edge between them, and both sways', () => {
    const points = [seen(2, first), seen(9, second)];
    const lever = leverOf(9, second, up);
    const between = formOf(edgeCovariance(POSES.slice(2, 10)), lever);
    const expected = Math.sqrt(between + swayOf(leverOf(2, first, up), lever));
    expect(of(points, [0, 0, -1, 0, 0, 1]).registration).toBeCloseTo(expected, 10);
  });

  it('of a place in the map has all of the way from its start', () => {
    const lever = leverOf(9, second, up);
    const expected = Math.sqrt(formOf(edgeCovariance(POSES.slice(0, 10)), lever) + swayOf(lever));
    expect(of([seen(9, second)], [0, 0, 1], true).registration).toBeCloseTo(expected, 10);
  });

  it('of a refined map is no more than the places of its anchors add up to, and for a place just that', () => {
    const covariance = new Float64Array(36);
    [5e-5, 1e-4, 1.5e-4, 5e-5, 1e-4, 2e-4].forEach((sigma, i) => {
      covariance[7 * i] = sigma ** 2;
    });
    const anchors = [{ scanIndex: 10, covariance }];
    const levers = [leverOf(2, first, up), leverOf(9, second, up)];
    const sum = levers.reduce((all, lever) => all + Math.sqrt(formOf(covariance, lever)), 0);
    const between = formOf(edgeCovariance(POSES.slice(2, 10)), levers[1]);
    expect(sum ** 2).toBeLessThan(between);
    const sway = swayOf(...levers);
    const points = [seen(2, first), seen(9, second)];
    expect(of(points, [0, 0, -1, 0, 0, 1], false, anchors).registration).toBeCloseTo(
      Math.sqrt(sum ** 2 + sway),
      10,
    );
    const coarse = [{ scanIndex: 10, covariance: covariance.map((value) => 1e4 * value) }];
    expect(of(points, [0, 0, -1, 0, 0, 1], false, coarse).registration).toBeCloseTo(
      Math.sqrt(between + sway),
      10,
    );
    const place = formOf(coarse[0].covariance, levers[1]);
    expect(of(points.slice(1), [0, 0, 1], true, coarse).registration).toBeCloseTo(
      Math.sqrt(place + swayOf(levers[1])),
      10,
    );
  });

  it('is none of a point whose scan has no pose', () => {
    const lost = { ...seen(2, first), scanIndex: 99 };
    expect(
      figureUncertainties(
        [{ points: [lost], gradient: [0, 0, 1], isAbsolute: true }],
        POSES,
        null,
        INSTRUMENT,
      ),
    ).toEqual([null]);
  });
});

describe('the ± of a difference between two surveys', () => {
  const epoch = (instrument: string | null, along: number, controlSigma: number): SurveyedEpoch => {
    const strip = {
      ...{ edges: Float64Array.of(0, 10), position: Float64Array.of(along, 0, 0), beyondVariance: 0 },
    } as unknown as ReliabilityProfile;
    return { instrument, strip, controlSigma } as SurveyedEpoch;
  };
  const options = { ...EPOCH_DEFAULTS, rangeBias: 0.003 };

  it('has the bias of one instrument on new wall alone, of two or unknown ones on both walls', () => {
    const sigma = (one: string | null, other: string | null): number =>
      biasSigma(epoch(one, 0, 0), epoch(other, 0, 0), 30, 34, options);
    expect(sigma('7', '7')).toBeCloseTo((4 * 0.003) / Math.sqrt(3), 12);
    for (const [one, other] of [
      ['7', '8'],
      [null, null],
      [null, '7'],
    ])
      expect(sigma(one, other)).toBeCloseTo((Math.hypot(30, 34) * 0.003) / Math.sqrt(3), 12);
    // A bound over √3 is a bound again.
    expect(halfWidth95(sigma('7', '7'), 0.001)).toBeCloseTo(coverageHalfWidth(4 * 0.003, 0.001, 0.95), 12);
  });

  it('has the places of both along the axis and their control, or what joined them', () => {
    const of = (changes: number | null): number =>
      relativeSigma(epoch('7', 0.02, 0.006), epoch('8', 0.03, 0.002), 5, 6, {
        ...options,
        relativeSigma: changes,
      });
    expect(of(null)).toBeCloseTo(Math.hypot(0.02, 0.006, 0.03, 0.002), 12);
    expect(of(0.004)).toBe(0.004);
  });
});
