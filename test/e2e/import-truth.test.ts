import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { metadataOf } from '../io/packet-builders.ts';
import { IS_LONG, it } from '../support/tier.ts';
import { faultsOf, keepPicture } from './harness/look.ts';
import { openProject } from './harness/open-project.ts';
import { describeInServe } from './harness/scenes.ts';

/** Longer than the column that it stands in. */
const LONG = `captura_del_turno_noche_${'nivel-4210_'.repeat(7)}labor_norte.pcap`;

describeInServe('the import sheet', (open) => {
  it('says what cannot be imported and why, in place, and how to mend it', async () => {
    const window = await open({ preferences: { language: 'en' } });
    const { page, folder } = window;
    try {
      const drive = await simulatedDrive('legacy16');
      mkdirSync(join(folder, 'a'));
      mkdirSync(join(folder, 'b'));
      Project.open(join(folder, 'labor.socavon'), { create: true }).close();
      const whole = readFileSync(join(drive, 'capture.pcap'));
      writeFileSync(join(folder, 'a', LONG), whole.subarray(0, 20e6));
      copyFileSync(join(drive, 'metadata.json'), join(folder, 'a', 'sensor del turno.json'));
      writeFileSync(join(folder, 'a', 'ajeno.json'), metadataOf(64));
      writeFileSync(join(folder, 'b', 'basura.pcap'), 'this is no capture');
      await openProject(window, join(folder, 'labor.socavon'));

      const dialog = page.getByRole('dialog');
      const importing = dialog.getByRole('button', { name: 'Import', exact: true });
      const choose = async (inFolder: string, ...names: string[]): Promise<void> => {
        await page.getByRole('main').getByRole('button', { name: 'Import captures…' }).first().click();
        await dialog.getByRole('navigation').getByRole('button', { name: 'work' }).click();
        await dialog.getByRole('button', { name: inFolder, exact: true }).click();
        for (const name of names) await dialog.getByRole('button', { name }).click();
        await dialog.getByRole('button', { name: /^Open/ }).click();
      };

      await choose('a', LONG);
      await dialog.getByText('lacks the metadata of its sensor').waitFor();
      expect(await importing.isDisabled()).toBe(true);
      await dialog.getByText('ajeno.json does not fit').waitFor();
      const overflow = await dialog.evaluate((element) => element.scrollWidth - element.clientWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await keepPicture(page, 'import-metadata');
      await dialog.getByRole('button', { name: 'Use sensor del turno.json' }).click();
      await dialog.getByRole('img', { name: 'Range' }).waitFor();
      const images = dialog.getByRole('figure').getByRole('img');
      expect(await images.evaluateAll((all) => all.map((image) => image.getAttribute('aria-label')))).toEqual(
        ['Range', 'Signal', 'Reflectivity'],
      );
      await dialog.getByText(/^0\.0 s$/).waitFor();
      await dialog.getByRole('button', { name: 'Next scan' }).click();
      await dialog.getByText(/^0\.[12] s$/).waitFor();
      await keepPicture(page, 'import-scan');
      expect(await faultsOf(page, 'en')).toEqual([]);

      // What the disk loses after the check is told in the sheet, which stays.
      writeFileSync(join(folder, 'a', LONG), '');
      await importing.click();
      await dialog.getByRole('alert').getByText('is empty').waitFor();
      expect(await importing.isVisible()).toBe(true);
      await dialog.getByRole('button', { name: 'Cancel' }).click();

      await choose('b', 'basura.pcap');
      await dialog.getByText('basura.pcap cannot be read; leave it out.').waitFor();
      expect(await importing.isDisabled()).toBe(true);
      await dialog.getByRole('button', { name: 'Leave out basura.pcap' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });

  it.runIf(IS_LONG)('tells captures of two sensors apart, and imports each as a session', async () => {
    const window = await open({ preferences: { language: 'es', theme: 'light' } });
    const { page, folder } = window;
    try {
      Project.open(join(folder, 'labor.socavon'), { create: true }).close();
      for (const [layout, name] of [
        ['legacy16', 'norte'],
        ['thesis64', 'sur'],
      ] as const) {
        const drive = await simulatedDrive(layout);
        writeFileSync(
          join(folder, `${name}.pcap`),
          readFileSync(join(drive, 'capture.pcap')).subarray(0, 12e6),
        );
        const metadata = readFileSync(join(drive, 'metadata.json'), 'utf8');
        writeFileSync(
          join(folder, `${name}.json`),
          JSON.stringify({
            ...JSON.parse(metadata),
            prod_sn: name === 'sur' ? '992000000777' : '992000000111',
          }),
        );
      }
      await openProject(window, join(folder, 'labor.socavon'), 'es');
      const dialog = page.getByRole('dialog');
      await page.getByRole('main').getByRole('button', { name: 'Importar capturas…' }).first().click();
      for (const name of ['norte.pcap', 'sur.pcap']) await dialog.getByRole('button', { name }).click();
      await dialog.getByRole('button', { name: /^Abrir/ }).click();
      const apart = dialog.getByRole('status');
      await apart.getByText('sensores o grabaciones').waitFor();
      expect(await apart.getByRole('listitem').allInnerTexts()).toEqual([
        expect.stringMatching(/992000000111[\s\S]*norte\.pcap/),
        expect.stringMatching(/992000000777[\s\S]*sur\.pcap/),
      ]);
      await keepPicture(page, 'import-sensors');
      await dialog.getByRole('button', { name: 'Importar como 2 sesiones' }).click();
      for (const name of ['sur.pcap', 'norte.pcap'])
        await page.getByRole('main').getByRole('cell', { name, exact: true }).waitFor();
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
