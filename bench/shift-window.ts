import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { type Browser, chromium, type Page } from 'playwright-core';
import { parsePositive, parseSeed } from '../src-main/hosts/cli/option-parsers.ts';
import { Project } from '../src-main/project/project.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type Look, memorySlope } from './support/memory-slope.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { processMemoryKiB, processStatus } from './support/process-memory.ts';
import { importReplayed } from './support/replayed-import.ts';
import { requireBuild, withServedWindow } from './support/served-window.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ShiftWindowOptions {
  readonly scans: number;
  readonly length: number;
  readonly minutes: number;
  readonly seed: number;
  readonly chromium: string;
  readonly write?: boolean;
}

const BETWEEN_MS = 20_000;
const MS_AN_HOUR = 3_600_000;
const PATIENCE_MS = 600_000;
/** In either language of the window. */
const OPEN = /^(Open project|Abrir proyecto)/;
const START = /^(Start|Empezar)$/;

/** `npm run bench -- shift-window`: whether memory grows in a window that stands open while a shift is aligned. */
export function registerShiftWindow(program: Command): void {
  benchCommand(
    program,
    'shift-window',
    'a window open for an hour while a long capture is aligned in it: memory of program and browser, after npm run build',
  )
    .option('--scans <n>', 'of the capture', parsePositive, 100_000)
    .option('--length <m>', 'of the drive that is replayed', parsePositive, 24)
    .option('--minutes <n>', 'that the window is watched', parsePositive, 60)
    .option('--seed <n>', 'of the simulator', parseSeed, 1)
    .option('--chromium <file>', 'the browser', '/usr/bin/chromium')
    .action((options: ShiftWindowOptions) => present('shift-window', options, () => shiftWindow(options)));
}

/** What is looked at, MiB. */
const WATCHED = [
  'program, with its engine and threads',
  'process of the page',
  'JavaScript heap of the page, after a collection',
] as const;

async function shiftWindow(options: ShiftWindowOptions): Promise<BenchReport> {
  requireBuild();
  const { scans, length, minutes, seed } = options;
  const browser = await chromium.launch({
    executablePath: options.chromium,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    return await inTemporaryFolder(async (folder) => {
      say(`importing ${scans} scans`);
      const project = Project.open(join(folder, 'shift.socavon'), { create: true });
      const { own } = await importReplayed(project, { length, seed, scans });
      project.close();
      return withServedWindow(browser, folder, async ({ page, pid }) => {
        await startAlignment(page);
        const looks = await watch(browser, page, pid, minutes);
        return {
          title: 'A window that stands open',
          boundsMet: true,
          body: [
            `A rough drive of ${length} m, seed ${seed}, ${own} scans of 16 beams, repeated to ${scans} scans, is aligned in the window of \`socavon serve\` in a browser that draws by software; what the processes hold is read every ${BETWEEN_MS / 1000} s for ${minutes} minutes. ${looks.placed} scans were aligned by then.`,
            table(looks.of),
            'The slope is of a straight line through the looks after the first third, by least squares.',
          ],
        };
      });
    });
  } finally {
    await browser.close();
  }
}

async function startAlignment(page: Page): Promise<void> {
  page.setDefaultTimeout(PATIENCE_MS);
  await page.getByRole('button', { name: OPEN }).first().click();
  await page.getByRole('dialog').getByRole('button', { name: 'shift.socavon' }).dblclick();
  await page.getByRole('heading', { level: 1, name: 'shift' }).waitFor();
  await page.keyboard.press('Alt+2');
  await page.getByRole('toolbar').getByRole('button', { name: START }).click();
}

async function watch(browser: Browser, page: Page, pid: number, minutes: number) {
  const session = await page.context().newCDPSession(page);
  const system = await browser.newBrowserCDPSession();
  const of: Look[][] = WATCHED.map(() => []);
  const began = performance.now();
  let placed = 0;
  for (;;) {
    await page.waitForTimeout(BETWEEN_MS);
    const at = (performance.now() - began) / MS_AN_HOUR;
    const { processInfo } = await system.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => residentOf(id));
    await session.send('HeapProfiler.collectGarbage');
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const seen = [sum(treeOf(pid).map(residentOf)), Math.max(...renderers), usedSize / 2 ** 20];
    for (const [i, mib] of seen.entries()) of[i].push({ at, mib });
    const bar = page.getByRole('toolbar').getByRole('progressbar');
    placed = Number(await bar.getAttribute('value').catch(() => placed));
    if (of[0].length % 15 === 0)
      say(
        `${(60 * at).toFixed(0)} min, ${placed} scans: ${seen.map((mib) => mib.toFixed(0)).join(', ')} MiB`,
      );
    if (60 * at >= minutes) return { of, placed };
  }
}

/** A process and all that it started, by their ids. */
function treeOf(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), Number(processStatus(Number(name), 'PPid'))]);
  const tree = [root];
  for (const known of tree) for (const [pid, parent] of parents) if (parent === known) tree.push(pid);
  return tree;
}

function residentOf(pid: number): number {
  return (processMemoryKiB(pid, 'VmRSS') ?? 0) / 1024;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}

function table(of: readonly (readonly Look[])[]): string {
  return markdownTable(
    ['', 'after the first third, MiB', 'at the end, MiB', 'most, MiB', 'MiB an hour'],
    of.map((looks, i) => [
      WATCHED[i],
      looks[Math.floor(looks.length / 3)]?.mib.toFixed(0) ?? '-',
      looks.at(-1)?.mib.toFixed(0) ?? '-',
      Math.max(...looks.map(({ mib }) => mib)).toFixed(0),
      memorySlope(looks)?.toFixed(1) ?? '-',
    ]),
  );
}
