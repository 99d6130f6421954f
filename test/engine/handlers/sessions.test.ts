import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { MapNote } from '../../../src-core/contract/map-requests.ts';
import { SESSION_NAME_MOST } from '../../../src-core/model/session-name.ts';
import { simulatedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../fixtures/two-session-project.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it, tiered } from '../../support/tier.ts';
import { engineThread } from '../engine-thread.ts';
import { driveCopy, engineOn, reportOf } from './aligning.ts';

/** A name of the greatest length, with accents that Unicode has in two forms. */
const LONG_NAME = 'Galería Ñuñoa–Ánimas 4210 '.padEnd(SESSION_NAME_MOST, 'ú').normalize('NFD');

describe('the sessions of a project', () => {
  beforeAll(async () => {
    await surveyedDrive();
  });

  it('are named by a person, else by the date of the capture, in every list alike', async () => {
    const { path } = await driveCopy(true);
    const { call, sessionId } = await engineOn(path);
    const titles = async () => ({
      card: (await call('project.info', {}))?.sessions[0].title,
      epoch: (await call('epochs.list', {}))[0].name,
    });
    const info = (await call('project.info', {}))!.sessions[0];
    expect(info.name).toBeNull();
    const at = new Date(info.recordedAt!);
    expect(at.getFullYear()).toBe(2024);
    const before = await titles();
    expect(before.card).toMatch(/^2024-\d\d-\d\d \d\d:\d\d$/);
    expect(before.epoch).toBe(before.card);

    expect(await call('session.rename', { sessionId, name: LONG_NAME })).toEqual({
      sessionId,
      before: null,
      after: LONG_NAME.normalize('NFC'),
    });
    expect(await titles()).toEqual({
      card: LONG_NAME.normalize('NFC'),
      epoch: LONG_NAME.normalize('NFC'),
    });
    expect((await call('session.rename', { sessionId, name: ' Nivel 4210 \n este ' })).after).toBe(
      'Nivel 4210 este',
    );
    await expect(call('session.rename', { sessionId, name: 'x'.repeat(201) })).rejects.toMatchObject({
      code: 'usage',
      message: expect.stringContaining('201'),
    });
    expect((await titles()).card).toBe('Nivel 4210 este');
    expect((await call('session.rename', { sessionId, name: '  ' })).after).toBeNull();
    expect(await titles()).toEqual(before);
  });

  it('are imported with the date that the preview of the capture shows', async () => {
    const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    const { call } = engine.client;
    await call('project.create', { path: join(folder, 'fecha.socavon') });
    const { facts } = await call('capture.preview', { path: capture });
    const { project } = await call('capture.import', { paths: [capture] });
    const recorded = facts.find(({ label }) => label === 'recorded')!.message;
    expect(recorded).toContain(project.sessions[0].recordedAt!.slice(0, 19).replace('T', ' '));
  });

  it('are removed from every list, restored as they were, and freed when the project is closed', async () => {
    const { path } = await driveCopy(true);
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    const before = await call('project.info', {});
    const { title } = before!.sessions[0];
    expect(await call('session.setRemoved', { sessionId, removed: true })).toEqual({
      ...{ sessionId, title, before: false, after: true },
    });
    expect(await call('project.info', {})).toMatchObject({
      sessions: [],
      removed: [{ id: sessionId, title }],
    });
    expect(await call('epochs.list', {})).toEqual([]);
    for (const refused of [
      call('alignment.open', { sessionId }),
      call('map.notes', { sessionId }),
      call('survey.path', { sessionId, T_grid_first: null, axis: null }),
    ])
      await expect(refused).rejects.toMatchObject({
        message: expect.stringContaining(`${title} was removed`),
      });

    await call('session.setRemoved', { sessionId, removed: false });
    expect(await call('project.info', {})).toEqual(before);
    expect((await call('alignment.open', { sessionId })).state.done).toBe(true);

    await call('session.setRemoved', { sessionId, removed: true });
    await call('project.close', {});
    const file = new Database(path, { readonly: true });
    for (const table of ['sessions', 'scans', 'imu', 'captures', 'poses', 'alignment_states'])
      expect(file.prepare(`SELECT count(*) AS n FROM ${table}`).get(), table).toEqual({ n: 0 });
    expect(file.prepare("SELECT * FROM settings WHERE key LIKE 'calibration.%'").all()).toEqual([]);
    file.close();
  });

  it('give their room back at once when asked', async () => {
    const { path } = await driveCopy(true);
    const { call, sessionId } = await engineOn(path);
    const size = statSync(path).size;
    await call('session.setRemoved', { sessionId, removed: true });
    const freed = await call('project.freeSpace', {});
    expect(freed.sessions).toBe(1);
    expect(freed.bytes).toBeGreaterThan(0.8 * size);
    expect(statSync(path).size).toBe(size - freed.bytes);
    expect(await call('project.info', {})).toMatchObject({ sessions: [], removed: [] });
  });

  it('are not removed while work on the project runs', async () => {
    const { path } = await driveCopy(false);
    const { call, sessionId } = await engineOn(path);
    await call('alignment.open', { sessionId });
    const advancing = call('alignment.advance', { scans: 1000, thinning: 0 });
    await expect(call('session.setRemoved', { sessionId, removed: true })).rejects.toMatchObject({
      code: 'project-busy',
    });
    expect((await advancing).state.done).toBe(true);
  });

  it('are duplicated with their alignment and notes, but not their scans', async () => {
    const { path, byCommandLine } = await driveCopy(true);
    const { call, sessionId } = await engineOn(path);
    const note: MapNote = { id: 'a', point: [1, 2, 3], text: 'Perno suelto' };
    await call('map.setNotes', { sessionId, notes: [note] });
    const { title } = (await call('project.info', {}))!.sessions[0];
    const copy = await call('session.duplicate', { sessionId });
    expect(copy.title).toBe(`${title} (2)`);
    const again = await call('session.duplicate', { sessionId: copy.sessionId });
    expect(again.title).toBe(`${title} (3)`);
    const [one, two] = (await call('project.info', {}))!.sessions;
    expect(two.scanCount).toBe(one.scanCount);
    expect(two.captures).toEqual(one.captures);
    expect(await call('map.notes', { sessionId: copy.sessionId })).toEqual([note]);
    const scans = () => {
      const file = new Database(path, { readonly: true });
      const { n } = file.prepare<[], { n: number }>('SELECT count(*) AS n FROM scans').get()!;
      file.close();
      return n;
    };
    expect(scans()).toBe(one.scanCount);

    // Changes of one are not changes of the other.
    const opened = await call('alignment.open', { sessionId: copy.sessionId });
    expect(opened.poses).toMatchObject(reportOf(byCommandLine));
    await call('alignment.edit', { edit: { kind: 'reject', scan: 40 } });
    await call('map.setNotes', { sessionId: copy.sessionId, notes: [] });
    expect(await call('map.notes', { sessionId })).toEqual([note]);
    expect((await call('alignment.open', { sessionId })).state).toMatchObject({ done: true, edits: [] });

    // The copies outlive the original.
    await call('session.setRemoved', { sessionId, removed: true });
    await call('project.freeSpace', {});
    expect(scans()).toBe(one.scanCount);
    const { state } = await call('alignment.open', { sessionId: copy.sessionId });
    expect(state).toMatchObject({ next: 41, edits: [{ kind: 'reject', scan: 40 }] });
    await call('alignment.undo', {});
    await call('alignment.stepBack', { scans: 10 });
    await call('alignment.advance', { scans: 1000, thinning: 0 });
    expect((await call('alignment.open', { sessionId: copy.sessionId })).poses).toMatchObject(
      reportOf(byCommandLine),
    );
    expect((await call('alignment.open', { sessionId: again.sessionId })).state.done).toBe(true);
  });

  it.runIf(IS_LONG)(
    'stay listed at once when there are forty, with names of 200 characters and 10,000 notes',
    async () => {
      const { path } = await driveCopy(true);
      const { call, sessionId } = await engineOn(path);
      const notes = Array.from(
        { length: 10_000 },
        (_, i): MapNote => ({
          ...{ id: String(i), point: [i, 0, 0], text: `Nota ${i}: perno con óxido` },
        }),
      );
      await call('map.setNotes', { sessionId, notes });
      await call('session.rename', { sessionId, name: LONG_NAME });
      for (let i = 1; i < 40; i++) await call('session.duplicate', { sessionId });
      const { sessions } = (await call('project.info', {}))!;
      expect(sessions).toHaveLength(40);
      expect(new Set(sessions.map(({ title }) => title)).size).toBe(40);
      for (const { title } of sessions) expect([...title].length).toBeLessThanOrEqual(SESSION_NAME_MOST);
      expect(await call('map.notes', { sessionId: sessions[39].id })).toEqual(notes);
      expect(await call('epochs.list', {})).toHaveLength(40);
    },
  );

  it.runIf(IS_LONG)('that others were joined to say so when they are removed', async () => {
    const { path } = await twoSessionProject(temporaryFolder(), SESSIONS_SEED);
    const { call } = await engineOn(path);
    await call('sessions.join', { first: 1, second: 2, start: { kind: 'near', chainage: 9 } });
    await call('session.rename', { sessionId: 1, name: 'Guardia A' });
    const joined = async () => (await call('epochs.list', {})).find(({ sessionId }) => sessionId === 2);
    expect(await joined()).toMatchObject({ frame: 'joined', joinedTo: 1, joinedToRemoved: null });
    await call('session.setRemoved', { sessionId: 1, removed: true });
    expect(await joined()).toMatchObject({ frame: 'local', joinedTo: null, joinedToRemoved: 'Guardia A' });
    await call('session.setRemoved', { sessionId: 1, removed: false });
    expect(await joined()).toMatchObject({ frame: 'joined', joinedTo: 1, joinedToRemoved: null });
  });
});

