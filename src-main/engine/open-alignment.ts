import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AlignmentEdit, AlignmentState } from '../../src-core/contract/alignment-requests.ts';
import { decimatedPoints } from '../../src-core/contract/decimated-points.ts';
import type { Points, Poses } from '../../src-core/contract/shapes.ts';
import type { StageContext } from '../../src-core/model/context.ts';
import type { EngineName } from '../../src-core/model/engine-name.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import type { ScanAligner, ScanEngine } from '../../src-core/odometry/scan-aligner.ts';
import { keyframesBetween } from '../../src-core/survey/keyframes-in-reach.ts';
import { PosedScans } from '../../src-core/survey/map-points.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { type AlignedScan, StepwiseAlignment } from '../../src-core/survey/stepwise-alignment.ts';
import { type ClosableScans, readAhead } from '../jobs/schedule/read-ahead.ts';
import { ChosenScanEngine, type ScanEngineHost } from '../jobs/session/choose-scan-engine.ts';
import { resumableEngine } from '../jobs/session/resumable-alignment.ts';
import { StoredAlignment } from '../jobs/session/stored-alignment.ts';
import { type PoseRow, poseRow, posesOf } from '../project/pose-columns.ts';
import type { Project } from '../project/project.ts';
import type { Session } from '../project/sessions.ts';

/** Scans stored per flush to the disk. */
const BATCH = 5;
/** Poses read from the project per event-loop turn: some 20 ms, so that other requests are answered in between. */
const POSES_A_TURN = 2000;

interface Advanced {
  readonly poses: Poses;
  readonly clouds: Points[];
  /** Time spent on scan matching, s. */
  readonly seconds: number;
}

/**
 * Wraps an engine to yield to the event loop before each match: the CPU engine computes a match in one go, and the
 * first two scans take three matches.
 */
function yieldingEngine(engine: ScanEngine): ScanEngine {
  return { ...engine, open: async (sensor, options) => yielding(await engine.open(sensor, options)) };
}

function yielding(aligner: ScanAligner): ScanAligner {
  return {
    get texture() {
      return aligner.texture;
    },
    copySubmap: () => aligner.copySubmap(),
    settled: () => aligner.settled(),
    async match(task, cancel) {
      await nextTurn();
      return aligner.match(task, cancel);
    },
    insert: (keyframe, T_map_middle, motion) => aligner.insert(keyframe, T_map_middle, motion),
    clear: (submap) => aligner.clear(submap),
    destroy: () => aligner.destroy(),
  };
}

/** Alignment of one session that a window controls; every change is stored in the project before it is reported. */
export class OpenAlignment {
  readonly session: Session;
  readonly #project: Project;
  readonly #chosen: ChosenScanEngine;
  readonly #stored: StoredAlignment;
  readonly #store: ScanStore;
  readonly #posed: PosedScans;
  readonly #ahead: ClosableScans;
  readonly #stepwise: StepwiseAlignment;
  #unsaved: AlignedScan[] = [];

  /**
   * Resumes the stored alignment, or starts one.
   *
   * @throws SocavonError 'engine-unavailable', 'project-busy'; CancelledError
   */
  static async open(
    project: Project,
    session: Session,
    name: EngineName,
    context: StageContext,
    host: ScanEngineHost = {},
  ): Promise<OpenAlignment> {
    const chosen = await ChosenScanEngine.of(name, context, host);
    try {
      const begunBy = resumableEngine(project, session, ODOMETRY_DEFAULTS);
      const engine = await chosen.forWork({ scans: session.scanCount, sensor: session.sensor, begunBy });
      return new OpenAlignment(project, session, chosen, engine);
    } catch (error) {
      await chosen.close();
      throw error;
    }
  }

  private constructor(project: Project, session: Session, chosen: ChosenScanEngine, engine: ScanEngine) {
    this.session = session;
    this.#project = project;
    this.#chosen = chosen;
    this.#stored = new StoredAlignment(project, session, engine.identity, ODOMETRY_DEFAULTS);
    this.#store = project.scanStore(session);
    this.#ahead = readAhead(project, session, ODOMETRY_DEFAULTS, engine.identity);
    this.#stepwise = new StepwiseAlignment(
      { store: this.#ahead, options: ODOMETRY_DEFAULTS, edits: this.#stored.edits.made },
      yieldingEngine(engine),
      this.#stored.place(),
      (from, to, radius) => this.#keyframes(from, to, radius),
    );
    this.#posed = new PosedScans(session.sensor);
  }

