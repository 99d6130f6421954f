import { describe, expect, it } from 'vitest';
import { EDGE_ERROR_DEFAULTS } from '../../src-core/graph/edge-covariance.ts';
import { identity } from '../../src-core/math/se3.ts';
import type { PoseQuality, ScanPose } from '../../src-core/model/pose.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { UNOBSERVED_SPEED_SIGMA } from '../../src-core/odometry/along/along-motion.ts';

/** 6x6: known to `sigma` along x, and well in all else. */
function along(sigma: number): number[] {
  return Array.from({ length: 36 }, (_, i) => (i === 21 ? sigma ** 2 : i % 7 === 0 ? 1e-8 : 0));
}

const GOOD: PoseQuality = {
  eigenvalues: [1e4, 1e5, 1e5, 1e6, 1e6, 1e6],
  weakDirection: [1, 0, 0],
  weakSigma: 0.002,
  weakShare: 0.03,
  degenerate: false,
  heldBy: 'walls',
  alongSigma: 0.002,
  byGyro: false,
  covariance: along(0.002),
  inliers: 6000,
  matched: 7000,
  rms: 0.02,
  iterations: 5,
  converged: true,
};

/** Ten scans a second, a tenth of a metre each, along x. */
function drive(scans: number, qualityOf: (scan: number) => Partial<PoseQuality>): ScanPose[] {
  return Array.from({ length: scans }, (_, scan) => ({
    scanIndex: scan,
    frameId: scan,
    stampNs: BigInt(scan) * 100_000_000n,
    T_map_sensor: { ...identity(), t: Float64Array.of(0.1 * scan, 0, 0) },
    T_first_last: identity(),
    gyroBias: null,
    isKeyframe: true,
    quality: { ...GOOD, ...qualityOf(scan) },
  }));
}

/** What nothing held for so many seconds, at speeds that a robot may have. */
const unheld = (seconds: number): Partial<PoseQuality> => ({
  degenerate: true,
  heldBy: 'assumed',
  alongSigma: UNOBSERVED_SPEED_SIGMA * seconds,
});

/** Ten seconds of it. */
const tenUnheld = (scan: number): Partial<PoseQuality> =>
  scan > 100 && scan <= 200 ? unheld((scan - 100) / 10) : {};

/** Of a way over which each scan is held to `sigma`: renewed every some metres, with the scale and a random walk. */
function heldSigma(sigma: number, metres: number): number {
  const { renewalLength, scanFactor, scaleSigma, scaleLength, acrossWalk } = EDGE_ERROR_DEFAULTS;
  const scan = (scanFactor * sigma) ** 2 / renewalLength;
  return Math.sqrt(metres * (scan + scaleSigma ** 2 * scaleLength + acrossWalk ** 2));
}

const codes = (poses: ScanPose[]) => alignmentQuality({ poses }).warnings.map(({ code }) => code);

