import { Copc } from 'copc';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openCloud } from '../../../src-core/io/cloud/open-cloud.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import {
  endingsOf,
  formatsOf,
  MAP_ATTRIBUTES,
  type MapFormat,
} from '../../../src-core/model/survey-content.ts';
import { webE57 } from '../cloud/web-e57.ts';
import { memoryFolder, piecesOf, randomCloud, streamOf } from './clouds.ts';

const SEED = 87;
const COUNT = 5000;
/** Start and steps of the clock, s. */
const ZERO = 1_700_000_000;
const STEP = 2 ** -13;

/** A cloud with the time of a clock since 1970, ranges and beams. */
function attributed(seed: number): PointCloud {
  const random = seededRandom(seed);
  return {
    ...randomCloud(seed, COUNT, [352_118, 9_123_456, 4310]),
    time: Float64Array.from({ length: COUNT }, (_, i) => ZERO + STEP * i),
    range: Float32Array.from({ length: COUNT }, () => 60 * random.uniform()),
    beam: Uint8Array.from({ length: COUNT }, () => random.below(128)),
    measured: Uint8Array.from({ length: COUNT }, () => random.below(2)),
    overbreak: Float32Array.from({ length: COUNT }, (_, i) =>
      i % 7 === 0 ? Number.NaN : random.uniform() - 0.5,
    ),
  };
}

const cloud = attributed(SEED);
const pieces = piecesOf(cloud, 777).map((piece, k) => ({
  ...piece,
  time: cloud.time!.slice(777 * k, 777 * k + piece.count),
  range: cloud.range!.slice(777 * k, 777 * k + piece.count),
  beam: cloud.beam!.slice(777 * k, 777 * k + piece.count),
  measured: cloud.measured!.slice(777 * k, 777 * k + piece.count),
  overbreak: cloud.overbreak!.slice(777 * k, 777 * k + piece.count),
}));
const OPTIONS = { ...EXPORT_MAP_DEFAULTS, formats: formatsOf('map'), attributes: MAP_ATTRIBUTES };

async function written(): Promise<Map<string, Uint8Array>> {
  const folder = memoryFolder();
  await exportMap(() => streamOf(pieces), folder, OPTIONS, SILENT_CONTEXT);
  return folder.files;
}

/** What a format cannot hold exactly. */
const STEPS: Partial<Record<MapFormat, readonly number[]>> = { e57: [1e-6, 1e-4, 0, 0, 1e-4] };

