import { logSo3, multiply3, rotateVector, transpose3 } from '../../math/se3.ts';
import { median } from '../../math/statistics.ts';
import type { GravityObservation } from '../../model/control.ts';
import { STANDARD_GRAVITY } from '../../model/gravity.ts';
import { isUnobserved, type PoseQuality, type ScanPose } from '../../model/pose.ts';
import type { ImuSample } from '../../model/scan.ts';
import type { SensorModel } from '../../model/sensor.ts';

export interface LevelOptions {
  /** Shortest stillness for an observation of the up direction, s. */
  readonly minSeconds: number;
  /** Longest span of one observation, s: a longer stillness gives several. */
  readonly maxSeconds: number;
  /** Largest scatter of the angular rate while still, rad/s, and largest mean: the bias of a cheap gyro. */
  readonly gyroScatter: number;
  readonly gyroMean: number;
  /** Largest scatter of the specific force while still, m/s^2. */
  readonly accelScatter: number;
  /** Largest deviation of its mean from free fall, m/s^2: bias, latitude and height above sea level. */
  readonly accelOffset: number;
  /** Largest motion of the poses during a stillness, m and rad. */
  readonly moved: number;
  readonly turned: number;
  /** Bias of the accelerometer (1 sigma), m/s^2: it tilts the result, and averaging does not reduce it. */
  readonly accelBiasSigma: number;
}

export const LEVEL_DEFAULTS: LevelOptions = {
  minSeconds: 0.5,
  maxSeconds: 10,
  gyroScatter: 0.01,
  gyroMean: 0.05,
  accelScatter: 0.15,
  accelOffset: 0.4,
  moved: 0.03,
  turned: 0.01,
  accelBiasSigma: 0.1,
};

/** Reasons why no reading gave the up direction, as numbers of scans. */
export interface LevelDiagnostics {
  readonly still: number;
  readonly moving: number;
  readonly withoutReadings: number;
  /** Still, but the accelerometer does not read free fall: wrong units, or broken. */
  readonly wrongForce: number;
}

/** Least number of readings of a scan for a stillness test. */
const LEAST_READINGS = 4;

interface Stillness {
  readonly first: ScanPose;
  readonly scans: { readonly pose: ScanPose; readonly imu: readonly ImuSample[] }[];
}

/**
 * Measures the up direction wherever the sensor stood still: the mean of its specific force, which at rest points
 * against gravity. Stillness requires all three sources - the gyro is quiet, the force is steady and of the
 * magnitude of free fall, and the poses do not move where the geometry constrains them - so that neither a smooth
 * ride nor a pose that is wrongly still passes for it.
 */
export class LevelFinder {
  readonly #sensor: SensorModel;
  readonly #options: LevelOptions;
  #run: Stillness | null = null;
  readonly #found: GravityObservation[] = [];
  readonly #counts = { still: 0, moving: 0, withoutReadings: 0, wrongForce: 0 };

  constructor(sensor: SensorModel, options: LevelOptions = LEVEL_DEFAULTS) {
    this.#sensor = sensor;
    this.#options = options;
  }

  /** Adds the next scan's readings with its pose. */
  add(imu: readonly ImuSample[], pose: ScanPose): void {
    const state = this.#stateOf(imu);
    this.#counts[state]++;
    if (state !== 'still') {
      this.#close();
      return;
    }
    if (this.#run !== null && !this.#standsAsIn(this.#run, pose, imu)) this.#close();
    this.#run ??= { first: pose, scans: [] };
    this.#run.scans.push({ pose, imu });
  }

  finish(): { observations: readonly GravityObservation[]; diagnostics: LevelDiagnostics } {
    this.#close();
    return { observations: this.#found, diagnostics: this.#counts };
  }

  #stateOf(imu: readonly ImuSample[]): keyof LevelDiagnostics {
    if (imu.length < LEAST_READINGS) return 'withoutReadings';
    const { gyroScatter, gyroMean, accelScatter, accelOffset } = this.#options;
    const rate = meanAndScatter(imu.map(({ gyro }) => gyro));
    const force = meanAndScatter(imu.map(({ accel }) => accel));
    // Negated, so that NaN readings do not count as still.
    if (!(rate.scatter < gyroScatter && Math.hypot(...rate.mean) < gyroMean && force.scatter < accelScatter))
      return 'moving';
    return Math.abs(Math.hypot(...force.mean) - STANDARD_GRAVITY) < accelOffset ? 'still' : 'wrongForce';
  }

  #standsAsIn({ first, scans }: Stillness, pose: ScanPose, imu: readonly ImuSample[]): boolean {
    const { moved, turned, maxSeconds } = this.#options;
    const [a, b] = [first.T_map_sensor, pose.T_map_sensor];
    const away = Math.hypot(...movedBy(a.t, b.t, pose.quality));
    const angle = Math.hypot(...logSo3(multiply3(transpose3(a.R), b.R)));
    const seconds = secondsOf([...scans, { imu }]);
    return away < moved && angle < turned && seconds >= 0 && seconds <= maxSeconds;
  }

