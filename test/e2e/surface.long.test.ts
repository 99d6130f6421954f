import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { TEXTS } from './harness/look.ts';
import { layer, mapLooks, settledMap } from './harness/map-page.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** A software renderer draws it; a pixel fewer is time won. */
const SMALL = { width: 1000, height: 640 };

/** Picture of the map when the surface is there and all is drawn. */
async function settled(page: Page): Promise<Buffer> {
  await page.locator('[data-surface]').waitFor({ state: 'detached', timeout: PATIENCE_MS });
  return settledMap(page);
}

describeInOneHost('the surface in the map', (open) => {
  it(
    'is measured where it is missing, wears what is chosen, and is kept over a reload',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en', theme: 'light' } });
      try {
        const { page } = window;
        await openSurveyed(window);
        await page.getByRole('button', { name: 'Map', exact: true }).click();
        await page.getByRole('toolbar', { name: 'Map' }).waitFor({ timeout: PATIENCE_MS });
        const surface = layer(page, 'Surface');
        const points = layer(page, 'Points');
        const colour = page.getByLabel('Colour of the surface');

        // Not measured yet: it says so, the remedy beside it, and the points stay.
        await surface.getByText('not measured').waitFor();
        await points.uncheck();
        await surface.check();
        await page.getByText('this wall is not measured yet').waitFor();
        const notice = await page.getByRole('img', { name: /^The map/ }).screenshot();
        await picture(page, 'surface-notice');
        await page.getByRole('button', { name: 'Measure the wall' }).click();
        await mapLooks(page, notice, 'other', 'surface measured', settled);
        const rock = await settled(page);
        await picture(page, 'surface-rock');
        expect(await surface.getByText('not measured').count()).toBe(0);
        const { distance, convergence } = TEXTS.en.viewer.surfaceColours;
        for (const name of [distance, convergence])
          expect(await colour.locator('option', { hasText: name }).isDisabled()).toBe(true);
        await page.getByText('For the distance to the design, add a design').waitFor();

        await colour.selectOption({ label: 'Chainage bands' });
        await page.getByText('0–10 m').waitFor();
        await mapLooks(page, rock, 'other', 'surface in bands', settled);
        const wide = await settled(page);
        await page.getByLabel('Length of a band').fill('4');
        await page.getByText('0–4, 8–12').waitFor();
        await mapLooks(page, wide, 'other', 'surface in narrow bands', settled);
        const narrow = await settled(page);
        await picture(page, 'surface-bands');
        expect(narrow.equals(rock)).toBe(false);

        // The limits of the ramp: typed, refused the wrong way round, and automatic again.
        await colour.selectOption({ label: 'Reflectivity' });
        await mapLooks(page, narrow, 'other', 'surface by reflectivity', settled);
        const automatic = await settled(page);
        const reset = page.getByRole('button', { name: 'Automatic limits' });
        expect(await reset.isDisabled()).toBe(true);
        await page.getByLabel('To', { exact: true }).fill('1000');
        await page.getByText('1,000', { exact: true }).waitFor();
        await mapLooks(page, automatic, 'other', 'limits typed', settled);
        const darker = await settled(page);
        await picture(page, 'surface-limits');
        await page.getByLabel('To', { exact: true }).fill('-5');
        await page.getByText('“To” must be greater than “From”.').waitFor();
        await mapLooks(page, darker, 'same', 'limits refused', settled);
        await reset.click();
        await mapLooks(page, automatic, 'same', 'limits automatic again', settled);
        await page.getByLabel('To', { exact: true }).fill('1000');
        await page.getByText('1,000', { exact: true }).waitFor();

        // What was measured is fetched, not measured by hand again.
        await page.getByLabel('To', { exact: true }).blur();
        await page.keyboard.press('2');
        const buffer = await settled(page);
        await page.reload();
        await page.getByRole('toolbar', { name: 'Map' }).waitFor({ timeout: PATIENCE_MS });
        await settled(page);
        await picture(page, 'surface-reloaded');
        expect([await points.isChecked(), await surface.isChecked()]).toEqual([false, true]);
        expect(await colour.inputValue()).toBe('reflectivity');
        expect(await page.getByLabel('To', { exact: true }).inputValue()).toBe('1000');
        await mapLooks(page, buffer, 'same', 'surface after the reload', settled);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
