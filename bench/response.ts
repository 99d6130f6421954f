import type { Command } from 'commander';
import { type Browser, chromium, type Page } from 'playwright-core';
import { median, quantile } from '../src-core/math/statistics.ts';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { requireBuild, withServedWindow } from './support/served-window.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ResponseOptions {
  readonly repeat: number;
  readonly chromium: string;
  readonly write?: boolean;
}

/** Patience with a step, ms. */
const PATIENCE_MS = 300_000;
/** Between two clicks, ms: a person who looks around. */
const BETWEEN_MS = 250;
/** Shorter interactions are not reported by the browser (Event Timing API, W3C). */
const LEAST_MS = 16;

/** `npm run bench -- response`: from *Open sample* to the report, and from a click to the next frame during a job. */
export function registerResponse(program: Command): void {
  benchCommand(
    program,
    'response',
    'time from the sample to its report in the window, and from a click to the next frame while a job runs',
  )
    .option('--repeat <n>', 'windows, of which the median counts', parsePositive, 3)
    .option('--chromium <file>', 'the browser', '/usr/bin/chromium')
    .action((options: ResponseOptions) => present('response', options, () => responseBench(options)));
}

async function responseBench({ repeat, chromium: executablePath }: ResponseOptions): Promise<BenchReport> {
  requireBuild();
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--enable-unsafe-swiftshader'],
  });
  try {
    const walks: Record<Stage, number>[] = [];
    const clicks: number[] = [];
    for (let i = 0; i < repeat; i++) {
      say(`sample to report, ${i + 1} of ${repeat}`);
      walks.push(await inNewWindow(browser, sampleToReport));
      say(`clicks during the alignment, ${i + 1} of ${repeat}`);
      clicks.push(...(await inNewWindow(browser, clicksDuringAlignment)));
    }
    const seconds = (stage: Stage): string => (median(walks.map((walk) => walk[stage])) / 1000).toFixed(1);
    const ms = (share: number): string => quantile(clicks, share).toFixed(0);
    return {
      title: 'Response of the window',
      boundsMet: true,
      body: [
        `\`socavon serve\` from its bundle in a window of 1366 x 768, median of ${repeat}, each with a new user. From *Open sample*; as soon as a step is done, Alt+5 goes to the sections and Alt+8 to the reports, past the control points of the sample, which are not adjusted:`,
        markdownTable(
          ['until', 's'],
          STAGES.map((stage) => [stage, seconds(stage)]),
        ),
        `${clicks.length} clicks on the panels of the window while the sample is aligned, ${BETWEEN_MS} ms apart; from the click to the next frame (Event Timing; faster ones than ${LEAST_MS} ms count as ${LEAST_MS}):`,
        markdownTable(['median, ms', '95 of 100 within, ms', 'slowest, ms'], [[ms(0.5), ms(0.95), ms(1)]]),
        'The browser draws by software on the same cores.',
      ],
    };
  } finally {
    await browser.close();
  }
}

/** In either language of the window. */
const OPEN_SAMPLE = /^(Open sample|Abrir ejemplo)/;
const PREVIEW = /^(Preview|Vista previa)/;

const STAGES = [
  'the first scans are in the map',
  'aligned',
  'volume with its ±',
  'preview of the report',
] as const;
type Stage = (typeof STAGES)[number];

function inNewWindow<T>(browser: Browser, work: (page: Page) => Promise<T>): Promise<T> {
  return inTemporaryFolder((folder) =>
    withServedWindow(
      browser,
      folder,
      async ({ page }) => {
        page.setDefaultTimeout(PATIENCE_MS);
        return work(page);
      },
      watchClicks,
    ),
  );
}

async function sampleToReport(page: Page): Promise<Record<Stage, number>> {
  const began = performance.now();
  const since = (): number => performance.now() - began;
  await openSample(page);
  const first = since();
  await page.locator('footer .step').waitFor();
  const aligned = since();
  await page.keyboard.press('Alt+5');
  await page.locator('[data-volume] b').waitFor();
  await page.locator('header[aria-busy="false"]').waitFor();
  const measured = since();
  await page.keyboard.press('Alt+8');
  await page.getByRole('button', { name: PREVIEW }).first().click();
  await page.frameLocator('iframe').locator('html[lang] body svg').first().waitFor();
  return {
    'the first scans are in the map': first,
    aligned,
    'volume with its ±': measured,
    'preview of the report': since(),
  };
}

/** Until scans are being placed. */
async function openSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: OPEN_SAMPLE }).click();
  const bar = page.getByRole('toolbar').getByRole('progressbar');
  await bar.waitFor();
  while (Number(await bar.getAttribute('value')) < 2) await page.waitForTimeout(20);
}

/** Milliseconds from each click to the next frame. */
async function clicksDuringAlignment(page: Page): Promise<number[]> {
  await openSample(page);
  const panels = page.getByRole('navigation').getByRole('button');
  const count = await panels.count();
  let clicks = 0;
  while ((await page.getByRole('contentinfo').getByRole('progressbar').count()) > 0) {
    await panels.nth(clicks++ % count).click();
    await page.waitForTimeout(BETWEEN_MS);
  }
  const slow: number[] = await page.evaluate('window.clickMs()');
  return [...slow, ...new Array(Math.max(0, clicks - slow.length)).fill(LEAST_MS)];
}

/** Has the page note how long each of its clicks takes until the next frame. */
async function watchClicks(page: Page): Promise<void> {
  await page.addInitScript(`
    const longest = new Map();
    new PerformanceObserver((list) => {
      for (const { interactionId: id, duration } of list.getEntries())
        if (id) longest.set(id, Math.max(longest.get(id) ?? 0, duration));
    }).observe({ type: 'event', durationThreshold: ${LEAST_MS}, buffered: true });
    window.clickMs = () => [...longest.values()];
  `);
}
