import { warnOnce } from '../../src-core/io/capture/capture-health.ts';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { NOT_RECOVERED } from './captures.ts';
import { decodeHealth, encodeHealth } from './codecs/health-codec.ts';
import type { Connection, SqlValue } from './connection.ts';
import { isIntact, SUMMED_TABLES, type SummedTable, summedTable } from './row-sums.ts';
import { isStoredTable } from './schema.ts';

interface TableRecovery {
  readonly table: string;
  readonly saved: number;
  /** Rows that are damaged, cannot be reached, or belong to what was not saved. */
  readonly lost: number;
}

/** Session of which some scans are lost; the others are numbered anew. */
interface PartSession {
  readonly session: number;
  readonly saved: number;
  readonly lost: number;
}

export interface Recovery {
  readonly path: string;
  readonly out: string;
  /** Ids of the sessions that were saved, with all of their scans or points. */
  readonly sessions: readonly number[];
  /** Those that were saved without some of their scans, and without their alignments. */
  readonly parts: readonly PartSession[];
  /** Ids of those that were not saved at all, as far as they are known. */
  readonly lostSessions: readonly number[];
  /** Ids of the alignments that were saved whole. */
  readonly runs: readonly number[];
  readonly tables: readonly TableRecovery[];
}

type Row = Readonly<Record<string, SqlValue>>;

/**
 * Reads that may fail in a table before the rest of it is given up. A broken leaf fails once for each of its rows, some
 * hundreds; a broken root, or the last leaf, which all greater keys would be in, would fail for ever.
 */
const MOST_FAILED = 2000;
/** Rows that are read at a time. */
const BLOCK = 64;
/** Tables whose rows name scans by their numbers, or hold for all scans of a session together. */
const OF_WHOLE_SESSIONS = [
  'target_decisions',
  'loop_decisions',
  'refine_asked',
  'settings',
  'changes',
  'products',
  'work_fields',
];
/** The counts of the tables. */
const TALLIES = { name: 'tallies', key: ['name', 'parent'], columns: ['rows'] };
/** Greatest key that is looked for: no project has as many rows. */
const GREATEST_KEY = 2n ** 31n - 1n;

/** True for a table that is stored; of a file whose list of tables is damaged none can be read. */
function isReadable(source: Connection, table: SummedTable): boolean {
  try {
    return isStoredTable(source, table);
  } catch (error) {
    if (error instanceof SocavonError && error.code === 'project-format') return false;
    throw error;
  }
}

/** Copies what is whole from a damaged project into a new one. */
export class Rescue {
  readonly #source: Connection;
  readonly #copy: Connection;
  readonly #saved = new Map<string, number>();
  readonly #seen = new Map<string, number>();
  /** Tables whose rows can be read; of others the file has something of its own in their place. */
  readonly #stored: ReadonlySet<string>;

  constructor(source: Connection, copy: Connection) {
    this.#source = source;
    this.#copy = copy;
    const stored = [...SUMMED_TABLES, TALLIES].filter((table) => isReadable(source, table));
    this.#stored = new Set(stored.map(({ name }) => name));
  }

