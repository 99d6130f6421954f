/** A checksum of bytes, incremental: `previous` is the result of the bytes before, 0 to start; u32. */
type Checksum = (bytes: Uint8Array, previous?: number) => number;

/** Polynomial of CRC-32, reflected: the highest power is the lowest bit. */
const POLYNOMIAL = 0xedb88320;

/** Bytes per step: with four, checksums take half again as long. */
const STEP = 16;

/** CRC-32 as in IEEE 802.3, gzip and PNG. */
export const crc32: Checksum = reflectedCrc(POLYNOMIAL);

/** CRC-32C (Castagnoli), as in iSCSI and in the pages of an E57. */
export const crc32c: Checksum = reflectedCrc(0x82f63b78);

/** A CRC of 32 bits over reflected bytes, sixteen per step, that begins and ends inverted. */
function reflectedCrc(polynomial: number): Checksum {
  const t = tablesOf(polynomial);
  return (bytes, previous = 0) => {
    const end = bytes.length;
    let crc = ~previous;
    let at = 0;
    for (; at + STEP <= end; at += STEP) {
      const first = crc ^ (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24));
      crc =
        t[0xf00 + (first & 0xff)] ^
        t[0xe00 + ((first >>> 8) & 0xff)] ^
        t[0xd00 + ((first >>> 16) & 0xff)] ^
        t[0xc00 + (first >>> 24)] ^
        t[0xb00 + bytes[at + 4]] ^
        t[0xa00 + bytes[at + 5]] ^
        t[0x900 + bytes[at + 6]] ^
        t[0x800 + bytes[at + 7]] ^
        t[0x700 + bytes[at + 8]] ^
        t[0x600 + bytes[at + 9]] ^
        t[0x500 + bytes[at + 10]] ^
        t[0x400 + bytes[at + 11]] ^
        t[0x300 + bytes[at + 12]] ^
        t[0x200 + bytes[at + 13]] ^
        t[0x100 + bytes[at + 14]] ^
        t[bytes[at + 15]];
    }
    for (; at < end; at++) crc = (crc >>> 8) ^ t[(crc ^ bytes[at]) & 0xff];
    return ~crc >>> 0;
  };
}

/** What a byte becomes after 0 to 15 more, 256 entries each, one table after the other. */
function tablesOf(polynomial: number): Int32Array {
  const tables = new Int32Array(256 * STEP);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256];
    tables[at] = (before >>> 8) ^ tables[before & 0xff];
  }
  return tables;
}

/**
 * What a change of the checksum becomes after further bytes, whatever these are: the difference of two checksums times
 * x^(8 length), modulo the polynomial.
 *
 * @param difference u32, exclusive or of two checksums
 * @param length bytes that follow, the same in both
 * @returns u32
 */
export function shiftCrc32(difference: number, length: number): number {
  // Reflected, x^8 is bit 23.
  let power = 1 << 23;
  let shifted = difference;
  for (let left = length; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) shifted = productOf(shifted, power);
    power = productOf(power, power);
  }
  return shifted >>> 0;
}

/** Product of two reflected polynomials modulo that of the checksum. */
function productOf(a: number, b: number): number {
  let product = 0;
  let factor = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= factor;
    factor = factor & 1 ? (factor >>> 1) ^ POLYNOMIAL : factor >>> 1;
  }
  return product;
}
