import { execFile } from 'node:child_process';
import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtProgram } from '../../e2e/harness/build.ts';
import { CHROMIUM, sharedChromium } from '../../e2e/harness/chromium.ts';
import { startServe } from '../../e2e/harness/serve-window.ts';
import { userFolder } from '../../e2e/harness/user.ts';
import { WINDOW_DEFAULTS } from '../../e2e/harness/window.ts';
import { simulatedDrive } from '../../fixtures/surveyed-drive.ts';
import { windowOf } from './served.ts';

const CUTTER = fileURLToPath(new URL('./cut-sockets.ts', import.meta.url));
const run = promisify(execFile);

/**
 * The program in a process of its own, a window of it, and a computation that has begun: a drive is imported and aligned,
 * again and again until `finish` is called, which resolves with how often that was done whole.
 */
async function computing() {
  const user = userFolder(WINDOW_DEFAULTS);
  const folder = join(user, 'work');
  mkdirSync(folder, { recursive: true });
  const drive = await simulatedDrive('legacy16');
  const capture = join(folder, 'capture.pcap');
  for (const name of ['capture.pcap', 'metadata.json']) copyFileSync(join(drive, name), join(folder, name));
  const { program, address } = await startServe(await builtProgram(), user, folder);
  const { origin, searchParams, port } = new URL(address);
  const window = await windowOf({ origin, token: searchParams.get('token') ?? '' });
  let isLast = false;
  const work = async (): Promise<number> => {
    for (let times = 1; ; times++) {
      await window.call('project.create', { path: join(folder, `galeria-${times}.socavon`) });
      const { sessionId } = await window.call('capture.import', { paths: [capture] });
      await window.call('alignment.open', { sessionId, engine: 'cpu' });
      const { state } = await window.call('alignment.advance', { scans: 1000, thinning: 0 });
      expect(state).toMatchObject({ done: true, next: state.total });
      await window.call('project.close', {});
      if (isLast) return times;
    }
  };
  const done = work();
  // Looked at by `finish`.
  done.catch(() => {});
  const finish = (): Promise<number> => {
    isLast = true;
    return done;
  };
  return { program, port, window, finish };
}

it('a computation goes on and is finished while another program cuts connections of every kind', async () => {
  const { program, port, window, finish } = await computing();
  try {
    const kinds = [
      'a refused upgrade',
      'a page',
      'a body in its midst',
      'a tunnel',
      'half a request',
      'no HTTP',
    ];
    for (const kind of kinds) await run(process.execPath, [CUTTER, port, kind, '300']);
    expect(program.exitCode).toBeNull();
    expect(await finish()).toBeGreaterThan(0);
    expect(program.exitCode).toBeNull();
  } finally {
    window.leave();
    program.kill('SIGKILL');
  }
});

it.skipIf(CHROMIUM === null)(
  'a computation goes on and is finished while a page of a browser opens and drops sockets at guessed ports',
  async () => {
    const { program, port, window, finish } = await computing();
    try {
      const page = await (await sharedChromium()).newPage();
      await page.goto('data:text/html,<p>another site');
      await page.evaluate(async (guessed) => {
        for (let i = 0; i < 400; i++) {
          const socket = new WebSocket(`ws://127.0.0.1:${guessed + ((i % 5) - 2)}/${i % 2 ? 'socket' : 'x'}`);
          socket.onerror = () => {};
          await new Promise((resolve) => setTimeout(resolve, i % 4));
          socket.close();
          void fetch(`http://127.0.0.1:${guessed}/`, {
            mode: 'no-cors',
            signal: AbortSignal.timeout(1 + (i % 3)),
          }).catch(() => {});
        }
      }, Number(port));
      await page.close();
      expect(program.exitCode).toBeNull();
      expect(await finish()).toBeGreaterThan(0);
      expect(program.exitCode).toBeNull();
    } finally {
      window.leave();
      program.kill('SIGKILL');
    }
  },
);
