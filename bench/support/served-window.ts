import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { message } from '../../src-core/messages/message.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

const PROGRAM = resolve(import.meta.dirname, '../../out/main/cli/main.js');

/** The program's window in a browser, of a user who has none of before. */
interface ServedWindow {
  readonly page: Page;
  /** Process of the program. */
  readonly pid: number;
  /** From the start of the program until its address answers, ms. */
  readonly answersMs: number;
  /** From opening the address until the first panel is there, ms. */
  readonly windowMs: number;
}

/** @throws SocavonError where the program was not built */
export function requireBuild(): void {
  if (existsSync(PROGRAM)) return;
  throw new SocavonError(
    'usage',
    message('text', { text: 'The window is not built; run npm run build first.' }),
  );
}

/** Starts `socavon serve` from its bundle on a folder, opens its window in English, and ends both after the work. */
export async function withServedWindow<T>(
  browser: Browser,
  folder: string,
  work: (window: ServedWindow) => Promise<T>,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<T> {
  const began = performance.now();
  const program = spawn(process.execPath, [PROGRAM, 'serve', folder, '--json'], {
    env: {
      ...process.env,
      SOCAVON_CONFIG: join(folder, 'config'),
      SOCAVON_CACHE: join(folder, 'cache'),
      LC_ALL: 'en_US.UTF-8',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(program.stdout, 'data')) as [Buffer];
    const answersMs = performance.now() - began;
    const { address } = JSON.parse(line.toString());
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 }, locale: 'en-US' });
    await prepare(page);
    const opened = performance.now();
    await page.goto(address);
    // Drawn once the host has sent the language and the engine the project.
    await page.locator('main button').first().waitFor();
    const windowMs = performance.now() - opened;
    try {
      return await work({ page, pid: program.pid!, answersMs, windowMs });
    } finally {
      await page.close();
    }
  } finally {
    const exit = once(program, 'exit');
    program.kill('SIGTERM');
    await exit;
  }
}
