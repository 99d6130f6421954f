import { join } from 'node:path';
import { expect, it } from 'vitest';
import { writeLabClouds } from './harness/lab-clouds.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { settledPicture } from './harness/settled-picture.ts';
import { PATIENCE_MS, SCENE_MS } from './harness/window.ts';

describeInOneHost('the registration lab', (open) => {
  it(
    'lays a cloud onto another by two methods side by side, and plays the way there',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder, host, answerDialogs } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        writeLabClouds(folder);
        await page.getByRole('navigation').getByRole('button', { name: 'Registration lab' }).click();
        for (const [name, file, points] of [
          ['Moving cloud…', 'moves.xyz', '900 points'],
          ['Reference cloud…', 'stays.xyz', `1\u202f600 points`],
        ]) {
          if (host !== 'serve') await answerDialogs([join(folder, file)]);
          await page.getByRole('button', { name }).click();
          if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name: file }).click();
          await page.getByText(points).waitFor();
        }

        const rows = page.getByRole('table', { name: 'Runs side by side' }).getByRole('row');
        await page.getByLabel('Engine').selectOption('cpu');
        for (const [place, method] of ['icp-point', 'newton-second-order'].entries()) {
          await page.getByLabel('Method').first().selectOption(method);
          await page.getByRole('button', { name: 'Run', exact: true }).click();
          await rows.nth(place + 1).waitFor();
        }
        const rmsOf = async (row: number): Promise<number> =>
          Number(await rows.nth(row).getByRole('cell').nth(3).innerText());
        // The saddle is curved: who knows the curvature comes nearer.
        expect(await rmsOf(2)).toBeLessThan((await rmsOf(1)) / 3);
        await page.getByText('All six directions are constrained.').waitFor();

        const slider = page.getByRole('slider', { name: 'Iteration' });
        await rows.nth(1).getByRole('button').first().click();
        const last = await slider.inputValue();
        expect(last).toBe(await rows.nth(1).getByRole('cell').nth(2).innerText());
        const canvas = page.getByRole('img', { name: 'Both clouds' });
        const end = await settledPicture(canvas);
        await slider.focus();
        await page.keyboard.press('Home');
        expect((await settledPicture(canvas)).equals(end)).toBe(false);
        await page.getByRole('button', { name: 'Play the iterations' }).click();
        await expect.poll(() => slider.inputValue(), { timeout: PATIENCE_MS }).toBe(last);
        expect((await settledPicture(canvas)).equals(end)).toBe(true);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
