import { copyFileSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import type { EventValue } from '../../src-core/contract/events.ts';
import { Project } from '../../src-main/project/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { metadataOf } from '../io/packet-builders.ts';
import { temporaryFolder } from '../project/fixtures.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { type EngineThread, engineThread } from './engine-thread.ts';

function started(): EngineThread {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  return engine;
}

/** An engine that may touch all of a new folder. */
function startedIn(): { engine: EngineThread; folder: string } {
  const engine = started();
  const folder = temporaryFolder();
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  return { engine, folder };
}

describe('the engine as a thread', () => {
  let capture: string;
  beforeAll(async () => {
    capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
  });

  it('makes a project, shows a capture, imports it, and finds all of it again', async () => {
    const { engine, folder } = startedIn();
    const { call, on } = engine.client;
    const news: EventValue<'project-changed'>[] = [];
    on('project-changed', (value) => news.push(value as EventValue<'project-changed'>));
    expect(await call('project.info', {})).toBeNull();

    const path = join(folder, 'labor.socavon');
    const created = await call('project.create', { path });
    expect(created).toMatchObject({ path, name: 'labor', sessions: [] });

    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    const preview = await call('capture.preview', { path: capture });
    expect(preview.problems).toEqual([]);
    expect(preview.metadata).toBe('metadata.json');
    expect(preview.facts.find(({ label }) => label === 'sensor')?.message).toContain('OS-1-16');
    const { points, image } = preview.firstScan!;
    const { xyz, reflectivity } = points;
    expect(image.rangeMm).toHaveLength(16 * 1024);
    expect(preview.metadataOffers).toMatchObject([{ name: 'metadata.json', misfit: null }]);
    expect(xyz.length).toBeGreaterThan(3 * 10_000);
    expect(reflectivity).toHaveLength(xyz.length / 3);
    expect(Math.max(...xyz.map(Math.abs))).toBeLessThan(60);

    const { sessionId, alreadyThere, project } = await call('capture.import', { paths: [capture] });
    expect(alreadyThere).toBe(false);
    expect(project.sessions).toHaveLength(1);
    expect(project.sessions[0]).toMatchObject({ id: sessionId, beams: 16, columns: 1024, runs: [] });
    expect(project.sessions[0].captures[0].name).toBe('capture.pcap');
    expect(project.sessions[0].health.imuPackets).toBeGreaterThan(100);
    expect((await call('capture.import', { paths: [capture] })).alreadyThere).toBe(true);

    await call('project.close', {});
    expect(await call('project.open', { path })).toEqual({
      ...project,
      opening: expect.not.stringContaining(project.opening),
    });
    expect(news.map((value) => value?.sessions.length ?? null)).toEqual([0, 1, 1, null, 1]);
  });

  it('says what is wrong with a capture without its metadata, and goes on with a nominal sensor', async () => {
    const { engine, folder } = startedIn();
    const alone = join(folder, 'solo.pcap');
    copyFileSync(capture, alone);
    const { call } = engine.client;
    const preview = await call('capture.preview', { path: alone });
    expect(preview.problems).toMatchObject([{ code: 'metadata-missing', repair: 'choose-metadata' }]);
    expect(preview.firstScan).toBeNull();
    const nominal = await call('capture.preview', { path: alone, sensor: 'os1-16' });
    expect(nominal.firstScan?.points.xyz.length).toBeGreaterThan(3 * 10_000);
  });

  it('shows any scan of a capture by seeking, one after the other', async () => {
    const { engine } = startedIn();
    const { call } = engine.client;
    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    const { firstScan, scanShare } = await call('capture.preview', { path: capture });
    const scanAt = (at: number) => call('capture.scan', { path: capture, at });
    expect((await scanAt(0))?.seconds).toBe(firstScan!.seconds);
    // 10 rotations a second, so the next scan begins 0.1 s later; the motor turns evenly to a thousandth.
    const middle = (await scanAt(0.5))!;
    const next = (await scanAt(0.5 + scanShare!))!;
    expect(next.seconds - middle.seconds).toBeCloseTo(0.1, 3);
    expect(middle.image.rangeMm.some((range) => range > 0)).toBe(true);
    expect(await scanAt(1)).toBeNull();
  });

  it('says why a capture cannot be imported as it is, and which metadata of its folder fits', async () => {
    const { engine, folder } = startedIn();
    const { call } = engine.client;
    const alone = join(folder, 'solo.pcap');
    copyFileSync(capture, alone);
    copyFileSync(join(dirname(capture), 'metadata.json'), join(folder, 'otro nombre.json'));
    // Packets of the same size; only their channels tell that it is another sensor.
    writeFileSync(join(folder, 'ajeno.json'), metadataOf(64));
    writeFileSync(join(folder, 'volumen.json'), '{"volume": 1}');
    const preview = await call('capture.preview', { path: alone });
    expect(preview.problems).toMatchObject([{ code: 'metadata-missing', blocks: true }]);
    expect(preview.metadataOffers.map(({ name, misfit }) => [name, misfit === null])).toEqual([
      ['otro nombre.json', true],
      ['ajeno.json', false],
    ]);
    const metadata = preview.metadataOffers[0].path;
    expect((await call('capture.preview', { path: alone, metadata })).problems).toEqual([]);
  });

  it('an import that is cancelled leaves nothing, and the project can be closed then', async () => {
    const { engine, folder } = startedIn();
    const { call } = engine.client;
    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    await call('project.create', { path: join(folder, 'a.socavon') });
    const stop = new AbortController();
    const importing = call('capture.import', { paths: [capture] }, { signal: stop.signal });
    await expect(call('capture.import', { paths: [capture] })).rejects.toMatchObject({
      code: 'project-busy',
    });
    await expect(call('project.close', {})).rejects.toMatchObject({ code: 'project-busy' });
    stop.abort();
    await expect(importing).rejects.toMatchObject({ code: 'cancelled' });
    expect((await call('project.info', {}))?.sessions).toEqual([]);
    await call('project.close', {});
  });

  it.runIf(IS_LONG)(
    'the sample that is cancelled leaves no project, and the engine hears others while it is made',
    async () => {
      const { engine, folder } = startedIn();
      const { call } = engine.client;
      const path = join(folder, 'muestra.socavon');
      const stop = new AbortController();
      const heard: (string | undefined)[] = [];
      const making = call(
        'project.openSample',
        { path },
        {
          signal: stop.signal,
          onProgress: async ({ stage, done }) => {
            heard.push(stage);
            if (done !== 1) return;
            expect(await call('project.info', {})).toBeNull();
            stop.abort();
          },
        },
      );
      await expect(making).rejects.toMatchObject({ code: 'cancelled' });
      expect(heard).toContain('simulate');
      expect(existsSync(path)).toBe(false);
      expect(readdirSync(folder)).toEqual([]);
    },
  );

  it.runIf(IS_LONG)('the sample is made where an earlier making ended before it held anything', async () => {
    const { engine, folder } = startedIn();
    const { call } = engine.client;
    const path = join(folder, 'muestra.socavon');
    await call('project.create', { path });
    await call('project.close', {});
    const stop = new AbortController();
    const making = call(
      'project.openSample',
      { path },
      { signal: stop.signal, onProgress: () => stop.abort() },
    );
    await expect(making).rejects.toMatchObject({ code: 'cancelled' });
    expect((await call('project.open', { path })).sessions).toEqual([]);
  });

  it('the sample that was made with the program is copied, and one that is there is opened as it was left', async () => {
    const folder = temporaryFolder();
    const ready = join(folder, 'ready.socavon');
    Project.open(ready, { create: true }).close();
    process.env.SOCAVON_SAMPLE = ready;
    onTestFinished(() => {
      process.env.SOCAVON_SAMPLE = '';
    });
    const { client, tell } = started();
    tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
    tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    const path = join(folder, 'documents', 'muestra.socavon');
    const heard: string[] = [];
    const onProgress = ({ stage }: { stage: string }): void => void heard.push(stage);
    const copied = await client.call('project.openSample', { path }, { onProgress });
    expect(copied).toMatchObject({ path, name: 'ready', sessions: [] });
    expect(heard).toEqual([]);
    await client.call('capture.import', { paths: [capture] });
    await client.call('project.close', {});
    expect((await client.call('project.openSample', { path })).sessions).toHaveLength(1);
    expect(readdirSync(dirname(path)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('told to close, cancels, folds the project into one file, and ends', async () => {
    const { engine, folder } = startedIn();
    const path = join(folder, 'b.socavon');
    engine.tell({ kind: 'grant', path: capture, scope: 'file', write: false });
    await engine.client.call('project.create', { path });
    const importing = engine.client.call('capture.import', { paths: [capture] });
    engine.tell({ kind: 'close' });
    await expect(importing).rejects.toMatchObject({ code: 'cancelled' });
    expect(await engine.ended).toBe(0);
    expect(existsSync(path)).toBe(true);
    expect(existsSync(`${path}-wal`)).toBe(false);
  });
});

describe('what the engine refuses', () => {
  it('work without a project', async () => {
    const { engine, folder } = startedIn();
    const reply = engine.client.call('capture.import', { paths: [join(folder, 'x.pcap')] });
    await expect(reply).rejects.toMatchObject({ code: 'no-project' });
  });

  it('unknown requests and arguments that are none', async () => {
    const { client } = started();
    const call = client.call as (name: string, args: unknown) => Promise<unknown>;
    await expect(call('project.forget', {})).rejects.toMatchObject({ code: 'usage' });
    await expect(call('project.open', { path: 7 })).rejects.toMatchObject({ code: 'usage' });
    await expect(call('project.open', { path: 'a', write: true })).rejects.toMatchObject({ code: 'usage' });
    await expect(call('grant', { path: '/', scope: 'folder', write: true })).rejects.toMatchObject({
      code: 'usage',
    });
  });

  it('every path that the person did not choose, by whatever name', async () => {
    const { engine, folder } = startedIn();
    const outside = join(temporaryFolder(), 'other.socavon');
    const { call } = engine.client;
    symlinkSync(dirname(outside), join(folder, 'link'));
    for (const path of [
      outside,
      join(folder, '..', 'other.socavon'),
      join(folder, 'link', 'other.socavon'),
      `${folder}-beside.socavon`,
    ]) {
      await expect(call('project.create', { path }), path).rejects.toMatchObject({ code: 'path-refused' });
      await expect(call('project.open', { path }), path).rejects.toMatchObject({ code: 'path-refused' });
    }
    expect(existsSync(outside)).toBe(false);
  });

  it('writing where the person chose only to read', async () => {
    const engine = started();
    const folder = temporaryFolder();
    engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: false });
    const reply = engine.client.call('project.create', { path: join(folder, 'c.socavon') });
    await expect(reply).rejects.toMatchObject({ code: 'path-refused' });
  });

  it('a project of a newer version, a file that is none, and keeps the open one', async () => {
    const { engine, folder } = startedIn();
    const { call } = engine.client;
    const [newer, other, mine] = ['newer', 'other', 'mine'].map((name) => join(folder, `${name}.socavon`));
    await call('project.create', { path: newer });
    await call('project.create', { path: mine });
    const database = new Database(newer);
    database.pragma('user_version = 999');
    database.close();
    writeFileSync(other, 'no project');
    mkdirSync(join(folder, 'sub'));
    await expect(call('project.open', { path: newer })).rejects.toMatchObject({ code: 'project-newer' });
    await expect(call('project.open', { path: other })).rejects.toMatchObject({ code: 'project-format' });
    await expect(call('project.open', { path: join(folder, 'sub') })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
    await expect(call('project.open', { path: join(folder, 'none.socavon') })).rejects.toMatchObject({
      code: 'file-missing',
    });
    expect((await call('project.info', {}))?.path).toBe(mine);
  });
});
