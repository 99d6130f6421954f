import { describe, expect, it } from 'vitest';
import { addCarried, edgeCovariance, POSE_SWAY } from '../../src-core/graph/edge-covariance.ts';
import {
  constrainedVarianceAlong,
  covariancesFromStart,
  covariancesOfAnchors,
  positionVariance,
  stepVarianceAlong,
} from '../../src-core/graph/path-covariance.ts';
import { compose, exp, invert, rotateVector, transpose3 } from '../../src-core/math/se3.ts';
import type { PoseQuality } from '../../src-core/model/pose.ts';
import { HELD, outAndBack, scanPose } from './trajectories.ts';

const UNHELD: PoseQuality = { ...HELD, degenerate: true, heldBy: 'inertial', weakDirection: [0, 1, 0] };
const [ROTATION, TRANSLATION] = [POSE_SWAY.rotation ** 2, POSE_SWAY.translation ** 2];

function diagonal(values: readonly number[]): Float64Array {
  const C = new Float64Array(36);
  values.forEach((value, i) => {
    C[7 * i] = value;
  });
  return C;
}

function expectAlike(actual: Float64Array, expected: Float64Array): void {
  expect(actual).toHaveLength(36);
  const largest = Math.max(...expected);
  // Rounding of products of 6 x 6 matrices along some hundred steps.
  for (let i = 0; i < 36; i++) expect(Math.abs(actual[i] - expected[i])).toBeLessThan(1e-10 * largest);
}

describe('the covariance of poses from the start', () => {
  it('is the sway of the first, carried to the last, and the edge of the graph between the two, on a way that turns', () => {
    const poses = outAndBack(6).map((T, k) => scanPose(k, T));
    const all = [...covariancesFromStart(poses)];
    expect(all).toHaveLength(poses.length);
    const sway = diagonal([ROTATION, ROTATION, ROTATION, TRANSLATION, TRANSLATION, TRANSLATION]);
    expectAlike(all[0], sway);
    for (const last of [1, 17, poses.length - 1]) {
      const expected = edgeCovariance(poses.slice(0, last + 1));
      expect(expected).toHaveLength(36);
      addCarried(expected, sway, compose(invert(poses[last].T_map_sensor), poses[0].T_map_sensor));
      expectAlike(all[last], expected);
    }
  });

  it('has the length that no wall holds once, along its direction, and 0.01 rad of it across', () => {
    const turned = exp([0.2, -0.1, 0.7, 0, 0, 0]).R;
    const drive = (alongSigma: number) =>
      [0, 1, 2, 3].map((k) => {
        const T = { R: turned, t: Float64Array.of(0.2, 0.1 * k, 0) };
        return scanPose(k, T, k === 0 ? HELD : { ...UNHELD, alongSigma: k * alongSigma });
      });
    const [free, known] = [drive(0.05), drive(0)].map((poses) => [...covariancesFromStart(poses)]);
    const w = rotateVector(transpose3(turned), 0, 1, 0);
    for (const k of [1, 2, 3])
      for (let i = 0; i < 6; i++)
        for (let j = 0; j < 6; j++) {
          const inLength = i < 3 || j < 3 ? 0 : w[i - 3] * w[j - 3] + (i === j ? 1e-4 : 0);
          // Of 0.15² at most, to rounding.
          expect(free[k][6 * i + j] - known[k][6 * i + j]).toBeCloseTo((0.05 * k) ** 2 * inLength, 15);
        }
  });

  it('adds a step of its own for what grew along the direction that no wall holds, and nothing for the rest', () => {
    const [before, pose] = [0.03, 0.05].map((alongSigma, k) =>
      scanPose(k, exp([0, 0, 0, 0, 0.1 * k, 0]), { ...UNHELD, alongSigma }),
    );
    const u = [0, 1, 0] as const;
    const grown = stepVarianceAlong(before, pose, u) - constrainedVarianceAlong(before, pose, u);
    expect(grown).toBeCloseTo(0.05 ** 2 - 0.03 ** 2, 15);
    const aside = [1, 0, 0] as const;
    expect(stepVarianceAlong(before, pose, aside)).toBeCloseTo(
      constrainedVarianceAlong(before, pose, aside),
      15,
    );
  });
});

describe('the covariance of a pose of a refined map', () => {
  it('is that of the nearest anchor in time, of two as near the later', () => {
    const anchors = [4, 10, 20].map((scanIndex) => ({
      scanIndex,
      covariance: new Float64Array(36).fill(scanIndex),
    }));
    const scans = [0, 4, 6, 7, 8, 14, 15, 16, 40];
    const poses = scans.map((scanIndex) => scanPose(scanIndex, exp([0, 0, 0, 0, 0, 0])));
    expect([...covariancesOfAnchors(poses, anchors)].map(([first]) => first)).toEqual([
      ...[4, 4, 4, 10, 10, 10, 20, 20, 20],
    ]);
  });
});

describe('the variance of a position along a direction', () => {
  it('is the form of the covariance of the place in the frame of the sensor', () => {
    // Turned by 90° to the left: the direction of the map's x is -y of the sensor.
    const T_map_sensor = exp([0, 0, Math.PI / 2, 5, 6, 7]);
    const C = diagonal([9, 9, 9, 1e-4, 4e-4, 9e-4]);
    C[6 * 3 + 4] = C[6 * 4 + 3] = 1e-4;
    C[6 * 4 + 5] = C[6 * 5 + 4] = 5e-5;
    expect(positionVariance({ T_map_sensor }, C, [1, 0, 0])).toBeCloseTo(4e-4, 15);
    expect(positionVariance({ T_map_sensor }, C, [0, 1, 0])).toBeCloseTo(1e-4, 15);
    expect(positionVariance({ T_map_sensor }, C, [0, 0, 1])).toBeCloseTo(9e-4, 15);
    // (x - y, z of the sensor) / √2 of the map's (1, 1, 0) and (1, 0, 1).
    const half = Math.SQRT1_2;
    expect(positionVariance({ T_map_sensor }, C, [half, half, 0])).toBeCloseTo((1e-4 + 4e-4 - 2e-4) / 2, 15);
    expect(positionVariance({ T_map_sensor }, C, [half, 0, half])).toBeCloseTo((4e-4 + 9e-4 - 1e-4) / 2, 15);
  });

  it('is never negative, where rounding left a form that is', () => {
    const T_map_sensor = exp([0, 0, 0, 0, 0, 0]);
    expect(positionVariance({ T_map_sensor }, diagonal([0, 0, 0, -1e-20, 0, 0]), [1, 0, 0])).toBe(0);
  });
});
