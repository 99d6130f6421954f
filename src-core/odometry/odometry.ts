import { compose, invert, log } from '../math/se3.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { SensorModel } from '../model/sensor.ts';
import { findAfterGap, positionAcrossHole } from './after-gap.ts';
import { coveredScan, withReadingsOf } from './covered-scans.ts';
import { CpuScanAligner } from './cpu-scan-aligner.ts';
import { type Found, findScan } from './find-scan.ts';
import { matchFirstPair, originPose, START_OPENING, START_TRANSLATION_SIGMA } from './first-pair.ts';
import { middleFromFirst, motionOf, poseAtMiddle } from './frame/deskewed-scan.ts';
import { MIN_POINTS } from './match/match-schedule.ts';
import type { Submap } from './match/submap.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from './odometry-options.ts';
import { isUnmatchable, passCovered } from './pass-covered.ts';
import { poseAtFirst, poseQualityOf, scanPose } from './pose-evidence.ts';
import {
  intervalBetween,
  LONGEST_COASTED,
  type OdometryInput,
  type PreparedScan,
  prepareScan,
  type ScanInterval,
  secondsBetween,
} from './prepared-scan.ts';
import type { ScanAligner } from './scan-aligner.ts';
import { type BufferedScan, isMoving, rematchFirstScan } from './start-in-motion.ts';
import { type OdometryState, Track } from './track.ts';

export type { OdometryInput } from './prepared-scan.ts';
export type { OdometryState } from './track.ts';

/** Scans that are buffered if the robot moves from the start: enough for one period of a gait. */
export const MOVING_START_SCANS = 8;

/**
 * LiDAR odometry scan by scan: predicts, de-skews, decimates, matches against the local submap, uses texture and
 * IMU where the geometry does not constrain the motion, rates the quality, and inserts keyframes into the submap.
 * The map frame is the sensor frame at the first column of the first scan; if the robot is already moving by then,
 * at the middle of that rotation.
 */
export class Odometry {
  readonly #track: Track;
  readonly #aligner: ScanAligner;
  #waiting: PreparedScan | null = null;
  /** Buffered scans of a drive that begins in motion, matched but not yet emitted; null: none. */
  #buffered: BufferedScan[] | null = null;

