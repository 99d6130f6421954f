import { copyFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { datedEpochs } from '../fixtures/two-epoch-project.ts';
import { IS_LONG } from '../support/tier.ts';
import { writeLabClouds } from './harness/lab-clouds.ts';
import {
  FEW_LOOKS,
  faultsOf,
  keepPicture,
  type Look,
  looksAt,
  nameOf,
  oneLookAt,
  TEXTS,
  wear,
} from './harness/look.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { placeByPoses } from './harness/place-by-poses.ts';
import { describeInEveryHost, type OpenWindow } from './harness/scenes.ts';
import { FIELD_LAPTOP, type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

type Words = (typeof TEXTS)['es'];

/** A panel as the rail has them, with something in it to be seen. */
interface Panel {
  /** Done once, in Spanish. */
  readonly prepare: (page: Page) => Promise<unknown>;
  /** Done in every look. */
  readonly dress?: (page: Page, look: Look) => Promise<unknown>;
  /** Where else what it found is shown, by its name in the pictures; looked at in few looks. */
  readonly elsewhere?: Readonly<Record<string, (page: Page, look: Look) => Promise<unknown>>>;
}

const PANELS: readonly Panel[] = [
  { prepare: (page) => page.getByRole('article').first().waitFor() },
  { prepare: (page) => page.getByRole('listbox').getByRole('option').first().waitFor() },
  { prepare: lookForLoops },
  { prepare: (page) => page.locator('[data-settled="true"]').waitFor() },
  { prepare: addDesign },
  { prepare: layOutFlat },
  {
    prepare: (page) => page.locator('[data-period]').waitFor(),
    dress: leaveJoin,
    elsewhere: {
      'movement-flat': showMovement('unroll'),
      'movement-map': showMovement('map'),
      join: showJoin,
    },
  },
  { prepare: async () => {}, dress: previewReport },
  { prepare: registerClouds },
];

/** The drive has no targets and no place that was passed twice: the panel says so. */
async function lookForLoops(page: Page): Promise<void> {
  const { control } = TEXTS.es;
  await page.getByRole('toolbar').getByRole('button', { name: control.findLoops }).click();
  await page.getByText(control.loops.noneTitle).waitFor();
}

async function addDesign(page: Page): Promise<void> {
  const { sections } = TEXTS.es;
  await page.getByText(/^Con todos los puntos/).waitFor();
  await page.getByRole('tab', { name: sections.tabs.design }).click();
  await page.getByRole('button', { name: sections.addDesign }).click();
  await page.locator('header p', { hasText: sections.over }).waitFor();
  await page.getByRole('tab', { name: sections.tabs.results }).click();
}

async function layOutFlat(page: Page): Promise<void> {
  await page.getByRole('img', { name: TEXTS.es.flat.mapLabel }).waitFor();
}

/** In the language of the window. */
async function previewReport(page: Page, { language }: Look): Promise<void> {
  const { reports } = TEXTS[language];
  const shown = page.frameLocator('iframe').locator(`html[lang="${language}"]`);
  if ((await page.locator('iframe').count()) > 0 && (await shown.count()) > 0) return;
  await page.getByLabel(reports.language).selectOption(language);
  await page.getByRole('button', { name: reports.preview }).first().click();
  await shown.waitFor();
}

async function registerClouds(page: Page): Promise<void> {
  const { lab } = TEXTS.es;
  for (const [side, file] of [
    ['source', 'moves.xyz'],
    ['target', 'stays.xyz'],
  ] as const) {
    await page.getByRole('button', { name: lab.choose[side] }).click();
    await page.getByRole('dialog').getByRole('button', { name: file }).dblclick();
    await page.getByText(file).waitFor();
  }
  await page.getByLabel(lab.engine).selectOption('cpu');
  const rows = page.getByRole('table', { name: lab.runsTitle }).getByRole('row');
  for (const [place, method] of ['icp-point', 'newton-second-order'].entries()) {
    await page.getByLabel(lab.method).first().selectOption(method);
    await page.getByRole('button', { name: lab.run, exact: true }).click();
    await rows.nth(place + 1).waitFor();
  }
}

/** What moved between the two surveys, on the wall laid out flat or on the map. */
function showMovement(where: 'unroll' | 'map') {
  return async (page: Page, { language }: Look): Promise<void> => {
    const { epochs, flat, viewer } = TEXTS[language];
    await go(page, epochs.title);
    await page.getByRole('tab', { name: epochs.tabs.convergence }).click();
    await page.getByRole('button', { name: epochs.convergence[where], exact: true }).click();
    if (where === 'unroll') {
      await page.getByRole('img', { name: flat.mapLabel }).waitFor();
      await page.getByText(flat.layerHelp.convergence).waitFor();
    } else {
      await page.getByText(viewer.convergenceHelp).waitFor();
      await page.locator('[data-settled="true"]').waitFor();
    }
  };
}

/** The panel that joins two surveys, with both maps to pick in. */
async function showJoin(page: Page, { language }: Look): Promise<void> {
  const { epochs, joins } = TEXTS[language];
  await go(page, epochs.title);
  await page.getByRole('button', { name: epochs.showJoin }).click();
  await page.getByRole('radio', { name: joins.ways.points }).check();
  for (const view of await page.locator('[data-settled]').all())
    await view.and(page.locator('[data-settled="true"]')).waitFor();
}

/** Back from it to the surveys. */
async function leaveJoin(page: Page, { language }: Look): Promise<void> {
  const leave = page.getByRole('button', { name: TEXTS[language].joins.leave });
  if ((await leave.count()) > 0) await leave.click();
}

/** A window in Spanish. */
async function openInSpanish(open: OpenWindow): Promise<OpenedWindow> {
  const window = await open({ size: FIELD_LAPTOP, preferences: { language: 'es', theme: 'dark' } });
  writeLabClouds(window.folder);
  window.page.setDefaultTimeout(PATIENCE_MS);
  return window;
}

/** A pose as a person types it: millimetres, and what a quaternion needs for that over the length of a drive. */
const asTyped = (pose: string): string =>
  pose
    .split(' ')
    .map((value, k) => Number(value).toFixed(k < 3 ? 3 : 6))
    .join(' ');

/** Opens a project of two dated surveys, and tells what changed from one to the other. */
async function openCompared(window: OpenedWindow): Promise<void> {
  const { page, folder } = window;
  const { epochs, project } = TEXTS.es;
  const { path, earlierPose, laterPose } = await datedEpochs(folder);
  await openProject(window, path, 'es');
  await go(page, epochs.title);
  await placeByPoses(page, TEXTS.es, [asTyped(earlierPose), asTyped(laterPose)]);
  await page.getByRole('button', { name: epochs.compare, exact: true }).click();
  await page.locator('[data-period]').waitFor();
  await go(page, project.title);
}

/** What is worked on is not what the panel looks like: the button of the jobs counts none. */
const idle = (page: Page, { language }: Look): Promise<void> =>
  page
    .getByRole('contentinfo')
    .getByRole('button', { name: TEXTS[language].shell.tray.title, exact: true })
    .waitFor();

describeInEveryHost('the look of the window', (open, host) => {
  // The same page in every host: once is enough.
  it.runIf(host === 'serve')(
    'has no serious fault of accessibility, no raw key, nothing cut and no overlap on any panel',
    async () => {
      const window = await openInSpanish(open);
      const { page } = window;
      try {
        await openCompared(window);
        const results: string[] = [];
        const places = page.getByRole('navigation').getByRole('button');
        expect(await places.count()).toBe(PANELS.length);
        for (const [index, { prepare, dress, elsewhere }] of PANELS.entries()) {
          await wear(page, FEW_LOOKS[0]);
          await places.nth(index).click();
          await prepare(page);
          const check = async (look: Look, part: string): Promise<void> => {
            const faults = await faultsOf(page, look.language);
            results.push(...faults.map((fault) => `panel ${index + 1}${part}, ${nameOf(look)}: ${fault}`));
          };
          for (const look of looksAt(index)) {
            await wear(page, look);
            await dress?.(page, look);
            await idle(page, look);
            await check(look, '');
            await keepPicture(page, `${index + 1}-${nameOf(look)}`);
            const tabs = page.getByRole('main').getByRole('tab');
            for (let tab = (await tabs.count()) - 1; tab >= 0; tab--) {
              await tabs.nth(tab).click();
              // The first is what was shown.
              if (tab > 0) await check(look, ` tab ${tab + 1}`);
            }
          }
          for (const look of IS_LONG && elsewhere !== undefined ? oneLookAt(index) : []) {
            await wear(page, look);
            await dress?.(page, look);
            for (const [name, show] of Object.entries(elsewhere!)) {
              await show(page, look);
              await idle(page, look);
              await check(look, ` ${name}`);
              await keepPicture(page, `${index + 1}-${name}-${nameOf(look)}`);
              await places.nth(index).click();
            }
          }
        }
        expect(results).toEqual([]);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.runIf(host === 'serve' && IS_LONG)(
    'has no such fault in its dialogs',
    async () => {
      const window = await openInSpanish(open);
      const { page, folder } = window;
      const drive = await simulatedDrive('legacy16');
      mkdirSync(join(folder, 'informes'));
      for (const name of ['capture.pcap', 'metadata.json'])
        copyFileSync(join(drive, name), join(folder, name));
      try {
        await openSurveyed(window, 'es');
        const results: string[] = [];
        for (const [place, [name, show]] of Object.entries(DIALOGS).entries()) {
          for (const look of oneLookAt(place)) {
            await wear(page, look);
            const words = TEXTS[look.language] as Words;
            const dialog = page.getByRole('dialog');
            await show(page, words);
            await dialog.waitFor();
            const faults = await faultsOf(page, look.language);
            results.push(...faults.map((fault) => `${name}, ${nameOf(look)}: ${fault}`));
            await keepPicture(page, `dialog-${name}-${nameOf(look)}`);
            await page.keyboard.press('Escape');
            await dialog.waitFor({ state: 'detached' });
          }
        }
        expect(results).toEqual([]);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name }).click();
const press = (page: Page, name: string): Promise<void> =>
  page.getByRole('main').getByRole('button', { name, exact: true }).first().click();

/** How each dialog is shown. */
const DIALOGS: Readonly<Record<string, (page: Page, words: Words) => Promise<unknown>>> = {
  async files(page, { project }) {
    await go(page, project.title);
    await press(page, project.open);
    await inDialog(page, 'drive.socavon').waitFor();
  },
  async import(page, { project }) {
    await go(page, project.title);
    await press(page, project.importCaptures);
    await inDialog(page, 'capture.pcap').click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await page.getByRole('img', { name: project.preview.firstScan }).waitFor();
    await page.getByText(project.preview.noProblems).waitFor();
  },
  preferences: (page) => page.getByRole('banner').getByRole('button').last().click(),
  async palette(page) {
    await page.keyboard.press('Control+k');
    await page.getByRole('option').first().waitFor();
  },
  async nudge(page, { alignment }) {
    await go(page, alignment.title);
    await press(page, alignment.nudge.open);
  },
  async options(page, { alignment }) {
    await go(page, alignment.title);
    await press(page, alignment.options.open);
  },
  async heading(page, { epochs }) {
    await go(page, epochs.title);
    await page.getByRole('list', { name: epochs.list }).getByRole('button').first().click();
  },
};

function inDialog(page: Page, name: string): Locator {
  return page.getByRole('dialog').getByRole('button', { name });
}
