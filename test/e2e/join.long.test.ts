import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { parsePoseText } from '../../src-core/math/pose-text.ts';
import { applyToPoint, compose, invert } from '../../src-core/math/se3.ts';
import type { EpochComparison } from '../../src-core/model/epoch.ts';
import { fixed } from '../../src-core/report/texts/format.ts';
import { EPOCHS_SEED, twoEpochProject } from '../fixtures/two-epoch-project.ts';
import { lastJson } from '../hosts/cli/run-cli.ts';
import { runHere } from '../hosts/cli/run-here.ts';
import { faultsOf, keepPicture, TEXTS } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { SCENE_MS } from './harness/window.ts';

const SEED = EPOCHS_SEED;
type Place = [number, number, number];

/** Points on the walls and the back of the drive, in the frame of the later survey. */
const SEEN: Place[] = [
  [2, 2, 0.4],
  [9, -2.1, -0.3],
  [6, 0.1, 2.4],
];

describeInOneHost(`two surveys without a common frame, seed ${SEED}`, (open) => {
  it(
    'are joined by three points, taken apart, joined by the walls alone, and compared as the command line does',
    async () => {
      const window = await open({ preferences: { language: 'en', theme: 'dark' } });
      try {
        const { page } = window;
        const { path, earlierPose, laterPose } = await twoEpochProject(window.folder, SEED);
        const other = join(window.folder, 'command-line.socavon');
        copyFileSync(path, other);
        const truth = compose(invert(parsePoseText(earlierPose)), parsePoseText(laterPose));
        await openProject(window, path);
        await page.getByRole('navigation').getByRole('button', { name: 'Epochs and advance' }).click();

        // What is missing is said before anything is computed.
        await page.getByText('These two surveys have no common frame').waitFor();
        const compare = page.getByRole('button', { name: 'Compare', exact: true });
        expect(await compare.isDisabled()).toBe(true);
        await page.getByRole('button', { name: 'Join them…' }).click();

        await page.getByRole('radio', { name: 'Points' }).check();
        const [reference, joined] = [
          page.locator('[data-settled]').first(),
          page.locator('[data-settled]').last(),
        ];
        for (const view of [reference, joined])
          await view.and(page.locator('[data-settled="true"]')).waitFor();
        // A click in the map sets the point that is asked for; coordinates may be typed as well.
        await clickWall(page);
        const first = page.getByLabel('Point 1 in the reference survey, x y z');
        await expect.poll(() => first.inputValue()).toMatch(/^-?\d+\.\d{3} -?\d+\.\d{3} -?\d+\.\d{3}$/);
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'join-picking');

        // In another order the distances do not agree, and the sentence names the points.
        const picked = SEEN.map((second) => ({ second, first: applyToPoint(truth, ...second) }));
        await type(page, [
          picked[0],
          { ...picked[1], first: picked[2].first },
          { ...picked[2], first: picked[1].first },
        ]);
        await page
          .getByRole('alert')
          .getByText(/^Points \d and \d are \d+\.\d+ m apart/)
          .waitFor();
        await type(page, picked);
        await page.getByText('remains 0.00').nth(2).waitFor();

        await page.getByRole('button', { name: 'Refine by the walls' }).click();
        await page.locator('[data-quality]').waitFor();
        await page.getByRole('tab', { name: 'Both together' }).waitFor();
        await keepPicture(page, 'join-points');
        await page.getByRole('button', { name: 'Accept join' }).click();
        await compare.click();
        const byPoints = await figures(page);

        await page.getByRole('button', { name: 'Look at both together…' }).click();
        await page.getByRole('button', { name: 'Remove join' }).click();
        await page.getByRole('button', { name: 'Remove join' }).waitFor({ state: 'detached' });
        await page.getByRole('button', { name: 'Find the join' }).click();
        await page.locator('[data-quality]').waitFor();
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'join-automatic');
        await page.getByRole('button', { name: 'Section across the drive' }).click();
        await keepPicture(page, 'join-section');
        await page.getByRole('button', { name: 'Accept join' }).click();
        await page.getByText('joined to another survey').waitFor();
        await compare.click();
        const automatic = await figures(page);

        expect(await runHere('join', other, '--session', '2', '--to', '1')).toMatchObject({ status: 0 });
        const info = await runHere('compare', other, '--from', '1', '--to', '2', '--json');
        const { value, plusMinus } = (lastJson(info) as unknown as EpochComparison).volume;
        expect(automatic).toBe(`${fixed(value, 2)} ± ${fixed(plusMinus, 2)} m³`);
        // Started elsewhere, the registration ends within its own uncertainty.
        expect(Math.abs(Number.parseFloat(byPoints) - value)).toBeLessThan(plusMinus);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it(
    'are placed in the mine grid by azimuth and by known points, and need no join then',
    async () => {
      const window = await open({ preferences: { language: 'es', theme: 'light' } });
      try {
        const { page } = window;
        const { epochs, joins, placement } = TEXTS.es;
        const { path, laterPose } = await twoEpochProject(window.folder, SEED);
        const truth = parsePoseText(laterPose);
        await openProject(window, path, 'es');
        await page.getByRole('navigation').getByRole('button', { name: epochs.title }).click();
        await page.getByText(epochs.obstacles.untied).waitFor();
        await page.getByText(epochs.origins, { exact: true }).click();

        const earlier = page.getByRole('group', { name: epochs.earlierSurvey });
        for (const [key, value] of Object.entries({
          easting: 345_678.9,
          northing: 8_612_345.6,
          elevation: 4321.1,
          azimuth: 123.4,
        } as const))
          await earlier.getByLabel(placement[key as 'azimuth'], { exact: true }).fill(String(value));
        // It stood still for less than the accelerometer needs.
        await earlier.getByText(/se toma como nivelado/).waitFor();
        await earlier.getByRole('button', { name: placement.place }).click();
        await earlier
          .getByRole('status')
          .filter({ hasText: /azimut 123\.400°, 0\.00°/ })
          .waitFor();

        const later = page.getByRole('group', { name: epochs.laterSurvey });
        await later.getByRole('combobox').selectOption({ label: placement.ways.points });
        await later.getByRole('button', { name: placement.pick }).click();
        const dialog = page.getByRole('dialog');
        for (const [i, map] of SEEN.entries()) {
          const grid = applyToPoint(truth, ...map);
          for (const [label, point] of [
            [placement.dialog.inMap, map],
            [placement.dialog.inGrid, grid],
          ] as const) {
            const field = dialog.getByLabel(label.replace('{number}', String(i + 1)));
            await field.fill(point.map((value) => value.toFixed(4)).join(' '));
            await field.blur();
          }
        }
        await dialog.getByText(joins.residual.replace('{metres}', '0.00').split(' m')[0]).nth(2).waitFor();
        await dialog.locator('[data-settled="true"]').waitFor();
        await keepPicture(page, 'placement-points');
        await dialog.getByRole('button', { name: placement.place }).click();
        const placed = await later.getByRole('status').innerText();
        const [east, north, up] = [...placed.matchAll(/[−]?\d+\.\d{3}(?=[,°])/g)].map(([figure]) =>
          Number(figure.replace('−', '-')),
        );
        for (const [k, value] of [east, north, up].entries())
          expect(Math.abs(value - truth.t[k]), placed).toBeLessThan(0.002);
        expect(await faultsOf(page, 'es')).toEqual([]);
        await keepPicture(page, 'placement');
        await page.getByText(epochs.obstacles.untied).waitFor({ state: 'detached' });
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});

/** Clicks about the middle of the first map until a point of the wall is hit. */
async function clickWall(page: Page): Promise<void> {
  const canvas = page.locator('[data-settled] canvas').first();
  const { width, height } = (await canvas.boundingBox())!;
  const field = page.getByLabel('Point 1 in the reference survey, x y z');
  for (const share of [0.5, 0.47, 0.53, 0.44, 0.56, 0.41, 0.59]) {
    await canvas.click({ position: { x: share * width, y: height / 2 } });
    if ((await field.inputValue()) !== '') return;
  }
}

/** Types the points of both surveys. */
async function type(page: Page, points: readonly { first: Place; second: Place }[]): Promise<void> {
  for (const [i, point] of points.entries())
    for (const [side, name] of [
      ['first', 'the reference survey'],
      ['second', 'the survey to join'],
    ] as const) {
      const field = page.getByLabel(`Point ${i + 1} in ${name}, x y z`);
      await field.fill(point[side].map((value) => value.toFixed(4)).join(' '));
      await field.press('Enter');
    }
}

/** The headline of the comparison, once it is there. */
async function figures(page: Page): Promise<string> {
  const headline = page.locator('[data-period] b');
  await headline.waitFor();
  return headline.innerText();
}
