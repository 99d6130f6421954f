import type { Connection } from './connection.ts';
import { isIntact, namesItsOwner, summedTable } from './row-sums.ts';

/**
 * Tables of a session that a copy does not get: it reads the scans and points of the original, products are made again, and the
 * steps of the history stay those of the original (see `duplicateSession`).
 */
const SHARED = ['sessions', 'scans', 'cloud_chunks', 'products', 'changes'];

interface Table {
  readonly name: string;
  /** All but the row id, and the check sum where what the row belongs to is under it: each copy gets them anew. */
  readonly columns: readonly string[];
}

/**
 * Copies of sessions in a project: alignments, edits, control, heading and settings are copied, scans are shared.
 * Which tables belong to a session is read from the schema, so that no later one is forgotten. All changes must be
 * made inside a transaction.
 */
export class SessionCopies {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Copies a session. @returns the id of the copy */
  copy(id: number): number {
    // A row may be copied before the one that it refers to.
    this.#connection.pragma('defer_foreign_keys = ON');
    const copy = this.#connection
      .prepare(
        `INSERT INTO sessions (state, imported_at, metadata_name, metadata_text, sensor, health, name, recorded_at,
           scans_of)
         SELECT state, imported_at, metadata_name, metadata_text, sensor, health, name, recorded_at,
           coalesce(scans_of, id)
         FROM sessions WHERE id = :id`,
      )
      .run({ id }).id;
    for (const table of this.#tablesWith('session_id'))
      if (table.name !== 'alignment_runs') this.#copyRows(table, 'session_id', id, copy);
    const runs = this.#connection.prepare<{ id: number }>(
      'SELECT id FROM alignment_runs WHERE session_id = :id ORDER BY id',
    );
    for (const run of runs.all({ id })) this.#copyRun(run.id, copy);
    this.#copySettings(id, copy);
    return copy;
  }

  /** Lets the oldest copy of a session have its scans, so that the session can be removed; nothing without a copy. */
  passScansOn(id: number): void {
    const [heir] = this.#connection
      .prepare<{ id: number }>('SELECT id FROM sessions WHERE scans_of = :id ORDER BY id LIMIT 1')
      .all({ id });
    if (heir === undefined) return;
    for (const sql of [
      'UPDATE scans SET session_id = :heir WHERE session_id = :id',
      'UPDATE cloud_chunks SET session_id = :heir WHERE session_id = :id',
      'UPDATE sessions SET scans_of = nullif(:heir, id) WHERE scans_of = :id',
    ])
      this.#connection.prepare(sql).run({ id, heir: heir.id });
  }

  /** Removes the settings of a session, and those that name it as the reference of another: a later one may get its id. */
  removeSettings(id: number): void {
    for (const sql of [
      "DELETE FROM settings WHERE key LIKE '%.' || :id",
      "DELETE FROM settings WHERE key LIKE 'reference.%' AND value = :id",
    ])
      this.#connection.prepare(sql).run({ id: String(id) });
  }

  #copyRun(run: number, session: number): void {
    const [runs] = this.#tables().filter(({ name }) => name === 'alignment_runs');
    const others = runs.columns.filter((column) => column !== 'session_id').join(', ');
    const copy = this.#connection
      .prepare(
        `INSERT INTO alignment_runs (session_id, ${others}) SELECT :session, ${others} FROM alignment_runs WHERE id = :run`,
      )
      .run({ run, session }).id;
    for (const table of this.#tablesWith('run_id')) this.#copyRows(table, 'run_id', run, copy);
  }

  #copyRows({ name, columns }: Table, key: string, from: number, to: number): void {
    const others = columns.filter((column) => column !== key).join(', ');
    // A copy that gets a sum of its own would be sound.
    const isSound = namesItsOwner(name) ? ` AND ${isIntact(summedTable(name))}` : '';
    this.#connection
      .prepare(
        `INSERT INTO ${name} (${key}, ${others}) SELECT :to, ${others} FROM ${name} WHERE ${key} = :from${isSound}`,
      )
      .run({ from, to });
  }

  #copySettings(from: number, to: number): void {
    this.#connection
      .prepare(
        `INSERT INTO settings (key, value)
         SELECT substr(key, 1, length(key) - length(:from)) || :to, value FROM settings WHERE key LIKE '%.' || :from`,
      )
      .run({ from: String(from), to: String(to) });
  }

  #tablesWith(column: string): Table[] {
    return this.#tables().filter(({ name, columns }) => !SHARED.includes(name) && columns.includes(column));
  }

  #tables(): Table[] {
    const names = this.#connection
      .prepare<{ name: string }>(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'",
      )
      .all();
    const columns = this.#connection.prepare<{ name: string }>(
      "SELECT name FROM pragma_table_info(:table) WHERE NOT (name = 'id' AND pk = 1)",
    );
    return names.map(({ name }) => ({
      name,
      columns: columns
        .all({ table: name })
        .map((column) => column.name)
        .filter((column) => column !== 'checksum' || !namesItsOwner(name)),
    }));
  }
}
