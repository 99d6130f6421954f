import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { APPLICATION_ID } from '../../src-main/files/application-id.ts';
import { checkProject } from '../../src-main/project/check-project.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { Project } from '../../src-main/project/project.ts';
import { recoverProject } from '../../src-main/project/recover-project.ts';
import { addRowSum } from '../../src-main/project/row-sum.ts';
import { temporaryFolder } from './fixtures.ts';
import { storedProject } from './rotted-project.ts';

let whole: string;
beforeAll(async () => {
  whole = await storedProject(mkdtempSync(join(tmpdir(), 'socavon-schema-')));
});
afterAll(() => rmSync(dirname(whole), { recursive: true, force: true }));

function changed(sql: string): string {
  const path = join(temporaryFolder(), 'drive.socavon');
  copyFileSync(whole, path);
  const database = new Database(path);
  database.unsafeMode(true); // a hostile program lets a schema be rewritten
  database.pragma('foreign_keys = OFF');
  database.exec(sql);
  database.close();
  return path;
}

const ENDLESS = '(WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c)';
/** Rewrites the statement of an object, which nothing but the schema itself shows. */
const rewritten = (name: string, from: string, to: string): string =>
  `PRAGMA writable_schema = ON;
   UPDATE sqlite_schema SET sql = replace(sql, '${from}', '${to}') WHERE name = '${name}';`;

/** Name of what is refused, statement, and the tables of which `recover` says that rows are lost. */
const HOSTILE: readonly (readonly [name: string, sql: string, lost?: readonly string[]])[] = [
  [
    'aa',
    `CREATE TRIGGER aa AFTER UPDATE OF state ON sessions BEGIN
       UPDATE sessions SET sensor = json_set(NEW.sensor, '$.beamOriginMm', 115.8) WHERE id = NEW.id; END`,
  ],
  [
    'project',
    `ALTER TABLE project RENAME TO "sqlite stat";
     CREATE VIEW project AS SELECT id, uuid, name, created_at, created_by, ${ENDLESS} AS checksum FROM "sqlite stat"`,
  ],
  ['captures', `DROP TABLE captures; CREATE VIEW captures AS SELECT ${ENDLESS} AS id`, ['captures']],
  ['other', 'CREATE TABLE other (x)'],
  ['words', 'CREATE VIRTUAL TABLE words USING fts5(text)'],
  ['by_all', `CREATE INDEX by_all ON sessions (json_array(sensor, health))`],
  ['some', `CREATE INDEX some ON log (at) WHERE message LIKE '%%%%%%%%'`],
  [
    'settings',
    `ALTER TABLE settings ADD COLUMN more TEXT AS (json_array(value, value)) VIRTUAL`,
    ['settings'],
  ],
  ['log', `ALTER TABLE log ADD COLUMN more TEXT DEFAULT 'x'`],
  ['sessions', rewritten('sessions', 'json_valid(sensor)', 'json_valid(health)')],
  ['audit_follows', rewritten('audit_follows', 'IS NOT (SELECT', 'IS (SELECT')],
  ['products', 'DROP TABLE products; CREATE TABLE products (x)'],
  ['imu', 'DROP TABLE imu', ['sessions', 'scans', 'poses']],
];

const CASES = HOSTILE.map(([name, sql, lost = []]) => ({ name, sql, lost }));

describe('a project that brings something of its own is refused by name, and nothing of it is computed', () => {
  it.each(CASES)('$name', ({ name, sql }) => {
    const path = changed(sql);
    const before = readFileSync(path);
    const refusal = expect.objectContaining({
      code: 'project-format',
      message: expect.stringMatching(
        new RegExp(`not as this program makes projects: .*(${name}|sqlite stat)`),
      ),
    });
    expect(() => Project.open(path, { readonly: true })).toThrow(refusal);
    expect(() => Project.open(path)).toThrow(refusal);
    expect(() => checkProject(path)).toThrow(refusal);
    expect(() => checkProject(path, true)).toThrow(refusal);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(CASES)('$name, and `recover` saves the rows of all else', ({ sql, lost }) => {
    const path = changed(sql);
    const out = join(dirname(path), 'saved.socavon');
    const { tables } = recoverProject(path, out);

    const names = tables.filter((one) => one.lost > 0).map(({ table }) => table);
    if (lost.length === 0) expect(names).toEqual([]);
    else expect(names).toEqual(expect.arrayContaining([...lost]));
    expect(checkProject(out).damage).toEqual([]);
  });
});

describe('a project of each earlier version of the schema', () => {
  const versions = MIGRATIONS.map(({ version }) => version);

  function ofVersion(version: number, more = ''): string {
    const path = join(temporaryFolder(), 'old.socavon');
    const database = new Database(path);
    addRowSum(database);
    database.pragma('journal_mode = WAL');
    database.pragma(`application_id = ${APPLICATION_ID}`);
    for (const { sql } of MIGRATIONS.slice(0, version)) database.exec(sql);
    database.exec(
      `INSERT INTO project (id, uuid, name, created_at, created_by) VALUES (1, 'u', 'old', 'then', 'it')`,
    );
    database.pragma(`user_version = ${version}`);
    if (more !== '') database.exec(more);
    database.close();
    return path;
  }

  it.each(versions)('%i is refused before it is migrated where it brings a trigger', (version) => {
    const path = ofVersion(version, 'CREATE TRIGGER aa AFTER INSERT ON log BEGIN DELETE FROM log; END');
    const before = readFileSync(path);
    expect(() => Project.open(path)).toThrow(/brings a trigger of its own, aa/);
    expect(readFileSync(path).equals(before)).toBe(true);
  });

  it.each(versions.slice(0, 7))('%i is migrated where it does not', (version) => {
    Project.open(ofVersion(version)).close();
  });
});

describe('a connection to a project', () => {
  it('lets no schema write to itself, nor call our functions', () => {
    const path = changed('SELECT 1');
    const connection = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
    try {
      connection.pragma('writable_schema = ON');
      expect(() => connection.exec("UPDATE sqlite_schema SET sql = ''")).toThrow(/may not be modified/);
      connection.exec('CREATE VIEW calls AS SELECT row_sum(1) AS x');
      expect(() => connection.prepare('SELECT x FROM calls').all()).toThrow(/unsafe use of row_sum/);
      expect(connection.pragma('cell_size_check')).toBe(1);
    } finally {
      connection.close();
    }
  });
});
