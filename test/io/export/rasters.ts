import type { ColourRaster, ValueRaster } from '../../../src-core/model/raster.ts';

const PLACE = { cell: 0.1, left: 101.25, top: 7.5 };

/** Waves over the cells, none in every seventh. */
export function valueRaster(columns: number, rows: number): ValueRaster {
  const values = Float32Array.from({ length: columns * rows }, (_, i) =>
    i % 7 === 0 ? Number.NaN : Math.sin(i / 50),
  );
  return { ...PLACE, kind: 'value', columns, rows, values, quantity: 'Over & underbreak', unit: 'm' };
}

/** A colour for each cell that tells its place; every fifth cell is clear. */
export function colourRaster(columns: number, rows: number): ColourRaster {
  const rgba = Uint8Array.from({ length: 4 * columns * rows }, (_, k) => {
    const i = k >> 2;
    return [i % 256, (i >> 8) % 256, (7 * i) % 256, i % 5 === 0 ? 0 : 255][k % 4];
  });
  return { ...PLACE, kind: 'colour', columns, rows, rgba };
}
