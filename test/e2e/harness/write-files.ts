import { join } from 'node:path';
import { expect } from 'vitest';
import type { OpenedWindow } from './window.ts';

/** Writes all files into a folder of the window's own. */
export async function writeInto(window: OpenedWindow, name: string): Promise<void> {
  await chooseFolder(window, name);
  await window.page.getByText(`9 files in ${join(window.folder, name)}`).waitFor();
}

/** Presses the button that writes the files, and chooses a folder of the window's own for them. */
export async function chooseFolder(
  { page, folder, host, answerDialogs }: OpenedWindow,
  name: string,
): Promise<void> {
  if (host !== 'serve') await answerDialogs([join(folder, name)]);
  await page.getByRole('button', { name: 'Write files…' }).click();
  if (host === 'serve') {
    const dialog = page.getByRole('dialog');
    // The list stands where the person was last.
    const up = dialog.getByRole('button', { name: 'One folder up' });
    await dialog.getByRole('button', { name: 'Use this folder' }).waitFor();
    await expect
      .poll(async () => {
        if ((await dialog.getByRole('button', { name, exact: true }).count()) > 0) return true;
        if (await up.isEnabled()) await up.click();
        return false;
      })
      .toBe(true);
    await dialog.getByRole('button', { name, exact: true }).click();
    // The way to the folder on show ends in it.
    const ways = dialog.getByRole('navigation', { name: 'Folders' });
    await ways.getByRole('button', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
  }
}
