import { compose, exp, identity, invert, log, logSo3, multiply3, transpose3 } from '../math/se3.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { AlongMotion, type AlongState, type ResolvedMotion } from './along/along-motion.ts';
import { CpuScanAligner } from './cpu-scan-aligner.ts';
import { middleFromFirst, motionOf, poseAtMiddle, type ScanMotion } from './frame/deskewed-scan.ts';
import { covers, integrateRates, rateSamples } from './frame/gyro-rotation.ts';
import { biasOfPair, GyroBias, type GyroBiasState } from './gyro-bias.ts';
import { AdaptiveThreshold } from './match/adaptive-threshold.ts';
import { MIN_POINTS } from './match/match-schedule.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import { type Observability, observe } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import type { Submap } from './match/submap.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from './odometry-options.ts';
import { ORIGIN_QUALITY, poseAtFirst, poseQualityOf, scanPose } from './pose-evidence.ts';
import { type OdometryInput, type PreparedScan, prepareScan, secondsBetween } from './prepared-scan.ts';
import type { ScanAligner } from './scan-aligner.ts';
import { type BufferedScan, isMoving, rematchFirstScan } from './start-in-motion.ts';

export type { OdometryInput } from './prepared-scan.ts';

/** Everything but the submap that the odometry must remember to go on later; plain JSON. */
export interface OdometryState {
  readonly scans: number;
  readonly T_map_middle: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly velocity: readonly number[];
  readonly threshold: number;
  readonly gyro: GyroBiasState;
  readonly keyframe: { readonly R: readonly number[]; readonly t: readonly number[] };
  readonly keyframes: number;
  readonly along: AlongState;
}

/** A scan in its place, not yet remembered. */
interface Found {
  readonly match: MatchResult;
  readonly seen: Observability;
  readonly settled: ResolvedMotion;
  /** The motion along the drive, gone on to this scan. */
  readonly along: AlongMotion;
}

/**
 * LiDAR odometry scan by scan: predict, take the motion out, thin, match against the local submap, ask other witnesses
 * where the walls do not hold the motion, judge, and let keyframes join the submap. The map frame is that of the sensor
 * at the first column of the first scan; where the robot was under way by then, at the middle of that rotation.
 */
export class Odometry {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #aligner: ScanAligner;

