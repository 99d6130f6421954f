import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, inject, it } from 'vitest';
import { MENU_COMMANDS } from '../../../src-core/contract/host-requests.ts';
import { answerAppRequest, isOwnAddress } from '../../../src-main/hosts/common/app-request.ts';
import { hasKind } from '../../../src-main/hosts/common/file-kinds.ts';
import { frameDocuments } from '../../../src-main/hosts/common/frame-documents.ts';
import { jobProgress } from '../../../src-main/hosts/common/job-progress.ts';
import { MENU_TEXTS } from '../../../src-main/hosts/common/menu-texts.ts';
import { projectIn } from '../../../src-main/hosts/common/opening.ts';
import { rendererFiles } from '../../../src-main/hosts/common/renderer-files.ts';
import { frameOnScreen } from '../../../src-main/hosts/common/window-frames.ts';
import { windowMemory } from '../../../src-main/hosts/common/window-memory.ts';

const folder = (): string => mkdtempSync(join(inject('scratch'), 'host-'));

describe('the command line of the application', () => {
  it.each([
    [['socavon'], null],
    [['socavon', 'labor.socavon'], '/mina/labor.socavon'],
    [['electron', '.', '--inspect', '/datos/Labor 5.SOCAVON'], '/datos/Labor 5.SOCAVON'],
    [['socavon', '--open=a.socavon', 'captura.pcap'], null],
    [['a.socavon'], null],
  ])('%j names %j', (argv, named) => {
    expect(projectIn(argv, '/mina')).toBe(named);
  });
});

describe('where the window stood', () => {
  const frame = { x: 2000, y: 50, width: 1366, height: 768, maximized: false };
  const laptop = { x: 0, y: 0, width: 1366, height: 728 };
  const second = { x: 1366, y: 0, width: 1920, height: 1040 };
  it('is kept while that screen is there', () => expect(frameOnScreen(frame, [laptop, second])).toBe(frame));
  it('is left when the screen is gone', () => expect(frameOnScreen(frame, [laptop])).toBeNull());
  it('is left when only a corner would be seen', () =>
    expect(frameOnScreen({ ...frame, x: 1300 }, [laptop])).toBeNull());
  it('is left when the title bar would be above the screen', () =>
    expect(frameOnScreen({ ...frame, x: 0, y: -30 }, [laptop])).toBeNull());
  it('is nowhere before the first day', () => expect(frameOnScreen(null, [laptop])).toBeNull());
});

describe('progress on the task bar', () => {
  const job = { job: 1, name: 'a', stage: 'align', unit: 'scans', startedAt: 0 };
  it('is none without work', () => expect(jobProgress([])).toBeNull());
  it('is the mean of all work', () =>
    expect(
      jobProgress([
        { ...job, done: 1, total: 4 },
        { ...job, done: 9, total: 6 },
      ]),
    ).toBe(0.625));
  it('is unknown where one does not know', () =>
    expect(jobProgress([{ ...job, done: 1, total: null }])).toBe('unknown'));
});

describe('what the window remembers', () => {
  it('is kept, newest project first, each once', async () => {
    const path = join(folder(), 'deep', 'window.json');
    const memory = await windowMemory(path);
    await memory.setPreferences({ language: 'en' });
    await memory.addRecent({ path: '/a.socavon', name: 'a' });
    await memory.addRecent({ path: '/b.socavon', name: 'b' });
    await memory.addRecent({ path: '/a.socavon', name: 'a' });
    const again = await windowMemory(path);
    expect(again.preferences).toEqual({ language: 'en', theme: 'system', scale: 1 });
    expect(again.recent.map(({ name }) => name)).toEqual(['a', 'b']);
  });

  it('keeps what two change at the same time', async () => {
    const path = join(folder(), 'window.json');
    const memory = await windowMemory(path);
    const frame = { x: 1, y: 2, width: 1000, height: 700, maximized: true };
    await Promise.all([memory.setFrame(frame), memory.setPreferences({ theme: 'light' })]);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({ frame, preferences: { theme: 'light' } });
  });

  it('is empty where the file is damaged', async () => {
    const path = join(folder(), 'window.json');
    writeFileSync(path, '{"format":"socavon-window","version":1,"preferences":{"language":"qu"}');
    expect((await windowMemory(path)).preferences.language).toBe('es');
  });

  it('has an end', async () => {
    const memory = await windowMemory(join(folder(), 'window.json'));
    for (let i = 0; i < 20; i++) await memory.addRecent({ path: `/${i}`, name: `${i}` });
    expect(memory.recent.map(({ name }) => name)).toEqual(Array.from({ length: 12 }, (_, i) => `${19 - i}`));
    await memory.forgetRecent(memory.recent[0].path);
    expect(memory.recent.map(({ name }) => name)).toEqual(Array.from({ length: 11 }, (_, i) => `${18 - i}`));
  });
});

