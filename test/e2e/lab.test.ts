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

        // The options of a method are those of its table: cells make GRICPPL of newton-plane.
        await page.getByLabel('Method').first().selectOption('newton-plane');
        await page.getByText(/^The error of icp-plane by damped steps that never raise it/).waitFor();
        await page.getByText('More options of the method').click();
        await page.getByLabel('Level of the cells').fill('40');
        await page.getByText('From 0 to 30').waitFor();
        expect(await page.getByRole('button', { name: 'Run', exact: true }).isDisabled()).toBe(true);
        await page.getByLabel('Level of the cells').fill('7');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await rows.nth(3).waitFor();
        expect(await rmsOf(3)).toBeGreaterThan(await rmsOf(2));
        // From this start 83 of the 900 points have a match within 0.1 m, which is not to be trusted.
        await page.getByLabel('Method').first().selectOption('icp-point');
        await page.getByLabel('Greatest match distance').fill('0.1');
        await page.getByRole('button', { name: 'Run', exact: true }).click();
        await rows.nth(4).waitFor();
        await page.getByText(/fewer than half: the pose is not to be trusted/).waitFor();

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