  #threshold: AdaptiveThreshold;
  #gyroBias = new GyroBias();
  #waiting: PreparedScan | null = null;
  #previous: PreparedScan | null = null;
  #T_map_middle: Rigid = identity();
  /** Twist per second. */
  #velocity = new Float64Array(6);
  #scans = 0;
  #keyframe: Rigid = identity();
  #keyframes = 0;
  #along: AlongMotion;
  /** Scans of a drive that begins in motion, placed one after another but not told of yet; null: none. */
  #held: BufferedScan[] | null = null;

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
    this.#along = new AlongMotion(sensor, options);
  }

  /**
   * Places the next scan. The first is held back: only with the second is its own motion known. Where the robot is under
   * way by then, the first `SCANS_UNDER_WAY` are held back, and told together once the first was placed anew among
   * the others: the middle of its rotation is the frame of the map. One scan at a time: the next waits for this one.
   *
   * @param T_new_found where a person moved the scan to, seen from where it is found, map frame; null: it stays. Not for
   *   the first, which is the origin, nor while more than one is held back: `finish` first
   * @returns nothing for a scan that is held back, then all of them, then one pose for each scan
   * @throws CancelledError, and what the engine throws; the odometry then stands as before this scan
   */
  async next(
    input: OdometryInput,
    cancel: CancelToken = NEVER_CANCELLED,
    T_new_found: Rigid | null = null,
  ): Promise<ScanPose[]> {
    const prepared = prepareScan(input, this.#sensor);
    if (this.#scans === 0) {
      if (this.#waiting === null) {
        this.#waiting = prepared;
        return [];
      }
      const poses = await this.#start(this.#waiting, prepared, cancel, T_new_found);
      const first = this.#waiting;
      this.#waiting = null;
      const twist = this.#velocity.map((value) => value * prepared.clock.period);
      if (T_new_found !== null || !isMoving(twist)) return poses;
      const { T_map_sensor } = poses[0];
      const T_map_middle = compose(
        T_map_sensor,
        middleFromFirst(first.clock, first.rates, motionOf(poses[0])),
      );
      this.#held = [
        { scan: first, T_map_middle, pose: poses[0] },
        { scan: prepared, T_map_middle: this.#T_map_middle, pose: poses[1] },
      ];
      return [];
    }
    const pose = await this.#place(prepared, cancel, T_new_found);
    if (this.#held === null) return [pose];
    this.#held.push({ scan: prepared, T_map_middle: this.#T_map_middle, pose });
    return this.#held.length < MOVING_START_SCANS ? [] : this.#tellHeld(this.#held);
  }

  /** The poses of the scans that are held back, when no more are to be waited for. */
  finish(): ScanPose[] {
    if (this.#held !== null) return this.#tellHeld(this.#held);
    if (this.#waiting === null) return [];
    const only = this.#waiting;
    this.#waiting = null;
    return [scanPose(only, identity(), standing(), true, ORIGIN_QUALITY)];
  }

  /** True once poses were told of more than one scan: from then on there is a state to go on from. */
  get hasStarted(): boolean {
    return this.#scans > 0 && this.#held === null;
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
      along: this.#along.state,
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
    this.#along.state = state.along;
    this.#previous = prepareScan(last, this.#sensor);
  }

  /** Lets a keyframe of an earlier run join the submap again; all of them, in order, before `restore`. */
  replayKeyframe(input: OdometryInput, pose: ScanPose): void {
    this.#insert(prepareScan(input, this.#sensor), pose);
  }

  // By way of the pose as it is stored, so that a resumed run rebuilds the very same submap.
  #insert(keyframe: PreparedScan, pose: ScanPose): void {
    this.#aligner.insert(keyframe, poseAtMiddle(pose, keyframe.clock, keyframe.rates), motionOf(pose));
  }

  // Two scans at once: match the second to the first as if it stood, then again with the motion found.
  async #start(
    first: PreparedScan,
    second: PreparedScan,
    cancel: CancelToken,
    T_new_found: Rigid | null,
  ): Promise<ScanPose[]> {
    const seconds = secondsBetween(first, second);
    let pose = scanPose(first, identity(), standing(), true, ORIGIN_QUALITY);
    let found = await this.#matchFirst(first, pose, second, cancel);
    for (let pass = 1; pass < START_PASSES; pass++) {
      const step = compose(invert(this.#T_map_middle), found.settled.T_map_middle);
      const byGyro = this.#gyroStep(first, second);
      const motion = {
        twist: log(step).map((value) => (value * first.clock.period) / seconds),
        gyroBias: byGyro && first.gyroCovers ? biasOfPair(byGyro, step.R, seconds) : null,
      };
      pose = scanPose(first, identity(), motion, true, ORIGIN_QUALITY);
      found = await this.#matchFirst(first, pose, second, cancel);
    }
    this.#keyframe = this.#T_map_middle;
    this.#keyframes = 1;
    this.#scans = 1;
    return [pose, this.#accept(second, found, first, seconds, T_new_found)];
  }

  /** Matches the second scan to the first alone, whose motion is taken out as its pose has it. */
  async #matchFirst(
    first: PreparedScan,
    pose: ScanPose,
    second: PreparedScan,
    cancel: CancelToken,
  ): Promise<Found> {
    const motion = motionOf(pose);
    this.#aligner.clear();
    this.#T_map_middle = poseAtMiddle(pose, first.clock, first.rates);
    this.#velocity = motion.twist.map((value) => value / first.clock.period);
    this.#aligner.insert(first, this.#T_map_middle, motion);
    this.#along = new AlongMotion(this.#sensor, this.#options, this.#T_map_middle.t);
    const along = this.#alongTo(first, second);
    const predicted = this.#predict(first, second, along);
    const prior = {
      ...predicted,
      rotationSigma: Math.min(predicted.rotationSigma, START_ROTATION_SIGMA),
      translationSigma: START_TRANSLATION_SIGMA,
    };
    return this.#find(second, prior, first, along, START_OPENING, cancel);
  }

  /** Places the first scan anew, among those after it, and all others in its frame. */
  #tellHeld(held: readonly BufferedScan[]): ScanPose[] {
    const gyroBias =
      this.#options.gyro && held.every(({ scan }) => scan.gyroCovers) ? this.#gyroBias.plausible : null;
    const { poses, T_new_old } = rematchFirstScan(held, gyroBias, this.#sensor, this.#options);
    this.#aligner.clear();
    poses.forEach((pose, i) => {
      if (pose.isKeyframe) this.#insert(held[i].scan, pose);
    });
    this.#T_map_middle = compose(T_new_old, this.#T_map_middle);
    this.#keyframe = compose(T_new_old, this.#keyframe);
    this.#along.move(T_new_old);
    this.#held = null;
    return poses;
  }

  async #place(prepared: PreparedScan, cancel: CancelToken, T_new_found: Rigid | null): Promise<ScanPose> {
    const previous = this.#previous as PreparedScan;
    const seconds = secondsBetween(previous, prepared);
    const along = this.#alongTo(previous, prepared);
    const prior = this.#predict(previous, prepared, along);
    const found = await this.#find(prepared, prior, previous, along, this.#threshold.value, cancel);
    this.#threshold.learn(prior.T_map_sensor, found.settled.T_map_middle);
    return this.#accept(prepared, found, previous, seconds, T_new_found);
  }

  #alongTo(previous: PreparedScan, prepared: PreparedScan): AlongMotion {
    const seconds = secondsBetween(previous, prepared);
    return this.#along.next(previous, prepared, this.#T_map_middle.R, this.#gyroBias.value, seconds);
  }

  /**
   * Where the sensor should be: constant velocity, its rotation by the gyro where there is one, its place by the
   * accelerometer where the walls did not hold it.
   */
  #predict(previous: PreparedScan, prepared: PreparedScan, along: AlongMotion): MotionPrior {
    const { accelerationSigma, angularAccelerationSigma } = this.#options;
    const seconds = secondsBetween(previous, prepared);
    const step = exp(this.#velocity.map((value) => value * seconds));
    const byGyro = this.#useGyro(prepared) ? this.#gyroStep(previous, prepared) : null;
    const { R, t } = compose(this.#T_map_middle, { R: byGyro ?? step.R, t: step.t });
    return {
      T_map_sensor: { R, t: Float64Array.from(along.predictedPosition ?? t) },
      rotationSigma: byGyro
        ? this.#gyroBias.rotationSigma(seconds)
        : angularAccelerationSigma * seconds * seconds,
      translationSigma: accelerationSigma * seconds * seconds,
    };
  }

  /** Rotation from the middle of the previous scan to that of this one by the gyro; null where it cannot tell. */
  #gyroStep(previous: PreparedScan, prepared: PreparedScan): Float64Array | null {
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

  #useGyro(prepared: PreparedScan): boolean {
    return (
      this.#options.gyro && prepared.gyroCovers && this.#gyroBias.calibrated && this.#gyroBias.believable
    );
  }

  /** Matches a scan with the submap, and settles where it is along the drive where that says nothing. */
  async #find(
    prepared: PreparedScan,
    prior: MotionPrior,
    previous: PreparedScan,
    along: AlongMotion,
    opening: number,
    cancel: CancelToken,
  ): Promise<Found> {
    const thinning = this.#keyframes < this.#options.keyframesAtStart ? 1 : this.#options.thinning;
    const perRotation = prepared.clock.period / secondsBetween(previous, prepared);
    const gyroBias = this.#usedBias(prepared);
    const task = {
      ...prepared,
      thinning,
      prior,
      opening,
      T_map_previous: this.#T_map_middle,
      perRotation,
      gyroBias,
    };
    const match = await this.#aligner.match(task, cancel);
    const T_map_middle = match.T_map_sensor;
    const seen = observe(match.system, T_map_middle.R, this.#options.observability);
    const twist = log(compose(invert(this.#T_map_middle), T_map_middle)).map((value) => value * perRotation);
    const priorSigma = prior.translationSigma;
    const matched = { scan: prepared, T_map_middle, seen, motion: { twist, gyroBias }, priorSigma };
    const settled = along.settle(matched, this.#aligner.submap.texture);
    return { match, seen, settled, along };
  }

  #usedBias(prepared: PreparedScan): readonly [number, number, number] | null {
    return this.#useGyro(prepared) ? this.#gyroBias.value : null;
  }

  #accept(
    prepared: PreparedScan,
    found: Found,
    previous: PreparedScan,
    seconds: number,
    T_new_found: Rigid | null,
  ): ScanPose {
    const T_found = found.settled.T_map_middle;
    const T_map_middle = T_new_found === null ? T_found : compose(T_new_found, T_found);
    // How the robot drove is what the walls say: a hand mends the place.
    const step = compose(invert(this.#T_map_middle), T_found);
    const byGyro = this.#gyroStep(previous, prepared);
    if (byGyro !== null && found.match.system.inliers > MIN_POINTS)
      this.#gyroBias.learn(byGyro, step.R, seconds);

    this.#velocity = log(step).map((value) => value / seconds);
    const twist = this.#velocity.map((value) => value * prepared.clock.period);
    const motion = { twist, gyroBias: this.#usedBias(prepared) };
    const isKeyframe = this.#isKeyframe(T_map_middle);
    const quality = poseQualityOf(found.match, found.seen, found.settled, motion.gyroBias !== null);
    const T_map_first = poseAtFirst(prepared, T_map_middle, motion);
    const pose = scanPose(prepared, T_map_first, motion, isKeyframe, quality);
    if (isKeyframe) {
      this.#insert(prepared, pose);
      this.#keyframe = T_map_middle;
      this.#keyframes++;
    }
    if (T_new_found !== null) found.along.move(T_new_found);
    this.#along = found.along;
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

/** Scans that are held back where the robot is under way from the start: enough for a gait to come round. */
export const MOVING_START_SCANS = 8;
/** Opening of the robust kernel before anything is known of the motion, metres. */
const INITIAL_THRESHOLD = 0.3;
/** The same for the very first pair, where the robot may already be driving. */
const START_OPENING = 1;
/** Times that the first two scans are matched, each with the motion found before. */
const START_PASSES = 3;
/** What is known of the motion between the first two scans: the robot may be driving and turning already. */
const START_TRANSLATION_SIGMA = 0.3;
const START_ROTATION_SIGMA = 0.01;

function standing(): ScanMotion {
  return { twist: new Float64Array(6), gyroBias: null };
}

function plain(T: Rigid): { R: number[]; t: number[] } {
  return { R: [...T.R], t: [...T.t] };
}

function rigid(T: { readonly R: readonly number[]; readonly t: readonly number[] }): Rigid {
  return { R: Float64Array.from(T.R), t: Float64Array.from(T.t) };
}
