import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Command } from 'commander';
import { SurveyInput } from '../src-core/contract/survey-requests.ts';
import { median } from '../src-core/math/statistics.ts';
import { SILENT_CONTEXT } from '../src-core/model/context.ts';
import { FILE_CHOICE_DEFAULTS } from '../src-core/model/survey-content.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { openSample } from '../src-main/jobs/survey/open-sample.ts';
import { previewReport, writeSurvey } from '../src-main/jobs/survey/survey-files.ts';
import { surveyWall } from '../src-main/jobs/survey/survey-wall.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface WindowWayOptions {
  readonly repeat: number;
  readonly write?: boolean;
}

/** `npm run bench -- window-way`: from the aligned sample to panel, preview and files. */
export function registerWindowWay(program: Command): void {
  benchCommand(
    program,
    'window-way',
    'CPU time of panel, preview and files of the sample, alone and in a row',
  )
    .option('--repeat <n>', 'ways, of which the median counts', parsePositive, 5)
    .action((options: WindowWayOptions) => present('window-way', options, () => windowWay(options)));
}

const STEPS = ['panel: wall of every point', 'report preview', 'files, with map and PDF'] as const;

function windowWay({ repeat }: WindowWayOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    process.env.SOCAVON_CACHE = join(folder, 'cache');
    const project = join(folder, 'sample.socavon');
    say('making the sample');
    await openSample({ path: project }, SILENT_CONTEXT);
    const steps = stepsOf(project, join(folder, 'out'));
    const forget = () => rm(join(folder, 'cache'), { recursive: true, force: true });
    const alone: number[][] = STEPS.map(() => []);
    const inARow: number[][] = STEPS.map(() => []);
    for (let way = 0; way < repeat; way++) {
      say(`way ${way + 1} of ${repeat}`);
      for (const [i, step] of steps.entries()) {
        await forget();
        alone[i].push(await cpuSeconds(step));
      }
      await forget();
      for (const [i, step] of steps.entries()) inARow[i].push(await cpuSeconds(step));
    }
    const of = (times: number[]): string => median(times).toFixed(2);
    const sum = (all: number[][]): string =>
      all.reduce((total, times) => total + median(times), 0).toFixed(2);
    return {
      title: 'The way through the window: panel, preview, files',
      boundsMet: true,
      body: [
        `CPU seconds of the process, median of ${repeat}: each step with an empty cache, as all were until the wall was a product of the map, and in a row, as a person goes.`,
        markdownTable(
          ['step', 'alone', 'in a row'],
          [...STEPS.map((name, i) => [name, of(alone[i]), of(inARow[i])]), ['all', sum(alone), sum(inARow)]],
        ),
      ],
    };
  });
}

function stepsOf(project: string, folder: string): (() => Promise<unknown>)[] {
  const request = SurveyInput.parse({ sessionId: 1, measure: { unrolled: true } });
  const question = { project, asked: request, language: 'en' as const };
  const wall = { project, sessionId: 1, T_grid_first: null, axis: null, measure: request.measure };
  return [
    () => surveyWall(wall, SILENT_CONTEXT),
    () => previewReport(question, SILENT_CONTEXT),
    () => writeSurvey({ ...question, folder, files: FILE_CHOICE_DEFAULTS }, SILENT_CONTEXT),
  ];
}

async function cpuSeconds(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}
