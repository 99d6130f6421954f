import { describe, expect, it } from 'vitest';
import { exp } from '../../src-core/math/se3.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { AnchorPose } from '../../src-core/model/refined-trajectory.ts';
import type { ReliabilityProfile } from '../../src-core/model/reliability.ts';
import {
  georeferencedMapUncertainty,
  joinedMapUncertainty,
} from '../../src-core/survey/measure/relative-uncertainty.ts';

const [EAST, NORTH, UP] = [352_118, 9_001_447, 4200];
/** 40 m from chainage 100, 4 to the north for each 3 to the east, in a mine grid. */
const AXIS: Axis = {
  chainage: Float64Array.of(100, 140),
  xyz: Float64Array.of(EAST, NORTH, UP, EAST + 24, NORTH + 32, UP),
  kind: 'slope',
  source: 'given',
};

/** An anchor at metres along the axis, to its left and up, known to some millimetres each way, the sensor looking left. */
function anchor(
  scanIndex: number,
  [along, left, up]: readonly [number, number, number],
  mm: readonly number[],
): AnchorPose {
  const covariance = new Float64Array(36);
  // Of the sensor's x (left), y (backwards) and z.
  [mm[1], mm[0], mm[2]].forEach((sigma, i) => {
    covariance[7 * (i + 3)] = (sigma / 1000) ** 2;
  });
  const T_map_sensor = exp([0, 0, Math.atan2(0.6, -0.8), 0, 0, 0]);
  T_map_sensor.t.set([EAST + 0.6 * along - 0.8 * left, NORTH + 0.8 * along + 0.6 * left, UP + up]);
  return { scanIndex, T_map_sensor, covariance } as AnchorPose;
}

const inMm = (sigmas: readonly number[]): number[] =>
  sigmas.map((sigma) => Number((1000 * sigma).toFixed(6)));

describe('the uncertainty of a joined map relative to the other', () => {
  const of = joinedMapUncertainty(
    [
      anchor(0, [10, 0.5, 1], [4, 5, 6]),
      anchor(9, [30, -1, 1.5], [1, 2, 3]),
      anchor(5, [20, 70, 1], [7, 8, 9]),
    ],
    AXIS,
  );

  it('is that of the nearest scan that holds the join, along the axis, to the left and up', () => {
    expect(inMm(of(101))).toEqual([4, 5, 6]);
    expect(inMm(of(119.9))).toEqual([4, 5, 6]);
    expect(inMm(of(120.1))).toEqual([1, 2, 3]);
    expect(inMm(of(139))).toEqual([1, 2, 3]);
  });

  it('takes no scan that is farther from the axis than a drive is wide', () => {
    expect(inMm(of(120))).not.toEqual([7, 8, 9]);
    expect(joinedMapUncertainty([anchor(5, [20, 70, 1], [7, 8, 9])], AXIS)(120)).toEqual([0, 0, 0]);
  });
});

describe('the relative uncertainty of two maps that control placed', () => {
  /** Cells from 100 to 120 and from 120 to 140 m, their places in mm along, left and up. */
  const strip = (mm: readonly number[]) =>
    ({
      edges: Float64Array.of(100, 120, 140),
      position: Float64Array.from(mm, (v) => v / 1000),
    }) as ReliabilityProfile;
  const none = { edges: new Float64Array(0), position: new Float64Array(0) } as unknown as ReliabilityProfile;

  it('is the root of the squares of both places and of what both controls leave', () => {
    const of = georeferencedMapUncertainty(
      { strip: strip([2, 4, 6, 1, 1, 1]), controlSigma: 0.004 },
      { strip: strip([4, 7, 12, 3, 5, 7]), controlSigma: 0.005 },
    );
    const root = (a: number, b: number): number => Number(Math.hypot(a, b, 4, 5).toFixed(6));
    expect(inMm(of(110))).toEqual([root(2, 4), root(4, 7), root(6, 12)]);
    expect(inMm(of(130))).toEqual([root(1, 3), root(1, 5), root(1, 7)]);
  });

  it('is what both controls leave where nothing is known of the places', () => {
    const of = georeferencedMapUncertainty(
      { strip: none, controlSigma: 0.003 },
      { strip: none, controlSigma: 0.004 },
    );
    expect(inMm(of(110))).toEqual([5, 5, 5]);
  });
});
