import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { StoredScan } from '../../src-core/survey/scan-store.ts';
import { openOutputFolder } from '../../src-main/files/output-folder.ts';
import { checkProject } from '../../src-main/project/check-project.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { migrate } from '../../src-main/project/migrate.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { Project } from '../../src-main/project/project.ts';
import { recoverProject } from '../../src-main/project/recover-project.ts';
import { SUMMED_TABLES } from '../../src-main/project/row-sums.ts';
import { canMount, mountSmallDisk } from '../fixtures/special-disks.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { temporaryFolder } from './fixtures.ts';
import {
  change,
  changedProjects,
  digestOf,
  flipBit,
  MEASURED,
  mutatedProjects,
  storedProject,
  verdictOn,
} from './rotted-project.ts';

let whole: string;
let expected: string;
beforeAll(async () => {
  whole = await storedProject(mkdtempSync(join(tmpdir(), 'socavon-rot-')));
  expected = digestOf(whole);
});
afterAll(() => rmSync(dirname(whole), { recursive: true, force: true }));

function copied(): string {
  const path = join(temporaryFolder(), 'drive.socavon');
  copyFileSync(whole, path);
  return path;
}

function refusal(...parts: string[]) {
  return expect.objectContaining({
    code: 'project-format',
    message: expect.stringMatching(new RegExp(parts.join('.*'), 's')),
  });
}

describe('a project that rots', () => {
  it.each(tiered([230], [46]))('refuses each of %d flipped bits of what it stores (seed 19)', (count) => {
    const path = copied();
    const random = seededRandom(19);
    const wrong: string[] = [];
    let flips = 0;
    for (let k = 0; k < count; k++) {
      const [table, column] = MEASURED[k % MEASURED.length];
      const place = {
        table,
        column,
        row: random.below(100),
        bit: random.below(1 << 20),
      };
      const flipBack = flipBit(path, place);
      if (flipBack === null) continue;
      flips++;
      const result = verdictOn(path, expected);
      if (result !== 'refused') wrong.push(`${JSON.stringify(place)}: ${result}`);
      flipBack();
    }
    expect(wrong).toEqual([]);
    expect(flips).toBeGreaterThanOrEqual(0.9 * count);
    expect(verdictOn(path, expected)).toBe('same');
  });

  it.each(tiered([150], [30]))(
    'gives the same numbers or none with its file damaged in %d ways (seed 20)',
    (count) => {
      const counts = mutatedProjects(whole, { count, seed: 20 });
      expect(counts.same + counts.refused).toBe(count);
      expect(counts.refused).toBeGreaterThan(0.2 * count);
    },
  );

  it.each(tiered([400], [20]))(
    'is read or refused in a sentence with %d values changed and their sums mended (seed 21)',
    (count) => {
      const others: string[] = [];
      const counts = changedProjects(whole, { count, seed: 21 }, (verdict, how) => {
        if (!['same', 'different', 'refused'].includes(verdict)) others.push(`${how}: ${verdict}`);
      });
      expect(others).toEqual([]);
      expect(counts.different).toBeGreaterThan(0.2 * count);
    },
  );

  it.each([
    ['moved by 1 m', movedPose(), 'the pose of scan 1 of alignment 1'],
    ['of a rotation of 5', rotationOfFive(), 'the pose of scan 1 of alignment 1'],
    [
      'deleted',
      'DELETE FROM poses WHERE run_id = 1 AND scan_index = 1',
      '3 rows in place of 4 under number 1',
    ],
    ['deleted, the last', 'DELETE FROM poses WHERE run_id = 1 AND scan_index = 3', '3 rows in place of 4'],
    [
      'of another scan',
      'UPDATE poses SET scan_index = 9 WHERE run_id = 1 AND scan_index = 3',
      'the pose of scan 9 of alignment 1',
    ],
    [
      'gone to another run',
      'UPDATE poses SET run_id = 7 WHERE run_id = 1 AND scan_index = 3',
      '3 rows in place of 4',
    ],
  ])('refuses a pose that is %s', (_, sql, words) => {
    const path = copied();
    change(path, sql);
    const project = Project.open(path);
    expect(() => project.poses.of(1)).toThrow(refusal('drive.socavon is damaged', words, 'as it was stored'));
    expect(project.poses.of(2)).toHaveLength(4);
    project.close();
  });

  it.each([
    ["DELETE FROM settings WHERE key = 'calibration.1'", 'the table settings \\(1 rows in place of 2\\)'],
    ["UPDATE settings SET value = '{}' WHERE key = 'calibration.1'", 'the setting calibration.1'],
    ['DELETE FROM refine_asked WHERE session_id = 2', 'the table refine_asked'],
    ["UPDATE sessions SET sensor = json_set(sensor, '$.serial', '992') WHERE id = 2", 'session 2'],
  ])('is refused as a whole with %s', (sql, words) => {
    const path = copied();
    change(path, sql);
    expect(() => Project.open(path)).toThrow(refusal('drive.socavon is damaged', words));
    expect(() => Project.open(path, { readonly: true })).toThrow(refusal(words));
  });

  it('tells a scan that is lost, and one whose readings are', () => {
    const path = copied();
    change(
      path,
      'DELETE FROM scans WHERE session_id = 2 AND scan_index = 3; DELETE FROM imu WHERE scan_id = 1',
    );
    const project = Project.open(path);
    expect(project.sessions.all().map(({ scanCount }) => scanCount)).toEqual([4, 4]);
    expect(() => project.scans.read(2, 3)).toThrow(refusal('scan 3 of session 2'));
    expect(() => project.scans.read(1, 0)).toThrow(refusal('scan 0 of session 1'));
    project.close();
  });

  it('keeps a damaged row damaged when it is changed, copied to a duplicate, or put aside and given back', () => {
    const path = copied();
    change(path, movedPose());
    const project = Project.open(path);
    const copy = project.sessions.duplicate(1, 'again');
    const [run] = project.runs.of(copy);
    expect(() => project.poses.of(run.id)).toThrow(refusal('the pose of scan 1'));
    project.transaction(() => {
      project.discarded.keep({ runId: 1, editCount: 1 }, -1);
      project.poses.removeFrom(1, 0);
      project.states.removeFrom(1, 0);
      project.refinements.remove(1);
      project.discarded.giveBack({ runId: 1, editCount: 1 }, -1);
    });
    expect(() => project.poses.of(1)).toThrow(refusal('the pose of scan 1'));
    project.close();
  });

  it('keeps sums through renaming, duplicating and removing sessions', () => {
    const path = copied();
    const project = Project.open(path);
    project.sessions.rename(1, 'Nivel 4200');
    const copy = project.sessions.duplicate(1, 'again');
    project.sessions.setRemoved(1, true);
    expect(project.sessions.freeRemoved()).toBe(1);
    expect(project.sessions.get(copy)?.scanCount).toBe(4);
    expect(project.scans.read(copy, 3).index).toBe(3);
    project.compact();
    project.close();
    expect(checkProject(path).damage).toEqual([]);
  });

  it('has a check sum in every table but those without measurement', () => {
    const plain = new Database(whole, { readonly: true });
    const names = plain
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .pluck()
      .all() as string[];
    expect(names.filter((name) => !SUMMED_TABLES.some((table) => table.name === name)).sort()).toEqual([
      'audit',
      'log',
      'tallies',
    ]);
    for (const { name, columns } of SUMMED_TABLES) {
      const all = plain.prepare(`SELECT name FROM pragma_table_info('${name}')`).pluck().all() as string[];
      const left = [
        'checksum',
        'run_id',
        'edit_count',
        'owner_host',
        'owner_pid',
        'owner_token',
        'touched_at',
        'id',
      ];
      expect(all.filter((column) => !columns.includes(column) && !left.includes(column))).toEqual([]);
    }
    plain.close();
  });
});

