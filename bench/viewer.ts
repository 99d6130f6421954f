import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { type Command, Option } from 'commander';
import type { Browser } from 'playwright-core';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import type { FrameTimes } from '../src-renderer/bench/frame-times.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { processMemoryKiB } from './support/process-memory.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ViewerBenchOptions {
  readonly points: number;
  readonly frames: number;
  readonly size: string;
  readonly chromium: string;
  readonly browserFlags: string;
  readonly api: FrameTimes['api'] | 'auto';
  readonly page?: string;
  readonly buildPage?: string;
  readonly serve?: boolean;
  readonly write?: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** `npm run bench -- viewer`: milliseconds from one frame to the next while the view turns, and until it is complete at rest. */
export function registerViewer(program: Command): void {
  benchCommand(program, 'viewer', 'frame times of the viewer in a browser')
    .option('--points <n>', 'of the map', parsePositive, 5_000_000)
    .option('--frames <n>', 'that are drawn', parsePositive, 60)
    .option('--size <WxH>', 'of the window, pixels', '1920x1080')
    .option('--chromium <file>', 'the browser', '/usr/bin/chromium')
    .option('--browser-flags <flags>', 'passed to the browser, divided by blanks', '')
    .addOption(new Option('--api <api>', 'that draws').choices(['auto', 'webgl2', 'webgpu']).default('auto'))
    .option('--build-page <folder>', 'only build the page there, for a machine without the build tools')
    .option('--page <folder>', 'a page that was built before')
    .option('--serve', 'only print an address to be opened in any browser of this machine')
    .action((options: ViewerBenchOptions) => {
      if (options.buildPage !== undefined) return buildPage(resolve(options.buildPage));
      if (options.serve) return serveUntilStopped();
      return present('viewer', options, () => viewerBench(options));
    });
}

async function viewerBench({
  points,
  frames,
  size,
  chromium: executablePath,
  browserFlags,
  api,
  page: builtPage,
}: ViewerBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    if (builtPage === undefined) await buildPage(folder);
    const { address, close } = await servePage(builtPage === undefined ? folder : resolve(builtPage));
    const [width, height] = size.split('x').map(Number);
    const { chromium } = await import('playwright-core');
    // Without a card SwiftShader draws; a machine with one draws WebGL on it and WebGPU too.
    const args = [
      '--no-sandbox',
      '--enable-unsafe-swiftshader',
      '--ignore-gpu-blocklist',
      ...browserFlags.split(' ').filter((flag) => flag !== ''),
    ];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage({ viewport: { width, height } });
      say(`drawing ${points} points ${frames} times`);
      await page.goto(`${address}?points=${points}&frames=${frames}&api=${api}`);
      const times: FrameTimes = await page.evaluate('window.frameTimes');
      const ms = (value: number): string => value.toFixed(1);
      const memory = await memoryOfPage(browser);
      return {
        title: 'Viewer: frame times',
        body: [
          `${times.points} points in a window of ${times.width} x ${times.height}, drawn by ${times.api}: ${times.card}. The view turns for ${times.frames} frames, each with as many points as its time allows; then it rests until all points in sight are drawn.`,
          markdownTable(
            [
              'place',
              'frame, median ms',
              '95 of 100 within, ms',
              'points of a frame',
              'in sight',
              'loaded and drawn at rest after, ms',
              'after one more turn, ms',
            ],
            times.places.map((at) => [
              at.place,
              ms(at.medianMs),
              ms(at.p95Ms),
              String(at.framePoints),
              String(at.pointsInSight),
              ms(at.loadedMs),
              ms(at.restMs),
            ]),
          ),
          `First drawing, with shaders and points handed over: ${ms(times.firstMs)} ms. Peak memory of the page's process: ${memory} MiB.`,
          'All points are loaded here; in the window the levels of detail load no more than are 1.5 pixels apart. A software renderer shares the processor with everything else; `npm run bench -- viewer --serve` prints an address to be opened in the browser of a machine with a card.',
        ],
        boundsMet: true,
      };
    } finally {
      await browser.close();
      close();
    }
  });
}

/** Peak memory of the processes of a page, MiB; '?' if the system does not report it. */
async function memoryOfPage(browser: Browser): Promise<string> {
  if (process.platform !== 'linux') return '?';
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter(({ type }) => type === 'renderer')
    .map(({ id }) => processMemoryKiB(id, 'VmHWM') ?? Number.NaN);
  return peaks.length > 0 ? String(Math.round(Math.max(...peaks) / 1024)) : '?';
}

async function serveUntilStopped(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    await buildPage(folder);
    const { address } = await servePage(folder);
    process.stdout.write(`${address}\n`);
    await new Promise(() => {});
  });
}

async function buildPage(outDir: string): Promise<void> {
  // Only here: every other bench would wait for it.
  const { build } = await import('vite');
  const root = join(import.meta.dirname, '../src-renderer/bench');
  await build({
    root,
    base: './',
    configFile: false,
    logLevel: 'error',
    build: { outDir, emptyOutDir: true, chunkSizeWarningLimit: 9999 },
  });
}

/** Serves a built page to this machine only. */
async function servePage(folder: string): Promise<{ address: string; close(): void }> {
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(folder, pathname === '/' ? 'index.html' : pathname);
    const isHit = file.startsWith(folder) && existsSync(file);
    response.writeHead(isHit ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(isHit ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
