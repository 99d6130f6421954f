import { setImmediate as nextTurn } from 'node:timers/promises';
import { message } from '../../src-core/messages/message.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import type { CloudFacts } from '../../src-core/model/cloud-survey.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { decodeCloud, encodeCloud, encodeFacts } from './codecs/cloud-codec.ts';
import type { Connection, Query } from './connection.ts';
import { readBack } from './damaged.ts';

/** The session that has the points of a session: itself, or the one that it is a duplicate of. */
const OWNER = '(SELECT coalesce(scans_of, id) FROM sessions WHERE id = :sessionId)';

/** Repository of the points of sessions that are clouds of other programs. */
export class Clouds {
  readonly #path: string;
  readonly #insert: Query<never>;
  readonly #describe: Query<never>;
  readonly #ordinals: Query<{ ordinal: number }>;
  readonly #get: Query<{ points: Uint8Array }>;

  constructor(connection: Connection) {
    this.#path = connection.path;
    this.#insert = connection.prepare(
      `INSERT INTO cloud_chunks (session_id, ordinal, points)
       VALUES (:sessionId, (SELECT count(*) FROM cloud_chunks WHERE session_id = :sessionId), :points)`,
    );
    this.#describe = connection.prepare(
      'INSERT OR REPLACE INTO clouds (session_id, facts) VALUES (:sessionId, :facts)',
    );
    this.#ordinals = connection.prepare(
      `SELECT ordinal FROM cloud_chunks WHERE session_id = ${OWNER} ORDER BY ordinal`,
    );
    this.#get = connection.prepare(
      `SELECT points FROM cloud_chunks WHERE session_id = ${OWNER} AND ordinal = :ordinal`,
    );
  }

  add(sessionId: number, cloud: PointCloud): void {
    this.#insert.run({ sessionId, points: encodeCloud(cloud) });
  }

  /** Stores what is known of a cloud, in place of what was. */
  describe(sessionId: number, facts: CloudFacts): void {
    this.#describe.run({ sessionId, facts: encodeFacts(facts) });
  }

  /**
   * Every point of a session, chunk by chunk, in the frame of its file, m.
   *
   * @throws SocavonError 'project-format' if a chunk is damaged; CancelledError
   */
  async *points(sessionId: number, cancel: CancelToken): AsyncGenerator<PointCloud> {
    for (const { ordinal } of this.#ordinals.all({ sessionId })) {
      throwIfCancelled(cancel, 'work-map');
      const row = this.#get.get({ sessionId, ordinal });
      if (row === undefined) throw new RangeError(`session ${sessionId} has no points ${ordinal}`);
      yield readBack(this.#path, message('stored-points', { chunk: ordinal, session: sessionId }), () =>
        decodeCloud(row.points),
      );
      // A stage that awaits only this would otherwise never yield to the event loop.
      await nextTurn();
    }
  }
}
