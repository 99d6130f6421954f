import { readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fixed } from '../../src-core/report/texts/format.ts';
import { EPOCHS, EPOCHS_SEED, twoEpochProject } from '../fixtures/two-epoch-project.ts';
import { TEXTS } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { placeByPoses } from './harness/place-by-poses.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

const SEED = EPOCHS_SEED;

const goTo = (page: Page, panel: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name: panel }).click();

describeInOneHost(`two surveys of one working, seed ${SEED}`, (open) => {
  it(
    'dates them, compares them as it was in truth, lays the wall out flat and writes it, and measures floor and clearance',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const { path, earlierPose, laterPose, truth } = await twoEpochProject(window.folder, SEED);
        await openProject(window, path);
        await goTo(page, 'Epochs and advance');
        await date(page, 'march', '2026-03-31', 'Galería 5');
        await date(page, 'april', '2026-04-30', 'Galería 5');

        // Two local frames have nothing to do with each other.
        const compare = page.getByRole('button', { name: 'Compare', exact: true });
        await page.getByText('These two surveys have no common frame').waitFor();
        expect(await compare.isDisabled()).toBe(true);

        await placeByPoses(page, TEXTS.en, [earlierPose, laterPose]);
        await page.getByLabel('From chainage').fill(String(EPOCHS.from));
        await compare.click();
        const [value, plusMinus] = figuresOf(await page.locator('[data-period] b').innerText());
        expect(plusMinus).toBeGreaterThan(0);
        expect(Math.abs(value - truth.periodVolume)).toBeLessThan(
          Math.max(plusMinus, 0.03 * truth.periodVolume),
        );
        const [advance] = figuresOf(await page.locator('dt:text-is("Advance") + dd').innerText());
        expect(Math.abs(advance - truth.advance)).toBeLessThan(0.1);
        const period = page.getByRole('table', { name: 'Volume of the period' });
        await expect(period.getByRole('row').last().innerText()).resolves.toContain(fixed(value, 2));

        await page.getByRole('tab', { name: 'Convergence' }).click();
        // Few metres were surveyed twice, in the middle of the plot, and not every patch of them.
        const movement = page.getByRole('img', { name: 'Wall movement' });
        const { width, height } = (await movement.boundingBox())!;
        const texts = page.getByText('level of detection');
        for (const share of [0.5, 0.52, 0.54, 0.56, 0.58]) {
          await movement.hover({ position: { x: share * width, y: height / 2 } });
          if (
            await texts.waitFor({ timeout: 2000 }).then(
              () => true,
              () => false,
            )
          )
            break;
        }
        await texts.waitFor({ timeout: 2000 });

        await page.getByRole('button', { name: 'On the unrolled map' }).click();
        const wall = page.getByRole('img', { name: 'Unrolled wall' });
        await wall.hover();
        const reading = page.locator('p', { hasText: 'perimeter position' });
        await reading.filter({ hasText: /measured|interpolated/ }).waitFor();
        await page.getByLabel('Layer').selectOption({ label: 'Reflectivity' });
        await wall.hover();
        await reading.waitFor();

        await mkdir(join(window.folder, 'flat'));
        await writeInto(window, 'flat');
        const written = readdirSync(join(window.folder, 'flat'));
        for (const ending of ['.png', '.pgw', '.tif'])
          expect(
            written.some((name) => name.endsWith(ending)),
            written.join(),
          ).toBe(true);

        await page.getByRole('tab', { name: 'Floor grade' }).click();
        await page.getByLabel('Base length').fill('5');
        await page.getByText(/± \(95 %\) over 5\.0 m/).waitFor();
        await page.getByLabel('Base length').fill('500');
        await page.getByRole('alert').filter({ hasText: '500 m' }).waitFor();

        await page.getByRole('tab', { name: 'Clearance' }).click();
        await page.getByLabel('Width').fill('9');
        await page.getByText('It does not pass.').waitFor();
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

/** Tells the day and the working of a survey. */
async function date(page: Page, name: string, day: string, working: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`Edit title block of .*${name}`) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Date of the survey').fill(day);
  await dialog.getByLabel('Working').fill(working);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: day }).waitFor();
}

/** The numbers of a text such as `105.89 ± 1.30 m³`. */
function figuresOf(text: string): number[] {
  return [...text.replaceAll('\u202f', '').matchAll(/\d+\.\d+/g)].map(([figure]) => Number(figure));
}

/** Writes the unrolled map into a folder of the window's own. */
async function writeInto({ page, host, folder, answerDialogs }: OpenedWindow, name: string): Promise<void> {
  if (host !== 'serve') await answerDialogs([join(folder, name)]);
  await page.getByRole('button', { name: 'Write map…' }).click();
  if (host === 'serve') {
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name, exact: true }).click();
    // The way to the folder on show ends in it.
    const way = dialog.getByRole('navigation', { name: 'Folders' });
    await way.getByRole('button', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
    await dialog.getByRole('button', { name: 'Use this folder' }).click();
  }
  await page.getByText('The unrolled map is written').waitFor();
}
