import { describe, expect, it } from 'vitest';
import { decompressBzip2 } from '../../../src-core/io/bytes/bzip2.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { BZIP2_SAMPLES } from './bzip2-samples.ts';

const SEED = 41;

describe('bzip2, of files that the program of its author wrote', () => {
  it.each(
    BZIP2_SAMPLES.filter(({ name }) => name !== 'a bomb').map((sample) => [sample.name, sample] as const),
  )('%s', (_, { packed, plain }) => {
    const expected = plain();
    expect(decompressBzip2(packed, expected.length)).toEqual(expected);
    expect(decompressBzip2(packed, expected.length + 1)).toBeNull();
    if (expected.length > 0) expect(decompressBzip2(packed, expected.length - 1)).toBeNull();
    for (const cut of [1, 4, 10])
      expect(decompressBzip2(packed.subarray(0, -cut), expected.length)).toBeNull();
  });

  it(`seed ${SEED}: a changed byte is found by the check sum, or changes nothing`, () => {
    const random = seededRandom(SEED);
    const { packed, plain } = BZIP2_SAMPLES.find(({ name }) => name === 'text')!;
    const expected = plain();
    for (let round = 0; round < 300; round++) {
      const damaged = packed.slice();
      damaged[random.below(damaged.length)] ^= 1 << random.below(8);
      const read = decompressBzip2(damaged, expected.length);
      if (read !== null) expect(read).toEqual(expected);
    }
  });

  it('makes no more than was asked for of a stream that would make a hundred million bytes', () => {
    const { packed } = BZIP2_SAMPLES.find(({ name }) => name === 'a bomb')!;
    expect(decompressBzip2(packed, 1000)).toBeNull();
  });
});
