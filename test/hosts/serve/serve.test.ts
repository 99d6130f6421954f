import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { RequestName } from '../../../src-core/contract/requests.ts';
import { engineThread } from '../../../src-main/hosts/serve/engine-thread.ts';
import { Project } from '../../../src-main/project/project.ts';
import { openSocket, type Serving, serveFolder, windowOf } from './served.ts';

let serving: Serving;
beforeAll(async () => {
  serving = await serveFolder();
  const { folder } = serving;
  writeFileSync(join(folder, 'labor.pcap'), 'x'.repeat(10));
  writeFileSync(join(folder, 'nota.txt'), 'x');
  writeFileSync(join(folder, '.oculto.pcap'), 'x');
  mkdirSync(join(inject('scratch'), 'elsewhere'), { recursive: true });
  writeFileSync(join(inject('scratch'), 'elsewhere', 'secret.pcap'), 'x');
  symlinkSync(join(inject('scratch'), 'elsewhere'), join(folder, 'way-out'));
  symlinkSync(join(inject('scratch'), 'elsewhere', 'secret.pcap'), join(folder, 'secret.pcap'));
  symlinkSync(join(folder, 'labor.pcap'), join(folder, 'otra.pcap'));
});
afterAll(() => serving.close());

describe('the list of files', () => {
  it('shows folders first, then the files of the kind, and nothing that is hidden or leads out', async () => {
    const window = await windowOf(serving);
    const { folder } = serving;
    const modified = expect.stringMatching(/^\d{4}-\d\d-\d\dT/);
    expect(await window.call('host.list', { folder, kind: 'capture' })).toEqual({
      folder,
      root: folder,
      parent: null,
      entries: [
        { name: 'capturas', path: join(folder, 'capturas'), isFolder: true, bytes: 0, modified },
        { name: 'labor.pcap', path: join(folder, 'labor.pcap'), isFolder: false, bytes: 10, modified },
        { name: 'otra.pcap', path: join(folder, 'otra.pcap'), isFolder: false, bytes: 10, modified },
      ],
    });
    expect(await window.call('host.list', { folder: join(folder, 'capturas') })).toEqual({
      folder: join(folder, 'capturas'),
      root: folder,
      parent: folder,
      entries: [],
    });
    window.leave();
  });

  it('shows projects, also one that was saved without its ending, and no other file', async () => {
    const window = await windowOf(serving);
    const folder = join(serving.folder, 'capturas');
    for (const name of ['Labor 4210', 'nivel.v2', 'rampa.socavon', 'old.socavon.v3.backup'])
      Project.open(join(folder, name), { create: true }).close();
    writeFileSync(join(folder, 'LEEME'), 'x'.repeat(200));
    const { entries } = await window.call('host.list', { folder, kind: 'project' });
    for (const name of ['Labor 4210', 'nivel.v2', 'rampa.socavon', 'old.socavon.v3.backup'])
      rmSync(join(folder, name));
    rmSync(join(folder, 'LEEME'));
    expect(entries.map(({ name }) => name)).toEqual(['Labor 4210', 'nivel.v2', 'rampa.socavon']);
    window.leave();
  });

  it.each(['..', '/', '/etc', 'way-out', 'capturas/../..', '../nothing'])('refuses %s', async (way) => {
    const window = await windowOf(serving);
    const folder = way.startsWith('/') ? way : join(serving.folder, way);
    await expect(window.call('host.list', { folder })).rejects.toMatchObject({ code: 'path-refused' });
    window.leave();
  });

  it('makes a folder, once, and only where it may', async () => {
    const window = await windowOf(serving);
    const { folder } = serving;
    const make = (name: string, where = folder) => window.call('host.makeFolder', { folder: where, name });
    expect(await make('Nivel 4210')).toEqual({ path: join(folder, 'Nivel 4210') });
    await expect(make('Nivel 4210')).rejects.toMatchObject({
      code: 'file-unwritable',
      message: expect.stringContaining('exists already'),
    });
    for (const name of ['..', '../fuera', 'a/b', '/tmp/x'])
      await expect(make(name)).rejects.toMatchObject({ code: 'path-refused' });
    await expect(make('x', join(folder, 'way-out'))).rejects.toMatchObject({ code: 'path-refused' });
    rmSync(join(folder, 'Nivel 4210'), { recursive: true });
    window.leave();
  });

  it('has a written report printed or opened, and no other file', async () => {
    const window = await windowOf(serving);
    const { folder } = serving;
    const page = join(folder, 'report.html');
    writeFileSync(page, '<h1>informe</h1>');
    writeFileSync(join(inject('scratch'), 'elsewhere', 'report.html'), 'x');
    const can = (path: string) => window.call('host.canOpen', { path });
    expect(await can(page)).toEqual({ file: false, page: true, folder: false });
    expect(await can(join(folder, 'labor.pcap'))).toEqual({ file: false, page: false, folder: false });
    expect(await can(join(folder, 'way-out', 'report.html'))).toMatchObject({ page: false });
    const { address } = await window.call('host.holdReport', { path: page });
    expect(address).toMatch(/^\/document\/[0-9a-f]{32}$/);
    for (const path of ['labor.pcap', 'way-out/report.html', '../elsewhere/report.html'])
      for (const name of ['host.holdReport', 'host.openFile'] as const)
        await expect(window.call(name, { path: join(folder, path) })).rejects.toMatchObject({
          code: 'path-refused',
        });
    rmSync(page);
    await expect(window.call('host.holdReport', { path: page })).rejects.toMatchObject({
      code: 'file-missing',
    });
    window.leave();
  });

  it('says that a folder is not there', async () => {
    const window = await windowOf(serving);
    await expect(window.call('host.list', { folder: join(serving.folder, 'no') })).rejects.toMatchObject({
      code: 'file-missing',
    });
    window.leave();
  });
});

