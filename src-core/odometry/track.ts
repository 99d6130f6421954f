import { compose, exp, identity, logSo3, multiply3, transpose3 } from '../math/se3.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { AlongMotion, type AlongState } from './along/along-motion.ts';
import { type CoveredScan, type CoveredState, coveredScan } from './covered-scans.ts';
import { covers, integrateRates, rateSamples } from './frame/gyro-rotation.ts';
import { GyroBias, type GyroBiasState } from './gyro-bias.ts';
import { AdaptiveThreshold } from './match/adaptive-threshold.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import { Standstill } from './match/standstill.ts';
import type { OdometryOptions } from './odometry-options.ts';
import { type OdometryInput, type PreparedScan, prepareScan, secondsBetween } from './prepared-scan.ts';

/** Odometry state needed to resume, without the submap; plain JSON. */
export interface OdometryState {
  readonly scans: number;
  readonly T_map_middle: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly velocity: readonly number[];
  readonly threshold: number;
  readonly gyro: GyroBiasState;
  readonly keyframe: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly keyframes: number;
  readonly along: AlongState;
  /** Absent unless the last scans were covered; see `CoveredState`. */
  readonly covered?: CoveredState;
  /** Index of the last scan in which the sensor moved; absent in states of earlier versions. */
  readonly movedAt?: number;
}

/**
 * Where a sensor is and how it moves, from scan to scan: predicts where the next one is, by constant velocity, gyro and
 * accelerometer. Poses are those at the middle of a rotation, map frame.
 */
export class Track {
  readonly sensor: SensorModel;
  readonly options: OdometryOptions;
  readonly standstill: Standstill;
  readonly threshold = new AdaptiveThreshold(INITIAL_THRESHOLD);
  readonly gyroBias = new GyroBias();
  /** The last scan that was placed; null: none yet. */
  previous: PreparedScan | null = null;
  T_map_middle: Rigid = identity();
  /** Twist per second. */
  velocity = new Float64Array(6);
  /** Scans that were placed; 0 until the second. */
  scans = 0;
  /** Pose of the last keyframe. */
  keyframe: Rigid = identity();
  keyframes = 0;
  along: AlongMotion;
  /** Scans since the last with returns, which have none. */
  covered: readonly CoveredScan[] = [];
  /** The last scan in which the sensor moved. */
  moved: PreparedScan | null = null;

  constructor(sensor: SensorModel, options: OdometryOptions) {
    this.sensor = sensor;
    this.options = options;
    this.along = new AlongMotion(sensor, options);
    this.standstill = new Standstill(sensor, options);
  }

  /** Velocity in the sensor frame, m/s. */
  get linearVelocity(): Vec3 {
    const [, , , x, y, z] = this.velocity;
    return [x, y, z];
  }

  /** The motion along the drive, advanced to a scan. */
  alongTo(previous: PreparedScan, prepared: PreparedScan): AlongMotion {
    const seconds = secondsBetween(previous, prepared);
    return this.along.next(previous, prepared, this.T_map_middle.R, this.gyroBias.value, seconds);
  }

  /**
   * Predicts the pose: constant velocity, with the rotation by the gyro if available, and the position by the
   * accelerometer where the geometry did not constrain it.
   *
   * @param bridged position after a hole, map frame; null: the motion goes on
   */
  predict(
    previous: PreparedScan,
    prepared: PreparedScan,
    along: AlongMotion,
    bridged: ArrayLike<number> | null = null,
  ): MotionPrior {
    const { accelerationSigma, angularAccelerationSigma } = this.options;
    const seconds = secondsBetween(previous, prepared);
    const step = exp(this.velocity.map((value) => value * seconds));
    const byGyro = this.trustedTurn(previous, prepared);
    const { R, t } = compose(this.T_map_middle, { R: byGyro ?? step.R, t: step.t });
    return {
      T_map_sensor: { R, t: Float64Array.from(bridged ?? along.predictedPosition ?? t) },
      rotationSigma: byGyro
        ? this.gyroBias.rotationSigma(seconds)
        : angularAccelerationSigma * seconds * seconds,
      translationSigma: accelerationSigma * seconds * seconds,
    };
  }

