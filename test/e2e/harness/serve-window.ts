import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { builtProgram } from './build.ts';
import { sharedChromium } from './chromium.ts';
import { userEnv, userFolder } from './user.ts';
import { complaintsOf, type OpenedWindow, WINDOW_DEFAULTS, type WindowOptions } from './window.ts';

/** `socavon serve` from its bundle, and its window in Chromium. */
export async function serveWindow(changes: Partial<WindowOptions> = {}): Promise<OpenedWindow> {
  const options = { ...WINDOW_DEFAULTS, ...changes };
  const user = userFolder(options);
  const folder = join(user, 'work');
  const { program, address } = await startServe(await builtProgram(), user, folder);
  const browser = await sharedChromium();
  // In the same zone as the program, as both are on one machine.
  const { TZ: timezoneId } = userEnv(user);
  const context = await browser.newContext({ viewport: options.size, reducedMotion: 'reduce', timezoneId });
  const page = await context.newPage();
  const complaints = complaintsOf(page);
  await page.goto(address);
  const close = async (): Promise<void> => {
    await context.close();
    if (program.exitCode !== null) return;
    program.kill('SIGTERM');
    await once(program, 'exit');
  };
  return {
    host: 'serve',
    page,
    folder,
    complaints,
    answerDialogs: () => Promise.reject(new Error('socavon serve has no dialogs; use the list of files')),
    async reopen() {
      await close();
      return serveWindow({ ...options, folder: user });
    },
    close,
  };
}

interface Serving {
  readonly program: ChildProcess;
  /** With the token. */
  readonly address: string;
}

export async function startServe(out: string, user: string, folder: string): Promise<Serving> {
  const program = spawn(process.execPath, [join(out, 'main/cli/main.js'), 'serve', folder, '--json'], {
    env: userEnv(user),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  program.stderr.on('data', (text) => {
    said += text;
  });
  const lines = createInterface({ input: program.stdout });
  const first = await Promise.race([once(lines, 'line'), once(program, 'exit')]);
  if (typeof first[0] !== 'string') throw new Error(`socavon serve ended: ${said}`);
  return { program, address: JSON.parse(first[0]).address };
}
