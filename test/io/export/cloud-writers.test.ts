import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import type { MapFormat } from '../../../src-core/model/survey-content.ts';
import { boundsOf, memoryFolder, piecesOf, pointsOf, randomCloud, streamOf } from './clouds.ts';

const FORMATS = ['e57', 'pts', 'pcd'] as const satisfies readonly MapFormat[];

async function exported(
  clouds: readonly PointCloud[],
  formats: readonly MapFormat[] = FORMATS,
): Promise<Map<string, Uint8Array>> {
  const folder = memoryFolder();
  await exportMap(() => streamOf(clouds), folder, { ...EXPORT_MAP_DEFAULTS, formats }, SILENT_CONTEXT);
  return folder.files;
}

async function readBack(files: Map<string, Uint8Array>, format: MapFormat): Promise<PointCloud[]> {
  const reader = await openCloud(memorySource(`map.${format}`, files.get(`map.${format}`)!));
  expect(reader.format).toBe(format);
  const chunks: PointCloud[] = [];
  for await (const chunk of reader.chunks()) chunks.push(chunk);
  return chunks;
}

/** Half the step of the format, and of f32 three hundred metres from the origin of a chunk. */
const TOLERANCES: Record<(typeof FORMATS)[number], number> = { e57: 5e-5, pts: 5e-5, pcd: 0 };
const F32_HALF_STEP = 2 ** -16;

describe('maps as E57, PTS and PCD (seed 581)', () => {
  const cloud = randomCloud(581, 10_007, [-312_345.678, 9_123_456.789, 4_321.5]);
  const pieces = piecesOf(cloud, 1234);

  it.each(FORMATS)('%s gives back every point', async (format) => {
    const files = await exported(pieces);
    const back = await readBack(files, format);
    const points = back.flatMap(pointsOf);
    expect(points).toHaveLength(cloud.count);
    const tolerance = TOLERANCES[format] + F32_HALF_STEP + 1e-9;
    pointsOf(cloud).forEach((meant, i) => {
      const away = Math.max(...[0, 1, 2].map((axis) => Math.abs(points[i][axis] - meant[axis])));
      if (!(away <= tolerance)) throw new Error(`point ${i} is ${away} m away`);
    });
    expect(back.flatMap((chunk) => [...chunk.reflectivity!])).toEqual([...cloud.reflectivity!]);
    if (format !== 'pts')
      expect(back.flatMap((chunk) => [...chunk.scanIndex!])).toEqual([...cloud.scanIndex!]);
  });

  it.each(FORMATS)('%s of the same map has the same bytes, however it is cut', async (format) => {
    const once = (await exported(pieces)).get(`map.${format}`)!;
    const again = (await exported(piecesOf(cloud, 77))).get(`map.${format}`)!;
    expect(Buffer.from(once).equals(again)).toBe(true);
  });

  it.each(FORMATS)('%s of no point, of one, of eight and of bare coordinates', async (format) => {
    const one: PointCloud = { count: 1, origin: [5, 6, 7], xyz: Float32Array.of(0.25, 0.5, 0.75) };
    for (const clouds of [[], [one], piecesOf(randomCloud(582, 8, [0, 0, 0]), 3)]) {
      const back = await readBack(await exported(clouds), format);
      const points = back.flatMap(pointsOf);
      const meant = clouds.flatMap(pointsOf);
      expect(points).toHaveLength(meant.length);
      meant.forEach((point, i) => {
        for (let axis = 0; axis < 3; axis++)
          expect(Math.abs(points[i][axis] - point[axis])).toBeLessThan(1.2e-4);
      });
    }
    const bare = await readBack(await exported([one]), format);
    expect(bare[0].reflectivity).toBeUndefined();
    expect(bare[0].scanIndex).toBeUndefined();
  });

  it('PCD has f32 near the origin, for PCL, and f64 far from it', async () => {
    const head = async (clouds: PointCloud[]): Promise<string> =>
      new TextDecoder('latin1').decode((await exported(clouds)).get('map.pcd')!.subarray(0, 200));
    expect(await head([randomCloud(583, 10, [0, 0, 0])])).toMatch(/SIZE 4 4 4 4 4\nTYPE F F F F U/);
    expect(await head([cloud])).toMatch(/SIZE 8 8 8 4 4\nTYPE F F F F U/);
    const edge: PointCloud = {
      count: 2,
      origin: [1000, 0, -1024],
      xyz: Float32Array.of(24, 0.1, 0, 0.3, 0.7, 0.9),
    };
    const back = await readBack(await exported([edge]), 'pcd');
    pointsOf(edge).forEach((point, i) => {
      // Half a step of f32 at 1024 m.
      for (let axis = 0; axis < 3; axis++)
        expect(Math.abs(pointsOf(back[0])[i][axis] - point[axis])).toBeLessThanOrEqual(2 ** -15);
    });
  });

  it('E57 announces the box of its points, and packs a wide map into more bits', async () => {
    const wide: PointCloud = {
      count: 3,
      origin: [0, 9_000_000, 0],
      xyz: Float32Array.of(0, 0, 0, 400_000, 1, 1, 1_000_000, 0.5, 2),
    };
    const files = await exported([wide], ['e57']);
    const reader = await openCloud(memorySource('map.e57', files.get('map.e57')!));
    expect(reader.count).toBe(3);
    expect(reader.announcedBounds).toEqual(boundsOf([wide]));
    expect(pointsOf(await readWholeCloud(reader))).toEqual(pointsOf(wide));
  });

  it.each(FORMATS)('%s that a disk damages takes no name', async (format) => {
    const folder = memoryFolder((_, bytes) => {
      bytes[Math.floor(bytes.length / 2)] ^= 1;
    });
    await expect(
      exportMap(
        () => streamOf(pieces),
        folder,
        { ...EXPORT_MAP_DEFAULTS, formats: [format] },
        SILENT_CONTEXT,
      ),
    ).rejects.toMatchObject({ code: 'export-mismatch' });
    expect(folder.files.size).toBe(0);
  });

  it('E57 refuses a map wider than its integers', async () => {
    const far = (x: number): PointCloud => ({ count: 1, origin: [x, 0, 0], xyz: new Float32Array(3) });
    await expect(exported([far(0), far(1e13)], ['e57'])).rejects.toMatchObject({
      code: 'export-range',
      message: expect.stringMatching(/spans 10000000000000 m along x/),
    });
  });
});
