import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzlib } from '../../../src-core/io/bytes/zlib.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

const random = seededRandom(3);
const bytes = Uint8Array.from({ length: 300_000 }, (_, i) =>
  i % 7 === 0 ? Math.floor(256 * random.uniform()) : i % 31,
);

describe('a stream of zlib (seed 3)', () => {
  it('of Node is expanded to the same bytes, of no bytes too', () => {
    for (const level of [0, 1, 6, 9])
      expect(Buffer.compare(unzlib(deflateSync(bytes, { level })), bytes)).toBe(0);
    expect(unzlib(deflateSync(new Uint8Array(0)))).toEqual(new Uint8Array(0));
  });
  it('becomes as long as is allowed, and no longer', () => {
    expect(unzlib(deflateSync(bytes), bytes.length)).toHaveLength(bytes.length);
    expect(() => unzlib(deflateSync(bytes), bytes.length - 1)).toThrow(RangeError);
    expect(() => unzlib(deflateSync(new Uint8Array(20e6)), 1e6)).toThrow(RangeError);
  });
  it('that is cut anywhere is refused', () => {
    const stream = deflateSync(bytes.subarray(0, 5000));
    for (let length = 0; length < stream.length - 4; length += 97)
      expect(() => unzlib(stream.subarray(0, length))).toThrow();
  });
});
