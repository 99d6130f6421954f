import { createHash } from 'node:crypto';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { type Random, seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { NOTHING_ASKED, type SurveyRefinement } from '../../src-core/survey/refine.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import { Project } from '../../src-main/project/project.ts';
import { addRowSum } from '../../src-main/project/row-sum.ts';
import { keepSums, summedTable } from '../../src-main/project/row-sums.ts';
import { captureFile, captureItems, health, scanPose, sensor } from './fixtures.ts';

/** Tables with measurement, of which damage is made. */
export const MEASURED: readonly (readonly [table: string, column: string])[] = [
  ['scans', 'image'],
  ['scans', 'stamp_ns'],
  ['imu', 'samples'],
  ['poses', 'T_map_sensor'],
  ['poses', 'quality'],
  ['poses', 'stamp_ns'],
  ['alignment_states', 'state'],
  ['refinements', 'graph'],
  ['refinements', 'T_grid_map'],
  ['refined_poses', 'T_map_sensor'],
  ['products', 'payload'],
  ['products', 'options'],
  ['settings', 'value'],
  ['settings', 'key'],
  ['sessions', 'sensor'],
  ['sessions', 'health'],
  ['captures', 'sha256'],
  ['alignment_runs', 'options'],
  ['alignment_edits', 'edit'],
  ['refine_asked', 'asked'],
  ['survey_headings', 'mine'],
  ['work_fields', 'value'],
  ['tallies', 'rows'],
];

const PAYLOAD = Buffer.from('{"volume":180.91}');

const REFINEMENT: SurveyRefinement = {
  refined: true,
  frame: 'mine-grid',
  T_grid_map: exp([0.1, 0.2, 0.3, 350_000, 8_600_000, 4200]),
  poses: [0, 1, 2, 3].map((scanIndex) => ({ scanIndex, T_map_sensor: exp([0, 0, 0.1, scanIndex, 2, 3]) })),
  graph: { anchors: [], loops: [], residuals: [], leftOut: [], chi2: 12.5, degreesOfFreedom: 11 },
  unseen: ['T4'],
};

/** A project of two sessions of so many small scans, each aligned and adjusted, with a row in nearly every table. */
export async function storedProject(folder: string, scans = 4): Promise<string> {
  const path = join(folder, 'drive.socavon');
  const project = Project.open(path, { create: true });
  const random = seededRandom(7);
  for (const name of ['a.pcap', 'b.pcap']) {
    const { id: sessionId } = await importCaptures(
      project,
      { captures: [captureFile(name)], metadata: null },
      {
        sensor: sensor(8, 32),
        items: captureItems(random.below(1000), scans, 8, 32),
        health: health(scans),
        times: { hostFrom: null },
      },
      SILENT_CONTEXT,
    );
    const run = project.runs.begin({
      sessionId,
      engine: { kind: 'cpu' },
      options: { a: 1 },
      inputHash: 'hash',
    });
    for (let scan = 0; scan < scans; scan++) {
      project.poses.append(run.id, scanPose(random, scan));
      project.states.put(run.id, { scan, state: { scans: scan, heading: random.normal() } as never });
    }
    project.runs.setState(run.id, 'done');
    project.transaction(() => project.edits.add(run.id, { kind: 'reject', scan: 2 }));
    project.refinements.put(run.id, NOTHING_ASKED, REFINEMENT);
    project.refineInputs.setAsked(sessionId, project.refineInputs.asked(sessionId));
    project.settings.set(`calibration.${sessionId}`, { key: 'hash', bias: 0.004 });
    project.headings.set(sessionId, { ...project.headings.get(sessionId), mine: 'El Roble' });
    project.work.set('question', sessionId, { interval: 0.5 });
    project.products.add({
      ...{ sessionId, kind: 'volume', inputHash: 'hash', options: { to: 9 } },
      ...{ mediaType: 'application/json', payload: PAYLOAD },
    });
  }
  project.close();
  return path;
}

/** Digest of all that a survey would read of a project. @throws SocavonError */
export function digestOf(path: string): string {
  const project = Project.open(path, { readonly: true });
  try {
    const digest = createHash('sha256');
    const add = (value: unknown): void => {
      digest.update(
        JSON.stringify(value, (_, inner) =>
          typeof inner === 'bigint'
            ? String(inner)
            : ArrayBuffer.isView(inner)
              ? Buffer.from(inner.buffer, inner.byteOffset, inner.byteLength).toString('hex')
              : inner,
        ) ?? 'nothing',
      );
    };
    for (const session of project.sessions.all()) {
      const { id } = session;
      add(session);
      add(project.captures.of(id));
      for (let scan = 0; scan < session.scanCount; scan++) add(project.scans.read(id, scan));
      for (const run of project.runs.of(id)) {
        add(run);
        add(project.edits.of(run.id));
        add(project.poses.of(run.id));
        for (let scan = 1; scan <= session.scanCount; scan++) add(project.states.lastBefore(run.id, scan));
        add(project.refinements.get(run.id));
      }
      add(project.refineInputs.asked(id));
      add(project.settings.get(`calibration.${id}`));
      add(project.headings.get(id));
      add(project.work.verified('question', id));
    }
    // One that is lost is made again, to the same numbers.
    for (const id of [1, 2]) add(project.products.get(id)?.payload ?? PAYLOAD);
    return digest.digest('hex');
  } finally {
    project.close();
  }
}

/** 'same' numbers, 'refused' in a sentence of its own, or what else came of reading a project. */
export function verdictOn(path: string, expected: string): string {
  try {
    return digestOf(path) === expected ? 'same' : 'different';
  } catch (error) {
    if (!(error instanceof SocavonError)) return `threw ${String(error)}`;
    return ['project-format', 'project-newer', 'file-unwritable'].includes(error.code)
      ? 'refused'
      : error.code;
  }
}

/** What came of reading a project whose file was damaged in so many ways; each is to be 'same' or 'refused'. */
export function mutatedProjects(
  whole: string,
  { count, seed }: { readonly count: number; readonly seed: number },
  onVerdict: (verdict: string, how: string) => void = () => {},
): Record<string, number> {
  const expected = digestOf(whole);
  const bytes = readFileSync(whole);
  const folder = mkdtempSync(join(tmpdir(), 'socavon-mutants-'));
  const path = join(folder, 'drive.socavon');
  const random = seededRandom(seed);
  const counts: Record<string, number> = { same: 0, refused: 0, different: 0 };
  try {
    for (let k = 0; k < count; k++) {
      const [damaged, how] = mutantOfFile(bytes, random);
      writeFileSync(path, damaged);
      const verdict = verdictOn(path, expected);
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      onVerdict(verdict, how);
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return counts;
}

/** Half of all bits, else what disks and copies do: sectors of another place, of zeros, of noise, and an end that is missing. */
function mutantOfFile(bytes: Buffer, random: Random): [damaged: Buffer, how: string] {
  const damaged = Buffer.from(bytes);
  const kind = random.below(8);
  const at = random.below(bytes.length);
  const [sector, other] = [0, 1].map(() => 512 * random.below(bytes.length / 512));
  if (kind < 4) {
    damaged[at] ^= 1 << random.below(8);
    return [damaged, `a bit of byte ${at}`];
  }
  if (kind === 4) return [damaged.subarray(0, at), `cut at ${at}`];
  if (kind === 5) damaged.fill(0, sector, sector + 512);
  else if (kind === 6) bytes.copy(damaged, sector, other, other + 512);
  else for (let i = sector; i < sector + 512; i++) damaged[i] = random.below(256);
  return [damaged, `${['zeros', 'another sector', 'noise'][kind - 5]} at ${sector}`];
}

/** What a cell may come to hold that somebody changed with its check sum. */
const ODD: readonly (number | bigint | string | null)[] = [
  ...[0, -1, 1, 2 ** 31, -(2 ** 31), 2 ** 40, 2n ** 62n, -(2n ** 63n), 2n ** 63n - 1n, 0.5, 1e308, -1e-320],
  ...[Number.POSITIVE_INFINITY, null, '', 'word', '{}', '[]', 'null', '{"__proto__":1}', '[1e999]', '[['],
];

/**
 * What came of reading a project of which a value was changed and its check sum mended, as somebody does who means it; no
 * sum can tell, so that it is 'same', 'different' or 'refused', and never another error.
 */
export function changedProjects(
  whole: string,
  { count, seed }: { readonly count: number; readonly seed: number },
  onVerdict: (verdict: string, how: string) => void = () => {},
): Record<string, number> {
  const expected = digestOf(whole);
  const folder = mkdtempSync(join(tmpdir(), 'socavon-changed-'));
  const path = join(folder, 'drive.socavon');
  const random = seededRandom(seed);
  const counts: Record<string, number> = { same: 0, different: 0, refused: 0 };
  try {
    for (let k = 0; k < count; k++) {
      copyFileSync(whole, path);
      const [table, column] = MEASURED[random.below(MEASURED.length)];
      const verdict = changeWithSum(path, table, column, random) ? verdictOn(path, expected) : 'same';
      counts[verdict] = (counts[verdict] ?? 0) + 1;
      onVerdict(verdict, `${table}.${column}, number ${k}`);
      for (const ending of ['-wal', '-shm']) rmSync(path + ending, { force: true });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return counts;
}

/** @returns false: SQLite does not take it, by a constraint of the schema */
function changeWithSum(path: string, table: string, column: string, random: Random): boolean {
  const plain = new Database(path);
  try {
    plain.pragma('synchronous = OFF');
    addRowSum(plain);
    keepSums({ pragma: (text) => plain.pragma(text), exec: (sql) => void plain.exec(sql) });
    plain.defaultSafeIntegers(true);
    const keys = table === 'tallies' ? ['name', 'parent'] : summedTable(table).key;
    const rows = plain.prepare(`SELECT ${keys.join(', ')}, ${column} AS cell FROM ${table}`).all() as Record<
      string,
      unknown
    >[];
    if (rows.length === 0) return false;
    const { cell, ...row } = rows[random.below(rows.length)];
    plain
      .prepare(`UPDATE ${table} SET ${column} = ? WHERE ${keys.map((key) => `${key} = ?`).join(' AND ')}`)
      .run(oddValue(cell, random), ...keys.map((key) => (key === column ? cell : row[key])));
    if (table === 'tallies') plain.exec('UPDATE tallies SET checksum = row_sum(name, parent, rows)');
    return true;
  } catch (error) {
    if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_CONSTRAINT')) return false;
    throw error;
  } finally {
    plain.close();
  }
}

/** Half of them another value altogether, else the stored one with some bits, bytes or a number of it changed. */
function oddValue(cell: unknown, random: Random): unknown {
  if (random.below(2) === 0 || cell === null || typeof cell === 'bigint' || typeof cell === 'number')
    return ODD[random.below(ODD.length)];
  const bytes = Buffer.from(cell as string | Uint8Array);
  if (typeof cell === 'string') {
    const numbers = [...cell.matchAll(/-?\d+(?:\.\d+)?(?:e[+-]?\d+)?/g)];
    if (numbers.length === 0) return flippedValue(cell, random.below(7 * Math.max(1, bytes.length)));
    const { index, 0: result } = numbers[random.below(numbers.length)];
    const odd = ['1e308', '-1', '0', '4e9', 'null', '"a"', '[]', '1e-320'][random.below(8)];
    return cell.slice(0, index) + odd + cell.slice(index + result.length);
  }
  if (bytes.length < 8) return bytes;
  const at = random.below(bytes.length - 7);
  if (random.below(3) === 0) return bytes.subarray(0, at);
  if (random.below(2) === 0) bytes.writeDoubleLE([Number.NaN, 1e308, -1, 0][random.below(4)], at);
  else bytes.writeUInt32LE([0, 1, 0x7fff_ffff, 0xffff_ffff][random.below(4)], at);
  return bytes;
}

/** Changes a project as another program does, without its check sums. */
export function change(path: string, sql: string): void {
  const plain = new Database(path);
  plain.pragma('ignore_check_constraints = ON');
  plain.pragma('foreign_keys = OFF');
  plain.pragma('synchronous = OFF');
  plain.exec(sql);
  plain.close();
}

/** Flips one bit of a value. @returns a function that flips it back; null: the cell is empty */
export function flipBit(
  path: string,
  { table, column, row, bit }: { table: string; column: string; row: number; bit: number },
): (() => void) | null {
  const plain = new Database(path);
  plain.pragma('ignore_check_constraints = ON');
  plain.pragma('foreign_keys = OFF');
  plain.pragma('synchronous = OFF');
  plain.defaultSafeIntegers(true);
  try {
    const isKeyed = ['poses', 'alignment_states', 'refined_poses', 'settings', 'alignment_edits', 'tallies'];
    const keys = isKeyed.includes(table)
      ? (plain
          .prepare(`SELECT name FROM pragma_table_info('${table}') WHERE pk > 0`)
          .pluck()
          .all() as string[])
      : ['rowid'];
    const rows = plain
      .prepare(`SELECT ${keys.map((key) => `${key} AS ${key}`).join(', ')}, ${column} AS cell FROM ${table}`)
      .all() as Record<string, unknown>[];
    const chosen = rows[row % rows.length];
    const { cell } = chosen;
    const where = keys.map((key) => `${key} = ?`).join(' AND ');
    const set = (value: unknown, of: readonly unknown[]): void => {
      const again = new Database(path);
      again.pragma('ignore_check_constraints = ON');
      again.pragma('foreign_keys = OFF');
      again.pragma('synchronous = OFF');
      again.prepare(`UPDATE ${table} SET ${column} = ? WHERE ${where}`).run(value, ...of);
      again.close();
    };
    const flipped = flippedValue(cell, bit);
    if (flipped === null) return null;
    set(
      flipped,
      keys.map((key) => chosen[key]),
    );
    const after = keys.map((key) => (key === column ? flipped : chosen[key]));
    return () => set(cell, after);
  } finally {
    plain.close();
  }
}

function flippedValue(cell: unknown, bit: number): unknown {
  if (typeof cell === 'bigint') return BigInt.asIntN(64, cell ^ (1n << BigInt(bit % 63)));
  const bytes = Buffer.from(cell as string | Uint8Array);
  if (bytes.length === 0) return null;
  // The highest bit of a letter makes no text.
  const [at, shift] = [Math.floor(bit / 7) % bytes.length, bit % 7];
  bytes[at] ^= 1 << shift;
  return typeof cell === 'string' ? bytes.toString() : bytes;
}
