import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { walkedDrive } from '../fixtures/walked-drive.ts';
import { faultsOf, keepPicture, wear } from './harness/look.ts';
import { goToMap, layer, mapLooks, settledMap } from './harness/map-page.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS } from './harness/window.ts';

const SIZE = { width: 1100, height: 760 };

describeInOneHost('what moved', (open) => {
  it('is shown in a colour of its own, brought back and left out again', async () => {
    const window = await open({ size: SIZE, preferences: { language: 'en' } });
    try {
      const { page } = window;
      const path = join(window.folder, 'drive.socavon');
      copyFileSync((await walkedDrive()).project, path);
      await openProject(window, path);
      await goToMap(page);
      // From within: from outside the wall hides who walked there.
      await page.keyboard.press('2');
      const without = await settledMap(page);

      const returns = layer(page, 'Dynamic returns');
      await returns.check();
      const count = page.locator('[data-moved]');
      await count.waitFor({ timeout: PATIENCE_MS });
      const result = Number(await count.getAttribute('data-moved'));
      expect(result).toBeGreaterThan(3000);
      await returns.getByText(result.toLocaleString('en'), { exact: true }).waitFor();
      await mapLooks(page, without, 'other', 'dynamic returns shown');
      await keepPicture(page, `moved-${window.host}`);
      expect(await faultsOf(page, 'en')).toEqual([]);
      await returns.uncheck();
      await mapLooks(page, without, 'same', 'dynamic returns hidden');
      await returns.check();
      await count.waitFor();
      await wear(page, { language: 'es', theme: 'light', size: SIZE });
      await keepPicture(page, `moved-es-light-${window.host}`);
      expect(await faultsOf(page, 'es')).toEqual([]);

      await page.getByRole('button', { name: 'Devolver al mapa y al volumen' }).click();
      await page.getByRole('button', { name: 'Dejar fuera otra vez' }).waitFor({ timeout: PATIENCE_MS });
      expect(await count.innerText()).toContain('restituidos');
    } finally {
      await window.close();
    }
  }, 3_600_000);
});
