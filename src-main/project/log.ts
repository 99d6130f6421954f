import type { Connection, Query } from './connection.ts';

interface LogEntry {
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly level: 'note' | 'warning' | 'error';
  /** Stage or component of the program. */
  readonly area: string;
  readonly message: string;
}

/** Append-only log of events of the project. */
export class Log {
  readonly #insert: Query<never>;
  readonly #latest: Query<LogEntry>;

  constructor(connection: Connection) {
    this.#insert = connection.prepare(
      'INSERT INTO log (at, level, area, message) VALUES (:at, :level, :area, :message)',
    );
    this.#latest = connection.prepare(
      'SELECT at, level, area, message FROM log ORDER BY id DESC LIMIT :count',
    );
  }

  add(level: LogEntry['level'], area: string, message: string): void {
    this.#insert.run({ at: new Date().toISOString(), level, area, message });
  }

  /** The last `count` entries, newest first. */
  latest(count: number): LogEntry[] {
    return this.#latest.all({ count });
  }
}
