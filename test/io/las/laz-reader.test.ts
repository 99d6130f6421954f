import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { LazChunkEncoder } from '../../../src-core/io/cloud/laz/chunk-encoder.ts';
import { encodeChunkTable } from '../../../src-core/io/cloud/laz/chunk-table.ts';
import { lazVlr } from '../../../src-core/io/cloud/laz/laz-record.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { PLAIN_POINT, type RawPoint, RECORD_BYTES, rawLas } from './las-file.ts';

const random = seededRandom(231);
const points: RawPoint[] = Array.from({ length: 500 }, () => ({
  units: [random.below(1e6), random.below(1e6), random.below(1e4)],
  ...PLAIN_POINT,
  intensity: random.below(65_536),
  colour: [11, 2222, 33_333],
  nir: 444,
}));

/**
 * A LAZ of format 7 or 8 whose points have one colour: the chunk of their format 6, with the colour in its first record and
 * an empty layer of each of them.
 */
function oneColour(format: 7 | 8): Uint8Array {
  const plain = rawLas({ minor: 4, format: 6, points });
  const chunk = new LazChunkEncoder(30).encode(plain.subarray(375), points.length);
  const coloured = rawLas({ minor: 4, format, points });
  const recordBytes = RECORD_BYTES[format];
  const sizes = 30 + 4 + 4 * 9;
  const whole = Buffer.concat([
    coloured.subarray(375, 375 + recordBytes),
    chunk.subarray(30, sizes),
    new Uint8Array(format === 8 ? 8 : 4),
    chunk.subarray(sizes),
  ]);
  const head = rawLas({ minor: 4, format, points: [], vlrs: [lazVlr(format, recordBytes, 50_000)] });
  head.set(coloured.subarray(131, 375), 131);
  head[104] |= 0x80;
  const pointer = Buffer.alloc(8);
  pointer.writeBigInt64LE(BigInt(head.length + 8 + whole.length));
  return new Uint8Array(
    Buffer.concat([
      head,
      pointer,
      whole,
      encodeChunkTable([{ bytes: whole.length, points: points.length }], false),
    ]),
  );
}

describe('LAZ of other kinds (seed 231)', () => {
  it.each([7, 8] as const)('format %i, in one colour', async (format) => {
    const reader = await openCloud(memorySource('colour.laz', oneColour(format)));
    const names = ['red', 'green', 'blue', ...(format === 8 ? ['nir'] : [])];
    let count = 0;
    for await (const chunk of reader.chunks(['x', ...names])) {
      const [x, ...values] = chunk.scalars!;
      for (let i = 0; i < chunk.count; i++)
        expect([x[i], ...values.map((value) => value[i])]).toEqual([
          points[count + i].units[0] * 0.001,
          ...[11, 2222, 33_333, 444].slice(0, names.length),
        ]);
      count += chunk.count;
    }
    expect(count).toBe(points.length);
  });

  it('one stream without a chunk table', async () => {
    const chunked = new Uint8Array(readFileSync(join(import.meta.dirname, 'samples/point-color.laz')));
    const stream = chunked.slice();
    const view = new DataView(stream.buffer);
    // The points begin behind what was the pointer to the table, and the record says that there is none.
    const start = view.getUint32(96, true);
    view.setUint32(96, start + 8, true);
    const record = Buffer.from(stream).indexOf('laszip encoded') + 52;
    expect(view.getUint16(record, true)).toBe(2);
    view.setUint16(record, 1, true);
    const read = async (bytes: Uint8Array) => readWholeCloud(await openCloud(memorySource('a.laz', bytes)));
    expect(await read(stream)).toEqual(await read(chunked));
    // A count that such a stream could not hold.
    view.setUint32(107, 2 ** 32 - 1, true);
    await expect(read(stream)).rejects.toMatchObject({
      code: 'file-format',
      message: expect.stringContaining('do not hold 4294967295 points'),
    });
  });
});
