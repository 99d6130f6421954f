import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { SURVEY_CONTENTS } from '../../src-core/model/survey-content.ts';
import { Project } from '../../src-main/project/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { TEXTS } from './harness/look.ts';
import { mapLooks, settledMap } from './harness/map-page.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { describeInServe } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/**
 * Loads the page again while a job runs, as soon as the bar below shows it.
 *
 * @param result is shown when it has ended: a machine may be faster than the look at the bar
 */
async function reloadDuring(page: Page, job: string, result: Locator): Promise<void> {
  const bar = page.getByRole('contentinfo').getByRole('progressbar', { name: job });
  await bar.or(result).first().waitFor();
  await page.reload();
}

/** Waits until nothing runs any more, neither of this page nor of the one before it. */
async function idle(page: Page): Promise<void> {
  await page.getByRole('contentinfo').getByRole('button', { name: 'Jobs', exact: true }).waitFor();
}

/** Sentences that the window says on its own. */
const notices = (page: Page): Promise<string[]> =>
  page.getByRole('log').getByRole('listitem').allInnerTexts();

/** A software renderer draws it. */
const SMALL = { width: 1000, height: 640 };

describeInServe('a page that is loaded again', (open) => {
  it(
    'while captures are imported shows the session when it is there',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const drive = await simulatedDrive('legacy16');
        for (const name of ['capture.pcap', 'metadata.json'])
          copyFileSync(join(drive, name), join(folder, name));
        Project.open(join(folder, 'labor.socavon'), { create: true }).close();
        await openProject(window, join(folder, 'labor.socavon'));
        await page.getByRole('main').getByRole('button', { name: 'Import captures…' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'capture.pcap' }).click();
        await dialog.getByRole('button', { name: /^Open/ }).click();
        await dialog.getByText('No problems found.').waitFor();
        await dialog.getByRole('button', { name: 'Import', exact: true }).click();
        await reloadDuring(page, 'Importing captures', page.getByText('No data missing'));

        await page.getByText('No data missing').waitFor();
        await idle(page);
        expect((await notices(page)).length).toBeLessThanOrEqual(1);
        const card = page.getByRole('article').first();
        const seen = await card.innerText();
        await page.reload();
        await page.getByText('No data missing').waitFor();
        // The page shows its text a moment before the card has all of its own.
        await expect.poll(() => card.innerText()).toBe(seen);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.runIf(IS_LONG)(
    'while the map is loaded, the wall measured or a preview made shows what it would have shown',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en' } });
      try {
        const { page } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const { sections, reports } = TEXTS.en;
        const go = (panel: string) =>
          page.getByRole('navigation').getByRole('button', { name: panel, exact: true }).click();
        await openSurveyed(window);

        await go('Map');
        await page.getByRole('toolbar', { name: 'Map' }).waitFor();
        await page.reload();
        const map = await settledMap(page);
        await page.reload();
        await page.getByRole('toolbar', { name: 'Map' }).waitFor();
        await page.reload();
        await mapLooks(page, map, 'same', 'map after two reloads');

        await go(sections.title);
        await page.reload();
        const volume = page.locator('[data-volume] b');
        await volume.waitFor();
        const measured = await volume.innerText();
        expect(measured).toMatch(/\d/);

        await go(reports.title);
        await page.getByLabel(reports.language).selectOption('es');
        const trajectory = page.getByRole('checkbox', {
          name: SURVEY_CONTENTS.trajectory.label.en,
          exact: true,
        });
        await trajectory.uncheck();
        const preview = page.locator('iframe');
        await page.getByRole('button', { name: reports.preview }).first().click();
        await reloadDuring(page, reports.previewing, preview);
        await preview.waitFor();
        const report = page.frameLocator('iframe').locator('html[lang="es"]');
        expect(await report.innerText()).toContain(measured.replace(/^(\d+\.\d+).*/s, '$1'));
        expect(await trajectory.isChecked()).toBe(false);
        expect(await page.getByLabel(reports.language).inputValue()).toBe('es');
        await idle(page);
        expect(await notices(page)).toEqual([]);

        // In the language that was chosen since.
        await page.getByLabel(reports.language).selectOption('en');
        await page.reload();
        await preview.waitFor();
        expect(await page.frameLocator('iframe').locator('html[lang="en"]').count()).toBe(1);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
