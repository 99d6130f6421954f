import { cpSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { FRAMES_SEED, framesFolder } from '../fixtures/frames-folder.ts';
import { faultsOf, keepPicture } from './harness/look.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** Drops a folder of the disk in the middle of the window, as the person's hand does. */
async function dropFolder(page: Page, path: string): Promise<void> {
  // The stand-in's page has the folder, and no Electron that knows its path.
  await page.evaluate(
    ([name, place]) => {
      (globalThis as unknown as { standInPaths: object }).standInPaths = { [name]: place };
    },
    [basename(path), path] as const,
  );
  const hand = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await hand.send('Input.dispatchDragEvent', {
      type,
      x: width / 2,
      y: height / 2,
      data: { items: [], files: [path], dragOperationsMask: 1 },
    });
  await hand.detach();
}

describeInOneHost(`a folder of the clouds of a drive (seed ${FRAMES_SEED})`, (open) => {
  it(
    'is told in the sheet and imported: by the button, and by dropping it',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder, host, answerDialogs } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        cpSync(await framesFolder('kitti'), join(folder, 'kitti'), { recursive: true });
        mkdirSync(join(folder, 'empty'));
        const frames = join(folder, 'kitti', 'frames');
        if (host !== 'serve') await answerDialogs([join(folder, 'new.socavon')]);
        await page.getByRole('button', { name: 'New project…' }).click();
        if (host === 'serve') {
          await page.getByLabel('File name').fill('new.socavon');
          await page.getByRole('button', { name: 'Save here' }).click();
        }
        await page.getByText('No captures yet').waitFor();

        const dialog = page.getByRole('dialog');
        /** Chooses a folder in the list of the window, or lets the system's dialog answer. */
        const choose = async (path: readonly string[]) => {
          if (host !== 'serve') await answerDialogs([join(folder, ...path)]);
          await page.getByRole('main').getByRole('button', { name: 'Import folder…' }).first().click();
          if (host !== 'serve') return;
          // It opens where the last choice was made.
          const up = dialog.getByRole('button', { name: 'One folder up' });
          // Until the list is there neither button can be pressed.
          const use = dialog.getByRole('button', { name: 'Use this folder' });
          await expect.poll(() => use.isEnabled(), { timeout: PATIENCE_MS }).toBe(true);
          if (await up.isEnabled()) await up.click();
          for (const name of path) await dialog.getByRole('button', { name, exact: true }).click();
          await dialog.getByRole('button', { name: 'Use this folder' }).click();
        };
        await choose(['empty']);
        await page.getByText('has nothing to import: neither captures nor clouds').waitFor();
        await page.getByRole('button', { name: 'Dismiss' }).first().click();

        await choose(['kitti', 'frames']);
        const sheet = page.getByRole('dialog', { name: 'Import captures' });
        await sheet.getByText(/^\d+ clouds \(KITTI\), /).waitFor();
        await sheet.getByText('A drive of clouds, one a frame').waitFor();
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, `import-folder-${host}`);
        await sheet.getByRole('button', { name: 'Cancel' }).click();

        // A browser does not tell where a dropped folder lies: it is chosen in the list then.
        await dropFolder(page, frames);
        if (host === 'serve') {
          await page.getByText(/A browser does not tell where a dropped file lies/).waitFor();
          await dialog.getByRole('button', { name: 'Import this folder' }).click();
        }
        await sheet.getByText(/^\d+ clouds \(KITTI\), /).waitFor();
        await sheet.getByRole('button', { name: 'Import', exact: true }).click();
        await page.getByRole('button', { name: 'Align', exact: true }).waitFor();
        await page.getByRole('article').getByText('Clouds (KITTI)').first().waitFor();
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
