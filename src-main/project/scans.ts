import { message } from '../../src-core/messages/message.ts';
import { giveBack } from '../../src-core/model/give-back.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import { firstStampNs } from '../../src-core/survey/stored-scans.ts';
import { decodeImuSamples, encodeImuSamples } from './codecs/imu-codec.ts';
import { encodeScan, unpackScan } from './codecs/scan-codec.ts';
import type { Connection, Query, SqlValue } from './connection.ts';
import { damagedPart, readBack } from './damaged.ts';
import { rowSum } from './row-sum.ts';
import { RowCount } from './verify-rows.ts';

/** The session that has the scans of a session: itself, or the one that it is a duplicate of. */
export const OWNER = '(SELECT coalesce(scans_of, id) FROM sessions WHERE id = :sessionId)';

interface ScanRow {
  readonly owner: bigint;
  readonly id: bigint;
  readonly frameId: bigint;
  readonly stampNs: bigint;
  readonly image: Uint8Array;
  readonly samples: Uint8Array;
  readonly imageSum: bigint | null;
  readonly samplesSum: bigint | null;
}

/** Repository of the range images and IMU samples of the sessions. */
export class Scans {
  readonly #path: string;
  readonly #insertScan: Query<never>;
  readonly #insertImu: Query<never>;
  readonly #get: Query<ScanRow>;
  readonly #owner: Query<{ owner: number }>;
  readonly #count: RowCount;
  readonly #storedBytes: Query<{ bytes: number | null }>;

  constructor(connection: Connection) {
    this.#path = connection.path;
    this.#insertScan = connection.prepare(
      `INSERT INTO scans (session_id, scan_index, frame_id, stamp_ns, image, checksum)
       VALUES (:sessionId, :index, :frameId, :stampNs, :image, :checksum)`,
    );
    this.#insertImu = connection.prepare(
      'INSERT INTO imu (scan_id, samples, checksum) VALUES (:scanId, :samples, :checksum)',
    );
    this.#get = connection.prepare(
      `SELECT ${OWNER} AS owner, scans.id, frame_id AS frameId, stamp_ns AS stampNs, image, samples,
         scans.checksum AS imageSum, imu.checksum AS samplesSum
       FROM scans JOIN imu ON imu.scan_id = scans.id
       WHERE session_id = ${OWNER} AND scan_index = :index`,
      'bigint',
    );
    this.#owner = connection.prepare(`SELECT ${OWNER} AS owner`);
    this.#count = new RowCount(connection, 'scans');
    this.#storedBytes = connection.prepare(
      `SELECT sum(length(image)) AS bytes FROM scans WHERE session_id = ${OWNER}`,
    );
  }

  /**
   * Adds a scan. Must be called inside a transaction.
   *
   * @param digest takes what is added, in the order of the columns of the audit trail
   */
  add(
    sessionId: number,
    { index, scan, imu }: StoredScan,
    digest: (values: readonly SqlValue[]) => void,
  ): void {
    const row = {
      index,
      frameId: scan.frameId,
      stampNs: BigInt.asIntN(64, firstStampNs(scan)),
      image: encodeScan(scan),
    };
    // The sum is passed here, not left to the trigger, which would write each image twice.
    const checksum = rowSum(sessionId, ...Object.values(row));
    const { id: scanId } = this.#insertScan.run({ sessionId, ...row, checksum });
    const samples = encodeImuSamples(imu);
    this.#insertImu.run({ scanId, samples, checksum: rowSum(scanId, samples) });
    digest([...Object.values(row), samples]);
    giveBack(row.image);
  }

  /** Number of scans of a session, as it was stored: one that is lost is missed when it is read. */
  count(sessionId: number): number {
    return this.#count.of(this.#owner.get({ sessionId })?.owner ?? 0);
  }

  /** Size of the range images of a session in the file, bytes. */
  storedBytes(sessionId: number): number {
    return this.#storedBytes.get({ sessionId })?.bytes ?? 0;
  }

  /**
   * @param index 0 .. count - 1
   * @throws SocavonError 'project-format' if the scan is damaged or lost; RangeError if there is none
   */
  read(sessionId: number, index: number): StoredScan {
    const row = this.#get.get({ sessionId, index });
    const what = message('stored-scan', { scan: index, session: sessionId });
    if (row === undefined) {
      if (index >= 0 && index < this.count(sessionId)) throw damagedPart(this.#path, what);
      throw new RangeError(`session ${sessionId} has no scan ${index}`);
    }
    const { owner, id, frameId, stampNs, image, samples, imageSum, samplesSum } = row;
    return readBack(
      this.#path,
      what,
      () => {
        const { scan, release } = unpackScan(image);
        // The database gave copies.
        giveBack(image);
        return { index, scan, imu: decodeImuSamples(samples), release };
      },
      rowSum(owner, index, frameId, stampNs, image) === Number(imageSum) &&
        rowSum(id, samples) === Number(samplesSum),
    );
  }
}
