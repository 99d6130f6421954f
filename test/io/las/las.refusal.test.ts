import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { LAS_WRITER_DEFAULTS } from '../../../src-core/io/cloud/las-records.ts';
import { createLazWriter } from '../../../src-core/io/cloud/laz-writer.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { tiered } from '../../support/tier.ts';
import { boundsOf, randomCloud } from '../export/clouds.ts';
import { countedSource, PLAIN_POINT, type RawPoint, rawLas } from './las-file.ts';

const points: RawPoint[] = Array.from({ length: 40 }, (_, i) => ({
  units: [1000 * i, -500 * i, 7 * i],
  ...PLAIN_POINT,
  intensity: i,
  classification: 2,
  time: i,
  colour: [1, 2, 3],
  nir: 4,
}));
const record = {
  userId: 'LASF_Projection',
  recordId: 2112,
  payload: new TextEncoder().encode('LOCAL_CS["a"]\0'),
};

function plainFile(): Uint8Array {
  return rawLas({ minor: 4, format: 7, points, vlrs: [record], evlrs: [record] });
}

async function packedFile(count = 3000): Promise<Uint8Array> {
  const cloud = randomCloud(201, count, [352_118, 9_001_447, 4213]);
  const sink = memorySink('map.laz');
  const summary = { count, bounds: boundsOf([cloud]), hasReflectivity: true, hasScanIndex: true };
  const writer = await createLazWriter(sink, summary, LAS_WRITER_DEFAULTS);
  await writer.write(cloud);
  await writer.finish();
  await sink.close();
  return sink.bytes();
}

/** Reads a whole file: its points, or the refusal; any other error fails the test. */
async function outcome(
  name: string,
  bytes: Uint8Array,
): Promise<{ refused: string | null; clouds: PointCloud[] }> {
  const clouds: PointCloud[] = [];
  const source = countedSource(memorySource(name, bytes));
  try {
    const reader = await openCloud(source);
    for await (const chunk of reader.chunks(reader.scalarNames)) clouds.push(chunk);
    return { refused: null, clouds };
  } catch (error) {
    if (!(error instanceof SocavonError) || error.code !== 'file-format') throw error;
    expect(error.message).toContain(name);
    return { refused: error.message, clouds };
  } finally {
    // Nothing is asked for that the file could not hold.
    expect(source.most()).toBeLessThanOrEqual(2 ** 24);
  }
}

function changed(bytes: Uint8Array, change: (view: DataView, bytes: Uint8Array) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), copy);
  return copy;
}

