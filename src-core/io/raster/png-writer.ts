import { encode } from 'fast-png';
import type { ColourRaster } from '../../model/raster.ts';
import { checkRaster } from './check-raster.ts';

/**
 * A picture as PNG, 8 bit RGBA, without a date: the same picture gives the same bytes. It does not tell where it lies: its
 * world file does (`worldFile`).
 * @throws SocavonError export-range where the frame and the colours do not fit
 */
export function pngBytes(raster: ColourRaster): Uint8Array {
  checkRaster(raster);
  const { columns, rows, rgba } = raster;
  return encode({ width: columns, height: rows, data: rgba, channels: 4, depth: 8 });
}