  /**
   * Rotation by the gyro from the middle of the previous scan to that of this one; null: the readings do not cover
   * it.
   */
  gyroStep(previous: PreparedScan, prepared: PreparedScan): Float64Array | null {
    if (!this.options.gyro || !prepared.gyroCovers) return null;
    const from = Number(previous.middleNs - prepared.clock.firstNs) * 1e-9;
    const to = Number(prepared.middleNs - prepared.clock.firstNs) * 1e-9;
    const both = rateSamples(
      [...previous.imu, ...prepared.imu],
      this.sensor.T_sensor_imu.R,
      prepared.clock.firstNs,
    );
    return to > from && covers(both, from, to) ? integrateRates(both, this.gyroBias.value, from, [to]) : null;
  }

  /** That rotation, once the gyro's bias is known and has not been contradicted for long. */
  trustedTurn(previous: PreparedScan, prepared: PreparedScan): Float64Array | null {
    return this.#isTrusted(prepared) ? this.gyroStep(previous, prepared) : null;
  }

  /** Bias of the gyro, rad/s, sensor frame, if it gives the rotation within a scan; null: it does not. */
  usedBias(prepared: PreparedScan): readonly [number, number, number] | null {
    return this.#isTrusted(prepared) ? this.gyroBias.value : null;
  }

  #isTrusted({ gyroCovers }: PreparedScan): boolean {
    return this.options.gyro && gyroCovers && this.gyroBias.calibrated && this.gyroBias.believable;
  }

  /** True for a pose far enough from the last keyframe, and for the first scans. */
  isKeyframe(T_map_middle: Rigid): boolean {
    const { keyframeDistance, keyframeAngle, keyframesAtStart } = this.options;
    if (this.keyframes < keyframesAtStart) return true;
    const [x, y, z] = T_map_middle.t;
    const [kx, ky, kz] = this.keyframe.t;
    if (Math.hypot(x - kx, y - ky, z - kz) >= keyframeDistance) return true;
    const turned = logSo3(multiply3(transpose3(this.keyframe.R), T_map_middle.R));
    return Math.hypot(...turned) >= keyframeAngle;
  }

  /** What a session stores, to resume from. */
  get state(): OdometryState {
    return {
      scans: this.scans,
      T_map_middle: plain(this.T_map_middle),
      velocity: [...this.velocity],
      threshold: this.threshold.state,
      gyro: this.gyroBias.state,
      keyframe: plain(this.keyframe),
      keyframes: this.keyframes,
      along: this.along.state,
      ...(this.covered.length > 0 &&
        this.previous !== null && {
          covered: { seen: this.previous.index, since: this.covered.map(({ index }) => index) },
        }),
      movedAt: this.moved?.index ?? 0,
    };
  }

  /**
   * Resumes from a stored state.
   *
   * @param scan the last scan that was placed
   * @param read reads a scan of the session by its index
   */
  async restore(
    state: OdometryState,
    scan: number,
    read: (index: number) => Promise<OdometryInput>,
  ): Promise<void> {
    const { seen, since } = state.covered ?? { seen: scan, since: [] };
    const movedAt = state.movedAt ?? seen;
    const prepared = async (index: number): Promise<PreparedScan> =>
      prepareScan(await read(index), this.sensor);
    const covered = await Promise.all(since.map(read));
    this.previous = await prepared(seen);
    this.moved = movedAt === seen ? this.previous : await prepared(movedAt);
    this.standstill.begin(this.moved.scan);
    this.scans = state.scans;
    this.T_map_middle = rigid(state.T_map_middle);
    this.velocity = Float64Array.from(state.velocity);
    this.threshold.state = state.threshold;
    this.gyroBias.state = state.gyro;
    this.keyframe = rigid(state.keyframe);
    this.keyframes = state.keyframes;
    this.along.state = state.along;
    this.covered = covered.map((input) =>
      coveredScan(input, prepareScan(input, this.sensor).scan, this.options.filter),
    );
  }
}

/** Initial width of the robust kernel before the motion is known, metres. */
const INITIAL_THRESHOLD = 0.3;

function plain(T: Rigid): { R: number[]; t: number[] } {
  return { R: [...T.R], t: [...T.t] };
}

function rigid(T: { readonly R: readonly number[]; readonly t: readonly number[] }): Rigid {
  return { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
