import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { stampRange } from '../../src-core/model/stamp-words.ts';
import { putStamps, takeStamps } from '../../src-main/project/codecs/byte-planes.ts';

const SEED = 11;
const MOST = 2n ** 64n - 1n;

/** Stamps at every place where a carry may go wrong, and others. */
function stamps(): BigUint64Array {
  const { below } = seededRandom(SEED);
  const half = (): bigint => BigInt(below(2 ** 31)) * 2n + BigInt(below(2));
  const odd = [
    0n,
    1n,
    MOST,
    0n,
    2n ** 32n - 1n,
    2n ** 32n,
    2n ** 63n,
    2n ** 63n - 1n,
    MOST - 1n,
    2n ** 31n,
    0n,
  ];
  const even = Array.from({ length: 50 }, (_, i) => 1_700_000_000_000_000_000n + BigInt(i) * 97_656n);
  const any = Array.from({ length: 500 }, () => (half() << 32n) | half());
  return BigUint64Array.from([...odd, ...even, ...any]);
}

/** Planes of second differences, zigzag, as the format says, in integers of 64 bits. */
function planes(values: BigUint64Array): Uint8Array {
  const out = new Uint8Array(8 * values.length);
  let [previous, step] = [0n, 0n];
  values.forEach((value, i) => {
    const difference = BigInt.asIntN(64, value - previous);
    const change = BigInt.asIntN(64, difference - step);
    const zigzag = BigInt.asUintN(64, (change << 1n) ^ (change >> 63n));
    for (let plane = 0; plane < 8; plane++)
      out[plane * values.length + i] = Number((zigzag >> BigInt(8 * plane)) & 0xffn);
    [previous, step] = [value, difference];
  });
  return out;
}

describe(`stamps in halves of 32 bits (seed ${SEED})`, () => {
  it('are written as in integers of 64 bits, and read back', () => {
    const values = stamps();
    const bytes = new Uint8Array(8 * values.length);
    expect(putStamps(bytes, 0, values)).toBe(bytes.length);
    expect(bytes).toEqual(planes(values));
    const back = new BigUint64Array(values.length);
    takeStamps(bytes, 0, back);
    expect(back).toEqual(values);
  });

  it('their range is that of the integers but 0', () => {
    const values = stamps();
    const known = [...values].filter((value) => value !== 0n);
    const least = known.reduce((a, b) => (b < a ? b : a));
    const most = known.reduce((a, b) => (b > a ? b : a));
    expect(stampRange(values)).toEqual([least, most]);
    expect(stampRange(new BigUint64Array(4))).toBeNull();
    // A part of a larger array.
    expect(stampRange(values.subarray(4, 6))).toEqual([2n ** 32n - 1n, 2n ** 32n]);
  });
});