  #close(): void {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    const scans = withoutRamps(run.scans);
    const seconds = secondsOf(scans);
    if (!(seconds >= this.#options.minSeconds)) return;
    const force = scans.flatMap(({ imu }) => imu.map(({ accel }) => accel));
    const { mean, scatter } = meanAndScatter(force);
    const size = Math.hypot(...mean);
    const up = rotateVector(this.#sensor.T_sensor_imu.R, mean[0] / size, mean[1] / size, mean[2] / size);
    this.#found.push({
      scanIndex: scans[Math.floor(scans.length / 2)].pose.scanIndex,
      up,
      sigma: Math.hypot(this.#options.accelBiasSigma, scatter / Math.sqrt(force.length)) / size,
      firstScan: scans[0].pose.scanIndex,
      lastScan: scans[scans.length - 1].pose.scanIndex,
      readings: force.length,
      seconds,
    });
  }
}

/**
 * Displacement between two positions, m, without the component along an unconstrained direction: along it the pose
 * drifts even while the sensor stands still. A steady ride in that direction passes the test, but does no harm: it
 * has no specific force of its own.
 */
function movedBy(from: ArrayLike<number>, to: ArrayLike<number>, quality: PoseQuality): number[] {
  const step = [0, 1, 2].map((k) => to[k] - from[k]);
  if (!isUnobserved(quality)) return step;
  const { weakDirection } = quality;
  const along = step.reduce((sum, value, k) => sum + value * weakDirection[k], 0);
  return step.map((value, k) => value - along * weakDirection[k]);
}

/**
 * Largest deviation of a scan's mean force from that of most others, m/s^2; beyond it the robot was braking or
 * accelerating.
 */
const RAMP_FORCE = 0.05;

/** Scans of a stillness without those at its ends in which the robot was still braking or already accelerating. */
function withoutRamps(scans: Stillness['scans']): Stillness['scans'] {
  const means = scans.map(({ imu }) => meanAndScatter(imu.map(({ accel }) => accel)).mean);
  const most = [0, 1, 2].map((k) => median(means.map((mean) => mean[k])));
  const steady = means.map((mean) => Math.hypot(...mean.map((value, k) => value - most[k])) < RAMP_FORCE);
  return scans.slice(Math.max(steady.indexOf(true), 0), steady.lastIndexOf(true) + 1);
}

function secondsOf(scans: readonly { readonly imu: readonly ImuSample[] }[]): number {
  if (scans.length === 0) return 0;
  const last = scans[scans.length - 1].imu;
  return Number(last[last.length - 1].stampNs - scans[0].imu[0].stampNs) * 1e-9;
}

function meanAndScatter(values: readonly (readonly number[])[]): { mean: number[]; scatter: number } {
  const mean = [0, 1, 2].map((k) => values.reduce((sum, value) => sum + value[k], 0) / values.length);
  const squares = values.reduce(
    (sum, value) => sum + mean.reduce((s, m, k) => s + (value[k] - m) ** 2, 0),
    0,
  );
  return { mean, scatter: Math.sqrt(squares / Math.max(values.length - 1, 1)) };
}
