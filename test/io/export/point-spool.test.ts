import { describe, expect, it } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { spooledPoints, spoolPoints } from '../../../src-core/io/cloud/point-spool.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { formatsOf, MAP_ATTRIBUTES } from '../../../src-core/model/survey-content.ts';
import { memoryFolder, piecesOf, randomCloud, streamOf } from './clouds.ts';

const SEED = 51;

/** Clouds of every size with every set of columns: odd counts leave columns at odd bytes. */
function clouds(seed: number): PointCloud[] {
  const random = seededRandom(seed);
  return Array.from({ length: 128 }, (_, set): PointCloud => {
    const count = set === 0 ? 0 : random.below(9);
    const has = (bit: number): boolean => (set & (1 << bit)) !== 0;
    const of = <T>(Type: { from(of: { length: number }, map: () => number): T }): T =>
      Type.from({ length: count }, () => 200 * random.uniform());
    return {
      count,
      origin: [352_118, 9_123_456 + set, 4310],
      xyz: Float32Array.from({ length: 3 * count }, () => random.normal()),
      ...(has(0) && { reflectivity: of(Uint16Array) }),
      ...(has(1) && { scanIndex: of(Uint32Array) }),
      ...(has(2) && { beam: of(Uint8Array) }),
      ...(has(3) && { time: of(Float64Array) }),
      ...(has(4) && { range: of(Float32Array) }),
      ...(has(5) && { measured: of(Uint8Array) }),
      ...(has(6) && { overbreak: of(Float32Array).fill(Number.NaN, 0, 1) }),
    };
  });
}

describe(`points kept on the disk between two passes (seed ${SEED})`, () => {
  it('come back with every column, cloud by cloud', async () => {
    const sink = memorySink('spool');
    const passed: PointCloud[] = [];
    for await (const cloud of spoolPoints(streamOf(clouds(SEED)), sink)) passed.push(cloud);
    await sink.close();
    const back: PointCloud[] = [];
    for await (const cloud of spooledPoints(memorySource('spool', sink.bytes())))
      back.push(structuredClone(cloud));
    expect(passed).toEqual(clouds(SEED));
    expect(back).toEqual(passed);
  });

  it('of a file that was cut are refused with its name', async () => {
    const sink = memorySink('spool');
    for await (const _ of spoolPoints(streamOf(piecesOf(randomCloud(SEED, 50, [0, 0, 0]), 20)), sink));
    await sink.close();
    const read = async (bytes: Uint8Array) => {
      for await (const _ of spooledPoints(memorySource('spool', bytes)));
    };
    await expect(read(sink.bytes().slice(0, -1))).rejects.toThrow('spool ends within a cloud');
  });

  it('make the same files as points that are made twice, and leave nothing', async () => {
    const cloud = randomCloud(SEED, 3000, [352_118, 9_123_456, 4310]);
    const options = { ...EXPORT_MAP_DEFAULTS, formats: formatsOf('map'), attributes: MAP_ATTRIBUTES };
    let streams = 0;
    const stream = () => {
      streams++;
      return streamOf(piecesOf(cloud, 333));
    };
    const [twice, stored] = [memoryFolder(), memoryFolder()];
    await exportMap(stream, twice, options, SILENT_CONTEXT);
    expect(streams).toBe(2);
    await exportMap(stream, stored, { ...options, keepsPoints: true }, SILENT_CONTEXT);
    expect(streams).toBe(3);
    expect([...stored.files.keys()].sort()).toEqual([...twice.files.keys()].sort());
    for (const [name, bytes] of twice.files)
      expect(Buffer.compare(stored.files.get(name)!, bytes), name).toBe(0);
  });

  it('leave nothing where the points cannot be made', async () => {
    const folder = memoryFolder();
    async function* failing(): AsyncGenerator<PointCloud> {
      yield randomCloud(SEED, 10, [0, 0, 0]);
      throw new Error('no more');
    }
    const options = { ...EXPORT_MAP_DEFAULTS, keepsPoints: true };
    await expect(exportMap(failing, folder, options, SILENT_CONTEXT)).rejects.toThrow('no more');
    expect([...folder.files.keys()]).toEqual([]);
  });
});
