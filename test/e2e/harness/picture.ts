import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decode } from 'fast-png';
import type { Page } from 'playwright-core';

/** Where pictures of the panels are kept to be looked at; unset: none are. */
const PICTURES = process.env.SOCAVON_PICTURES;

/** Keeps a picture of the window as it is now, where pictures are wanted. */
export async function picture(page: Page, name: string): Promise<void> {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

/** Keeps a picture that was taken before, where pictures are wanted. */
export function keepTaken(png: Uint8Array, name: string): void {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), png);
}

/** Where two pictures of one size differ. */
interface Difference {
  readonly pixels: number;
  readonly total: number;
  /** Of a channel, of 255. */
  readonly most: number;
  /** Least and greatest column and row. */
  readonly box: readonly number[];
}

/** Compares two pictures pixel by pixel. @throws Error where they are of two sizes */
export function differenceOf(a: Uint8Array, b: Uint8Array): Difference {
  const [one, other] = [decode(a), decode(b)];
  const { width, height, channels } = one;
  if (other.width !== width || other.height !== height || other.channels !== channels)
    throw new Error(`the pictures are of two sizes: ${width} x ${height}, ${other.width} x ${other.height}`);
  let [pixels, most] = [0, 0];
  let box = [width, height, -1, -1];
  for (let pixel = 0; pixel < width * height; pixel++) {
    let difference = 0;
    for (let k = pixel * channels; k < (pixel + 1) * channels; k++)
      difference = Math.max(difference, Math.abs(one.data[k] - other.data[k]));
    if (difference === 0) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    pixels++;
    most = Math.max(most, difference);
    box = [Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y)];
  }
  return { pixels, total: width * height, most, box };
}
