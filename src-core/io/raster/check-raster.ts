import { SocavonError } from '../../model/errors.ts';
import type { ColourRaster, ValueRaster } from '../../model/raster.ts';

/** A classic TIFF counts its bytes with 32 bits; below half of that no reader trips. */
const MOST_BYTES = 2 ** 31 - 2 ** 20;

/** @throws SocavonError export-range: nothing to draw, an unplaced frame, too large for the format */
export function checkRaster(raster: ColourRaster | ValueRaster): void {
  const { columns, rows, cell, left, top } = raster;
  const cells = columns * rows;
  if (!(Number.isInteger(columns) && Number.isInteger(rows) && cells > 0))
    throw refusal(`is ${columns} x ${rows} cells, so there is nothing to draw`);
  if (!(cell > 0 && Number.isFinite(cell + left + top)))
    throw refusal(`lies at ${left}, ${top} with cells of ${cell} m, which is no place`);
  const length = raster.kind === 'colour' ? raster.rgba.length / 4 : raster.values.length;
  if (length !== cells) throw refusal(`is ${columns} x ${rows} cells and has ${length} values`);
  if (4 * cells > MOST_BYTES)
    throw refusal(
      `of ${columns} x ${rows} cells is too large for one file; take larger cells or a shorter stretch`,
    );
}

function refusal(what: string): SocavonError {
  return new SocavonError('export-range', `The picture to be written ${what}.`);
}
