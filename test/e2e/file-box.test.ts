import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { faultsOf, keepPicture } from './harness/look.ts';
import { describeInOneHost } from './harness/scenes.ts';

describeInOneHost('the file box', (open, host) => {
  it.skipIf(host !== 'serve')(
    'is worked by keys and mouse, sorts, filters, makes folders, and refuses names',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      const { page, folder } = window;
      try {
        mkdirSync(join(folder, 'norte'));
        Project.open(join(folder, 'labor 2.socavon'), { create: true }).close();
        for (const [name, day] of [
          ['labor 10.socavon', 1],
          ['rampa.socavon', 2],
        ] as const) {
          writeFileSync(join(folder, name), 'x'.repeat(1000 * day));
          utimesSync(join(folder, name), new Date(2026, 0, day), new Date(2026, 0, day));
        }
        const dialog = page.getByRole('dialog');
        const names = async (): Promise<string[]> => dialog.locator('.entry').allInnerTexts();

        await page.getByRole('button', { name: 'Open project…' }).click();
        await dialog.getByRole('button', { name: 'norte' }).and(page.locator(':focus')).waitFor();
        expect(await names()).toEqual(['norte', 'labor 2.socavon', 'labor 10.socavon', 'rampa.socavon']);
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'file-box');

        await dialog.getByRole('button', { name: 'Modified' }).click();
        expect((await names()).slice(1)).toEqual(['labor 2.socavon', 'rampa.socavon', 'labor 10.socavon']);
        await dialog.getByRole('button', { name: 'Name', exact: true }).click();
        await dialog.getByLabel('Filter by name').fill('LABOR');
        expect(await names()).toEqual(['labor 2.socavon', 'labor 10.socavon']);
        await dialog.getByLabel('Filter by name').fill('');

        await dialog.getByRole('button', { name: 'norte' }).focus();
        await page.keyboard.press('Enter');
        await dialog.getByText('Nothing of this kind in this folder.').waitFor();
        await dialog.getByRole('navigation').getByRole('button', { name: 'work' }).click();
        await dialog.getByRole('button', { name: 'norte' }).and(page.locator(':focus')).waitFor();
        await page.keyboard.press('End');
        await dialog.getByRole('button', { name: 'rampa.socavon' }).and(page.locator(':focus')).waitFor();
        await page.keyboard.press('Home');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'labor 2' }).waitFor();

        await page.getByRole('button', { name: 'New project…' }).first().click();
        const name = dialog.getByLabel('File name');
        await name.and(page.locator(':focus')).waitFor();
        expect(await name.inputValue()).toBe('project.socavon');
        await name.fill('a/b:c*?');
        await dialog.getByText('A file name cannot hold / : * ?').waitFor();
        expect(await dialog.getByRole('button', { name: 'Save here' }).isDisabled()).toBe(true);
        await name.fill('labor 2');
        await dialog.getByText('labor 2.socavon exists already').waitFor();
        await dialog.getByRole('button', { name: 'Open existing project' }).waitFor();
        await keepPicture(page, 'file-box-new');
        await dialog.getByRole('button', { name: 'New folder' }).click();
        await page.keyboard.type('2026');
        await page.keyboard.press('Enter');
        await dialog.getByRole('button', { name: '2026' }).waitFor();
        await name.fill('Labor 4210 – Ñuñoa');
        await page.keyboard.press('Enter');
        await page.getByRole('heading', { level: 1, name: 'Labor 4210 – Ñuñoa' }).waitFor();
        expect(existsSync(join(folder, '2026', 'Labor 4210 – Ñuñoa.socavon'))).toBe(true);

        await page.keyboard.press('Control+o');
        await dialog.getByRole('button', { name: 'Labor 4210' }).dblclick();
        await dialog.waitFor({ state: 'detached' });
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
  );
});
