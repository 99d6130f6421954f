import { join, resolve } from 'node:path';
import { _electron } from 'playwright-core';
import { electronPackage } from '../../../src-main/hosts/cli/doctor/electron-runtime.ts';
import { builtProgram } from './build.ts';
import { userEnv, userFolder } from './user.ts';
import { complaintsOf, type OpenedWindow, WINDOW_DEFAULTS, type WindowOptions } from './window.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

/** The program of Electron, or null where it was not fetched. */
export const ELECTRON_RUNTIME: string | null = electronPackage()?.runtime ?? null;

/** The window of the built application in the real Electron; its dialogs answer what the test gives them. */
export async function electronWindow(changes: Partial<WindowOptions> = {}): Promise<OpenedWindow> {
  if (ELECTRON_RUNTIME === null) throw new Error('the Electron runtime is not here');
  const options = { ...WINDOW_DEFAULTS, ...changes };
  const user = userFolder(options);
  const application = await _electron.launch({
    executablePath: ELECTRON_RUNTIME,
    // Root may not use Chromium's sandbox on Linux; a person's own start has it.
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      join(await builtProgram(), 'main/app/main.js'),
    ],
    cwd: ROOT,
    env: userEnv(user) as Record<string, string>,
  });
  await application.evaluate(({ dialog }) => {
    const side = globalThis as unknown as { answers: (string[] | null)[] };
    side.answers = [];
    const next = (): string[] | null => side.answers.shift() ?? null;
    dialog.showOpenDialog = async () => {
      const filePaths = next();
      return { canceled: filePaths === null, filePaths: filePaths ?? [] };
    };
    dialog.showSaveDialog = async () => {
      const paths = next();
      return { canceled: paths === null, filePath: paths?.[0] ?? '' };
    };
  });
  const page = await application.firstWindow();
  const complaints = complaintsOf(page);
  await page.setViewportSize(options.size);
  return {
    host: 'electron',
    page,
    folder: join(user, 'work'),
    complaints,
    answerDialogs: (...answers) =>
      application.evaluate(
        (_, input) => {
          (globalThis as unknown as { answers: (string[] | null)[] }).answers.push(...input);
        },
        answers.map((answer) => answer && [...answer]),
      ),
    async reopen() {
      await application.close();
      return electronWindow({ ...options, folder: user });
    },
    close: () => application.close(),
  };
}
