import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import { BufferSource, EncodedPacketSink, Input, WEBM } from 'mediabunny';
import { expect, it } from 'vitest';
import { csvNumber, csvTable } from '../../src-core/io/tables/csv-table.ts';
import { goToMap, measureAcross, saveAs, settledMap } from './harness/map-page.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** A software renderer draws it; a pixel fewer is time won. */
const SMALL = { width: 1000, height: 640 };
const FPS = 24;

async function openMap({ page }: OpenedWindow): Promise<void> {
  await goToMap(page);
}

describeInOneHost('measures of the map', (open) => {
  it(
    'are kept with name and ±, undone, and written as a table',
    async () => {
      let window = await open({ size: SMALL, preferences: { language: 'en' } });
      try {
        let { page } = window;

        await openSurveyed(window);
        await openMap(window);
        await page.keyboard.press('5');
        await settledMap(page);
        await measureAcross(page, 0);
        await measureAcross(page, 25);
        const list = page.getByRole('region', { name: 'Measures', exact: true });
        await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
        await expect.poll(() => list.getByText(/^\d\.\d{3}\sm ±\s0\.\d{3}\sm$/).count()).toBe(2);
        const name = list.getByLabel('Name of “Distance 1”');
        await name.fill('Span at the face');
        await name.blur();
        await list.getByLabel('Name of “Span at the face”').waitFor();
        expect(await page.locator('[data-measure] text').allTextContents()).toEqual([
          expect.stringMatching(/^Span at the face: \d/),
          expect.stringMatching(/^Distance 2: \d/),
        ]);
        await picture(page, `measures-${window.host}`);

        await list.getByRole('button', { name: 'Remove “Distance 2”' }).click();
        await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
        await page.getByRole('button', { name: 'Undo: measure of the map' }).click();
        await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
        await list.getByRole('button', { name: 'Show “Distance 2” in the map' }).click();
        await expect.poll(() => page.locator('[data-measure]').count()).toBe(1);

        const values = await list.locator('.value').allTextContents();
        expect(window.complaints).toEqual([]);
        await page.waitForTimeout(1500);
        window = await window.reopen();
        page = window.page;

        await page.getByRole('button', { name: /drive/ }).first().click();
        await openMap(window);
        const again = page.getByRole('region', { name: 'Measures', exact: true });
        await again.getByLabel('Name of “Span at the face”').waitFor();
        await expect.poll(() => again.locator('.value').allTextContents()).toEqual(values);
        expect(await page.locator('[data-measure]').count()).toBe(1);

        const file = await saveAs(window, 'measures.csv', () =>
          again.getByRole('button', { name: 'Save as CSV…' }).click(),
        );
        await page.getByText('The measures are written').waitFor();
        const table = csvTable(readFileSync(file, 'utf8'));
        expect(table.rows).toHaveLength(4);
        const of = (row: number, column: string): number =>
          csvNumber(table.rows[row], table.columns.indexOf(column));
        for (const [row, text] of [
          [0, values[0]],
          [2, values[1]],
        ] as const) {
          const [value, plusMinus] = [...text.matchAll(/\d+\.\d+/g)].map(([figure]) => Number(figure));
          expect(of(row, 'value')).toBeCloseTo(value, 3);
          expect(of(row, 'plus_minus')).toBeCloseTo(plusMinus, 2);
          const apart = ['easting_m', 'northing_m', 'elevation_m'].map(
            (column) => of(row + 1, column) - of(row, column),
          );
          expect(Math.hypot(...apart)).toBeCloseTo(value, 2);
        }
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

describeInOneHost('pictures of the map', (open) => {
  it(
    'are written to scale for print, and as a video of the whole axis',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en' } });
      try {
        const { page } = window;

        await openSurveyed(window);
        await openMap(window);
        await page.keyboard.press('3');
        await settledMap(page);
        await page.getByRole('button', { name: 'Picture for print' }).click();
        await page.getByLabel('Resolution').selectOption({ label: '150 dpi' });
        await page.getByLabel('Scale', { exact: true }).selectOption({ label: '1:200' });
        await picture(page, `print-${window.host}`);
        const png = await saveAs(window, 'map.png', () =>
          page.getByRole('button', { name: 'Save picture…' }).click(),
        );
        await page.getByText('The picture is written').waitFor();
        const { width, height, resolution, data, channels } = decode(readFileSync(png), { checkCrc: true });
        expect([width, height]).toEqual([1754, 1240]);
        expect(resolution).toEqual({ x: 5906, y: 5906, unit: 1 });
        // The map is on the sheet: colours, which ink has none of.
        let coloured = 0;
        for (let i = 0; i < data.length; i += channels)
          if (Math.max(data[i], data[i + 1], data[i + 2]) - Math.min(data[i], data[i + 1], data[i + 2]) > 60)
            coloured++;
        expect(coloured).toBeGreaterThan(5000);

        await page.getByRole('button', { name: 'Fly-through' }).click();
        await page.getByLabel('Size', { exact: true }).selectOption({ label: '1280 × 720' });
        await page.getByLabel('Frames per second').selectOption({ label: `${FPS}` });
        await page.getByLabel('Duration').fill('0.5');
        await page.getByLabel('Duration').blur();
        const summary = await page.getByText(/ frames$/).innerText();
        await picture(page, `flight-${window.host}`);
        const frames = Number(/(\d+) frames/.exec(summary)![1]);
        expect(frames).toBeGreaterThan(8);

        // One that is cancelled leaves nothing.
        const before = readdirSync(window.folder).sort();
        await saveAs(window, 'fly-through.webm', () =>
          page.getByRole('button', { name: 'Save video…' }).click(),
        );
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
        await page.getByText('The video was cancelled').waitFor();
        expect(readdirSync(window.folder).sort()).toEqual(before);

        const video = await saveAs(window, 'fly-through.webm', () =>
          page.getByRole('button', { name: 'Save video…' }).click(),
        );
        await page.getByText('The video is written').waitFor({ timeout: PATIENCE_MS });
        expect(existsSync(video)).toBe(true);
        const input = new Input({ formats: [WEBM], source: new BufferSource(readFileSync(video)) });
        const track = (await input.getPrimaryVideoTrack())!;
        expect(['vp9', 'vp8']).toContain(track.codec);
        expect([track.displayWidth, track.displayHeight]).toEqual([1280, 720]);
        let packets = 0;
        for await (const packet of new EncodedPacketSink(track).packets()) {
          expect(packet.timestamp).toBeCloseTo(packets / FPS, 2);
          // A frame of rock is no plain picture.
          expect(packet.byteLength).toBeGreaterThan(2000);
          packets++;
        }
        expect(packets).toBe(frames);
        expect(await input.computeDuration()).toBeCloseTo(frames / FPS, 2);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
