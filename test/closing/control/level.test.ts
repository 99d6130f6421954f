import { describe, expect, it } from 'vitest';
import { LEVEL_DEFAULTS, LevelFinder } from '../../../src-core/closing/control/level.ts';
import { upInMap } from '../../../src-core/closing/control/map-up.ts';
import { compose, invert, rotateVector, transpose3 } from '../../../src-core/math/se3.ts';
import type { PoseQuality, ScanPose } from '../../../src-core/model/pose.ts';
import type { ImuSample } from '../../../src-core/model/scan.ts';
import { type Drive, simulateDrive } from '../../../src-simulate/drive.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { presetOptions } from '../../../src-simulate/presets.ts';

const SEED = 6;
const sensor = simulatedSensor('legacy16');
const OPTIONS = {
  ...presetOptions('curved', 24),
  seed: SEED,
  speed: 1.5,
  manoeuvres: [{ kind: 'stand' as const, chainage: 10, seconds: 3 }],
};

/** True poses and readings of a drive, without casting a scan. */
function ride(drive: Drive, change: (sample: ImuSample) => ImuSample = (sample) => sample) {
  const T_first_world = invert(drive.trajectory.poseAt(0));
  return Array.from({ length: drive.scans }, (_, i): { imu: ImuSample[]; pose: ScanPose } => {
    const [from, to] = [i, i + 1].map((scan) => drive.clockStartNs + BigInt(scan) * 100_000_000n);
    const imu = drive.imu
      .filter(({ gyroStampNs }) => gyroStampNs >= from && gyroStampNs < to)
      .map(({ gyroStampNs, accel, gyro }) =>
        change({ stampNs: gyroStampNs, accel: triple(accel), gyro: triple(gyro) }),
      );
    const pose: ScanPose = {
      scanIndex: i,
      frameId: i,
      stampNs: from,
      T_map_sensor: compose(T_first_world, drive.trajectory.poseAt(i / 10)),
      T_first_last: compose(T_first_world, T_first_world),
      gyroBias: null,
      isKeyframe: false,
      quality: { heldBy: 'walls' } as PoseQuality,
    };
    return { imu, pose };
  });
}

const triple = (v: ArrayLike<number>): [number, number, number] => [v[0], v[1], v[2]];

function levelOf(scans: ReturnType<typeof ride>) {
  const finder = new LevelFinder(sensor);
  for (const { imu, pose } of scans) finder.add(imu, pose);
  return finder.finish();
}

describe(`level from the accelerometer (seed ${SEED})`, () => {
  const drive = simulateDrive(OPTIONS);
  const scans = ride(drive);
  const { observations, diagnostics } = levelOf(scans);

  it('is told at the start, where the robot stands on its way, and at the end', () => {
    expect(observations.length).toBe(3);
    expect(observations[1].seconds).toBeGreaterThan(2);
    expect(diagnostics.moving).toBeGreaterThan(50);
    expect(diagnostics.still + diagnostics.moving + diagnostics.withoutReadings).toBe(drive.scans);
  });

  it('lies within what is stated of the true up', () => {
    for (const { scanIndex, up, sigma, readings } of observations) {
      const { R } = drive.trajectory.poseAt(scanIndex / 10);
      const truth = rotateVector(transpose3(R), 0, 0, 1);
      const angle = Math.hypot(...up.map((value, k) => value - truth[k]));
      expect(Math.hypot(...up)).toBeCloseTo(1, 12);
      expect(angle).toBeLessThan(3 * sigma);
      // Noise averages out, bias stays.
      expect(sigma).toBeGreaterThan(LEVEL_DEFAULTS.accelBiasSigma / 10);
      expect(sigma).toBeLessThan(0.012);
      expect(readings).toBeGreaterThan(40);
    }
  });

  it('is exact for an exact accelerometer', () => {
    const imu = { ...OPTIONS.imu, accelNoise: 0, accelBias: 0, accelWalk: 0 };
    const exact = levelOf(ride(simulateDrive({ ...OPTIONS, imu })));
    for (const { scanIndex, up } of exact.observations) {
      const { R } = drive.trajectory.poseAt(scanIndex / 10);
      const truth = rotateVector(transpose3(R), 0, 0, 1);
      // Up to the last swing before it stands quite still.
      expect(Math.hypot(...up.map((value, k) => value - truth[k]))).toBeLessThan(2e-3);
    }
  });

  it('in the map is one direction, no better than the bias that all share', () => {
    const poseOf = new Map(scans.map(({ pose }) => [pose.scanIndex, pose]));
    const { up, sigma } = upInMap(observations, (index) => poseOf.get(index))!;
    const truth = rotateVector(transpose3(drive.trajectory.poseAt(0).R), 0, 0, 1);
    expect(Math.hypot(...up.map((value, k) => value - truth[k]))).toBeLessThan(3 * sigma);
    expect(sigma).toBe(Math.min(...observations.map((one) => one.sigma)));
    expect(upInMap([], () => undefined)).toBeNull();
  });

  it.each([
    ['a way gone at a steady speed', { manoeuvres: [], stillStart: 0, stillEnd: 0, startInMotion: true }],
  ])('is not told on %s', (_, change) => {
    expect(levelOf(ride(simulateDrive({ ...OPTIONS, ...change }))).observations).toEqual([]);
  });

  it('is not told where the poses say that a quiet ride is a ride', () => {
    const quiet = scans.map(({ imu, pose }, i) => ({
      imu: imu.map((sample) => ({ ...sample, gyro: [0, 0, 0] as const, accel: [0, 0, 9.81] as const })),
      pose: { ...pose, T_map_sensor: { R: pose.T_map_sensor.R, t: Float64Array.of(0.1 * i, 0, 0) } },
    }));
    expect(levelOf(quiet).observations).toEqual([]);
  });

  it('is told where no wall holds a pose that drifts while the sensor stands', () => {
    const drifting = scans.map(({ imu, pose }, i) => {
      const { R, t } = pose.T_map_sensor;
      const T_map_sensor = { R, t: Float64Array.of(t[0] + 0.05 * i, t[1], t[2]) };
      const quality = { heldBy: 'inertial', weakDirection: [1, 0, 0] } as unknown as PoseQuality;
      return { imu, pose: { ...pose, T_map_sensor, quality } };
    });
    expect(levelOf(drifting).observations.length).toBe(3);
  });

  it.each([
    ['in g instead of m/s^2', (value: number) => value / 9.81, 'wrongForce'],
    ['that are no numbers', () => Number.NaN, 'moving'],
  ] as const)('is not told by readings %s', (_, of, counted) => {
    const changed = ride(drive, (sample) => ({ ...sample, accel: triple(sample.accel.map(of)) }));
    const level = levelOf(changed);
    expect(level.observations).toEqual([]);
    expect(level.diagnostics[counted]).toBeGreaterThan(20);
  });

  it('is not told without an inertial unit', () => {
    const { observations: none, diagnostics: counts } = levelOf(scans.map(({ pose }) => ({ imu: [], pose })));
    expect(none).toEqual([]);
    expect(counts.withoutReadings).toBe(drive.scans);
  });
});
