import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { METRES } from '../../src-core/io/cad/length-units.ts';
import { Project } from '../../src-main/project/project.ts';
import { ROOM_SEED, roomLas, WALK } from '../fixtures/clouds-misstated.ts';
import { faultsOf, keepPicture, TEXTS } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInServe } from './harness/scenes.ts';
import { FIELD_LAPTOP, PATIENCE_MS, SCENE_MS } from './harness/window.ts';

describeInServe(`the sheet of a cloud whose file states it wrongly (seed ${ROOM_SEED})`, (open) => {
  it.each([
    ['es', 'dark'],
    ['en', 'light'],
  ] as const)(
    'takes the units of heights and trajectory, and reads it beyond the box of its header (%s)',
    async (language, theme) => {
      const window = await open({ size: FIELD_LAPTOP, preferences: { language, theme } });
      try {
        const { page, folder } = window;
        page.setDefaultTimeout(PATIENCE_MS / 5);
        const { project: texts } = TEXTS[language];
        const { cloud, preview } = texts;
        writeFileSync(join(folder, 'galeria.las'), roomLas());
        writeFileSync(join(folder, 'recorrido.csv'), WALK);
        const path = join(folder, 'labor.socavon');
        Project.open(path, { create: true }).close();
        await openProject(window, path, language);
        const dialog = page.getByRole('dialog');
        const choose = (name: string): Promise<void> => dialog.getByRole('button', { name }).dblclick();
        await page.getByRole('main').getByRole('button', { name: texts.importCaptures }).first().click();
        await choose('galeria.las');
        const importing = dialog.getByRole('button', { name: preview.run, exact: true });
        await dialog.getByText(texts.repairs['ignore-box']).waitFor();
        expect(await importing.isDisabled()).toBe(true);
        expect(await faultsOf(page, language)).toEqual([]);
        await keepPicture(page, `cloud-box-refused-${language}`);

        await dialog.getByRole('switch', { name: cloud.ignoreBox }).click();
        await dialog.getByText(texts.repairs['ignore-box']).waitFor({ state: 'detached' });
        await dialog.getByLabel(cloud.heightUnit).selectOption('ft');
        await dialog
          .getByText(/0\.3048 m/)
          .first()
          .waitFor();
        await dialog.getByRole('button', { name: cloud.chooseTrajectory }).click();
        await choose('recorrido.csv');
        await dialog.getByLabel(cloud.trajectoryUnit).selectOption('cm');
        expect(await faultsOf(page, language)).toEqual([]);
        await keepPicture(page, `cloud-fields-${language}`);
        await importing.click();
        await page.getByRole('main').getByRole('cell', { name: 'galeria.las', exact: true }).waitFor();
        const project = Project.open(path, { readonly: true });
        try {
          expect(project.sessions.all()[0].cloud).toMatchObject({
            unitMetres: 1,
            heightUnitMetres: METRES.ft,
            trajectory: 'recorrido.csv',
          });
        } finally {
          project.close();
        }
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
    SCENE_MS,
  );
});
