import { readFileSync } from 'node:fs';
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { faultsOf } from './harness/look.ts';
import { goToMap, layer, mapLooks, measureAcross, saveAs, settledMap } from './harness/map-page.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** A software renderer draws it; a pixel fewer is time won. */
const SMALL = { width: 1000, height: 640 };

async function openMap(window: OpenedWindow): Promise<Buffer> {
  const { page } = window;
  await openSurveyed(window);
  return goToMap(page);
}

/** Switches a layer and back: another picture, and then the same one again. */
async function seenBy(page: Page, name: string): Promise<void> {
  const before = await settledMap(page);
  const row = layer(page, name);
  const isShown = await row.isChecked();
  await row.setChecked(!isShown);
  await mapLooks(page, before, 'other', `${name} switched`);
  await row.setChecked(isShown);
  await mapLooks(page, before, 'same', `${name} switched back`);
}

/** Checks of the rows that are unfolded, by name. */
async function checks(page: Page): Promise<Record<string, string | null>> {
  const rows = await page.getByRole('treeitem').all();
  const each = rows.map(async (row) => [
    await row.locator('.name').innerText(),
    await row.getAttribute('aria-checked'),
  ]);
  return Object.fromEntries(await Promise.all(each));
}

const eventually = <T>(ask: () => Promise<T>, message?: string) =>
  expect.poll(ask, { timeout: PATIENCE_MS, message });

