import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { build } from 'vite';
import type { GraphicsApi } from '../../../src-renderer/viewer/graphics.ts';
import { CHROMIUM, CHROMIUM_FLAGS } from '../../e2e/harness/chromium.ts';
import { oncePerRun } from '../../fixtures/once-per-run.ts';

const TYPES: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' };

/** Every request of the page that is not for its own files: there must be none. */
export interface ViewerPage {
  readonly page: Page;
  readonly strangers: readonly string[];
  readonly complaints: readonly string[];
  close(): Promise<void>;
}

/** The real viewer in a page of its own, built as the window is, in a real Chromium. */
export async function openViewerPage(api: GraphicsApi): Promise<ViewerPage> {
  if (CHROMIUM === null) throw new Error('there is no Chromium');
  const folder = await builtPage();
  const server = createServer(({ url }, response) => {
    const file = join(folder, url === '/' ? 'index.html' : (url ?? ''));
    response.writeHead(existsSync(file) ? 200 : 404, {
      'content-type': TYPES[extname(file)] ?? 'text/plain',
    });
    response.end(existsSync(file) ? readFileSync(file) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const page = await browser.newPage({ viewport: { width: 640, height: 400 } });
  const strangers: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    const url = request.url();
    if (!url.startsWith(origin) && !url.startsWith('blob:') && !url.startsWith('data:')) strangers.push(url);
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' || /WGSL|uncaptured|lost/i.test(text)) complaints.push(text);
  });
  await page.goto(origin);
  await page.evaluate((graphicsApi) => window.openViewer(graphicsApi), api);
  return {
    page,
    strangers,
    complaints,
    async close() {
      await browser.close();
      server.close();
    },
  };
}

function builtPage(): Promise<string> {
  return oncePerRun('viewer-page', async (outDir) => {
    await build({
      root: join(import.meta.dirname, 'page'),
      base: './',
      configFile: false,
      logLevel: 'error',
      build: { outDir, emptyOutDir: false, target: 'es2023', chunkSizeWarningLimit: 9999 },
    });
  });
}

/** Keeps a picture of what is drawn where SOCAVON_PICTURES names a folder, to be looked at. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SOCAVON_PICTURES;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.png`), Buffer.from(await page.evaluate(() => window.png()), 'base64'));
}
