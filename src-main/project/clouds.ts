import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '../../src-core/messages/message.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import type { Audit } from './audit.ts';
import { partOf } from './audit-state.ts';
import { decodeCloud, encodeCloud, encodeFacts } from './codecs/cloud-codec.ts';
import type { Connection, Query, SqlValue } from './connection.ts';
import { damagedPart, readBack } from './damaged.ts';
import { rowSum } from './row-sum.ts';
import { OWNER } from './scans.ts';
import { RowCount } from './verify-rows.ts';

/** Repository of the points of sessions that are clouds of other programs. */
export class Clouds {
  readonly #audit: Audit;
  readonly #path: string;
  readonly #insert: Query<never>;
  readonly #describe: Query<never>;
  readonly #ordinals: Query<{ ordinal: number }>;
  readonly #get: Query<{ owner: number; points: Uint8Array; checksum: number | null }>;
  readonly #next: Query<{ ordinal: number }>;
  readonly #owner: Query<{ owner: number }>;
  readonly #count: RowCount;

  constructor(connection: Connection, audit: Audit) {
    this.#audit = audit;
    this.#path = connection.path;
    this.#insert = connection.prepare(
      `INSERT INTO cloud_chunks (session_id, ordinal, points, checksum)
       VALUES (:sessionId, :ordinal, :points, :checksum)`,
    );
    this.#next = connection.prepare(
      'SELECT count(*) AS ordinal FROM cloud_chunks WHERE session_id = :sessionId',
    );
    this.#owner = connection.prepare(`SELECT ${OWNER} AS owner`);
    this.#count = new RowCount(connection, 'cloud_chunks');
    this.#describe = connection.prepare(
      'INSERT OR REPLACE INTO clouds (session_id, facts) VALUES (:sessionId, :facts)',
    );
    this.#ordinals = connection.prepare(
      `SELECT ordinal FROM cloud_chunks WHERE session_id = ${OWNER} ORDER BY ordinal`,
    );
    this.#get = connection.prepare(
      `SELECT ${OWNER} AS owner, points, checksum FROM cloud_chunks
       WHERE session_id = ${OWNER} AND ordinal = :ordinal`,
    );
  }

  /** @param digest takes what is added, in the order of the rows */
  add(sessionId: number, cloud: PointCloud, digest: (values: readonly SqlValue[]) => void): void {
    const ordinal = this.#next.get({ sessionId })?.ordinal ?? 0;
    const points = encodeCloud(cloud);
    this.#insert.run({ sessionId, ordinal, points, checksum: rowSum(sessionId, ordinal, points) });
    digest([points]);
  }

  /** Stores what is known of a cloud, in place of what was. */
  describe(sessionId: number, facts: CloudFacts): void {
    const subject = { cloud: facts };
    const parts = [partOf(sessionId, 'cloud')];
    this.#audit.change({ action: 'import', session: sessionId, subject, parts }, () =>
      this.#describe.run({ sessionId, facts: encodeFacts(facts) }),
    );
  }

  /**
   * Every point of a session, chunk by chunk, in the frame of its file, m.
   *
   * @throws SocavonError 'project-format' if a chunk is damaged; CancelledError
   */
  async *points(sessionId: number, cancel: CancelToken): AsyncGenerator<PointCloud> {
    const ordinals = this.#ordinals.all({ sessionId });
    this.#count.compare(this.#owner.get({ sessionId })?.owner ?? 0, () => ordinals.length);
    for (const { ordinal } of ordinals) {
      throwIfCancelled(cancel, 'work-map');
      const row = this.#get.get({ sessionId, ordinal });
      if (row === undefined)
        throw damagedPart(this.#path, message('stored-points', { chunk: ordinal, session: sessionId }));
      yield readBack(
        this.#path,
        message('stored-points', { chunk: ordinal, session: sessionId }),
        () => decodeCloud(row.points),
        rowSum(row.owner, ordinal, row.points) === row.checksum,
      );
      // A stage that awaits only this would otherwise never yield to the event loop.
      await nextTurn();
    }
  }
}
