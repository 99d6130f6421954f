import { crc32 as zlibCrc32 } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { crc32, crc32c, shiftCrc32 } from '../../../src-core/io/bytes/crc32.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

const SEED = 5;
const text = (words: string): Uint8Array => new TextEncoder().encode(words);

describe(`checksums of bytes (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const bytes = Uint8Array.from({ length: 300 }, () => random.below(256));

  it('are those of zlib, for every length up to four steps and a bit, at every offset', () => {
    for (let from = 0; from < 17; from++)
      for (let length = 0; length < 70; length++) {
        const part = bytes.subarray(from, from + length);
        expect(crc32(part), `${from}, ${length}`).toBe(zlibCrc32(part));
      }
  });

  it('go on from any place', () => {
    const whole = crc32(bytes);
    for (let cut = 0; cut <= bytes.length; cut++)
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(whole);
  });

  it('are the check values of both polynomials', () => {
    expect(crc32(text('123456789'))).toBe(0xcbf43926);
    expect(crc32c(text('123456789'))).toBe(0xe3069283);
  });

  it('differ after further bytes by their difference, shifted', () => {
    const other = bytes.slice();
    other[7] ^= 0x40;
    const [head, tail] = [40, bytes.length - 40];
    const difference = crc32(bytes.subarray(0, head)) ^ crc32(other.subarray(0, head));
    expect((crc32(bytes) ^ crc32(other)) >>> 0).toBe(shiftCrc32(difference, tail));
  });
});
