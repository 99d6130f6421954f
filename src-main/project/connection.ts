import Database from 'better-sqlite3';
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
  /** Every write is refused. */
  readonly readonly: boolean;
  /** How long to wait for another program that writes, ms. */
  readonly busyTimeoutMs: number;
}

/** One open SQLite file. Every error of the file or the disk leaves as a SocavonError of one sentence. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;

  /** @throws SocavonError see `databaseError` */
  constructor(path: string, { readonly, busyTimeoutMs }: ConnectionOptions) {
    this.path = path;
    this.#database = this.#guard(() => new Database(path, { timeout: busyTimeoutMs }));
    // SQLite's own read-only mode would leave the files of the write-ahead log behind.
    if (readonly) this.pragma('query_only = ON');
  }

  /**
   * @param sql one statement, parameters as `:name`
   * @param integers 'bigint' where a column holds 64-bit nanoseconds; then every integer of the row is one
   */
  prepare<Row = never>(sql: string, integers: 'number' | 'bigint' = 'number'): Query<Row> {
    const statement = this.#guard(() => this.#database.prepare<[Parameters], Row>(sql));
    if (integers === 'bigint') statement.safeIntegers(true);
    return {
      all: (parameters = {}) => this.#guard(() => statement.all(parameters)),
      get: (parameters = {}) => this.#guard(() => statement.get(parameters)),
      run: (parameters = {}) =>
        this.#guard(() => {
          const { lastInsertRowid, changes } = statement.run(parameters);
          return { id: Number(lastInsertRowid), changes };
        }),
    };
  }

  /** Statements without results, several at once. */
  exec(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /** Value of a pragma, or sets it: `user_version`, `user_version = 3`. */
  pragma(text: string): unknown {
    return this.#guard(() => this.#database.pragma(text, { simple: true }));
  }

  /** All of `work` or, when it throws, none of it. Takes the write lock at once; nests. */
  transaction<T>(work: () => T): T {
    return this.#guard(() => this.#database.transaction(work).immediate());
  }

  close(): void {
    this.#guard(() => this.#database.close());
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw databaseError(this.path, error);
    }
  }
}
