import { copyFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { surveyMine } from '../../build/pictures/mine-drive.ts';
import type { DriveObject } from '../../src-core/model/drive-object.ts';
import { oncePerRun } from '../fixtures/once-per-run.ts';
import { faultsOf, keepPicture, type Look, nameOf, oneLookAt, TEXTS, wear } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInEveryHost } from './harness/scenes.ts';
import { FIELD_LAPTOP, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** Folder of a drive that `surveyMine` has surveyed, so that pictures of it survey it once; unset: it is made. */
const { SOCAVON_MINE } = process.env;

const go = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation').getByRole('button', { name }).click();

/** The list of the objects is long. */
const TALL = { width: FIELD_LAPTOP.width, height: 1080 };

/** Steps on to the next section whose drawing has all of these objects. */
async function showSectionWith(page: Page, names: readonly string[]): Promise<void> {
  const chainage = page.locator('section.view h2');
  for (;;) {
    const counts = names.map((name) => page.locator(`[data-object="${name}"]`).count());
    if ((await Promise.all(counts)).every((count) => count > 0)) return;
    const before = await chainage.innerText();
    await page.keyboard.press('PageDown');
    await expect.poll(() => chainage.innerText(), { message: `no section shows ${names}` }).not.toBe(before);
    // The worker cuts the objects, and answers after the section is shown.
    await page.waitForTimeout(200);
  }
}

describeInEveryHost('the window with water, mesh and objects', (open, host) => {
  // The same page in every host: once is enough.
  it.runIf(host === 'serve')(
    'draws and lists them with their classes, nothing cut and no overlap (mine, 28 m, seed 1)',
    async () => {
      const mine = SOCAVON_MINE ?? (await oncePerRun('mine', async (folder) => surveyMine(folder)));
      const objects: DriveObject[] = JSON.parse(readFileSync(join(mine, 'out/volume.json'), 'utf8')).objects;
      const first = (what: DriveObject['class']): string =>
        objects.find((object) => object.class === what)?.name ?? `no ${what}`;
      const mesh = objects.filter((object) => object.class === 'mesh').map(({ name }) => name);
      const window = await open({ size: FIELD_LAPTOP, preferences: { language: 'es', theme: 'dark' } });
      const { page } = window;
      page.setDefaultTimeout(PATIENCE_MS);
      try {
        const path = join(window.folder, 'mine.socavon');
        copyFileSync(join(mine, 'mine.socavon'), path);
        await openProject(window, path, 'es');
        await go(page, TEXTS.es.sections.title);
        await page.getByText(/^Con todos los puntos/).waitFor();
        const results: string[] = [];
        const look = async (name: string, seen: Look): Promise<void> => {
          await wear(page, { ...seen, size: TALL });
          // Takes the focus off a button, around which keys leave a ring.
          await page.locator('section.view h2').click();
          results.push(
            ...(await faultsOf(page, seen.language)).map((fault) => `${name}, ${nameOf(seen)}: ${fault}`),
          );
          await keepPicture(page, `mine-${name}-${nameOf(seen)}`);
        };
        await page.getByRole('tab', { name: TEXTS.es.sections.tabs.objects }).click();
        const rows = page.getByRole('table', { name: TEXTS.es.sections.objects.title }).getByRole('row');
        await expect.poll(() => rows.count()).toBe(objects.length + 1);
        await showSectionWith(page, [first('water')]);
        await showSectionWith(page, [first('water'), first('mesh')]);
        for (const seen of oneLookAt(0)) await look('water', seen);
        await showSectionWith(page, mesh.slice(-2));
        for (const seen of oneLookAt(1)) await look('mesh', seen);
        expect(results).toEqual([]);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