describeInOneHost('the layer tree of the map', (open) => {
  it(
    'shows and hides clouds, lines and marks, and is as it was after a reload',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en', theme: 'light' } });
      try {
        const { page } = window;
        await openMap(window);
        expect(Object.keys(await checks(page))).toEqual([
          'Map',
          'Points',
          'Surface',
          'Dynamic returns',
          'Lines',
          'Marks',
        ]);
        expect(await layer(page, 'Points').innerText()).toMatch(/\d,\d{3}$/);
        await picture(page, `layers-${window.host}`);
        await seenBy(page, 'Points');

        // The wall hides what is within.
        await layer(page, 'Points').uncheck();
        // By keys: down to the lines, unfolded, and the first of them is hidden.
        await layer(page, 'Map').focus();
        for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowDown');
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('ArrowRight');
        const path = layer(page, 'Sensor path');
        await expect.poll(() => path.evaluate((row) => row === document.activeElement)).toBe(true);
        const withPath = await settledMap(page);
        await page.keyboard.press('Space');
        expect(await path.isChecked()).toBe(false);
        await mapLooks(page, withPath, 'other', 'path hidden');
        await page.keyboard.press('Space');
        await mapLooks(page, withPath, 'same', 'path shown');
        await seenBy(page, 'Axis');
        // Of a survey without control the graph is the path, and lies under it.
        await path.uncheck();
        await layer(page, 'Control, anchors and loops').check();
        await page.getByRole('list', { name: 'What is drawn' }).waitFor();
        await seenBy(page, 'Control, anchors and loops');
        expect(await layer(page, 'Edges of the box').count()).toBe(0);

        // The box: its edges and handles go, its cut stays.
        await page.keyboard.press('b');
        await page.locator('[data-handle]').first().waitFor();
        await seenBy(page, 'Edges of the box');
        await layer(page, 'Edges of the box').uncheck();
        await expect.poll(() => page.locator('[data-handle]').count()).toBe(0);
        await page.getByRole('button', { name: 'Remove the box' }).click();
        await expect.poll(() => layer(page, 'Edges of the box').count()).toBe(0);

        // Measures: one state with the eyes of their list.
        await layer(page, 'Points').check();
        await page.keyboard.press('5');
        await settledMap(page);
        await measureAcross(page, 0);
        await measureAcross(page, 25);
        await layer(page, 'Marks').press('ArrowRight');
        const group = layer(page, 'Measures');
        await group.press('ArrowRight');
        expect(await group.getAttribute('aria-checked')).toBe('true');
        const drawn = page.locator('[data-measure] text');
        await layer(page, 'Distance 1').uncheck();
        await expect.poll(() => drawn.allTextContents()).toEqual([expect.stringMatching(/^Distance 2/)]);
        const eye = page.getByRole('button', { name: 'Show “Distance 1” in the map' });
        expect(await eye.getAttribute('aria-pressed')).toBe('false');
        expect(await group.getAttribute('aria-checked')).toBe('mixed');
        await group.press('Space');
        await expect.poll(() => drawn.count()).toBe(2);
        await group.press('Space');
        await expect.poll(() => drawn.count()).toBe(0);
        await eye.click();
        expect(await layer(page, 'Distance 1').isChecked()).toBe(true);
        expect(await group.getAttribute('aria-checked')).toBe('mixed');

        // A note that is written is shown.
        const box = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
        await page.keyboard.press('n');
        for (let off = 30; off < box.width / 2; off += 6) {
          await page.mouse.click(box.x + box.width / 2 + off, box.y + box.height / 2);
          if ((await page.getByLabel('Text of the note').count()) > 0) break;
        }
        await page.getByLabel('Text of the note').fill('Loose rock');
        await page.getByRole('button', { name: 'Write', exact: true }).click();
        const note = page.locator('svg text', { hasText: 'Loose rock' });
        await note.waitFor();
        await layer(page, 'Notes').uncheck();
        await expect.poll(() => note.count()).toBe(0);

        // Grid and plan: one state with their buttons over the map.
        await page.keyboard.press('1');
        await settledMap(page);
        const grid = page.getByRole('button', { name: /^Grid on the ground/ });
        await eventually(() => page.locator('[data-grid-label]').count()).toBeGreaterThan(0);
        await layer(page, 'Grid on the ground').uncheck();
        await expect.poll(() => page.locator('[data-grid-label]').count()).toBe(0);
        expect(await grid.getAttribute('aria-pressed')).toBe('false');
        // Who looks from far outside is not on the plan.
        await page.keyboard.press('2');
        await page.locator('[data-inset]').waitFor();
        await layer(page, 'Plan with the camera').uncheck();
        await page.getByRole('button', { name: 'Show the plan with the camera' }).waitFor();
        expect(await page.locator('[data-inset]').count()).toBe(0);
        expect(await faultsOf(page, 'en')).toEqual([]);
        await picture(page, `layers-${window.host}-unfolded`);

        const before = await checks(page);
        expect(before).toMatchObject({
          'Sensor path': 'false',
          Axis: 'false',
          Measures: 'mixed',
          Notes: 'false',
          'Grid on the ground': 'false',
          'Plan with the camera': 'false',
        });
        await page.keyboard.press('1');
        const withPoints = await settledMap(page);
        await layer(page, 'Axis').check();
        await layer(page, 'Points').uncheck();
        await mapLooks(page, withPoints, 'other', 'without points');
        const buffer = await settledMap(page);
        await page.waitForTimeout(1500);
        await page.reload();
        await page.getByRole('toolbar', { name: 'Map' }).waitFor({ timeout: PATIENCE_MS });
        await page.getByRole('list', { name: 'What is drawn' }).waitFor();
        expect(await checks(page)).toEqual({ ...before, Axis: 'true', Points: 'false' });
        await mapLooks(page, buffer, 'same', 'after the reload');

        // The view goes to what the menu of a row names.
        const scale = await page.locator('[data-metres]').innerText();
        await layer(page, 'Distance 1').click({ button: 'right' });
        await page.getByRole('menuitem', { name: 'Zoom to the layer' }).click();
        await eventually(() => page.locator('[data-metres]').innerText()).not.toBe(scale);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it(
    'takes the sensor path out of the picture for print',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en' } });
      try {
        const { page } = window;
        await openMap(window);
        await page.getByLabel('Colour', { exact: true }).selectOption({ label: 'Plain' });
        await layer(page, 'Lines').press('ArrowRight');
        await settledMap(page);
        const printed: number[] = [];
        for (const isShown of [true, false]) {
          await layer(page, 'Sensor path').setChecked(isShown);
          await settledMap(page);
          await page.getByRole('button', { name: 'Picture for print' }).click();
          await page.getByLabel('Resolution').selectOption({ label: '150 dpi' });
          const file = await saveAs(window, `map-${isShown}.png`, () =>
            page.getByRole('button', { name: 'Save picture…' }).click(),
          );
          await page.getByRole('dialog').waitFor({ state: 'detached', timeout: PATIENCE_MS });
          printed.push(magenta(readFileSync(file)));
        }
        expect(printed[0]).toBeGreaterThan(300);
        expect(printed[1]).toBe(0);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

/** Pixels of a picture that have the colour of the sensor path: plain rock is grey. */
function magenta(png: Uint8Array): number {
  const { data, channels } = decode(png);
  let count = 0;
  for (let i = 0; i < data.length; i += channels)
    if (data[i] - data[i + 1] > 40 && data[i + 2] - data[i + 1] > 40) count++;
  return count;
}
