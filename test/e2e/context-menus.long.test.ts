import { expect, it } from 'vitest';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS } from './harness/window.ts';

describeInOneHost('menus by right click', (open) => {
  it('act on the session, the scan and the section under the pointer', async () => {
    const window = await open({ preferences: { language: 'en' } });
    try {
      const { page } = window;
      page.setDefaultTimeout(PATIENCE_MS);
      const goTo = (panel: string): Promise<void> =>
        page.getByRole('navigation').getByRole('button', { name: panel, exact: true }).click();
      const entry = (name: string | RegExp) => page.getByRole('menu').getByRole('menuitem', { name });
      await openSurveyed(window);

      await page
        .getByRole('region', { name: 'Sessions', exact: true })
        .getByRole('heading', { level: 3 })
        .first()
        .click({ button: 'right' });
      await picture(page, 'menu-session');
      await entry('Rename').click();
      // The name gets the focus: what is typed goes there.
      await page.locator('input[aria-label="Name of the session"]:focus').waitFor();
      await page.keyboard.type('Nivel 4210');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 2, name: 'Nivel 4210' }).first().waitFor();

      await goTo('Alignment');
      const scans = page.getByRole('listbox', { name: 'Scans' });
      await scans.getByRole('option').nth(12).click({ button: 'right' });
      // Behind an open menu nothing has a role.
      const selected = page.locator('[role=option][aria-selected=true]');
      const scan = (await selected.locator('span').first().innerText()).trim();
      await picture(page, 'menu-scan');
      await entry(/^Move/).click();
      await page.getByRole('dialog').getByText(scan, { exact: false }).first().waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });

      await goTo('Sections and volume');
      await page.locator('header[aria-busy="false"]').waitFor();
      await page.getByRole('region', { name: 'Section' }).getByRole('figure').click({ button: 'right' });
      await picture(page, 'menu-section');
      expect(await page.getByRole('menu').getByRole('menuitem').allInnerTexts()).toHaveLength(4);
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });

      await goTo('Map');
      await page.locator('[data-settled="true"]').waitFor();
      const canvas = page.getByRole('img', { name: /^The map/ });
      const { x, y, width, height } = (await canvas.boundingBox())!;
      // The wall is somewhere near the middle; the menu knows whether a point is there.
      const [cx, cy] = [x + width / 2, y + height / 2];
      let step = 0;
      await expect
        .poll(async () => {
          await page.keyboard.press('Escape');
          await page.mouse.click(cx + 7 * step, cy + 3 * step++, { button: 'right' });
          const from = entry('Measure from here');
          return from.isEnabled({ timeout: 5000 }).catch(() => false);
        })
        .toBe(true);
      await picture(page, 'menu-map');
      await entry('Measure from here').click();
      const tool = page.getByRole('toolbar', { name: 'Map' }).getByRole('button', { name: /distance/i });
      await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('true');
      // One that turns the view opens none.
      await page.mouse.move(cx, cy);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(cx + 60, cy + 20, { steps: 4 });
      await page.mouse.up({ button: 'right' });
      await page.locator('[data-settled="true"]').waitFor();
      expect(await page.getByRole('menu').count()).toBe(0);
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
