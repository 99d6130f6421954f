import type { AlignmentEdit } from '../model/alignment-edit.ts';
import { type StageContext, throwIfCancelled } from '../model/context.ts';
import type { ScanPose } from '../model/pose.ts';
import { isGyroBelievable } from '../odometry/gyro-bias.ts';
import { Odometry, type OdometryState } from '../odometry/odometry.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import type { ScanAligner, ScanEngine } from '../odometry/scan-aligner.ts';
import { SubmapCheckpoints } from './align/submap-checkpoints.ts';
import { nextScan, nudgeOf, optionsAt } from './alignment-edits.ts';
import { firstInReach, firstInSight, isSubmapComplete } from './keyframes-in-reach.ts';
import type { AlignmentScans } from './scan-store.ts';

/** A scan with its pose. */
export interface AlignedScan {
  readonly pose: ScanPose;
  /** Odometry state after it, to resume from; null except after the last of scans that were aligned together. */
  readonly state: OdometryState | null;
}

/** The last aligned scan, and the odometry state after it. */
export interface AlignmentCursor {
  readonly scan: number;
  readonly state: OdometryState;
}

/**
 * Loads the keyframes among the aligned scans, from `from` to before `to`, oldest first; those before
 * `firstInReach` may be left out. Called when the submap must be rebuilt.
 */
export type KeyframeSource = (from: number, to: number, radius: number) => Promise<readonly ScanPose[]>;

/** Options and edits that determine an alignment. */
interface AlignmentQuestion {
  readonly store: AlignmentScans;
  readonly options: OdometryOptions;
  /** Checked by `checkEdits`. */
  readonly edits: readonly AlignmentEdit[];
}

/**
 * Odometry over the scans of a session and the manual edits, one scan at a time. It can be interrupted after
 * any scan and resumed from its stored state, and gives bit-identical poses.
 */
export class StepwiseAlignment {
  readonly #engine: ScanEngine;
  readonly #keyframes: KeyframeSource;
  /** null: it only goes forward. */
  readonly #marks: SubmapCheckpoints | null;
  #question: AlignmentQuestion;
  #last: AlignmentCursor | null;
  #next: number;
  #open: OpenOdometry | null = null;

  /**
   * @param engine computes each scan; equivalent engines give the same poses
   * @param from cursor of an earlier alignment with the same options to resume from; null: from the start
   * @param goesBack true: submaps of earlier scans are kept, up to 200 MB, so that `goBack` is quick
   */
  constructor(
    question: AlignmentQuestion,
    engine: ScanEngine,
    from: AlignmentCursor | null,
    keyframes: KeyframeSource,
    goesBack = true,
  ) {
    this.#question = question;
    this.#engine = engine;
    this.#keyframes = keyframes;
    this.#marks = goesBack ? new SubmapCheckpoints() : null;
    this.#last = from;
    this.#next = nextScan(question.edits, from === null ? 0 : from.scan + 1);
  }

  /** Index of the next scan to align; the session's length if all are aligned. */
  get next(): number {
    return this.#next;
  }

  get isDone(): boolean {
    return this.#next >= this.#question.store.count;
  }

  /** False once the gyro has disagreed with scan matching. */
  get gyroBelievable(): boolean {
    return this.#last === null || isGyroBelievable(this.#last.state.gyro);
  }

  /** Returns to an earlier scan, and continues from there with these edits. */
  goBack(edits: readonly AlignmentEdit[], to: AlignmentCursor | null): void {
    this.#question = { ...this.#question, edits };
    this.#last = to;
    this.#next = nextScan(edits, to === null ? 0 : to.scan + 1);
    this.#marks?.forgetAfter(to?.scan ?? -1);
    this.destroy();
  }

  /**
   * Aligns the next scan; the first two together, because the motion of the first is known only with the
   * second, and some more if the robot is moving from the start (`Odometry.next`).
   *
   * @returns empty if all are aligned
   * @throws CancelledError; errors of the engine and the store; the alignment is then unchanged
   */
  async step(context: StageContext): Promise<AlignedScan[]> {
    if (this.isDone) return [];
    return this.#last === null ? this.#start(context) : this.#place(context);
  }

  /** Frees the buffers of the engine. */
  destroy(): void {
    this.#open?.aligner.destroy();
    this.#open = null;
  }

