import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { readySample } from '../fixtures/ready-sample.ts';
import { faultsOf, keepPicture, type Look, nameOf, oneLookAt, TEXTS, wear } from './harness/look.ts';
import { layer } from './harness/map-page.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { FIELD_LAPTOP, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name, exact: true }).click();

/** The sample opened, aligned and measured against the design that it brings, in Spanish. */
async function measuredSample(page: Page): Promise<void> {
  const { project, sections } = TEXTS.es;
  await page.getByRole('button', { name: project.openSample }).click();
  const bar = page.getByRole('toolbar').getByRole('progressbar');
  await bar.waitFor();
  await expect
    .poll(async () => (await bar.getAttribute('value')) === (await bar.getAttribute('max')), {
      timeout: PATIENCE_MS,
    })
    .toBe(true);
  await go(page, sections.title);
  await page.getByText(/^Con todos los puntos/).waitFor();
  await page.locator('header p', { hasText: /sobrerotura/i }).waitFor();
}

/** Shows points or the surface only, when everything of them is drawn. */
async function showOnly(page: Page, { language }: Look, wanted: 'points' | 'surface'): Promise<void> {
  const { layers } = TEXTS[language];
  for (const name of ['points', 'surface'] as const)
    await layer(page, layers[name]).setChecked(name === wanted);
  if (wanted === 'surface') {
    await page.getByLabel(TEXTS[language].viewer.surfaceColour).selectOption('distance');
    await page.locator('[data-surface]').waitFor({ state: 'detached' });
  }
  await page.locator('[data-settled="true"]').waitFor();
}

/** What the map is looked at in, by the key of its view. */
const SCENES = [
  { name: 'outside', key: '1', layer: 'points' },
  { name: 'inside', key: '2', layer: 'points' },
  { name: 'overbreak', key: '2', layer: 'surface' },
] as const;

describeInEveryHost('the map of the sample', (open, host) => {
  // The same page in every host: once is enough.
  it.runIf(host === 'serve')(
    'is seen from outside, from inside, as a wall with overbreak and on the project page, nothing cut and no overlap',
    async () => {
      process.env.SOCAVON_SAMPLE = await readySample();
      const window = await open({ size: FIELD_LAPTOP, preferences: { language: 'es', theme: 'dark' } });
      const { page } = window;
      page.setDefaultTimeout(PATIENCE_MS);
      const results: string[] = [];
      const look = async (name: string, seen: Look): Promise<void> => {
        results.push(
          ...(await faultsOf(page, seen.language)).map((fault) => `${name}, ${nameOf(seen)}: ${fault}`),
        );
        await keepPicture(page, `map-${name}-${nameOf(seen)}`);
      };
      try {
        await measuredSample(page);
        for (const seen of oneLookAt(0)) {
          const { viewer, pictures } = TEXTS[seen.language];
          await wear(page, seen);
          await go(page, viewer.title);
          await page.getByRole('toolbar', { name: viewer.title }).waitFor();
          for (const { name, key, layer: wanted } of SCENES) {
            await page.keyboard.press(key);
            await showOnly(page, seen, wanted);
            await look(name, seen);
          }
          for (const [name, { title }] of Object.entries({
            print: pictures.print,
            flight: pictures.flight,
          })) {
            await page
              .getByRole('toolbar', { name: viewer.title })
              .getByRole('button', { name: title })
              .click();
            await page.getByRole('dialog', { name: title }).waitFor();
            await look(name, seen);
            await page.keyboard.press('Escape');
            await page.getByRole('dialog').waitFor({ state: 'detached' });
          }
          // The map that was seen is the picture of the project page.
          await go(page, TEXTS[seen.language].project.title);
          await page
            .getByRole('region', { name: TEXTS[seen.language].project.overview })
            .locator('img')
            .waitFor();
          await look('overview', seen);
        }
        expect(results).toEqual([]);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
        process.env.SOCAVON_SAMPLE = '';
      }
    },
    SCENE_MS,
  );
});
