import { message } from '../../src-core/messages/message.ts';
import type { RefineQuestion, SurveyRefinement } from '../../src-core/survey/refine.ts';
import { SOFTWARE_VERSION } from '../files/software-version.ts';
import type { Audit } from './audit.ts';
import { partOf } from './audit-state.ts';
import { decodeGraph, encodeGraph } from './codecs/graph-codec.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { decodeRigid, encodeRigid } from './matrix-codec.ts';
import { decodeQuestion, encodeQuestion } from './question-codec.ts';
import { intact } from './row-sums.ts';
import { RowCount } from './verify-rows.ts';

/** Stored refinement without its poses. */
export interface RefinementHead {
  readonly question: RefineQuestion;
  readonly softwareVersion: string;
  /** ISO 8601, UTC. */
  readonly createdAt: string;
  readonly refined: boolean;
  readonly frame: SurveyRefinement['frame'];
}

/** Stored refinement. */
export interface StoredRefinement extends RefinementHead {
  readonly value: SurveyRefinement;
}

interface HeadRow extends Omit<RefinementHead, 'refined' | 'question'> {
  readonly refined: number;
  readonly question: string;
  readonly intact: number;
}

interface Row extends HeadRow {
  readonly T_grid_map: Uint8Array | null;
  readonly graph: string;
}

interface PoseRow {
  readonly scanIndex: number;
  readonly T_map_sensor: Uint8Array;
  readonly intact: number;
}

const HEAD = `question, software_version AS softwareVersion, created_at AS createdAt, refined, frame,
  ${intact('refinements')}`;

/** Repository of the current refinements, at most one per run. */
export class Refinements {
  readonly #connection: Connection;
  readonly #audit: Audit;
  readonly #head: Query<HeadRow>;
  readonly #get: Query<Row>;
  readonly #poses: Query<PoseRow>;
  readonly #insert: Query<never>;
  readonly #insertPose: Query<never>;
  readonly #remove: Query<never>;
  readonly #heads: RowCount;
  readonly #poseCount: RowCount;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#connection = connection;
    this.#heads = new RowCount(connection, 'refinements');
    this.#poseCount = new RowCount(connection, 'refined_poses');
    this.#head = connection.prepare(`SELECT ${HEAD} FROM refinements WHERE run_id = :runId`);
    this.#get = connection.prepare(
      `SELECT ${HEAD}, T_grid_map, graph FROM refinements WHERE run_id = :runId`,
    );
    this.#poses = connection.prepare(
      `SELECT scan_index AS scanIndex, T_map_sensor, ${intact('refined_poses')} FROM refined_poses
       WHERE run_id = :runId AND scan_index >= :from AND scan_index < :to ORDER BY scan_index`,
    );
    this.#insert = connection.prepare(
      `INSERT INTO refinements (run_id, question, software_version, created_at, refined, frame, T_grid_map, graph)
       VALUES (:runId, :question, :softwareVersion, :createdAt, :refined, :frame, :T_grid_map, :graph)`,
    );
    this.#insertPose = connection.prepare(
      'INSERT INTO refined_poses (run_id, scan_index, T_map_sensor) VALUES (:runId, :scanIndex, :T_map_sensor)',
    );
    this.#remove = connection.prepare('DELETE FROM refinements WHERE run_id = :runId');
  }

  /** Head of the current refinement of a run; null: none. */
  head(runId: number): RefinementHead | null {
    this.#heads.verify(runId);
    const row = this.#head.get({ runId });
    return row === undefined ? null : this.#headOf(runId, row);
  }

  /** Refined poses of a range of scans, end exclusive; empty if the refinement changed none. */
  poses(runId: number, from = 0, to = Number.MAX_SAFE_INTEGER): SurveyRefinement['poses'] {
    this.#poseCount.verify(runId);
    return this.#poses
      .all({ runId, from, to })
      .map(({ scanIndex, T_map_sensor, intact }) =>
        readBack(
          this.#connection.path,
          message('stored-refined-pose', { scan: scanIndex, run: runId }),
          () => ({ scanIndex, T_map_sensor: decodeRigid(T_map_sensor) }),
          intact === 1,
        ),
      );
  }

  /** Head of the current refinement of a run; null: none. @throws SocavonError 'project-format' if it is damaged */
  get(runId: number): StoredRefinement | null {
    this.#heads.verify(runId);
    const row = this.#get.get({ runId });
    if (row === undefined) return null;
    const { T_grid_map, graph, ...headRow } = row;
    const head = this.#headOf(runId, headRow);
    return readBack(this.#connection.path, message('stored-refinement', { run: runId }), () => ({
      ...head,
      value: {
        refined: head.refined,
        frame: head.frame,
        T_grid_map: T_grid_map && decodeRigid(T_grid_map),
        poses: this.poses(runId),
        ...decodeGraph(graph),
      },
    }));
  }

  /** Replaces the current refinement. */
  put(runId: number, question: RefineQuestion, value: SurveyRefinement): void {
    const { refined, frame, T_grid_map, poses, graph, unseen } = value;
    const encoded = encodeQuestion(question);
    const content = { question: JSON.parse(encoded), refined, frame };
    this.#audit.change({ ...this.#noteOf(runId, content), always: true }, () => {
      this.#remove.run({ runId });
      this.#insert.run({
        runId,
        question: encoded,
        softwareVersion: SOFTWARE_VERSION,
        createdAt: new Date().toISOString(),
        refined: refined ? 1 : 0,
        frame,
        T_grid_map: T_grid_map && encodeRigid(T_grid_map),
        graph: encodeGraph({ graph, unseen }),
      });
      for (const { scanIndex, T_map_sensor } of poses)
        this.#insertPose.run({ runId, scanIndex, T_map_sensor: encodeRigid(T_map_sensor) });
    });
  }

  remove(runId: number): void {
    this.#audit.change(this.#noteOf(runId, { removed: true }), () => this.#remove.run({ runId }));
  }

  #noteOf(run: number, subject: Readonly<Record<string, unknown>>) {
    const session = this.#audit.sessionOfRun(run);
    const parts = session === null ? [] : [partOf(session, `run ${run}/refinement`)];
    return { action: 'refinement' as const, session, subject: { run, ...subject }, parts };
  }

  #headOf(runId: number, row: HeadRow): RefinementHead {
    const { intact, ...head } = row;
    return readBack(
      this.#connection.path,
      message('stored-refinement', { run: runId }),
      () => ({ ...head, question: decodeQuestion(row.question), refined: row.refined === 1 }),
      intact === 1,
    );
  }
}