  async #start(context: StageContext): Promise<AlignedScan[]> {
    const { store, edits } = this.#question;
    const first = this.#next;
    const second = nextScan(edits, first + 1);
    const isAlone = second >= store.count;
    try {
      const odometry = await this.#odometryFor(isAlone ? first : second, context);
      let poses: ScanPose[] = [];
      let scan = first;
      while (poses.length === 0 && scan < store.count && (scan <= second || this.#goesOnAt(scan))) {
        throwIfCancelled(context.cancel, 'work-align');
        const nudge = scan === first ? null : nudgeOf(edits, scan);
        poses = await odometry.next(await store.read(scan), context.cancel, nudge);
        this.#emitProgress(scan, context);
        scan = nextScan(edits, scan + 1);
      }
      if (poses.length === 0) poses = odometry.finish();
      if (odometry.hasStarted) return await this.#accept(poses, odometry);
      this.#next = scan;
      return poses.map((pose) => ({ pose, state: null }));
    } catch (error) {
      // It may have buffered scans by now, which will be passed to it again.
      this.destroy();
      throw error;
    }
  }

  /** False if the scan was nudged, or the options change from it on: earlier scans are then not buffered for it. */
  #goesOnAt(scan: number): boolean {
    const { options, edits } = this.#question;
    return nudgeOf(edits, scan) === null && isSame(optionsAt(options, edits, scan), this.#open!.options);
  }

  async #place(context: StageContext): Promise<AlignedScan[]> {
    const { store, edits } = this.#question;
    const odometry = await this.#odometryFor(this.#next, context);
    throwIfCancelled(context.cancel, 'work-align');
    const scan = await store.read(this.#next);
    const poses = await odometry.next(scan, context.cancel, nudgeOf(edits, this.#next));
    this.#emitProgress(this.#next, context);
    return this.#accept(poses, odometry);
  }

  async #accept(poses: readonly ScanPose[], odometry: Odometry): Promise<AlignedScan[]> {
    const { state } = odometry;
    const last = poses[poses.length - 1];
    const scan = last.scanIndex;
    if (last.isKeyframe && this.#open !== null) await this.#marks?.note(scan, this.#open.options, odometry);
    this.#last = { scan, state };
    this.#next = nextScan(this.#question.edits, scan + 1);
    return poses.map((pose) => ({ pose, state: pose.scanIndex === scan ? state : null }));
  }

  #emitProgress(scan: number, { emit }: StageContext): void {
    emit({
      kind: 'progress',
      stage: 'align',
      done: scan + 1,
      total: this.#question.store.count,
      unit: 'scans',
    });
  }

  /** Odometry with the options of a scan, its state that after the last aligned one. */
  async #odometryFor(scan: number, context: StageContext): Promise<Odometry> {
    const { store, options: usual, edits } = this.#question;
    const options = optionsAt(usual, edits, scan);
    if (this.#open !== null && isSame(this.#open.options, options)) return this.#open.odometry;
    this.destroy();
    const aligner = await this.#engine.open(store.sensor, options);
    try {
      const odometry = new Odometry(store.sensor, options, aligner);
      if (this.#last !== null) await this.#resume(odometry, aligner, options, this.#last, context);
      this.#open = { odometry, aligner, options };
      return odometry;
    } catch (error) {
      aligner.destroy();
      throw error;
    }
  }

  /** Rebuilds the submap as it was after the last scan. */
  async #resume(
    odometry: Odometry,
    aligner: ScanAligner,
    options: OdometryOptions,
    { scan, state }: AlignmentCursor,
    context: StageContext,
  ): Promise<void> {
    const { store } = this.#question;
    const mark = this.#marks?.lastUpTo(scan, options) ?? null;
    if (mark !== null) aligner.clear(mark.submap);
    const from = mark === null ? 0 : mark.scan + 1;
    const known = await this.#keyframes(from, scan + 1, options.submap.radius);
    const { radius } = options.submap;
    const reached = mark === null ? known.slice(firstInReach(known, radius)) : known;
    const inReach =
      mark === null ? reached.slice(firstInSight(reached, radius, options.filter.maxRange)) : reached;
    const last = inReach.at(-1);
    for (const [i, pose] of inReach.entries()) {
      throwIfCancelled(context.cancel, 'work-align');
      await odometry.replayKeyframe(await store.read(pose.scanIndex), pose);
      // Those farther back may lack what only dropped keyframes had in reach.
      if (mark !== null || isSubmapComplete(pose, last!))
        await this.#marks?.note(pose.scanIndex, options, odometry, pose === last);
      const done = i + 1;
      context.emit({ kind: 'progress', stage: 'map', done, total: inReach.length, unit: 'keyframes' });
    }
    await odometry.restore(state, scan, (index) => store.read(index));
  }
}

interface OpenOdometry {
  readonly odometry: Odometry;
  readonly aligner: ScanAligner;
  readonly options: OdometryOptions;
}

/** True if two option objects are equal; they are small and plain. */
function isSame(a: OdometryOptions, b: OdometryOptions): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
