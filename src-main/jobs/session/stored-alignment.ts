import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlignmentEdit } from '../../../src-core/contract/alignment-requests.ts';
import { message } from '../../../src-core/messages/message.ts';
import type { EngineIdentity } from '../../../src-core/model/engine-name.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import type { OdometryOptions } from '../../../src-core/odometry/odometry-options.ts';
import type { PoseStore } from '../../../src-core/survey/align.ts';
import { checkEdits, nextScan } from '../../../src-core/survey/alignment-edits.ts';
import { firstInReach } from '../../../src-core/survey/keyframes-in-reach.ts';
import type { AlignedScan, AlignmentCursor } from '../../../src-core/survey/stepwise-alignment.ts';
import type { StoredEdits } from '../../project/alignment-edits.ts';
import type { AlignmentRun } from '../../project/alignment-runs.ts';
import { ownCalibration, restoreOwnCalibration } from '../../project/calibrations.ts';
import type { Project } from '../../project/project.ts';
import type { Session } from '../../project/sessions.ts';
import { captureHashOf } from './resumable-alignment.ts';

/** Poses read per event-loop turn during the search for keyframes in reach: some 20 ms. */
const BLOCK = 500;

/**
 * Stored alignment run of a session: the poses, the odometry state after each, and the user's edits. Every write is
 * atomic, so that the run can be resumed after any crash.
 */
export class StoredAlignment implements PoseStore {
  readonly run: AlignmentRun;
  readonly #project: Project;
  readonly #session: Session;
  #edits: StoredEdits;
  /** Index of the last scan with a pose; -1: none. */
  #last: number;
  /** True until the first scan of a run that was stopped before. */
  #isResumed: boolean;

  /** Opens the run of these options, or starts one. */
  constructor(project: Project, session: Session, engine: EngineIdentity, options: OdometryOptions) {
    const question = {
      sessionId: session.id,
      engine,
      options,
      inputHash: captureHashOf(project, session),
    };
    const known = project.runs.find(question);
    this.run = known ?? project.runs.begin(question);
    this.#project = project;
    this.#session = session;
    this.#edits = project.edits.of(this.run.id);
    this.#last = project.poses.last(this.run.id) ?? -1;
    this.#isResumed = known !== null && known.state === 'running' && this.#last >= 0;
    this.#mend();
  }

  get edits(): StoredEdits {
    return this.#edits;
  }

  /** Next scan to align; the number of scans if all are aligned. */
  get next(): number {
    return nextScan(this.#edits.made, this.#last + 1);
  }

  /** Stores scans in order, atomically. @throws SocavonError 'project-busy', 'disk-full', 'file-unwritable' */
  append(placed: readonly AlignedScan[]): void {
    const { poses, states } = this.#project;
    const last = placed[placed.length - 1].pose.scanIndex;
    this.#write(() => {
      if (this.#isResumed) this.#project.runs.noteResumed(this.run);
      this.#isResumed = false;
      // With these edits it is computed again, from an earlier scan on.
      this.#project.discarded.remove(this.#discardedKey(this.#edits.made.length));
      this.#project.refinements.remove(this.run.id);
      poses.append(this.run.id, ...placed.map(({ pose }) => pose));
      for (const { pose, state } of placed)
        if (state !== null) states.put(this.run.id, { scan: pose.scanIndex, state });
      return last;
    });
  }

  /** Last scan from which the alignment can resume; null: the start. A pose without a stored state is removed. */
  resumable(): AlignmentCursor | null {
    const cursor = this.place();
    if (cursor === null && this.#last >= 0) this.takeBackTo(0);
    return cursor;
  }

  /** Position to resume from; null: the start. */
  place(): AlignmentCursor | null {
    return this.#project.states.lastBefore(this.run.id, this.#last + 1);
  }

  poses(): ScanPose[] {
    return this.#project.poses.of(this.run.id);
  }

  /** See `KeyframeSource`. */
  readonly keyframes = async (from: number, to: number, radius: number): Promise<ScanPose[]> => {
    let found: ScanPose[] = [];
    for (let end = to; end > from; end -= BLOCK) {
      const block = this.#project.poses.of(this.run.id, Math.max(from, end - BLOCK), end);
      found = [...block.filter(({ isKeyframe }) => isKeyframe), ...found];
      const first = firstInReach(found, radius);
      if (first > 0) return found.slice(first);
      await nextTurn();
    }
    return found;
  };

  /** Removes poses so that `scan` is the next to align, or an earlier scan if no state is stored there. */
  takeBackTo(scan: number): void {
    this.#write(() => this.#removeFrom(scan));
  }

  /**
   * Adds an edit; the poses from its scan on are kept for its undoing, and those of undone edits are freed.
   *
   * @throws SocavonError 'usage' if the edits together make no alignment
   */
  addEdit(edit: AlignmentEdit): void {
    const options = this.run.options as OdometryOptions;
    const { made } = this.#edits;
    checkEdits([...made, edit], options, this.#session.scanCount);
    this.#write(() => {
      this.#project.edits.add(this.run.id, edit);
      this.#project.discarded.removeAbove(this.#discardedKey(made.length));
      return this.#keepFrom(edit.scan, made.length);
    });
  }

