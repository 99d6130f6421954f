import { expect, it } from 'vitest';
import { faultsOf } from './harness/look.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';

describeInOneHost('help in the window', (open) => {
  it('shows the guide with its pictures by F1, the keys by ?, and finds the preferences in spite of a slip', async () => {
    const window = await open({ preferences: { language: 'es' } });
    const { page } = window;
    try {
      await page.getByRole('button', { name: 'Abrir ejemplo' }).waitFor();
      await page.keyboard.press('F1');
      const guide = page.getByRole('dialog', { name: 'Guía' });
      await guide.getByRole('heading', { name: '1. Abrir' }).waitFor();
      const image = guide.locator('img').first();
      await image.scrollIntoViewIfNeeded();
      await expect
        .poll(() => image.evaluate((img: HTMLImageElement) => img.naturalWidth))
        .toBeGreaterThan(500);
      await guide.getByRole('button', { name: '4. Medir' }).click();
      const measuring = guide.getByRole('heading', { name: '4. Medir' });
      await expect.poll(async () => (await measuring.boundingBox())?.y ?? 9999).toBeLessThan(300);
      expect(await faultsOf(page, 'es')).toEqual([]);
      await picture(page, 'guide-es');
      await page.keyboard.press('Escape');
      await guide.waitFor({ state: 'hidden' });

      await page.keyboard.press('Shift+?');
      const keys = page.getByRole('dialog', { name: 'Teclas' });
      await keys.getByText('Importar capturas…').waitFor();
      expect(await faultsOf(page, 'es')).toEqual([]);
      await picture(page, 'keys-es');
      await page.keyboard.press('Escape');

      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('textbox').fill('preferencas');
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Preferencias' }).waitFor();
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
