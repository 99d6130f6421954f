import {
  compose,
  exp,
  identity,
  invert,
  isTwistWithin,
  log,
  logSo3,
  multiply3,
  rotateVector,
  transpose3,
} from '../math/se3.ts';
import { distance3, dot3, minus3, norm3, unit3, type Vec3 } from '../math/vec3.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { AlongMotion, type AlongState, type ResolvedMotion } from './along/along-motion.ts';
import {
  type CoveredScan,
  type CoveredState,
  coveredScan,
  isCovered,
  isSector,
  withReadingsOf,
} from './covered-scans.ts';
import { CpuScanAligner } from './cpu-scan-aligner.ts';
import { middleFromFirst, motionOf, poseAtMiddle, type ScanMotion } from './frame/deskewed-scan.ts';
import { covers, integrateRates, rateSamples } from './frame/gyro-rotation.ts';
import { biasOfPair, GyroBias, type GyroBiasState } from './gyro-bias.ts';
import { AdaptiveThreshold } from './match/adaptive-threshold.ts';
import { MIN_POINTS } from './match/match-schedule.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import { type Observability, observe } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import { Standstill } from './match/standstill.ts';
import type { Submap } from './match/submap.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from './odometry-options.ts';
import { ORIGIN_QUALITY, poseAtFirst, poseQualityOf, scanPose } from './pose-evidence.ts';
import {
  intervalBetween,
  LONGEST_BRIDGED,
  LONGEST_COASTED,
  type OdometryInput,
  type PreparedScan,
  prepareScan,
  type ScanInterval,
  secondsBetween,
} from './prepared-scan.ts';
import {
  lostCovariance,
  type MatchedCandidate,
  posesAfterGap,
  turnsOnTheSpot,
  unambiguous,
} from './recording-gap.ts';
import type { ScanAligner, ScanMatchTask } from './scan-aligner.ts';
import { type BufferedScan, isMoving, rematchFirstScan } from './start-in-motion.ts';

export type { OdometryInput } from './prepared-scan.ts';

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

/** How the motion since the previous scan is taken. */
interface MotionSince {
  /** Unit vector along the drive, map frame, where nothing tells the place: see `AlongMotion.resolve`. */
  readonly unobserved?: Vec3;
  /** Pose from which the motion within the scan is taken; absent: that of the previous scan. */
  readonly T_map_from?: Rigid;
}

/** What the search after a gap or a hole found. */
interface SearchedPlace {
  /** Unit vector along the drive, map frame. */
  readonly direction: Vec3;
  /** By the accelerometer; null: it did not go on, or is not reliable. */
  readonly inertial: ReturnType<AlongMotion['acrossGap']>;
  /** Rotation by the gyro, sensor frame; null: not recorded. */
  readonly turn: Float64Array | null;
  /** Along the drive before, m/s. */
  readonly speed: number;
  /** That the walls tell beyond doubt, and the accelerometer does not exclude; null: none. */
  readonly place: MatchedCandidate | null;
}

/** A scan matched but not yet committed to the submap. */
interface Found {
  readonly match: MatchResult;
  readonly seen: Observability;
  readonly resolved: ResolvedMotion;
  /** State of the motion along the drive, advanced to this scan. */
  readonly along: AlongMotion;
  /** Pose at the middle of the previous scan that the motion is taken from. */
  readonly T_map_from: Rigid;
  /** True if the sensor has not moved since the previous scan. */
  readonly stands: boolean;
  /** Covariance of the step, if the place after a gap was not found. */
  readonly lost?: readonly number[];
}

/**
 * LiDAR odometry scan by scan: predicts, de-skews, decimates, matches against the local submap, uses texture and
 * IMU where the geometry does not constrain the motion, rates the quality, and inserts keyframes into the submap.
 * The map frame is the sensor frame at the first column of the first scan; if the robot is already moving by then,
 * at the middle of that rotation.
 */