describe('the eighth step of the schema', () => {
  it('gives the rows of an older project sums, and says that they were not verified before', () => {
    const path = join(temporaryFolder(), 'old.socavon');
    const old = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
    old.pragma(`application_id = ${0x5343564e}`);
    old.pragma('journal_mode = WAL');
    migrate(old, MIGRATIONS.slice(0, 7));
    old.exec(`INSERT INTO project VALUES (1, 'u', 'old', '2025-01-01', '0.1.0');
      INSERT INTO settings VALUES ('calibration.1', '{"bias":0.004}')`);
    old.close();
    const project = Project.open(path);
    expect(project.settings.get('calibration.1')).toEqual({ bias: 0.004 });
    expect(project.log.latest(5).map(({ message }) => message)).toContain(
      'Check sums were added. Damage from before this moment is not found by them.',
    );
    project.close();
    expect(checkProject(path)).toMatchObject({ damage: [], rows: 2 });
    change(path, `UPDATE settings SET value = '{"bias":0.104}'`);
    expect(() => Project.open(path)).toThrow(refusal('calibration.1'));
  });
});

describe('checking a project', () => {
  it('finds nothing in a sound one, and counts its rows', () => {
    const { damage, rows } = checkProject(whole);
    expect(damage).toEqual([]);
    expect(rows).toBeGreaterThan(60);
  });

  it('drops what is made again after a copy, and names what is not', () => {
    const path = copied();
    change(
      path,
      `${movedPose()}; UPDATE products SET payload = x'00' WHERE id = 2;
       UPDATE work_fields SET value = '9' WHERE session_id = 1;
       UPDATE scans SET frame_id = 77 WHERE session_id = 2 AND scan_index = 0`,
    );
    const before = readFileSync(path);
    const check = checkProject(path);
    const parts = (damage: typeof check.damage) =>
      damage.map(({ table, remedy }) => `${table} ${remedy}`).sort();
    const all = ['poses align', 'products measure', 'scans import', 'work_fields set'];
    expect(parts(check.damage)).toEqual(all);
    expect(readFileSync(path).equals(before)).toBe(true);

    const { damage, dropped, backup } = checkProject(path, true);
    expect(parts(damage)).toEqual(['scans import']);
    expect(parts(dropped)).toEqual(all.filter((part) => part !== 'scans import'));
    expect(readFileSync(backup!).equals(before)).toBe(true);
    const project = Project.open(path);
    expect(project.poses.count(1)).toBe(0);
    expect(project.runs.get(1)?.state).toBe('running');
    expect(project.refinements.get(1)).toBeNull();
    expect(project.edits.of(1).made).toHaveLength(1);
    expect(project.poses.of(2)).toHaveLength(4);
    expect(project.products.find('volume', 'hash', { to: 9 })?.id).toBe(1);
    project.close();
  });

  it('finds a row that belongs to nothing, and a page of garbage', () => {
    const path = copied();
    change(path, 'DELETE FROM sessions WHERE id = 2');
    expect(checkProject(path).damage.map(({ table }) => table)).toContain('sessions');
    expect(checkProject(path).damage.some(({ table }) => table === '')).toBe(true);
  });
});

