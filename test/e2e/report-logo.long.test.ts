import { copyFileSync, mkdirSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { checkSignature } from '../../src-main/files/signature.ts';
import { readPublicKey } from '../../src-main/files/signing-key.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';
import { chooseFolder } from './harness/write-files.ts';

const LOGOS = resolve(import.meta.dirname, '../fixtures/logos');

/** Presses the button of the preview as soon as the logo is there, in a page that stores what is chosen late. */
async function previewWithTheLogo(page: Page): Promise<void> {
  await page.evaluate(() => {
    const inTime = setTimeout;
    const late = (work: () => void, ms = 0): unknown => inTime(work, ms === 200 || ms === 1000 ? 20_000 : ms);
    Object.assign(globalThis, { setTimeout: late });
    const watching = new MutationObserver(() => {
      if (document.querySelector('main img[alt="Logo"]') === null) return;
      watching.disconnect();
      const buttons = [...document.querySelectorAll<HTMLButtonElement>('main button')];
      buttons.find(({ innerText }) => innerText.trim() === 'Preview')!.click();
    });
    watching.observe(document.body, { childList: true, subtree: true });
  });
}

describeInEveryHost('the logo of the report', (open, host) => {
  it(
    'is chosen, shown in the preview, kept over a reload, written for Word, signed, and taken away',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        for (const name of ['rgba.png', 'turned.jpg']) copyFileSync(join(LOGOS, name), join(folder, name));
        await openSurveyed(window);
        await page.getByRole('navigation').getByRole('button', { name: 'Reports and exports' }).click();
        const form = page.getByRole('main');
        const choose = async (name: string): Promise<void> => {
          if (host !== 'serve') await window.answerDialogs([join(folder, name)]);
          await form.getByRole('button', { name: 'Choose a picture…' }).click();
          if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name }).dblclick();
        };
        await choose('turned.jpg');
        await page.getByText('save it upright').first().waitFor();
        await previewWithTheLogo(page);
        await choose('rgba.png');
        const shown = form.getByRole('img', { name: 'Logo' });
        await shown.waitFor();
        await picture(page, 'report-logo');
        const head = page.frameLocator('iframe').locator('header img');
        await head.waitFor();
        const { width, height } = (await head.boundingBox())!;
        expect(width / height).toBeCloseTo(2, 1);
        // The policy of the frame shows it.
        await expect.poll(() => head.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(120);

        await page.reload();
        await shown.waitFor();
        await form.getByRole('checkbox', { name: 'Word (DOCX)' }).check();
        mkdirSync(join(folder, 'out'));
        await chooseFolder(window, 'out');
        await expect.poll(() => readdirSync(join(folder, 'out'))).toContain('report.docx');

        // Signed where it was written, by a key that is made on the way.
        await form.getByRole('button', { name: 'Sign…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Sign the report' });
        await dialog.getByRole('button', { name: 'New key…' }).click();
        await dialog.getByLabel('Name of the surveyor').fill('Ana Rojas');
        await dialog.getByLabel('Passphrase', { exact: true }).fill('una frase larga');
        await dialog.getByLabel('Passphrase, once more').fill('una frase');
        await dialog.getByText('are not the same').waitFor();
        await dialog.getByLabel('Passphrase, once more').fill('una frase larga');
        await picture(page, 'report-new-key');
        if (host !== 'serve') await window.answerDialogs([join(folder, 'surveyor.key')]);
        await dialog.getByRole('button', { name: 'Make the key…' }).click();
        if (host === 'serve') {
          const browser = page.getByRole('dialog').last();
          await browser.getByRole('button', { name: 'Save' }).click();
        }
        await dialog.getByText('The key was made').waitFor();
        await picture(page, 'report-sign');
        await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
        await form.getByText('signed by Ana Rojas').waitFor();
        const [key] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
          name.endsWith('.key.pub'),
        );
        const report = join(folder, 'out', 'report.docx');
        const known = [await readPublicKey(join(folder, key))];
        expect((await checkSignature(report, `${report}.sig`, known)).status).toBe('valid');
        await picture(page, 'report-signed');

        await form.getByRole('button', { name: 'Remove' }).click();
        await form.getByText('None: the name of the program').waitFor();
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
