import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { NO_SURVEY_HEADING } from '../../src-core/model/survey-heading.ts';
import { NOTHING_ASKED } from '../../src-core/survey/refine.ts';
import { type AuditEntry, checkChain, stateOf } from '../../src-main/project/audit-chain.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { importCaptures } from '../../src-main/project/import-captures.ts';
import { migrate } from '../../src-main/project/migrate.ts';
import { MIGRATIONS } from '../../src-main/project/migrations/index.ts';
import { Project } from '../../src-main/project/project.ts';
import { keepSums } from '../../src-main/project/row-sums.ts';
import { captureFile, captureItems, health, scanPose, sensor, temporaryFolder } from './fixtures.ts';

const PROGRAM = fileURLToPath(new URL('endless-changes.ts', import.meta.url));

let template = '';
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'socavon-test-'));
  template = join(folder, 'drive.socavon');
  (await surveyedAt(template)).close();
  return () => rmSync(folder, { recursive: true });
});

/** Path of a closed project with an aligned session and something of every kind. */
function surveyedFile(): string {
  const path = join(temporaryFolder(), 'drive.socavon');
  copyFileSync(template, path);
  return path;
}

/** The same, opened. */
function surveyed(): Project {
  return Project.open(surveyedFile());
}

async function surveyedAt(path: string): Promise<Project> {
  const project = Project.open(path, { create: true });
  const session = await importCaptures(
    project,
    { captures: [captureFile('a.pcap'), captureFile('b.pcap')], metadata: { name: 'm.json', text: '{}' } },
    { sensor: sensor(), items: captureItems(1, 3), health: health(3), times: { hostFrom: null } },
    SILENT_CONTEXT,
  );
  const { id } = session;
  const run = project.runs.begin({
    sessionId: id,
    engine: { kind: 'cpu' },
    options: { voxel: 0.5 },
    inputHash: 'hash',
  });
  const random = seededRandom(3);
  project.poses.append(run.id, ...[0, 1, 2].map((index) => scanPose(random, index)));
  project.runs.setState(run.id, 'done');
  project.refinements.put(run.id, NOTHING_ASKED, {
    refined: false,
    frame: 'local',
    T_grid_map: null,
    poses: [],
    graph: { anchors: [], loops: [], residuals: [], leftOut: [], chi2: 0, degreesOfFreedom: 0 },
    unseen: [],
  });
  project.headings.set(id, { ...NO_SURVEY_HEADING, surveyor: 'Ana Rojas Núñez' });
  project.refineInputs.setFile(id, 'points.csv', 'P1,1,2,3\n');
  project.refineInputs.setLoop(id, { fromScan: 0, toScan: 2, verdict: 'refuse' });
  project.settings.set(`calibration.${id}`, { isDeclined: true });
  project.work.set('question', id, { interval: 0.5 });
  const payload = new TextEncoder().encode('{}');
  const product = { kind: 'volume', inputHash: 'hash', options: {}, mediaType: 'application/json', payload };
  project.products.add({ ...product, sessionId: id });
  return project;
}

function entriesOf(project: Project): readonly AuditEntry[] {
  const { entries, broken } = checkChain(project.audit.rows(), project.identity.uuid);
  expect(broken).toBeNull();
  return entries;
}

/** Parts that are not as the chain says. */
const differences = (project: Project): string[] => project.changedParts(stateOf(entriesOf(project)));

/** Changes a file as a program would that knows of the check sums, but not of the audit trail. */
function tamper(path: string, sql: string): void {
  const connection = new Connection(path, { readonly: false, busyTimeoutMs: 1000 });
  keepSums(connection);
  connection.exec(sql);
  connection.close();
}

