import { copyFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { simulatedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { PATIENCE_MS } from './harness/window.ts';

/** What a page of `socavon serve` says, as it cannot know where the files lie. */
const NEEDS_CHOICE = /A browser does not tell where a dropped file lies/;

/** Drops files of the disk in the middle of the window, as the person's hand does. */
async function drop(page: Page, paths: readonly string[]): Promise<void> {
  // The stand-in's page has the files, and no Electron that knows their paths.
  await page.evaluate(
    (places) => {
      (globalThis as unknown as { standInPaths: object }).standInPaths = Object.fromEntries(places);
    },
    paths.map((path) => [basename(path), path]),
  );
  const hand = await page.context().newCDPSession(page);
  const { width, height } = page.viewportSize()!;
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await hand.send('Input.dispatchDragEvent', {
      type,
      x: width / 2,
      y: height / 2,
      data: { items: [], files: [...paths], dragOperationsMask: 1 },
    });
    if (type === 'dragOver') await page.getByText('Drop captures to import them').waitFor();
  }
  await hand.detach();
}

describeInEveryHost('files dropped on the window', (open) => {
  it('are opened where they are a project, and imported where they are captures, on whichever panel', async () => {
    const window = await open({ preferences: { language: 'en' } });
    try {
      const { page, folder, host } = window;
      page.setDefaultTimeout(PATIENCE_MS);
      const [project, capture, metadata] = ['drive.socavon', 'second.pcap', 'sensor.json'].map((name) =>
        join(folder, name),
      );
      const drive = await simulatedDrive('legacy16');
      copyFileSync((await surveyedDrive()).project, project);
      copyFileSync(join(drive, 'capture.pcap'), capture);
      copyFileSync(join(drive, 'metadata.json'), metadata);
      const dialog = page.getByRole('dialog');
      await page.getByRole('button', { name: 'Open sample' }).waitFor();

      await drop(page, [capture]);
      await page.getByText('Open or make a project first').waitFor();

      await drop(page, [project]);
      if (host === 'serve') {
        await page.getByText(NEEDS_CHOICE).waitFor();
        await dialog.getByRole('button', { name: 'drive.socavon' }).dblclick();
      }
      await page.getByRole('heading', { level: 1, name: 'drive' }).waitFor();

      await page.getByRole('navigation').getByRole('button', { name: 'Alignment' }).click();
      await page.getByRole('listbox', { name: 'Scans' }).waitFor();
      await drop(page, [metadata, capture]);
      if (host === 'serve') {
        await page.getByText(NEEDS_CHOICE).waitFor();
        await dialog.getByRole('button', { name: 'second.pcap' }).click();
        await dialog.getByRole('button', { name: /^Open/ }).click();
        await dialog.getByRole('button', { name: 'Choose metadata…' }).click();
        await dialog.getByRole('button', { name: 'sensor.json' }).dblclick();
      }
      await dialog.getByText('Metadata: sensor.json').waitFor({ state: 'attached' });
      await dialog.getByRole('img', { name: 'First scan' }).waitFor();
      await dialog.getByText('No problems found.').waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });

      if (host !== 'serve') {
        await drop(page, [metadata]);
        await page.getByText('Drop the metadata together with its capture').waitFor();
      }
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  }, 3_600_000);
});