  /** @param aligner engine that matches each scan; owned by the caller, who must destroy it */
  constructor(
    sensor: SensorModel,
    options: OdometryOptions = ODOMETRY_DEFAULTS,
    aligner: ScanAligner = new CpuScanAligner(sensor, options),
  ) {
    this.#aligner = aligner;
    this.#track = new Track(sensor, options);
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
    const track = this.#track;
    const prepared = prepareScan(withReadingsOf(track.covered, input), track.sensor);
    if (track.scans === 0) {
      if (this.#waiting !== null) return this.#start(this.#waiting, prepared, cancel, T_new_found);
      this.#waiting = prepared;
      return [];
    }
    const previous = track.previous as PreparedScan;
    if (this.#buffered === null && isUnmatchable(track, previous, prepared)) {
      const next = { scan: prepared, previous, along: track.alongTo(previous, prepared) };
      const pose = await passCovered(track, this.#aligner, next, cancel, T_new_found);
      track.covered = [...track.covered, coveredScan(input, prepared.scan, track.options.filter)];
      prepared.release?.();
      return [pose];
    }
    const pose = await this.#place(prepared, previous, cancel, T_new_found);
    track.covered = [];
    if (this.#buffered === null) return [pose];
    this.#buffered.push({ scan: prepared, T_map_middle: track.T_map_middle, pose });
    return this.#buffered.length < MOVING_START_SCANS ? [] : this.#emitBuffered(this.#buffered);
  }

  /** Returns the poses of the buffered scans at the end of the input. */
  finish(): ScanPose[] {
    if (this.#buffered !== null) return this.#emitBuffered(this.#buffered);
    if (this.#waiting === null) return [];
    const only = this.#waiting;
    this.#waiting = null;
    return [originPose(only)];
  }

  /** True once poses of more than one scan were emitted, so that there is a state to resume from. */
  get hasStarted(): boolean {
    return this.#track.scans > 0 && this.#buffered === null;
  }

  /** Copies the current submap. @throws SocavonError 'gpu-lost' if the device of the engine fails */
  copySubmap(): Submap | Promise<Submap> {
    return this.#aligner.copySubmap();
  }

  /** False once gyro and scan matching have disagreed for long. */
  get gyroBelievable(): boolean {
    return this.#track.gyroBias.believable;
  }

  get state(): OdometryState {
    return this.#track.state;
  }

  /**
   * Resumes from a stored state.
   *
   * @param scan the last scan that was placed
   * @param read reads a scan of the session by its index
   */
  restore(
    state: OdometryState,
    scan: number,
    read: (index: number) => Promise<OdometryInput>,
  ): Promise<void> {
    return this.#track.restore(state, scan, read);
  }

  /** Inserts a keyframe of an earlier run into the submap again; all of them, in order, before `restore`. */
  async replayKeyframe(input: OdometryInput, pose: ScanPose): Promise<void> {
    this.#insert(prepareScan(input, this.#track.sensor), pose);
    await this.#aligner.settled();
  }

  // Uses the pose as stored, so that a resumed run rebuilds the identical submap.
  #insert(keyframe: PreparedScan, pose: ScanPose): void {
    this.#aligner.insert(keyframe, poseAtMiddle(pose, keyframe.clock, keyframe.rates), motionOf(pose));
  }

  /** The first two scans; those of a robot that moves already are buffered. */
  async #start(
    first: PreparedScan,
    second: PreparedScan,
    cancel: CancelToken,
    T_new_found: Rigid | null,
  ): Promise<ScanPose[]> {
    const track = this.#track;
    const { pose, match } = await matchFirstPair(track, this.#aligner, first, second, cancel);
    track.keyframe = track.T_map_middle;
    track.keyframes = 1;
    track.scans = 1;
    const interval = { seconds: secondsBetween(first, second), isGap: false };
    const poses = [pose, this.#accept(second, match, first, interval, T_new_found)];
    this.#waiting = null;
    const twist = track.velocity.map((value) => value * second.clock.period);
    if (T_new_found !== null || !isMoving(twist)) return poses;
    const toMiddle = middleFromFirst(first.clock, first.rates, motionOf(pose));
    this.#buffered = [
      { scan: first, T_map_middle: compose(pose.T_map_sensor, toMiddle), pose },
      { scan: second, T_map_middle: track.T_map_middle, pose: poses[1] },
    ];
    return [];
  }

  /** Rematches the first scan against those after it and transforms all others into its frame. */
  #emitBuffered(buffered: readonly BufferedScan[]): ScanPose[] {
    const track = this.#track;
    const gyroBias =
      track.options.gyro && buffered.every(({ scan }) => scan.gyroCovers) ? track.gyroBias.plausible : null;
    const { poses, T_new_old } = rematchFirstScan(buffered, gyroBias, track.sensor, track.options);
    this.#aligner.clear();
    poses.forEach((pose, i) => {
      if (pose.isKeyframe) this.#insert(buffered[i].scan, pose);
    });
    track.T_map_middle = compose(T_new_old, track.T_map_middle);
    track.keyframe = compose(T_new_old, track.keyframe);
    track.along.move(T_new_old);
    this.#buffered = null;
    return poses;
  }

  async #place(
    prepared: PreparedScan,
    previous: PreparedScan,
    cancel: CancelToken,
    T_new_found: Rigid | null,
  ): Promise<ScanPose> {
    const track = this.#track;
    const interval = intervalBetween(previous, prepared);
    const next = { scan: prepared, previous, along: track.alongTo(previous, prepared) };
    if (interval.isGap) {
      const afterGap = await findAfterGap(track, this.#aligner, next, interval.seconds, cancel);
      return this.#accept(prepared, afterGap, previous, interval, T_new_found);
    }
    const bridged =
      interval.seconds > LONGEST_COASTED
        ? await positionAcrossHole(track, this.#aligner, next, interval.seconds, cancel)
        : null;
    const predicted = track.predict(previous, prepared, next.along, bridged);
    // The first scan since a gap whose end was not found: the motion is as unknown as at the start.
    const isUnknown = track.keyframes === 1;
    const prior = isUnknown ? { ...predicted, translationSigma: START_TRANSLATION_SIGMA } : predicted;
    const opening = isUnknown ? START_OPENING : track.threshold.value;
    const placed = await findScan(track, this.#aligner, next, { prior, opening }, cancel);
    if (!isUnknown) track.threshold.learn(prior.T_map_sensor, placed.resolved.T_map_middle);
    return this.#accept(prepared, placed, previous, interval, T_new_found);
  }

  #accept(
    prepared: PreparedScan,
    match: Found,
    previous: PreparedScan,
    { seconds, isGap }: ScanInterval,
    T_new_found: Rigid | null,
  ): ScanPose {
    const track = this.#track;
    const T_found = match.resolved.T_map_middle;
    const T_map_middle = T_new_found === null ? T_found : compose(T_new_found, T_found);
    // The velocity is that of scan matching; a manual correction changes only the pose.
    const step = compose(invert(track.T_map_middle), T_found);
    const byGyro = track.gyroStep(previous, prepared);
    if (byGyro !== null && match.match.system.inliers > MIN_POINTS)
      track.gyroBias.learn(byGyro, step.R, seconds);

    const moved = compose(invert(match.T_map_from), T_found);
    track.velocity = log(moved).map((value) => value / seconds);
    const twist = track.velocity.map((value) => value * prepared.clock.period);
    const motion = { twist, gyroBias: track.usedBias(prepared) };
    const isLost = isGap && match.resolved.heldBy !== 'walls';
    // The walls here are not in the map yet: the first scans build it up, as at the start.
    if (isLost) track.keyframes = 0;
    // After a gap the motion within the scan is that of the whole gap: the next one fits better into the map.
    const isKeyframe = track.isKeyframe(T_map_middle) && (!isGap || isLost);
    const quality = {
      ...poseQualityOf(match.match, match.seen, match.resolved, motion.gyroBias !== null),
      ...(isGap && { gapSeconds: seconds }),
      ...(match.lost && { covariance: match.lost }),
    };
    const T_map_first = poseAtFirst(prepared, T_map_middle, motion);
    const pose = scanPose(prepared, T_map_first, motion, isKeyframe, quality);
    const previousScans = [previous, track.moved];
    if (!match.stands) {
      track.standstill.begin(prepared.scan);
      track.moved = prepared;
    }
    if (isKeyframe) {
      this.#insert(prepared, pose);
      track.keyframe = T_map_middle;
      track.keyframes++;
    }
    if (T_new_found !== null) match.along.move(T_new_found);
    track.along = match.along;
    track.T_map_middle = T_map_middle;
    track.previous = prepared;
    track.scans++;
    this.#release(previousScans);
    return pose;
  }

  /** Gives the memory of scans back that are neither the last, nor the last that moved, nor matched again. */
  #release(scans: readonly (PreparedScan | null)[]): void {
    if (this.#waiting !== null || this.#buffered !== null) return;
    for (const scan of new Set(scans))
      if (scan !== this.#track.previous && scan !== this.#track.moved) scan?.release?.();
  }
}