describe('recovering a project', () => {
  it('saves the rows that are whole as they were, and of a session of which a scan is damaged the others', async () => {
    const path = copied();
    change(path, 'UPDATE scans SET frame_id = 77 WHERE session_id = 1 AND scan_index = 2');
    const before = readFileSync(path);
    const out = join(dirname(path), 'new.socavon');
    const recovery = recoverProject(path, out);
    expect(recovery).toMatchObject({
      sessions: [2],
      parts: [{ session: 1, saved: 3, lost: 1 }],
      lostSessions: [],
      runs: [2],
    });
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(checkProject(out).damage).toEqual([]);
    const { strange, same } = comparedRows(whole, out);
    expect(strange).toEqual([]);
    expect(same).toBe(recovery.tables.reduce((sum, { saved }) => sum + saved, 0));
    const lossOf = (name: string) => recovery.tables.find(({ table }) => table === name);
    expect(lossOf('scans')).toEqual({ table: 'scans', saved: 7, lost: 1 });
    expect(lossOf('poses')).toEqual({ table: 'poses', saved: 4, lost: 4 });

    const project = Project.open(out);
    expect(project.poses.of(2)).toHaveLength(4);
    expect(project.settings.get('calibration.2')).toEqual({ key: 'hash', bias: 0.004 });
    expect(project.settings.get('calibration.1')).toBeUndefined();
    // The scans follow each other under new numbers, and whoever uses them is told that one is missing.
    const part = project.sessions.get(1)!;
    expect(part.scanCount).toBe(3);
    const old = Project.open(whole, { readonly: true });
    const scans = project.scanStore(part);
    const oldScans = old.scanStore(old.sessions.get(1)!);
    for (const [now, then] of [0, 1, 3].entries())
      expect(contentOf(await scans.read(now))).toEqual({
        ...contentOf(await oldScans.read(then)),
        index: now,
      });
    expect(part.health.warnings.at(-1)?.message).toBe(
      '1 of 4 scans were damaged in the project file and could not be saved; they are missing from map and volume. Import the capture again to have them.',
    );
    expect(project.runs.of(1)).toEqual([]);
    // Its capture may come again.
    for (const { sha256 } of project.captures.of(1)) expect(project.captures.known(sha256)).toBeNull();
    for (const { sha256 } of project.captures.of(2)) expect(project.captures.known(sha256)).not.toBeNull();
    old.close();
    project.close();
  });

  it('saves nothing of a session of which only one scan is whole', () => {
    const path = copied();
    change(path, 'UPDATE scans SET frame_id = 77 WHERE session_id = 1 AND scan_index > 0');
    const out = join(dirname(path), 'new.socavon');
    expect(recoverProject(path, out)).toMatchObject({ sessions: [2], parts: [], lostSessions: [1] });
    expect(comparedRows(whole, out).strange).toEqual([]);
  });

  it('saves all of a sound project', () => {
    const out = join(temporaryFolder(), 'new.socavon');
    const { sessions, runs, tables } = recoverProject(whole, out);
    expect({ sessions, runs }).toEqual({ sessions: [1, 2], runs: [1, 2] });
    expect(tables.filter(({ lost }) => lost > 0)).toEqual([]);
    expect(digestOf(out)).toBe(expected);
  });

  it.each(tiered([16], [4]))(
    'saves nothing that is not of the project with one of %d pages overwritten (seed 23)',
    (count) => {
      const bytes = readFileSync(whole);
      const random = seededRandom(23);
      const folder = temporaryFolder();
      let saved = 0;
      for (let k = 0; k < count; k++) {
        const path = join(folder, `${k}.socavon`);
        const damaged = Buffer.from(bytes);
        const page = 1 + random.below(bytes.length / 4096 - 1);
        for (let i = 0; i < 4096; i++) damaged[4096 * page + i] = random.below(256);
        writeFileSync(path, damaged);
        const out = join(folder, `${k}-new.socavon`);
        const { sessions, parts } = recoverProject(path, out);
        expect(comparedRows(whole, out).strange).toEqual([]);
        expect(checkProject(out).damage).toEqual([]);
        saved += sessions.length + parts.length;
      }
      // Of two sessions each, half at least are not on the page.
      expect(saved).toBeGreaterThanOrEqual(count);
    },
  );

  it('refuses a name that is taken', () => {
    const path = copied();
    expect(() => recoverProject(path, path)).toThrow(expect.objectContaining({ code: 'exists' }));
  });
});

