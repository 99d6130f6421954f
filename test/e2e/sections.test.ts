import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { chainageText, fixed } from '../../src-core/report/texts/format.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { engineThread } from '../engine/engine-thread.ts';
import { changeStored } from '../fixtures/change-stored.ts';
import { simulatedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { isInView } from './harness/in-view.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';
import { writeInto } from './harness/write-files.ts';

/** Enough for sections that close, and not all of the drive. */
const PLACED_BEFORE = 80;

const goTo = (page: Page, panel: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name: panel }).click();

/** Zooms the drawing of the section, writes it in every format, and finds its row in the table. */
async function shownAndExported({ page, folder, host, answerDialogs }: OpenedWindow): Promise<void> {
  const section = page.getByRole('region', { name: 'Section' });
  await section.getByText(/^Looking up-chainage, azimuth \d+°$/).waitFor();
  const figure = section.getByRole('img');
  const shown = (): Promise<string | null> => figure.getAttribute('viewBox');
  const all = await shown();
  await figure.focus();
  await page.keyboard.press('+');
  await expect.poll(shown, { timeout: PATIENCE_MS }).not.toBe(all);
  await figure.dblclick();
  await expect.poll(shown, { timeout: PATIENCE_MS }).toBe(all);
  const { width, height } = (await figure.boundingBox())!;
  await figure.hover({ position: { x: width / 3, y: height / 3 } });
  await page.mouse.wheel(0, -300);
  await expect.poll(shown, { timeout: PATIENCE_MS }).not.toBe(all);
  await section.getByRole('button', { name: 'Fit section' }).click();
  await expect.poll(shown, { timeout: PATIENCE_MS }).toBe(all);

  for (const [item, name] of [
    ['Drawing (SVG)…', 'section.svg'],
    ['CAD drawing (DXF)…', 'section.dxf'],
    ['Picture, 300 dpi (PNG)…', 'section.png'],
  ] as const) {
    if (host !== 'serve') await answerDialogs([join(folder, name)]);
    await section.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    if (host === 'serve') {
      await page.getByLabel('File name').fill(name);
      await page.getByRole('button', { name: 'Save here', exact: true }).click();
    }
    await expect.poll(() => readdirSync(folder).includes(name), { timeout: PATIENCE_MS }).toBe(true);
  }
  const written = (name: string): Buffer => readFileSync(join(folder, name));
  expect(written('section.svg').toString()).toMatch(
    /Looking up-chainage, azimuth \d+° · \d\.\d\d × \d\.\d\d m/,
  );
  expect(written('section.dxf').toString()).toContain('PROFILE_MEASURED');
  // At 300 dpi a sheet of 110 mm has some 1300 pixels.
  expect(written('section.png').readUInt32BE(16)).toBeGreaterThan(1200);

  // The table is at the row of the section, also when another is chosen beside it.
  await page.getByRole('tab', { name: 'Sections', exact: true }).click();
  const chosen = page.getByRole('table', { name: 'Sections by chainage' }).locator('[aria-pressed="true"]');
  for (let k = 0; k < 20; k++) await page.keyboard.press('PageDown');
  await expect.poll(async () => isInView(chosen), { timeout: PATIENCE_MS }).toBe(true);
  for (let k = 0; k < 20; k++) await page.keyboard.press('PageUp');
}

