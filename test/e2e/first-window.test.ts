import { expect, it } from 'vitest';
import { describeInEveryHost } from './harness/scenes.ts';

describeInEveryHost('the first window', (open) => {
  it('opens without a complaint, in the language that was kept', async () => {
    const window = await open({ preferences: { language: 'en' } });
    try {
      await window.page.getByRole('main').waitFor();
      expect(await window.page.locator('html').getAttribute('lang')).toBe('en');
      expect(window.complaints).toEqual([]);
    } finally {
      await window.close();
    }
  });
});
