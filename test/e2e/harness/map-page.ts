import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import type { OpenedWindow } from './window.ts';

/** A row of the layer tree of the map, also called by its count or by why it cannot be seen yet. */
export function layer(page: Page, name: string): Locator {
  return page.getByRole('treeitem', { name: new RegExp(`^${name}( .+)?$`) });
}

/** Measures across the section that is shown, from one wall to the other, and keeps it. */
export async function measureAcross(page: Page, dy: number): Promise<void> {
  await page.keyboard.press('d');
  const box = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2 + dy];
  const marks = page.locator('svg circle');
  for (const side of [-1, 1])
    for (let off = 30; off < box.width / 2; off += 6) {
      const count = await marks.count();
      await page.mouse.click(cx + side * off, cy);
      if ((await marks.count()) > count) break;
    }
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
