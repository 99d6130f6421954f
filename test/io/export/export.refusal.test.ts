import { describe, expect, it } from 'vitest';
import { memorySink, memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { readWholeCloud } from '../../../src-core/io/cloud/cloud-reader.ts';
import { EXPORT_MAP_DEFAULTS, exportMap } from '../../../src-core/io/cloud/export-map.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { createLasWriter } from '../../../src-core/io/cloud/las-writer.ts';
import { openPcd } from '../../../src-core/io/cloud/pcd-reader.ts';
import { openPly } from '../../../src-core/io/cloud/ply-reader.ts';
import { openXyz } from '../../../src-core/io/cloud/xyz-reader.ts';
import { parseTum } from '../../../src-core/io/tables/tum.ts';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { boundsOf, memoryFolder, randomCloud, streamOf, textSource } from './clouds.ts';

const point = (x: number, y: number, z: number): PointCloud => ({
  count: 1,
  origin: [x, y, z],
  xyz: new Float32Array(3),
});

describe('an export that LAS cannot hold', () => {
  const far = [point(0, 0, 0), point(2_147_484, 0, 0)];

  it('is refused with the axis, the span and the advice, and leaves no file', async () => {
    const folder = memoryFolder();
    await expect(
      exportMap(() => streamOf(far), folder, EXPORT_MAP_DEFAULTS, SILENT_CONTEXT),
    ).rejects.toMatchObject({
      code: 'export-range',
      message: expect.stringMatching(/map\.las: the map spans 2147484 m along x, more than the 2147483 m/),
    });
    expect(folder.files.size).toBe(0);
    expect(folder.aborted.toSorted()).toEqual(['map.las', 'map.ply']);
  });

  it('is refused for a coordinate that is not a number', async () => {
    const bad = { ...point(0, 0, 0), xyz: Float32Array.of(0, Number.NaN, 0) };
    await expect(
      exportMap(() => streamOf([point(1, 1, 1), bad]), memoryFolder(), EXPORT_MAP_DEFAULTS, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'export-range', message: expect.stringContaining('Point 1 of the map') });
  });

  it('is refused by the writer for a point outside the announced bounds', async () => {
    const cloud = point(5, 5, 5);
    const writer = await createLasWriter(memorySink('map.las'), {
      count: 2,
      bounds: boundsOf([cloud]),
      hasReflectivity: false,
      hasScanIndex: false,
    });
    await expect(writer.write(point(-100, 5, 5))).rejects.toMatchObject({ code: 'export-range' });
  });
});

describe('a map that changes between the two passes', () => {
  it('is refused', async () => {
    let pass = 0;
    const folder = memoryFolder();
    await expect(
      exportMap(
        () => streamOf(pass++ === 0 ? [point(1, 2, 3), point(2, 3, 4)] : [point(1, 2, 3)]),
        folder,
        EXPORT_MAP_DEFAULTS,
        SILENT_CONTEXT,
      ),
    ).rejects.toMatchObject({ code: 'export-mismatch' });
    expect(folder.files.size).toBe(0);
  });
});

describe('a cancelled export', () => {
  it('leaves no file', async () => {
    const folder = memoryFolder();
    const cancel = { cancelled: false };
    async function* chunks() {
      yield point(1, 2, 3);
      yield point(2, 3, 4);
    }
    const context = {
      cancel,
      emit: () => {
        cancel.cancelled = true;
      },
    };
    await expect(exportMap(chunks, folder, EXPORT_MAP_DEFAULTS, context)).rejects.toMatchObject({
      code: 'cancelled',
    });
    expect(folder.files.size).toBe(0);
  });
});

describe('a file damaged on its way to the disk (seed 31)', () => {
  const cloud = randomCloud(31, 3000, [512_345, 9_123_456, 4_000]);

  // Bytes of the LAS header and of single points: one bit each, anywhere, must be found.
  const places: [string, number][] = [
    ['las', 247], // count
    ['las', 179], // a low bit of max x, far below a millimetre
    ['las', 4], // file source id, which nobody reads
    ['las', 155], // offset x
    ['las', 135], // scale x
    ['las', 105], // record length
    ['las', 375 + 54 + 192 + 34 * 1234 + 8], // z of a point that is no sample
    ['las', 375 + 54 + 192 + 34 * 1500 + 16], // classification
    ['ply', 190 + 30 * 1234 + 3],
  ];
  it.each(places)('%s byte %i', async (format, at) => {
    const folder = memoryFolder((fileName, bytes) => {
      if (fileName.endsWith(format)) bytes[at] ^= 0x10;
    });
    await expect(
      exportMap(() => streamOf([cloud]), folder, EXPORT_MAP_DEFAULTS, SILENT_CONTEXT),
    ).rejects.toMatchObject({
      code: 'export-mismatch',
      message: expect.stringContaining(`map.${format} was read back after writing and differs`),
    });
    expect(folder.files.has(`map.${format}`)).toBe(false);
  });
});

describe('clouds that cannot be read', () => {
  const ply = (lines: string[]) =>
    openPly(textSource('bad.ply', `${lines.join('\n')}\n`)).then(readWholeCloud);
  const start = ['ply', 'format ascii 1.0'];
  const vertex = ['element vertex 2', 'property float x', 'property float y', 'property float z'];

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['no PLY', () => ply(['solid']), /bad\.ply is not a PLY file/],
    [
      'PLY without vertices',
      () => ply([...start, 'element face 1', 'property list uchar int v', 'end_header']),
      /holds no points/,
    ],
    ['PLY without format', () => ply(['ply', ...vertex, 'end_header']), /no format line/],
    [
      'PLY of version 2',
      () => ply(['ply', 'format ascii 2.0', 'end_header']),
      /is of version 2\.0 of PLY, newer than/,
    ],
    [
      'PLY of unknown type',
      () => ply([...start, 'element vertex 1', 'property half x', 'end_header']),
      /line 4 .*known type/,
    ],
    [
      'PLY, a property first',
      () => ply([...start, 'property float x', 'end_header']),
      /line 3 .*before any element/,
    ],
    [
      'PLY, a negative count',
      () => ply([...start, 'element vertex -1', 'end_header']),
      /not an element with a count/,
    ],
    [
      'PLY cut short',
      () => ply([...start, ...vertex, 'end_header', '1 2 3']),
      /ends 1 of 2 vertices too early/,
    ],
    [
      'PLY, a word for a number',
      () => ply([...start, ...vertex, 'end_header', '1 2 x', '1 2 3']),
      /line 8: not a vertex .*"1 2 x"/,
    ],
    [
      'PLY, a value too many',
      () => ply([...start, ...vertex, 'end_header', '1 2 3 4', '1 2 3']),
      /line 8: not a vertex/,
    ],
    ['no LAS', () => openLas(textSource('bad.las', 'x'.repeat(400))), /bad\.las is not a LAS file/],
    ['an empty LAS', () => openLas(textSource('bad.las', '')), /is not a LAS file/],
    [
      'XYZ, words in the middle',
      () => openXyz(textSource('a.xyz', '1 2 3\nfoo bar baz\n')).then(readWholeCloud),
      /a\.xyz, line 2: not a point/,
    ],
    [
      'XYZ with two columns',
      () => openXyz(textSource('a.xyz', '1 2\n')).then(readWholeCloud),
      /line 1: not a point/,
    ],
    [
      'no PCD',
      () => openPcd(textSource('a.pcd', 'hello\n')),
      /a\.pcd is not a PCD file that can be read: its header has no DATA/,
    ],
    [
      'PCD, broken compression',
      () =>
        openPcd(
          textSource(
            'a.pcd',
            'FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nPOINTS 1\nDATA binary_compressed\n\x04\0\0\0\x0c\0\0\0abcd',
          ),
        ).then(readWholeCloud),
      /compressed points are damaged/,
    ],
  ])('%s', async (_, read, message) => {
    const error = await Promise.resolve()
      .then(read)
      .then(
        () => null,
        (thrown: unknown) => thrown,
      );
    expect(error).toMatchObject({ code: 'file-format', message: expect.stringMatching(message) });
  });

  it('a LAS cut short', async () => {
    const folder = memoryFolder();
    await exportMap(() => streamOf([point(1, 2, 3)]), folder, EXPORT_MAP_DEFAULTS, SILENT_CONTEXT);
    const bytes = folder.files.get('map.las')!;
    await expect(openLas(memorySource('cut.las', bytes.subarray(0, -7)))).rejects.toThrow(
      /7 bytes short of the 1 points/,
    );
  });
});

describe('a trajectory that cannot be read', () => {
  it.each(['1 2 3', '1 2 3 4 5 6 7 x', 'x 1 2 3 0 0 0 1', '1 1 2 3 0 0 0 0', '1 1 2 Infinity 0 0 0 1'])(
    '%s',
    (line) => {
      expect(() => parseTum(`# ok\n${line}\n`, 'path.tum')).toThrow(/path\.tum, line 2: not a pose/);
    },
  );
});
