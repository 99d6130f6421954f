import { existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { faultsOf, keepPicture, TEXTS } from './harness/look.ts';
import { openSurveyed } from './harness/open-project.ts';
import { describeInServe } from './harness/scenes.ts';
import { FIELD_LAPTOP, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** In the place of a file of the survey stands a folder, which nothing can be written over. */
const TAKEN = 'trajectory.tum';

describeInServe('files of a survey that cannot be written', (open) => {
  it.each([
    ['es', 'dark'],
    ['en', 'light'],
  ] as const)(
    'are named in a notice and beside the list of the others, which are written (%s)',
    async (language, theme) => {
      const window = await open({ size: FIELD_LAPTOP, preferences: { language, theme } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const { reports, shell } = TEXTS[language];
        await openSurveyed(window, language);
        const out = join(folder, 'salida');
        mkdirSync(join(out, TAKEN, 'kept'), { recursive: true });
        await page.getByRole('navigation').getByRole('button', { name: reports.title, exact: true }).click();
        await page.getByRole('button', { name: reports.write }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'salida', exact: true }).click();
        await dialog.getByRole('navigation').getByRole('button', { name: 'salida', exact: true }).waitFor();
        await dialog.getByRole('button', { name: shell.files.folderHere }).click();

        const notice = page.getByRole('log', { name: shell.notices }).getByText(TAKEN);
        await notice.first().waitFor();
        const list = page.locator('section.written');
        const written = await list.locator('ul').first().getByRole('listitem').allInnerTexts();
        expect(written).toContain('volume.json');
        expect(written).not.toContain(TAKEN);
        for (const file of written) expect(existsSync(join(out, file))).toBe(true);
        const [said, ...others] = await list.getByText(TAKEN).allInnerTexts();
        expect(others).toEqual([]);
        expect(said).toBe(await notice.first().innerText());
        // Nobody is told that all is well.
        expect(await page.getByText(reports.written, { exact: true }).count()).toBe(0);
        expect(readdirSync(join(out, TAKEN))).toEqual(['kept']);
        expect(await faultsOf(page, language)).toEqual([]);
        await list.getByText(TAKEN).scrollIntoViewIfNeeded();
        await keepPicture(page, `unwritten-${language}`);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
