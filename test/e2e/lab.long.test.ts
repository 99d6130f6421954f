import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { writeLabClouds } from './harness/lab-clouds.ts';
import { chooseClouds } from './harness/lab-page.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { settledPicture } from './harness/settled-picture.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** Presses a button that asks for a new file, and names it. */
async function saveAs(
  { page, host, answerDialogs }: OpenedWindow,
  button: string,
  path: string,
): Promise<void> {
  if (host !== 'serve') await answerDialogs([path]);
  await page.getByRole('button', { name: button }).click();
  if (host === 'serve') {
    await page.getByLabel('File name').fill(basename(path));
    await page.getByRole('button', { name: 'Save here', exact: true }).click();
  }
  await page.getByText('File saved').waitFor();
  await page.getByText('File saved').waitFor({ state: 'hidden' });
}

/** Columns of the table of runs; the first three without a reference pose, the errors with one. */
const COLUMN = { common: 1, iterations: 4, rms: 6, errorTurn: 3, errorRms: 5 };

describeInOneHost('the registration lab', (open) => {
  it(
    'lays a cloud onto another by two methods side by side, and plays the way there',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        writeLabClouds(folder);
        await chooseClouds(window);

        const rows = page.getByRole('table', { name: 'Runs side by side' }).getByRole('row');
        const run = page.getByRole('button', { name: 'Run', exact: true });
        const cell = (row: number, column: number) => rows.nth(row).getByRole('cell').nth(column);
        await page.getByLabel('Engine').selectOption('cpu');
        for (const [place, method] of ['icp-point', 'newton-second-order'].entries()) {
          await page.getByLabel('Method').first().selectOption(method);
          await run.click();
          await rows.nth(place + 1).waitFor();
        }
        const rmsOf = async (row: number): Promise<number> => Number(await cell(row, COLUMN.rms).innerText());
        // The saddle is curved: who knows the curvature comes nearer.
        expect(await rmsOf(2)).toBeLessThan((await rmsOf(1)) / 3);
        await page.getByText('All six directions are constrained.').waitFor();
        await page.getByText(/^Verdict: converged; 100 % matched; held least: /).waitFor();
        await page.getByText('No project is open: runs last until the window is closed.').waitFor();

        // The options of a method are those of its table: cells make GRICPPL of newton-plane.
        await page.getByLabel('Method').first().selectOption('newton-plane');
        await page.getByText(/^The error of icp-plane by damped steps that never raise it/).waitFor();
        await page.getByText('More options of the method').click();
        await page.getByLabel('Level of the cells').fill('40');
        await page.getByText('From 0 to 30').waitFor();
        expect(await run.isDisabled()).toBe(true);
        await page.getByLabel('Level of the cells').fill('7');
        await run.click();
        await rows.nth(3).waitFor();
        expect(await rmsOf(3)).toBeGreaterThan(await rmsOf(2));
        await rows.nth(3).getByText('Level of the cells 7').waitFor();
        // From this start 83 of the 900 points have a match within 0.1 m, which is not to be trusted.
        await page.getByLabel('Method').first().selectOption('icp-point');
        await page.getByLabel('Greatest match distance').fill('0.1');
        await run.click();
        await rows.nth(4).waitFor();
        await page.getByText(/fewer than half: the pose is not to be trusted/).waitFor();
        await page.getByText(/^Verdict: refused; 9 % matched/).waitFor();

        const slider = page.getByRole('slider', { name: 'Iteration' });
        await rows.nth(1).getByRole('button').first().click();
        const last = await slider.inputValue();
        expect(last).toBe(await cell(1, COLUMN.iterations).innerText());
        const canvas = page.getByRole('img', { name: 'Both clouds' });
        const end = await settledPicture(canvas);
        await slider.focus();
        await page.keyboard.press('Home');
        expect((await settledPicture(canvas)).equals(end)).toBe(false);
        await page.getByRole('button', { name: 'Play the iterations' }).click();
        await expect.poll(() => slider.inputValue(), { timeout: PATIENCE_MS }).toBe(last);
        expect((await settledPicture(canvas)).equals(end)).toBe(true);

        // On one set of points the better pose is the better one, whatever the methods say of themselves.
        await page.getByText(/^Common RMS: the same \d+ of 900 points/).waitFor();
        const commonOf = async (row: number): Promise<number> =>
          Number(await cell(row, COLUMN.common).innerText());
        await expect.poll(() => commonOf(4), { timeout: PATIENCE_MS }).toBeGreaterThan(0);
        expect(await commonOf(2)).toBeLessThan(await commonOf(1));
        await page.getByRole('button', { name: 'Common RMS mm' }).click();
        await expect
          .poll(async () => (await commonOf(1)) <= (await commonOf(2)), { timeout: PATIENCE_MS })
          .toBe(true);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it(
    'starts where the cloud is placed by hand, writes what it found, and keeps the runs in the project',
    async () => {
      const window = await open({ preferences: { language: 'en' } });
      try {
        const { page, folder, host, answerDialogs } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        writeLabClouds(folder);
        const project = join(folder, 'lab.socavon');
        if (host !== 'serve') await answerDialogs([project]);
        await page.getByRole('button', { name: 'New project' }).first().click();
        if (host === 'serve') {
          await page.getByLabel('File name').fill('lab.socavon');
          await page.getByRole('button', { name: 'Save here', exact: true }).click();
        }
        await page.getByRole('heading', { name: /lab/ }).first().waitFor();
        await chooseClouds(window);

        // The drawing follows the fields and the keys.
        const canvas = page.getByRole('img', { name: 'Both clouds' });
        const before = await settledPicture(canvas);
        await page.getByText('Start pose', { exact: true }).click();
        await page.getByLabel('Yaw (z)').fill('5');
        await page.locator('[data-placing]').waitFor();
        const turned = await settledPicture(canvas);
        expect(turned.equals(before)).toBe(false);
        await canvas.focus();
        await page.keyboard.press('ArrowRight');
        await page.keyboard.press('Shift+ArrowLeft');
        expect(await page.getByLabel('Shift x').inputValue()).toBe('0.1');
        expect(await page.getByLabel('Yaw (z)').inputValue()).toBe('4');
        expect((await settledPicture(canvas)).equals(turned)).toBe(false);

        // A run without a step stays at its start.
        const rows = page.getByRole('table', { name: 'Runs side by side' }).getByRole('row');
        const run = page.getByRole('button', { name: 'Run', exact: true });
        await page.getByLabel('Engine').selectOption('cpu');
        await page.getByLabel('Method').first().selectOption('icp-point');
        await page.getByLabel('Max. iterations').fill('0');
        await run.click();
        await rows.nth(1).waitFor();
        await page.getByText('0.0000° · 0.0000° · 4.0000°').waitFor();
        await page.getByText('0.1000 · 0.0000 · 0.0000 m (0.1000 m)').waitFor();
        await page.getByLabel('Max. iterations').fill('100');
        await page.getByLabel('Method').first().selectOption('newton-second-order');
        await run.click();
        await rows.nth(2).waitFor();
        await page.getByText('Runs are kept in the project.').waitFor();

        // What it found goes into files that read back.
        await saveAs(window, 'Save transform…', join(folder, 'pose.txt'));
        await saveAs(window, 'Save aligned cloud…', join(folder, 'moved.ply'));
        await saveAs(window, 'Save table…', join(folder, 'runs.csv'));
        const { R, t } = parseTransform(readFileSync(join(folder, 'pose.txt'), 'utf8'), 'pose.txt');
        const [head, ...lines] = readFileSync(join(folder, 'runs.csv'), 'utf8').trim().split('\r\n');
        const at = (name: string): number => head.split(',').indexOf(name);
        expect(lines).toHaveLength(2);
        expect(Number(lines[1].split(',')[at('m14')])).toBeCloseTo(t[0], 12);
        expect(Number(lines[1].split(',')[at('m21')])).toBeCloseTo(R[3], 12);
        expect(readFileSync(join(folder, 'moved.ply')).toString('latin1', 0, 200)).toContain(
          'element vertex 900',
        );

        // Against the written pose the run itself has no error, the start has.
        if (host !== 'serve') await answerDialogs([join(folder, 'pose.txt')]);
        await page.getByRole('button', { name: 'Read from file…' }).last().click();
        if (host === 'serve')
          await page.getByRole('dialog').getByRole('button', { name: 'pose.txt' }).dblclick();
        await page.getByRole('columnheader', { name: 'Angle to ref. °' }).waitFor();
        const cell = (row: number, column: number) => rows.nth(row).getByRole('cell').nth(column).innerText();
        expect(await cell(2, COLUMN.errorTurn)).toBe('0.0000');
        expect(await cell(2, COLUMN.errorRms)).toBe('0.00');
        expect(Number(await cell(1, COLUMN.errorTurn))).toBeGreaterThan(1);

        // A removed run comes back; all of it is there after a reload, with the clouds.
        await rows.nth(1).getByRole('button', { name: 'Remove run' }).click();
        await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(2);
        // The undo of the top bar is of the measurement.
        await page
          .getByRole('status')
          .filter({ hasText: 'Run removed.' })
          .getByRole('button', { name: 'Undo', exact: true })
          .click();
        await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(3);
        await page.reload();
        await page.getByRole('navigation').getByRole('button', { name: 'Registration lab' }).click();
        await page.getByText('900 points').waitFor();
        await expect.poll(() => rows.count(), { timeout: PATIENCE_MS }).toBe(3);
        await expect.poll(() => cell(2, COLUMN.errorRms), { timeout: PATIENCE_MS }).toBe('0.00');
        await rows.nth(1).getByRole('button').first().click();
        await page.getByText('0.0000° · 0.0000° · 4.0000°').waitFor();
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
