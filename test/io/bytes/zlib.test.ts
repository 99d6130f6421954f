import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzlib, zlibOf } from '../../../src-core/io/bytes/zlib.ts';
import { type Random, seededRandom } from '../../../src-core/math/random.ts';

const SEED = 77;

/** Columns of a mesh as an OMF holds them: what compresses well is what a streaming compressor got wrong. */
const COLUMNS: Readonly<Record<string, (random: Random, i: number) => number>> = {
  'coordinates of the mine grid': (random) => 350_000 + 30 * random.uniform(),
  'zeros and ones': (random) => (random.uniform() < 0.5 ? 0 : 1),
  'mostly one value': (random) => (random.uniform() < 0.9 ? 0 : Math.fround(random.uniform())),
  'chainages of rings': (_, i) => Math.floor(i / 360) / 20,
};

describe(`a stream of zlib (seed ${SEED})`, () => {
  it.each(Object.entries(COLUMNS))('of %s is what zlib itself reads, whatever the pieces', (_, valueAt) => {
    const random = seededRandom(SEED);
    for (const [count, piece] of [
      [0, 100],
      [9_000, 65_536],
      [50_000, 24_576],
      [50_000, 1 << 20],
      [64_000, 65_536],
      [64_000, 8_192],
    ]) {
      const bytes = new Uint8Array(Float64Array.from({ length: count }, (_, i) => valueAt(random, i)).buffer);
      const pieces = Array.from({ length: Math.ceil(bytes.length / piece) }, (_, k) =>
        bytes.slice(k * piece, (k + 1) * piece),
      );
      const stream = zlibOf(pieces);
      expect(Buffer.compare(inflateSync(stream), bytes)).toBe(0);
      expect(Buffer.compare(unzlib(stream), bytes)).toBe(0);
    }
  });
});
