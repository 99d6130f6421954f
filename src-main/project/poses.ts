import { message } from '../../src-core/messages/message.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { decodeQuality, encodeQuality } from './codecs/quality-codec.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';
import { decodeF64, decodeRigid, decodeVector, encodeF64, encodeRigid } from './matrix-codec.ts';
import type { PoseRow } from './pose-columns.ts';
import { rowSum } from './row-sum.ts';
import { intact } from './row-sums.ts';
import { RowCount } from './verify-rows.ts';

/** Pose as stored in the project. */
interface StoredPose extends ScanPose {
  /** 6x6 row-major, rotation (rad^2) first, then translation (m^2); absent if the engine computes none. */
  readonly covariance?: Float64Array;
}

interface ColumnRow {
  readonly scanIndex: number;
  readonly nanoseconds: number;
  readonly T_map_sensor: Uint8Array;
  readonly isKeyframe: number;
  readonly quality: string;
  readonly intact: number;
}

interface Row {
  readonly scanIndex: bigint;
  readonly frameId: bigint;
  readonly stampNs: bigint;
  readonly T_map_sensor: Uint8Array;
  readonly T_first_last: Uint8Array;
  readonly gyroBias: Uint8Array | null;
  readonly isKeyframe: bigint;
  readonly quality: string;
  readonly covariance: Uint8Array | null;
  readonly intact: bigint;
}

/** Repository of the poses of alignment runs, one per scan. */
export class Poses {
  readonly #connection: Connection;
  readonly #insert: Query<never>;
  readonly #ofRun: Query<Row>;
  readonly #count: Query<{ count: number }>;
  readonly #stored: RowCount;
  readonly #rows: Query<ColumnRow>;
  readonly #fromLast: Query<{ scanIndex: number }>;
  readonly #last: Query<{ last: number | null }>;
  readonly #removeFrom: Query<never>;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#stored = new RowCount(connection, 'poses');
    this.#insert = connection.prepare(
      `INSERT INTO poses
         (run_id, scan_index, frame_id, stamp_ns, T_map_sensor, T_first_last, gyro_bias, is_keyframe, quality, covariance,
          checksum)
       VALUES
         (:runId, :scanIndex, :frameId, :stampNs, :T_map_sensor, :T_first_last, :gyroBias, :isKeyframe, :quality, :covariance, :checksum)`,
    );
    this.#ofRun = connection.prepare(
      `SELECT scan_index AS scanIndex, frame_id AS frameId, stamp_ns AS stampNs, T_map_sensor, T_first_last,
         gyro_bias AS gyroBias, is_keyframe AS isKeyframe, quality, covariance, ${intact('poses')}
       FROM poses WHERE run_id = :runId AND scan_index >= :from AND scan_index < :to ORDER BY scan_index`,
      'bigint',
    );
    this.#count = connection.prepare('SELECT count(*) AS count FROM poses WHERE run_id = :runId');
    this.#rows = connection.prepare(
      `SELECT scan_index AS scanIndex, stamp_ns - :firstNs AS nanoseconds, T_map_sensor,
         is_keyframe AS isKeyframe, quality, ${intact('poses')}
       FROM poses WHERE run_id = :runId AND scan_index >= :from AND scan_index < :to ORDER BY scan_index`,
    );
    this.#fromLast = connection.prepare(
      `SELECT scan_index AS scanIndex FROM poses WHERE run_id = :runId
       ORDER BY scan_index DESC LIMIT 1 OFFSET :before`,
    );
    this.#last = connection.prepare('SELECT max(scan_index) AS last FROM poses WHERE run_id = :runId');
    this.#removeFrom = connection.prepare(
      'DELETE FROM poses WHERE run_id = :runId AND scan_index >= :scanIndex',
    );
  }

  /** Adds poses atomically. Each call is one flush to the disk: pass several at a time. */
  append(runId: number, ...poses: readonly StoredPose[]): void {
    this.#connection.transaction(() => {
      for (const pose of poses) {
        const row = {
          scanIndex: pose.scanIndex,
          frameId: pose.frameId,
          stampNs: BigInt.asIntN(64, pose.stampNs),
          T_map_sensor: encodeRigid(pose.T_map_sensor),
          T_first_last: encodeRigid(pose.T_first_last),
          gyroBias: pose.gyroBias ? encodeF64(pose.gyroBias) : null,
          isKeyframe: pose.isKeyframe ? 1 : 0,
          quality: encodeQuality(pose.quality),
          covariance: pose.covariance ? encodeF64(pose.covariance) : null,
        };
        this.#insert.run({ runId, ...row, checksum: rowSum(...Object.values(row)) });
      }
    });
  }

  /**
   * Poses in scan order; of all scans, or of a range, end exclusive.
   *
   * @throws SocavonError 'project-format' if a pose is damaged
   */
  of(runId: number, from = 0, to = Number.MAX_SAFE_INTEGER): StoredPose[] {
    this.#stored.verify(runId);
    // One by one: the rows of a shift are as large as its poses.
    return Array.from(this.#ofRun.each({ runId, from, to }), (row) => this.#poseOf(runId, row));
  }

  /**
   * Poses of a range of scans, end exclusive, in the form of the window.
   *
   * @param firstNs stamp of the zero of seconds
   * @throws SocavonError 'project-format' if a pose is damaged
   */
  rows(runId: number, firstNs: bigint, from: number, to: number): PoseRow[] {
    this.#stored.verify(runId);
    const rows = this.#rows.all({ runId, firstNs: BigInt.asIntN(64, firstNs), from, to });
    return rows.map(({ scanIndex, nanoseconds, T_map_sensor, isKeyframe, quality, intact }) =>
      readBack(
        this.#connection.path,
        message('stored-pose', { scan: scanIndex, run: runId }),
        () => ({
          scanIndex,
          seconds: nanoseconds * 1e-9,
          T_map_sensor: decodeF64(T_map_sensor),
          isKeyframe: isKeyframe === 1,
          quality: decodeQuality(quality),
        }),
        intact === 1,
      ),
    );
  }

  /** Scan of the nth pose from the end, 1 for the last; null: there are fewer poses. */
  fromLast(runId: number, place: number): number | null {
    this.#stored.verify(runId);
    return this.#fromLast.get({ runId, before: place - 1 })?.scanIndex ?? null;
  }

  count(runId: number): number {
    this.#stored.verify(runId);
    return this.#count.get({ runId })?.count ?? 0;
  }

  /** Last scan with a pose; null: none. */
  last(runId: number): number | null {
    this.#stored.verify(runId);
    return this.#last.get({ runId })?.last ?? null;
  }

  /** Removes the poses from `scanIndex` on, so that the run can resume from there. */
  removeFrom(runId: number, scanIndex: number): void {
    this.#removeFrom.run({ runId, scanIndex });
  }

  #poseOf(runId: number, row: Row): StoredPose {
    return readBack(
      this.#connection.path,
      message('stored-pose', { scan: Number(row.scanIndex), run: runId }),
      () => {
        const pose: StoredPose = {
          scanIndex: Number(row.scanIndex),
          frameId: Number(row.frameId),
          stampNs: BigInt.asUintN(64, row.stampNs),
          T_map_sensor: decodeRigid(row.T_map_sensor),
          T_first_last: decodeRigid(row.T_first_last),
          gyroBias: row.gyroBias === null ? null : decodeVector(row.gyroBias),
          isKeyframe: row.isKeyframe === 1n,
          quality: decodeQuality(row.quality),
        };
        return row.covariance === null ? pose : { ...pose, covariance: decodeF64(row.covariance) };
      },
      row.intact === 1n,
    );
  }
}
