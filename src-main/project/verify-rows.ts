import { type Message, message } from '../../src-core/messages/message.ts';
import type { Connection, Query, SqlValue } from './connection.ts';
import { damagedPart } from './damaged.ts';
import { IS_COUNT_INTACT, isIntact, SUMMED_TABLES, type SummedTable, summedTable } from './row-sums.ts';

export type StoredRow = Readonly<Record<string, SqlValue>>;

/** Words for a row of a table, by its key. */
export function rowWords(table: string, row: StoredRow): Message {
  const number = (column: string): number => Number(row[column]);
  const [session, run, scan] = ['session_id', 'run_id', 'scan_index'].map(number);
  switch (table) {
    case 'sessions':
      return message('stored-session', { id: number('id') });
    case 'captures':
      return message('stored-capture', { session });
    case 'clouds':
      return message('stored-cloud', { session });
    case 'alignment_runs':
      return message('stored-run', { run: number('id') });
    case 'alignment_edits':
      return message('stored-edit', { ordinal: number('ordinal'), run });
    case 'control_files':
    case 'control_roles':
    case 'target_decisions':
    case 'loop_decisions':
      return message('stored-control', { session });
    case 'refine_asked':
      return message('stored-refine-question', { session });
    case 'settings':
      return message('stored-setting', { key: String(row.key) });
    case 'survey_headings':
      return message('stored-heading', { session });
    case 'work_fields':
      return message('stored-field', { field: `${row.topic}.${row.field}` });
    case 'changes':
      return message('stored-change', { id: number('id') });
    case 'scans':
    case 'imu':
      return message('stored-scan', { scan, session });
    case 'cloud_chunks':
      return message('stored-points', { chunk: number('ordinal'), session });
    case 'poses':
      return message('stored-pose', { scan, run });
    case 'alignment_states':
      return message('stored-state', { scan, run });
    case 'refinements':
      return message('stored-refinement', { run });
    case 'refined_poses':
      return message('stored-refined-pose', { scan, run });
    case 'products':
      return message('stored-product', { id: number('id') });
    default:
      if (table.startsWith('discarded_')) return message('stored-discarded', { run });
      return message('stored-identity');
  }
}

/** Words for the rows of a table that are not as many as were stored. */
export function countWords(table: string, parent: number, rows: number, count: number): Message {
  return parent === 0
    ? message('stored-count', { table, rows, found: count })
    : message('stored-count-of', { table, parent, rows, found: count });
}

/**
 * Verifies the small tables of a project: what a person decided, and what the large tables belong to. Some milliseconds.
 *
 * @throws SocavonError 'project-format'
 */
export function verifySmallTables(connection: Connection): void {
  for (const table of SUMMED_TABLES.filter(({ isSmall }) => isSmall === true)) {
    // A row that a search does not find, though a walk through the table does, would count as never stored.
    if (connection.pragma(`integrity_check(${table.name})`) !== 'ok')
      throw damagedPart(connection.path, message('stored-table', { table: table.name }));
    const [damaged] = damagedRows(connection, table, 1);
    if (damaged !== undefined) throw damagedPart(connection.path, rowWords(table.name, damaged));
    new RowCount(connection, table.name).verify(0);
  }
}

/** Keys of the rows of a table that have another check sum than they were stored with, and what names them. */
export function damagedRows(connection: Connection, table: SummedTable, most: number): StoredRow[] {
  const { name, key, columns } = table;
  const naming = columns.filter((column) => NAMING.includes(column));
  const shown = [...new Set([...key, ...naming])].map((column) => `${name}.${column}`);
  // Readings belong to a scan by its row only.
  const scan = name === 'imu' ? ' LEFT JOIN scans ON scans.id = imu.scan_id' : '';
  const ofScan = name === 'imu' ? ', scans.session_id, scans.scan_index' : '';
  return connection
    .prepare<StoredRow>(
      `SELECT ${shown.join(', ')}${ofScan} FROM ${name}${scan} WHERE NOT ${isIntact(table, `${name}.`)} LIMIT ${most}`,
    )
    .all();
}

/** Columns that a person knows a row by. */
const NAMING = ['ordinal', 'scan_index', 'session_id', 'topic', 'field'];

/** Number of rows of a table, as it was stored: under each session or run, or of the whole table. */
export class RowCount {
  readonly #connection: Connection;
  readonly #table: string;
  readonly #stored: Query<{ rows: number; intact: number }>;
  readonly #found: Query<{ found: number }>;
  readonly #verified = new Set<number>();

  constructor(connection: Connection, table: string) {
    const { parent } = summedTable(table);
    this.#connection = connection;
    this.#table = table;
    this.#stored = connection.prepare(
      `SELECT rows, ${IS_COUNT_INTACT} AS intact FROM tallies
       WHERE name = '${table}' AND parent = :parent`,
    );
    this.#found = connection.prepare(
      `SELECT count(*) AS found FROM ${table} WHERE ${parent ?? '0'} = :parent`,
    );
  }

  /** @throws SocavonError 'project-format' if the count itself is damaged */
  of(parent: number): number {
    const row = this.#stored.get({ parent });
    if (row === undefined) return 0;
    if (row.intact === 0)
      throw damagedPart(this.#connection.path, message('stored-tally', { table: this.#table }));
    return row.rows;
  }

  /**
   * Compares the rows under a parent with their stored number, the first time that it is asked for.
   *
   * @throws SocavonError 'project-format'
   */
  verify(parent: number): void {
    if (this.#verified.has(parent)) return;
    this.compare(parent, () => this.#found.get({ parent })?.found ?? 0);
    this.#verified.add(parent);
  }

  /** Compares the rows that were found with their stored number. @throws SocavonError 'project-format' */
  compare(parent: number, count: () => number): void {
    const [rows, seen] = this.#connection.snapshot(() => [this.of(parent), count()]);
    if (seen !== rows) throw damagedPart(this.#connection.path, countWords(this.#table, parent, rows, seen));
  }
}
