import { expect } from 'vitest';
import { compose, identity, invert, multiply3, rotationAngle, transpose3 } from '../../src-core/math/se3.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { intervalBetween, type PreparedScan } from '../../src-core/odometry/prepared-scan.ts';
import {
  type MatchedCandidate,
  posesAfterGap,
  turnsOnTheSpot,
  unambiguous,
} from '../../src-core/odometry/recording-gap.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { type PresetName, presetOptions } from '../../src-simulate/presets.ts';
import { surveyOf } from '../closing/joins/two-sessions.ts';
import { describe, it, tiered } from '../support/tier.ts';

const SEED = 3;

/** A scan in the middle of whose rotation it is so many seconds, with its frame id. */
function scanAt(seconds: number, frameId: number): PreparedScan {
  const middleNs = BigInt(Math.round(seconds * 1e9));
  return { middleNs, clock: { period: 0.1 }, scan: { frameId } } as unknown as PreparedScan;
}

describe('the time between two scans', () => {
  const first = scanAt(100, 65_530);
  it.each<[string, number, number, { seconds: number; isGap: boolean }]>([
    ['one rotation', 100.1, 65_531, { seconds: 0.1, isGap: false }],
    ['lost scans', 101.5, 9, { seconds: 1.5, isGap: false }],
    ['a gap, by stamps and frame ids', 105, 44, { seconds: 5, isGap: true }],
    ['a gap longer than the frame ids count', 100 + 6553.6 + 4, 34, { seconds: 120, isGap: true }],
    ['a clock that is set forward', 160, 65_531, { seconds: 0.1, isGap: false }],
    ['a clock that is set back', 40, 65_532, { seconds: 0.2, isGap: false }],
    ['a sensor that was restarted', 130, 7000, { seconds: 30, isGap: true }],
    ['a sensor that was restarted with its clock', 3, 7000, { seconds: 20, isGap: true }],
  ])('%s', (_, seconds, frameId, expected) => {
    const { seconds: result, isGap } = intervalBetween(first, scanAt(seconds, frameId));
    expect(isGap).toBe(expected.isGap);
    expect(result).toBeCloseTo(expected.seconds, 6);
  });
});

describe('where a robot can be after a gap', () => {
  const before = { T_map_sensor: identity(), along: [1, 0, 0] as [number, number, number] };

  it('is on arcs along the drive, as far as it can drive, forward and back', () => {
    const poses = posesAfterGap({ ...before, turn: null, seconds: 4 });
    const ahead = poses.map(({ t }) => t[0]);
    expect(Math.max(...ahead)).toBeCloseTo(11, 9);
    expect(Math.min(...ahead)).toBeCloseTo(-11, 9);
    for (const { R, t } of poses) {
      // The chord of an arc lies at half of its turn.
      const turned = Math.atan2(R[3], R[0]);
      expect(Math.atan2(t[1], Math.abs(t[0]))).toBeCloseTo((Math.sign(t[0] || 1) * turned) / 2, 9);
      expect(t[2]).toBeCloseTo(0, 12);
    }
  });

  it('is turned as the gyro says, where it went on', () => {
    const [c, s] = [Math.cos(0.3), Math.sin(0.3)];
    const turn = Float64Array.of(c, -s, 0, s, c, 0, 0, 0, 1);
    for (const { R } of posesAfterGap({ ...before, turn, seconds: 4 }))
      expect(rotationAngle(multiply3(transpose3(R), turn))).toBeLessThan(1e-9);
  });

  it('is turned on the spot, where no gyro tells the turn', () => {
    const known = { ...before, turn: null, seconds: 4 };
    const poses = turnsOnTheSpot(known);
    const angles = poses.map(({ R }) => Math.round((Math.atan2(R[3], R[0]) * 180) / Math.PI));
    for (const angle of [10, 90, -90, -10]) expect(angles).toContain(angle);
    for (const { t } of poses) expect([...t]).toEqual([0, 0, 0]);
    expect(turnsOnTheSpot({ ...known, turn: identity().R })).toEqual([]);
  });

  const at = (x: number, inliers: number, matched: number): MatchedCandidate => ({
    T_map_sensor: { ...identity(), t: Float64Array.of(x, 0, 0) },
    inliers,
    matched,
    stands: false,
  });
  it('is told by the walls only where no other place is like it', () => {
    expect(unambiguous([at(0, 300, 600), at(9, 900, 905)], 1000)?.inliers).toBe(900);
    expect(unambiguous([at(9, 900, 905), at(9.4, 890, 900)], 1000)?.inliers).toBe(900);
    expect(unambiguous([at(9, 900, 905), at(12, 800, 805)], 1000)).toBeNull();
    expect(unambiguous([at(9, 100, 100)], 1000)).toBeNull();
    expect(unambiguous([at(9, 850, 1000)], 1000)).toBeNull();
  });
});