  get state(): AlignmentState {
    const { run, edits, next } = this.#stored;
    const total = this.session.scanCount;
    return {
      sessionId: this.session.id,
      runId: run.id,
      engine: run.engine,
      next,
      total,
      done: next >= total,
      edits: [...edits.made],
      canUndo: edits.made.length > 0,
      canRedo: edits.undone.length > 0,
    };
  }

  /** All poses computed until now. */
  async poses(): Promise<Poses> {
    const { id } = this.#stored.run;
    const rows: PoseRow[] = [];
    // Between turns the alignment may advance or be stepped back by other requests.
    for (let from = 0; from < this.#stored.next; from += POSES_A_TURN) {
      rows.push(...this.#project.poses.rows(id, this.#firstStampNs, from, from + POSES_A_TURN));
      await nextTurn();
    }
    return posesOf(rows.filter(({ scanIndex }) => scanIndex < this.#stored.next));
  }

  /**
   * Aligns the next scans. If cancelled, returns the scans aligned by then.
   *
   * @param thinning every nth point of each scan is returned; 0: none
   * @throws CancelledError if no scan was aligned; what the engine, the store and the project throw, and then the
   *   scans aligned before are stored
   */
  async advance(scans: number, thinning: number, context: StageContext): Promise<Advanced> {
    const started = performance.now();
    const placed = await this.#place(scans, context);
    const seconds = (performance.now() - started) / 1000;
    const clouds: Points[] = [];
    for (const { pose } of thinning > 0 ? placed : []) {
      const cloud = this.#posed.cloudOf(await this.#store.read(pose.scanIndex), pose);
      clouds.push(decimatedPoints(cloud, thinning));
    }
    return { poses: posesOf(placed.map(({ pose }) => poseRow(pose, this.#firstStampNs))), clouds, seconds };
  }

  /** @param scans that lose their pose; more if the first scans, which are aligned together, would be separated */
  stepBack(scans: number): void {
    const { poses } = this.#project;
    this.#change(() => this.#stored.takeBackTo(poses.fromLast(this.#stored.run.id, scans) ?? 0));
  }

  /** @throws SocavonError 'usage' if the edits together make no alignment */
  edit(edit: AlignmentEdit): void {
    this.#change(() => this.#stored.addEdit(edit));
  }

  /** @throws SocavonError 'usage' if there is nothing to undo */
  undo(): void {
    this.#change(() => this.#stored.undo());
  }

  /** @throws SocavonError 'usage' if there is nothing to redo */
  redo(): void {
    this.#change(() => this.#stored.redo());
  }

  async close(): Promise<void> {
    this.#stepwise.destroy();
    await this.#ahead.close();
    await this.#chosen.close();
  }

  get #firstStampNs(): bigint {
    return this.session.health.firstStampNs ?? 0n;
  }

  async #place(scans: number, context: StageContext): Promise<AlignedScan[]> {
    const placed: AlignedScan[] = [];
    try {
      while (placed.length < scans && !this.#stepwise.isDone) {
        const poses = await this.#stepwise.step(context);
        placed.push(...poses);
        this.#unsaved.push(...poses);
        if (this.#unsaved.length >= BATCH) this.#save();
      }
    } catch (error) {
      if (!(error instanceof CancelledError) || placed.length === 0) throw error;
    } finally {
      this.#save();
    }
    return placed;
  }

  #save(): void {
    const batch = this.#unsaved;
    this.#unsaved = [];
    if (batch.length === 0) return;
    try {
      this.#stored.append(batch);
    } catch (error) {
      // Scans that could not be stored are aligned again.
      this.#goBack();
      throw error;
    }
  }

  #change(work: () => void): void {
    work();
    this.#goBack();
  }

  /** Resets the odometry to the stored state. */
  #goBack(): void {
    this.#stepwise.goBack(this.#stored.edits.made, this.#stored.place());
  }

  async #keyframes(from: number, to: number, radius: number): Promise<ScanPose[]> {
    const keyframes = await this.#stored.keyframes(from, to, radius);
    const unsaved = this.#unsaved.map(({ pose }) => pose);
    return [...keyframes, ...keyframesBetween(unsaved, from, to)];
  }
}
