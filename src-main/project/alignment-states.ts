import { message } from '../../src-core/messages/message.ts';
import type { OdometryState } from '../../src-core/odometry/odometry.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { rowSum } from './row-sum.ts';
import { intact, isIntact, summedTable } from './row-sums.ts';
import { RowCount } from './verify-rows.ts';

/** Layout version of a state; a state of another version is ignored, and the scans after it are aligned again. */
const LAYOUT = 1;

interface Row {
  readonly scanIndex: number;
  readonly state: string;
  readonly intact: number;
}

/** Odometry state after a scan. */
interface StoredOdometryState {
  readonly scan: number;
  readonly state: OdometryState;
}

/** Repository of the odometry state after each scan of a run. */
export class AlignmentStates {
  readonly #path: string;
  readonly #count: RowCount;
  readonly #put: Query<never>;
  readonly #lastBefore: Query<Row>;
  readonly #removeFrom: Query<never>;

  constructor(connection: Connection) {
    this.#path = connection.path;
    this.#count = new RowCount(connection, 'alignment_states');
    this.#put = connection.prepare(
      'INSERT INTO alignment_states (run_id, scan_index, state, checksum) VALUES (:runId, :scan, :state, :checksum)',
    );
    this.#lastBefore = connection.prepare(
      `SELECT scan_index AS scanIndex, state, ${intact('alignment_states')} FROM alignment_states
       WHERE run_id = :runId AND scan_index < :scan AND
         CASE WHEN ${isIntact(summedTable('alignment_states'))} THEN state ->> '$.version' = ${LAYOUT} ELSE 1 END
       ORDER BY scan_index DESC LIMIT 1`,
    );
    this.#removeFrom = connection.prepare(
      'DELETE FROM alignment_states WHERE run_id = :runId AND scan_index >= :scan',
    );
  }

  /** Stores a state; call it in one transaction with storing the pose of the scan. */
  put(runId: number, { scan, state }: StoredOdometryState): void {
    const text = JSON.stringify({ version: LAYOUT, state });
    this.#put.run({ runId, scan, state: text, checksum: rowSum(scan, text) });
  }

  /** Last stored state of a scan before `scan`, or null. @throws SocavonError 'project-format' if it is damaged */
  lastBefore(runId: number, scan: number): StoredOdometryState | null {
    this.#count.verify(runId);
    const row = this.#lastBefore.get({ runId, scan });
    if (row === undefined) return null;
    const { scanIndex, state } = row;
    return readBack(
      this.#path,
      message('stored-state', { scan: scanIndex, run: runId }),
      () => ({ scan: scanIndex, state: JSON.parse(state).state }),
      row.intact === 1,
    );
  }

  /** Removes the states from `scan` on. */
  removeFrom(runId: number, scan: number): void {
    this.#removeFrom.run({ runId, scan });
  }
}