describe('a LAS header that cannot be true', () => {
  it.each<[string, (view: DataView, bytes: Uint8Array) => void, RegExp]>([
    ['no magic', (view) => view.setUint8(0, 0x4d), /point file that Socavón knows/],
    ['version 2.4', (view) => view.setUint8(24, 2), /LAS 2\.4, newer than/],
    ['version 1.6', (view) => view.setUint8(25, 6), /LAS 1\.6, newer than/],
    ['version 0.4', (view) => view.setUint8(24, 0), /wrong at byte 24: version 0\.4/],
    [
      'a short header',
      (view) => view.setUint16(94, 227, true),
      /byte 94: a header of 227 bytes .* at least 375/,
    ],
    [
      'points in the header',
      (view) => view.setUint32(96, 100, true),
      /byte 96: the points are said to start at byte 100/,
    ],
    ['points beyond the end', (view) => view.setUint32(96, 2 ** 31, true), /byte 96/],
    ['format 11', (view) => view.setUint8(104, 11), /byte 104: point format 11/],
    ['format with bit 6', (view) => view.setUint8(104, 0x46), /byte 104: point format/],
    [
      'short records',
      (view) => view.setUint16(105, 35, true),
      /byte 105: records of 35 bytes .* format 7, which takes 36/,
    ],
    [
      'two counts',
      (view) => view.setUint32(107, 39, true),
      /byte 107: it announces 39 points .* 40 in that of LAS 1\.4/,
    ],
    [
      'a huge count',
      (view) => view.setBigUint64(247, 2n ** 62n, true),
      /short of the 4611686018427388000 points/,
    ],
    ['a count of one too many', (view) => view.setBigUint64(247, 44n, true), /bytes short of the 44 points/],
    ['no scale', (view) => view.setFloat64(139, 0, true), /byte 139: the scale of y is 0/],
    [
      'a scale that is no number',
      (view) => view.setFloat64(147, Number.NaN, true),
      /byte 147: the scale of z is NaN/,
    ],
    [
      'an endless offset',
      (view) => view.setFloat64(155, Infinity, true),
      /byte 131: the scale of x .* offset of Infinity/,
    ],
    [
      'many records',
      (view) => view.setUint32(100, 2 ** 31, true),
      /2147483648 variable length records, as byte 100 says/,
    ],
    ['a record too many', (view) => view.setUint32(100, 2, true), /record 2 of 2, at byte 443, runs past/],
    [
      'a record too long',
      (view) => view.setUint16(395, 60_000, true),
      /record 1 of 1, at byte 375, runs past/,
    ],
    ['many extended records', (view) => view.setUint32(243, 2 ** 30, true), /as byte 243 says/],
    [
      'an extended record beyond the end',
      (view) => view.setBigUint64(235, 2n ** 60n, true),
      /extended .* record 1 of 1/,
    ],
    [
      'an extended record too long',
      (view) => view.setBigUint64(443 + 40 * 36 + 20, 2n ** 63n, true),
      /extended .* record 1 of 1/,
    ],
    [
      'points outside the box',
      (view) => view.setInt32(443 + 36 * 5, 2 ** 30, true),
      /point 5 lies at x 1073741\.824, outside the 0\.000 to 39\.000/,
    ],
  ])('%s', async (_, change, reason) => {
    const { refused, clouds } = await outcome('bad.las', changed(plainFile(), change));
    expect(refused).toMatch(reason);
    expect(clouds).toEqual([]);
  });
});

describe('a LAZ that cannot be read', () => {
  let good: Uint8Array;
  let start: number;
  beforeAll(async () => {
    good = await packedFile();
    start = new DataView(good.buffer).getUint32(96, true);
  });
  /** Offset of the payload of the LAZ record, the first. */
  const RECORD = 375 + 54;

  it.each<[string, (view: DataView, bytes: Uint8Array) => void, RegExp]>([
    [
      'without the LAZ record',
      (_, bytes) => bytes.fill(0x20, 377, 393),
      /record "laszip encoded" that says how is absent/,
    ],
    [
      'another compressor',
      (view) => view.setUint16(RECORD, 2, true),
      /format 6 with LAZ compressor 2 cannot be read/,
    ],
    ['another coder', (view) => view.setUint16(RECORD + 2, 1, true), /cannot be read here/],
    [
      'another version of an item',
      (view) => view.setUint16(RECORD + 38, 2, true),
      /10:30v2 14:4v3, where .* read as 10:30v3 14:4v3/,
    ],
    [
      'waveforms',
      (view) => {
        view.setUint8(104, 0x80 | 4);
        view.setUint16(105, 63, true);
      },
      /points of format 4/,
    ],
    [
      'more points in a chunk than any has',
      (view) => view.setUint32(RECORD + 12, 2 ** 31, true),
      /chunks of 2147483648 points/,
    ],
    [
      'chunks of any size in a table of one size',
      (view) => view.setUint32(RECORD + 12, 0, true),
      /chunk table/,
    ],
    [
      'chunks of other sizes',
      (view) => view.setUint32(RECORD + 12, 1000, true),
      /chunk table at byte \d+ is damaged/,
    ],
    ['no table', (view) => view.setBigInt64(start, 0n, true), /chunk table is not where byte \d+ says/],
    [
      'a table beyond the end',
      (view) => view.setBigInt64(start, 2n ** 50n, true),
      /chunk table is not where/,
    ],
    ['a table at the end that is none', (view) => view.setBigInt64(start, -1n, true), /chunk table/],
    [
      'a huge count',
      (view) => view.setBigUint64(247, 2n ** 60n, true),
      /chunk table at byte \d+ is damaged, or disagrees/,
    ],
    [
      'a count of one too many',
      (view) => view.setBigUint64(247, 3001n, true),
      /damaged: they do not hold 3001 points/,
    ],
    [
      'a layer too long',
      (view) => view.setUint32(start + 8 + 34 + 4, 2 ** 30, true),
      /compressed points at byte \d+ are damaged/,
    ],
  ])('%s', async (_, change, reason) => {
    const { refused, clouds } = await outcome('bad.laz', changed(good, change));
    expect(refused).toMatch(reason);
    expect(clouds).toEqual([]);
  });

  it('cut at any byte', async () => {
    for (let length = 0; length < good.length; length += tiered(['7'], ['701']).map(Number)[0]) {
      const { refused, clouds } = await outcome('cut.laz', good.slice(0, length));
      expect(refused, `${length} of ${good.length} bytes`).not.toBeNull();
      expect(clouds).toEqual([]);
    }
  });

  it('with any bit of the chunk table flipped is refused, or has the same chunks (seed 202)', async () => {
    const tableAt = Number(new DataView(good.buffer).getBigUint64(start, true));
    const whole = await outcome('good.laz', good);
    for (let bit = 0; bit < 8 * (good.length - tableAt); bit++) {
      const { refused, clouds } = await outcome(
        'flip.laz',
        changed(good, (_, bytes) => {
          bytes[tableAt + (bit >> 3)] ^= 1 << (bit & 7);
        }),
      );
      if (refused === null) expect(clouds).toEqual(whole.clouds);
    }
  });
});

