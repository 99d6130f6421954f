import { message } from '../../src-core/messages/message.ts';
import type { Connection, Query } from './connection.ts';
import { damagedPart } from './damaged.ts';
import { intact, summedTable } from './row-sums.ts';
import { RowCount } from './verify-rows.ts';

/** A table of a run, and that of its discarded rows. */
interface Kept {
  readonly table: string;
  readonly discarded: string;
  readonly columns: string;
  /** True: only the rows of the discarded scans are kept, else all rows of the run. */
  readonly byScan: boolean;
}

/** A refinement is that of the whole alignment, so it is kept whole. In an order that foreign keys allow. */
const KEPT: readonly Kept[] = [
  {
    table: 'poses',
    discarded: 'discarded_poses',
    columns: `scan_index, frame_id, stamp_ns, T_map_sensor, T_first_last, gyro_bias, is_keyframe, quality, covariance, checksum`,
    byScan: true,
  },
  {
    table: 'alignment_states',
    discarded: 'discarded_states',
    columns: 'scan_index, state, checksum',
    byScan: true,
  },
  {
    table: 'refinements',
    discarded: 'discarded_refinements',
    columns: 'question, software_version, created_at, refined, frame, T_grid_map, graph, checksum',
    byScan: false,
  },
  {
    table: 'refined_poses',
    discarded: 'discarded_refined_poses',
    columns: 'scan_index, T_map_sensor, checksum',
    byScan: false,
  },
];

interface Head {
  readonly afterScan: number;
  readonly calibration: string | null;
  readonly intact: number;
}

interface Key {
  readonly runId: number;
  /** Edits in effect when the poses were computed. */
  readonly editCount: number;
}

/**
 * Repository of discarded ends of alignments: the poses and odometry states that an edit, or its undoing, took away,
 * and the refinement and calibration that held until then.
 * A run has at most one for each number of edits in effect, which stands for these edits as long as none of them is
 * replaced. All changes must be made inside a transaction.
 */
export class DiscardedAlignments {
  readonly #head: Query<Head>;
  readonly #path: string;
  readonly #counts: readonly RowCount[];
  readonly #begin: Query<never>;
  readonly #keep: readonly Query<never>[];
  readonly #giveBack: readonly Query<never>[];
  readonly #remove: Query<never>;
  readonly #removeAbove: Query<never>;

  constructor(connection: Connection) {
    this.#path = connection.path;
    this.#counts = KEPT.flatMap(({ discarded }) =>
      summedTable(discarded).parent === undefined ? [] : [new RowCount(connection, discarded)],
    );
    const ofKey = 'run_id = :runId AND edit_count = :editCount';
    this.#head = connection.prepare(
      `SELECT after_scan AS afterScan, calibration, ${intact('discarded_alignments')} FROM discarded_alignments
       WHERE ${ofKey}`,
    );
    this.#begin = connection.prepare(
      `INSERT INTO discarded_alignments (run_id, edit_count, after_scan, calibration)
       VALUES (:runId, :editCount, :afterScan, :calibration)`,
    );
    this.#keep = KEPT.map(({ table, discarded, columns, byScan }) =>
      connection.prepare(
        `INSERT INTO ${discarded} (run_id, edit_count, ${columns})
         SELECT run_id, :editCount, ${columns} FROM ${table}
         WHERE run_id = :runId AND ${byScan ? 'scan_index > :afterScan' : ':afterScan IS NOT NULL'}`,
      ),
    );
    this.#giveBack = KEPT.map(({ table, discarded, columns }) =>
      connection.prepare(
        `INSERT INTO ${table} (run_id, ${columns}) SELECT run_id, ${columns} FROM ${discarded} WHERE ${ofKey}`,
      ),
    );
    this.#remove = connection.prepare(`DELETE FROM discarded_alignments WHERE ${ofKey}`);
    this.#removeAbove = connection.prepare(
      'DELETE FROM discarded_alignments WHERE run_id = :runId AND edit_count > :editCount',
    );
  }

  /**
   * Copies what follows `afterScan`, and the refinement, here; the caller removes them from the run.
   *
   * @param calibration see `ownCalibration`
   */
  keep(key: Key, afterScan: number, calibration: unknown = null): void {
    this.remove(key);
    this.#begin.run({ ...key, afterScan, calibration: JSON.stringify(calibration) });
    for (const copy of this.#keep) copy.run({ ...key, afterScan });
  }

  /** The scan that the kept end follows, -1: the start; null: none is kept. */
  afterScan(key: Key): number | null {
    return this.#headOf(key)?.afterScan ?? null;
  }

  /**
   * Moves the kept end back to the run, which must have no refinement, if it follows the run's last scan.
   *
   * @returns its calibration, as it was kept; undefined if nothing was moved
   * @throws SocavonError 'project-format' if it is damaged
   */
  giveBack(key: Key, lastScan: number): unknown {
    const head = this.#headOf(key);
    if (head === undefined || head.afterScan !== lastScan) return undefined;
    for (const count of this.#counts) count.verify(key.runId);
    for (const move of this.#giveBack) move.run({ ...key });
    this.remove(key);
    return JSON.parse(head.calibration ?? 'null');
  }

  #headOf(key: Key): Head | undefined {
    const head = this.#head.get({ ...key });
    if (head !== undefined && head.intact !== 1)
      throw damagedPart(this.#path, message('stored-discarded', { run: key.runId }));
    return head;
  }

  remove(key: Key): void {
    this.#remove.run({ ...key });
  }

  /** Removes what was computed with more edits than these. */
  removeAbove(key: Key): void {
    this.#removeAbove.run({ ...key });
  }
}
