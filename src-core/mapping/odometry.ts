import { compose, exp, identity, invert, log, logSo3, multiply3, transpose3 } from '../math/se3.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { PoseQuality, ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { ImuSample, Scan } from '../model/scan.ts';
import type { SensorModel } from '../model/sensor.ts';
import { middleFromFirst, motionOf, poseAtMiddle, type ScanMotion } from '../scan/deskewed-scan.ts';
import { covers, integrateRates, rateSamples } from '../scan/gyro-rotation.ts';
import { REFERENCE_FRACTION } from '../scan/motion.ts';
import { scanClock } from '../scan/scan-clock.ts';
import { AdaptiveThreshold } from './adaptive-threshold.ts';
import { CpuScanAligner } from './cpu-scan-aligner.ts';
import { biasOfPair, GyroBias, type GyroBiasState } from './gyro-bias.ts';
import { MIN_POINTS } from './match-schedule.ts';
import type { MotionPrior } from './motion-prior.ts';
import { type ObservabilityOptions, observe } from './observability.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from './odometry-options.ts';
import type { ScanAligner, TimedScan } from './scan-aligner.ts';
import type { MatchResult } from './scan-matcher.ts';
import type { Submap } from './submap.ts';

export { ODOMETRY_DEFAULTS, type OdometryOptions } from './odometry-options.ts';

/** A scan and the inertial readings that came with it. */
export interface OdometryInput {
  readonly index: number;
  readonly scan: Scan;
  readonly imu: readonly ImuSample[];
}

/** Everything but the submap that the odometry must remember to go on later; plain JSON. */
export interface OdometryState {
  readonly scans: number;
  readonly T_map_middle: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly velocity: readonly number[];
  readonly threshold: number;
  readonly gyro: GyroBiasState;
  readonly keyframe: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly keyframes: number;
}

interface Prepared extends TimedScan {
  readonly imu: readonly ImuSample[];
  /** Middle of the rotation, sensor clock. */
  readonly middleNs: bigint;
  readonly gyroCovers: boolean;
}

/**
 * LiDAR odometry scan by scan: predict, take the motion out, thin, match against the local submap, judge, and
 * let keyframes join the submap. The map frame is the sensor's frame at the first column of the first scan.
 */
export class Odometry {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #aligner: ScanAligner;

  #threshold: AdaptiveThreshold;
  #gyroBias = new GyroBias();
  #waiting: Prepared | null = null;
  #previous: Prepared | null = null;
  #T_map_middle: Rigid = identity();
  /** Twist per second. */
  #velocity = new Float64Array(6);
  #scans = 0;
  #keyframe: Rigid = identity();
  #keyframes = 0;

  /** @param aligner the engine that does the work on each scan; who gives it destroys it */
  constructor(
    sensor: SensorModel,
    options: OdometryOptions = ODOMETRY_DEFAULTS,
    aligner: ScanAligner = new CpuScanAligner(sensor, options),
  ) {
    this.#sensor = sensor;
    this.#options = options;
    this.#aligner = aligner;
    this.#threshold = new AdaptiveThreshold(INITIAL_THRESHOLD);
  }

