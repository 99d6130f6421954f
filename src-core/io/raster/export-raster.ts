import { encode } from 'fast-png';
import type { ColourRaster, RasterFrame, ValueRaster } from '../../model/raster.ts';
import { coordinateText } from '../bytes/coordinate-text.ts';
import { writeBytes } from '../bytes/write-bytes.ts';
import type { ExportFolder } from '../cloud/export-map.ts';
import { checkRaster } from './check-raster.ts';
import { geoTiffBytes } from './geotiff-writer.ts';

/**
 * Encodes a raster as PNG, 8 bit RGBA, without a date: the same raster gives the same bytes. Its georeference is in
 * the world file (`worldFile`).
 *
 * @throws SocavonError export-range if the frame and the colours do not match
 */
export function pngBytes(raster: ColourRaster): Uint8Array {
  checkRaster(raster);
  const { columns, rows, rgba } = raster;
  return encode({ width: columns, height: rows, data: rgba, channels: 4, depth: 8 });
}

/**
 * World file of a raster (.pgw beside a .png), six lines: size of a cell, no rotation, and the middle of the first
 * cell.
 */
export function worldFile({ cell, left, top }: RasterFrame): string {
  return [cell, 0, 0, -cell, left + cell / 2, top - cell / 2]
    .map((value) => `${coordinateText(value)}\r\n`)
    .join('');
}

/**
 * Writes a raster as PNG with its world file (.pgw).
 *
 * @returns the names of both files
 * @throws SocavonError export-range
 */
export async function exportPng(
  raster: ColourRaster,
  folder: ExportFolder,
  baseName: string,
): Promise<string[]> {
  const png = pngBytes(raster);
  const names = [`${baseName}.png`, `${baseName}.pgw`];
  await writeBytes(png, await folder.create(names[0]));
  try {
    await writeBytes(new TextEncoder().encode(worldFile(raster)), await folder.create(names[1]));
  } catch (error) {
    // A picture without its place would be taken for one that has none.
    await folder.remove(names[0]);
    throw error;
  }
  return names;
}

/**
 * Writes a colour or value raster as GeoTIFF.
 *
 * @param plane meaning of x and y (`geoTiffBytes`)
 * @returns the name of the file
 * @throws SocavonError export-range
 */
export async function exportGeoTiff(
  raster: ColourRaster | ValueRaster,
  folder: ExportFolder,
  baseName: string,
  plane: string,
): Promise<string> {
  const tiff = geoTiffBytes(raster, plane);
  const name = `${baseName}.tif`;
  await writeBytes(tiff, await folder.create(name));
  return name;
}
