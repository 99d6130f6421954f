import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import type { OpenedWindow } from './harness/window.ts';

/** A software renderer draws it; a pixel fewer is time won. */
const SMALL = { width: 1000, height: 640 };

/** Where pictures of the panel are kept to be looked at; unset: none are. */
const PICTURES = process.env.SOCAVON_PICTURES;

async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** The map panel over an aligned drive, when all that the view needs is loaded. */
async function openMap(window: OpenedWindow): Promise<Page> {
  const { page, folder, host, answerDialogs } = window;
  const { project } = await surveyedDrive();
  const path = join(folder, 'labor.socavon');
  copyFileSync(project, path);
  if (host !== 'serve') await answerDialogs([path]);
  await page.getByRole('button', { name: 'Open project…' }).first().click();
  if (host === 'serve') {
    await page.getByText('labor.socavon').click();
    const open = page.getByRole('dialog').getByRole('button', { name: 'Open', exact: true });
    if ((await open.count()) > 0) await open.click();
  }
  await page
    .getByRole('button', { name: 'Align', exact: true })
    .or(page.getByText('Look at the alignment'))
    .first()
    .waitFor();
  await page.getByRole('button', { name: 'Map', exact: true }).click();
  await page.getByRole('toolbar', { name: 'Map' }).waitFor({ timeout: 60_000 });
  await settled(page);
  return page;
}

/** Nothing more is loaded, and two pictures of the canvas one after another are the same. */
async function settled(page: Page): Promise<Buffer> {
  const canvas = page.getByRole('img', { name: /^The map/ });
  let before: Buffer = Buffer.alloc(0);
  await expect
    .poll(
      async () => {
        const now = await canvas.screenshot();
        const same = now.equals(before);
        before = now;
        return same;
      },
      { timeout: 60_000, interval: 400 },
    )
    .toBe(true);
  return before;
}

describeInEveryHost('the map', (open) => {
  it('is drawn, coloured, cut, measured, written at and taken as a picture', async () => {
    const window = await open({ size: SMALL, preferences: { language: 'en' } });
    try {
      const page = await openMap(window);
      const whole = await settled(page);
      await picture(page, `map-${window.host}`);

      const colour = page.getByLabel('Colour', { exact: true });
      const seen = new Set([whole.toString('base64')]);
      for (const name of ['Reflectivity', 'Scan']) {
        await colour.selectOption({ label: name });
        seen.add((await settled(page)).toString('base64'));
        await picture(page, `map-${window.host}-${name}`);
      }
      expect(seen.size).toBe(3);
      await colour.selectOption({ label: 'Height' });

      for (const [key, name] of [
        ['3', 'plan'],
        ['4', 'long'],
        ['5', 'section'],
        ['2', 'walk'],
      ]) {
        await page.keyboard.press(key);
        seen.add((await settled(page)).toString('base64'));
        await picture(page, `map-${window.host}-${name}`);
      }
      expect(seen.size).toBe(7);

      // A distance across the section: two points of opposite walls lie some metres apart.
      await page.keyboard.press('5');
      await settled(page);
      await page.keyboard.press('d');
      const box = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
      const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2];
      const slope = page.locator('[data-measure="slope"]');
      for (const side of [-1, 1])
        for (let off = 30; off < box.width / 2; off += 6) {
          const count = await page.locator('svg circle').count();
          await page.mouse.click(cx + side * off, cy);
          if ((await page.locator('svg circle').count()) > count) break;
        }
      await slope.waitFor();
      const metres = Number.parseFloat((await slope.textContent())!);
      expect(metres).toBeGreaterThan(1.5);
      expect(metres).toBeLessThan(8);
      await picture(page, `map-${window.host}-distance`);

      await page.keyboard.press('b');
      await page.getByRole('button', { name: 'Remove the box' }).waitFor();
      const cut = await settled(page);
      await page.getByLabel('Length', { exact: true }).fill('1');
      await page.getByLabel('Length', { exact: true }).blur();
      expect((await settled(page)).equals(cut)).toBe(false);
      await picture(page, `map-${window.host}-box`);
      await page.keyboard.press('b');

      await page.keyboard.press('n');
      for (let off = 30; off < box.width / 2; off += 6) {
        await page.mouse.click(cx + off, cy);
        if ((await page.locator('svg circle').count()) > 0) break;
      }
      await page.getByLabel('Text of the note').fill('Loose rock');
      await page.getByRole('button', { name: 'Write', exact: true }).click();
      await page.getByRole('button', { name: 'Loose rock', exact: true }).waitFor();

      const file = join(window.folder, 'map.png');
      if (window.host !== 'serve') await window.answerDialogs([file]);
      await page.getByRole('button', { name: 'Take a picture' }).click();
      if (window.host === 'serve')
        await page.getByRole('dialog').getByRole('button', { name: 'Save here', exact: true }).click();
      await page.getByText('The picture is written').waitFor();
      const png = readFileSync(file);
      expect([...png.subarray(1, 4)]).toEqual([...Buffer.from('PNG')]);
      expect(png.length).toBeGreaterThan(2000);

      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  }, 300_000);
});
