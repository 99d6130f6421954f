import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { GpuScanAligner } from '../../src-core/gpu/gpu-scan-aligner.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { ImuSample, Scan } from '../../src-core/model/scan.ts';
import type { SensorModel } from '../../src-core/model/sensor.ts';
import { CpuScanAligner } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { beamGeometry } from '../../src-core/odometry/frame/beam-geometry.ts';
import { rateSamples } from '../../src-core/odometry/frame/gyro-rotation.ts';
import { scanClock } from '../../src-core/odometry/frame/scan-clock.ts';
import type { MatchResult } from '../../src-core/odometry/match/scan-matcher.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import type { ScanMatchTask } from '../../src-core/odometry/scan-aligner.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { NEVER_FAILS } from './scan-fixtures.ts';

const FIRST_NS = 5_000_000_000n;
const PERIOD_NS = 100_000_000n;

/** A sensor of any size; its beams fan out as those of the OS1-16 do. */
export function sensorOf(beams: number, columns: number): SensorModel {
  return {
    ...simulatedSensor('legacy16'),
    beams,
    columnsPerFrame: columns,
    beamAltitudeDeg: Float64Array.from({ length: beams }, (_, b) => 15 - (30 * b) / Math.max(1, beams - 1)),
    beamAzimuthDeg: Float64Array.from({ length: beams }, (_, b) => (b % 4) - 1.5),
  };
}

/** Length of the box and scatter of its ranges, m. */
const BOX = { length: 24, relief: 0.01 };

/** The walls of a box 5 x 4 m across around the sensor, with some relief. */
export function boxScan(
  sensor: SensorModel,
  seed: number,
  change: (pixel: number, mm: number) => number = (_, mm) => mm,
  { length, relief } = BOX,
): Scan {
  const random = seededRandom(seed);
  const { beams, columnsPerFrame: columns } = sensor;
  const { direction } = beamGeometry(sensor);
  const pixels = beams * columns;
  const rangeMm = Uint32Array.from({ length: pixels }, (_, pixel) => {
    const [x, y, z] = direction.subarray(3 * pixel, 3 * pixel + 3).map(Math.abs);
    const metres = Math.min(length / 2 / x, 2.5 / y, 2 / z) + relief * random.normal();
    return change(pixel, Math.round(1000 * metres));
  });
  return {
    frameId: 7,
    beams,
    columns,
    rangeMm,
    reflectivity: new Uint16Array(pixels),
    signal: new Uint16Array(pixels),
    nearIr: new Uint16Array(pixels),
    stampNs: BigUint64Array.from(
      { length: columns },
      (_, c) => FIRST_NS + (PERIOD_NS * BigInt(c)) / BigInt(columns),
    ),
    columnValid: new Uint8Array(columns).fill(1),
  };
}

const imu: readonly ImuSample[] = Array.from({ length: 14 }, (_, k) => ({
  stampNs: FIRST_NS - 20_000_000n + 10_000_000n * BigInt(k),
  accel: [0, 0, 9.81],
  gyro: [0.3 * Math.sin(k), 0.2, 0.8 * Math.cos(0.5 * k)],
}));

/** A scan to be placed about the origin of the map. @param more what is other than usual */
export function taskOf(sensor: SensorModel, scan: Scan, more: Partial<ScanMatchTask> = {}): ScanMatchTask {
  const clock = scanClock(scan, sensor.rotationHz);
  return {
    index: 3,
    scan,
    clock,
    rates: rateSamples(imu, sensor.T_sensor_imu.R, clock.firstNs),
    thinning: 2,
    prior: { T_map_sensor: identity(), rotationSigma: 0.01, translationSigma: 0.02 },
    opening: 0.3,
    T_map_previous: exp([0.01, 0, -0.03, -0.15, 0.02, 0]),
    perRotation: 1,
    gyroBias: null,
    ...more,
  };
}

/** A scan without the columns that were lost. */
export const withoutColumns =
  (scan: Scan) =>
  (isLost: (column: number) => boolean): Scan => ({
    ...scan,
    columnValid: scan.columnValid.map((valid, c) => (isLost(c) ? 0 : valid)),
    stampNs: scan.stampNs.map((stamp, c) => (isLost(c) ? 0n : stamp)),
  });

/** What the two engines make of one scan. */
export interface OnBoth {
  readonly gpu: MatchResult;
  readonly cpu: MatchResult;
}

/** The same task on both engines, after the same keyframes. */
export async function onBoth(
  gpu: GpuContext,
  sensor: SensorModel,
  task: ScanMatchTask,
  keyframes: readonly { readonly scan: Scan; readonly T: Rigid }[],
  options: OdometryOptions = ODOMETRY_DEFAULTS,
): Promise<OnBoth> {
  const cpu = new CpuScanAligner(sensor, options);
  const device = await GpuScanAligner.create(gpu, NEVER_FAILS, sensor, options);
  for (const { scan, T } of keyframes)
    for (const aligner of [cpu, device])
      aligner.insert(taskOf(sensor, scan), T, { twist: new Float64Array(6), gyroBias: null });
  const result = {
    gpu: await device.match(task, NEVER_CANCELLED),
    cpu: cpu.match(task, NEVER_CANCELLED),
  };
  device.destroy();
  return result;
}

/** The poses found are no farther apart than this. */
export function expectSamePose({ gpu, cpu }: OnBoth, millimetres: number, degrees: number): void {
  const off = compose(invert(cpu.T_map_sensor), gpu.T_map_sensor);
  expect(1000 * Math.hypot(...off.t)).toBeLessThan(millimetres);
  expect((rotationAngle(off.R) * 180) / Math.PI).toBeLessThan(degrees);
}
