const DISTANCES = 8;

/**
 * Remainders of CRC-64/XZ (ECMA-182, reflected polynomial 0xC96C5795D7870F42) of a byte at each of eight distances
 * from the end of a step, 256 each; lower and upper halves, because the bit operations of JavaScript have 32 bits.
 */
const [LOW, HIGH] = ((): [Int32Array, Int32Array] => {
  const low = new Int32Array(256 * DISTANCES);
  const high = new Int32Array(256 * DISTANCES);
  for (let byte = 0; byte < 256; byte++) {
    let [l, h] = [byte, 0];
    for (let bit = 0; bit < 8; bit++) {
      const odd = l & 1;
      l = (l >>> 1) | (h << 31);
      h >>>= 1;
      if (odd) {
        l ^= 0xd7870f42;
        h ^= 0xc96c5795;
      }
    }
    low[byte] = l;
    high[byte] = h;
  }
  for (let at = 256; at < low.length; at++) {
    const [l, h] = [low[at - 256], high[at - 256]];
    low[at] = ((l >>> 8) | (h << 24)) ^ low[l & 0xff];
    high[at] = (h >>> 8) ^ high[l & 0xff];
  }
  return [low, high];
})();

/**
 * CRC-64/XZ of the first bytes of a view.
 *
 * @returns lower and upper half, u32
 */
export function crc64(view: DataView, length: number): [low: number, high: number] {
  let low = ~0;
  let high = ~0;
  let at = 0;
  for (; at + 8 <= length; at += 8) {
    const a = low ^ view.getInt32(at, true);
    const b = high ^ view.getInt32(at + 4, true);
    const i7 = 1792 + (a & 0xff);
    const i6 = 1536 + ((a >>> 8) & 0xff);
    const i5 = 1280 + ((a >>> 16) & 0xff);
    const i4 = 1024 + (a >>> 24);
    const i3 = 768 + (b & 0xff);
    const i2 = 512 + ((b >>> 8) & 0xff);
    const i1 = 256 + ((b >>> 16) & 0xff);
    const i0 = b >>> 24;
    low = LOW[i7] ^ LOW[i6] ^ LOW[i5] ^ LOW[i4] ^ LOW[i3] ^ LOW[i2] ^ LOW[i1] ^ LOW[i0];
    high = HIGH[i7] ^ HIGH[i6] ^ HIGH[i5] ^ HIGH[i4] ^ HIGH[i3] ^ HIGH[i2] ^ HIGH[i1] ^ HIGH[i0];
  }
  for (; at < length; at++) {
    const index = (low ^ view.getUint8(at)) & 0xff;
    low = ((low >>> 8) | (high << 24)) ^ LOW[index];
    high = (high >>> 8) ^ HIGH[index];
  }
  return [~low >>> 0, ~high >>> 0];
}
