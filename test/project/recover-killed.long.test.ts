import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkProject } from '../../src-main/project/check-project.ts';
import { recoverProject } from '../../src-main/project/recover-project.ts';
import { startCli } from '../hosts/cli/run-cli.ts';
import { storedProject } from './rotted-project.ts';

let whole: string;
beforeAll(async () => {
  whole = await storedProject(mkdtempSync(join(tmpdir(), 'socavon-recover-')));
});
afterAll(() => rmSync(dirname(whole), { recursive: true, force: true }));

const isHidden = (name: string): boolean => name.startsWith('.saved');

/** Waits until there is an unfinished file beside the new project. */
async function unfinished(folder: string, child: ChildProcess): Promise<void> {
  while (child.exitCode === null && !readdirSync(folder).some(isHidden)) await pause(1);
}

it.each([0, 10, 20, 40, 80, 160, 320])(
  '`recover` that is killed %i ms after it begins to write leaves no half project under its name, and works again',
  async (ms) => {
    const folder = mkdtempSync(join(tmpdir(), 'socavon-recovered-'));
    const out = join(folder, 'saved.socavon');
    const child = startCli(['recover', whole, out]);
    const end = once(child, 'exit');
    await unfinished(folder, child);
    await pause(ms);
    child.kill('SIGKILL');
    await end;
    if (!existsSync(out)) {
      const { sessions, tables } = recoverProject(whole, out);
      expect(sessions.length).toBeGreaterThan(0);
      expect(tables.every(({ lost }) => lost === 0)).toBe(true);
    }
    expect(checkProject(out)).toMatchObject({ damage: [], rows: checkProject(whole).rows });
    expect(readdirSync(folder).filter(isHidden)).toEqual([]);
    rmSync(folder, { recursive: true });
  },
);
