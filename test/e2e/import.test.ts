import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS } from './harness/window.ts';

/** Chooses files in the list of the window, or lets the system's dialog answer. */
async function choose(
  { page, host, folder, answerDialogs }: OpenedWindow,
  act: () => Promise<void>,
  path: string[],
) {
  if (host !== 'serve') {
    await answerDialogs([join(folder, ...path)]);
    await act();
    return;
  }
  await act();
  const dialog = page.getByRole('dialog');
  for (const name of path) await dialog.getByRole('button', { name }).click();
  await dialog.getByRole('button', { name: /^Open/ }).click();
}

describeInEveryHost('importing', (open) => {
  it('makes a project, shows the first scan of a capture before it is imported, and the session after', async () => {
    const window = await open({ preferences: { language: 'en' } });
    const { page, folder, host } = window;
    try {
      const drive = await simulatedDrive('legacy16');
      mkdirSync(join(folder, 'capture'));
      for (const name of ['capture.pcap', 'metadata.json'])
        copyFileSync(join(drive, name), join(folder, 'capture', name));

      if (host !== 'serve') await window.answerDialogs([join(folder, 'new.socavon')]);
      await page.getByRole('button', { name: 'New project…' }).click();
      if (host === 'serve') {
        await page.getByLabel('File name').fill('new.socavon');
        await page.getByRole('button', { name: 'Save here' }).click();
      }
      await page.getByText('No captures yet').waitFor();

      const importButton = page.getByRole('main').getByRole('button', { name: 'Import captures…' }).first();
      await choose(window, () => importButton.click(), ['capture', 'capture.pcap']);
      const dialog = page.getByRole('dialog', { name: 'Import captures' });
      await dialog.getByRole('img', { name: 'First scan' }).waitFor();
      await dialog.getByText('No problems found.').waitFor();
      await dialog.getByRole('button', { name: 'Import', exact: true }).click();

      await page.getByRole('button', { name: 'Align', exact: true }).waitFor({ timeout: PATIENCE_MS });
      await page.getByText('No data missing').waitFor();
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
