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
      // The name has the focus: what is typed goes there.
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
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
