import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The browser of this machine; SOCAVON_CHROMIUM overrules. Null: there is none. */
export const CHROMIUM: string | null =
  process.env.SOCAVON_CHROMIUM ?? PLACES.find((place) => existsSync(place)) ?? null;

/** WebGPU on a software adapter, so that a machine without a graphics card draws too. */
export const CHROMIUM_FLAGS = [
  '--no-sandbox',
  '--enable-unsafe-webgpu',
  '--use-webgpu-adapter=swiftshader',
  '--enable-unsafe-swiftshader',
];

let shared: Promise<Browser> | null = null;

/**
 * The one Chromium of this process, which runs several files of tests: a start of it takes seconds. Each window takes a
 * context of its own and closes that. Playwright ends it with the process.
 */
export async function sharedChromium(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('there is no Chromium');
  shared ??= chromium.launch({ executablePath: CHROMIUM, args: CHROMIUM_FLAGS });
  const browser = await shared;
  if (browser.isConnected()) return browser;
  shared = null;
  return sharedChromium();
}