  /**
   * Undoes the last edit and gives back the poses that it discarded.
   *
   * @throws SocavonError 'usage' if there is nothing to undo
   */
  undo(): void {
    const count = this.#edits.made.length;
    const edit = this.#edits.made.at(-1);
    if (edit === undefined) throw new SocavonError('usage', message('undo-none'));
    this.#write(() => {
      this.#project.edits.undo(this.run.id);
      return this.#exchangeFrom(edit.scan, count, count - 1);
    });
  }

  /**
   * Redoes the edit that was undone last and gives back the poses that were computed with it.
   *
   * @throws SocavonError 'usage' if there is nothing to redo
   */
  redo(): void {
    const count = this.#edits.made.length;
    const [edit] = this.#edits.undone;
    if (edit === undefined) throw new SocavonError('usage', message('redo-none'));
    this.#write(() => {
      this.#project.edits.redo(this.run.id);
      return this.#exchangeFrom(edit.scan, count, count + 1);
    });
  }

  /** @param work returns the new last scan with a pose */
  #write(work: () => number): void {
    const { project, run } = { project: this.#project, run: this.run };
    this.#last = project.transaction(() => {
      this.#refuseTwin();
      const last = work();
      this.#edits = project.edits.of(run.id);
      const isWhole = last >= 0 && nextScan(this.#edits.made, last + 1) >= this.#session.scanCount;
      project.runs.setState(run.id, isWhole ? 'done' : 'running');
      return last;
    });
  }

  /** @returns the new last scan with a pose */
  #removeFrom(scan: number): number {
    // It is stale without these poses.
    this.#project.refinements.remove(this.run.id);
    if (scan > this.#last) return this.#last;
    const { states, poses } = this.#project;
    const last = states.lastBefore(this.run.id, scan)?.scan ?? -1;
    poses.removeFrom(this.run.id, last + 1);
    states.removeFrom(this.run.id, last + 1);
    return last;
  }

  /**
   * Takes the poses from `scan` on out of the run and keeps them.
   *
   * @param editCount edits that they were computed with
   * @returns the new last scan with a pose
   */
  #keepFrom(scan: number, editCount: number): number {
    if (scan > this.#last) return this.#removeFrom(scan);
    const last = this.#project.states.lastBefore(this.run.id, scan)?.scan ?? -1;
    const calibration = ownCalibration(this.#project, this.#session.id);
    this.#project.discarded.keep(this.#discardedKey(editCount), last, calibration);
    return this.#removeFrom(scan);
  }

  /** `#keepFrom`, and the poses kept with the edits now in effect come back. @returns the new last scan with a pose */
  #exchangeFrom(scan: number, before: number, now: number): number {
    const { discarded, poses } = this.#project;
    const key = this.#discardedKey(now);
    // With these edits the first scans, which are aligned together, may be others.
    const after = discarded.afterScan(key) ?? this.#last;
    const last = this.#keepFrom(Math.min(scan, after + 1), before);
    const calibration = discarded.giveBack(key, last);
    if (calibration === undefined) return last;
    restoreOwnCalibration(this.#project, this.#session.id, calibration);
    return poses.last(this.run.id) ?? -1;
  }

  #discardedKey(editCount: number) {
    return { runId: this.run.id, editCount };
  }

  /** Removes poses without a resumable state: of a session of a single scan, or of an older state layout. */
  #mend(): void {
    const known = this.#project.states.lastBefore(this.run.id, this.#last + 1)?.scan ?? -1;
    if (known !== this.#last && this.next < this.#session.scanCount) this.takeBackTo(known + 1);
  }

  #refuseTwin(): void {
    const { poses, edits } = this.#project;
    const made = edits.of(this.run.id).made.length;
    if ((poses.last(this.run.id) ?? -1) === this.#last && made === this.#edits.made.length) return;
    throw new SocavonError(
      'project-busy',
      message('project-aligned-elsewhere', { path: this.#project.path }),
    );
  }
}
