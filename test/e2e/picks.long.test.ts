import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { Refinement } from '../../src-core/contract/refine-requests.ts';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { parsePicksCsv } from '../../src-core/io/tables/picks-csv.ts';
import { parseTum } from '../../src-core/io/tables/tum.ts';
import { applyToPoint, invert } from '../../src-core/math/se3.ts';
import { WRITTEN_AS } from '../../src-renderer/locales/i18n.ts';
import { number } from '../../src-renderer/ui/format.ts';
import { CONTROLLED_SEED, controlledDrive } from '../fixtures/controlled-drive.ts';
import { PICKED_CLOUD_SEED, writePickedCloud } from '../fixtures/picked-cloud.ts';
import { lastJson } from '../hosts/cli/run-cli.ts';
import { runHere } from '../hosts/cli/run-here.ts';
import { faultsOf, keepPicture } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { type OpenedWindow, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

interface Picked {
  readonly name: string;
  readonly place: readonly number[];
  readonly feature: string;
  readonly size: number | null;
}

const millimetres = (metres: number): string => number(1000 * metres, WRITTEN_AS.en, 1);

async function openPicks(window: OpenedWindow, project: string): Promise<void> {
  const { page, host, folder, answerDialogs } = window;
  page.setDefaultTimeout(PATIENCE_MS);
  await openProject(window, project);
  await page.getByRole('navigation').getByRole('button', { name: 'Control and loops' }).click();
  await page.getByRole('tab', { name: 'Picked' }).click();
  if (host !== 'serve') await answerDialogs([join(folder, 'puntos.csv')]);
  await page.getByRole('main').getByRole('button', { name: 'Load points…' }).first().click();
  if (host === 'serve') await page.getByRole('dialog').getByRole('button', { name: 'puntos.csv' }).dblclick();
  await page.locator('[data-settled="true"]').waitFor();
}

/** Says what a point is, and types where it lies: a click sets the same field. */
async function pick(page: Page, { name, place, feature, size }: Picked): Promise<void> {
  await page.getByLabel(`What ${name} is`).selectOption(feature);
  if (size !== null) {
    const field = page.getByLabel(`Size of ${name}:`);
    await field.fill(String(size));
    await field.press('Enter');
  }
  const field = page.getByLabel(`${name} in the map, x y z`);
  await field.fill(place.map((value) => value.toFixed(3)).join(' '));
  await field.press('Enter');
  await page.getByRole('button', { name: `Remove the pick of ${name}` }).waitFor();
  await page.locator('[data-busy="false"]').waitFor();
}

/** Clicks the map until a wall is hit: the point that is active is picked there. */
async function clickMap(page: Page, name: string): Promise<void> {
  const canvas = page.locator('[data-settled] canvas').first();
  const { width, height } = (await canvas.boundingBox())!;
  const remove = page.getByRole('button', { name: `Remove the pick of ${name}` });
  for (const share of [0.5, 0.47, 0.53, 0.44, 0.56, 0.41, 0.59]) {
    await canvas.click({ position: { x: share * width, y: height / 2 } });
    await page.waitForTimeout(500);
    if ((await remove.count()) > 0) break;
  }
  await remove.waitFor();
  await page.locator('[data-busy="false"]').waitFor();
}

const card = (page: Page, name: string) =>
  page
    .getByRole('list', { name: 'Points picked in the map' })
    .getByRole('listitem')
    .filter({ hasText: name });

describeInOneHost('surveyed points picked in a map', (open) => {
  it(
    `place a cloud as the command line does (seed ${PICKED_CLOUD_SEED})`,
    async () => {
      const window = await open({ preferences: { language: 'en', theme: 'dark' } });
      try {
        const { page, folder } = window;
        writePickedCloud(folder);
        const stated = ['--scanner', 'terrestrial', '--cloud-unit', 'm', '--frame', 'local', '--json'];
        const run = (project: string, ...more: string[]) =>
          runHere(
            ...['run', join(folder, 'drive.xyz'), '--project', join(folder, project), '--report', 'html'],
            ...['--out', join(folder, 'out'), ...stated, ...more],
          );
        expect(await run('p.socavon')).toMatchObject({ status: 0 });
        copyFileSync(join(folder, 'p.socavon'), join(folder, 'other.socavon'));
        const control = ['--control', join(folder, 'control.csv'), '--picked', join(folder, 'picked.csv')];
        const said = lastJson(await run('other.socavon', ...control)) as unknown as {
          readonly refinement: Record<'control' | 'check', Refinement['residuals']>;
          readonly picked: readonly { readonly name: string; readonly sigma: number }[];
        };

        copyFileSync(join(folder, 'control.csv'), join(folder, 'puntos.csv'));
        await openPicks(window, join(folder, 'p.socavon'));
        // A click in the map picks the point that is chosen; the next one is chosen then.
        await page.getByRole('button', { name: 'Pick K1, number 1' }).click();
        await clickMap(page, 'K1');
        await expect
          .poll(() => page.getByRole('button', { name: 'Pick K2, number 2' }).getAttribute('aria-pressed'))
          .toBe('true');
        // What is not there is said beside its point.
        await pick(page, { name: 'K1', place: [25, 0, 2], feature: 'sphere', size: 0.2 });
        await card(page, 'K1').getByRole('alert').getByText('No sphere of its size is found').waitFor();

        for (const one of parsePicksCsv(readFileSync(join(folder, 'picked.csv'), 'utf8'), 'picked.csv'))
          await pick(page, one);
        for (const { name, sigma } of said.picked)
          await card(page, name)
            .locator('[data-fit]')
            .getByText(`σ ${millimetres(sigma)} mm`)
            .waitFor();
        await card(page, 'K1').getByText('by the picks alone').waitFor();
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'picks-cloud');

        await page.getByRole('button', { name: 'Place by the picked points' }).click();
        await page.getByText(/^Placed [^;]*$/).waitFor();
        await page.locator('[data-settled="true"]').waitFor();
        for (const { name, error } of [...said.refinement.control, ...said.refinement.check]) {
          const [east, north, up] = error.map(millimetres);
          const sentence = `remains ${millimetres(Math.hypot(...error))} mm (E ${east}, N ${north}, Z ${up})`;
          await card(page, name).locator('[data-residual]').getByText(sentence, { exact: true }).waitFor();
        }
        await keepPicture(page, 'picks-cloud-placed');

        // A pick that is removed is undone as any other edit.
        await page.getByRole('button', { name: 'Remove the pick of K4' }).click();
        await page.getByText('list or picks changed since').waitFor();
        await page.keyboard.press('Control+z');
        await page.getByText(/^Placed [^;]*$/).waitFor();
        await card(page, 'K4').locator('[data-fit]').waitFor();
        await page.getByRole('tab', { name: 'Points (7)' }).click();
        await page.getByRole('table', { name: 'Control and check points' }).waitFor();
        // Markers of two places that lie one behind the other in the map overlap.
        const faults = await faultsOf(page, 'en');
        expect(faults.filter((fault) => !/^texts overlap: "\d" and "\d"$/.test(fault))).toEqual([]);
        await keepPicture(page, 'picks-cloud-points');
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );

  it(
    `adjust a drive of scans, and a static scan is its reference (seed ${CONTROLLED_SEED})`,
    async () => {
      const window = await open({ preferences: { language: 'en', theme: 'light' } });
      try {
        const { page, folder } = window;
        const drive = await controlledDrive();
        copyFileSync(drive.project, join(folder, 'p.socavon'));
        for (const name of ['control.csv', 'puntos.csv']) copyFileSync(drive.control, join(folder, name));
        const points = parseControlPointsCsv(readFileSync(drive.control, 'utf8'), 'control.csv');
        const tum = readFileSync(join(dirname(drive.capture), 'truth_tum.txt'), 'utf8');
        const [{ T_map_sensor }] = parseTum(tum, 'truth_tum.txt');
        const picks = points.map(({ name, easting, northing, elevation }): Picked => {
          const [x, y, z] = applyToPoint(invert(T_map_sensor), easting, northing, elevation);
          return { name, place: [x + 0.02, y, z - 0.03], feature: 'disc', size: 0.3 };
        });
        await openPicks(window, join(folder, 'p.socavon'));
        for (const one of picks) await pick(page, one);
        for (const { name } of picks) await card(page, name).locator('[data-residual]').waitFor();
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'picks-scans');
        await page
          .getByRole('toolbar', { name: 'Control and loops' })
          .getByRole('button', { name: 'Adjust (least squares)' })
          .click();
        await page.getByText(/^Adjusted [^;]*$/).waitFor();
        await page.locator('[data-settled="true"]').waitFor();
        // As the command line has it with the same places.
        const rows = picks.map(({ name, place, feature, size }) =>
          [name, ...place.map((value) => value.toFixed(3)), feature, size].join(','),
        );
        writeFileSync(join(folder, 'picked.csv'), `name,x,y,z,feature,size\n${rows.join('\n')}\n`);
        copyFileSync(drive.project, join(folder, 'other.socavon'));
        const ending = await runHere(
          ...['run', drive.capture, '--project', join(folder, 'other.socavon'), '--engine', 'cpu', '--json'],
          ...['--out', join(folder, 'out'), '--report', 'html', '--control', join(folder, 'control.csv')],
          ...['--picked', join(folder, 'picked.csv')],
        );
        const said = lastJson(ending) as unknown as {
          readonly refinement: { readonly control: Refinement['residuals'] };
        };
        expect(said.refinement.control).toHaveLength(points.length);
        for (const { name, error } of said.refinement.control)
          await card(page, name)
            .locator('[data-residual]')
            .getByText(`remains ${millimetres(Math.hypot(...error))} mm (E ${millimetres(error[0])}`)
            .waitFor();

        await page.getByRole('tab', { name: 'Other constraints' }).click();
        await page.getByText('There is no cloud in this project').waitFor();
        expect(await page.getByLabel('Static scan as the fixed reference').isDisabled()).toBe(true);
        expect(await faultsOf(page, 'en')).toEqual([]);
        await keepPicture(page, 'picks-reference');
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
