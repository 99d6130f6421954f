import { describe, expect, it } from 'vitest';
import { chooseAnchors, pathLengths } from '../../src-core/graph/anchors.ts';
import { covariancesFromStart } from '../../src-core/graph/path-covariance.ts';
import { identity } from '../../src-core/math/se3.ts';
import { type PoseQuality, type ScanPose, withoutBridged } from '../../src-core/model/pose.ts';
import { lostCovariance } from '../../src-core/odometry/recording-gap.ts';
import { HELD, scanPose } from '../graph/trajectories.ts';

const COVERED: Partial<PoseQuality> = { heldBy: 'assumed', matched: 0, inliers: 0, alongSigma: 1.5 };
const LOST: Partial<PoseQuality> = { heldBy: 'assumed', gapSeconds: 4, alongSigma: 2.4 };
const FOUND: Partial<PoseQuality> = { gapSeconds: 4 };

/** A pose at so many metres along the drive. */
const at = (scan: number, metres: number, own: Partial<PoseQuality> = {}): ScanPose =>
  scanPose(scan, { ...identity(), t: Float64Array.of(metres, 0, 0) }, { ...HELD, ...own });
const indices = (poses: readonly ScanPose[]): number[] => poses.map(({ scanIndex }) => scanIndex);

describe('poses that were predicted under a cover', () => {
  const held = [at(0, 0), at(1, 0.5), at(2, 5, COVERED), at(3, 9, COVERED)];
  const poses = [...held, at(4, 1, FOUND), at(5, 1.5)];

  it('are of no account once the walls told the place', () => {
    expect(indices(withoutBridged(poses))).toEqual([0, 1, 4, 5]);
    expect([...pathLengths(poses)]).toEqual([0, 0.5, 0.5, 0.5, 1, 1.5]);
    expect(chooseAnchors(poses, { anchorDistance: 0.9, anchorAngle: 1 })).toEqual([0, 4, 5]);
    const sigmas = [...covariancesFromStart(poses)].map((C) => Math.sqrt(C[21]));
    expect(sigmas[3]).toBeGreaterThan(1.4);
    expect(sigmas[5]).toBeLessThan(0.02);
  });

  it('count where nothing told the place: at the end, and before walls that a drive of one colour hides', () => {
    expect(indices(withoutBridged(held))).toEqual([0, 1, 2, 3]);
    expect(indices(withoutBridged([...held, at(4, 9, { ...COVERED, matched: 900 })]))).toEqual([
      0, 1, 2, 3, 4,
    ]);
  });

  it('give way to what the scan after them says of the whole gap', () => {
    const lost = [...held, at(4, 4.5, LOST), at(5, 5)];
    expect(indices(withoutBridged(lost))).toEqual([0, 1, 4, 5]);
    expect(chooseAnchors(lost, { anchorDistance: 90, anchorAngle: 9 })).toEqual([0, 1, 4, 5]);
    // Also where the scan after the gap meets no wall of the map at all.
    const alone = [...held, at(4, 4.5, { ...LOST, matched: 0 }), at(5, 5)];
    expect(indices(withoutBridged(alone))).toEqual([0, 1, 4, 5]);
  });
});

describe('the covariance of a step across a gap that was not bridged', () => {
  it('has the ± along the drive, and that of a path that may bend', () => {
    const C = lostCovariance([0.6, 0.8, 0], 4, 2.4, null);
    const along = 0.36 * C[21] + 2 * 0.48 * C[22] + 0.64 * C[28];
    expect(along).toBeCloseTo(2.4 ** 2, 9);
    expect(C[0]).toBeCloseTo((4 / 32) ** 2, 9);
    expect(C[35]).toBeCloseTo(0.3 ** 2 + ((4 / 32) * 2) ** 2, 9);
    expect(C[22]).toBeCloseTo(C[27], 12);
  });

  it('has the turn by the gyro where that went on', () => {
    expect(lostCovariance([1, 0, 0], 4, 2.4, 0.02)[14]).toBeCloseTo(0.02 ** 2, 12);
    expect(lostCovariance([1, 0, 0], 400, 2.4, null)[7]).toBeCloseTo(0.25, 12);
  });
});
