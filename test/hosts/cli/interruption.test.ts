import { copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CancelSource, SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { CancelledError } from '../../../src-core/model/errors.ts';
import { run } from '../../../src-main/hosts/cli/run/run-captures.ts';
import {
  DRIVE_SEED,
  type SurveyedDrive,
  simulatedDrive,
  surveyedDrive,
} from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { type Ending, endOf, lastJson, runCli, startCli } from './run-cli.ts';

let surveyed: SurveyedDrive;
beforeAll(async () => {
  surveyed = await surveyedDrive();
});

/** Runs until standard error says so, then sends the signal. */
async function interrupted(at: RegExp, signal: NodeJS.Signals, args: readonly string[]): Promise<Ending> {
  const child = startCli(['run', ...args, '--json']);
  const ending = endOf(child);
  let said = '';
  const hear = (text: Buffer): void => {
    said += text;
    if (!at.test(said)) return;
    child.stderr?.off('data', hear);
    child.kill(signal);
  };
  child.stderr?.on('data', hear);
  const ended = await ending;
  expect(ended.stderr).toMatch(at);
  return ended;
}

function expectCancelled(ending: Ending, what: string): void {
  expect(ending.status).toBe(130);
  const { code, message } = lastJson(ending).error as { code: string; message: string };
  expect(code).toBe('cancelled');
  expect(message).toMatch(new RegExp(`^Cancelled ${what}; what was finished before is kept\\.$`));
  expect(ending.stdout).toBe(`${JSON.stringify({ error: { code, message } })}\n`);
  expect(ending.stderr.trimEnd().split('\n').at(-1)).toBe(message);
}

async function runsOf(project: string) {
  const [session] = lastJson(await runCli('info', project, '--json')).sessions as {
    runs: { state: string; poses: number }[];
  }[];
  return session.runs;
}

/** Scans already aligned when a run begins to. */
function alignedAtFirst({ stderr }: Ending): number {
  return Number(/^align: (\d+)\//m.exec(stderr)?.[1]);
}

describe.skipIf(process.platform === 'win32')(
  `a run that is interrupted (simulated drive, seed ${DRIVE_SEED})`,
  () => {
    it('by Ctrl-C in the import leaves nothing', async () => {
      const folder = temporaryFolder();
      const capture = join(await simulatedDrive('thesis64'), 'capture.pcap');
      const files = ['--project', join(folder, 'p.socavon'), '--out', join(folder, 'out')];
      const ending = await interrupted(/^import: \d/m, 'SIGINT', [capture, ...files]);
      expectCancelled(ending, 'the import');
      expect(readdirSync(folder)).toEqual([]);
    });

    it('hears Ctrl-C itself once a file of its own is there', async () => {
      const folder = temporaryFolder();
      const [project, out] = [join(folder, 'p.socavon'), join(folder, 'out')];
      const request = { project, out, engine: 'cpu', language: 'es', report: ['html'], paper: 'a4' } as const;
      const created: boolean[] = [];
      const leaveToSystem = (): (() => void) => {
        created.push(readdirSync(folder).some((name) => name !== 'p.socavon'));
        return () => created.push(readdirSync(folder).some((name) => !name.startsWith('p.socavon')));
      };
      const interruptedAtOnce = (): Promise<unknown> => {
        const cancel = Object.assign(new CancelSource(), { leaveToSystem });
        cancel.cancel();
        return run([surveyed.capture], request, { ...SILENT_CONTEXT, cancel });
      };
      await expect(interruptedAtOnce()).rejects.toThrow(CancelledError);
      expect(created).toEqual([]);
      expect(readdirSync(folder)).toEqual([]);
      copyFileSync(surveyed.project, project);
      await expect(interruptedAtOnce()).rejects.toThrow(CancelledError);
      expect(created).toEqual([false, false]);
    });

    it('by Ctrl-C and by kill -9 in the alignment goes on where it stopped, to the very same result', async () => {
      const folder = temporaryFolder();
      const [project, out] = [join(folder, 'p.socavon'), join(folder, 'out')];
      const args = [surveyed.capture, '--project', project, '--out', out];

      const first = await interrupted(/^align: [89]\//m, 'SIGINT', args);
      expectCancelled(first, 'the alignment');
      expect(readdirSync(folder)).toEqual(['p.socavon']);
      const [cancelled] = await runsOf(project);
      expect(cancelled).toMatchObject({ state: 'cancelled' });
      expect(cancelled.poses).toBeGreaterThanOrEqual(8);
      expect(cancelled.poses).toBeLessThan(85);

      const second = await interrupted(/^align: [45]\d\//m, 'SIGKILL', args);
      expect(second).toMatchObject({ status: null, stdout: '' });
      expect(alignedAtFirst(second)).toBe(cancelled.poses + 1);
      expect(readdirSync(out)).toEqual([]);
      const [killed] = await runsOf(project);
      expect(killed).toMatchObject({ state: 'running' });
      expect(killed.poses).toBeGreaterThan(35);
      expect(killed.poses).toBeLessThan(85);

      // The map is being written beside it: whichever hears the signal first says so.
      const third = await interrupted(/^measure: \d/m, 'SIGTERM', args);
      expectCancelled(third, 'the (measuring|map|export of the map)');
      expect(alignedAtFirst(third)).toBe(killed.poses + 1);
      expect(readdirSync(out)).toEqual(['trajectory.tum']);
      expect(await runsOf(project)).toMatchObject([{ state: 'done', poses: 85 }]);

      const last = await runCli('run', ...args, '--json');
      expect(last.status).toBe(0);
      expect(last.stderr).not.toMatch(/^align:/m);
      for (const name of ['trajectory.tum', 'volume.json', 'profiles.csv', 'map.las', 'map.ply'])
        expect(readFileSync(join(out, name)).equals(readFileSync(join(surveyed.out, name))), name).toBe(true);
      expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual([]);
      expect(existsSync(`${project}-wal`)).toBe(false);
    }, 1_800_000);
  },
);
