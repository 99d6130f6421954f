import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import type { Command } from 'commander';
import type { Browser } from 'playwright-core';
import { parsePositive } from '../src-main/hosts/cli/option-parsers.ts';
import type { FrameTimes } from '../src-renderer/bench/frame-times.ts';
import { markdownTable } from './support/markdown-table.ts';
import { type BenchReport, benchCommand, present, say } from './support/present.ts';
import { inTemporaryFolder } from './support/temporary-folder.ts';

interface ViewerBenchOptions {
  readonly points: number;
  readonly frames: number;
  readonly chromium: string;
  readonly serve?: boolean;
  readonly write?: boolean;
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** `npm run bench -- viewer`: milliseconds from one drawing to the next while a map is turned. */
export function registerViewer(program: Command): void {
  benchCommand(program, 'viewer', 'frame times of the viewer in a browser')
    .option('--points <n>', 'of the map', parsePositive, 5_000_000)
    .option('--frames <n>', 'that are drawn', parsePositive, 60)
    .option('--chromium <file>', 'the browser', '/usr/bin/chromium')
    .option('--serve', 'only print an address to be opened in any browser of this machine')
    .action((options: ViewerBenchOptions) =>
      options.serve ? serveUntilStopped() : present('viewer', options, () => viewerBench(options)),
    );
}

async function viewerBench({
  points,
  frames,
  chromium: executablePath,
}: ViewerBenchOptions): Promise<BenchReport> {
  return inTemporaryFolder(async (folder) => {
    const { address, close } = await servePage(folder);
    const { chromium } = await import('playwright-core');
    // Without a card SwiftShader draws; a machine with one draws WebGL on it and WebGPU too.
    const args = ['--no-sandbox', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];
    const browser = await chromium.launch({ executablePath, args });
    try {
      const page = await browser.newPage({ viewport: { width: 1366, height: 768 } });
      say(`drawing ${points} points ${frames} times`);
      await page.goto(`${address}?points=${points}&frames=${frames}`);
      const times: FrameTimes = await page.evaluate('window.frameTimes');
      const ms = (value: number): string => value.toFixed(1);
      const memory = await memoryOfPage(browser);
      return {
        title: 'Viewer: frame times',
        body: [
          `${times.points} points in a window of ${times.width} x ${times.height}, turned for ${times.frames} drawings; all of them drawn, without levels of detail. Drawn by ${times.api}: ${times.card}.`,
          markdownTable(
            ['drawing', 'ms'],
            [
              ['first, until it was handed over with shaders and points', ms(times.firstMs)],
              ['median from one to the next', ms(times.medianMs)],
              ['95 of 100 within', ms(times.p95Ms)],
            ],
          ),
          `Peak memory of the page's process: ${memory} MiB. A map of any size is drawn with no more points than these: the levels of detail load no more.`,
          '30 drawings a second are 33.3 ms. A software renderer is no measure of that; `npm run bench -- viewer --serve` prints an address to be opened in the browser of a machine with a card.',
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
    .map(({ id }) => /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1])
    .map(Number);
  return peaks.length > 0 ? String(Math.round(Math.max(...peaks) / 1024)) : '?';
}

async function serveUntilStopped(): Promise<void> {
  await inTemporaryFolder(async (folder) => {
    const { address } = await servePage(folder);
    process.stdout.write(`${address}\n`);
    await new Promise(() => {});
  });
}

/** Builds the page and serves it to this machine only. */
async function servePage(outDir: string): Promise<{ address: string; close(): void }> {
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
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const file = join(outDir, pathname === '/' ? 'index.html' : pathname);
    const found = file.startsWith(outDir) && existsSync(file);
    response.writeHead(found ? 200 : 404, { 'content-type': TYPES[extname(file)] ?? 'text/plain' });
    response.end(found ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { address: `http://127.0.0.1:${port}/`, close: () => server.close() };
}