describe('a new project', () => {
  function started() {
    const engine = engineThread();
    onTestFinished(() => engine.kill());
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    return { call: engine.client.call, folder };
  }

  it('gets its ending, so that it is found again, and never replaces another', async () => {
    const { call, folder } = started();
    const created = await call('project.create', { path: join(folder, 'Labor 4210 – Ñuñoa') });
    expect(created).toMatchObject({
      path: join(folder, 'Labor 4210 – Ñuñoa.socavon'),
      name: 'Labor 4210 – Ñuñoa',
    });
    for (const name of ['Labor 4210 – Ñuñoa', 'Labor 4210 – Ñuñoa.socavon'])
      await expect(call('project.create', { path: join(folder, name) })).rejects.toMatchObject({
        code: 'exists',
        message: expect.stringContaining('choose another name'),
      });
    expect((await call('project.create', { path: join(folder, 'v1.2') })).name).toBe('v1.2');
  });

  it.each([
    ['of 200 characters', 'Galería Ñuñoa – Ánimas '.padEnd(200, 'a')],
    ['as long as the files beside it allow', 'ñ'.repeat(112)],
  ])('may have a name with accents %s', async (_, name) => {
    const { call, folder } = started();
    const { path } = await call('project.create', { path: join(folder, name) });
    await call('project.close', {});
    expect((await call('project.open', { path })).name).toBe(name);
  });

  const names = [
    'b:c*?',
    'a\\b',
    'CON',
    'lpt1.2',
    'labor.',
    'labor ',
    '.socavon',
    'tab\there',
    `${'ñ'.repeat(113)}`,
  ];
  it.each(tiered(names, ['b:c*?', 'CON', names[8]]))(
    'is not named %j, which Windows does not allow',
    async (name) => {
      const { call, folder } = started();
      await expect(call('project.create', { path: `${folder}/${name}` })).rejects.toMatchObject({
        code: 'usage',
        message: expect.stringMatching(/choose a/),
      });
      expect(existsSync(join(folder, `${name}.socavon`))).toBe(false);
    },
  );
});
