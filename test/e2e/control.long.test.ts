import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fixed } from '../../src-core/report/texts/format.ts';
import { WRITTEN_AS } from '../../src-renderer/locales/i18n.ts';
import { number } from '../../src-renderer/ui/format.ts';
import { controlledDrive, controlledSurvey } from '../fixtures/controlled-drive.ts';
import { faultsOf, keepPicture, looksAt, nameOf, wear } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { FIELD_LAPTOP, type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** The project of the drive with targets and the list of its points, opened on the panel of control and loops. */
async function openControl(window: OpenedWindow): Promise<void> {
  const { page, folder } = window;
  page.setDefaultTimeout(PATIENCE_MS);
  const { project, control } = await controlledDrive();
  copyFileSync(project, join(folder, 'drive.socavon'));
  copyFileSync(control, join(folder, 'puntos.csv'));
  await openProject(window, join(folder, 'drive.socavon'));
  await page.getByRole('article').waitFor();
  await page.getByRole('navigation').getByRole('button', { name: 'Control and loops' }).click();
}

async function loadPoints({ page, host, folder, answerDialogs }: OpenedWindow): Promise<void> {
  if (host !== 'serve') await answerDialogs([join(folder, 'puntos.csv')]);
  await page.getByRole('main').getByRole('button', { name: 'Load points…' }).first().click();
  if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name: 'puntos.csv' }).dblclick();
}

/** Nothing is under way, and the walls stand around the graph. */
async function settled(page: Page): Promise<void> {
  await page.locator('[data-busy="false"]').waitFor();
  await page.locator('[data-walls]:not([data-walls="0"])').waitFor();
}

/** Cells of the table that is shown, row by row. */
async function cells(page: Page, table: string): Promise<string[][]> {
  const rows = page.getByRole('table', { name: table }).locator('tbody').getByRole('row');
  return Promise.all((await rows.all()).map((row) => row.getByRole('cell').allInnerTexts()));
}

/** What is wrong with any tab in any look, with all of it shown: accessibility, raw keys, cut texts, overlaps. */
async function faultsOfLooks(page: Page): Promise<string[]> {
  // Notices lie over the panel until the person has read them.
  const notices = page.getByRole('button', { name: 'Dismiss' });
  // All at once: good news goes by itself, perhaps while it is being clicked.
  await notices.evaluateAll((buttons) => {
    for (const button of buttons as HTMLElement[]) button.click();
  });
  await expect.poll(() => notices.count()).toBe(0);
  const results: string[] = [];
  for (const look of looksAt(0)) {
    await wear(page, look);
    const tabs = page.getByRole('main').getByRole('tab');
    for (let tab = (await tabs.count()) - 1; tab >= 0; tab--) {
      await tabs.nth(tab).click();
      const faults = await faultsOf(page, look.language);
      results.push(...faults.map((fault) => `tab ${tab + 1}, ${nameOf(look)}: ${fault}`));
      await keepPicture(page, `control-${tab + 1}-${nameOf(look)}`);
    }
  }
  await wear(page, { language: 'en', theme: 'light', size: FIELD_LAPTOP });
  return results;
}

/** Refuses a loop that the rules accept, finds that again in the window opened anew, and leaves it to the rules. */
async function refuseLoop(window: OpenedWindow): Promise<OpenedWindow> {
  const { page } = window;
  const loops = async () => (await cells(page, 'Loop closures')).map((row) => row[2].split('\n')[0]);
  await page.getByRole('tab', { name: /^Loops/ }).click();
  await page.getByRole('table', { name: 'Loop closures' }).waitFor();
  const before = await loops();
  expect(before.length).toBeGreaterThan(0);
  expect(new Set(before)).toEqual(new Set(['accepted']));
  await page
    .getByRole('button', { name: /^Refuse the loop/ })
    .first()
    .click();
  await page.getByText('left out from the next adjustment').waitFor();
  await page
    .getByRole('toolbar', { name: 'Control and loops' })
    .getByRole('button', { name: 'Adjust (least squares)' })
    .click();
  await page.getByText('rejected manually').waitFor();
  await settled(page);
  expect(await loops()).toEqual(['rejected manually', ...before.slice(1)]);
  await page.getByText('The rules say: explained by both passes').waitFor();
  await keepPicture(page, `control-loops-${window.host}`);

  // What was decided is in the project, and so is the panel that was open.
  const reopened = await window.reopen();
  const again = reopened.page;
  again.setDefaultTimeout(PATIENCE_MS);
  await again.getByRole('button', { name: /drive.socavon/ }).click();
  await again.getByText(/^Adjusted [^;]*$/).waitFor();
  await again.getByRole('tab', { name: /^Loops/ }).click();
  await again
    .getByRole('button', { name: /^Reset to automatic/ })
    .first()
    .click();
  await again.getByText('used from the next adjustment').waitFor();
  await again.getByRole('button', { name: 'Back to the alignment’s poses' }).click();
  await again.getByText('Using alignment poses', { exact: true }).waitFor();
  return reopened;
}