  save(): Omit<Recovery, 'path' | 'out'> {
    const sessions = new Set<bigint>();
    const parts = new Map<bigint, PartSession>();
    const known: bigint[] = [];
    const later: Row[] = [];
    const take = (row: Row): void => {
      const id = row.id as bigint;
      const of = row.scans_of as bigint | null;
      if (of === null) {
        if (this.#saveSession(row)) sessions.add(id);
        else {
          const part = this.#saveRest(row);
          if (part !== null) parts.set(id, part);
        }
        return;
      }
      // The scans of a duplicate are those of its original.
      const part = parts.get(of);
      if (part === undefined && !sessions.has(of)) return;
      this.#transaction(() => {
        this.#put('sessions', row);
        if (part !== undefined) this.#warnOfLost(id, row, part);
      });
      if (part === undefined) sessions.add(id);
      else parts.set(id, { ...part, session: Number(id) });
    };
    for (const row of this.#intactRows('sessions')) {
      known.push(row.id as bigint);
      if (row.state !== 'complete') continue;
      if (row.scans_of === null) take(row);
      else later.push(row);
    }
    later.forEach(take);
    const runs = new Set<bigint>();
    for (const row of this.#intactRows('alignment_runs'))
      if (sessions.has(row.session_id as bigint) && this.#saveRun(row)) runs.add(row.id as bigint);
    this.#transaction(() => this.#saveOthers(sessions, new Set(parts.keys())));
    return {
      sessions: [...sessions].map(Number),
      parts: [...parts.values()],
      lostSessions: known.filter((id) => !sessions.has(id) && !parts.has(id)).map(Number),
      runs: [...runs].map(Number),
      tables: SUMMED_TABLES.filter(({ name }) => name !== 'project').flatMap(({ name }) => {
        const saved = this.#saved.get(name) ?? 0;
        const all = Math.max(this.#storedRows(name), this.#seen.get(name) ?? 0, saved);
        return all === 0 ? [] : [{ table: name, saved, lost: all - saved }];
      }),
    };
  }

  /** Saves a session with its captures and every scan or point; nothing of it if one is damaged or lost. */
  #saveSession(row: Row): boolean {
    const id = row.id as bigint;
    return this.#whole(() => {
      this.#put('sessions', row);
      this.#putAll('captures', [['session_id', id]]);
      this.#putAll('clouds', [['session_id', id]]);
      for (const name of ['scans', 'cloud_chunks'])
        for (const scan of this.#counted(name, id)) {
          this.#put(name, scan);
          if (name === 'scans') this.#putAll('imu', [['scan_id', scan.id as bigint]], 1);
        }
    });
  }

  /**
   * Saves a session with those of its scans that are whole, numbered anew, and with a warning that says how many are
   * missing. @returns null: it has no scans, or no two that are whole
   */
  #saveRest(row: Row): PartSession | null {
    const id = row.id as bigint;
    let part: PartSession | null = null;
    this.#whole(() => {
      this.#put('sessions', row);
      this.#putAll('captures', [['session_id', id]]);
      let [saved, seen] = [0, 0];
      for (const scan of this.#rows(summedTable('scans'), [['session_id', id]])) {
        seen++;
        if (scan === null || Number(scan.intact) !== 1) continue;
        const readings = [...this.#rows(summedTable('imu'), [['scan_id', scan.id as bigint]])];
        if (readings.length === 0 || readings.some((one) => Number(one?.intact) !== 1)) continue;
        this.#put('scans', { ...scan, scan_index: saved++, checksum: null });
        for (const one of readings) this.#put('imu', one!);
      }
      if (saved < 2) throw new IncompletePart();
      const lost = Math.max(this.#count('scans', id), seen) - saved;
      part = { session: Number(id), saved, lost };
      this.#warnOfLost(id, row, part);
    });
    return part;
  }

  #warnOfLost(id: bigint, row: Row, { saved, lost }: PartSession): void {
    const health = decodeHealth(String(row.health));
    warnOnce(health, message(NOT_RECOVERED, { lost, all: saved + lost }));
    this.#copy
      .prepare('UPDATE sessions SET health = :health WHERE id = :id')
      .run({ id, health: encodeHealth(health) });
  }

  /** Saves an alignment with its edits, poses and refinement; nothing of it if one of them is damaged or lost. */
  #saveRun(row: Row): boolean {
    const run = row.id as bigint;
    return this.#whole(() => {
      this.#put('alignment_runs', row);
      this.#putAll('alignment_edits', [['run_id', run]]);
      for (const name of ['poses', 'refinements', 'refined_poses'])
        for (const one of this.#counted(name, run)) this.#put(name, one);
      this.#putAll('alignment_states', [['run_id', run]]);
    });
  }

  /** Rows of other tables that are whole, of saved sessions; put-aside ends of alignments are computed again. */
  #saveOthers(sessions: ReadonlySet<bigint>, parts: ReadonlySet<bigint>): void {
    const done = ['project', 'sessions', 'captures', 'clouds', 'scans', 'imu', 'cloud_chunks'];
    const ofRuns = [
      'alignment_runs',
      'alignment_edits',
      'poses',
      'refinements',
      'refined_poses',
      'alignment_states',
    ];
    for (const { name } of SUMMED_TABLES) {
      if (done.includes(name) || ofRuns.includes(name) || name.startsWith('discarded_')) continue;
      const of = OF_WHOLE_SESSIONS.includes(name) ? sessions : new Set([...sessions, ...parts]);
      for (const row of this.#intactRows(name)) if (belongs(name, row, of)) this.#put(name, row);
    }
  }

  /** Runs `work` in a transaction that is undone if a part is damaged. @returns true if it was not */
  #whole(work: () => void): boolean {
    const before = new Map(this.#saved);
    try {
      this.#transaction(work);
      return true;
    } catch (error) {
      if (!(error instanceof IncompletePart)) throw error;
      this.#saved.clear();
      for (const [name, count] of before) this.#saved.set(name, count);
      return false;
    }
  }

  #transaction(work: () => void): void {
    this.#copy.transaction(work);
  }

  #put(table: string, row: Row): void {
    const { intact: _, ...values } = row;
    const columns = Object.keys(values);
    this.#copy
      .prepare(
        `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`,
      )
      .run(values);
    this.#saved.set(table, (this.#saved.get(table) ?? 0) + 1);
  }

  /** Copies the rows under a key, each of which must be whole. @param least fewest that there must be */
  #putAll(name: string, of: readonly Fixed[], least = 0): void {
    let count = 0;
    for (const row of this.#rows(summedTable(name), of)) {
      if (row === null || Number(row.intact) !== 1) throw new IncompletePart();
      this.#put(name, row);
      count++;
    }
    if (count < least) throw new IncompletePart();
  }

  /** The rows under a session or run, each of which must be whole, as many as were stored. */
  *#counted(name: string, parent: bigint): Generator<Row> {
    const table = summedTable(name);
    let count = 0;
    for (const row of this.#rows(table, [[table.parent ?? '', parent]])) {
      if (row === null || Number(row.intact) !== 1) throw new IncompletePart();
      yield row;
      count++;
    }
    if (count !== this.#count(name, parent)) throw new IncompletePart();
  }

  *#intactRows(name: string): Generator<Row> {
    let seen = 0;
    for (const row of this.#rows(summedTable(name), [])) {
      seen++;
      if (row !== null && Number(row.intact) === 1) yield row;
    }
    this.#seen.set(name, seen);
  }

  /** Stored number of rows of a table, under all parents; 0 if it is not known. */
  #storedRows(name: string): number {
    return this.#tallies(name).reduce((sum, { rows }) => sum + rows, 0);
  }

  #count(name: string, parent: bigint): number {
    return this.#tallies(name).find((row) => BigInt(row.parent) === parent)?.rows ?? 0;
  }

  #tallies(name: string): { parent: number; rows: number }[] {
    if (!this.#stored.has(TALLIES.name)) return [];
    try {
      return this.#source
        .prepare<{ parent: number; rows: number }>('SELECT parent, rows FROM tallies WHERE name = :name')
        .all({ name });
    } catch (error) {
      if (isDamage(error)) return [];
      throw error;
    }
  }

  /**
   * Rows of a table, as far as its pages can be read; null for each place that cannot. Reads ranges of the key, and
   * where one fails its halves, so that a broken page costs only its own rows.
   */
  #rows(table: SummedTable, of: readonly Fixed[]): Iterable<Row | null> {
    if (!this.#stored.has(table.name)) return [];
    const key = table.key.filter((column) => !of.some(([fixed]) => fixed === column));
    // A table by names has no ranges of numbers: from both ends to the broken place.
    const isNumbered = table.name !== 'settings' && table.name !== 'control_roles';
    return isNumbered && key.length > 0
      ? this.#range(table, of, key, { left: MOST_FAILED })
      : this.#ends(table, of);
  }

  *#range(
    table: SummedTable,
    of: readonly Fixed[],
    [column, ...others]: readonly string[],
    failed: { left: number },
    from = 0n,
    to = GREATEST_KEY,
  ): Generator<Row | null> {
    for (let next = from; next <= to; ) {
      let rows: Row[];
      try {
        rows = this.#read(table, of, `${column} BETWEEN ${next} AND ${to} ORDER BY ${column} LIMIT ${BLOCK}`);
      } catch (error) {
        if (!isDamage(error)) throw error;
        if (--failed.left < 0) {
          if (failed.left === -1) yield null;
          return;
        }
        if (next === to) {
          if (others.length === 0 || others[0] === 'p_sensor') yield null;
          else yield* this.#range(table, [...of, [column, next]], others, failed);
          return;
        }
        const middle = (next + to) / 2n;
        yield* this.#range(table, of, [column, ...others], failed, next, middle);
        next = middle + 1n;
        continue;
      }
      if (rows.length < BLOCK) {
        yield* rows;
        return;
      }
      // The last value may have more rows than were read.
      const last = rows[rows.length - 1][column] as bigint;
      const whole = rows.filter((row) => row[column] !== last);
      if (whole.length > 0) {
        yield* whole;
        next = last;
        continue;
      }
      yield* others.length === 0 ? rows : this.#range(table, [...of, [column, last]], others, failed);
      next = last + 1n;
    }
  }

  *#ends(table: SummedTable, of: readonly Fixed[]): Generator<Row | null> {
    const order = table.key.join(', ');
    const seen = new Set<string>();
    for (const direction of ['', ' DESC']) {
      for (let offset = 0; ; offset++) {
        let row: Row | undefined;
        try {
          const by = direction === '' ? order : `${table.key.map((column) => column + direction).join(', ')}`;
          [row] = this.#read(table, of, `1 ORDER BY ${by} LIMIT 1 OFFSET ${offset}`);
        } catch (error) {
          if (!isDamage(error)) throw error;
          yield null;
          break;
        }
        if (row === undefined) return;
        const name = JSON.stringify(table.key.map((column) => String(row[column])));
        if (seen.has(name)) return;
        seen.add(name);
        yield row;
      }
    }
  }

  #read(table: SummedTable, of: readonly Fixed[], where: string): Row[] {
    const columns = [...new Set([...table.key, ...table.columns])].join(', ');
    const fixed = of.map(([column, value]) => `${column} = ${value} AND `).join('');
    return this.#source
      .prepare<Row>(
        `SELECT ${columns}, checksum, ${isIntact(table)} AS intact FROM ${table.name} NOT INDEXED WHERE ${fixed}${where}`,
        'bigint',
      )
      .all();
  }
}

/** A column of the key with its value. */
type Fixed = readonly [column: string, value: bigint];

/** Thrown inside a transaction to undo it: a part is damaged or lost. */
class IncompletePart extends Error {}

function isDamage(error: unknown): boolean {
  return error instanceof SocavonError && error.code === 'project-format';
}

/** True for a row of the whole project, or of a saved session; settings name theirs at the end of the key. */
function belongs(name: string, row: Row, sessions: ReadonlySet<bigint>): boolean {
  if (name === 'settings') {
    const of = /\.(\d+)$/.exec(String(row.key))?.[1];
    return of === undefined || sessions.has(BigInt(of));
  }
  return row.session_id === null || row.session_id === undefined || sessions.has(row.session_id as bigint);
}