describe('one flipped bit in the compressed points (seed 204)', () => {
  it.each(['extrabytes.laz', 'point-color.laz'])('never gives other places: %s', async (name) => {
    const good = new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));
    const start = new DataView(good.buffer).getUint32(96, true) + 8;
    const random = seededRandom(204);
    const whole = await outcome(name, good);
    for (let round = 0; round < Number(tiered(['300'], ['30'])[0]); round++) {
      const at = start + random.below(good.length - start);
      const bit = 1 << random.below(8);
      const { refused, clouds } = await outcome(
        name,
        changed(good, (_, bytes) => {
          bytes[at] ^= bit;
        }),
      );
      if (refused === null) expect(clouds.map(({ xyz }) => xyz)).toEqual(whole.clouds.map(({ xyz }) => xyz));
    }
  });
});

describe('damage anywhere ends in points or in a refusal (seed 203)', () => {
  const sample = (name: string): Uint8Array =>
    new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));
  const rounds = Number(tiered(['600'], ['60'])[0]);
  it.each<[string, () => Uint8Array | Promise<Uint8Array>]>([
    ['a LAS', plainFile],
    ['our LAZ', () => packedFile(500)],
    ['a LAZ of format 3 with extra bytes', () => sample('extrabytes.laz')],
    ['a LAZ of format 1', () => sample('point-time-1.4.laz')],
  ])('%s', async (name, make) => {
    const good = await make();
    const random = seededRandom(203);
    const head = new DataView(good.buffer, good.byteOffset).getUint32(96, true) + 60;
    let refusals = 0;
    for (let round = 0; round < rounds; round++) {
      const bad = good.slice();
      for (let hits = 1 + random.below(3); hits > 0; hits--) {
        // Half of the hits in the header and its records.
        const at = random.below(random.below(2) === 0 ? Math.min(head, bad.length) : bad.length);
        bad[at] = [bad[at] ^ (1 << random.below(8)), 0, 255, random.below(256)][random.below(4)];
      }
      const cut = random.below(5) === 0 ? bad.subarray(0, random.below(bad.length)) : bad;
      const { refused } = await outcome(`${name}.bin`, cut);
      if (refused !== null) refusals++;
    }
    expect(refusals).toBeGreaterThan(rounds / 4);
  });

  it('no bytes at all', async () => {
    expect((await outcome('empty.las', new Uint8Array(0))).refused).toMatch(/empty\.las is empty, 0 bytes/);
  });
});
