import type { Page } from 'playwright-core';
import { keepPicture } from './viewer-page.ts';

/** Shares of the window that the drive of `window.tunnel` takes, by what a clip leaves of it. */
interface ClippedShares {
  readonly whole: number;
  /** Box around 4 of its 20 m. */
  readonly box: number;
  /** Slab of the same 4 m. */
  readonly slab: number;
  /** Box far away from it. */
  readonly elsewhere: number;
  /** Whole again, after all of them. */
  readonly unclipped: number;
}

/** Clips the drive one way after another. @param share what is drawn of the window, 0..1 */
export async function clippedShares(
  page: Page,
  origin: readonly [number, number, number],
  share: () => Promise<number>,
  picture: string,
): Promise<ClippedShares> {
  const clip = async (parts: object): Promise<number> => {
    await page.evaluate((changes) => {
      window.viewer.clip = { box: null, slab: null, ...changes };
    }, parts);
    return share();
  };
  const whole = await share();
  const centre = [origin[0] + 10, origin[1], origin[2] + 2];
  const box = await clip({ box: { centre, half: [2, 4, 4], yaw: 0 } });
  const end = (x: number) => ({ point: [origin[0] + x, origin[1], origin[2]], tangent: [1, 0, 0] });
  const slab = await clip({ slab: { from: end(8), to: end(12), centre, radius: 20 } });
  await keepPicture(page, picture);
  const elsewhere = await clip({ box: { centre: [0, 0, 0], half: [1, 1, 1], yaw: 0 } });
  return { whole, box, slab, elsewhere, unclipped: await clip({}) };
}
