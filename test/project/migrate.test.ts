import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { APPLICATION_ID } from '../../src-main/files/application-id.ts';
import { AlignmentStates } from '../../src-main/project/alignment-states.ts';
import { Audit } from '../../src-main/project/audit.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { type Migration, migrate } from '../../src-main/project/migrate.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { RefineInputs } from '../../src-main/project/refine-inputs.ts';
import { SurveyHeadings } from '../../src-main/project/survey-headings.ts';
import { temporaryFolder } from './fixtures.ts';
import { STEPS } from './migrate-steps.ts';

const PROGRAM = fileURLToPath(new URL('migrating-program.ts', import.meta.url));
const BROKEN: Migration = {
  version: 3,
  name: 'broken',
  sql: 'CREATE TABLE c (z INTEGER); INSERT INTO nowhere VALUES (1);',
};

function open(path = join(temporaryFolder(), 'old.socavon')): Connection {
  const connection = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
  connection.pragma(`application_id = ${APPLICATION_ID}`);
  connection.pragma('journal_mode = WAL');
  return connection;
}

function rows(path: string, sql: string): unknown[] {
  const plain = new Database(path, { readonly: true });
  try {
    return plain.prepare(sql).all();
  } finally {
    plain.close();
  }
}

describe('migrating', () => {
  it.each([0, 1, 2])('takes a file from version %d to the last, and keeps what it holds', (from) => {
    const connection = open();
    migrate(connection, STEPS.slice(0, from));
    if (from > 0) connection.exec('INSERT INTO a (x) VALUES (4)');
    if (from > 1) connection.exec('UPDATE a SET y = 10 * x');
    const copy = migrate(connection, STEPS);
    expect(connection.pragma('user_version')).toBe(3);
    expect(connection.prepare('SELECT z FROM b').all()).toEqual(from > 0 ? [{ z: 40 }] : []);
    expect(copy).toBe(from > 0 ? `${connection.path}.v${from}.backup` : null);
    connection.close();
  });

  it('copies the old file first, as it was, with what still lay in the write-ahead log', () => {
    const connection = open();
    migrate(connection, STEPS.slice(0, 1));
    connection.exec('INSERT INTO a (x) VALUES (7)');
    const copy = migrate(connection, STEPS);
    connection.close();
    expect(rows(copy!, 'SELECT * FROM a')).toEqual([{ x: 7 }]);
    expect(rows(copy!, 'PRAGMA user_version')).toEqual([{ user_version: 1 }]);
    expect(rows(copy!, 'PRAGMA application_id')).toEqual([{ application_id: APPLICATION_ID }]);
  });

  it('never writes over an older copy', () => {
    const path = join(temporaryFolder(), 'twice.socavon');
    const copies = [path, path].map((target) => {
      const connection = open(target);
      connection.exec('DROP TABLE IF EXISTS a; DROP TABLE IF EXISTS b; PRAGMA user_version = 0');
      migrate(connection, STEPS.slice(0, 1));
      const copy = migrate(connection, STEPS);
      connection.close();
      return copy;
    });
    expect(copies).toEqual([`${path}.v1.backup`, `${path}.v1-2.backup`]);
  });

  it('copies once, and ends well, in three programs at once', async () => {
    const connection = open();
    migrate(connection, STEPS.slice(0, 1));
    // Many, so that the programs meet in the copying.
    connection.exec(
      'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 300000) INSERT INTO a SELECT i FROM n',
    );
    const { path } = connection;
    connection.close();
    const one = async () =>
      (await promisify(execFile)(process.execPath, [PROGRAM, path], { encoding: 'utf8' })).stdout.trim();
    const printed = await Promise.all([one(), one(), one()]);
    expect(printed.sort()).toEqual([`${path}.v1.backup`, 'none', 'none']);
    expect(rows(`${path}.v1.backup`, 'SELECT count(*) AS n, sum(x) AS sum FROM a')).toEqual([
      { n: 300000, sum: 45000150000 },
    ]);
    expect(rows(path, 'SELECT sum(z) AS sum FROM b')).toEqual([{ sum: 450001500000 }]);
    const names = readdirSync(dirname(path)).filter((name) => name.includes('backup'));
    expect(names).toEqual([`${basename(path)}.v1.backup`]);
  });

  it('leaves a file as it was when a step fails, and begins anew from there', () => {
    const connection = open();
    migrate(connection, STEPS.slice(0, 1));
    connection.exec('INSERT INTO a (x) VALUES (1)');
    expect(() => migrate(connection, [STEPS[0], STEPS[1], BROKEN])).toThrow('nowhere');
    expect(connection.pragma('user_version')).toBe(1);
    expect(connection.prepare('SELECT * FROM a').all()).toEqual([{ x: 1 }]);
    expect(connection.prepare("SELECT name FROM sqlite_schema WHERE name = 'c'").all()).toEqual([]);
    migrate(connection, STEPS);
    expect(connection.prepare('SELECT z FROM b').all()).toEqual([{ z: 10 }]);
    connection.close();
    expect(readdirSync(join(connection.path, '..')).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('does nothing to a file of the last version', () => {
    const connection = open();
    migrate(connection, STEPS);
    expect(migrate(connection, STEPS)).toBeNull();
    connection.close();
  });
});

describe('the steps of the product', () => {
  it('are numbered without a gap', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, i) => i + 1));
  });
});

