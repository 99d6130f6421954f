import { crc32 } from '../bytes/crc32.ts';

/** Length of the signature and of the first chunk, IHDR, which has 13 bytes. */
const HEAD_BYTES = 8 + 12 + 13;

/**
 * A PNG file with its resolution stated (chunk pHYs, PNG specification 11.3.5.3), so that it is placed at its size.
 *
 * @param png of a writer that states none, such as a browser
 * @param dpi pixels per inch, in both directions
 */
export function withResolution(png: Uint8Array, dpi: number): Uint8Array<ArrayBuffer> {
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  const perMetre = Math.round(dpi / 0.0254);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, perMetre);
  view.setUint32(12, perMetre);
  // The unit is the metre.
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, HEAD_BYTES));
  out.set(chunk, HEAD_BYTES);
  out.set(png.subarray(HEAD_BYTES), HEAD_BYTES + chunk.length);
  return out;
}
