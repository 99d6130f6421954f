import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { exportGeoTiff, exportPng } from '../../src-core/io/raster/export-raster.ts';
import { geoTiffBytes } from '../../src-core/io/raster/geotiff-writer.ts';
import { pngBytes } from '../../src-core/io/raster/png-writer.ts';
import { worldFile } from '../../src-core/io/raster/world-file.ts';
import type { ColourRaster, ValueRaster } from '../../src-core/model/raster.ts';
import { memoryFolder } from './clouds.ts';
import { colourRaster, valueRaster } from './rasters.ts';

const PLANE = 'Unrolled wall: chainage x girth';

/** Tags of a little-endian TIFF by number, read from the description of the format. */
function tagsOf(bytes: Uint8Array): Map<number, number[] | string> {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  expect(String.fromCharCode(bytes[0], bytes[1])).toBe('II');
  expect(view.getUint16(2, true)).toBe(42);
  const directory = view.getUint32(4, true);
  const tags = new Map<number, number[] | string>();
  let before = 0;
  for (let i = 0; i < view.getUint16(directory, true); i++) {
    const at = directory + 2 + 12 * i;
    const [tag, type, count] = [
      view.getUint16(at, true),
      view.getUint16(at + 2, true),
      view.getUint32(at + 4, true),
    ];
    expect(tag).toBeGreaterThan(before);
    before = tag;
    const size = { 2: 1, 3: 2, 4: 4, 12: 8 }[type]!;
    const from = size * count > 4 ? view.getUint32(at + 8, true) : at + 8;
    expect(from % 2).toBe(0);
    const values = Array.from({ length: count }, (_, k) =>
      type === 2
        ? bytes[from + k]
        : type === 3
          ? view.getUint16(from + 2 * k, true)
          : type === 4
            ? view.getUint32(from + 4 * k, true)
            : view.getFloat64(from + 8 * k, true),
    );
    tags.set(tag, type === 2 ? String.fromCharCode(...values.slice(0, -1)) : values);
  }
  return tags;
}

/** The image of a TIFF, strip after strip. */
function imageOf(bytes: Uint8Array): Uint8Array {
  const tags = tagsOf(bytes);
  const [offsets, counts] = [tags.get(273) as number[], tags.get(279) as number[]];
  return Uint8Array.from(offsets.flatMap((at, i) => [...bytes.subarray(at, at + counts[i])]));
}

describe('GeoTIFF, by a second reader', () => {
  it('holds every figure, where it lies, and that the plane is local', () => {
    const raster = valueRaster(137, 61);
    const bytes = geoTiffBytes(raster, PLANE);
    const tags = tagsOf(bytes);
    expect([tags.get(256), tags.get(257)]).toEqual([[137], [61]]);
    expect(tags.get(33550)).toEqual([0.1, 0.1, 0]);
    expect(tags.get(33922)).toEqual([0, 0, 0, 101.25, 7.5, 0]);
    expect((tags.get(34735) as number[]).slice(4, 8)).toEqual([1024, 0, 1, 32767]);
    expect(tags.get(34737)).toBe(`${PLANE}|`);
    expect(new Float32Array(imageOf(bytes).buffer)).toEqual(raster.values);
  });

  it('holds every colour with its alpha', () => {
    const raster = colourRaster(33, 500);
    const bytes = geoTiffBytes(raster, PLANE);
    expect(imageOf(bytes)).toEqual(raster.rgba);
    expect(tagsOf(bytes).get(338)).toEqual([2]);
  });

  it('holds a single cell', () => {
    const one: ValueRaster = { ...valueRaster(1, 1), values: Float32Array.of(0.25) };
    expect(new Float32Array(imageOf(geoTiffBytes(one, PLANE)).buffer)).toEqual(one.values);
  });
});

describe('PNG with world file', () => {
  it('gives the colours back', () => {
    const raster = colourRaster(40, 21);
    const { width, height, channels, data } = decode(pngBytes(raster));
    expect([width, height, channels]).toEqual([40, 21, 4]);
    expect(Uint8Array.from(data)).toEqual(raster.rgba);
  });

  it('places the middle of the first cell', () => {
    expect(worldFile(colourRaster(40, 21)).split('\r\n')).toEqual([
      '0.1',
      '0',
      '0',
      '-0.1',
      '101.3',
      '7.45',
      '',
    ]);
  });

  it('writes both files, and the GeoTIFF as one, the same bytes each time', async () => {
    const [first, second] = [memoryFolder(), memoryFolder()];
    for (const folder of [first, second]) {
      expect(await exportPng(colourRaster(40, 21), folder, 'over')).toEqual(['over.png', 'over.pgw']);
      expect(await exportGeoTiff(valueRaster(40, 21), folder, 'over', PLANE)).toBe('over.tif');
    }
    expect([...second.files]).toEqual([...first.files]);
  });
});

describe('a picture that cannot be written', () => {
  const values = valueRaster(4, 3);
  it.each<[string, ColourRaster | ValueRaster, RegExp]>([
    [
      'empty',
      { ...values, columns: 0, values: new Float32Array(0) },
      /0 x 3 cells, so there is nothing to draw/,
    ],
    ['of half a row', { ...values, rows: 2.5 }, /nothing to draw/],
    ['nowhere', { ...values, left: Number.NaN }, /lies at NaN, 7\.5/],
    ['without size', { ...values, cell: 0 }, /cells of 0 m/],
    ['with too few values', { ...values, rows: 4 }, /is 4 x 4 cells and has 12 values/],
    ['with too few colours', { ...colourRaster(4, 3), columns: 5 }, /is 5 x 3 cells and has 12 values/],
  ])('is refused in a sentence: %s', async (_what, raster, sentence) => {
    const folder = memoryFolder();
    const refusal = expect.objectContaining({
      code: 'export-range',
      message: expect.stringMatching(sentence),
    });
    await expect(exportGeoTiff(raster, folder, 'x', PLANE)).rejects.toThrow(refusal);
    if (raster.kind === 'colour') await expect(exportPng(raster, folder, 'x')).rejects.toThrow(refusal);
    expect(folder.files.size).toBe(0);
  });
});