describe('the second step of the product', () => {
  it('keeps where an alignment goes on', () => {
    const connection = open();
    migrate(connection, MIGRATIONS.slice(0, 1));
    connection.exec(`
      INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES (1, 'complete', '', '{}', '{}');
      INSERT INTO alignment_runs VALUES (3, 1, 'cpu', '{}', 'hash', '0.1.0', 'running', '');
      INSERT INTO alignment_checkpoints VALUES (3, 6, CAST('{"version":1,"state":{"scans":6}}' AS BLOB));
    `);
    migrate(connection, MIGRATIONS);
    const states = new AlignmentStates(connection);
    expect(states.lastBefore(3, 6)).toEqual({ scan: 5, state: { scans: 6 } });
    expect(states.lastBefore(3, 5)).toBeNull();
    connection.close();
  });
});

describe('the third step of the product', () => {
  it('copies a project of before, keeps its alignment, and makes room for what a person decides', () => {
    const connection = open();
    migrate(connection, MIGRATIONS.slice(0, 2));
    connection.exec(`
      INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES (1, 'complete', '', '{}', '{}');
      INSERT INTO alignment_runs VALUES (3, 1, 'cpu', '{}', 'hash', '0.1.0', 'done', '');
    `);
    const copy = migrate(connection, MIGRATIONS.slice(0, 3));
    expect(rows(copy!, 'SELECT id FROM alignment_runs')).toEqual([{ id: 3 }]);
    expect(rows(copy!, "SELECT name FROM sqlite_schema WHERE name = 'refinements'")).toEqual([]);
    expect(connection.prepare('SELECT id, state FROM alignment_runs').all()).toEqual([
      { id: 3, state: 'done' },
    ]);
    migrate(connection, MIGRATIONS);
    const inputs = new RefineInputs(connection, new Audit(connection));
    expect(inputs.file(1)).toBeNull();
    expect(inputs.asked(1)).toEqual({
      loops: true,
      level: false,
      knownLengths: [],
      roughStart: null,
      target: { shape: 'disc', size: 0.3 },
    });
    inputs.setLoop(1, { fromScan: 2, toScan: 90, verdict: 'refuse' });
    expect(inputs.loops(1)).toEqual([{ fromScan: 2, toScan: 90, verdict: 'refuse', T_from_to: null }]);
    connection.pragma('foreign_keys = ON');
    connection.exec('DELETE FROM sessions WHERE id = 1');
    expect(inputs.loops(1)).toEqual([]);
    connection.close();
  });
});

describe('the fourth step of the product', () => {
  it('copies a project of before, keeps its sessions, and makes room for what a person says of each', () => {
    const connection = open();
    migrate(connection, MIGRATIONS.slice(0, 3));
    connection.exec(`
      INSERT INTO sessions (id, state, imported_at, sensor, health) VALUES
        (1, 'complete', '2026-04-02T08:00:00.000Z', '{}', '{}'), (2, 'complete', '2026-04-03T08:00:00.000Z', '{}', '{}');
      INSERT INTO control_files VALUES (1, 'points.csv', '${'0'.repeat(64)}', 'name', '');
    `);
    const copy = migrate(connection, MIGRATIONS.slice(0, 4));
    expect(rows(copy!, "SELECT name FROM sqlite_schema WHERE name = 'survey_headings'")).toEqual([]);
    expect(connection.prepare('SELECT name FROM control_files').all()).toEqual([{ name: 'points.csv' }]);
    migrate(connection, MIGRATIONS);
    const headings = new SurveyHeadings(connection, new Audit(connection));
    expect(headings.get(1)).toEqual(NO_SURVEY_HEADING);
    headings.set(1, { ...NO_SURVEY_HEADING, working: 'Rampa 4200', surveyDate: '2026-04-30' });
    expect(headings.inOrder(null)).toEqual([2, 1]);
    connection.pragma('foreign_keys = ON');
    connection.exec('DELETE FROM sessions WHERE id = 1');
    expect(connection.prepare('SELECT * FROM survey_headings').all()).toEqual([]);
    connection.close();
  });
});
