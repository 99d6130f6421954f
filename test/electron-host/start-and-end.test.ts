import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtProgram } from '../e2e/harness/build.ts';
import { CHROMIUM } from '../e2e/harness/chromium.ts';
import { standInWindow } from '../e2e/harness/stand-in-window.ts';
import { userEnv, userFolder } from '../e2e/harness/user.ts';
import { WINDOW_DEFAULTS } from '../e2e/harness/window.ts';
import { callRaw, takeBridge } from './raw-call.ts';
import { startStandIn } from './start.ts';

describe.skipIf(CHROMIUM === null && process.env.CI !== 'true')('the application', () => {
  it('opens the project that its command line names, and ends with its last window', async () => {
    const first = await standInWindow();
    await takeBridge(first.page);
    const path = join(first.folder, 'labor.socavon');
    await first.answerDialogs([path]);
    await callRaw(first.page, 'host.chooseNewFile', { kind: 'project', name: 'labor' });
    await callRaw(first.page, 'project.create', { path });
    await first.close();
    expect(first.standIn.process.exitCode).toBe(0);

    const second = await standInWindow({ folder: first.user }, [path]);
    // The window asks by itself what it was started for.
    await second.page.getByRole('banner').getByText('labor').waitFor();
    await takeBridge(second.page);
    expect((await callRaw(second.page, 'project.info', {})).value).toMatchObject({ path });
    const ended = once(second.standIn.process, 'exit');
    await second.standIn.do('closeWindow');
    expect((await ended)[0]).toBe(0);
  });

  it('remembers where its window stood', async () => {
    const first = await standInWindow();
    const ended = once(first.standIn.process, 'exit');
    await first.standIn.do('closeWindow');
    await ended;
    const stored = JSON.parse(readFileSync(join(first.user, 'config', 'window.json'), 'utf8'));
    expect(stored.frame).toEqual({ x: 0, y: 0, width: 1366, height: 768, maximized: false });
  });

  it('started a second time leaves the work to the first and ends', async () => {
    const user = userFolder(WINDOW_DEFAULTS);
    const second = await startStandIn(await builtProgram(), ['a.socavon'], {
      ...userEnv(user),
      STAND_IN_HOME: user,
      STAND_IN_LOCK: 'taken',
    });
    const [status] = second.process.exitCode === null ? await once(second.process, 'exit') : [0];
    expect(status).toBe(0);
  });
});
