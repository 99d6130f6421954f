import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';
import { builtProgram } from '../../e2e/harness/build.ts';
import { CHROMIUM, sharedChromium } from '../../e2e/harness/chromium.ts';
import { startServe } from '../../e2e/harness/serve-window.ts';
import { userFolder } from '../../e2e/harness/user.ts';
import { WINDOW_DEFAULTS } from '../../e2e/harness/window.ts';
import { windowOf } from './served.ts';

const CUTTER = fileURLToPath(new URL('./cut-sockets.ts', import.meta.url));
const run = promisify(execFile);

/** The program in a process of its own, a window of it, and a computation that it has begun. */
async function computing() {
  const user = userFolder(WINDOW_DEFAULTS);
  const folder = join(user, 'work');
  mkdirSync(folder, { recursive: true });
  const { program, address } = await startServe(await builtProgram(), user, folder);
  const { origin, searchParams, port } = new URL(address);
  const window = await windowOf({ origin, token: searchParams.get('token') ?? '' });
  let isDone = false;
  const sample = window
    .call('project.openSample', { path: join(folder, 'muestra.socavon') })
    .then((project) => {
      isDone = true;
      return project;
    });
  return { program, port, window, sample, isDone: () => isDone };
}

it('a computation goes on and is finished while another program cuts connections of every kind', async () => {
  const { program, port, window, sample, isDone } = await computing();
  try {
    const kinds = [
      'a refused upgrade',
      'a page',
      'a body in its midst',
      'a tunnel',
      'half a request',
      'no HTTP',
    ];
    let rounds = 0;
    do {
      for (const kind of kinds) await run(process.execPath, [CUTTER, port, kind, '100']);
      rounds++;
    } while (!isDone() && program.exitCode === null);
    expect(program.exitCode).toBeNull();
    expect((await sample).sessions.length).toBeGreaterThan(0);
    expect(rounds).toBeGreaterThan(0);
  } finally {
    window.leave();
    program.kill('SIGKILL');
  }
});

it.skipIf(CHROMIUM === null)(
  'a computation goes on and is finished while a page of a browser opens and drops sockets at guessed ports',
  async () => {
    const { program, port, window, sample } = await computing();
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
      expect((await sample).sessions.length).toBeGreaterThan(0);
      expect(program.exitCode).toBeNull();
    } finally {
      window.leave();
      program.kill('SIGKILL');
    }
  },
);
