import { encode } from 'fast-png';
import type { ColourRaster } from '../../model/raster.ts';
import { checkRaster } from './check-raster.ts';

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