describe(`time, range, beam, overbreak and what was measured of points in map files (seed ${SEED})`, () => {
  it.each(formatsOf('map').filter((format) => format !== 'pts'))(
    '%s: come back with their points',
    async (format) => {
      const name = `map${endingsOf('map', format)[0]}`;
      const file = await openCloud(memorySource(name, (await written()).get(name)!));
      const own = ['range', 'beam', 'measured', 'overbreak'].map((name) => `socavon:${name}`);
      const names = format === 'e57' ? ['timeStamp', ...own] : [...MAP_ATTRIBUTES];
      expect(file.scalarNames).toEqual(expect.arrayContaining(names));
      const steps = STEPS[format] ?? [0, 0, 0, 0, 0];
      const seen = new Set<number>();
      for await (const chunk of file.chunks(names))
        for (let i = 0; i < chunk.count; i++) {
          const [time, range, beam, measured, overbreak] = chunk.scalars!.map((values) => values[i]);
          // No two points have the same time: COPC has another order.
          const at = Math.round((time - ZERO) / STEP);
          seen.add(at);
          const meant = cloud.overbreak![at];
          const off = [
            time - cloud.time![at],
            range - cloud.range![at],
            beam - cloud.beam![at],
            measured - cloud.measured![at],
            Number.isNaN(meant) ? 0 : overbreak - meant,
          ];
          // The integers of an E57 know no NaN.
          if (Number.isNaN(meant)) expect(overbreak).toBe(format === 'e57' ? -100 : Number.NaN);
          off.forEach((value, k) => {
            // Half a step, and the last bit of a time since 1970.
            expect(Math.abs(value)).toBeLessThanOrEqual(steps[k] / 2 + (steps[k] > 0 ? 3e-7 : 0));
          });
          const place = [0, 1, 2].map((k) => chunk.origin[k] - cloud.origin[k] + chunk.xyz[3 * i + k]);
          place.forEach((value, k) => {
            expect(Math.abs(value - cloud.xyz[3 * at + k])).toBeLessThan(0.001);
          });
        }
      expect(seen.size).toBe(COUNT);
    },
  );

  it('web-e57 reads every point of the E57, and finds the fields in its XML', async () => {
    const bytes = (await written()).get('map.e57')!;
    const reader = await webE57();
    expect(reader.convertE57(bytes, 'XYZ').trim().split('\n')).toHaveLength(COUNT);
    const xml = reader.convertE57(bytes, 'XML');
    expect(xml).toContain('<timeStamp type="ScaledInteger"');
    expect(xml).toContain('<socavon:range type="ScaledInteger"');
    expect(xml).toContain('<socavon:beam type="Integer" minimum="0" maximum="255"/>');
  });

  it('copc (Hobu), which decompresses with laz-perf, reads them of the COPC by name', async () => {
    const bytes = (await written()).get('map.copc.laz')!;
    const getter = async (begin: number, end: number): Promise<Uint8Array> => bytes.slice(begin, end);
    const copc = await Copc.create(getter);
    const { nodes } = await Copc.loadHierarchyPage(getter, copc.info.rootHierarchyPage);
    let count = 0;
    for (const node of Object.values(nodes)) {
      const view = await Copc.loadPointDataView(getter, copc, node!);
      const [time, range, beam, measured, overbreak] = [...MAP_ATTRIBUTES].map(view.getter);
      for (let i = 0; i < view.pointCount; i++) {
        const at = Math.round((time(i) - ZERO) / STEP);
        const result = [time(i), range(i), beam(i), measured(i), overbreak(i)];
        expect(result).toEqual([
          cloud.time![at],
          cloud.range![at],
          cloud.beam![at],
          cloud.measured![at],
          cloud.overbreak![at],
        ]);
      }
      count += view.pointCount;
    }
    expect(count).toBe(COUNT);
  });

  it('of a cloud of which one part lacks them are left out, and the others stay', async () => {
    const folder = memoryFolder();
    const some = pieces.map((piece, k) => (k === 2 ? { ...piece, range: undefined } : piece));
    const { summary } = await exportMap(
      () => streamOf(some),
      folder,
      { ...OPTIONS, formats: ['ply'] },
      SILENT_CONTEXT,
    );
    expect(summary.attributes).toEqual(['time', 'beam', 'measured', 'overbreak']);
    const header = new TextDecoder().decode(folder.files.get('map.ply')!.subarray(0, 500));
    expect(header).toContain(
      'property double time\nproperty uchar beam\nproperty uchar measured\nproperty float overbreak\n',
    );
    expect(header).not.toContain('range');
  });

  it.each(formatsOf('map').filter((format) => format !== 'pts'))(
    '%s damaged in one of them: is refused and removed',
    async (format) => {
      const folder = memoryFolder((_, bytes) => {
        bytes[Math.floor(bytes.length / 2)] ^= 0x10;
      });
      await expect(
        exportMap(() => streamOf(pieces), folder, { ...OPTIONS, formats: [format] }, SILENT_CONTEXT),
      ).rejects.toMatchObject({ code: 'export-mismatch' });
      expect(folder.files.size).toBe(0);
    },
  );

  it('not asked for change no byte', async () => {
    const plain = memoryFolder();
    const formats = { ...EXPORT_MAP_DEFAULTS, formats: formatsOf('map') };
    await exportMap(() => streamOf(pieces), plain, formats, SILENT_CONTEXT);
    const without = memoryFolder();
    await exportMap(() => streamOf(piecesOf(cloud, 777)), without, formats, SILENT_CONTEXT);
    for (const [name, bytes] of plain.files) expect(bytes).toEqual(without.files.get(name));
  });
});
