import { copyFileSync } from 'node:fs';
import { type Message, message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { readSchemaVersion } from '../files/project-header.ts';
import { Audit } from './audit.ts';
import { isAuditedTopic, partOf, runParts } from './audit-state.ts';
import { writeBackup } from './backup.ts';
import { Connection } from './connection.ts';
import { refuseNewer, refuseOlder } from './migrate.ts';
import { MIGRATIONS } from './migrations/index.ts';
import { rowSum } from './row-sum.ts';
import { IS_COUNT_INTACT, keepSums, SUMMED_TABLES, type SummedTable, summedTable } from './row-sums.ts';
import { refuseForeignSchema } from './schema.ts';
import { countWords, damagedRows, rowWords, type StoredRow } from './verify-rows.ts';

/**
 * What becomes of a damaged part. 'align': the alignment is made again of its scans; 'measure': the result is made again
 * when it is asked for; 'set': a person sets it again; 'import': only a copy, or the capture, has it.
 */
export type Remedy = 'align' | 'measure' | 'set' | 'import';

interface Damage {
  readonly table: string;
  readonly what: Message;
  readonly remedy: Remedy;
  /** Of an alignment: its run. */
  readonly run?: number;
  /** The damaged row, if it is one. */
  readonly row?: StoredRow;
}

export interface ProjectCheck {
  readonly path: string;
  /** Rows whose check sum was verified. */
  readonly rows: number;
  readonly damage: readonly Damage[];
  /** Copy of the damaged file; null: it was not repaired. */
  readonly backup: string | null;
  /** What was dropped; empty if it was not repaired. */
  readonly dropped: readonly Damage[];
}

/** Most rows of a table that are named. */
const MOST_NAMED = 1000;

/** Tables of an alignment, children first. */
const OF_ALIGNMENT = ['refined_poses', 'refinements', 'alignment_states', 'poses'];
const REMEDIES: Readonly<Record<string, Remedy>> = {
  ...Object.fromEntries(OF_ALIGNMENT.map((table) => [table, 'align'])),
  products: 'measure',
  work_fields: 'set',
  changes: 'set',
};

/**
 * Verifies a project: SQLite's structure, foreign keys, the check sum of each row, and the number of rows.
 *
 * @param repairs drops what can be made again or set again, after a copy of the file beside it
 * @throws SocavonError 'file-missing', 'file-unreadable', 'project-format' of a file that is no project, or of an older
 *   version; 'project-newer', 'file-unwritable', 'disk-full'
 */
export function checkProject(path: string, repairs = false): ProjectCheck {
  const version = readSchemaVersion(path);
  refuseNewer(path, version, MIGRATIONS);
  refuseOlder(path, version, MIGRATIONS);
  const connection = new Connection(path, { readonly: !repairs, busyTimeoutMs: 5000 });
  try {
    refuseForeignSchema(connection);
    const examined = examine(connection);
    if (!repairs || examined.damage.every(({ remedy }) => remedy === 'import'))
      return { path, ...examined, backup: null, dropped: [] };
    const backup = backUp(connection);
    const dropped = examined.damage.filter(({ remedy }) => remedy !== 'import');
    keepSums(connection);
    const audit = new Audit(connection);
    const parts = dropped.flatMap((one) => droppedParts(audit, one));
    const subject = { dropped: dropped.map(({ what }) => what.code) };
    const note = { action: 'recovery', session: null, subject, parts, always: true } as const;
    audit.change(note, () => {
      for (const one of dropped) drop(connection, one);
    });
    return { path, ...examined, damage: examine(connection).damage, backup, dropped };
  } finally {
    connection.close();
  }
}

/** True for an alignment that its scans give again: that of a cloud came with its file. */
function isDerivable(connection: Connection, run: number): boolean {
  const row = connection
    .prepare<{ scans: number }>(
      `SELECT count(*) AS scans FROM alignment_runs r JOIN sessions s ON s.id = r.session_id
       JOIN scans ON scans.session_id = coalesce(s.scans_of, s.id) WHERE r.id = :run`,
    )
    .get({ run });
  return (row?.scans ?? 0) > 0;
}

function examine(connection: Connection): Pick<ProjectCheck, 'rows' | 'damage'> {
  const damage: Damage[] = [];
  let rows = 0;
  for (const line of structureFaults(connection))
    damage.push({ table: '', what: message('stored-structure-line', { line }), remedy: 'import' });
  for (const table of SUMMED_TABLES) {
    const { name } = table;
    try {
      rows += rowsOf(connection, name);
      for (const row of damagedRows(connection, table, MOST_NAMED))
        damage.push(judged(connection, { table: name, what: rowWords(name, row), row }));
      damage.push(...countFaults(connection, table));
    } catch (error) {
      if (!(error instanceof SocavonError) || error.code !== 'project-format') throw error;
      // Its pages are broken: the structure says where.
      damage.push({ table: name, what: message('stored-table', { table: name }), remedy: 'import' });
    }
  }
  return { rows, damage };
}

function judged(connection: Connection, damage: Omit<Damage, 'remedy'>): Damage {
  const { table, row } = damage;
  const run = row?.run_id === undefined ? damage.run : Number(row.run_id);
  const isOfRun = OF_ALIGNMENT.includes(table) || table.startsWith('discarded_');
  if (!isOfRun) return { ...damage, remedy: REMEDIES[table] ?? 'import' };
  const remedy = run !== undefined && isDerivable(connection, run) ? 'align' : 'import';
  return { ...damage, run, remedy };
}

function rowsOf(connection: Connection, name: string): number {
  return connection.prepare<{ rows: number }>(`SELECT count(*) AS rows FROM ${name}`).get()?.rows ?? 0;
}

/** What SQLite itself finds: broken pages and indexes, and rows that belong to nothing. */
function structureFaults(connection: Connection): string[] {
  try {
    const lines = connection
      .prepare<{ integrity_check: string }>('PRAGMA integrity_check(20)')
      .all()
      .map((row) => row.integrity_check)
      .filter((line) => line !== 'ok');
    const strays = connection
      .prepare<{ table: string; parent: string }>('PRAGMA foreign_key_check')
      .all()
      .map(({ table, parent }) => `${table} -> ${parent}`);
    return [...lines, ...new Set(strays)];
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'project-format') throw error;
    return ['database disk image is malformed'];
  }
}

