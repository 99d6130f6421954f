import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { crc32, shiftCrc32 } from '../../../src-core/io/bytes/crc32.ts';
import type { ReadLasHeader } from '../../../src-core/io/cloud/las-header.ts';
import { ArithmeticDecoder } from '../../../src-core/io/cloud/laz/arithmetic-decoder.ts';
import { ArithmeticEncoder } from '../../../src-core/io/cloud/laz/arithmetic-encoder.ts';
import { BitModel, SymbolModel } from '../../../src-core/io/cloud/laz/arithmetic-model.ts';
import { encodeChunkTable, readChunkTable } from '../../../src-core/io/cloud/laz/chunk-table.ts';
import { IntegerCoder } from '../../../src-core/io/cloud/laz/integer-coder.ts';
import { RunningMedian } from '../../../src-core/io/cloud/laz/running-median.ts';
import { seededRandom } from '../../../src-core/math/random.ts';

describe('the arithmetic coder of LAZ (seed 191)', () => {
  it('gives back symbols, bits and numbers of any width in any order', () => {
    const random = seededRandom(191);
    const sizes = [2, 3, 17, 128, 256, 515];
    const items = Array.from({ length: 30_000 }, () => {
      const kind = random.below(sizes.length + 2);
      if (kind === sizes.length) return { kind, width: 1, value: random.uniform() < 0.02 ? 1 : 0 };
      const width = kind > sizes.length ? 1 + random.below(32) : 0;
      if (width > 0) return { kind, width, value: Math.floor(random.uniform() * 2 ** width) };
      // Few symbols are frequent, so that the models skew.
      return { kind, width, value: Math.floor(sizes[kind] * random.uniform() ** 6) };
    });
    const models = (): { symbols: SymbolModel[]; bit: BitModel } => ({
      symbols: sizes.map((size) => new SymbolModel(size)),
      bit: new BitModel(),
    });
    const encoder = new ArithmeticEncoder();
    const written = models();
    for (const { kind, width, value } of items)
      if (kind < sizes.length) encoder.symbol(written.symbols[kind], value);
      else if (kind === sizes.length) encoder.bit(written.bit, value);
      else encoder.bits(value, width);
    const decoder = new ArithmeticDecoder(encoder.finish());
    const read = models();
    for (const { kind, width, value } of items) {
      const back =
        kind < sizes.length
          ? decoder.symbol(read.symbols[kind])
          : kind === sizes.length
            ? decoder.bit(read.bit)
            : decoder.bits(width);
      expect(back).toBe(value);
    }
  });

  it('gives back integers of 32 bits, whatever was predicted', () => {
    const random = seededRandom(192);
    const any = (): number =>
      (random.uniform() < 0.5 ? 1 : -1) * Math.floor(random.uniform() * 2 ** random.below(32));
    const edges = [0, 1, -1, 2 ** 31 - 1, -(2 ** 31), 255, 256, 257, -256];
    const pick = (): number => (random.below(3) === 0 ? edges[random.below(edges.length)] : any()) | 0;
    const pairs = Array.from({ length: 20_000 }, () => [pick(), pick()]);
    const encoder = new ArithmeticEncoder();
    const writer = new IntegerCoder(32, 2);
    for (const [predicted, value] of pairs) writer.encode(encoder, predicted, value, value & 1);
    const decoder = new ArithmeticDecoder(encoder.finish());
    const reader = new IntegerCoder(32, 2);
    for (const [predicted, value] of pairs) expect(reader.decode(decoder, predicted, value & 1)).toBe(value);
  });

  it('keeps the middle of five sorted numbers, as the two rules of the specification say', () => {
    const random = seededRandom(193);
    for (let run = 0; run < 200; run++) {
      const median = new RunningMedian();
      let sorted = [0, 0, 0, 0, 0];
      let high = true;
      for (let i = 0; i < 50; i++) {
        const value = random.below(run % 2 === 0 ? 7 : 1000) - 3;
        const middle = sorted[2];
        // High: the largest goes; low: the smallest. It turns when the number is on the far side of the middle.
        const rest = high ? sorted.slice(0, 4) : sorted.slice(1);
        sorted = [...rest, value].sort((a, b) => a - b);
        if (high ? value >= middle : value <= middle) high = !high;
        median.add(value);
        expect(median.median()).toBe(sorted[2]);
      }
    }
  });
});

describe('the chunk table (seed 194)', () => {
  const header = (count: number): ReadLasHeader =>
    ({ pointDataOffset: 100, count, recordBytes: 30 }) as ReadLasHeader;

  it.each([false, true])('gives back chunks, their own sizes: %s', async (variable) => {
    const random = seededRandom(194);
    for (const chunkCount of [0, 1, 2, 300]) {
      const chunks = Array.from({ length: chunkCount }, (_, i) => ({
        bytes: 30 + random.below(2 ** (1 + random.below(14))),
        points: variable ? random.below(100_000) : i === chunkCount - 1 ? 17 : 50_000,
      }));
      const count = chunks.reduce((sum, { points }) => sum + points, 0);
      const size = chunks.reduce((sum, { bytes }) => sum + bytes, 0);
      const table = encodeChunkTable(chunks, variable);
      // The offset of the table before the points, or in the last bytes of the file.
      for (const streamed of [false, true]) {
        const file = new Uint8Array(108 + size + table.length + 8);
        const view = new DataView(file.buffer);
        view.setBigInt64(100, streamed ? -1n : BigInt(108 + size), true);
        view.setBigInt64(file.length - 8, BigInt(108 + size), true);
        file.set(table, 108 + size);
        const read = await readChunkTable(memorySource('a.laz', file), header(count), {
          compressor: 3,
          chunkPoints: variable ? null : 50_000,
          followsChannel: false,
        });
        expect(read.map(({ bytes, points }) => ({ bytes, points }))).toEqual(chunks);
        expect(read.map(({ at }) => at)).toEqual(
          chunks.map((_, i) => 108 + chunks.slice(0, i).reduce((sum, { bytes }) => sum + bytes, 0)),
        );
      }
    }
  });
});

describe('a checksum that is set right afterwards (seed 195)', () => {
  it('is that of the bytes with the change in them', () => {
    const random = seededRandom(195);
    for (let run = 0; run < 50; run++) {
      const bytes = Uint8Array.from({ length: 20 + random.below(5000) }, () => random.below(256));
      const at = random.below(bytes.length - 8);
      const before = crc32(bytes.subarray(0, at));
      const old = bytes.slice(at, at + 8);
      const whole = crc32(bytes);
      bytes.set(
        Array.from({ length: 8 }, () => random.below(256)),
        at,
      );
      const change = crc32(bytes.subarray(at, at + 8), before) ^ crc32(old, before);
      expect((whole ^ shiftCrc32(change, bytes.length - at - 8)) >>> 0).toBe(crc32(bytes));
    }
  });
});
