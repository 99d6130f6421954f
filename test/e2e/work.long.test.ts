import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { writeLabClouds } from './harness/lab-clouds.ts';
import { chooseClouds } from './harness/lab-page.ts';
import { TEXTS } from './harness/look.ts';
import { measureAcross, pickFrom, settledMap } from './harness/map-page.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { placeByPose } from './harness/place-by-poses.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

const goTo = (page: Page, panel: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name: panel, exact: true }).click();

/** The panel of sections, when all of its points are measured. */
async function measured(page: Page): Promise<void> {
  await page.getByText('All points of all').waitFor();
  await page.locator('header[aria-busy="false"]').waitFor();
}

const spin = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });

const { epochs, lab, measures, placement, reports } = TEXTS.en;

/** Of the first scan in a mine grid: a turn in plan. */
const GRID_POSE = '1000 2000 300 0 0 0.6 0.8';

/** Placement of the first scan, unfolded on the tab of the axis; what was typed, or '' where nothing was. */
async function typedPose(page: Page): Promise<string> {
  const placing = page.getByRole('group', { name: placement.ofSession });
  if ((await placing.count()) === 0) await page.getByText(placement.title, { exact: true }).click();
  await placing.getByRole('combobox').selectOption({ label: placement.ways.quaternion });
  return placing.getByRole('textbox', { name: placement.ofSession }).inputValue();
}

/** What the panel of sections shows of the question and its answer, tab by tab. */
async function sections(page: Page): Promise<Record<string, unknown>> {
  await measured(page);
  const tab = await page.getByRole('main').getByRole('tab', { selected: true }).innerText();
  const open = (name: string): Promise<void> =>
    page.getByRole('main').getByRole('tab', { name, exact: true }).click();
  await open('Range and axis');
  const request = {
    from: await spin(page, 'From chainage').first().inputValue(),
    to: await spin(page, 'To chainage').first().inputValue(),
    interval: await spin(page, 'Between sections').inputValue(),
    way: await page.getByLabel('Rounds', { exact: true }).inputValue(),
    counted: await page.getByLabel('Chainage counted').inputValue(),
    pose: await typedPose(page),
  };
  await open('Results');
  const density = await spin(page, 'Density in place').inputValue();
  await open('Design');
  const width = (await spin(page, 'Width').count()) > 0 ? await spin(page, 'Width').inputValue() : null;
  await open(tab);
  const section = await page.getByRole('region', { name: 'Section' }).getByRole('heading').innerText();
  const volume = await page.locator('[data-volume] b').innerText();
  return { tab, ...request, density, width, section, volume };
}

/** Values of the measures in the map, when their ± are known. */
async function measureValues(page: Page): Promise<string[]> {
  const values = page.getByRole('region', { name: measures.title }).locator('.value');
  await expect.poll(() => values.allInnerTexts(), { timeout: PATIENCE_MS }).toSatisfy(areKnown);
  return values.allInnerTexts();
}

const areKnown = (values: string[]): boolean => values.every((value) => !value.includes('?'));

/** What the panels of the map, of control, of reports and of the lab show. */
async function elsewhere(page: Page): Promise<Record<string, unknown>> {
  await goTo(page, 'Map');
  // The map is opened anew, also where it was shown before, with its notes and the uncertainties of its measures.
  await page.locator('[data-settled="true"]').waitFor();
  const map = {
    colour: await page.getByLabel('Colour', { exact: true }).inputValue(),
    view: await page.getByLabel('View', { exact: true }).inputValue(),
    limit: await spin(page, 'To').inputValue(),
    chainage: await spin(page, 'Chainage').inputValue(),
    boxes: await page.getByRole('button', { name: 'Remove the box' }).count(),
    notes: await page.getByRole('button', { name: 'Loose rock', exact: true }).count(),
    measures: await measureValues(page),
  };
  await goTo(page, 'Control and loops');
  await page.locator('[data-busy="false"]').waitFor();
  await page
    .getByRole('main')
    .getByRole('tab', { name: /^Points/ })
    .click();
  const points = await page.getByRole('main').getByRole('row').allInnerTexts();
  await goTo(page, reports.title);
  await page.getByRole('heading', { name: reports.heading }).waitFor();
  const mine = await page.getByRole('main').locator('dd').filter({ hasText: 'San Rafael' }).innerText();
  await goTo(page, lab.title);
  const runs = page.getByRole('table', { name: 'Runs side by side' }).getByRole('row');
  // Compared on one set of points: not of clouds that are still read.
  await runs.nth(1).filter({ hasText: '100.0 %' }).waitFor();
  return { ...map, points, mine, runs: await runs.allInnerTexts() };
}

