import { existsSync } from 'node:fs';
import Database from 'better-sqlite3';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { databaseError } from './database-errors.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;
export type Parameters = Record<string, SqlValue>;

/** A prepared statement; named parameters without their prefix. */
export interface Query<Row> {
  all(parameters?: Parameters): Row[];
  get(parameters?: Parameters): Row | undefined;
  /** @returns the row id of the last insert and the number of rows changed */
  run(parameters?: Parameters): { id: number; changes: number };
}

export interface ConnectionOptions {
  /** True: every write is rejected. */
  readonly readonly: boolean;
  /** Timeout for the write lock of another program, ms. */
  readonly busyTimeoutMs: number;
}

/** Open SQLite file. Errors of the file or the disk are thrown as SocavonError. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;

  /** @throws SocavonError see `databaseError` */
  constructor(path: string, { readonly, busyTimeoutMs }: ConnectionOptions) {
    this.path = path;
    this.#database = this.#guard(() => new Database(path, { timeout: busyTimeoutMs }));
    // SQLite's own read-only mode would leave the files of the write-ahead log on the disk.
    if (readonly) this.pragma('query_only = ON');
  }

  /**
   * @param sql one statement, parameters as `:name`
   * @param integers 'bigint' if a column has 64-bit nanoseconds; then every integer of the row is a bigint
   */
  prepare<Row = never>(sql: string, integers: 'number' | 'bigint' = 'number'): Query<Row> {
    const statement = this.#guard(() => this.#database.prepare<[Parameters], Row>(sql));
    if (integers === 'bigint') statement.safeIntegers(true);
    return {
      all: (parameters = {}) => this.#guard(() => statement.all(parameters)),
      get: (parameters = {}) => this.#guard(() => statement.get(parameters)),
      run: (parameters = {}) =>
        this.#guard(() => {
          if (!this.#database.inTransaction) this.#refuseGone();
          const { lastInsertRowid, changes } = statement.run(parameters);
          return { id: Number(lastInsertRowid), changes };
        }),
    };
  }

  /** Executes one or more statements without results. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /** Reads or sets a pragma: `user_version`, `user_version = 3`. */
  pragma(text: string): unknown {
    return this.#guard(() => this.#database.pragma(text, { simple: true }));
  }

  /** Runs `work` in a transaction, rolled back if it throws. Takes the write lock at once; nests. */
  transaction<T>(work: () => T): T {
    return this.#guard(() => {
      if (!this.#database.inTransaction) this.#refuseGone();
      return this.#database.transaction(work).immediate();
    });
  }

  close(): void {
    this.#guard(() => this.#database.close());
  }

  /** A deleted file takes everything that is written and keeps nothing, and SQLite does not notice. */
  #refuseGone(): void {
    if (!existsSync(this.path))
      throw new SocavonError('file-unwritable', message('project-gone', { path: this.path }));
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw databaseError(this.path, error);
    }
  }
}
