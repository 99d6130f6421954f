import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { keepPicture } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';

describeInOneHost('notices', (open, host) => {
  it.skipIf(host !== 'serve')(
    'never stand over a dialog nor close it, and leave when the next try succeeds',
    async () => {
      const window = await open({ preferences: { language: 'en' }, size: { width: 1366, height: 768 } });
      const { page, folder } = window;
      try {
        writeFileSync(join(folder, 'roto.socavon'), 'nothing of a database');
        Project.open(join(folder, 'bueno.socavon'), { create: true }).close();
        mkdirSync(join(folder, 'usb'));
        await openProject(window, join(folder, 'roto.socavon'));
        const outside = page.getByRole('log', { name: 'Notices' }).getByText('is not a Socavón project');
        await outside.waitFor();

        await page.getByRole('button', { name: 'Open project…' }).first().click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'usb' }).waitFor();
        await outside.waitFor({ state: 'detached' });
        rmSync(join(folder, 'usb'), { recursive: true });
        await dialog.getByRole('button', { name: 'usb' }).click();
        const inside = dialog.getByRole('log', { name: 'Notices' });
        await inside.getByText('There is no file').waitFor();
        await keepPicture(page, 'notice-in-dialog');
        // Fails where anything lies over the button.
        await dialog.getByRole('button', { name: 'Cancel' }).click({ trial: true });
        await inside.getByRole('button', { name: 'Dismiss' }).click();
        await inside.waitFor({ state: 'detached' });
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await outside.waitFor();

        await openProject(window, join(folder, 'bueno.socavon'));
        await page.getByRole('heading', { level: 1, name: 'bueno' }).waitFor();
        await outside.waitFor({ state: 'detached' });

        await page.evaluate(() => history.back());
        await page.getByRole('heading', { level: 1, name: 'bueno' }).waitFor();

        await page.getByRole('button', { name: 'Preferences' }).click();
        await dialog.getByRole('combobox').first().selectOption('es');
        const widths = await dialog
          .getByRole('combobox')
          .evaluateAll((selects) => selects.map((select) => select.clientWidth));
        expect(new Set(widths).size).toBe(1);
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Preferencias' }).and(page.locator(':focus')).waitFor();
        expect(await page.getByRole('tooltip').count()).toBe(0);

        await page.getByRole('heading', { level: 1, name: 'bueno' }).dblclick();
        expect(await page.evaluate(() => getSelection()?.toString())).toBe('');
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
  );
});
