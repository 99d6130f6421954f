import { copyFileSync, mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { describeInEveryHost, type OpenWindow } from './harness/scenes.ts';
import { FIELD_LAPTOP, type WindowOptions } from './harness/window.ts';

const FOUR_K = { width: 3840, height: 2160 };
/** Pictures for the documentation are written where this is set. */
const PICTURES = process.env.SOCAVON_SCREENSHOTS;
const PATIENCE_MS = 60_000;

type Look = Pick<WindowOptions, 'size' | 'preferences'>;

const LOOKS: readonly Look[] = [
  { size: FIELD_LAPTOP, preferences: { language: 'es', theme: 'dark' } },
  { size: FIELD_LAPTOP, preferences: { language: 'en', theme: 'light' } },
  { size: FOUR_K, preferences: { language: 'es', theme: 'light' } },
  { size: FOUR_K, preferences: { language: 'en', theme: 'dark' } },
];

/** A window with a project that is aligned. */
async function openSurveyed(open: OpenWindow, look: Look) {
  const window = await open(look);
  const { project } = await surveyedDrive();
  copyFileSync(project, join(window.folder, 'drive.socavon'));
  window.page.setDefaultTimeout(PATIENCE_MS);
  const opens = look.preferences.language === 'es' ? 'Abrir proyecto…' : 'Open project…';
  await window.page.getByRole('button', { name: opens }).click();
  await window.page
    .getByRole('dialog')
    .getByRole('button', { name: /drive\.socavon/ })
    .click();
  await window.page.getByRole('article').waitFor();
  return window;
}

/** Faults that keep a person from using the panel, one line each. */
async function seriousFaults(page: Page): Promise<string[]> {
  // The page has no context of its own kind for the other mode, which opens a second page.
  const { passes, violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(passes.length, 'rules that looked at something').toBeGreaterThan(10);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
}

/** Keys of the locales that stand where their text should, and panels that are wider than the window. */
async function mistakes(page: Page): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const keys =
    text.match(/\b(?:alignment|common|errors|project|shell|viewer|sections|reports|lab)\.\w+/g) ?? [];
  const wide = await page.locator('main').evaluate((main) => main.scrollWidth > main.clientWidth + 1);
  return [...keys.map((key) => `raw key ${key}`), ...(wide ? ['wider than the window'] : [])];
}

describeInEveryHost('the look of the panels', (open, host) => {
  // The same page in every host: once is enough.
  it.runIf(host === 'serve').each(LOOKS.map((look) => [nameOf(look), look] as const))(
    'has no serious fault of accessibility, no raw key and nothing cut: %s',
    async (name, look) => {
      const window = await openSurveyed(open, look);
      const { page } = window;
      // What is worked on is not what the panel looks like.
      const idle = look.preferences.language === 'es' ? 'Listo' : 'Ready';
      try {
        const places = page.getByRole('navigation').getByRole('button');
        const found: string[] = [];
        for (let index = 0; index < (await places.count()); index++) {
          await places.nth(index).click();
          await page.locator('main > *').first().waitFor();
          await page.getByRole('contentinfo').getByText(idle, { exact: true }).waitFor();
          const panel = `panel ${index + 1}`;
          // Its elements are the same at any size.
          const faults = look.size === FIELD_LAPTOP ? await seriousFaults(page) : [];
          for (const fault of [...faults, ...(await mistakes(page))]) found.push(`${panel}: ${fault}`);
          if (PICTURES) {
            mkdirSync(PICTURES, { recursive: true });
            // When its work is done; where the project lies is of this machine only.
            const idle = look.preferences.language === 'es' ? 'Listo' : 'Ready';
            await page.locator('footer').getByText(idle, { exact: true }).waitFor();
            await page.locator('p.path').evaluateAll((paths) => {
              for (const path of paths) (path as HTMLElement).style.visibility = 'hidden';
            });
            await page.screenshot({ path: resolve(PICTURES, `${index + 1}-${name}.png`) });
          }
        }
        expect(found).toEqual([]);
      } finally {
        await window.close();
      }
    },
    240_000,
  );
});

function nameOf({ size, preferences }: Look): string {
  return `${preferences.language}-${preferences.theme}-${size.width}`;
}
