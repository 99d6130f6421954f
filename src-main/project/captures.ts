import type { Connection, Query } from './connection.ts';

/** Imported capture file. */
export interface CaptureFile {
  readonly name: string;
  readonly sizeBytes: number;
  /** 64 lower-case hexadecimal digits. */
  readonly sha256: string;
  /** Modification time of the file, ISO 8601, UTC: the recording time, unless the file was copied since. */
  readonly modifiedAt: string;
}

interface StoredCapture extends CaptureFile {
  readonly sessionId: number;
}

/** Warning of a session that was recovered without some of its scans: its capture may be imported again. */
export const NOT_RECOVERED = 'scans-not-recovered';

const COLUMNS = `session_id AS sessionId, name, size_bytes AS sizeBytes, sha256, modified_at AS modifiedAt`;

export class Captures {
  readonly #insert: Query<never>;
  readonly #ofSession: Query<StoredCapture>;
  readonly #known: Query<StoredCapture>;
  readonly #ofSize: Query<{ sha256: string }>;

  constructor(connection: Connection) {
    this.#insert = connection.prepare(
      `INSERT INTO captures (session_id, ordinal, name, size_bytes, sha256, modified_at)
       VALUES (:sessionId, :ordinal, :name, :sizeBytes, :sha256, :modifiedAt)`,
    );
    this.#ofSession = connection.prepare(
      `SELECT ${COLUMNS} FROM captures WHERE session_id = :sessionId ORDER BY ordinal`,
    );
    this.#known = connection.prepare(
      `SELECT ${COLUMNS} FROM captures
       WHERE sha256 = :sha256 AND session_id IN (
         SELECT id FROM sessions WHERE state = 'complete' AND removed_at IS NULL AND NOT EXISTS (
           SELECT 1 FROM json_each(health, '$.warnings') WHERE value ->> '$.sentence.code' = '${NOT_RECOVERED}'))
       ORDER BY id LIMIT 1`,
    );
    this.#ofSize = connection.prepare('SELECT DISTINCT sha256 FROM captures WHERE size_bytes = :sizeBytes');
  }

  /** @param captures in the order in which they were recorded */
  add(sessionId: number, captures: readonly CaptureFile[]): void {
    captures.forEach(({ name, sizeBytes, sha256, modifiedAt }, ordinal) => {
      this.#insert.run({ sessionId, ordinal, name, sizeBytes, sha256, modifiedAt });
    });
  }

  /** In the order in which they were recorded. */
  of(sessionId: number): StoredCapture[] {
    return this.#ofSession.all({ sessionId });
  }

  /** Returns the capture with this hash in a session that has all of it and was not removed, or null. */
  known(sha256: string): StoredCapture | null {
    return this.#known.get({ sha256 }) ?? null;
  }

  /** SHA-256 of the captures and clouds of this size. */
  ofSize(sizeBytes: number): string[] {
    return this.#ofSize.all({ sizeBytes }).map(({ sha256 }) => sha256);
  }
}
