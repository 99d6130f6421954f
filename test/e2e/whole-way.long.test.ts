import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { fixed } from '../../src-core/report/texts/format.ts';
import { readySample } from '../fixtures/ready-sample.ts';
import { lastJson, runCli } from '../hosts/cli/run-cli.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS } from './harness/window.ts';

describeInOneHost('the whole way', (open) => {
  it('goes from the sample to a volume that is the command line’s to the last digit, over a window closed in the middle', async () => {
    process.env.SOCAVON_SAMPLE = await readySample();
    let window = await open({ preferences: { language: 'en' } });
    try {
      const home = window.host === 'serve' ? window.folder : join(window.folder, '../documents');
      const sample = join(home, 'sample.socavon');
      window.page.setDefaultTimeout(PATIENCE_MS);
      await window.page.getByRole('button', { name: 'Open sample' }).click();
      await window.page.getByRole('toolbar').waitFor({ timeout: PATIENCE_MS });

      const placed = async (): Promise<number> =>
        Number(await window.page.getByRole('toolbar').getByRole('progressbar').getAttribute('value'));
      const button = (name: string) =>
        window.page.getByRole('toolbar').getByRole('button', { name, exact: true });
      // It is aligned at once.
      await expect.poll(placed, { timeout: PATIENCE_MS }).toBeGreaterThan(20);

      // Closed while scans are being placed.
      window = await window.reopen();
      window.page.setDefaultTimeout(PATIENCE_MS);
      await window.page.getByRole('button', { name: /sample.socavon/ }).click();
      await button('Resume').waitFor();
      await expect.poll(placed, { timeout: PATIENCE_MS }).toBeGreaterThan(20);
      await button('Resume').click();
      const total = Number(
        await window.page.getByRole('toolbar').getByRole('progressbar').getAttribute('max'),
      );
      await expect.poll(placed, { timeout: PATIENCE_MS, interval: 500 }).toBe(total);

      await window.page.getByRole('navigation').getByRole('button', { name: 'Sections and volume' }).click();
      await window.page.getByText('All points of all').waitFor({ timeout: PATIENCE_MS });
      const shown = await window.page.locator('[data-volume] b').innerText();
      expect(window.complaints).toEqual([]);
      const { folder } = window;
      await window.close();

      const out = join(folder, 'cli');
      mkdirSync(out);
      const ending = await runCli('volume', sample, '--session', '2', '--out', out, '--json');
      expect(ending.status, ending.stderr).toBe(0);
      expect(lastJson(ending)).toBeTruthy();
      const { volume } = JSON.parse(readFileSync(join(out, 'volume.json'), 'utf8'));
      expect(shown).toBe(`${fixed(volume.value, 2)} ± ${fixed(volume.plusMinus, 2)} m³`);
    } finally {
      await window.close();
      process.env.SOCAVON_SAMPLE = '';
    }
  }, 3_600_000);
});