describe('quality of an alignment', () => {
  it('of a drive that was held all along has its length and no warning', () => {
    const quality = alignmentQuality({ poses: drive(601, () => ({})) });
    expect(quality.pathLength).toBeCloseTo(60, 9);
    expect(quality.unobservedLength).toBe(0);
    expect(quality.warnings).toEqual([]);
    expect(quality.alongSigma).toBeCloseTo(heldSigma(0.002, 60), 5);
  });

  it('says over how much of the time and the way the length was not observed', () => {
    const poses = drive(301, tenUnheld);
    const quality = alignmentQuality({ poses });
    expect(quality.unobservedLength).toBeCloseTo(10, 9);
    expect(quality.warnings.map(({ code }) => code)).toEqual(['length-unobserved']);
    expect(quality.warnings[0].message).toMatch(/10 of 30 s \(10\.0 of the 30\.0 m/);
    // 10 s at a speed that may be anything up to 2 m/s.
    expect(quality.alongSigma).toBeGreaterThan(5);
  });

  it('does not let a solution that stands still hide what was not observed', () => {
    const poses = drive(301, (scan) => unheld(scan / 10)).map((pose) => ({
      ...pose,
      T_map_sensor: identity(),
    }));
    const quality = alignmentQuality({ poses });
    expect(quality.pathLength).toBe(0);
    expect(quality.alongSigma).toBeGreaterThan(10);
    expect(codes(poses)).toEqual(['length-unobserved']);
  });

  it.each([-50n, 31_536_000n])('does not lose sight of it where the clock is set by %d s', (seconds) => {
    const poses = drive(301, tenUnheld).map((pose) => ({
      ...pose,
      stampNs: pose.stampNs + (pose.scanIndex > 20 ? seconds * 1_000_000_000n : 0n),
    }));
    const quality = alignmentQuality({ poses });
    expect(quality.warnings.map(({ code }) => code)).toEqual(['length-unobserved']);
    expect(quality.warnings[0].message).toMatch(/during 10 of 3[0-2] s/);
    expect(quality.alongSigma).toBeGreaterThan(5);
    expect(quality.alongSigma).toBeLessThan(10);
  });

  it('adds up what each stretch has grown to by its end, and forgets none', () => {
    const twice = drive(401, (scan) => {
      const into = scan % 200;
      return into > 100 && into <= 150 ? { ...unheld(0), heldBy: 'inertial', alongSigma: into / 500 } : {};
    });
    expect(alignmentQuality({ poses: twice }).alongSigma).toBeCloseTo(Math.hypot(0.3, 0.3), 1);
    // In the middle of the second.
    const cut = twice.slice(0, 326);
    expect(alignmentQuality({ poses: cut }).alongSigma).toBeCloseTo(Math.hypot(0.3, 0.25), 1);
  });

  it('takes what the texture of the walls holds as observed', () => {
    const poses = drive(301, () => ({
      degenerate: true,
      heldBy: 'reflectivity',
      ...{ alongSigma: 0.003, covariance: along(0.003) },
    }));
    const quality = alignmentQuality({ poses });
    expect(quality).toMatchObject({ unobservedLength: 0, warnings: [] });
    expect(quality.alongSigma).toBeCloseTo(heldSigma(0.003, 30), 5);
  });

  it('bridges a few unobserved scans without a word', () => {
    expect(codes(drive(301, (scan) => (scan % 60 === 5 ? unheld(0.1) : {})))).toEqual([]);
  });

  it('names scans that matched nothing, but not the first, which has nothing to match', () => {
    expect(codes(drive(100, (scan) => ({ inliers: scan === 0 ? 0 : 5000 })))).toEqual([]);
    expect(codes(drive(100, (scan) => ({ inliers: scan === 50 ? 0 : 5000 })))).toEqual(['scans-not-matched']);
  });

  it('names an alignment of which many scans did not settle', () => {
    expect(codes(drive(100, (scan) => ({ converged: scan % 25 !== 3 })))).toEqual([]);
    expect(codes(drive(100, (scan) => ({ converged: scan % 10 !== 3 })))).toEqual([
      'alignment-not-converged',
    ]);
  });

  it('names returns that scatter as those of walls never do, whatever a few scans show', () => {
    expect(codes(drive(100, () => ({ rms: 0.045 })))).toEqual([]);
    expect(codes(drive(100, (scan) => ({ rms: scan < 40 ? 0.2 : 0.02 })))).toEqual([]);
    expect(codes(drive(100, () => ({ rms: 0.08 })))).toEqual(['returns-scatter']);
    // A covered sensor matches nothing, and its scans say nothing about the others.
    const covered = drive(100, (scan) => (scan < 60 ? { matched: 0, rms: 0 } : { rms: 0.08 }));
    expect(codes(covered)).toContain('returns-scatter');
  });

  it('of one scan or none has no length', () => {
    for (const scans of [0, 1]) {
      const quality = alignmentQuality({ poses: drive(scans, () => ({ inliers: 0 })) });
      expect(quality).toMatchObject({ pathLength: 0, unobservedLength: 0, alongSigma: 0, warnings: [] });
    }
  });
});