describeInOneHost('control points, targets and loops', (open) => {
  it(
    'loads the list, finds the targets, checks by one of them, and follows what a person decides',
    async () => {
      let window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        await openControl(window);
        const toolbar = page.getByRole('toolbar', { name: 'Control and loops' });
        const press = (name: string) => toolbar.getByRole('button', { name, exact: true }).click();
        const show = (tab: string) => page.getByRole('tab', { name: new RegExp(`^${tab}`) }).click();
        const statuses = async () =>
          (await cells(page, 'Control and check points')).map((row) => row.at(-1)!.split('\n'));
        const states = async () => (await statuses()).map(([state]) => state);

        await page.getByText('No list of points yet').waitFor();
        await loadPoints(window);
        await page.getByRole('table', { name: 'Control and check points' }).waitFor();
        expect(await states()).toEqual(Array(3).fill('targets not searched for yet'));
        await press('Find targets');
        await page.getByText('RMS of the first placement').waitFor();
        // Each is passed on the way in and on the way out.
        expect(await states()).toEqual(Array(6).fill('before the adjustment'));
        await keepPicture(page, `control-found-${window.host}`);

        await page.getByLabel('Role of T2').selectOption('check');
        await settled(page);
        await press('Adjust (least squares)');
        await page.getByText(/^Adjusted /).waitFor();
        await settled(page);
        expect(await states()).toEqual([
          'control',
          'control',
          'check only',
          'check only',
          'control',
          'control',
        ]);
        // As the command line has them, in the order of the list.
        const { said, out } = await controlledSurvey('T2');
        const residuals = [...said.refinement.control, ...said.refinement.check].sort(
          (a, b) => a.name.localeCompare(b.name) || a.scanIndex - b.scanIndex,
        );
        const errors = (await cells(page, 'Control and check points')).map((row) => row.slice(3, 6));
        expect(errors).toEqual(
          residuals.map(({ error }) => error.map((metres) => number(1000 * metres, WRITTEN_AS.en, 1))),
        );
        // A check point beside what it may be off by.
        const millimetres = (metres: number): string => number(1000 * metres, WRITTEN_AS.en, 1);
        expect((await statuses()).flatMap(([, check]) => (check === undefined ? [] : [check]))).toEqual(
          said.refinement.check.map(
            ({ distance, plusMinus }) =>
              `${millimetres(distance)} mm${distance > plusMinus! ? ', beyond its' : ' of'} ± ${millimetres(plusMinus!)} mm`,
          ),
        );
        await keepPicture(page, `control-refined-${window.host}`);
        expect(await faultsOfLooks(page)).toEqual([]);
        await show('Points');

        // The volume rests on these poses.
        await page.getByRole('navigation').getByRole('button', { name: 'Sections and volume' }).click();
        const { value, plusMinus } = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')).volume;
        await expect
          .poll(() => page.locator('[data-volume] b').innerText(), { timeout: PATIENCE_MS })
          .toBe(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³`);
        await page.getByRole('navigation').getByRole('button', { name: 'Control and loops' }).click();
        await settled(page);

        // A target that is called another by hand; then as it was.
        await show('Targets');
        const pick = page.getByLabel(/^Point of the target in scan/).first();
        await pick.selectOption('T3');
        await settled(page);
        await page.getByText(/decisions changed since/).waitFor();
        await page.getByText('accepted manually').waitFor();
        await keepPicture(page, `control-targets-${window.host}`);
        await page.getByRole('button', { name: /^Reset the decision on scan/ }).click();
        await page.getByText('accepted manually').waitFor({ state: 'detached' });
        await page.getByText(/^Adjusted [^;]*$/).waitFor();

        window = await refuseLoop(window);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
