import type { OdometryState } from '../../src-core/odometry/odometry.ts';
import type { Connection, Query } from './connection.ts';

/** Version of the layout of a state; one of another is as good as none, and the scans after it are placed anew. */
const LAYOUT = 1;

interface Row {
  readonly scanIndex: number;
  readonly state: string;
}

/** The memory of the odometry after a scan. */
export interface StoredOdometryState {
  readonly scan: number;
  readonly state: OdometryState;
}

/** What the odometry remembers after each scan of a run. */
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

  /** Write it in one transaction with the pose of the scan. */
  put(runId: number, { scan, state }: StoredOdometryState): void {
    this.#put.run({ runId, scan, state: JSON.stringify({ version: LAYOUT, state }) });
  }

  /** The last that there is of a scan before `scan`, or null. */
  lastBefore(runId: number, scan: number): StoredOdometryState | null {
    const row = this.#lastBefore.get({ runId, scan });
    return row === undefined ? null : { scan: row.scanIndex, state: JSON.parse(row.state).state };
  }

  /** Removes those of `scan` and after it. */
  removeFrom(runId: number, scan: number): void {
    this.#removeFrom.run({ runId, scan });
  }
}