describe('the audit trail of a project', () => {
  it('has an entry for each thing that was done, by whom, and agrees with what is stored', () => {
    const project = surveyed();
    const entries = entriesOf(project);
    expect(entries.map(({ action, subject: { event } }) => event ?? action)).toEqual(
      'begin import started done refinement heading control control calibration settings result'.split(' '),
    );
    const [begin, imported, , done, , heading] = entries;
    expect(begin.subject).toEqual({ project: project.identity.uuid, name: 'drive' });
    expect(imported.subject.captures).toMatchObject([{ name: 'a.pcap' }, { name: 'b.pcap' }]);
    expect(Object.keys(done.state)).toContain('session 1/run 1/poses');
    expect([imported.person, heading.person, entries[10].person]).toEqual([
      '',
      'Ana Rojas Núñez',
      'Ana Rojas Núñez',
    ]);
    expect(differences(project)).toEqual([]);
    project.close();
  });

  it('has none where nothing changed, and none where the transaction was rolled back', () => {
    const project = surveyed();
    const before = project.audit.rows();
    project.work.set('question', 1, { interval: 0.5 });
    project.headings.set(1, project.headings.get(1));
    project.work.set('view', null, { panel: 'map' });
    project.settings.set('jobs.history', []);
    project.runs.setState(1, 'done');
    const fail = (): void =>
      project.transaction(() => {
        project.settings.set('calibration.1', { isDeclined: false });
        throw new Error('rolled back');
      });
    expect(fail).toThrow('rolled back');
    // A part that is rolled back alone leaves no entry either.
    project.transaction(() => {
      expect(fail).toThrow('rolled back');
    });
    expect(project.audit.rows()).toEqual(before);
    expect(differences(project)).toEqual([]);
    project.close();
  });

  it('is one with its change: without room for the entry there is no change', () => {
    const project = surveyed();
    const plain = new Database(project.path);
    plain.exec(`CREATE TRIGGER full BEFORE INSERT ON audit BEGIN SELECT RAISE(ABORT, 'no room'); END`);
    expect(() => project.settings.set('calibration.1', { isDeclined: false })).toThrow('no room');
    expect(project.settings.get('calibration.1')).toEqual({ isDeclined: true });
    plain.exec('DROP TRIGGER full');
    plain.close();
    project.settings.set('calibration.1', { isDeclined: false });
    expect(differences(project)).toEqual([]);
    project.close();
  });

  it('is only added to, by SQL', () => {
    const project = surveyed();
    project.close();
    const plain = new Database(project.path);
    for (const sql of [
      `UPDATE audit SET entry = '{}' WHERE sequence = 2`,
      'UPDATE audit SET sequence = sequence + 100',
      'DELETE FROM audit WHERE sequence = 11',
      'DELETE FROM audit',
      'INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE sequence = 2',
      `INSERT INTO audit SELECT 99, entry, hash FROM audit WHERE sequence = 2`,
      `INSERT INTO audit SELECT 12, entry, hash FROM audit WHERE sequence = 2`,
    ])
      expect(() => plain.exec(sql), sql).toThrow('the audit trail is only added to');
    plain.close();
  });

  it.each([
    ['session 1/captures', `UPDATE captures SET sha256 = '${'f'.repeat(64)}' WHERE name = 'a.pcap'`],
    ['session 1/captures', `DELETE FROM captures WHERE name = 'b.pcap'`],
    ['session 1', `UPDATE sessions SET imported_at = '2020-01-01T00:00:00.000Z'`],
    // What report and limits of a result are built on: warnings and losses of the recording.
    ['session 1', `UPDATE sessions SET health = json_set(health, '$.warnings', json_array('none'))`],
    ['session 1', `UPDATE sessions SET health = json_set(health, '$.missingColumns', 12345)`],
    ['session 1', `UPDATE sessions SET health = json_set(health, '$.imuPackets', 12345)`],
    ['session 1', `UPDATE sessions SET sensor = json_set(sensor, '$.beamOriginMm', 115.8)`],
    ['session 1/scans', 'UPDATE scans SET stamp_ns = stamp_ns + 1 WHERE scan_index = 2'],
    ['session 1/run 1', `UPDATE alignment_runs SET options = '{"voxel":0.6}'`],
    ['session 1/run 1/poses', 'UPDATE poses SET T_map_sensor = zeroblob(96) WHERE scan_index = 1'],
    ['session 1/run 1/poses', 'DELETE FROM poses WHERE scan_index = 2'],
    [
      'session 1/run 1/edits',
      `INSERT INTO alignment_edits (run_id, ordinal, edit, made_at, undone) VALUES (1, 0, '{}', '', 0)`,
    ],
    ['session 1/run 1/refinement', `UPDATE refinements SET frame = 'mine-grid'`],
    ['session 1/control', `UPDATE loop_decisions SET verdict = 'accept'`],
    ['session 1/control', `INSERT INTO control_roles (session_id, name, role) VALUES (1, 'P1', 'check')`],
    ['session 1/heading', `UPDATE survey_headings SET surveyor = 'Otro'`],
    ['session 1/setting calibration.1', `UPDATE settings SET value = '{}' WHERE key = 'calibration.1'`],
    ['session 1/work question', `UPDATE work_fields SET value = '5'`],
    ['session 1/product 1', `UPDATE products SET payload = x'7b7c'`],
    ['project', `UPDATE project SET name = 'otro'`],
    ['setting join', `INSERT INTO settings (key, value) VALUES ('join', '1')`],
  ])('tells that %s was changed by another program: %s', (part, sql) => {
    const path = surveyedFile();
    tamper(path, sql);
    const again = Project.open(path, { readonly: true });
    expect(differences(again)).toEqual([part]);
    again.close();
  });

  it('tells a chain that was put back to an older one', () => {
    const project = surveyed();
    const old = project.audit.rows().length;
    project.settings.set('calibration.1', { isDeclined: false });
    project.close();
    tamper(project.path, `DROP TRIGGER audit_is_not_deleted; DELETE FROM audit WHERE sequence > ${old}`);
    const again = Project.open(project.path, { readonly: true });
    expect(differences(again)).toEqual(['session 1/setting calibration.1']);
    again.close();
  });

  it('follows copies, removal, freeing and undone edits', () => {
    const project = surveyed();
    const copy = project.sessions.duplicate(1, 'Copia');
    expect(differences(project)).toEqual([]);
    project.sessions.rename(1, 'Labor');
    project.sessions.setRemoved(1, true);
    project.settings.set('reference.2', 1);
    expect(differences(project)).toEqual([]);
    expect(project.sessions.freeRemoved()).toBe(1);
    expect(project.sessions.all().map(({ id }) => id)).toEqual([copy]);
    expect(differences(project)).toEqual([]);
    const [run] = project.runs.of(copy);
    const edit = { kind: 'reject', scan: 1 } as const;
    project.transaction(() => project.edits.add(run.id, edit as never));
    project.transaction(() => project.edits.undo(run.id));
    project.transaction(() => project.edits.redo(run.id));
    expect(
      entriesOf(project)
        .slice(-3)
        .map(({ subject }) => Object.keys(subject)),
    ).toEqual([
      ['edit', 'run'],
      ['run', 'undone'],
      ['redone', 'run'],
    ]);
    expect(differences(project)).toEqual([]);
    project.runs.remove(run.id);
    expect(differences(project)).toEqual([]);
    project.close();
  });

  it('of a project from before begins with a digest of what was there', () => {
    const project = surveyed();
    const state = stateOf(entriesOf(project));
    project.close();
    const path = join(temporaryFolder(), 'old.socavon');
    const old = new Connection(path, { readonly: false, busyTimeoutMs: 100 });
    old.pragma('application_id = 0x536f6376');
    old.pragma('journal_mode = WAL');
    migrate(old, MIGRATIONS.slice(0, 7));
    old.exec(`ATTACH '${project.path}' AS newer`);
    for (const table of old
      .prepare<{ name: string }>(
        `SELECT name FROM main.sqlite_schema WHERE type = 'table' AND sql NOT LIKE '%sqlite_%'`,
      )
      .all()
      .map(({ name }) => name)) {
      const columns = old
        .prepare<{ name: string }>(`SELECT name FROM pragma_table_info('${table}')`)
        .all()
        .map(({ name }) => name);
      old.exec(`INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM newer.${table}`);
    }
    old.pragma(`application_id = ${old.pragma('newer.application_id')}`);
    old.exec('DETACH newer');
    old.close();
    const migrated = Project.open(path);
    const [begin, ...others] = entriesOf(migrated);
    expect(others).toEqual([]);
    expect(begin).toMatchObject({ action: 'begin', subject: { found: true } });
    // The same digests as those that were entered as the parts were made.
    expect(new Map(Object.entries(begin.state))).toEqual(state);
    migrated.headings.set(1, NO_SURVEY_HEADING);
    expect(differences(migrated)).toEqual([]);
    migrated.close();
    const twice = Project.open(path);
    expect(entriesOf(twice)).toHaveLength(2);
    twice.close();
  });

  it('is whole when the program is killed amid changes', async () => {
    const project = surveyed();
    project.close();
    const child = spawn(process.execPath, [PROGRAM, project.path], { stdio: ['ignore', 'pipe', 'inherit'] });
    for await (const text of child.stdout)
      if (Number(String(text).trim().split('\n').at(-1)) > 20) child.kill('SIGKILL');
    if (child.signalCode === null) await once(child, 'exit');
    const after = Project.open(project.path);
    expect(entriesOf(after).length).toBeGreaterThan(11 + 2 * 20);
    expect(differences(after)).toEqual([]);
    after.close();
  });

  it('names every table of a project, or says why not', () => {
    const project = surveyed();
    const plain = new Database(project.path, { readonly: true });
    const tables = plain
      .prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
      .pluck()
      .all();
    plain.close();
    const queries = readFileSync(new URL('../../src-main/project/audit-state.ts', import.meta.url), 'utf8');
    const unnamed = tables.filter((table) => !new RegExp(`(?:FROM|JOIN) ${table}\\b`).test(queries));
    expect(unnamed.sort()).toEqual([
      'alignment_states', // memory of the odometry: what a run goes on from, not what it found
      'audit',
      'changes', // steps that can be undone; their values are where they hold
      'discarded_alignments', // poses that an undone edit took away: entered when they come back
      'discarded_poses',
      'discarded_refined_poses',
      'discarded_refinements',
      'discarded_states',
      'log', // sentences for a person
      'tallies', // counts of rows, with sums of their own
    ]);
    project.close();
  });
});
