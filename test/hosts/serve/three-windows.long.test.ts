import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { checkProject } from '../../../src-main/project/check-project.ts';
import { surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { endOf, lastJson, runCli, startCli } from '../cli/run-cli.ts';
import { serveFolder, windowOf } from './served.ts';

const EDITS = 25;

it('three windows edit a project while four commands work on it: no edit is lost, and the trail agrees', async () => {
  const surveyed = await surveyedDrive();
  const serving = await serveFolder();
  const { folder } = serving;
  const path = join(folder, 'drive.socavon');
  copyFileSync(surveyed.project, path);
  const windows = await Promise.all([0, 1, 2].map(() => windowOf(serving)));
  for (const window of windows) await window.call('project.open', { path });

  const out = (name: string): string => join(folder, name);
  const commands = [
    ['profiles', path, '--out', out('profiles'), '--format', 'csv,dxf,landxml'],
    ['report', path, '--out', out('report'), '--format', 'html,pdf'],
    ['run', surveyed.capture, '--project', path, '--out', out('run'), '--tables', 'xlsx'],
    ['volume', path],
  ].map((args) => endOf(startCli([...args, '--json'])));

  // Each window has a field of its own, and one that all of them set.
  const fields = ['interval', 'origin', 'rangeBias'] as const;
  const stateOf = (window: number, edit: number) =>
    [0.3 + edit / 100, `${edit} 0 0 0 0 0 1`, edit / 1000][window];
  const refusals: unknown[] = [];
  await Promise.all(
    windows.map(async (window, which) => {
      for (let edit = 1; edit <= EDITS; edit++) {
        const values = { [fields[which]]: stateOf(which, edit), chainage: { from: which, to: 10 + edit } };
        // A command that commits may have the lock; what is refused is said, and asked for again.
        for (let attempt = 0; ; attempt++) {
          try {
            await window.call('work.set', { path, topic: 'question', sessionId: 1, values, by: `w${which}` });
            break;
          } catch (error) {
            refusals.push(error);
            if (attempt > 20) throw error;
          }
        }
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }),
  );
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'project-busy' });

  for (const ending of await Promise.all(commands)) {
    if (ending.status === 0) continue;
    expect(lastJson(ending).error).toMatchObject({ code: 'project-busy' });
    expect(ending.stderr).not.toMatch(/error of its own|^\s+at /m);
  }

  for (const window of windows) {
    const { fields: stored } = await window.call('work.all', {});
    const question = new Map(
      stored.filter(({ topic }) => topic === 'question').map(({ field, value }) => [field, value]),
    );
    for (const [which, field] of fields.entries()) expect(question.get(field)).toEqual(stateOf(which, EDITS));
    expect(question.get('chainage')).toMatchObject({ to: 10 + EDITS });
  }
  for (const window of windows) window.leave();
  expect(serving.logged.filter((error) => !(error instanceof SocavonError))).toEqual([]);
  await serving.close();

  expect(checkProject(path).damage).toEqual([]);
  const verified = await runCli('verify', path, '--json');
  expect(verified.stderr).toBe('');
  expect(verified.status).toBe(0);
  expect(readdirSync(folder).filter((name) => /\.part|-wal$|-shm$/.test(name))).toEqual([]);
});
