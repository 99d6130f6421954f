import { message } from '../../src-core/messages/message.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import { firstStampNs } from '../../src-core/survey/stored-scans.ts';
import { decodeImuSamples, encodeImuSamples } from './codecs/imu-codec.ts';
import { decodeScan, encodeScan } from './codecs/scan-codec.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';

/** The session that has the scans of a session: itself, or the one that it is a duplicate of. */
const OWNER = '(SELECT coalesce(scans_of, id) FROM sessions WHERE id = :sessionId)';

/** Repository of the range images and IMU samples of the sessions. */
export class Scans {
  readonly #path: string;
  readonly #insertScan: Query<never>;
  readonly #insertImu: Query<never>;
  readonly #get: Query<{ image: Uint8Array; samples: Uint8Array }>;
  readonly #count: Query<{ count: number }>;
  readonly #storedBytes: Query<{ bytes: number | null }>;

  constructor(connection: Connection) {
    this.#path = connection.path;
    this.#insertScan = connection.prepare(
      `INSERT INTO scans (session_id, scan_index, frame_id, stamp_ns, image)
       VALUES (:sessionId, :index, :frameId, :stampNs, :image)`,
    );
    this.#insertImu = connection.prepare('INSERT INTO imu (scan_id, samples) VALUES (:scanId, :samples)');
    this.#get = connection.prepare(
      `SELECT image, samples FROM scans JOIN imu ON imu.scan_id = scans.id
       WHERE session_id = ${OWNER} AND scan_index = :index`,
    );
    this.#count = connection.prepare(`SELECT count(*) AS count FROM scans WHERE session_id = ${OWNER}`);
    this.#storedBytes = connection.prepare(
      `SELECT sum(length(image)) AS bytes FROM scans WHERE session_id = ${OWNER}`,
    );
  }

  /** Adds a scan. Must be called inside a transaction. */
  add(sessionId: number, { index, scan, imu }: StoredScan): void {
    const { id: scanId } = this.#insertScan.run({
      sessionId,
      index,
      frameId: scan.frameId,
      stampNs: BigInt.asIntN(64, firstStampNs(scan)),
      image: encodeScan(scan),
    });
    this.#insertImu.run({ scanId, samples: encodeImuSamples(imu) });
  }

  count(sessionId: number): number {
    return this.#count.get({ sessionId })?.count ?? 0;
  }

  /** Size of the range images of a session in the file, bytes. */
  storedBytes(sessionId: number): number {
    return this.#storedBytes.get({ sessionId })?.bytes ?? 0;
  }

  /**
   * @param index 0 .. count - 1
   * @throws SocavonError 'project-format' if the scan is damaged; RangeError if there is none
   */
  read(sessionId: number, index: number): StoredScan {
    const row = this.#get.get({ sessionId, index });
    if (row === undefined) throw new RangeError(`session ${sessionId} has no scan ${index}`);
    return readBack(this.#path, message('stored-scan', { scan: index, session: sessionId }), () => ({
      index,
      scan: decodeScan(row.image),
      imu: decodeImuSamples(row.samples),
    }));
  }
}
