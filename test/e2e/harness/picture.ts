import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';

/** Where pictures of the panels are kept to be looked at; unset: none are. */
const PICTURES = process.env.SOCAVON_PICTURES;

/** Keeps a picture of the window as it is now, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
