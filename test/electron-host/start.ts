import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { PATIENCE_MS } from '../e2e/harness/window.ts';
import type { Doings } from './control.ts';

/** The built application under the stand-in. */
export interface StandIn {
  readonly process: ChildProcess;
  /** Everything it wrote to standard error. */
  said(): string;
  do<Name extends keyof Doings>(
    name: Name,
    ...args: Parameters<Doings[Name]>
  ): Promise<Awaited<ReturnType<Doings[Name]>>>;
  /** The page of its window, when it is there and loaded. @param not one that was there before */
  page(not?: Page): Promise<Page>;
  /** Ends as the person's "quit" does. @returns its exit status */
  quit(): Promise<number | null>;
}

/**
 * @param out folder of the bundles
 * @param args of the command line, behind the program
 */
export async function startStandIn(
  out: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<StandIn> {
  const port = await freePort();
  const here = (name: string): string => new URL(name, import.meta.url).href;
  const child = spawn(
    process.execPath,
    ['--import', here('hooks.ts'), '--import', here('control.ts'), join(out, 'main/app/main.js'), ...args],
    { env: { ...env, STAND_IN_PORT: String(port) }, stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
  );
  let said = '';
  child.stderr?.on('data', (text) => {
    said += text;
  });
  let lastId = 0;
  let browser: Browser | null = null;

  const ended = (): boolean => child.exitCode !== null || child.signalCode !== null;

  return {
    process: child,
    said: () => said,
    do: (name, ...parameters) => ask(child, ++lastId, name, parameters) as never,
    async page(not) {
      const deadline = Date.now() + PATIENCE_MS;
      for (;;) {
        if (ended()) throw new Error(`the application ended: ${said}`);
        if (Date.now() > deadline) throw new Error(`no window came: ${said}`);
        browser ??= await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => null);
        const page = browser
          ?.contexts()
          .flatMap((context) => context.pages())
          .find((shown) => shown !== not && shown.url().startsWith('https://socavon.invalid'));
        if (page !== undefined) {
          await page.waitForLoadState();
          return page;
        }
        await pause(50);
      }
    },
    async quit() {
      await browser?.close();
      if (!ended()) {
        const exit = once(child, 'exit');
        child.send({ id: ++lastId, name: 'quit', args: [] });
        await exit;
      }
      return child.exitCode;
    },
  };
}

function ask(child: ChildProcess, id: number, name: string, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const hear = (answer: { id: number; value?: unknown; failed?: string }): void => {
      if (answer.id !== id) return;
      child.off('message', hear);
      if (answer.failed === undefined) resolve(answer.value);
      else reject(new Error(answer.failed));
    };
    child.on('message', hear);
    child.send({ id, name, args }, (error) => {
      if (error !== null) reject(new Error('the application has ended', { cause: error }));
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
