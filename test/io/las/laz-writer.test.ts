import { Las } from 'copc';
import { expect } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { crc32 } from '../../../src-core/io/bytes/crc32.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { boundsTracker } from '../../../src-core/io/cloud/cloud-writer.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { LAS_WRITER_DEFAULTS } from '../../../src-core/io/cloud/las-records.ts';
import { createLasWriter } from '../../../src-core/io/cloud/las-writer.ts';
import { createLazWriter } from '../../../src-core/io/cloud/laz-writer.ts';
import { verifyCloud } from '../../../src-core/io/cloud/verify-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { describe, it, tiered } from '../../support/tier.ts';
import { boundsOf, piecesOf, randomCloud } from '../export/clouds.ts';
import { countedSource } from './las-file.ts';

const ORIGIN: [number, number, number] = [-512_345.678, 9_123_456.789, -412.5];

async function writtenAs(
  create: typeof createLazWriter,
  clouds: readonly PointCloud[],
  scale = 0.001,
): Promise<Uint8Array> {
  const sink = memorySink('map.laz');
  const filled = clouds.filter(({ count }) => count > 0);
  const tracked = boundsTracker();
  for (const cloud of filled) tracked.add(cloud);
  const summary = {
    count: clouds.reduce((sum, { count }) => sum + count, 0),
    bounds: tracked.bounds(),
    hasReflectivity: filled.every(({ reflectivity }) => reflectivity),
    hasScanIndex: filled.length > 0 && filled.every(({ scanIndex }) => scanIndex),
  };
  const writer = await create(sink, summary, { ...LAS_WRITER_DEFAULTS, scale });
  for (const cloud of clouds) await writer.write(cloud);
  const receipt = await writer.finish();
  await sink.close();
  expect(receipt.checksum).toBe(crc32(sink.bytes()));
  return sink.bytes();
}

/** Points of a LAS, and those that laz-perf, with its own reading of the whole file, finds in the LAZ. */
async function compared(clouds: readonly PointCloud[], scale?: number): Promise<void> {
  const plain = await writtenAs(createLasWriter, clouds, scale);
  const packed = await writtenAs(createLazWriter, clouds, scale);
  const header = Las.Header.parse(plain);
  const records = plain.subarray(header.pointDataOffset);
  const back = await Las.PointData.decompressFile(packed);
  expect(back.length).toBe(records.length);
  expect(Buffer.compare(back, records)).toBe(0);
  // The same again through the program's own reader.
  const own = await readWholeCloud(await openLas(memorySource('map.laz', packed)));
  expect(own).toEqual(await readWholeCloud(await openLas(memorySource('map.las', plain))));
}

describe('LAZ as laz-perf decompresses it (seed 181)', () => {
  it.each(tiered([1, 2, 3, 49_999, 50_000, 50_001, 100_000], [1, 2, 50_001]))('%i points', async (count) => {
    await compared(piecesOf(randomCloud(181, count, ORIGIN), 33_333));
  });

  it('points in the order of a sensor, in steps of a millimetre and of a micrometre', async () => {
    const count = 20_000;
    const xyz = new Float32Array(3 * count);
    for (let i = 0; i < count; i++) {
      const turn = (2 * Math.PI * i) / 1024;
      xyz.set([i * 1e-4, 2 * Math.cos(turn), 2 * Math.sin(turn)], 3 * i);
    }
    const cloud = { ...randomCloud(181, count, ORIGIN), xyz };
    await compared([cloud]);
    await compared([cloud], 1e-6);
  });

  it('steps over the whole range of 32 bits, in both directions, and the widest of all', async () => {
    const random = seededRandom(182);
    const far = 2 ** 31 - 1;
    const values = [0, far, 0, far, far, 0, 1, far - 1, 2 ** 30, 2 ** 30 + 1, 2 ** 30 - 1];
    const clouds = Array.from({ length: 3000 }, (_, i): PointCloud => {
      const value = (): number =>
        i < 200 ? values[random.below(values.length)] : random.below(2 ** random.below(32));
      return {
        count: 1,
        origin: i === 0 ? [0, 0, 0] : i === 1 ? [far, far, far] : [value(), value(), value()],
        xyz: new Float32Array(3),
        reflectivity: Uint16Array.of([0, 65_535, 32_768, 32_767, 1][random.below(5)]),
        scanIndex: Uint32Array.of([0, 0xffff_ffff, i][random.below(3)]),
      };
    });
    await compared(clouds, 1);
  });

  it('points that are all alike, with and without attributes', async () => {
    const still: PointCloud = { count: 60_000, origin: [1, 2, 3], xyz: new Float32Array(180_000) };
    await compared([still]);
    await compared([
      { ...still, reflectivity: new Uint16Array(60_000).fill(7), scanIndex: new Uint32Array(60_000).fill(9) },
    ]);
    expect((await writtenAs(createLazWriter, [still])).length).toBeLessThan(2000);
  });

  it('no points', async () => {
    const none: PointCloud = { count: 0, origin: [0, 0, 0], xyz: new Float32Array(0) };
    const reader = await openLas(memorySource('none.laz', await writtenAs(createLazWriter, [none])));
    expect([reader.count, (await readWholeCloud(reader)).count]).toEqual([0, 0]);
  });

  it('is read without more than a chunk of it in memory', async () => {
    const bytes = await writtenAs(createLazWriter, [randomCloud(181, 400_000, ORIGIN)]);
    const source = countedSource(memorySource('big.laz', bytes));
    await readWholeCloud(await openLas(source));
    expect(source.most()).toBeLessThanOrEqual(2 ** 20);
    expect(bytes.length).toBeGreaterThan(3 * 2 ** 20);
  });
});

describe('a LAZ that is not what was written (seed 183)', () => {
  it('is found by its records, though its count, bounds and samples agree', async () => {
    const cloud = randomCloud(183, 5000, ORIGIN);
    const summary = { count: 5000, bounds: boundsOf([cloud]), hasReflectivity: true, hasScanIndex: true };
    const sink = memorySink('map.laz');
    const writer = await createLazWriter(sink, summary);
    await writer.write(cloud);
    const receipt = await writer.finish();
    await sink.close();
    const source = memorySource('map.laz', sink.bytes());
    await expect(verifyCloud(source, 'laz', receipt)).resolves.toBeUndefined();
    await expect(
      verifyCloud(source, 'laz', { ...receipt, records: receipt.records! ^ 1 }),
    ).rejects.toMatchObject({
      code: 'export-mismatch',
      message: expect.stringContaining('some of its points are not those that were written'),
    });
  });
});
