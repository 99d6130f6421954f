import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runHere } from '../hosts/cli/run-here.ts';
import { box, boxObj, MIDDLE, pointsOf } from '../tunnel/chambers.ts';
import { faultsOf, TEXTS } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInServe } from './harness/scenes.ts';
import { FIELD_LAPTOP, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

/** As wide as it is long: without an axis. */
const ROOM = box(5, 5, 4.5);

describeInServe('a chamber without an axis', (open) => {
  it(
    'is measured as a closed solid by a place inside it, where the sections refuse the axis',
    async () => {
      const window = await open({ size: FIELD_LAPTOP, preferences: { language: 'en' } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS);
        const { sections } = TEXTS.en;
        const { count, origin, xyz } = pointsOf(ROOM, { count: 40_000, noise: 0.004 }, 1);
        const lines = Array.from({ length: count }, (_, i) =>
          [0, 1, 2].map((k) => (origin[k] + xyz[3 * i + k]).toFixed(4)).join(' '),
        );
        writeFileSync(join(folder, 'room.xyz'), `${lines.join('\n')}\n`);
        const path = join(folder, 'room.socavon');
        await runHere('run', join(folder, 'room.xyz'), '--project', path, '--out', join(folder, 'run'));
        await openProject(window, path);
        await page.getByRole('navigation').getByRole('button', { name: sections.title, exact: true }).click();
        await page.getByRole('main').getByRole('button', { name: sections.measureAll }).click();
        const form = page.getByRole('region', { name: sections.chamberTitle });
        await form.waitFor();
        expect(await faultsOf(page, 'en')).toEqual([]);
        await picture(page, 'chamber-form');
        await form.getByRole('textbox').fill(MIDDLE.join(' '));
        // A design of 4 x 4 x 3.5 m in the middle of it.
        writeFileSync(join(folder, 'stope.obj'), boxObj([4, 4, 3.5]));
        await form.getByRole('button', { name: sections.chamberAgainst }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'stope.obj' }).dblclick();
        await form.getByText('stope.obj').waitFor();
        await form.getByRole('button', { name: sections.chamberMeasure }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Use this folder' }).click();
        const said = form.getByText(/^void \d+\.\d\d ± /);
        await said.waitFor();
        await picture(page, 'chamber-measured');
        const { volume, files, against } = JSON.parse(readFileSync(join(folder, 'chamber.json'), 'utf8'));
        expect(Math.abs(volume.value - ROOM.volume)).toBeLessThan(volume.plusMinus);
        expect(await said.innerText()).toContain(volume.value.toFixed(2));
        expect(Math.abs(against.beyond.value - (ROOM.volume - 56))).toBeLessThan(against.beyond.plusMinus);
        await form.getByText(/stope\.obj: solid of 56\.00 m³/).waitFor();
        expect(files.length).toBeGreaterThan(1);
        for (const { file } of files) expect(existsSync(join(folder, file))).toBe(true);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