  /**
   * Places the next scan. The first is held back: only with the second is its own motion known, so that a robot
   * that is already moving starts with an undistorted submap. One scan at a time: the next waits for this one.
   *
   * @param T_new_found where a person moved the scan to, seen from where it is found, map frame; null: it stays. Not for
   *   the first, which is the origin
   * @returns nothing for the first scan, two poses for the second, one for each later
   * @throws CancelledError, and what the engine throws; the odometry then stands as before this scan
   */
  async next(
    input: OdometryInput,
    cancel: CancelToken = NEVER_CANCELLED,
    T_new_found: Rigid | null = null,
  ): Promise<ScanPose[]> {
    const prepared = this.#prepare(input);
    if (this.#scans === 0) {
      if (this.#waiting === null) {
        this.#waiting = prepared;
        return [];
      }
      const poses = await this.#start(this.#waiting, prepared, cancel, T_new_found);
      this.#waiting = null;
      return poses;
    }
    return [await this.#place(prepared, cancel, T_new_found)];
  }

  /** The pose of a scan that was held back, when no second came. */
  finish(): ScanPose[] {
    if (this.#waiting === null) return [];
    const only = this.#waiting;
    this.#waiting = null;
    return [scanPose(only, identity(), standing(), true, UNMATCHED)];
  }

  /** True once two scans were placed: from then on there is a state to go on from. */
  get hasStarted(): boolean {
    return this.#scans > 0;
  }

  get submap(): Submap {
    return this.#aligner.submap;
  }

  /** False once the gyro has contradicted the walls. */
  get gyroBelievable(): boolean {
    return this.#gyroBias.believable;
  }

  get state(): OdometryState {
    return {
      scans: this.#scans,
      T_map_middle: plain(this.#T_map_middle),
      velocity: [...this.#velocity],
      threshold: this.#threshold.state,
      gyro: this.#gyroBias.state,
      keyframe: plain(this.#keyframe),
      keyframes: this.#keyframes,
    };
  }

  /**
   * Goes on where `state` was taken.
   *
   * @param last the last scan that was placed
   */
  restore(state: OdometryState, last: OdometryInput): void {
    this.#scans = state.scans;
    this.#T_map_middle = rigid(state.T_map_middle);
    this.#velocity = Float64Array.from(state.velocity);
    this.#threshold.state = state.threshold;
    this.#gyroBias.state = state.gyro;
    this.#keyframe = rigid(state.keyframe);
    this.#keyframes = state.keyframes;
    this.#previous = this.#prepare(last);
  }

  /** Lets a keyframe of an earlier run join the submap again; all of them, in order, before `restore`. */
  replayKeyframe(input: OdometryInput, pose: ScanPose): void {
    const prepared = this.#prepare(input);
    this.#aligner.insert(prepared, poseAtMiddle(pose, prepared.clock, prepared.rates), motionOf(pose));
  }

  #prepare({ index, scan, imu }: OdometryInput): Prepared {
    const clock = scanClock(scan, this.#sensor.rotationHz);
    const rates = rateSamples(imu, this.#sensor.T_sensor_imu.R, clock.firstNs);
    const middleNs = clock.firstNs + BigInt(Math.round(REFERENCE_FRACTION * clock.period * 1e9));
    return { index, scan, imu, clock, rates, middleNs, gyroCovers: covers(rates, 0, clock.period) };
  }

  // Two scans at once: match the second to the first as if it stood, then again with the motion found.
  async #start(
    first: Prepared,
    second: Prepared,
    cancel: CancelToken,
    T_new_found: Rigid | null,
  ): Promise<ScanPose[]> {
    const seconds = secondsBetween(first, second);
    let pose = scanPose(first, identity(), standing(), true, UNMATCHED);
    let found = await this.#matchFirst(first, pose, second, cancel);
    for (let pass = 1; pass < START_PASSES; pass++) {
      const step = compose(invert(this.#T_map_middle), found.T_map_sensor);
      const byGyro = this.#gyroStep(first, second);
      const motion = {
        twist: log(step).map((value) => (value * first.clock.period) / seconds),
        gyroBias: byGyro && first.gyroCovers ? biasOfPair(byGyro, step.R, seconds) : null,
      };
      pose = scanPose(first, identity(), motion, true, UNMATCHED);
      found = await this.#matchFirst(first, pose, second, cancel);
    }
    this.#keyframe = this.#T_map_middle;
    this.#keyframes = 1;
    this.#scans = 1;
    return [pose, this.#accept(second, found, first, seconds, T_new_found)];
  }

  /** Matches the second scan to the first alone, whose motion is taken out as its pose has it. */
  async #matchFirst(
    first: Prepared,
    pose: ScanPose,
    second: Prepared,
    cancel: CancelToken,
  ): Promise<MatchResult> {
    const motion = motionOf(pose);
    this.#aligner.clear();
    this.#T_map_middle = poseAtMiddle(pose, first.clock, first.rates);
    this.#velocity = motion.twist.map((value) => value / first.clock.period);
    this.#aligner.insert(first, this.#T_map_middle, motion);
    const predicted = this.#predict(first, second);
    const prior = {
      ...predicted,
      rotationSigma: Math.min(predicted.rotationSigma, START_ROTATION_SIGMA),
      translationSigma: START_TRANSLATION_SIGMA,
    };
    return this.#match(second, prior, first, START_OPENING, cancel);
  }

  async #place(prepared: Prepared, cancel: CancelToken, T_new_found: Rigid | null): Promise<ScanPose> {
    const previous = this.#previous as Prepared;
    const seconds = secondsBetween(previous, prepared);
    const prior = this.#predict(previous, prepared);
    const found = await this.#match(prepared, prior, previous, this.#threshold.value, cancel);
    this.#threshold.learn(prior.T_map_sensor, found.T_map_sensor);
    return this.#accept(prepared, found, previous, seconds, T_new_found);
  }

  /** Where the sensor should be: constant velocity, its rotation by the gyro where there is one. */
  #predict(previous: Prepared, prepared: Prepared): MotionPrior {
    const { accelerationSigma, angularAccelerationSigma } = this.#options;
    const seconds = secondsBetween(previous, prepared);
    const step = exp(this.#velocity.map((value) => value * seconds));
    const byGyro = this.#useGyro(prepared) ? this.#gyroStep(previous, prepared) : null;
    return {
      T_map_sensor: compose(this.#T_map_middle, { R: byGyro ?? step.R, t: step.t }),
      rotationSigma: byGyro
        ? this.#gyroBias.rotationSigma(seconds)
        : angularAccelerationSigma * seconds * seconds,
      translationSigma: accelerationSigma * seconds * seconds,
    };
  }

  /** Rotation from the middle of the previous scan to that of this one by the gyro; null where it cannot tell. */
  #gyroStep(previous: Prepared, prepared: Prepared): Float64Array | null {
    if (!this.#options.gyro || !prepared.gyroCovers) return null;
    const from = Number(previous.middleNs - prepared.clock.firstNs) * 1e-9;
    const to = Number(prepared.middleNs - prepared.clock.firstNs) * 1e-9;
    const both = rateSamples(
      [...previous.imu, ...prepared.imu],
      this.#sensor.T_sensor_imu.R,
      prepared.clock.firstNs,
    );
    return to > from && covers(both, from, to)
      ? integrateRates(both, this.#gyroBias.value, from, [to])
      : null;
  }

  #useGyro(prepared: Prepared): boolean {
    return (
      this.#options.gyro && prepared.gyroCovers && this.#gyroBias.calibrated && this.#gyroBias.believable
    );
  }

  #match(
    prepared: Prepared,
    prior: MotionPrior,
    previous: Prepared,
    opening: number,
    cancel: CancelToken,
  ): MatchResult | Promise<MatchResult> {
    const thinning = this.#keyframes < this.#options.keyframesAtStart ? 1 : this.#options.thinning;
    const task = {
      ...prepared,
      thinning,
      prior,
      opening,
      T_map_previous: this.#T_map_middle,
      perRotation: prepared.clock.period / secondsBetween(previous, prepared),
      gyroBias: this.#usedBias(prepared),
    };
    return this.#aligner.match(task, cancel);
  }

  #usedBias(prepared: Prepared): readonly [number, number, number] | null {
    return this.#useGyro(prepared) ? this.#gyroBias.value : null;
  }

  #accept(
    prepared: Prepared,
    found: MatchResult,
    previous: Prepared,
    seconds: number,
    T_new_found: Rigid | null,
  ): ScanPose {
    const T_found = found.T_map_sensor;
    const T_map_middle = T_new_found === null ? T_found : compose(T_new_found, T_found);
    // How the robot drove is what the walls say: a hand mends the place.
    const step = compose(invert(this.#T_map_middle), T_found);
    const byGyro = this.#gyroStep(previous, prepared);
    if (byGyro !== null && found.system.inliers > MIN_POINTS) this.#gyroBias.learn(byGyro, step.R, seconds);

    this.#velocity = log(step).map((value) => value / seconds);
    const twist = this.#velocity.map((value) => value * prepared.clock.period);
    const motion = { twist, gyroBias: this.#usedBias(prepared) };
    const isKeyframe = this.#isKeyframe(T_map_middle);
    const quality = judge(
      { ...found, T_map_sensor: T_map_middle },
      this.#options.observability,
      motion.gyroBias !== null,
    );
    const T_first_middle = middleFromFirst(prepared.clock, prepared.rates, motion);
    const T_map_first = compose(T_map_middle, invert(T_first_middle));
    const pose = scanPose(prepared, T_map_first, motion, isKeyframe, quality);
    if (isKeyframe) {
      // By way of the pose as it is stored, so that a resumed run rebuilds the very same submap.
      this.#aligner.insert(prepared, poseAtMiddle(pose, prepared.clock, prepared.rates), motionOf(pose));
      this.#keyframe = T_map_middle;
      this.#keyframes++;
    }
    this.#T_map_middle = T_map_middle;
    this.#previous = prepared;
    this.#scans++;
    return pose;
  }

  #isKeyframe(T_map_middle: Rigid): boolean {
    const { keyframeDistance, keyframeAngle, keyframesAtStart } = this.#options;
    if (this.#keyframes < keyframesAtStart) return true;
    const [x, y, z] = T_map_middle.t;
    const [kx, ky, kz] = this.#keyframe.t;
    if (Math.hypot(x - kx, y - ky, z - kz) >= keyframeDistance) return true;
    const turned = logSo3(multiply3(transpose3(this.#keyframe.R), T_map_middle.R));
    return Math.hypot(...turned) >= keyframeAngle;
  }
}

/**
 * Lost scans are bridged at constant velocity for so long, seconds. Stamps that lie farther apart, or go back, say that
 * the clock was set, the sensor restarted or the recording paused: then the robot is looked for where it was last.
 */
const LONGEST_GAP = 2;

/** From the middle of one scan to that of the next; one rotation where the stamps cannot tell. */
function secondsBetween(previous: Prepared, prepared: Prepared): number {
  const seconds = Number(prepared.middleNs - previous.middleNs) * 1e-9;
  return seconds > 0 && seconds <= LONGEST_GAP ? seconds : prepared.clock.period;
}

/** Opening of the robust kernel before anything is known of the motion, metres. */
const INITIAL_THRESHOLD = 0.3;
/** The same for the very first pair, where the robot may already be driving. */
const START_OPENING = 1;
/** Times that the first two scans are matched, each with the motion found before. */
const START_PASSES = 3;
/** What is known of the motion between the first two scans: the robot may be driving and turning already. */
const START_TRANSLATION_SIGMA = 0.3;
const START_ROTATION_SIGMA = 0.01;

const UNMATCHED: PoseQuality = {
  eigenvalues: [0, 0, 0, 0, 0, 0],
  weakDirection: [1, 0, 0],
  weakSigma: 0,
  weakShare: 0,
  degenerate: false,
  prior: 'none',
  inliers: 0,
  matched: 0,
  rms: 0,
  iterations: 0,
  converged: true,
};

function judge(found: MatchResult, options: ObservabilityOptions, gyro: boolean): PoseQuality {
  const { system } = found;
  const seen = observe(system, found.T_map_sensor.R, options);
  return {
    eigenvalues: seen.eigenvalues,
    weakDirection: seen.weakDirection,
    weakSigma: seen.weakSigma,
    weakShare: seen.weakShare,
    degenerate: seen.degenerate,
    prior: !seen.degenerate ? 'none' : gyro ? 'constant-velocity+gyro' : 'constant-velocity',
    inliers: system.inliers,
    matched: system.matched,
    rms: system.inliers > 0 ? Math.sqrt(system.squared / system.inliers) : 0,
    iterations: found.iterations,
    converged: found.converged,
  };
}

function scanPose(
  prepared: Prepared,
  T_map_sensor: Rigid,
  motion: ScanMotion,
  isKeyframe: boolean,
  quality: PoseQuality,
): ScanPose {
  return {
    scanIndex: prepared.index,
    frameId: prepared.scan.frameId,
    stampNs: prepared.clock.firstNs,
    T_map_sensor,
    T_first_last: exp(motion.twist),
    gyroBias: motion.gyroBias,
    isKeyframe,
    quality,
  };
}

function standing(): ScanMotion {
  return { twist: new Float64Array(6), gyroBias: null };
}

function plain(T: Rigid): { R: number[]; t: number[] } {
  return { R: [...T.R], t: [...T.t] };
}

function rigid(T: { readonly R: readonly number[]; readonly t: readonly number[] }): Rigid {
  return { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