describe('the disk of a project', () => {
  const can = canMount();

  it.skipIf(!can)('may be read-only for those who only look', () => {
    const disk = mountSmallDisk(4 << 20)!;
    try {
      const path = join(disk.path, 'drive.socavon');
      copyFileSync(whole, path);
      disk.makeReadOnly();
      const project = Project.open(path, { readonly: true });
      expect(project.poses.of(2)).toHaveLength(4);
      project.close();
      expect(checkProject(path).damage).toEqual([]);
    } finally {
      disk.unmount();
    }
  });

  it.skipIf(!can)('that is read-only is said to be so of a folder for results', async () => {
    const disk = mountSmallDisk(1 << 20)!;
    try {
      disk.makeReadOnly();
      await expect(openOutputFolder(join(disk.path, 'a', 'b'))).rejects.toThrow(
        /cannot be written \(it is read-only\)/,
      );
    } finally {
      disk.unmount();
    }
  });

  it.each(['deleted', 'replaced'])('is not the one that the project was on when it was %s', (how) => {
    const path = copied();
    const project = Project.open(path);
    project.refuseGone();
    if (how === 'deleted') rmSync(path);
    else {
      copyFileSync(whole, `${path}.new`);
      renameSync(`${path}.new`, path);
    }
    const gone = expect.objectContaining({
      code: 'file-unwritable',
      message: expect.stringContaining(
        how === 'deleted' ? 'is not there any more' : 'was replaced meanwhile',
      ),
    });
    expect(() => project.refuseGone()).toThrow(gone);
    expect(() => project.settings.set('a', 1)).toThrow(gone);
    project.close();
  });
});

function movedPose(): string {
  // The 8 bytes of x, m, are the tenth f64.
  return `UPDATE poses SET T_map_sensor = CAST(substr(T_map_sensor, 1, 72) || x'000000000000f03f' || substr(T_map_sensor, 81) AS BLOB)
    WHERE run_id = 1 AND scan_index = 1`;
}

function rotationOfFive(): string {
  return `UPDATE poses SET T_map_sensor = CAST(x'0000000000001440' || substr(T_map_sensor, 9) AS BLOB) WHERE run_id = 1 AND scan_index = 1`;
}

/** Rows of a recovered project that the whole one does not have, but for its identity, and how many it has. */
function comparedRows(of: string, out: string): { strange: string[]; same: number } {
  const plain = new Database(of, { readonly: true });
  const strange: string[] = [];
  let same = 0;
  plain.prepare('ATTACH ? AS recovered').run(out);
  for (const { name } of SUMMED_TABLES.filter((table) => table.name !== 'project')) {
    // Scans are numbered anew where some are lost, and the session says so.
    const columns = columnsBut(plain, name, ANEW[name] ?? []);
    const sql = `SELECT count(*) FROM (SELECT ${columns} FROM recovered.${name} EXCEPT SELECT ${columns} FROM main.${name})`;
    if (plain.prepare(sql).pluck().get() !== 0) strange.push(name);
    same += plain.prepare(`SELECT count(*) FROM recovered.${name}`).pluck().get() as number;
  }
  plain.close();
  return { strange, same };
}

const ANEW: Readonly<Record<string, readonly string[]>> = {
  sessions: ['health', 'checksum'],
  scans: ['scan_index', 'checksum'],
};

function columnsBut(plain: Database.Database, table: string, others: readonly string[]): string {
  const columns = plain.pragma(`table_info(${table})`) as { name: string }[];
  return columns
    .map(({ name }) => name)
    .filter((name) => !others.includes(name))
    .join();
}

function contentOf({ index, scan: { frameId, stampNs, rangeMm }, imu }: StoredScan) {
  return { index, frameId, stampNs, rangeMm, imu };
}
