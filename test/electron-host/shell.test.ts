import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CHROMIUM } from '../e2e/harness/chromium.ts';
import { type StandInWindow, standInWindow } from '../e2e/harness/stand-in-window.ts';
import { PATIENCE_MS } from '../e2e/harness/window.ts';
import { callRaw, drop, eventsOf, takeBridge } from './raw-call.ts';

/** Every line of `src-main/app` and `src-main/preload`, from the built bundles. */
describe.skipIf(CHROMIUM === null && process.env.CI !== 'true')('the shell', () => {
  let window: StandInWindow;
  beforeAll(async () => {
    window = await standInWindow();
    await takeBridge(window.page);
  });
  afterAll(() => window?.close());

  const call = (name: string, args: unknown = {}) => callRaw(window.page, name, args);
  const state = () => window.standIn.do('state');
  const codeOf = async (name: string, args: unknown) => (await call(name, args)).error?.code;

  it('opens a sandboxed window of its own scheme, and shows it', async () => {
    const { switches, sandboxed, webPreferences, schemes, shown, spellChecker, bounds } = await state();
    expect(sandboxed).toBe(true);
    expect(webPreferences).toMatchObject({
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webSecurity: true,
      webviewTag: false,
      spellcheck: false,
    });
    expect(schemes).toMatchObject([{ scheme: 'app', privileges: { standard: true, secure: true } }]);
    expect(shown).toBe(1);
    expect(spellChecker).toBe(false);
    expect(switches).toContain('disable-background-networking');
    expect(bounds).toMatchObject({ width: 1366, height: 768 });
    expect(await window.page.evaluate(() => typeof (globalThis as { require?: unknown }).require)).toBe(
      'undefined',
    );
  });

  it('answers as the desktop, with dialogs of its own', async () => {
    expect((await call('host.info')).value).toMatchObject({
      host: 'desktop',
      nativeDialogs: true,
      home: join(window.user, 'documents'),
      sample: join(window.user, 'documents', 'ejemplo.socavon'),
    });
    expect(await codeOf('host.list', { folder: '/' })).toBe('usage');
  });

  it('has a menu in the language of the person, whose commands reach the window', async () => {
    expect((await state()).menuTop).toEqual(['Archivo', 'Edición', 'Ver', 'Ayuda']);
    await call('host.setPreferences', { language: 'en' });
    const { menuTop, menu } = await state();
    expect(menuTop).toEqual(['File', 'Edit', 'View', 'Help']);
    expect(menu).toMatchObject({ new: 'New project…', palette: 'Find a command…' });
    await window.standIn.do('clickMenu', 'palette');
    await expect.poll(() => eventsOf(window.page, 'host.command')).toEqual([{ command: 'palette' }]);
    await call('host.setPreferences', { language: 'es' });
  });

  it('lets the engine touch what the person chose in a dialog, and nothing beside it', async () => {
    const path = join(window.folder, 'labor.socavon');
    await window.answerDialogs([path.replace('.socavon', '')], null);
    expect((await call('host.chooseNewFile', { kind: 'project', name: '../../labor.socavon' })).value).toBe(
      path,
    );
    expect((await call('host.chooseFiles', { kind: 'project' })).value).toBeNull();
    const [save, open] = (await state()).dialogs.slice(-2);
    expect(save).toMatchObject({ kind: 'save', options: { defaultPath: 'labor.socavon' } });
    expect(open).toMatchObject({ kind: 'open', options: { properties: ['openFile'] } });

    expect((await call('project.create', { path })).value).toMatchObject({ path });
    expect(await codeOf('project.create', { path: join(window.folder, 'otra.socavon') })).toBe(
      'path-refused',
    );
    expect(existsSync(join(window.folder, 'otra.socavon'))).toBe(false);
  });

  it('lists the project as opened lately: in the window, in the menu, in the system', async () => {
    await expect
      .poll(async () => ((await call('host.info')).value as { recent: { name: string }[] }).recent.length)
      .toBe(1);
    const { recentMenu, recentDocuments } = await state();
    expect(recentMenu).toEqual(['labor']);
    expect(recentDocuments).toEqual([join(window.folder, 'labor.socavon')]);
    await window.standIn.do('clickMenu', 'labor');
    await expect.poll(() => eventsOf(window.page, 'host.openProject')).toEqual([null]);
    expect((await call('host.takeProject')).value).toBe(join(window.folder, 'labor.socavon'));
    expect((await call('host.takeProject')).value).toBeNull();
  });

  it('shows a folder that was chosen in the file manager, and no other', async () => {
    const out = join(window.folder, 'informe');
    mkdirSync(out);
    await window.answerDialogs([out], null);
    expect((await call('host.chooseFolder')).value).toBe(out);
    expect((await call('host.chooseFolder')).value).toBeNull();
    expect((await call('host.reveal', { path: join(out, 'report.html') })).value).toBe(true);
    expect(await codeOf('host.reveal', { path: '/etc/passwd' })).toBe('path-refused');
    expect(await codeOf('host.reveal', { path: `${out}-2/x` })).toBe('path-refused');
    expect(await codeOf('host.reveal', { path: `${out}/../x` })).toBe('path-refused');
    expect((await state()).revealed).toEqual([join(out, 'report.html')]);

    const page = join(out, 'report.html');
    writeFileSync(page, '<h1>informe</h1>');
    expect((await call('host.canOpen', { path: page })).value).toEqual({
      file: false,
      page: true,
      folder: true,
    });
    const word = join(out, 'report.docx');
    writeFileSync(word, 'PK');
    expect((await call('host.canOpen', { path: word })).value).toEqual({
      file: true,
      page: false,
      folder: true,
    });
    expect(await codeOf('host.openFile', { path: page })).toBe('path-refused');
    const { address } = (await call('host.holdReport', { path: page })).value as { address: string };
    const held = await window.page.evaluate(async (of) => (await fetch(of)).text(), address);
    expect(held).toBe('<h1>informe</h1>');
    for (const path of [
      '/etc/passwd',
      `${out}-2/report.html`,
      `${out}/../report.html`,
      join(out, 'report.pdf'),
    ])
      expect(await codeOf('host.holdReport', { path })).toBe('path-refused');
    expect(await codeOf('host.holdReport', { path: join(out, 'no.html') })).toBe('file-missing');
  });

  it('lets the engine read a file that was dropped on the window', async () => {
    const path = join(window.folder, 'captura.pcap');
    expect(await codeOf('capture.preview', { path })).toBe('path-refused');
    expect(await drop(window.page, path)).toBe(path);
    expect(await codeOf('capture.preview', { path })).toBe('file-missing');
  });

  it('shows a document in a frame that can do nothing', async () => {
    const html = '<p id="x">informe</p><script>document.body.textContent = "ran"</script>';
    const { address } = (await call('host.holdDocument', { html })).value as { address: string };
    await window.page.evaluate((src) => {
      const frame = document.createElement('iframe');
      frame.src = src;
      document.body.append(frame);
    }, address);
    const text = window.page.frameLocator('iframe').locator('#x');
    await text.waitFor();
    expect(await text.textContent()).toBe('informe');
    await window.page.evaluate(() => document.querySelector('iframe')?.remove());
  });

  it('starts the engine again when it falls, with the project that was open', async () => {
    const { engines } = await state();
    process.kill(engines.at(-1) ?? 0, 'SIGKILL');
    await expect
      .poll(() => eventsOf(window.page, 'host.engine'), { timeout: PATIENCE_MS })
      .toEqual([{ state: 'restarted' }]);
    expect((await call('project.info')).value).toMatchObject({ path: join(window.folder, 'labor.socavon') });
    expect((await state()).engines).toHaveLength(engines.length + 1);
  });

  it('shows long work on the task bar and keeps the machine awake; it outlives the window', async () => {
    const sample = join(window.folder, 'muestra.socavon');
    await window.answerDialogs([sample]);
    await call('host.chooseNewFile', { kind: 'project', name: 'muestra' });
    await window.page.evaluate(
      (path) =>
        (globalThis as unknown as { socavon: { send(message: unknown): void } }).socavon.send({
          kind: 'request',
          id: 5_000_000,
          name: 'project.openSample',
          args: { path },
        }),
      sample,
    );
    await expect.poll(async () => (await state()).blockers, { timeout: PATIENCE_MS }).toBe(1);
    expect((await state()).progress.at(-1)).toBeGreaterThanOrEqual(0);

    await window.standIn.do('closeWindow');
    expect(window.standIn.process.exitCode).toBeNull();
    await window.standIn.do('secondInstance', ['socavon'], window.folder);
    const page = await window.standIn.page(window.page);
    await takeBridge(page);
    const [job] = (await callRaw(page, 'host.jobs', {})).value as { job: number; name: string }[];
    expect(job.name).toBe('project.openSample');
    expect((await callRaw(page, 'host.cancelJob', { job: job.job })).value).toBe(true);
    await expect.poll(async () => (await state()).blockers, { timeout: PATIENCE_MS }).toBe(0);
    expect((await state()).progress.at(-1)).toBe(-1);
    expect(window.standIn.process.exitCode).toBeNull();
    window = { ...window, page };
  });

  it('loads a window whose process fell, with the project still open', async () => {
    const path = join(window.folder, 'labor.socavon');
    expect((await call('project.open', { path })).value).toMatchObject({ path });
    await window.standIn.do('crashWindow');
    const page = await window.standIn.page(window.page);
    await takeBridge(page);
    expect((await callRaw(page, 'project.info', {})).value).toMatchObject({ path });
    expect(readFileSync(join(window.user, 'socavon.log'), 'utf8')).toContain(
      "the window's process ended: crashed",
    );
    window = { ...window, page };
  });

  it('shows the window that is there to whoever starts it again', async () => {
    const before = (await state()).focused;
    await window.standIn.do('activate');
    await expect.poll(async () => (await state()).focused).toBe(before + 1);
    await window.standIn.do('openFile', join(window.folder, 'labor.socavon'));
    await expect
      .poll(async () => (await callRaw(window.page, 'host.takeProject', {})).value)
      .toBe(join(window.folder, 'labor.socavon'));
    await window.standIn.do('secondInstance', ['socavon', 'muestra.socavon'], window.folder);
    await expect
      .poll(async () => (await callRaw(window.page, 'host.takeProject', {})).value)
      .toBe(join(window.folder, 'muestra.socavon'));
  });
});
