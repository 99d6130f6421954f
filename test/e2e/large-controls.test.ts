import { expect } from 'vitest';
import { it, tiered } from '../support/tier.ts';
import { isInView } from './harness/in-view.ts';
import { TEXTS } from './harness/look.ts';
import { openSurveyed } from './harness/open-project.ts';
import { picture } from './harness/picture.ts';
import { describeInOneHost } from './harness/scenes.ts';
import { PATIENCE_MS } from './harness/window.ts';

const { sections } = TEXTS.es;

const SIZES = [
  { scale: 1.25, theme: 'dark' as const },
  { scale: 1.5, theme: 'light' as const },
];

describeInOneHost('a field laptop with large controls', (open) => {
  it.each(tiered(SIZES, [SIZES[0]]))(
    'shows the design beside its section, without scrolling, at $scale',
    async ({ scale, theme }) => {
      const window = await open({ preferences: { language: 'es', theme, scale } });
      try {
        const { page } = window;
        await openSurveyed(window, 'es');
        await page.getByRole('navigation').getByRole('button', { name: sections.title }).click();
        await page.getByText(/^Con todos los puntos/).waitFor();
        await page.getByRole('tab', { name: sections.tabs.design }).click();
        const add = page.getByRole('button', { name: sections.addDesign });
        expect(await isInView(add)).toBe(true);
        await add.click();
        await page.locator('header p', { hasText: sections.over }).waitFor();
        await picture(page, `large-${scale}`);

        // First what the design is; at the largest size its shape is a turn of the wheel below.
        const main = page.getByRole('main');
        const stretch = main.getByRole('region', { name: sections.stretches }).getByRole('button').first();
        expect(await isInView(stretch)).toBe(true);
        const shape = main.getByLabel(sections.shape, { exact: true });
        if (scale < 1.5) expect(await isInView(shape)).toBe(true);
        await shape.hover();
        expect(await main.evaluate((panel) => panel.scrollTop)).toBe(0);
        await expect.poll(() => isInView(shape), { timeout: PATIENCE_MS }).toBe(true);
        // The section shows at once what is chosen.
        expect(
          await isInView(main.getByRole('region', { name: sections.section }).getByRole('heading')),
        ).toBe(true);
        // The strips follow, and choose a section as ever.
        const from = main.getByRole('slider', { name: sections.from });
        await from.focus();
        await expect.poll(() => isInView(from), { timeout: PATIENCE_MS }).toBe(true);
        await picture(page, `large-${scale}-strips`);
        expect(window.complaints).toEqual([]);
      } finally {
        await window.close();
      }
    },
  );
});