async function shown(page: Page): Promise<Record<string, unknown>> {
  const panel = await page.getByRole('navigation').locator('[aria-current]').innerText();
  await goTo(page, 'Sections and volume');
  const ofSections = await sections(page);
  const rest = await elsewhere(page);
  await goTo(page, 'Sections and volume');
  await measured(page);
  return { panel, ...ofSections, ...rest };
}

async function loadPoints({ page, host, folder, answerDialogs }: OpenedWindow): Promise<void> {
  writeFileSync(
    join(folder, 'points.csv'),
    'name,easting,northing,elevation\nA,10,0,1\nB,20,1,1\nC,15,-1,2\n',
  );
  if (host !== 'serve') await answerDialogs([join(folder, 'points.csv')]);
  await page.getByRole('main').getByRole('button', { name: 'Load points…' }).first().click();
  if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name: 'points.csv' }).dblclick();
}

describeInOneHost('the work of a person', (open) => {
  it(
    'of every kind is there after a reload, in another project and back, and undone and redone in one history',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);
        await goTo(page, 'Sections and volume');
        const untouched = await sections(page);
        const undo = page.locator('[data-history="undo"]');
        const redo = page.locator('[data-history="redo"]');
        expect(await undo.isDisabled()).toBe(true);

        // Everything that is asked of the sections.
        await page.getByRole('tab', { name: 'Range and axis', exact: true }).click();
        // First, as a range and rounds of another chainage would mean another part of the drive.
        await page.getByLabel('Chainage counted').selectOption({ label: 'in plan' });
        expect(await typedPose(page)).toBe('');
        await placeByPose(page, TEXTS.en, placement.ofSession, GRID_POSE);
        await spin(page, 'From chainage').first().fill('8');
        await spin(page, 'Between sections').fill('1');
        await page.getByLabel('Rounds', { exact: true }).selectOption({ label: 'of one length' });
        await page.getByRole('tab', { name: 'Results', exact: true }).click();
        await spin(page, 'Density in place').fill('2.7');
        await page.getByRole('tab', { name: 'Design', exact: true }).click();
        await page.getByRole('button', { name: 'Add a design' }).click();
        await spin(page, 'Width').fill('4');
        await page.locator('header p', { hasText: 'overbreak' }).waitFor();
        await page.getByRole('button', { name: 'Next section' }).click();
        // A look at the map.
        await goTo(page, 'Map');
        await page.getByRole('toolbar', { name: 'Map' }).waitFor();
        await page.getByLabel('Colour', { exact: true }).selectOption({ label: 'Reflectivity' });
        // Both: of the points that are loaded first, the lowest may be above the other.
        await spin(page, 'From').fill('0');
        await spin(page, 'To').fill('77');
        await page.getByLabel('View', { exact: true }).selectOption({ label: 'Section' });
        await spin(page, 'Chainage').fill('12');
        await spin(page, 'Chainage').blur();
        // Across the section, and a word about it.
        await settledMap(page);
        await measureAcross(page, 0);
        await page.keyboard.press('n');
        await pickFrom(page, 30);
        await page.getByLabel('Text of the note').fill('Loose rock');
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        await page.getByRole('button', { name: 'Loose rock', exact: true }).waitFor();
        await page.getByRole('button', { name: 'Cut with a box' }).click();
        await page.getByRole('button', { name: 'Remove the box' }).waitFor();
        // Control points, one of which only checks.
        await goTo(page, 'Control and loops');
        await page.locator('[data-busy="false"]').waitFor();
        await loadPoints(window);
        await page.getByLabel('Role of B').selectOption('check');
        await page.locator('[data-busy="false"]').waitFor();

        // What the report says of the survey, and a run of the lab.
        await goTo(page, reports.title);
        await page.getByRole('button', { name: reports.editHeading }).click();
        await page.getByRole('dialog').getByLabel(epochs.heading.mine).fill('San Rafael');
        await page.getByRole('dialog').getByRole('button', { name: epochs.heading.keep }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        writeLabClouds(folder);
        await chooseClouds(window);
        await page.getByLabel('Engine').selectOption('cpu');
        await page.getByLabel('Method').first().selectOption('icp-point');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await page.getByRole('table', { name: 'Runs side by side' }).getByRole('row').nth(1).waitFor();
        await goTo(page, 'Sections and volume');

        const before = await shown(page);
        expect(before).toMatchObject({
          panel: 'Sections and volume',
          pose: GRID_POSE,
          counted: 'horizontal',
          limit: '77',
          measures: [expect.stringMatching(/^\d/)],
          notes: 1,
          mine: 'San Rafael',
          runs: [expect.anything(), expect.stringContaining('ICP, point to point')],
          tab: 'Design',
          from: '8',
          interval: '1',
          density: '2.7',
          width: '4',
          boxes: 1,
        });
        expect(before.volume).not.toBe(untouched.volume);
        await picture(page, 'work-before');
        await page.reload();
        await measured(page);
        await picture(page, 'work-reloaded');
        expect(await shown(page)).toEqual(before);

        const other = join(folder, 'other.socavon');
        copyFileSync((await surveyedDrive()).project, other);
        await goTo(page, 'Project');
        await openProject(window, other);
        await page.getByText(other, { exact: true }).waitFor();
        await goTo(page, 'Sections and volume');
        expect(await sections(page)).toEqual(untouched);
        await goTo(page, 'Project');
        await openProject(window, join(folder, 'drive.socavon'));
        await page.getByText(join(folder, 'drive.socavon'), { exact: true }).waitFor();
        // The panel from which the other project was opened.
        expect(await shown(page)).toEqual({ ...before, panel: 'Project' });

        // What is looked at stays; everything else is undone, with the control points.
        for (let steps = 0; await undo.isEnabled(); steps++) {
          expect(steps).toBeLessThan(40);
          const label = (await undo.getAttribute('aria-label'))!;
          expect(label).toMatch(/^Undo: /);
          await page.keyboard.press('Control+z');
          await expect
            .poll(async () => [await undo.isEnabled(), await redo.getAttribute('aria-label')], {
              timeout: PATIENCE_MS,
            })
            .toEqual([expect.anything(), label.replace('Undo', 'Redo')]);
          await expect.poll(() => redo.isEnabled(), { timeout: PATIENCE_MS }).toBe(true);
        }
        const { tab, section } = before;
        expect(await sections(page)).toEqual({ ...untouched, tab, section: expect.any(String) });
        // While a step is made, neither can be pressed: both are to be seen at one moment.
        const enabled = () =>
          page
            .locator('[data-history]')
            .evaluateAll((buttons) =>
              (buttons as HTMLButtonElement[])
                .filter(({ disabled }) => !disabled)
                .map(({ dataset }) => dataset.history),
            );
        await expect
          .poll(
            async () => {
              const now = await enabled();
              if (now.includes('redo')) await page.keyboard.press('Control+y');
              return now;
            },
            { timeout: PATIENCE_MS },
          )
          .toEqual(['undo']);
        expect(before).toMatchObject({ ...(await sections(page)), section });
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
