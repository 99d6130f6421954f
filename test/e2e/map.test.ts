import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { parsePoseText } from '../../src-core/math/pose-text.ts';
import { engineThread } from '../engine/engine-thread.ts';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { TEXTS } from './harness/look.ts';
import { goToMap, mapLooks, pickFrom, settledMap } from './harness/map-page.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { placeByPose } from './harness/place-by-poses.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS } from './harness/window.ts';

/** A software renderer draws it; a pixel fewer is time won. */
const SMALL = { width: 1000, height: 640 };

/** Of the first scan: a turn in plan, on a northing of nine million metres and a millimetre. */
const GRID_POSE = '350000.125 9000000.001 4210.5 0 0 0.6 0.8';

/** The map panel over an aligned drive, when all that the view needs is loaded. */
async function openMap(window: OpenedWindow): Promise<Page> {
  const { page } = window;
  await openSurveyed(window);
  await goToMap(page);
  return page;
}

/** Points at a control until its tooltip is seen: a panel that still scrolls closes it, and a person points again. */
async function pointUntil(control: Locator, shown: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await control.page().mouse.move(0, 0);
      await control.hover();
      return await shown.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    })
    .toBe(true);
}

describeInOneHost('the map', (open) => {
  it('is drawn, coloured, cut, measured, written at and taken as a picture', async () => {
    const window = await open({ size: SMALL, preferences: { language: 'en' } });
    try {
      const page = await openMap(window);
      const whole = await settledMap(page);
      await picture(page, `map-${window.host}`);

      // Each key is told where its button is, to the eye and to a screen reader.
      const { tools, view, clipBox, addBox } = TEXTS.en.viewer;
      const keysOf = (control: Locator) => control.getAttribute('aria-keyshortcuts');
      const button = (name: string) => page.getByRole('button', { name, exact: true });
      expect(await keysOf(page.getByLabel(view, { exact: true }))).toBe('1 2 3 4 5');
      for (const [tool, key] of Object.entries({
        point: 'P',
        distance: 'D',
        angle: 'A',
        area: 'R',
        note: 'N',
      }))
        expect(await keysOf(button(tools[tool as keyof typeof tools]))).toBe(key);
      for (const [control, words, key] of [
        [button(tools.angle), tools.angle, 'A'],
        [button(addBox), clipBox, 'B'],
      ] as const) {
        expect(await keysOf(control)).toBe(key);
        const tip = page.locator('.tooltip').filter({ hasText: words });
        await pointUntil(control, tip.locator('kbd', { hasText: key }));
        await page.mouse.move(0, 0);
        await tip.waitFor({ state: 'detached' });
      }

      // What comes from elsewhere while a number is typed does not mix with it.
      const chainage = page.getByRole('spinbutton', { name: 'Chainage', exact: true });
      const held = await chainage.inputValue();
      await chainage.focus();
      await chainage.selectText();
      await page.getByRole('slider', { name: 'Chainage', exact: true }).evaluate((slider) => {
        (slider as HTMLInputElement).value = '9';
        slider.dispatchEvent(new Event('input', { bubbles: true }));
      });
      await settledMap(page);
      expect(await chainage.inputValue()).toBe(held);
      await page.keyboard.type('12');
      expect(await chainage.inputValue()).toBe('12');
      await chainage.fill(held);
      await chainage.blur();
      expect(await chainage.inputValue()).toBe(held);

      const colour = page.getByLabel('Colour', { exact: true });
      // A picture that is out of date says so before the next frame, which a slow machine draws late.
      await page.evaluate(() => {
        const late: FrameRequestCallback[] = [];
        const draw = globalThis.requestAnimationFrame;
        globalThis.requestAnimationFrame = (callback) => late.push(callback);
        Object.assign(globalThis, {
          drawLate: () => {
            globalThis.requestAnimationFrame = draw;
            late.forEach((callback) => void draw(callback));
          },
        });
      });
      await colour.selectOption({ label: 'Scan' });
      expect(await page.locator('[data-settled]').getAttribute('data-settled')).toBe('false');
      await page.evaluate(() => (globalThis as unknown as { drawLate(): void }).drawLate());
      await settledMap(page);
      await colour.selectOption({ label: 'Elevation' });
      await mapLooks(page, whole, 'same', 'elevation again');

      const seen = new Set([whole.toString('base64')]);
      for (const name of ['Reflectivity', 'Scan']) {
        await colour.selectOption({ label: name });
        seen.add((await settledMap(page)).toString('base64'));
        await picture(page, `map-${window.host}-${name}`);
      }
      expect(seen.size).toBe(3);
      await colour.selectOption({ label: 'Elevation' });

      for (const [key, name] of [
        ['3', 'plan'],
        ['4', 'long'],
        ['5', 'section'],
        ['2', 'walk'],
      ]) {
        await page.keyboard.press(key);
        seen.add((await settledMap(page)).toString('base64'));
        await picture(page, `map-${window.host}-${name}`);
      }
      expect(seen.size).toBe(7);

      // A distance across the section: two points of opposite walls lie some metres apart.
      await page.keyboard.press('5');
      await settledMap(page);
      await page.keyboard.press('d');
      const slope = page.locator('[data-measure="slope"]');
      for (const side of [-1, 1] as const) await pickFrom(page, 30, side);
      await slope.waitFor();
      for (const [name, key] of Object.entries({
        [TEXTS.en.measures.keep]: 'Enter',
        [TEXTS.en.viewer.takeBack]: 'Backspace',
        [TEXTS.en.viewer.clear]: 'Escape',
      }))
        expect(await keysOf(button(name))).toBe(key);
      const metres = Number.parseFloat((await slope.textContent())!);
      expect(metres).toBeGreaterThan(1.5);
      expect(metres).toBeLessThan(8);
      await picture(page, `map-${window.host}-distance`);

      await page.keyboard.press('b');
      await page.getByRole('button', { name: 'Remove the box' }).waitFor();
      const cut = await settledMap(page);
      await page.getByLabel('Length', { exact: true }).fill('1');
      await page.getByLabel('Length', { exact: true }).blur();
      await mapLooks(page, cut, 'other', 'box shortened');
      await picture(page, `map-${window.host}-box`);
      await page.keyboard.press('b');

      await page.keyboard.press('n');
      await pickFrom(page, 30);
      await page.getByLabel('Text of the note').fill('Loose rock');
      await page.getByRole('button', { name: 'Write', exact: true }).click();
      await page.getByRole('button', { name: 'Loose rock', exact: true }).waitFor();

      const file = join(window.folder, 'map.png');
      if (window.host !== 'serve') await window.answerDialogs([file]);
      await page.getByRole('button', { name: 'Screenshot' }).click();
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
  }, 3_600_000);
});

describeInOneHost('figures of the map', (open) => {
  it.runIf(IS_LONG)(
    'shows its distance to the design and its time, and millimetres of the mine grid',
    async () => {
      const window = await open({ size: SMALL, preferences: { language: 'en' } });
      try {
        const page = await openMap(window);
        const colour = page.getByLabel('Colour', { exact: true });
        const choice = colour.locator('option', { hasText: 'Distance to the design' });
        expect(await choice.isDisabled()).toBe(true);
        await page.getByText('More colours').click();
        await page.getByText('add a design in “Sections and volume”').waitFor();
        await page.getByText('Local frame: the first scan is the origin.').waitFor();
        await picture(page, `map-${window.host}-no-design`);

        await colour.selectOption({ label: 'Time' });
        const byTime = await settledMap(page);
        await page.getByText('Since the first scan.').waitFor();
        await page.getByText(/^0\.0 s$/).waitFor();
        await picture(page, `map-${window.host}-time`);

        await page.getByRole('button', { name: 'To the sections' }).click();
        await page.getByRole('tab', { name: 'Design' }).click({ timeout: PATIENCE_MS });
        await page.getByRole('button', { name: 'Add a design' }).click();
        await page.getByRole('tab', { name: 'Range and axis' }).click();
        await page.getByText(TEXTS.en.placement.title, { exact: true }).click();
        await placeByPose(page, TEXTS.en, TEXTS.en.placement.ofSession, GRID_POSE);
        await page.getByRole('button', { name: 'Map', exact: true }).click();
        await page.getByText('Coordinates in the mine grid.').waitFor({ timeout: PATIENCE_MS });
        await settledMap(page);
        await colour.selectOption({ label: 'Distance to the design' });
        await mapLooks(page, byTime, 'other', 'time limited');
        for (const mark of ['-0.50 m', '0.00 m', '+0.50 m'])
          await page.getByText(mark, { exact: true }).waitFor();
        await picture(page, `map-${window.host}-design`);
        const wide = await settledMap(page);
        await page.getByLabel('Strongest colour at ±').fill('0.1');
        await page.getByText('+0.10 m', { exact: true }).waitFor();
        await mapLooks(page, wide, 'other', 'design limited');

        await page.getByLabel('Strongest colour at ±').blur();
        await page.keyboard.press('3');
        await settledMap(page);
        const box = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
        const place = page.locator('[data-coordinate="x"]');
        for (let off = 0; off < box.height / 2 && (await place.count()) === 0; off += 4)
          await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2 + off);
        const written = await Promise.all(
          ['x', 'y', 'z'].map((axis) => page.locator(`[data-coordinate="${axis}"]`).innerText()),
        );
        const scan = Number(await page.locator('[data-scan]').innerText());
        await picture(page, `map-${window.host}-grid`);
        const [x, y, z] = written.map((text) => Number.parseFloat(text.replaceAll(',', '')));
        expect(y).toBeGreaterThan(9_000_000 - 60);
        expect(await page.getByRole('log').getByRole('listitem').allInnerTexts()).toEqual([]);
        expect(await nearestInScan(window, scan, [x, y, z])).toBeLessThan(0.001);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    3_600_000,
  );
});

/** How far the point of a scan that is nearest to a place in the mine grid is from it along the axis that is worst, m. */
async function nearestInScan({ folder }: OpenedWindow, scan: number, place: number[]): Promise<number> {
  const engine = engineThread();
  try {
    const path = join(folder, 'again.socavon');
    copyFileSync((await surveyedDrive()).project, path);
    engine.tell({ kind: 'grant', path, scope: 'file', write: true });
    const { sessions } = await engine.client.call('project.open', { path });
    const { R, t } = parsePoseText(GRID_POSE);
    const { origin, xyz } = await engine.client.call('map.scan', {
      sessionId: sessions[0].id,
      scan,
      T_grid_first: { R: [...R], t: [...t] },
    });
    let nearest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < xyz.length; i += 3)
      nearest = Math.min(
        nearest,
        Math.max(...place.map((value, k) => Math.abs(origin[k] + xyz[i + k] - value))),
      );
    return nearest;
  } finally {
    engine.kill();
  }
}
