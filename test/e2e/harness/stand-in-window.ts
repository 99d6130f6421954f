import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type StandIn, startStandIn } from '../../electron-host/start.ts';
import { builtProgram } from './build.ts';
import { userEnv, userFolder } from './user.ts';
import { complaintsOf, type OpenedWindow, WINDOW_DEFAULTS, type WindowOptions } from './window.ts';

/** The window of the built application under the stand-in, and the stand-in itself for the tests of the shell. */
export interface StandInWindow extends OpenedWindow {
  readonly standIn: StandIn;
  readonly user: string;
}

/** The built main and preload bundles, and the built window in Chromium. @param args of the command line */
export async function standInWindow(
  changes: Partial<WindowOptions> = {},
  args: readonly string[] = [],
): Promise<StandInWindow> {
  const options = { ...WINDOW_DEFAULTS, ...changes };
  const user = userFolder(options);
  const standIn = await startStandIn(await builtProgram(), args, { ...userEnv(user), STAND_IN_HOME: user });
  const page: Page = await standIn.page();
  const complaints = complaintsOf(page);
  await page.setViewportSize(options.size);
  const close = async (): Promise<void> => {
    await standIn.quit();
  };
  return {
    host: 'stand-in',
    page,
    folder: join(user, 'work'),
    user,
    standIn,
    complaints,
    answerDialogs: (...answers) =>
      standIn.do(
        'answerDialogs',
        answers.map((answer) => answer && [...answer]),
      ) as Promise<void>,
    async reopen() {
      await close();
      return standInWindow({ ...options, folder: user });
    },
    close,
  };
}
