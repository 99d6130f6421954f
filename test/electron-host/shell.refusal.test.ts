import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encodeMessage } from '../../src-core/contract/wire.ts';
import { CHANNELS } from '../../src-main/hosts/common/channels.ts';
import { CHROMIUM } from '../e2e/harness/chromium.ts';
import { type StandInWindow, standInWindow } from '../e2e/harness/stand-in-window.ts';
import { callRaw, sendRaw, takeBridge } from './raw-call.ts';

/** What a script that got into the page, by a fault in it or in a file that it shows, could try. */
describe.skipIf(CHROMIUM === null && process.env.CI !== 'true')('the shell refuses', () => {
  let window: StandInWindow;
  beforeAll(async () => {
    window = await standInWindow();
    await takeBridge(window.page);
  });
  afterAll(() => window?.close());

  const state = () => window.standIn.do('state');
  const log = (): string => {
    const path = join(window.user, 'socavon.log');
    return existsSync(path) ? readFileSync(path, 'utf8') : '';
  };

  it.each([
    ['host.setPreferences', { language: 'qu' }, 'usage'],
    ['host.chooseFiles', { kind: 'keys' }, 'usage'],
    ['host.chooseNewFile', { kind: 'project', name: 'x'.repeat(201) }, 'usage'],
    ['map.node', { key: '0123456789abcdef0123456789abcdef', id: '../..' }, 'usage'],
    ['project.open', { path: 5 }, 'usage'],
    ['project.open', { path: '/etc/passwd' }, 'path-refused'],
    ['capture.preview', { path: '/etc/passwd' }, 'path-refused'],
    ['cloud.read', { path: '/etc/passwd' }, 'path-refused'],
    ['design.read', { path: '/etc/passwd' }, 'path-refused'],
    ['project.create', { path: '/tmp/x.socavon' }, 'path-refused'],
    ['shell.run', { command: 'rm' }, 'usage'],
    ['__proto__', {}, 'usage'],
    ['toString', {}, 'usage'],
  ])('%s %j: %s', async (name, args, code) => {
    expect((await callRaw(window.page, name, args)).error?.code).toBe(code);
  });

  it.each([
    [{ kind: 'grant', path: '/etc', scope: 'folder', write: true }],
    [{ kind: 'close' }],
    [{ kind: 'request', id: 1, name: 'project.info', args: {}, extra: 1 }],
    [{ kind: 'request', id: -1, name: 'project.info', args: {} }],
    ['text'],
    [null],
  ])('the message %j, which is none of the contract', async (message) => {
    const before = log().length;
    await sendRaw(window.page, message);
    await expect.poll(() => log().slice(before)).toContain('none of the contract');
    expect((await callRaw(window.page, 'project.open', { path: '/etc/passwd' })).error?.code).toBe(
      'path-refused',
    );
  });

  it('a message of another frame than the window’s own', async () => {
    await window.page.evaluate(() => document.body.append(document.createElement('iframe')));
    const frame = window.page.frames().find((one) => one !== window.page.mainFrame());
    const request = { kind: 'request', id: 77, name: 'host.setPreferences', args: { theme: 'light' } };
    const bytes = Buffer.from(encodeMessage([request])).toString('base64');
    await frame?.evaluate(
      ([channel, text]) =>
        (globalThis as unknown as { standInSend(channel: string, text: string): unknown }).standInSend(
          channel,
          text,
        ),
      [CHANNELS.toEngine, bytes],
    );
    await expect.poll(log).toContain('a message of a stranger was left out: about:blank');
    expect((await callRaw(window.page, 'host.info', {})).value).toMatchObject({
      preferences: { theme: 'dark' },
    });
  });

  it('a grant by a made-up drop: not a path, or a path that is not whole', async () => {
    for (const path of [5, null, 'etc/passwd', '../../etc/passwd']) {
      const bytes = Buffer.from(encodeMessage([path])).toString('base64');
      await window.page.evaluate(
        ([channel, text]) =>
          (globalThis as unknown as { standInSend(channel: string, text: string): unknown }).standInSend(
            channel,
            text,
          ),
        [CHANNELS.dropped, bytes],
      );
    }
    expect((await callRaw(window.page, 'design.read', { path: 'etc/passwd' })).error?.code).toBe(
      'path-refused',
    );
  });

  it('to go to another page', async () => {
    const before = window.page.url();
    await window.page.evaluate(() => {
      location.href = 'https://evil.example/';
    });
    await expect.poll(async () => (await state()).refusedNavigations).toContain('https://evil.example/');
    expect(window.page.url()).toBe(before);
  });

  it('to go to another file of its own, and lets it load itself again', async () => {
    const before = window.page.url();
    await window.page.evaluate(() => {
      location.href = '/assets/index.js';
    });
    await expect
      .poll(async () => (await state()).refusedNavigations)
      .toContain('app://socavon/assets/index.js');
    expect(window.page.url()).toBe(before);
    await window.page.evaluate(() => {
      (globalThis as { old?: boolean }).old = true;
      location.reload();
    });
    await window.page.waitForFunction(() => !(globalThis as { old?: boolean }).old);
    await window.page.getByRole('main').waitFor();
    await takeBridge(window.page);
    expect((await callRaw(window.page, 'host.jobs', {})).value).toEqual([]);
  });

  it('to open another window', async () => {
    await window.page.evaluate(() => void globalThis.open('https://evil.example/new'));
    await expect.poll(async () => (await state()).refusedWindows).toContain('https://evil.example/new');
    await expect.poll(() => window.page.context().pages().length).toBe(1);
  });

  it('a frame of another page', async () => {
    await window.page.evaluate(() => {
      const frame = document.createElement('iframe');
      frame.src = 'https://evil.example/frame';
      document.body.append(frame);
    });
    await expect
      .poll(async () => {
        const { refusedNavigations } = await state();
        const stopped = window.page
          .frames()
          .every((frame) => !frame.url().startsWith('https://evil.example'));
        return stopped || refusedNavigations.includes('https://evil.example/frame');
      })
      .toBe(true);
  });

  it('the network: a page may ask nobody but its own scheme', async () => {
    const answer = await window.page.evaluate(() =>
      fetch('https://evil.example/data').then(
        () => 'answered',
        () => 'refused',
      ),
    );
    expect(answer).toBe('refused');
  });

  it('script that is written into the page', async () => {
    const ran = await window.page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'globalThis.ran = true';
      document.body.append(script);
      return (globalThis as { ran?: boolean }).ran === true;
    });
    expect(ran).toBe(false);
  });

  it.each(['media', 'geolocation', 'midi', 'openExternal', 'clipboard-read', 'hid', 'serial', 'usb'])(
    'the permission %s',
    async (permission) => {
      expect(await window.standIn.do('permission', permission)).toEqual([false, false, false]);
    },
  );

  it('not the clipboard for a figure that is copied, nor the pointer of a walk', async () => {
    expect((await window.standIn.do('permission', 'clipboard-sanitized-write')).slice(0, 2)).toEqual([
      true,
      true,
    ]);
    expect((await window.standIn.do('permission', 'pointerLock')).slice(0, 2)).toEqual([true, true]);
  });

  it('not a notice of the system that long work has ended', async () => {
    expect((await window.standIn.do('permission', 'notifications')).slice(0, 2)).toEqual([true, true]);
  });
});