describeInOneHost('sections, volume and reports', (open) => {
  it(
    "shows the command line's volume, another range and a design, and writes the report in both languages",
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);
        // The files under `out` are those of the command line.
        const { out } = await surveyedDrive();
        const expected = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8'));
        await goTo(page, 'Sections and volume');
        const volume = page.locator('[data-volume] b');
        const { value, plusMinus } = expected.volume;
        await expect
          .poll(() => volume.innerText(), { timeout: PATIENCE_MS })
          .toBe(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³`);
        await page.getByText('All points of all').waitFor();
        // With the volume per metre beside it, and how much of the drive it is of, as the command line says.
        const { perMetre, coverage } = expected;
        expect(await page.locator('[data-per-metre]').innerText()).toBe(
          `${fixed(perMetre.value, 2)} ± ${fixed(perMetre.plusMinus, 2)} m³/m`,
        );
        expect(await page.locator('[data-coverage] p').innerText()).toContain(
          `${fixed(coverage.coveredLength, 1)} of the ${fixed(coverage.drivenLength, 1)} m of the path are in the volume`,
        );
        const states = page.getByRole('table', { name: 'State of the wall along the drive' });
        expect(await states.getByRole('row').count()).toBe(1 + coverage.stretches.length);
        await picture(page, `sections-${window.host}-coverage`);
        const methods = page.getByRole('table', { name: 'Volume by method' });
        expect(await methods.getByRole('row').count()).toBe(5);
        await expect(methods.getByRole('row', { name: 'Prismoidal' }).innerText()).resolves.toContain(
          fixed(expected.methods.prismoidal, 2),
        );

        // Keys go from section to section.
        const chainage = page.getByRole('region', { name: 'Section' }).getByRole('heading');
        const first = await chainage.innerText();
        await page.keyboard.press('PageDown');
        await expect.poll(() => chainage.innerText(), { timeout: PATIENCE_MS }).not.toBe(first);
        await page.keyboard.press('PageUp');
        await expect.poll(() => chainage.innerText(), { timeout: PATIENCE_MS }).toBe(first);

        // All of it is measured: nothing is left that the button would do.
        expect(await page.getByRole('button', { name: 'Measure at full density' }).count()).toBe(0);
        await shownAndExported(window);

        // A design changes nothing of the volume, and a smaller one leaves more overbreak.
        await page.getByRole('tab', { name: 'Design' }).click();
        await page.getByRole('button', { name: 'Add a design' }).click();
        const overbreak = page.locator('header p', { hasText: 'overbreak' }).locator('b').first();
        await overbreak.waitFor();
        // With its ± behind it.
        const before = Number.parseFloat(await overbreak.innerText());
        await page.getByRole('spinbutton', { name: 'Width', exact: true }).fill('4');
        await expect
          .poll(async () => Number.parseFloat(await overbreak.innerText()), { timeout: PATIENCE_MS })
          .toBeGreaterThan(before + 1);
        expect(await volume.innerText()).toBe(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³`);
        await page.getByRole('spinbutton', { name: 'Height', exact: true }).fill('1');
        await page.getByText('it must lie between the floor').waitFor();
        await page.getByRole('spinbutton', { name: 'Height', exact: true }).fill('4');

        // A range by keys, as by the mouse.
        await page.getByRole('slider', { name: 'From chainage' }).focus();
        for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowRight');
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).not.toContain(fixed(value, 2));
        const from = await page.getByRole('slider', { name: 'From chainage' }).getAttribute('aria-valuenow');

        // The report answers the same question, in the frame and in the files.
        await goTo(page, 'Reports and exports');
        for (const [language, words] of [
          ['en', 'Overbreak'],
          ['es', 'Sobrerotura'],
        ]) {
          await page.getByLabel('Language of the report').selectOption(language);
          await page.getByRole('button', { name: 'Preview' }).first().click();
          const report = page.frameLocator('iframe');
          await report.locator(`html[lang="${language}"]`).waitFor();
          expect(await report.locator('body').innerText()).toContain(words);
          expect(await report.locator('body').innerText()).toContain(chainageText(Number(from)));
          mkdirSync(join(window.folder, language));
          await writeInto(window, language);
          const html = readFileSync(join(window.folder, language, 'report.html'), 'utf8');
          expect(html).toContain(`<html lang="${language}">`);
          expect(html).toContain(words);
          expect(readdirSync(join(window.folder, language)).sort()).toEqual(readdirSync(out).sort());
        }
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

describeInOneHost('sections of a part, or of a drive that grows', (open) => {
  it.runIf(IS_LONG)(
    'keeps the grid of the coordinates that is chosen',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const path = join(folder, 'grid.socavon');
        copyFileSync((await surveyedDrive()).project, path);
        await openProject(window, path);
        await page.getByText(path, { exact: true }).waitFor();
        await goTo(page, 'Sections and volume');
        await page.getByText('All points of all').waitFor();
        await page.getByRole('tab', { name: 'Range and axis' }).click();
        await page.getByText('First scan in the mine grid').click();
        const grid = page.getByLabel('Grid of the coordinates');
        expect(await grid.inputValue()).toBe('');
        await grid.selectOption({ label: 'WGS 84 / UTM zone 18S' });
        const stored = (): unknown => {
          const database = new Database(path, { readonly: true });
          try {
            const row = database.prepare("SELECT value FROM work_fields WHERE field = 'grid'").pluck().get();
            return typeof row === 'string' ? JSON.parse(JSON.parse(row)).epsg : null;
          } finally {
            database.close();
          }
        };
        await expect.poll(stored, { timeout: PATIENCE_MS }).toBe(32_718);
        await picture(page, `sections-${window.host}-grid`);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.runIf(IS_LONG)(
    'shades where the length was not observed, and warns of a volume over it only',
    async () => {
      const window = await open({ preferences: { language: 'es' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const path = join(folder, 'smooth.socavon');
        copyFileSync((await surveyedDrive()).project, path);
        letGoOfTheMiddle(path);
        await openProject(window, path, 'es');
        await page.getByText(path, { exact: true }).waitFor();
        await goTo(page, 'Secciones y volumen');
        const doubt = page.locator('header').getByText('longitud no observada en parte');
        await doubt.waitFor();
        expect(await page.locator('[data-unobserved]').count()).toBe(1);
        await page.getByText('longitud no observada', { exact: true }).waitFor();
        await page.getByText('amarre el tramo a una longitud conocida antes de firmar').waitFor();
        await picture(page, `sections-${window.host}-unobserved`);

        // A range before the stretch is as good as if there were none.
        const to = page.getByRole('slider', { name: 'Hasta la progresiva' });
        await to.focus();
        for (let i = 0; i < 26; i++) await page.keyboard.press('ArrowLeft');
        await doubt.waitFor({ state: 'detached' });
        expect(await page.locator('[data-unobserved]').count()).toBe(1);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.runIf(IS_LONG)(
    'asks whether a width is in millimetres, keeps a design by stretches, and tells sectors, rounds and tonnes',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);
        await goTo(page, 'Sections and volume');
        await page.getByText('All points of all').waitFor();
        // Both totals are always said.
        for (const total of ['withRecesses', 'withoutRecesses'])
          expect(await page.locator(`[data-total="${total}"] b`).innerText()).toMatch(/^[\d.]+ ± [\d.]+ m³$/);

        await page.getByRole('tab', { name: 'Design' }).click();
        await page.getByRole('button', { name: 'Add a design' }).click();
        const width = page.getByRole('spinbutton', { name: 'Width', exact: true });
        await width.fill('4500');
        await page.getByText('is it in millimetres?').waitFor();
        await picture(page, `sections-${window.host}-millimetres`);
        await page.getByRole('button', { name: 'It is: 4.5 m' }).click();
        expect(await width.inputValue()).toBe('4.5');
        await page.getByRole('spinbutton', { name: 'Pay line' }).fill('0.1');
        await page.getByRole('spinbutton', { name: 'Tolerance outwards' }).fill('0.15');
        await page.getByRole('button', { name: 'Split the chosen one' }).click();
        await page.getByRole('button', { name: 'Stretch 2:' }).click();
        await page.getByLabel('Shape').selectOption('horseshoe');
        await picture(page, `sections-${window.host}-design`);

        await page.getByRole('tab', { name: 'Range and axis' }).click();
        await page.getByLabel('Rounds').selectOption('length');
        await page.getByRole('spinbutton', { name: 'Length', exact: true }).fill('3');
        await picture(page, `sections-${window.host}-question`);
        await page.getByRole('tab', { name: 'Results' }).click();
        const rows = (name: string) => page.getByRole('table', { name }).getByRole('row');
        await expect
          .poll(() => rows('Contour quality by round').count(), { timeout: PATIENCE_MS })
          .toBeGreaterThan(4);
        expect(await rows('By sector').count()).toBe(7);
        expect(await rows('By stretch of the design').count()).toBe(3);
        await page.getByRole('row', { name: 'of it beyond the pay line' }).waitFor();
        await page.getByRole('spinbutton', { name: 'Density in place' }).fill('0');
        await page.getByText('gives no tonnes').waitFor();
        await page.getByRole('spinbutton', { name: 'Density in place' }).fill('2.7');
        await page.locator('[data-tonnes]').waitFor();

        // The pointer on the wall reads its sector and its distance.
        await page.getByRole('img', { name: /^Section at chainage/ }).hover();
        await expect
          .poll(() => page.locator('[data-reading]').innerText(), { timeout: PATIENCE_MS })
          .toMatch(/^(crown|left|right|floor).*break 0\.\d{3} m · (measured|interpolated)/);
        await picture(page, `sections-${window.host}-results`);

        // Counted from the other end, from 100 m on.
        const chainage = page.getByRole('region', { name: 'Section' }).getByRole('heading');
        await page.getByRole('tab', { name: 'Range and axis' }).click();
        await page.getByRole('switch', { name: 'From the other end' }).click();
        const start = page.getByRole('spinbutton', { name: 'Begins at' });
        await start.fill('100');
        await start.press('Tab');
        await expect.poll(() => chainage.innerText(), { timeout: PATIENCE_MS }).toMatch(/^0\+(099|1\d\d)\./);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it.runIf(IS_LONG)(
    'shows a preliminary volume while the map grows, and the whole one when it is done',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const [untouched, begun] = ['untouched.socavon', 'begun.socavon'].map((name) => join(folder, name));
        await importedDrive(untouched);
        copyFileSync(untouched, begun);
        await placeScans(begun, PLACED_BEFORE);
        const change = async (path: string): Promise<void> => {
          await goTo(page, 'Project');
          await openProject(window, path);
          // A copy bears the name of what it is a copy of.
          await page.getByText(path, { exact: true }).waitFor();
        };
        await change(untouched);
        await goTo(page, 'Sections and volume');
        await page.getByText('Nothing is aligned yet').waitFor();
        await page.getByRole('button', { name: 'Go to the alignment' }).click();
        await page.getByRole('toolbar').getByRole('button', { name: 'Start' }).waitFor();

        await change(begun);
        await goTo(page, 'Sections and volume');
        await page.getByText('Preliminary:').waitFor();
        await goTo(page, 'Alignment');
        await page.getByRole('toolbar').getByRole('button', { name: 'Resume', exact: true }).click();
        await goTo(page, 'Sections and volume');
        await page.getByText('All points of all').waitFor({ timeout: PATIENCE_MS });
        const { out } = await surveyedDrive();
        const { value, plusMinus } = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8')).volume;
        await expect
          .poll(() => page.locator('[data-volume] b').innerText())
          .toBe(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³`);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

/** Leaves a project as if the walls had not held the motion along the drive over some metres in its middle. */
function letGoOfTheMiddle(path: string): void {
  changeStored(
    path,
    "UPDATE poses SET quality = json_set(quality, '$.degenerate', json('true'), '$.heldBy', 'assumed', '$.alongSigma', 0.6) WHERE scan_index BETWEEN 45 AND 60",
  );
}

/** A project with the simulated drive in it, of which nothing is aligned. */
async function importedDrive(path: string): Promise<void> {
  const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
  const project = Project.open(path, { create: true });
  await importFiles(project, [capture], {}, SILENT_CONTEXT);
  project.close();
}

/** Places the first scans of the only session, as a window would that was closed then. */
async function placeScans(path: string, scans: number): Promise<void> {
  const engine = engineThread();
  engine.tell({ kind: 'grant', path, scope: 'file', write: true });
  const { sessions } = await engine.client.call('project.open', { path });
  await engine.client.call('alignment.open', { sessionId: sessions[0].id, engine: 'cpu' });
  const { state } = await engine.client.call('alignment.advance', { scans, thinning: 0 });
  expect(state).toMatchObject({ next: scans, done: false });
  await engine.client.call('project.close', {});
  engine.tell({ kind: 'close' });
  await engine.ended;
}
