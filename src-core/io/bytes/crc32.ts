/** A checksum of bytes, incremental: `previous` is the result of the bytes before, 0 to start; u32. */
type Checksum = (bytes: Uint8Array, previous?: number) => number;

/** Polynomial of CRC-32, reflected: the highest power is the lowest bit. */
const POLYNOMIAL = 0xedb88320;

/** CRC-32 as in IEEE 802.3, gzip and PNG. */
export const crc32: Checksum = reflectedCrc(POLYNOMIAL);

/** CRC-32C (Castagnoli), as in iSCSI and in the pages of an E57. */
export const crc32c: Checksum = reflectedCrc(0x82f63b78);

/** A CRC of 32 bits over reflected bytes, four per step, that begins and ends inverted. */
function reflectedCrc(polynomial: number): Checksum {
  const [t0, t1, t2, t3] = tablesOf(polynomial);
  return (bytes, previous = 0) => {
    let crc = ~previous;
    let at = 0;
    for (; at + 4 <= bytes.length; at += 4) {
      crc ^= bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24);
      crc = t3[crc & 0xff] ^ t2[(crc >>> 8) & 0xff] ^ t1[(crc >>> 16) & 0xff] ^ t0[crc >>> 24];
    }
    for (; at < bytes.length; at++) crc = (crc >>> 8) ^ t0[(crc ^ bytes[at]) & 0xff];
    return ~crc >>> 0;
  };
}

function tablesOf(polynomial: number): Uint32Array[] {
  const tables = Array.from({ length: 4 }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ polynomial : value >>> 1;
    tables[0][byte] = value;
  }
  for (let byte = 0; byte < 256; byte++)
    for (let t = 1; t < 4; t++) {
      const before = tables[t - 1][byte];
      tables[t][byte] = (before >>> 8) ^ tables[0][before & 0xff];
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
