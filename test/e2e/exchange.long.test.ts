import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { DXF_READER_DEFAULTS, readDxf } from '../../src-core/io/cad/dxf/dxf-reader.ts';
import { readLandXml } from '../../src-core/io/cad/landxml/landxml-reader.ts';
import { UNIT_DEFAULTS } from '../../src-core/io/cad/length-units.ts';
import { readStr } from '../../src-core/io/cad/str-reader.ts';
import { datedEpochs, EPOCHS } from '../fixtures/two-epoch-project.ts';
import { TEXTS } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { placeByPoses } from './harness/place-by-poses.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

const DENSITY = 2.7;
/** A section about its axis, across and upwards, m: 4.40 m wide, 3.90 m high. */
const DRAWN: readonly (readonly [number, number])[] = [
  [-2.2, -1.5],
  [2.2, -1.5],
  [2.2, 1],
  [1.2, 2.4],
  [-1.2, 2.4],
  [-2.2, 1],
];

const goTo = (page: Page, panel: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name: panel }).click();

describeInOneHost('files of other programs', (open) => {
  it(
    'asks which line of a file the axis is, takes designs of drawings, weighs the rounds of a period, and writes drawings that read back',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const epochs = await datedEpochs(folder);
        writeDrawings(folder, epochs.axis);
        await openProject(window, epochs.path);
        await goTo(page, 'Epochs and advance');
        await placeByPoses(page, TEXTS.en, [epochs.earlierPose, epochs.laterPose]);

        // Two strings: the program does not guess.
        await goTo(page, 'Sections and volume');
        await page.getByText('All points of all').waitFor();
        await page.getByRole('tab', { name: 'Range and axis' }).click();
        await choose(window, page.getByRole('button', { name: 'Choose an axis file…' }), 'lines.str');
        await page
          .getByText(/has 2 lines \(7, 8\); say by its name which one is the axis/)
          .first()
          .waitFor();
        const line = page.getByLabel('Line of the file');
        await line.fill('7');
        await line.press('Tab');
        const length = page.locator('header').getByText('All points of all');
        await length.waitFor();

        await page.getByLabel('Rounds').selectOption('length');
        await page.getByRole('spinbutton', { name: 'First from chainage' }).fill('18');
        await page.getByRole('spinbutton', { name: 'Length', exact: true }).fill('1.5');

        // A design drawn by another program: the one closed outline, or the layer that is told.
        await page.getByRole('tab', { name: 'Design' }).click();
        const load = page.getByRole('button', { name: 'Load…' });
        const shape = page.getByLabel('Shape');
        await choose(window, load, 'section.dxf');
        await expect.poll(() => shape.inputValue()).toBe('polyline');
        await page.getByText('Line of excavation: 4.40 × 3.90 m').waitFor();
        await page.getByRole('button', { name: 'Remove', exact: true }).click();
        await choose(window, load, 'sections.str');
        await page.getByText(/say/).first().waitFor();
        await page.getByLabel('Layer or string').fill('2');
        await page.getByRole('button', { name: 'Read it so' }).click();
        await page.getByText('Line of excavation: 4.80 × 3.90 m').waitFor();

        await page.getByRole('tab', { name: 'Results' }).click();
        await page.getByRole('spinbutton', { name: 'Density in place' }).fill(String(DENSITY));
        await page.locator('[data-tonnes]').waitFor();

        await goTo(page, 'Epochs and advance');
        await page.getByLabel('From chainage').fill(String(EPOCHS.from));
        await page.getByRole('button', { name: 'Compare', exact: true }).click();
        const period = page.getByRole('table', { name: 'Volume of the period' });
        const [, volume, , tonnes] = await figures(period.getByRole('row', { name: /^Excavated/ }));
        expect(Math.abs(volume - epochs.truth.periodVolume)).toBeLessThan(0.03 * epochs.truth.periodVolume);
        expect(tonnes).toBeCloseTo(DENSITY * volume, 0);
        const rounds = page.getByRole('table', { name: 'Round by round' });
        expect(await rounds.locator('tbody').getByRole('row').count()).toBeGreaterThan(0);

        await goTo(page, 'Reports and exports');
        for (const usual of ['Report', 'Map', 'Sections', 'Trajectory', 'Volume'])
          await page.getByRole('checkbox', { name: new RegExp(`^${usual}(?: \\(|$)`) }).uncheck();
        await page.getByText('Choose at least one kind of file.').waitFor();
        await page.getByRole('checkbox', { name: /^Drawings/ }).check();
        await page.getByRole('checkbox', { name: /^SVG/ }).check();
        await page.getByRole('checkbox', { name: /^Unrolled map \(/ }).check();
        await page.getByRole('checkbox', { name: /^Triangle meshes/ }).check();
        for (const usual of [/^OBJ/, /^GLB/]) await page.getByRole('checkbox', { name: usual }).uncheck();
        await page.getByText('Choose at least one format of triangle meshes.').waitFor();
        await page.getByRole('checkbox', { name: /^STL/ }).check();
        mkdirSync(join(folder, 'drawings'));
        await choose(window, page.getByRole('button', { name: 'Write files…' }), 'drawings', true);
        await page.getByText('Files exported').waitFor();
        readBack(join(folder, 'drawings'));
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

/** An axis file of two strings, and drawings of sections as other programs write them. */
function writeDrawings(folder: string, axis: string): void {
  const vertices = readFileSync(axis, 'utf8').trim().split('\n').slice(1);
  const line = vertices.map((vertex) => vertex.split(',').slice(1).map(Number));
  writeFileSync(join(folder, 'lines.str'), strings({ 7: line, 8: line.map(([x, y, z]) => [x, y + 40, z]) }));
  const wider = DRAWN.map(([across, up]) => [(across * 4.8) / 4.4, 0, up]);
  const closed = (section: number[][]): number[][] => [...section, section[0]];
  const drawn = DRAWN.map(([across, up]) => [across, 0, up]);
  writeFileSync(join(folder, 'sections.str'), strings({ 1: closed(drawn), 2: closed(wider) }));
  writeFileSync(join(folder, 'section.dxf'), dxfOutline());
}

/** Surpac strings by number, northing first. */
function strings(lines: Readonly<Record<number, readonly (readonly number[])[]>>): string {
  const body = Object.entries(lines).map(
    ([number, points]) =>
      `${points.map(([x, y, z]) => `${number}, ${y}, ${x}, ${z},`).join('\n')}\n0, 0, 0, 0,`,
  );
  return `lines,22-Nov-26,,\n0, 0, 0, 0, 0, 0, 0\n${body.join('\n')}\n0, 0, 0, 0, END\n`;
}

/** The section as a closed LWPOLYLINE in metres. */
function dxfOutline(): string {
  const pairs = [
    ...[[0, 'SECTION'], [2, 'HEADER'], [9, '$INSUNITS'], [70, 6], [0, 'ENDSEC'], [0, 'SECTION'], [2, 'ENTITIES']],
    ...[[0, 'LWPOLYLINE'], [8, 'DESIGN'], [90, DRAWN.length], [70, 1]],
    ...DRAWN.flatMap(([x, y]) => [[10, x], [20, y]]),
    ...[[0, 'ENDSEC'], [0, 'EOF']],
  ]; // biome-ignore format: groups as a file has them
  return pairs.map(([code, value]) => `${code}\n${value}`).join('\n');
}

/** Every drawing is there, and holds the lines that it is for. */
function readBack(folder: string): void {
  const names = readdirSync(folder, { recursive: true }).map(String);
  const bytesOf = (name: string): Uint8Array => readFileSync(join(folder, name));
  const ending = (end: string): string[] => names.filter((name) => name.endsWith(end));
  for (const end of ['.dxf', '.str', '.xml', '.svg', '.tif', '.png', '.pgw'])
    expect(ending(end).length, `${end} of ${names}`).toBeGreaterThan(0);
  for (const name of ending('.dxf'))
    expect(readDxf(bytesOf(name), name, DXF_READER_DEFAULTS).polylines.length).toBeGreaterThan(10);
  for (const name of ending('.str')) {
    const lines = readStr(bytesOf(name), name, UNIT_DEFAULTS).polylines.map((line) => line.name);
    // Axis, left and right wall, sections, design.
    for (const number of ['1', '2', '3', '10', '20']) expect(lines).toContain(number);
  }
  for (const name of ending('.xml'))
    expect(readLandXml(bytesOf(name), name, null).alignments.length, name).toBe(1);
  expect(ending('.stl').sort()).toEqual(['solid-local.stl', 'wall-surface-local.stl']);
  for (const { file, triangles } of JSON.parse(readFileSync(join(folder, 'meshes.json'), 'utf8')).files)
    expect(bytesOf(file).length).toBe(84 + 50 * triangles);
  for (const name of ending('.svg')) expect(readFileSync(join(folder, name), 'utf8')).toContain('</svg>');
}

/** The cells of a row as numbers; words are none. */
async function figures(row: Locator): Promise<number[]> {
  await row.waitFor();
  const cells = await row.getByRole('cell').allInnerTexts();
  return cells.map((cell) => Number(cell.replaceAll('\u202f', '')));
}

/** Presses a button that asks for a file of the window's folder, or for a folder of it, and answers it. */
async function choose(
  { page, host, folder, answerDialogs }: OpenedWindow,
  button: Locator,
  name: string,
  isFolder = false,
): Promise<void> {
  if (host !== 'serve') await answerDialogs([join(folder, name)]);
  await button.click();
  if (host !== 'serve') return;
  const dialog = page.getByRole('dialog');
  const entry = dialog.getByRole('button', { name, exact: true });
  if (!isFolder) {
    await entry.dblclick();
    return;
  }
  await entry.click();
  // The way to the folder on show ends in it.
  const way = dialog.getByRole('navigation', { name: 'Folders' });
  await way.getByRole('button', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
  await dialog.getByRole('button', { name: 'Use this folder' }).click();
}
