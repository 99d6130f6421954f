import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { type Browser, chromium } from 'playwright-core';
import { message } from '../src-core/messages/message.ts';
import { SocavonError } from '../src-core/model/errors.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

const ROOT = resolve(import.meta.dirname, '..');

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
  if (!existsSync(join(ROOT, 'out/main/cli/main.js')))
    throw new SocavonError(
      'usage',
      message('text', { text: 'The window is not built; run npm run build first.' }),
    );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    const starts: Start[] = [];
    for (let start = 0; start < repeat; start++) {
      say(`start ${start + 1} of ${repeat}`);
      starts.push(await inTemporaryFolder((folder) => timeStart(browser, folder)));
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

interface Start {
  readonly answersMs: number;
  readonly windowMs: number;
}

async function timeStart(browser: Browser, folder: string): Promise<Start> {
  const began = performance.now();
  const program = spawn(process.execPath, [join(ROOT, 'out/main/cli/main.js'), 'serve', folder, '--json'], {
    env: { ...process.env, SOCAVON_CONFIG: join(folder, 'config') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(program.stdout, 'data')) as [Buffer];
    const answersMs = performance.now() - began;
    const { address } = JSON.parse(line.toString());
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
    const opened = performance.now();
    await page.goto(address);
    // Drawn once the host has sent the language and the engine the project.
    await page.locator('main button').first().waitFor();
    const windowMs = performance.now() - opened;
    await page.close();
    return { answersMs, windowMs };
  } finally {
    const exit = once(program, 'exit');
    program.kill('SIGTERM');
    await exit;
  }
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}
