import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { settledMap } from './harness/map-page.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';
import { chooseFolder } from './harness/write-files.ts';

const goTo = (page: Page, panel: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name: panel, exact: true }).click();

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

/** What the panel of sections says, when all points are measured. */
async function volumeOf(page: Page): Promise<string> {
  await page.getByText('All points of all').waitFor();
  await page.locator('header[aria-busy="false"]').waitFor();
  return page.locator('[data-volume] b').innerText();
}

describeInOneHost('a page that is loaded again', (open, host) => {
  it.skipIf(host !== 'serve')(
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
        expect(await card.innerText()).toBe(seen);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.skipIf(host !== 'serve')(
    'while the map is prepared, the drive measured, a report previewed or written shows the same as before',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);

        await goTo(page, 'Map');
        await reloadDuring(page, 'Preparing the map', page.getByRole('toolbar', { name: 'Map' }));
        const map = await settledMap(page);
        await picture(page, 'reloaded-map');
        await page.reload();
        expect((await settledMap(page)).equals(map)).toBe(true);

        await goTo(page, 'Sections and volume');
        await reloadDuring(page, 'Measuring the volume', page.getByText('All points of all'));
        const volume = await volumeOf(page);

        await goTo(page, 'Reports and exports');
        await page.getByRole('button', { name: 'Preview' }).first().click();
        await reloadDuring(page, 'Preparing the report', page.locator('iframe'));
        await page.getByRole('button', { name: 'Preview' }).first().click();
        await page.frameLocator('iframe').locator('html[lang="en"]').waitFor();
        await idle(page);

        mkdirSync(join(folder, 'out'));
        await chooseFolder(window, 'out');
        await reloadDuring(page, 'Writing the files', page.getByText('9 files in'));
        await page.getByRole('button', { name: 'Write files…' }).waitFor();
        await idle(page);
        await picture(page, 'reloaded-writing');
        // What was begun is finished: nothing is there by halves.
        const files = readdirSync(join(folder, 'out'));
        expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
        expect(files).toContain('report.pdf');
        expect(existsSync(join(folder, 'out', 'volume.json'))).toBe(true);

        expect((await notices(page)).length).toBeLessThanOrEqual(1);
        await goTo(page, 'Sections and volume');
        expect(await volumeOf(page)).toBe(volume);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
