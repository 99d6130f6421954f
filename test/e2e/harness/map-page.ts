import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { differenceOf, keepTaken } from './picture.ts';
import { settledPicture } from './settled-picture.ts';
import { type OpenedWindow, PATIENCE_MS } from './window.ts';

/** Picture of the map in English when all that its view needs is loaded and drawn. */
export async function settledMap(page: Page): Promise<Buffer> {
  const settled = page.locator('[data-settled="true"]');
  for (;;) {
    await settled.waitFor({ timeout: PATIENCE_MS });
    const picture = await settledPicture(page.getByRole('img', { name: /^The map/ }));
    // What came meanwhile may have changed nothing that is seen yet.
    if ((await settled.count()) > 0) return picture;
  }
}

/**
 * Share of the pixels that may differ between two pictures of one state: of points at one depth the one is seen that was
 * loaded first, as happened in 24 of 346,907. A line across the map takes ten times as many.
 */
const SAME_SHARE = 3e-4;

/**
 * Expects the map to look as before, or otherwise, sooner or later: what settled may be refined or drawn again.
 *
 * @param what names the expectation, and the pictures of one that is not met
 * @param look takes the picture
 */
export async function mapLooks(
  page: Page,
  before: Buffer,
  how: 'same' | 'other',
  what: string,
  look: (page: Page) => Promise<Buffer> = settledMap,
): Promise<void> {
  let now = before;
  const compared = async (): Promise<string> => {
    now = await look(page);
    if (now.equals(before)) return 'same';
    const { pixels, total } = differenceOf(before, now);
    return pixels <= SAME_SHARE * total ? 'same' : 'other';
  };
  try {
    await expect.poll(compared, { timeout: PATIENCE_MS, message: what }).toBe(how);
  } catch (error) {
    keepTaken(before, `${what}-before`);
    keepTaken(now, `${what}-after`);
    throw new Error(`${what}: ${JSON.stringify(differenceOf(before, now))}`, { cause: error });
  }
}

/** Goes to the map. @returns its picture */
export async function goToMap(page: Page): Promise<Buffer> {
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Map' }).waitFor({ timeout: PATIENCE_MS });
  return settledMap(page);
}

/** A row of the layer tree of the map, also called by its count or by why it cannot be seen yet. */
export function layer(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name: new RegExp(`^${name}( .+)?$`) });
}

/** Presses on the map, from some pixels right of its middle outwards, until a point is hit. */
export async function pickFrom(page: Page, from: number, side: 1 | -1 = 1, dy = 0): Promise<void> {
  const box = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2 + dy];
  const marks = page.locator('svg circle');
  const count = await marks.count();
  for (let off = from; off < box.width / 2; off += 6) {
    await page.mouse.click(cx + side * off, cy);
    if ((await marks.count()) > count) return;
  }
}

/** Measures across the section that is shown, from one wall to the other, and keeps it. */
export async function measureAcross(page: Page, dy: number): Promise<void> {
  await page.keyboard.press('d');
  for (const side of [-1, 1] as const) await pickFrom(page, 30, side, dy);
  await page.getByRole('button', { name: 'Keep the measure' }).click();
}

/** Answers the file box with a name. @returns the path of the file */
export async function saveAs(
  window: OpenedWindow,
  name: string,
  press: () => Promise<void>,
): Promise<string> {
  const file = join(window.folder, name);
  if (window.host !== 'serve') await window.answerDialogs([file]);
  await press();
  if (window.host === 'serve') {
    const box = window.page.getByRole('dialog');
    await box.getByLabel('File name').fill(name);
    await box.getByRole('button', { name: 'Save here', exact: true }).click();
  }
  return file;
}
