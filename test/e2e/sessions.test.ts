import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { goToMap } from './harness/map-page.ts';
import { openProject, openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';

const notices = (page: Page) => page.getByRole('log', { name: 'Notices' });

describeInOneHost('the sessions of a project', (open) => {
  it('are named in place, duplicated, removed, brought back, and the page has the name of the project', async () => {
    const window = await open({ preferences: { language: 'en' } });
    try {
      const { page } = window;
      expect(await page.title()).toBe('Socavón');
      await openSurveyed(window);
      expect(await page.title()).toBe('drive – Socavón');
      // On its card: the overview of the chosen session has its name as well.
      const cards = page.getByRole('region', { name: 'Sessions', exact: true }).getByRole('article');
      const heading = (name: string | RegExp) => cards.getByRole('heading', { level: 2, name });
      await heading(/^2024-\d\d-\d\d \d\d:\d\d$/).waitFor();
      const menu = async (item: string) => {
        await cards.getByRole('button', { name: 'More' }).first().click();
        await page.getByRole('menuitem', { name: item }).click();
      };

      await menu('Rename');
      await page.getByRole('textbox', { name: 'Name of the session' }).fill('Nivel 4210 – Ñuñoa este');
      await page.keyboard.press('Enter');
      await heading('Nivel 4210 – Ñuñoa este').waitFor();
      const chosen = page.getByRole('combobox', { name: 'Session' }).locator('option:checked');
      expect(await chosen.innerText()).toMatch(/^Nivel 4210 – Ñuñoa este · \d+ scans$/);
      // Escape keeps the name as it was.
      await heading('Nivel 4210 – Ñuñoa este').dblclick();
      await page.getByRole('textbox', { name: 'Name of the session' }).fill('Otra');
      await page.keyboard.press('Escape');
      await heading('Nivel 4210 – Ñuñoa este').waitFor();

      await menu('Duplicate');
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor();
      await picture(page, 'sessions-two');
      await menu('Remove');
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor({ state: 'detached' });
      await picture(page, 'sessions-removed');
      const undo = page.locator('[data-history="undo"]');
      const redo = page.locator('[data-history="redo"]');
      expect(await undo.getAttribute('aria-label')).toBe('Undo: session removed');
      await notices(page).getByRole('button', { name: 'Undo' }).click();
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor();
      // It was the step of the one history.
      await expect.poll(() => redo.getAttribute('aria-label')).toBe('Redo: session removed');
      await page.keyboard.press('Control+z');
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor({ state: 'detached' });
      await expect.poll(() => undo.getAttribute('aria-label')).toBe('Undo: session name');
      await page.keyboard.press('Control+y');
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor();
      await expect.poll(() => redo.isEnabled()).toBe(true);
      await page.keyboard.press('Control+y');
      await heading('Nivel 4210 – Ñuñoa este (2)').waitFor({ state: 'detached' });
      const removed = page.getByRole('region', { name: 'Removed sessions' });
      await removed.getByRole('button', { name: 'Restore Nivel 4210 – Ñuñoa este (2)' }).click();
      await removed.waitFor({ state: 'detached' });
      await menu('Remove');
      await removed.getByRole('button', { name: 'Free their space now' }).click();
      await notices(page).getByText('Space freed').waitFor();
      await removed.waitFor({ state: 'detached' });

      // They are there after a reload, and all of the alignment with them.
      await page.reload();
      await heading('Nivel 4210 – Ñuñoa este').waitFor();
      await page.getByText(/^57 of 57 scans, done$|^\d+ of \d+ scans, done$/).waitFor();
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });

  it.runIf(IS_LONG)(
    'of a project that is opened again, or after another one, have their map, and no error of before',
    async () => {
      const window = await open({ size: { width: 1000, height: 640 }, preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        copyFileSync((await surveyedDrive()).project, join(folder, 'other.socavon'));
        await openSurveyed(window);
        const drawn = async () => (await goToMap(page)).toString('base64');
        const first = await drawn();
        for (const name of ['drive', 'other', 'drive']) {
          // Out of the map, while it may still be loading.
          await page.getByRole('button', { name: 'Project', exact: true }).click();
          const path = join(folder, `${name}.socavon`);
          await openProject(window, path);
          await page.getByText(path, { exact: true }).waitFor();
          // A copy keeps the name that the project was made with.
          expect(await page.title()).toBe('drive – Socavón');
          expect(await drawn()).toBe(first);
        }
        expect(await notices(page).getByRole('listitem').allInnerTexts()).toEqual([]);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
  );
});
