import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';
import { writeInto } from './harness/write-files.ts';

/** Notes the heading of each page that is sent to the printer; a machine of tests has none. */
async function notePrinting(page: Page): Promise<void> {
  await page.evaluate(() => {
    const side = globalThis as unknown as { printed: string[] };
    side.printed = [];
    document.addEventListener(
      'load',
      ({ target }) => {
        if (!(target instanceof HTMLIFrameElement) || target.contentWindow === null) return;
        const { contentWindow: sheet } = target;
        sheet.addEventListener('beforeprint', () => {
          side.printed.push(sheet.document.querySelector('h1')?.textContent ?? '');
        });
      },
      { capture: true },
    );
  });
}

const printed = (page: Page): Promise<string[]> =>
  page.evaluate(() => (globalThis as unknown as { printed: string[] }).printed);

describeInEveryHost('jobs', (open, host) => {
  it(
    'are listed when they have ended, with the report that they wrote, also after the page was loaded again',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        await openSurveyed(window);
        await page.getByRole('navigation').getByRole('button', { name: 'Reports and exports' }).click();
        const footer = page.getByRole('contentinfo');
        const heightOf = async () => (await footer.boundingBox())!.height;
        const height = await heightOf();
        // What one waits for is in its place, with its end.
        await page.getByRole('button', { name: 'Preview' }).first().click();
        const place = page.getByRole('region', { name: 'Preview of the report' });
        await place.getByRole('button', { name: 'Cancel' }).waitFor();
        await picture(page, 'jobs-waiting');
        // The bar below has one line, however many run.
        expect(await heightOf()).toBe(height);
        await page.keyboard.press('Alt+3');
        await page.getByRole('button', { name: 'Look for loops' }).click();
        await footer.getByRole('button', { name: '2 running' }).waitFor();
        expect(await heightOf()).toBe(height);
        await picture(page, 'jobs-two');
        await page.keyboard.press('Alt+8');
        await page.frameLocator('iframe').locator('html[lang="en"]').waitFor();
        mkdirSync(join(folder, 'out'));
        await writeInto(window, 'out');
        // Beside what was written stands what can be done with it.
        await page.getByRole('main').getByRole('button', { name: 'Open PDF' }).waitFor();
        await notePrinting(page);
        await page.getByRole('main').getByRole('button', { name: 'Print…' }).click();
        await expect.poll(() => printed(page)).toEqual(['drive']);

        const tray = page.getByRole('dialog', { name: 'Jobs' });
        const show = (): Promise<void> =>
          page.getByRole('contentinfo').getByRole('button', { name: 'Jobs' }).click();
        const written = tray.getByRole('listitem').filter({ hasText: 'Writing the files' });
        await show();
        await written.getByText(join(folder, 'out')).waitFor();
        await written.getByRole('button', { name: 'Open PDF' }).waitFor();
        await picture(page, 'jobs-ended');
        // A browser has no file manager.
        if (host === 'serve')
          expect(await written.getByRole('button', { name: 'Open folder' }).count()).toBe(0);

        await written.getByRole('button', { name: 'Print…' }).click();
        await expect.poll(() => printed(page)).toEqual(['drive', 'drive']);

        await page.reload();
        await show();
        const button = written.getByRole('button', { name: 'Open PDF' });
        await button.waitFor();
        if (host === 'serve') {
          const [tab] = await Promise.all([page.context().waitForEvent('page'), button.click()]);
          await expect.poll(() => tab.url()).toMatch(/\/document\/[0-9a-f]{32}\.pdf$/);
          const reply = await page.request.get(tab.url());
          expect(reply.headers()['content-type']).toBe('application/pdf');
          expect((await reply.body()).subarray(0, 5).toString()).toBe('%PDF-');
          await tab.close();
        }
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
