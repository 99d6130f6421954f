import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlignmentEdit } from '../../src-core/contract/alignment-requests.ts';
import { message } from '../../src-core/messages/message.ts';
import type { EngineIdentity } from '../../src-core/model/engine-name.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import type { PartialAlignment, PoseSink } from '../../src-core/survey/align.ts';
import { checkEdits, nextScan } from '../../src-core/survey/alignment-edits.ts';
import { firstInReach } from '../../src-core/survey/keyframes-in-reach.ts';
import type { AlignedScan, AlignmentCursor } from '../../src-core/survey/stepwise-alignment.ts';
import type { StoredEdits } from '../project/alignment-edits.ts';
import type { AlignmentRun } from '../project/alignment-runs.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';
import { captureHashOf } from './resumable-alignment.ts';

/** Poses read in one turn while the keyframes in reach are looked for: some 20 ms. */
const BLOCK = 500;

/**
 * One alignment of one session as the project keeps it: the poses, the odometry's memory after each, and what a person
 * changed. Whatever is written is written whole, so that it can be taken up after any end of the program.
 */
export class StoredAlignment implements PoseSink {
  readonly run: AlignmentRun;
  readonly #project: Project;
  readonly #session: Session;
  #edits: StoredEdits;
  /** The last scan that has a pose; -1: none. */
  #last: number;

  /** Takes up the run of this question, or begins it. */
  constructor(project: Project, session: Session, engine: EngineIdentity, options: OdometryOptions) {
    const question = {
      sessionId: session.id,
      engine,
      options,
      inputHash: captureHashOf(project, session),
    };
    this.run = project.runs.find(question) ?? project.runs.begin(question);
    this.#project = project;
    this.#session = session;
    this.#edits = project.edits.of(this.run.id);
    this.#last = project.poses.last(this.run.id) ?? -1;
    this.#mend();
  }

  get edits(): StoredEdits {
    return this.#edits;
  }

  /** The next scan to be placed; the session's length where all are. */
  get next(): number {
    return nextScan(this.#edits.made, this.#last + 1);
  }

  /** Keeps some scans in order; all or none. @throws SocavonError 'project-busy', 'disk-full', 'file-unwritable' */
  append(placed: readonly AlignedScan[]): void {
    const { poses, states } = this.#project;
    const last = placed[placed.length - 1].pose.scanIndex;
    this.#write(() => {
      poses.append(this.run.id, ...placed.map(({ pose }) => pose));
      for (const { pose, state } of placed)
        if (state !== null) states.put(this.run.id, { scan: pose.scanIndex, state });
      return last;
    });
  }

  /** Every pose so far, to go on from; one that nothing was kept of is taken back. */
  soFar(): PartialAlignment | null {
    const kept = this.#project.states.lastBefore(this.run.id, this.#last + 1);
    if (kept !== null) return { poses: this.#project.poses.of(this.run.id), state: kept.state };
    if (this.#last >= 0) this.takeBackTo(0);
    return null;
  }

  /** Where the alignment goes on; null: from the start. */
  place(): AlignmentCursor | null {
    return this.#project.states.lastBefore(this.run.id, this.#last + 1);
  }

  /** See `KeyframeSource`. */
  async keyframes(from: number, to: number, radius: number): Promise<ScanPose[]> {
    let found: ScanPose[] = [];
    for (let end = to; end > from; end -= BLOCK) {
      const block = this.#project.poses.of(this.run.id, Math.max(from, end - BLOCK), end);
      found = [...block.filter(({ isKeyframe }) => isKeyframe), ...found];
      const first = firstInReach(found, radius);
      if (first > 0) return found.slice(first);
      await nextTurn();
    }
    return found;
  }

  /** Takes poses back until `scan` is to be placed, or an earlier one where nothing was kept to go on from there. */
  takeBackTo(scan: number): void {
    this.#write(() => this.#removeFrom(scan));
  }

  /** @throws SocavonError 'usage' where the edits together make no alignment */
  addEdit(edit: AlignmentEdit): void {
    const options = this.run.options as OdometryOptions;
    checkEdits([...this.#edits.made, edit], options, this.#session.scanCount);
    this.#write(() => {
      this.#project.edits.add(this.run.id, edit);
      return this.#removeFrom(edit.scan);
    });
  }

  /** @throws SocavonError 'usage' where there is nothing to be undone */
  undo(): void {
    const edit = this.#edits.made.at(-1);
    if (edit === undefined) throw new SocavonError('usage', message('undo-none'));
    this.#write(() => {
      this.#project.edits.undo(this.run.id);
      return this.#removeFrom(edit.scan);
    });
  }

  /** @throws SocavonError 'usage' where nothing was undone */
  redo(): void {
    const [edit] = this.#edits.undone;
    if (edit === undefined) throw new SocavonError('usage', message('redo-none'));
    this.#write(() => {
      this.#project.edits.redo(this.run.id);
      return this.#removeFrom(edit.scan);
    });
  }

  /** @param work gives the last scan that has a pose then */
  #write(work: () => number): void {
    const { project, run } = { project: this.#project, run: this.run };
    this.#last = project.transaction(() => {
      this.#refuseTwin();
      const last = work();
      // Refined from poses that are no more, or that are not all.
      project.refinements.remove(run.id);
      this.#edits = project.edits.of(run.id);
      const isWhole = last >= 0 && nextScan(this.#edits.made, last + 1) >= this.#session.scanCount;
      project.runs.setState(run.id, isWhole ? 'done' : 'running');
      return last;
    });
  }

  /** @returns the last scan that has a pose then */
  #removeFrom(scan: number): number {
    if (scan > this.#last) return this.#last;
    const { states, poses } = this.#project;
    const last = states.lastBefore(this.run.id, scan)?.scan ?? -1;
    poses.removeFrom(this.run.id, last + 1);
    states.removeFrom(this.run.id, last + 1);
    return last;
  }

  /** A session of a single scan has a pose and nothing to go on from; so has one that an older layout kept. */
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
