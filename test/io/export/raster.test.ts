import { decode } from 'fast-png';
import { describe, expect, it } from 'vitest';
import { exportGeoTiff, exportPng, pngBytes, worldFile } from '../../../src-core/io/raster/export-raster.ts';
import { geoTiffBytes } from '../../../src-core/io/raster/geotiff-writer.ts';
import type { ColourRaster, ValueRaster } from '../../../src-core/model/raster.ts';
import { memoryFolder } from './clouds.ts';
import { colourRaster, valueRaster } from './rasters.ts';
import { imageOf, tagsOf } from './tiff.ts';

const PLANE = 'Unrolled wall: chainage x perimeter position';

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
    ['with too few values', { ...values, rows: 4 }, /has 4 x 4 cells and 12 values/],
    ['with too few colours', { ...colourRaster(4, 3), columns: 5 }, /has 5 x 3 cells and 12 values/],
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
