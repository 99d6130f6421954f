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
export function keepPicture(png: Uint8Array, name: string): void {
  if (PICTURES === undefined) return;
  mkdirSync(PICTURES, { recursive: true });
  writeFileSync(join(PICTURES, `${name}.png`), png);
}

/** How two pictures of one size differ: in how many pixels, at most by how many of 255 levels, and within which box. */
export function differenceOf(a: Uint8Array, b: Uint8Array): string {
  const [one, other] = [decode(a), decode(b)];
  const { width, height, channels } = one;
  if (other.width !== width || other.height !== height || other.channels !== channels)
    return `${width} x ${height} x ${channels} and ${other.width} x ${other.height} x ${other.channels}`;
  let [count, most] = [0, 0];
  const box = [width, height, -1, -1];
  for (let pixel = 0; pixel < width * height; pixel++) {
    let difference = 0;
    for (let k = pixel * channels; k < (pixel + 1) * channels; k++)
      difference = Math.max(difference, Math.abs(one.data[k] - other.data[k]));
    if (difference === 0) continue;
    const [x, y] = [pixel % width, Math.floor(pixel / width)];
    count++;
    most = Math.max(most, difference);
    box.splice(0, 4, Math.min(box[0], x), Math.min(box[1], y), Math.max(box[2], x), Math.max(box[3], y));
  }
  return `${count} of ${width * height} pixels differ by up to ${most}, from ${box.slice(0, 2)} to ${box.slice(2)}`;
}
