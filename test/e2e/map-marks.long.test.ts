import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

async function openMap(page: Page): Promise<void> {
  await page.getByRole('navigation').getByRole('button', { name: 'Map', exact: true }).click();
  await settled(page);
}

const settled = (page: Page): Promise<void> =>
  page.locator('[data-settled="true"]').waitFor({ timeout: PATIENCE_MS });

/** Expects of what a question answers sooner or later: a busy machine draws slowly. */
const eventually = <T>(ask: () => Promise<T>) => expect.poll(ask, { timeout: PATIENCE_MS });

const field = (page: Page, name: string) => page.getByRole('spinbutton', { name, exact: true });

/** What the marks say of the view: from where it is seen, and the metres of the scale bar to a pixel. */
async function seen(page: Page): Promise<{ cube: string | null; perPixel: number; caption: string }> {
  const bar = page.locator('[data-metres]');
  const [metres, pixels] = await Promise.all(
    ['data-metres', 'data-pixels'].map(async (name) => Number(await bar.getAttribute(name))),
  );
  return {
    cube: await page.locator('[data-cube]').getAttribute('aria-label'),
    perPixel: metres / pixels,
    caption: await bar.innerText(),
  };
}

/** Middle of an element in the window, CSS px. */
async function middleOf(page: Page, selector: string): Promise<[number, number]> {
  const box = (await page.locator(selector).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

describeInOneHost('marks and handles of the map', (open) => {
  it(
    'turn, move and cut the view by hand and by keys, and it is as it was after a reload',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page } = window;
        await openSurveyed(window);
        await openMap(page);
        await picture(page, `marks-${window.host}`);

        // The cube: a press on a side, an arrow key, and the compass of a local frame that says so.
        await page.locator('[data-from="0 0 1"]').click();
        await eventually(async () => (await seen(page)).cube).toContain('from above');
        await settled(page);
        await picture(page, `marks-${window.host}-above`);
        await page.locator('[data-cube]').focus();
        await page.keyboard.press('ArrowDown');
        await eventually(async () => (await seen(page)).cube).toContain('from above, −Y');
        await page.keyboard.press('ArrowDown');
        await eventually(async () => (await seen(page)).cube).toMatch(/from −Y$/);
        await page.getByRole('button', { name: /^North unknown: local frame/ }).waitFor();

        // A handle of the box, dragged by a known number of metres in a view in which each pixel is as large.
        await page.keyboard.press('3');
        await settled(page);
        expect((await seen(page)).caption).toContain('exact');
        await page.getByRole('button', { name: 'Cut with a box' }).click();
        const length = field(page, 'Length');
        expect(await length.inputValue()).toBe('10');
        const { perPixel } = await seen(page);
        const [nx, ny] = await middleOf(page, '[data-handle="lengthNear"]');
        const [fx, fy] = await middleOf(page, '[data-handle="lengthFar"]');
        expect(Math.hypot(fx - nx, fy - ny) * perPixel).toBeCloseTo(10, 1);
        await picture(page, `marks-${window.host}-box`);
        await page.mouse.move(fx, fy);
        await page.mouse.down();
        // Outward by half the box, and some pixels beside the line, which count for nothing.
        const [dx, dy] = [(fx - nx) / 2, (fy - ny) / 2];
        await page.mouse.move(fx + dx / 2, fy + dy / 2);
        await page.mouse.move(fx + dx - dy / 10, fy + dy + dx / 10);
        await eventually(async () => Number(await length.inputValue())).toBeCloseTo(15, 1);
        await page.mouse.up();
        const dragged = Number(await length.inputValue());
        expect(await length.inputValue()).toMatch(/^\d+(\.\d\d?)?$/);
        const [hx, hy] = await middleOf(page, '[data-handle="lengthNear"]');
        expect(Math.hypot(hx - nx, hy - ny)).toBeLessThan(1);
        await page.locator('[data-handle="lengthFar"]').focus();
        await page.keyboard.press('ArrowRight');
        await eventually(async () => Number(await length.inputValue())).toBeCloseTo(dragged + 0.1, 6);

        // The slab: its place by keys, its thickness too.
        await field(page, 'Thickness of the slab').fill('4');
        await field(page, 'Chainage').fill('8');
        await field(page, 'Chainage').blur();
        const slab = page.getByRole('slider', { name: 'Slab, chainage' });
        await slab.focus();
        await page.keyboard.press('PageUp');
        await eventually(() => field(page, 'Chainage').inputValue()).toBe('9');
        await page.getByRole('slider', { name: 'Slab, thickness, far face' }).focus();
        await page.keyboard.press('ArrowUp');
        await eventually(() => field(page, 'Thickness of the slab').inputValue()).toBe('4.2');
        await settled(page);
        await picture(page, `marks-${window.host}-slab`);
        await field(page, 'Thickness of the slab').fill('0');
        await page.getByRole('button', { name: 'Remove the box' }).click();

        // The plan is folded away in the walk.
        await page.keyboard.press('2');
        await settled(page);
        await page.getByRole('button', { name: 'Fold the plan away' }).click();

        // A double click on the wall makes it the pivot: it comes to the middle.
        await page.keyboard.press('1');
        await settled(page);
        const canvas = (await page.getByRole('img', { name: /^The map/ }).boundingBox())!;
        const [cx, cy] = [canvas.x + canvas.width / 2, canvas.y + canvas.height / 2];
        const before = await seen(page);
        const mark = page.locator('[data-pivot]');
        for (let off = 6; off < 160 && (await mark.count()) === 0; off += 6) {
          await page.mouse.dblclick(cx + off, cy + off / 2);
          await page.waitForTimeout(400);
        }
        await settled(page);
        const [px, py] = await middleOf(page, '[data-pivot]');
        expect(Math.hypot(px - cx, py - cy)).toBeLessThan(2);
        const pivoted = await seen(page);
        expect(pivoted.caption).not.toBe(before.caption);
        await picture(page, `marks-${window.host}-pivot`);

        // The grid is switched off: kept, as the pivot, the view and the folded plan are.
        await page.getByRole('button', { name: /^Grid on the ground/ }).click();
        expect(await page.locator('[data-grid-label]').count()).toBe(0);
        await page.waitForTimeout(1500);
        await page.reload();
        await settled(page);
        expect(await seen(page)).toEqual(pivoted);
        expect(await middleOf(page, '[data-pivot]')).toEqual([expect.closeTo(px, 0), expect.closeTo(py, 0)]);
        expect(await page.locator('[data-grid-label]').count()).toBe(0);
        await page.getByRole('button', { name: /^Grid on the ground/ }).click();
        await eventually(() => page.locator('[data-grid-label]').count()).toBeGreaterThan(3);

        // In the walk a press on the plan moves along the axis.
        await page.keyboard.press('2');
        await page.getByRole('button', { name: 'Show the plan with the camera' }).waitFor();
        expect(await page.locator('[data-inset]').count()).toBe(0);
        await page.getByRole('button', { name: 'Show the plan with the camera' }).click();
        const plan = (await page.locator('[data-inset]').boundingBox())!;
        await field(page, 'Chainage').fill('2');
        await page.keyboard.press('Tab');
        await settled(page);
        await page.mouse.click(plan.x + plan.width / 2, plan.y + plan.height / 2);
        await expect.poll(async () => Number(await field(page, 'Chainage').inputValue())).toBeGreaterThan(5);
        await settled(page);
        await picture(page, `marks-${window.host}-walk`);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