/** Rows that are more or fewer than were stored, and counts that are damaged themselves. */
function countFaults(connection: Connection, { name, parent }: SummedTable): Damage[] {
  if (parent === undefined) return [];
  const of = parent ?? '0';
  const objects = new Map(
    connection
      .prepare<{ parent: number; rows: number }>(
        `SELECT ${of} AS parent, count(*) AS rows FROM ${name} GROUP BY 1`,
      )
      .all()
      .map((row) => [row.parent, row.rows]),
  );
  const stored = connection
    .prepare<{ parent: number; rows: number; intact: number }>(
      `SELECT parent, rows, ${IS_COUNT_INTACT} AS intact FROM tallies WHERE name = :name`,
    )
    .all({ name });
  const isOfRun = parent === 'run_id';
  const faults = stored.flatMap(({ parent: under, rows, intact }) => {
    const seen = objects.get(under) ?? 0;
    objects.delete(under);
    if (intact === 1 && seen === rows) return [];
    const what =
      intact === 1 ? countWords(name, under, rows, seen) : message('stored-tally', { table: name });
    return [judged(connection, { table: name, what, run: isOfRun ? under : undefined })];
  });
  const unknown = [...objects].map(([under, rows]) =>
    judged(connection, {
      table: name,
      what: countWords(name, under, 0, rows),
      run: isOfRun ? under : undefined,
    }),
  );
  return [...faults, ...unknown];
}

/** Copies the file as it is, damage and all; no copy of SQLite would take it. */
function backUp(connection: Connection): string {
  connection.pragma('wal_checkpoint(TRUNCATE)');
  return writeBackup(connection.path, 'damaged', (part) => {
    copyFileSync(connection.path, part);
  });
}

/** Parts of the audit trail that go with what is dropped. */
function droppedParts(audit: Audit, { table, run, row }: Damage): readonly string[] {
  if (run !== undefined) {
    const session = audit.sessionOfRun(run);
    return session === null ? [] : runParts(session, run);
  }
  const session = typeof row?.session_id === 'number' ? row.session_id : null;
  if (table === 'products') return [partOf(session, `product ${row?.id}`)];
  const topic = String(row?.topic);
  return table === 'work_fields' && isAuditedTopic(topic) ? [partOf(session, `work ${topic}`)] : [];
}

function drop(connection: Connection, { table, run, row }: Damage): void {
  if (run !== undefined) {
    // Whole: with a part of it, a measurement would be of other poses than was said.
    const discarded = SUMMED_TABLES.map(({ name }) => name).filter((name) => name.startsWith('discarded_'));
    for (const name of [...discarded.toReversed(), ...OF_ALIGNMENT]) {
      connection.prepare(`DELETE FROM ${name} WHERE run_id = :run`).run({ run });
      recount(connection, name, run);
    }
    connection.prepare("UPDATE alignment_runs SET state = 'running' WHERE id = :run").run({ run });
  } else if (row === undefined) recount(connection, table, 0);
  else {
    const key = table === 'work_fields' ? 'rowid' : 'id';
    connection.prepare(`DELETE FROM ${table} WHERE ${key} = :key`).run({ key: row[key] });
  }
}

/** Stores the number of rows that are there. */
function recount(connection: Connection, name: string, parent: number): void {
  const column = summedTable(name).parent;
  if (column === undefined) return;
  connection.prepare('DELETE FROM tallies WHERE name = :name AND parent = :parent').run({ name, parent });
  const rows =
    connection
      .prepare<{ rows: number }>(`SELECT count(*) AS rows FROM ${name} WHERE ${column ?? '0'} = :parent`)
      .get({ parent })?.rows ?? 0;
  if (rows === 0) return;
  connection
    .prepare('INSERT INTO tallies (name, parent, rows, checksum) VALUES (:name, :parent, :rows, :checksum)')
    .run({ name, parent, rows, checksum: rowSum(name, parent, rows) });
}
