import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { formatRemark } from '../../src-core/messages/remark.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { gpuOffer } from '../../src-main/device/gpu-offer.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { oncePerRun } from '../fixtures/once-per-run.ts';
import { DRIVE_SEED } from '../fixtures/surveyed-drive.ts';
import { runCli } from '../hosts/cli/run-cli.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS } from './harness/window.ts';

/** Scans of the sample that are placed, as the toolbar says it. */
async function placed(page: Page): Promise<number> {
  const value = await page.getByRole('toolbar').getByRole('progressbar').getAttribute('value');
  return Number(value);
}

/** A drive of so many scans that a person, or this test, can pause before a fast machine has placed all of them. */
function slowDrive(): Promise<string> {
  return oncePerRun('drive-slow', async (folder) => {
    const ending = await runCli(
      'simulate', '--preset', 'rough', '--length', '30', '--speed', '1', '--seed', String(DRIVE_SEED), '--out', folder,
    ); // biome-ignore format: one command line
    if (ending.status !== 0) throw new Error(ending.stderr);
  });
}

/** A project with a drive that is imported and not aligned yet, opened in the window. */
async function openDrive(window: OpenedWindow): Promise<void> {
  const path = join(window.folder, 'drive.socavon');
  const project = Project.open(path, { create: true });
  await importFiles(project, [join(await slowDrive(), 'capture.pcap')], {}, SILENT_CONTEXT);
  project.close();
  const { page } = window;
  page.setDefaultTimeout(PATIENCE_MS);
  await openProject(window, path);
  await page.getByRole('button', { name: 'Align', exact: true }).click();
  await page.getByRole('button', { name: 'Start' }).waitFor();
}

describeInOneHost('the alignment', (open) => {
  it('plays, pauses, steps, is edited and undone, is stopped, and is found again after the window was closed', async () => {
    let window = await open({ preferences: { language: 'en' } });
    try {
      await openDrive(window);
      const { page } = window;
      const toolbar = page.getByRole('toolbar');
      const button = (name: string) => toolbar.getByRole('button', { name, exact: true });

      // What the card would say on a machine that has one is tested where it can be put in its place.
      await button('Engine: Processor').click();
      const engines = page.getByRole('dialog');
      const offer = await gpuOffer();
      const card = engines.getByRole('radio', { name: /Graphics card/ });
      if (offer.adapter !== null) await engines.getByText(offer.adapter).waitFor();
      else await engines.getByText(formatRemark(offer.why!, 'en')).waitFor();
      expect(await card.isEnabled()).toBe(offer.adapter !== null);
      await engines.getByRole('radio', { name: /Processor/ }).check();
      await engines.getByRole('button', { name: 'Apply' }).click();
      await button('Engine: Processor').waitFor();

      // Whoever presses twice has started it all the same, and has marked no text.
      await button('Start').dblclick();
      await expect.poll(() => placed(page), { timeout: PATIENCE_MS }).toBeGreaterThan(12);
      expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
      await button('Pause').click();
      await button('Resume').waitFor();
      const paused = await placed(page);
      await button('Next scan').click();
      await expect.poll(() => placed(page), { timeout: PATIENCE_MS }).toBe(paused + 1);
      await button('Previous scan').click();
      await expect.poll(() => placed(page), { timeout: PATIENCE_MS }).toBe(paused);

      // The tenth scan is left out: those after it are to be placed anew, and undo brings them back as they were.
      await page.getByRole('listbox', { name: 'Scans' }).focus();
      await page.keyboard.press('Home');
      for (let i = 0; i < 10; i++) await page.keyboard.press('ArrowDown');
      await page.getByText('Scan 10', { exact: true }).waitFor();
      // What stands over the curves is of the selected scan, not of the last one.
      const rms = new Set<string>();
      for (const [scan, key] of [
        [10, 'ArrowUp'],
        [9, 'ArrowUp'],
        [8, 'ArrowDown'],
        [9, 'ArrowDown'],
      ] as const) {
        const row = page.getByRole('option', { selected: true });
        await row.and(page.locator(`#scan-${scan}`)).waitFor();
        const [, ofScan, matched] = await row.locator('span').allInnerTexts();
        expect(await page.locator('figure figcaption strong').allInnerTexts()).toEqual([
          `${ofScan} mm`,
          matched,
        ]);
        rms.add(ofScan);
        await page.keyboard.press(key);
      }
      expect(rms.size).toBeGreaterThan(1);
      await page.getByText('Scan 10', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Leave out' }).click();
      await page.getByText('Scan 10 left out').waitFor();
      await expect.poll(() => placed(page), { timeout: PATIENCE_MS }).toBeLessThanOrEqual(11);
      await page.getByRole('button', { name: 'Undo: scan left out' }).click();
      await page.getByText('Scan 10 left out').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Redo: scan left out' }).click();
      await page.getByText('Scan 10 left out').waitFor();

      await button('Resume').click();
      await expect.poll(() => placed(page), { timeout: PATIENCE_MS }).toBeGreaterThan(13);
      await button('Stop').click();
      await button('Resume').waitFor();
      const stopped = await placed(page);
      expect(window.complaints).toEqual([]);

      window = await window.reopen();
      const again = window.page;
      await again.getByRole('button', { name: /drive.socavon/ }).click();
      await again.getByRole('toolbar').getByRole('button', { name: 'Resume' }).waitFor();
      await expect.poll(() => placed(again), { timeout: PATIENCE_MS }).toBe(stopped);
      await again.getByText('Scan 10 left out').waitFor();
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  }, 3_600_000);
});