interface Case {
  readonly preset: PresetName;
  readonly speed: number;
  readonly seconds: number;
  readonly imu: boolean;
  readonly isFound: boolean;
  /** Metres that are driven before it. */
  readonly runUp: number;
}

const CASES: readonly Case[] = [
  { preset: 'rough', speed: 2, seconds: 5, imu: false, isFound: true, runUp: 6 },
  { preset: 'smooth', speed: 2, seconds: 5, imu: false, isFound: false, runUp: 6 },
  { preset: 'curved', speed: 1, seconds: 10, imu: false, isFound: true, runUp: 10 },
  { preset: 'rough', speed: 1, seconds: 30, imu: true, isFound: false, runUp: 10 },
  { preset: 'smooth', speed: 1, seconds: 10, imu: true, isFound: false, runUp: 10 },
  { preset: 'rough', speed: 1, seconds: 2.5, imu: true, isFound: true, runUp: 10 },
];

/** A drive whose recorder stalls 12 m in: the last metres before it, and two seconds after it. */
async function withGap({
  preset,
  speed,
  seconds,
  imu,
  runUp,
}: Case): Promise<{ step: number; truth: number; poses: ScanPose[] }> {
  const drive = simulateDrive({
    ...presetOptions(preset, 60),
    speed,
    stillStart: 1,
    stillEnd: 0,
    seed: SEED,
  });
  const { source, truth } = surveyOf(drive, drive);
  const from = Math.round(10 * (1 + 12 / speed));
  const to = from + Math.round(10 * seconds);
  const odometry = new Odometry(source.sensor);
  const poses: ScanPose[] = [];
  for (let index = from - Math.round((10 * runUp) / speed); index < to + 15; index++) {
    if (index >= from && index < to) continue;
    const { scan, imu: readings } = await source.read(index);
    const meanwhile = [];
    if (imu && index === to) for (let k = from; k < to; k++) meanwhile.push(...(await source.read(k)).imu);
    poses.push(...(await odometry.next({ index, scan, imu: [...meanwhile, ...readings] })));
  }
  const after = poses.findIndex(({ scanIndex }) => scanIndex === to);
  const step = Math.hypot(...compose(invert(poses[after - 1].T_map_sensor), poses[after].T_map_sensor).t);
  return {
    step,
    truth: Math.hypot(...compose(invert(truth(from - 1)), truth(to)).t),
    poses: poses.slice(after - 1),
  };
}

describe(`a recorder that stalls while the robot drives (seed ${SEED})`, () => {
  it.each(tiered(CASES, CASES.slice(0, 1)))(
    '$seconds s in a $preset drive at $speed m/s, IMU $imu: the length is within its ±, or told',
    async (one) => {
      const { step, truth, poses } = await withGap(one);
      const { quality } = poses[1];
      expect(quality.gapSeconds).toBeCloseTo(one.seconds + 0.1, 1);
      expect(quality.heldBy === 'walls').toBe(one.isFound);
      expect(Math.abs(step - truth)).toBeLessThan(2 * quality.alongSigma + 0.03);
      const codes = alignmentQuality({ poses }).warnings.map(({ code }) => code);
      expect(codes).toContain('recording-gap');
      expect(codes.includes('length-unobserved')).toBe(!one.isFound);
      // The scans after it are placed beside one another as if nothing had been.
      const [a, b] = [poses[4], poses.at(-1)!];
      expect(b.quality.inliers).toBeGreaterThan(0.9 * b.quality.matched);
      const driven = Math.hypot(...compose(invert(a.T_map_sensor), b.T_map_sensor).t);
      expect(Math.abs(driven - (one.speed * (b.scanIndex - a.scanIndex)) / 10)).toBeLessThan(
        0.05 * driven + 0.02,
      );
    },
  );
});