export class Odometry {
  readonly #sensor: SensorModel;
  readonly #options: OdometryOptions;
  readonly #aligner: ScanAligner;
  readonly #standstill: Standstill;

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
  /** Scans since the last with returns, which have none. */
  #covered: readonly CoveredScan[] = [];
  /** The last scan in which the sensor moved. */
  #moved: PreparedScan | null = null;
  /** Buffered scans of a drive that begins in motion, matched but not yet emitted; null: none. */
  #buffered: BufferedScan[] | null = null;

  /** @param aligner engine that matches each scan; owned by the caller, who must destroy it */
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
    this.#standstill = new Standstill(sensor, options);
  }

  /**
   * Matches the next scan. The first is buffered: its own motion is known only with the second. If the robot is
   * already moving by then, the first `MOVING_START_SCANS` are buffered and emitted together once the first was
   * rematched against the others: the middle of its rotation is the map frame. One scan at a time: await each call
   * before the next.
   *
   * @param T_new_found manual correction of the scan, relative to its matched pose, map frame; null: none. Not for
   *   the first scan, which is the origin, nor while more than one is buffered: call `finish` first
   * @returns nothing for a buffered scan, then all of them, then one pose for each scan
   * @throws CancelledError, and errors of the engine; the state of the odometry is then unchanged
   */
  async next(
    input: OdometryInput,
    cancel: CancelToken = NEVER_CANCELLED,
    T_new_found: Rigid | null = null,
  ): Promise<ScanPose[]> {
    const prepared = prepareScan(withReadingsOf(this.#covered, input), this.#sensor);
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
      this.#buffered = [
        { scan: first, T_map_middle, pose: poses[0] },
        { scan: prepared, T_map_middle: this.#T_map_middle, pose: poses[1] },
      ];
      return [];
    }
    if (this.#buffered === null && this.#isUnmatchable(prepared)) {
      const pose = await this.#passCovered(prepared, cancel, T_new_found);
      this.#covered = [...this.#covered, coveredScan(input, prepared.scan, this.#options.filter)];
      prepared.release?.();
      return [pose];
    }
    const pose = await this.#place(prepared, cancel, T_new_found);
    this.#covered = [];
    if (this.#buffered === null) return [pose];
    this.#buffered.push({ scan: prepared, T_map_middle: this.#T_map_middle, pose });
    return this.#buffered.length < MOVING_START_SCANS ? [] : this.#emitBuffered(this.#buffered);
  }

  /** Returns the poses of the buffered scans at the end of the input. */
  finish(): ScanPose[] {
    if (this.#buffered !== null) return this.#emitBuffered(this.#buffered);
    if (this.#waiting === null) return [];
    const only = this.#waiting;
    this.#waiting = null;
    return [scanPose(only, identity(), standing(), true, ORIGIN_QUALITY)];
  }

  /** True once poses of more than one scan were emitted, so that there is a state to resume from. */
  get hasStarted(): boolean {
    return this.#scans > 0 && this.#buffered === null;
  }

  /** Copies the current submap. @throws SocavonError 'gpu-lost' if the device of the engine fails */
  copySubmap(): Submap | Promise<Submap> {
    return this.#aligner.copySubmap();
  }

  /** False once gyro and scan matching have disagreed for long. */
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
      ...(this.#covered.length > 0 &&
        this.#previous !== null && {
          covered: { seen: this.#previous.index, since: this.#covered.map(({ index }) => index) },
        }),
      movedAt: this.#moved?.index ?? 0,
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
      prepareScan(await read(index), this.#sensor);
    const covered = await Promise.all(since.map(read));
    this.#previous = await prepared(seen);
    this.#moved = movedAt === seen ? this.#previous : await prepared(movedAt);
    this.#standstill.begin(this.#moved.scan);
    this.#scans = state.scans;
    this.#T_map_middle = rigid(state.T_map_middle);
    this.#velocity = Float64Array.from(state.velocity);
    this.#threshold.state = state.threshold;
    this.#gyroBias.state = state.gyro;
    this.#keyframe = rigid(state.keyframe);
    this.#keyframes = state.keyframes;
    this.#along.state = state.along;
    this.#covered = covered.map((input) =>
      coveredScan(input, prepareScan(input, this.#sensor).scan, this.#options.filter),
    );
  }

  /** Inserts a keyframe of an earlier run into the submap again; all of them, in order, before `restore`. */
  async replayKeyframe(input: OdometryInput, pose: ScanPose): Promise<void> {
    this.#insert(prepareScan(input, this.#sensor), pose);
    await this.#aligner.settled();
  }

  // Uses the pose as stored, so that a resumed run rebuilds the identical submap.
  #insert(keyframe: PreparedScan, pose: ScanPose): void {
    this.#aligner.insert(keyframe, poseAtMiddle(pose, keyframe.clock, keyframe.rates), motionOf(pose));
  }

  // First two scans: matches the second to the first as if the robot stood still, then again with the motion
  // found.
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
      const step = compose(invert(this.#T_map_middle), found.resolved.T_map_middle);
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
    return [pose, this.#accept(second, found, first, { seconds, isGap: false }, T_new_found)];
  }

  /** Matches the second scan to the first alone, which is de-skewed with its current motion. */
  async #matchFirst(
    first: PreparedScan,
    pose: ScanPose,
    second: PreparedScan,
    cancel: CancelToken,
  ): Promise<Found> {
    const motion = motionOf(pose);
    this.#aligner.clear();
    this.#standstill.begin(first.scan);
    this.#moved = first;
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

  /** Rematches the first scan against those after it and transforms all others into its frame. */
  #emitBuffered(buffered: readonly BufferedScan[]): ScanPose[] {
    const gyroBias =
      this.#options.gyro && buffered.every(({ scan }) => scan.gyroCovers) ? this.#gyroBias.plausible : null;
    const { poses, T_new_old } = rematchFirstScan(buffered, gyroBias, this.#sensor, this.#options);
    this.#aligner.clear();
    poses.forEach((pose, i) => {
      if (pose.isKeyframe) this.#insert(buffered[i].scan, pose);
    });
    this.#T_map_middle = compose(T_new_old, this.#T_map_middle);
    this.#keyframe = compose(T_new_old, this.#keyframe);
    this.#along.move(T_new_old);
    this.#buffered = null;
    return poses;
  }

  async #place(prepared: PreparedScan, cancel: CancelToken, T_new_found: Rigid | null): Promise<ScanPose> {
    const previous = this.#previous as PreparedScan;
    const interval = intervalBetween(previous, prepared);
    const along = this.#alongTo(previous, prepared);
    if (interval.isGap) {
      const found = await this.#findAfterGap(prepared, previous, along, interval.seconds, cancel);
      return this.#accept(prepared, found, previous, interval, T_new_found);
    }
    const bridged =
      interval.seconds > LONGEST_COASTED
        ? await this.#acrossHole(prepared, previous, along, interval.seconds, cancel)
        : null;
    const predicted = this.#predict(previous, prepared, along, bridged);
    // The first scan since a gap whose end was not found: the motion is as unknown as at the start.
    const isUnknown = this.#keyframes === 1;
    const prior = isUnknown ? { ...predicted, translationSigma: START_TRANSLATION_SIGMA } : predicted;
    const opening = isUnknown ? START_OPENING : this.#threshold.value;
    const found = await this.#find(prepared, prior, previous, along, opening, cancel);
    if (!isUnknown) this.#threshold.learn(prior.T_map_sensor, found.resolved.T_map_middle);
    return this.#accept(prepared, found, previous, interval, T_new_found);
  }

  /** True for a scan without returns, and for a sector after a cover or a hole. */
  #isUnmatchable(prepared: PreparedScan): boolean {
    const { filter } = this.#options;
    const previous = this.#previous as PreparedScan;
    const hole = { seconds: secondsBetween(previous, prepared), covered: this.#covered };
    return isCovered(prepared.scan, filter) || isSector(prepared.scan, previous.scan, hole, filter);
  }

  /**
   * Predicts the pose of a scan without returns, or of a sector. The next scan is placed as after lost scans: the
   * motion since the last one before is not known by what was assumed meanwhile.
   */
  async #passCovered(
    prepared: PreparedScan,
    cancel: CancelToken,
    T_new_found: Rigid | null,
  ): Promise<ScanPose> {
    const previous = this.#previous as PreparedScan;
    const along = this.#alongTo(previous, prepared);
    const { R, t } = this.#T_map_middle;
    const velocity = rotateVector(R, ...velocityOf(this.#velocity));
    const elapsed = secondsBetween(previous, prepared);
    const seconds = Math.min(elapsed, LONGEST_BRIDGED);
    const direction = norm3(velocity) > 0 ? unit3(velocity) : X_AXIS;
    const inertial = along.acrossGap(direction);
    const turn = this.#useGyro(prepared) ? this.#gyroStep(previous, prepared) : null;
    const there = {
      R: turn === null ? R : multiply3(R, turn),
      t: t.map((value, i) => inertial?.position[i] ?? value + seconds * velocity[i]),
    };
    // Beyond the time that constant velocity bridges, the prediction stands.
    const goesOn = elapsed <= LONGEST_BRIDGED ? velocity : ([0, 0, 0] as const);
    const inSensor = rotateVector(transpose3(there.R), ...(inertial?.velocity ?? goesOn));
    const motion = {
      twist: Float64Array.of(0, 0, 0, ...inSensor.map((value) => value * prepared.clock.period)),
      gyroBias: turn === null ? null : this.#usedBias(prepared),
    };
    const prior = { ...CANDIDATE_PRIOR, T_map_sensor: there };
    const { match, seen, resolved } = await this.#find(
      prepared,
      prior,
      previous,
      along,
      CANDIDATE_OPENING,
      cancel,
      { unobserved: direction },
    );
    if (T_new_found !== null) {
      this.#T_map_middle = compose(T_new_found, this.#T_map_middle);
      this.#along.move(T_new_found);
    }
    const T_map_middle = T_new_found === null ? there : compose(T_new_found, there);
    // The returns of a sector do not decide the pose: it counts as one without (`withoutBridged`).
    const quality = {
      ...poseQualityOf(match, seen, resolved, motion.gyroBias !== null),
      matched: 0,
      inliers: 0,
      rms: 0,
    };
    return scanPose(prepared, poseAtFirst(prepared, T_map_middle, motion), motion, false, quality);
  }

  #alongTo(previous: PreparedScan, prepared: PreparedScan): AlongMotion {
    const seconds = secondsBetween(previous, prepared);
    return this.#along.next(previous, prepared, this.#T_map_middle.R, this.#gyroBias.value, seconds);
  }

  /**
   * Predicts the pose: constant velocity, with the rotation by the gyro if available, and the position by the
   * accelerometer where the geometry did not constrain it.
   *
   * @param bridged position after a hole, map frame; null: the motion goes on
   */
  #predict(
    previous: PreparedScan,
    prepared: PreparedScan,
    along: AlongMotion,
    bridged: ArrayLike<number> | null = null,
  ): MotionPrior {
    const { accelerationSigma, angularAccelerationSigma } = this.#options;
    const seconds = secondsBetween(previous, prepared);
    const step = exp(this.#velocity.map((value) => value * seconds));
    const byGyro = this.#useGyro(prepared) ? this.#gyroStep(previous, prepared) : null;
    const { R, t } = compose(this.#T_map_middle, { R: byGyro ?? step.R, t: step.t });
    return {
      T_map_sensor: { R, t: Float64Array.from(bridged ?? along.predictedPosition ?? t) },
      rotationSigma: byGyro
        ? this.#gyroBias.rotationSigma(seconds)
        : angularAccelerationSigma * seconds * seconds,
      translationSigma: accelerationSigma * seconds * seconds,
    };
  }

  /**
   * Rotation by the gyro from the middle of the previous scan to that of this one; null: the readings do not cover
   * it.
   */
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

  /**
   * Matches a scan with the submap and resolves its position along the drive where the geometry does not constrain
   * it.
   */
  async #find(
    prepared: PreparedScan,
    prior: MotionPrior,
    previous: PreparedScan,
    along: AlongMotion,
    opening: number,
    cancel: CancelToken,
    { unobserved, T_map_from = this.#T_map_middle }: MotionSince = {},
  ): Promise<Found> {
    const thinning = this.#keyframes < this.#options.keyframesAtStart ? 1 : this.#options.thinning;
    const task = this.#taskAt(prepared, prior, previous, thinning, opening, T_map_from);
    const { perRotation, gyroBias } = task;
    const matching = this.#aligner.match(task, cancel);
    // While a device works: what will be asked of a scan that turns out to be where it was expected.
    if (matching instanceof Promise && unobserved === undefined) this.#hasStood(prepared, prior.T_map_sensor);
    const match = await matching;
    const walls = observe(match.system, match.T_map_sensor.R, this.#options.observability);
    const stands =
      unobserved === undefined && !walls.degenerate && this.#hasStood(prepared, match.T_map_sensor);
    const T_map_middle = stands ? this.#T_map_middle : match.T_map_sensor;
    const seen = unobserved === undefined ? walls : { ...walls, weakDirection: unobserved };
    const twist = log(compose(invert(T_map_from), T_map_middle)).map((value) => value * perRotation);
    const priorSigma = prior.translationSigma;
    const matched = { scan: prepared, T_map_middle, seen, motion: { twist, gyroBias }, priorSigma };
    const resolved = along.resolve(matched, this.#aligner.texture, unobserved !== undefined);
    return { match, seen, resolved, along, T_map_from, stands };
  }

  /** True if the sensor has not moved since the previous scan, by a match that the walls determine. */
  #hasStood({ scan }: PreparedScan, T_map_found: Rigid): boolean {
    const moved = log(compose(invert(this.#T_map_middle), T_map_found));
    // The rays of a timed cloud are others in every scan: only the match tells.
    if (scan.xyz !== undefined) return isTwistWithin(moved, CLOUD_STILL);
    return isTwistWithin(moved, MATCH_ERROR) && this.#standstill.holds(scan);
  }

  #taskAt(
    prepared: PreparedScan,
    prior: MotionPrior,
    previous: PreparedScan,
    thinning: number,
    opening: number,
    T_map_previous: Rigid,
  ): ScanMatchTask {
    return {
      ...prepared,
      thinning,
      prior,
      opening,
      T_map_previous,
      perRotation: prepared.clock.period / secondsBetween(previous, prepared),
      gyroBias: this.#usedBias(prepared),
    };
  }

  /**
   * Finds the pose after a gap in the recording: where the walls tell it beyond doubt among all places that the robot
   * can have driven to; else where it would be at constant velocity, or by the accelerometer, which is then not
   * observed.
   */
  async #findAfterGap(
    prepared: PreparedScan,
    previous: PreparedScan,
    along: AlongMotion,
    seconds: number,
    cancel: CancelToken,
  ): Promise<Found> {
    const { direction, inertial, turn, speed, place } = await this.#searchAfter(
      prepared,
      previous,
      along,
      seconds,
      cancel,
    );
    const before = this.#T_map_middle;
    if (place !== null) {
      const near = { ...CANDIDATE_PRIOR, T_map_sensor: place.T_map_sensor };
      const since = place.stands ? { T_map_from: place.T_map_sensor } : {};
      const found = await this.#find(prepared, near, previous, along, CANDIDATE_OPENING, cancel, since);
      if (!found.seen.degenerate) {
        const metres = distance3(found.resolved.T_map_middle.t, before.t);
        const sigma = Math.hypot(found.resolved.sigma, GAP_SIGMA * metres);
        return { ...found, resolved: { ...found.resolved, sigma } };
      }
    }
    const t = before.t.map((value, i) => inertial?.position[i] ?? value + speed * seconds * direction[i]);
    const R = turn === null ? before.R : multiply3(before.R, turn);
    const there = { ...CANDIDATE_PRIOR, T_map_sensor: { R, t } };
    const since = inertial === null ? along.restartedAt(t) : along;
    const found = await this.#find(prepared, there, previous, since, CANDIDATE_OPENING, cancel, {
      unobserved: direction,
    });
    const { sigma } = found.resolved;
    const inSensor = rotateVector(transpose3(found.resolved.T_map_middle.R), ...direction);
    const turnSigma = turn === null ? null : this.#gyroBias.rotationSigma(seconds);
    const lost = lostCovariance(inSensor, Math.abs(speed) * seconds + sigma, sigma, turnSigma);
    return { ...found, lost };
  }

  /** Looks for the sensor at all places that the robot can have driven to since the previous scan. */
  async #searchAfter(
    prepared: PreparedScan,
    previous: PreparedScan,
    along: AlongMotion,
    seconds: number,
    cancel: CancelToken,
  ): Promise<SearchedPlace> {
    const direction = await this.#directionAt(prepared, previous, cancel);
    const inertial = along.acrossGap(direction);
    const before = this.#T_map_middle;
    const turn = this.#useGyro(prepared) ? this.#gyroStep(previous, prepared) : null;
    const speed = dot3(rotateVector(before.R, ...velocityOf(this.#velocity)), direction);
    const known = { T_map_sensor: before, turn, along: direction, seconds };
    const candidates: MatchedCandidate[] = [];
    const tryAt = async (T_map_sensor: Rigid, stands: boolean): Promise<void> => {
      const from = stands ? T_map_sensor : before;
      const match = await this.#matchCandidate(prepared, T_map_sensor, previous, from, cancel);
      const { inliers, matched } = match.system;
      candidates.push({ T_map_sensor: match.T_map_sensor, inliers, matched, stands });
    };
    for (const pose of posesAfterGap(known)) await tryAt(pose, false);
    for (const pose of turnsOnTheSpot(known)) await tryAt(pose, true);
    const returns = prepared.scan.rangeMm.reduce((count, mm) => count + (mm > 0 ? 1 : 0), 0);
    const place = unambiguous(candidates, returns / CANDIDATE_THINNING);
    // What the accelerometer excludes is another place that looks alike.
    const isExcluded =
      place !== null &&
      inertial !== null &&
      Math.abs(dot3(minus3(place.T_map_sensor.t, inertial.position), direction)) > 1 + 4 * inertial.sigma;
    return { direction, inertial, turn, speed, place: isExcluded ? null : place };
  }

  /**
   * Position after a hole that is too short for a gap, in which a robot may have braked all the same: by the
   * accelerometer; without one where the walls tell it beyond doubt; null: neither does.
   */
  async #acrossHole(
    prepared: PreparedScan,
    previous: PreparedScan,
    along: AlongMotion,
    seconds: number,
    cancel: CancelToken,
  ): Promise<ArrayLike<number> | null> {
    const inertial = along.acrossGap(X_AXIS);
    if (inertial !== null) return inertial.position;
    const { place } = await this.#searchAfter(prepared, previous, along, seconds, cancel);
    return place?.T_map_sensor.t ?? null;
  }

  /** Unit vector along the drive, map frame: that of the motion; of a robot that stood, the weakest of the walls. */
  async #directionAt(prepared: PreparedScan, previous: PreparedScan, cancel: CancelToken): Promise<Vec3> {
    const velocity = rotateVector(this.#T_map_middle.R, ...velocityOf(this.#velocity));
    if (norm3(velocity) > STANDING_SPEED) return unit3(velocity);
    const match = await this.#matchCandidate(
      prepared,
      this.#T_map_middle,
      previous,
      this.#T_map_middle,
      cancel,
    );
    return [...observe(match.system, match.T_map_sensor.R, this.#options.observability).weakDirection];
  }

  /** Matches a scan coarsely at a place where the sensor may be after a gap. */
  async #matchCandidate(
    prepared: PreparedScan,
    T_map_sensor: Rigid,
    previous: PreparedScan,
    T_map_from: Rigid,
    cancel: CancelToken,
  ): Promise<MatchResult> {
    const prior = { ...CANDIDATE_PRIOR, T_map_sensor };
    const task = this.#taskAt(prepared, prior, previous, CANDIDATE_THINNING, CANDIDATE_OPENING, T_map_from);
    return this.#aligner.match(task, cancel);
  }

  #usedBias(prepared: PreparedScan): readonly [number, number, number] | null {
    return this.#useGyro(prepared) ? this.#gyroBias.value : null;
  }

  #accept(
    prepared: PreparedScan,
    found: Found,
    previous: PreparedScan,
    { seconds, isGap }: ScanInterval,
    T_new_found: Rigid | null,
  ): ScanPose {
    const T_found = found.resolved.T_map_middle;
    const T_map_middle = T_new_found === null ? T_found : compose(T_new_found, T_found);
    // The velocity is that of scan matching; a manual correction changes only the pose.
    const step = compose(invert(this.#T_map_middle), T_found);
    const byGyro = this.#gyroStep(previous, prepared);
    if (byGyro !== null && found.match.system.inliers > MIN_POINTS)
      this.#gyroBias.learn(byGyro, step.R, seconds);

    const moved = compose(invert(found.T_map_from), T_found);
    this.#velocity = log(moved).map((value) => value / seconds);
    const twist = this.#velocity.map((value) => value * prepared.clock.period);
    const motion = { twist, gyroBias: this.#usedBias(prepared) };
    const isLost = isGap && found.resolved.heldBy !== 'walls';
    // The walls here are not in the map yet: the first scans build it up, as at the start.
    if (isLost) this.#keyframes = 0;
    // After a gap the motion within the scan is that of the whole gap: the next one fits better into the map.
    const isKeyframe = this.#isKeyframe(T_map_middle) && (!isGap || isLost);
    const quality = {
      ...poseQualityOf(found.match, found.seen, found.resolved, motion.gyroBias !== null),
      ...(isGap && { gapSeconds: seconds }),
      ...(found.lost && { covariance: found.lost }),
    };
    const T_map_first = poseAtFirst(prepared, T_map_middle, motion);
    const pose = scanPose(prepared, T_map_first, motion, isKeyframe, quality);
    const kept = [previous, this.#moved];
    if (!found.stands) {
      this.#standstill.begin(prepared.scan);
      this.#moved = prepared;
    }
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
    this.#release(kept);
    return pose;
  }

  /** Gives the memory of scans back that are neither the last, nor the last that moved, nor matched again. */
  #release(scans: readonly (PreparedScan | null)[]): void {
    if (this.#waiting !== null || this.#buffered !== null) return;
    for (const scan of new Set(scans)) if (scan !== this.#previous && scan !== this.#moved) scan?.release?.();
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

/** Scans that are buffered if the robot moves from the start: enough for one period of a gait. */
export const MOVING_START_SCANS = 8;
/** Initial width of the robust kernel before the motion is known, metres. */
const INITIAL_THRESHOLD = 0.3;
/** Initial width for the very first pair, where the robot may already be driving, metres. */
const START_OPENING = 1;
/** Number of matches of the first two scans, each with the motion of the previous match. */
const START_PASSES = 3;
/** Motion prior of the first two scans; wide, because the robot may already be moving and turning. */
const START_TRANSLATION_SIGMA = 0.3;
const START_ROTATION_SIGMA = 0.01;

/**
 * Largest error of a match to the map of few scans (rad, m), several times what was seen
 * (docs/decisions/0022-a-sensor-that-stands.md).
 */
const MATCH_ERROR = { turn: 0.01, shift: 0.03 };

/**
 * Motion of a timed cloud against the map that is no motion (rad, m): what the matches of a sensor that stands scatter by. All
 * scans of a standstill are compared with its pose, so that a robot that creeps is behind by this at most.
 */
const CLOUD_STILL = { turn: 0.001, shift: 0.004 };

/** Prior of a candidate place after a gap: its spacing, and the turn that its path may have besides. */
const CANDIDATE_PRIOR = { rotationSigma: 0.05, translationSigma: 0.5 };
/** Initial width of the robust kernel there, m. */
const CANDIDATE_OPENING = 0.5;
/** Decimation of a candidate's match. */
const CANDIDATE_THINNING = 8;
/**
 * Standard deviation of a place found on the walls after a gap, per metre across it: they were seen from afar, by few
 * rings (docs/decisions/0018-gaps-in-the-recording.md).
 */
const GAP_SIGMA = 0.0025;
const X_AXIS: Vec3 = [1, 0, 0];
/** Speed below which the motion does not tell the direction of the drive, m/s. */
const STANDING_SPEED = 0.2;

function velocityOf(twist: Float64Array): Vec3 {
  return [twist[3], twist[4], twist[5]];
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
