import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { PATIENCE_MS } from './window.ts';

/** Longer than a frame of the software renderer. */
const BETWEEN_MS = 400;

/** The picture of something that is drawn, when two of it one after another are the same. */
export async function settledPicture(drawn: Locator | Page): Promise<Buffer> {
  let before: Buffer = Buffer.alloc(0);
  await expect
    .poll(
      async () => {
        const now = await drawn.screenshot();
        const same = now.equals(before);
        before = now;
        return same;
      },
      { timeout: PATIENCE_MS, interval: BETWEEN_MS },
    )
    .toBe(true);
  return before;
}
