import type { ColourRaster, RasterFrame, ValueRaster } from '../../model/raster.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { FILLED } from '../../tunnel/wall-grid.ts';
import { classOf, type MapClasses } from './map-classes.ts';

/** Opacity of a filled cell: it lets the ground through. */
const FILLED_OPACITY = 140;

/** Where the picture of an unrolled wall lies: x is the chainage, y the girth. */
function frameOf({ columns, rows, chainageFrom, girthTop, cell }: UnrolledWall): RasterFrame {
  return { columns, rows, cell, left: chainageFrom, top: girthTop };
}

/**
 * A layer of an unrolled wall as a picture; what is open is clear, what was filled half so.
 *
 * @param values one per cell (`unrolledLayer`)
 */
export function rasterise(unrolled: UnrolledWall, values: Float32Array, classes: MapClasses): ColourRaster {
  const rgba = new Uint8Array(4 * values.length);
  const colours = classes.colours.map((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  for (let i = 0; i < values.length; i++) {
    const found = classOf(classes, values[i]);
    if (found < 0) continue;
    rgba.set(colours[found], 4 * i);
    rgba[4 * i + 3] = unrolled.state[i] === FILLED ? FILLED_OPACITY : 255;
  }
  return { kind: 'colour', ...frameOf(unrolled), rgba };
}

/**
 * The same layer as figures, for programs that colour it themselves.
 *
 * @param quantity @param unit what the figures are
 */
export function valueRaster(
  unrolled: UnrolledWall,
  values: Float32Array,
  quantity: string,
  unit: string,
): ValueRaster {
  return { kind: 'value', ...frameOf(unrolled), values, quantity, unit };
}
