import { type Browser, chromium } from 'playwright-core';
import { CHROMIUM, CHROMIUM_FLAGS } from '../e2e/harness/chromium.ts';

let launching: Promise<Browser> | null = null;

/** The Chromium of all windows; the test reaches its pages by the port in STAND_IN_PORT. */
export function browser(): Promise<Browser> {
  launching ??= chromium.launch({
    executablePath: CHROMIUM ?? undefined,
    args: [...CHROMIUM_FLAGS, `--remote-debugging-port=${process.env.STAND_IN_PORT}`],
  });
  return launching;
}

export async function closeBrowser(): Promise<void> {
  await (await launching)?.close();
}
