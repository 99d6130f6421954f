import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** Drags from one place of the drawing of the section to another, as shares of its width and height. */
async function drag(
  page: Page,
  from: readonly [number, number],
  to: readonly [number, number],
): Promise<void> {
  const drawing = page.getByRole('img', { name: /^Section at chainage/ });
  const frame = (await drawing.boundingBox())!;
  const at = ([x, y]: readonly [number, number]): [number, number] => [
    frame.x + x * frame.width,
    frame.y + y * frame.height,
  ];
  await page.mouse.move(...at(from));
  await page.mouse.down();
  await page.mouse.move(...at([(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]));
  await page.mouse.move(...at(to));
  await page.mouse.up();
}

describeInOneHost('corrections by hand', (open) => {
  it(
    'a rectangle dragged in the section changes the volume, and is undone and redone',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);
        await page.getByRole('navigation').getByRole('button', { name: 'Sections and volume' }).click();
        await page.getByText('All points of all').waitFor();
        const volume = page.locator('[data-volume] b');
        const byRules = await volume.innerText();
        const undo = page.locator('[data-history="undo"]');
        expect(await undo.isDisabled()).toBe(true);

        await page.getByRole('button', { name: 'Correct', exact: true }).click();
        // The middle of the drive along its left wall, wherever that is in the drawing.
        await drag(page, [0.02, 0.35], [0.45, 0.75]);
        const left = page.getByRole('spinbutton', { name: 'Left, to' });
        await expect
          .poll(async () => Number(await left.inputValue()), { timeout: PATIENCE_MS })
          .toBeGreaterThan(1);
        const from = page.getByRole('spinbutton', { name: 'From chainage', exact: true }).last();
        const to = page.getByRole('spinbutton', { name: 'To chainage', exact: true }).last();
        expect(Number(await to.inputValue()) - Number(await from.inputValue())).toBeCloseTo(2, 6);
        await page.getByRole('combobox', { name: 'What' }).selectOption('vehicle');
        await picture(page, 'corrections-draft');
        await page.getByRole('button', { name: 'Add correction' }).click();
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).not.toBe(byRules);
        const byHand = await volume.innerText();
        const list = page.getByRole('table', { name: 'Corrections by hand' });
        expect(await list.getByRole('row').count()).toBe(2);
        await page.getByRole('cell', { name: 'vehicle or box, by hand' }).waitFor();
        await page.locator('[data-object="V1"]').waitFor();
        await page.locator('[data-box="1"]').waitFor();
        await picture(page, 'corrections-added');

        await page.keyboard.press('Control+z');
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).toBe(byRules);
        expect(await list.count()).toBe(0);
        await page.keyboard.press('Control+Shift+z');
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).toBe(byHand);
        await page.getByRole('button', { name: 'Remove correction 1' }).click();
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).toBe(byRules);
        await undo.click();
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).toBe(byHand);

        // By numbers alone, and on the list of objects: the object by hand is rock after all.
        await page.getByRole('button', { name: 'It is rock: V1' }).click();
        await expect.poll(() => volume.innerText(), { timeout: PATIENCE_MS }).not.toBe(byHand);
        await page.getByRole('button', { name: 'New correction' }).click();
        const add = page.getByRole('button', { name: 'Add correction' });
        expect(await add.isDisabled()).toBe(true);
        for (const [name, value] of [
          ['Left, from', '20'],
          ['Left, to', '21'],
          ['Up, from', '0'],
          ['Up, to', '1'],
        ])
          await page.getByRole('spinbutton', { name }).fill(value);
        await add.click();
        await page.getByRole('tab', { name: 'Results' }).click();
        await page.getByText('A correction by hand has no returns in it').waitFor();
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