describe('what a window asks', () => {
  it('of the host: who it is, and what the person prefers, for every tab', async () => {
    const [a, b] = [await windowOf(serving), await windowOf(serving)];
    expect(await a.call('host.info', {})).toMatchObject({
      host: 'serve',
      nativeDialogs: false,
      home: serving.folder,
      sample: join(serving.folder, 'ejemplo.socavon'),
    });
    await a.call('host.setPreferences', { theme: 'light' });
    expect((await b.call('host.info', {})).preferences.theme).toBe('light');
    // A change of one says nothing of the others.
    await a.call('host.setPreferences', { language: 'en', scale: 1.25 });
    await a.call('host.setPreferences', { theme: 'dark' });
    expect((await b.call('host.info', {})).preferences).toEqual({
      language: 'en',
      theme: 'dark',
      scale: 1.25,
    });
    await a.call('host.setPreferences', { language: 'es', theme: 'system', scale: 1 });
    a.leave();
    b.leave();
  });

  it.each([
    ['host.setPreferences', { language: 'qu' }],
    ['host.setPreferences', { colour: 'red' }],
    ['host.list', { folder: 5 }],
    ['host.chooseFiles', { kind: 'project' }],
    ['host.format-the-disk', {}],
    ['project.open', { path: '/etc/passwd', extra: 1 }],
    ['__proto__', {}],
    ['constructor', {}],
  ])('%s %j is refused as wrong use', async (name, args) => {
    const window = await windowOf(serving);
    await expect(window.call(name as RequestName, args as never)).rejects.toMatchObject({ code: 'usage' });
    window.leave();
  });

  it.each(['/etc/passwd', 'way-out/secret.socavon', '../outside.socavon'])(
    'of the engine: %s is outside of the folder, and stays closed',
    async (way) => {
      const window = await windowOf(serving);
      const path = way.startsWith('/') ? way : join(serving.folder, way);
      await expect(window.call('project.create', { path })).rejects.toMatchObject({ code: 'path-refused' });
      await expect(window.call('project.open', { path })).rejects.toMatchObject({ code: 'path-refused' });
      window.leave();
    },
  );

  it('no window can say what only the host says to the engine', async () => {
    const socket = await openSocket(serving, { authorization: `Bearer ${serving.token}` });
    const { encodeMessage } = await import('../../../src-core/contract/wire.ts');
    const before = serving.logged.length;
    socket.send(encodeMessage({ kind: 'grant', path: '/', scope: 'folder', write: true }));
    const window = await windowOf(serving);
    await expect(window.call('project.open', { path: '/etc/passwd' })).rejects.toMatchObject({
      code: 'path-refused',
    });
    expect(serving.logged.length).toBe(before + 1);
    socket.terminate();
    window.leave();
  });
});

it('makes a project in its folder, and lists it as opened lately', async () => {
  const window = await windowOf(serving);
  const path = join(serving.folder, 'capturas', 'labor.socavon');
  expect(await window.call('project.create', { path })).toMatchObject({ path, sessions: [] });
  const other = await windowOf(serving);
  expect(await other.call('project.info', {})).toMatchObject({ path });
  await expect
    .poll(async () => (await other.call('host.info', {})).recent.map((one) => one.path))
    .toContain(path);
  await window.call('project.close', {});
  window.leave();
  other.leave();

  const elsewhere = await serveFolder();
  const stranger = await windowOf(elsewhere);
  expect((await stranger.call('host.info', {})).recent).toEqual([]);
  await expect(stranger.call('project.open', { path })).rejects.toMatchObject({ code: 'path-refused' });
  stranger.leave();
  await elsewhere.close();
});

it('an engine that falls takes no window with it, and comes again with its project', async () => {
  let falls = (): void => {};
  const falling = await serveFolder({
    startEngine() {
      const engine = engineThread();
      falls = () => engine.kill();
      return engine;
    },
  });
  const window = await windowOf(falling);
  const path = join(falling.folder, 'labor.socavon');
  await window.call('project.create', { path });
  const states: unknown[] = [];
  window.on('host.engine', (state) => states.push(state));
  // Long enough to be under way when the engine falls.
  const sample = window.call('project.openSample', { path: join(falling.folder, 'muestra.socavon') });
  const refused = expect(sample).rejects.toMatchObject({ code: 'engine-stopped' });
  falls();
  await refused;
  await expect.poll(() => states, { timeout: 300_000 }).toEqual([{ state: 'restarted' }]);
  expect(await window.call('project.info', {})).toMatchObject({ path });
  window.leave();
  await falling.close();
});

it('long work survives the tab that began it', async () => {
  const window = await windowOf(serving);
  const path = join(serving.folder, 'muestra.socavon');
  const begun = new Promise<void>((resolve) => {
    void window.call('project.openSample', { path }, { onProgress: () => resolve() }).catch(() => {});
  });
  await begun;
  window.leave();
  const other = await windowOf(serving);
  const [job] = await other.call('host.jobs', {});
  expect(job.name).toBe('project.openSample');
  expect(await other.call('host.cancelJob', { job: job.job })).toBe(true);
  await expect.poll(() => other.call('host.jobs', {}), { timeout: 300_000 }).toEqual([]);
  expect(await other.call('host.cancelJob', { job: job.job })).toBe(false);
  other.leave();
});

it('says that a port is taken', async () => {
  const { port } = new URL(serving.origin);
  await expect(serveFolder({ port: Number(port) })).rejects.toThrow(
    `Port ${port} cannot be used (it is taken)`,
  );
});

it('says that there is no such folder', async () => {
  await expect(serveFolder({ folder: '/nowhere/at/all' })).rejects.toMatchObject({ code: 'file-missing' });
});
