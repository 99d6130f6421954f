import { constants, copyFileSync, existsSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { fileError } from '../files/file-errors.ts';
import { removeLeftover } from '../files/part-files.ts';
import { databaseError } from './database-errors.ts';
import { refuseLongPath } from './project-path.ts';
import { addRowSum } from './row-sum.ts';

export type SqlValue = string | number | bigint | Uint8Array | null;
export type Parameters = Record<string, SqlValue>;

/** A prepared statement; named parameters without their prefix. */
export interface Query<Row> {
  all(parameters?: Parameters): Row[];
  get(parameters?: Parameters): Row | undefined;
  /** Row by row, for results that memory need not hold; nothing else may be executed meanwhile. */
  each(parameters?: Parameters): IterableIterator<Row>;
  /** @returns the row id of the last insert and the number of rows changed */
  run(parameters?: Parameters): { id: number; changes: number };
}

interface ConnectionOptions {
  /** True: every write is rejected. */
  readonly readonly: boolean;
  /** Timeout for the write lock of another program, ms. */
  readonly busyTimeoutMs: number;
  /** True: the file is not written even by the changes that its write-ahead log still holds. */
  readonly isUntouched?: boolean;
}

/** True if there are changes that are not in the file of a project itself, but in its write-ahead log. */
function hasLog(path: string): boolean {
  const log = `${path}-wal`;
  return existsSync(log) && statSync(log).size > 0;
}

/**
 * Refuses to give a closed database its final name while its last changes are in the log beside it, as where the disk failed
 * when it was closed: SQLite says nothing of that, and under another name the log is no more of it.
 *
 * @param path name that it was to get
 * @throws SocavonError 'file-unwritable'
 */
export function requireWithoutLog(database: string, path: string): void {
  if (!hasLog(database)) return;
  const why = message('why-disk-fault');
  throw new SocavonError('file-unwritable', message('file-not-written', { path, why }));
}

/** Open SQLite file. Errors of the file or the disk are thrown as SocavonError. */
export class Connection {
  readonly path: string;
  readonly #database: Database.Database;
  /** The file that was opened; another one of its name is not it. */
  readonly #file: string | null;
  /** Folder of the copy that is read in place of a file on a read-only disk. */
  #scratch: string | null = null;
  #beforeCommit: (() => void) | null = null;

  /** @throws SocavonError see `databaseError` */
  constructor(path: string, { readonly, busyTimeoutMs, isUntouched = false }: ConnectionOptions) {
    this.path = path;
    refuseLongPath(path);
    this.#database = this.#guard(() => {
      const open = (file: string): Database.Database => {
        // SQLite's defence against a schema that writes to itself (DEFENSIVE) is on in every database of this package.
        const database = new Database(file, { timeout: busyTimeoutMs });
        // Somebody else may have made the file: its schema calls no function, and its pages are checked as they are read.
        database.pragma('trusted_schema = OFF');
        database.pragma('cell_size_check = ON');
        return database;
      };
      const copied = (): Database.Database => {
        const { file, folder } = scratchCopy(path);
        this.#scratch = folder;
        return open(file);
      };
      // Closing would write the changes of a leftover log into the file.
      if (isUntouched && hasLog(path)) return copied();
      const opened = open(path);
      // A disk that takes no writing has no place for the files of the write-ahead log.
      return readonly && !isReadable(opened) ? copied() : opened;
    });
    this.#file = fileOf(path);
    addRowSum(this.#database);
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
      each: (parameters = {}) => this.#guard(() => statement.iterate(parameters)),
      run: (parameters = {}) =>
        this.#guard(() => {
          if (!this.#database.inTransaction) this.refuseGone();
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
      if (this.#database.inTransaction) return this.#database.transaction(work)();
      this.refuseGone();
      const whole = (): T => {
        const result = work();
        this.#beforeCommit?.();
        return result;
      };
      return this.#database.transaction(whole).immediate();
    });
  }

  /** Lets all that `work` reads be of one moment, whatever other programs write meanwhile. */
  snapshot<T>(work: () => T): T {
    if (this.#database.inTransaction) return work();
    return this.#guard(() => this.#database.transaction(work).deferred());
  }

  /** Sets what the end of every transaction does before it is committed; if it throws, the transaction is rolled back. */
  beforeCommit(work: () => void): void {
    this.#beforeCommit = work;
  }

  close(): void {
    this.#guard(() => this.#database.close());
    if (this.#scratch !== null) removeLeftover(this.#scratch);
  }

  /**
   * Refuses to go on with a file that was deleted or replaced: it takes everything that is written and keeps nothing,
   * and SQLite does not notice.
   *
   * @throws SocavonError 'file-unwritable'
   */
  refuseGone(): void {
    const file = fileOf(this.path);
    if (file === null)
      throw new SocavonError('file-unwritable', message('project-gone', { path: this.path }));
    if (file !== this.#file)
      throw new SocavonError('file-unwritable', message('project-replaced', { path: this.path }));
  }

  #guard<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw databaseError(this.path, error);
    }
  }
}

/** Copies a database with its write-ahead log into a folder of its own, where it can be read. */
function scratchCopy(path: string): { readonly file: string; readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-'));
  const file = join(folder, basename(path));
  try {
    for (const ending of ['', '-wal'])
      if (existsSync(path + ending)) copyFileSync(path + ending, file + ending, constants.COPYFILE_FICLONE);
  } catch (error) {
    removeLeftover(folder);
    throw fileError(file, 'write', error);
  }
  return { file, folder };
}

/** False, and closed, if SQLite cannot make the files that it needs beside the database. */
function isReadable(database: Database.Database): boolean {
  try {
    database.pragma('schema_version');
    return true;
  } catch (error) {
    const code = error instanceof Database.SqliteError ? error.code : '';
    if (!code.startsWith('SQLITE_CANTOPEN') && !code.startsWith('SQLITE_READONLY')) return true;
    database.close();
    return false;
  }
}

/** What tells the file of a path from another that takes its place; null: there is none. */
function fileOf(path: string): string | null {
  const stats = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stats === undefined ? null : `${stats.dev}:${stats.ino}`;
}
