import type { ColourRaster, ValueRaster } from '../../model/raster.ts';
import { writeBytes } from '../bytes/write-bytes.ts';
import type { ExportFolder } from '../cloud/export-map.ts';
import { geoTiffBytes } from './geotiff-writer.ts';
import { pngBytes } from './png-writer.ts';
import { worldFile } from './world-file.ts';

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
  await writeBytes(new TextEncoder().encode(worldFile(raster)), await folder.create(names[1]));
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
