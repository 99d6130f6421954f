import { copyFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { picture } from './harness/picture.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** A new user follows the button of the next step. */
const MOST_CLICKS = 12;

describeInEveryHost('the way from a raw capture to a report', (open, host) => {
  it.runIf(host === 'serve')(
    `takes at most ${MOST_CLICKS} clicks`,
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      const { page, folder } = window;
      page.setDefaultTimeout(PATIENCE_MS);
      let clicks = 0;
      const click = async (button: Locator, twice = false): Promise<void> => {
        clicks++;
        await (twice ? button.dblclick() : button.click());
      };
      const button = (name: string | RegExp): Locator => page.getByRole('button', { name });
      try {
        const drive = await simulatedDrive('legacy16');
        for (const name of ['capture.pcap', 'metadata.json'])
          copyFileSync(join(drive, name), join(folder, name));

        await click(button('New project…'));
        await page.getByLabel('File name').fill('labor');
        await page.keyboard.press('Enter');
        await page.getByText('No captures yet').waitFor();
        await click(
          page
            .locator('[data-next]')
            .or(page.getByRole('main').getByRole('button', { name: 'Import captures…' }))
            .first(),
        );
        await click(page.getByRole('dialog').getByRole('button', { name: 'capture.pcap' }), true);
        const sheet = page.getByRole('dialog', { name: 'Import captures' });
        await sheet.getByText('No problems found.').waitFor();
        await click(sheet.getByRole('button', { name: 'Import', exact: true }));

        await click(page.locator('[data-next]').filter({ hasText: 'Next: Align' }));
        await click(page.getByRole('toolbar').getByRole('button', { name: 'Start', exact: true }));
        const next = (step: string): Locator =>
          page.getByRole('contentinfo').getByRole('button', { name: `Next: ${step}` });
        await click(next('Measure'));
        await page.getByText(/^All points of all/).waitFor();
        await click(next('Report'));
        await click(button('Write files…'));
        await click(page.getByRole('dialog').getByRole('button', { name: 'Use this folder' }));
        await page.getByText('9 files in').waitFor();
        expect(readdirSync(folder)).toContain('report.pdf');
        expect(clicks).toBeLessThanOrEqual(MOST_CLICKS);

        await page.keyboard.press('Alt+1');
        await page.getByText('Surveyed and reported').first().waitFor();
        await expect(page.locator('[data-headline] b').innerText()).resolves.toMatch(
          /^\d+\.\d\d ± \d+\.\d\d m³$/,
        );
        await page.getByRole('button', { name: 'Open the map' }).locator('img').waitFor();
        await picture(page, 'overview-en');
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
