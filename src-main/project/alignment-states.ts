import type { OdometryState } from '../../src-core/odometry/odometry.ts';
import type { Connection, Query } from './connection.ts';

/** Layout version of a state; a state of another version is ignored, and the scans after it are aligned again. */
const LAYOUT = 1;

interface Row {
  readonly scanIndex: number;
  readonly state: string;
}

/** Odometry state after a scan. */
export interface StoredOdometryState {
  readonly scan: number;
  readonly state: OdometryState;
}

/** Repository of the odometry state after each scan of a run. */
export class AlignmentStates {
  readonly #put: Query<never>;
  readonly #lastBefore: Query<Row>;
  readonly #removeFrom: Query<never>;

  constructor(connection: Connection) {
    this.#put = connection.prepare(
      'INSERT INTO alignment_states (run_id, scan_index, state) VALUES (:runId, :scan, :state)',
    );
    this.#lastBefore = connection.prepare(
      `SELECT scan_index AS scanIndex, state FROM alignment_states
       WHERE run_id = :runId AND scan_index < :scan AND state ->> '$.version' = ${LAYOUT}
       ORDER BY scan_index DESC LIMIT 1`,
    );
    this.#removeFrom = connection.prepare(
      'DELETE FROM alignment_states WHERE run_id = :runId AND scan_index >= :scan',
    );
  }

  /** Stores a state; call it in one transaction with storing the pose of the scan. */
  put(runId: number, { scan, state }: StoredOdometryState): void {
    this.#put.run({ runId, scan, state: JSON.stringify({ version: LAYOUT, state }) });
  }

  /** Last stored state of a scan before `scan`, or null. */
  lastBefore(runId: number, scan: number): StoredOdometryState | null {
    const row = this.#lastBefore.get({ runId, scan });
    return row === undefined ? null : { scan: row.scanIndex, state: JSON.parse(row.state).state };
  }

  /** Removes the states from `scan` on. */
  removeFrom(runId: number, scan: number): void {
    this.#removeFrom.run({ runId, scan });
  }
}
