import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ColourRaster, ValueRaster } from '../../model/raster.ts';

/** Size limit, bytes: a classic TIFF has 32-bit offsets, and below half of that every reader works. */
const MOST_BYTES = 2 ** 31 - 2 ** 20;

/** @throws SocavonError export-range: no cells, a frame without position, too large for the format */
export function checkRaster(raster: ColourRaster | ValueRaster): void {
  const { columns, rows, cell, left, top } = raster;
  const cells = columns * rows;
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && cells > 0))
    throw refusal(message('raster-empty', { columns, rows }));
  if (!(cell > 0 && Number.isFinite(cell + left + top)))
    throw refusal(message('raster-place', { left, top, cell }));
  const length = raster.kind === 'colour' ? raster.rgba.length / 4 : raster.values.length;
  if (length !== cells) throw refusal(message('raster-values', { columns, rows, length }));
  if (4 * cells > MOST_BYTES) throw refusal(message('raster-too-large', { columns, rows }));
}

function refusal(what: Message): SocavonError {
  return new SocavonError('export-range', message('raster-refused', { what }));
}