describe('what the own scheme serves', () => {
  const built = folder();
  mkdirSync(join(built, 'assets'));
  writeFileSync(join(built, 'index.html'), '<p>window');
  writeFileSync(join(built, 'assets', 'a.js'), '1');
  writeFileSync(join(built, 'secret.key'), 'no');
  writeFileSync(join(built, '..', 'outside.html'), 'no');
  const files = rendererFiles(built);
  const documents = frameDocuments();
  const get = (url: string, method = 'GET'): Promise<Response> =>
    answerAppRequest({ url, method }, files, documents);

  it.each([
    ['app://socavon/', 200, 'text/html; charset=utf-8'],
    ['app://socavon/index.html?x=1#y', 200, 'text/html; charset=utf-8'],
    ['app://socavon/assets/a.js', 200, 'text/javascript; charset=utf-8'],
    ['app://socavon/assets', 404, null],
    ['app://socavon/secret.key', 404, null],
    ['app://socavon/../outside.html', 404, null],
    ['app://socavon/%2e%2e/outside.html', 404, null],
    ['app://socavon/..%2foutside.html', 404, null],
    ['app://socavon/assets/../../outside.html', 404, null],
    ['app://other/index.html', 404, null],
    ['file:///etc/passwd', 404, null],
  ])('%s: %i', async (url, status, type) => {
    const response = await get(url);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('answers GET only', async () => {
    expect((await get('app://socavon/', 'POST')).status).toBe(405);
  });

  it('shows a document that may do nothing', async () => {
    const path = documents.hold('<p>informe');
    const response = await get(`app://socavon${path}`);
    expect(await response.text()).toBe('<p>informe');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain('sandbox');
    expect(policy).not.toContain('script');
  });

  it('keeps the newest documents only', () => {
    const first = documents.hold('first');
    for (let i = 0; i < 4; i++) documents.hold(`${i}`);
    expect(documents.find(first)).toBeNull();
  });

  it('says that the window is not built', () => {
    expect(() => rendererFiles(join(built, 'assets'))).toThrow('The window is not built yet');
  });

  it.each([
    ['app://socavon/index.html', true],
    ['blob:app://socavon/1-2-3', true],
    ['data:image/png;base64,AA', true],
    ['app://other/', false],
    ['https://socavon.example/', false],
    ['http://127.0.0.1:8080/', false],
    ['ws://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['blob:https://other.example/1', false],
    ['nothing', false],
  ])('a request to %s goes through: %s', (url, through) => {
    expect(isOwnAddress(url)).toBe(through);
  });
});

it.each([
  ['a.PCAP', 'capture', true],
  ['a.pcap.gz', 'capture', true],
  ['a.socavon', 'capture', false],
  ['a.las', 'cloud', true],
  ['Estacion 1.E57', 'cloud', true],
  ['PUNTOS.CSV', 'control', true],
  ['eje.STR', 'axis', true],
  ['eje.xml', 'axis', true],
  ['seccion.dxf', 'design', true],
  ['seccion.xml', 'design', false],
  ['socavon', 'project', false],
] as const)('%s is a %s: %s', (name, kind, is) => {
  expect(hasKind(name, kind)).toBe(is);
});

it('the menu says everything in both languages, in words of its own', () => {
  expect(Object.keys(MENU_TEXTS.es)).toEqual(Object.keys(MENU_TEXTS.en));
  for (const { commands } of Object.values(MENU_TEXTS))
    expect(Object.keys(commands).sort()).toEqual([...MENU_COMMANDS].sort());
  for (const command of MENU_COMMANDS)
    expect(MENU_TEXTS.es.commands[command]).not.toBe(MENU_TEXTS.en.commands[command]);
});
