import type { Command } from 'commander';
import { chromium } from 'playwright-core';
import { median } from '../src-core/math/statistics.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { requireBuild, withServedWindow } from './support/served-window.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface WindowBenchOptions {
  readonly repeat: number;
  readonly chromium: string;
  readonly write?: boolean;
}

/** `npm run bench -- window`: from the start of the program to the first window that can be used. */
export function registerWindow(program: Command): void {
  benchCommand(program, 'window', 'time to the first window, after npm run build')
    .option('--repeat <n>', 'starts, of which the median counts', parsePositive, 7)
    .option('--chromium <file>', 'the browser', '/usr/bin/chromium')
    .action((options: WindowBenchOptions) => present('window', options, () => windowBench(options)));
}

async function windowBench({ repeat, chromium: executablePath }: WindowBenchOptions): Promise<BenchReport> {
  requireBuild();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const starts: { answersMs: number; windowMs: number }[] = [];
    for (let start = 0; start < repeat; start++) {
      say(`start ${start + 1} of ${repeat}`);
      starts.push(
        await inTemporaryFolder((folder) =>
          withServedWindow(browser, folder, async ({ answersMs, windowMs }) => ({ answersMs, windowMs })),
        ),
      );
    }
    const ms = (values: number[]): string => median(values).toFixed(0);
    return {
      title: 'Window: time to the first one',
      boundsMet: true,
      body: [
        `Median of ${repeat} starts of \`socavon serve\` from its bundle, each with a new user and a new context of a browser that runs already.`,
        markdownTable(
          ['from', 'to', 'ms'],
          [
            ['start of the program', 'its address answers', ms(starts.map(({ answersMs }) => answersMs))],
            ['the address is opened', 'the panel is there', ms(starts.map(({ windowMs }) => windowMs))],
            [
              'start of the program',
              'the panel is there',
              ms(starts.map((one) => one.answersMs + one.windowMs)),
            ],
          ],
        ),
      ],
    };
  } finally {
    await browser.close();
  }
}
