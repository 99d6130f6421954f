import type { ColourRaster, RasterFrame, ValueRaster } from '../../model/raster.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { FILLED } from '../../tunnel/wall/cells/wall-grid.ts';
import { classOf, type MapClasses } from './map-classes.ts';

/** Alpha (0..255) of an interpolated cell: the background shows through. */
const FILLED_OPACITY = 140;

/** Raster frame of an unrolled wall: x is the chainage, y the perimeter position. */
function frameOf({ columns, rows, chainageFrom, girthTop, cell }: UnrolledWall): RasterFrame {
  return { columns, rows, cell, left: chainageFrom, top: girthTop };
}

/**
 * Renders a layer of an unrolled wall as an image; unknown cells are transparent, interpolated ones half transparent.
 *
 * @param values one per cell (`unrolledLayer`)
 */
export function rasterise(unrolled: UnrolledWall, values: Float32Array, classes: MapClasses): ColourRaster {
  const rgba = new Uint8Array(4 * values.length);
  const colours = classes.colours.map((colour) =>
    [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16)),
  );
  for (let i = 0; i < values.length; i++) {
    const own = classOf(classes, values[i]);
    if (own < 0) continue;
    rgba.set(colours[own], 4 * i);
    rgba[4 * i + 3] = unrolled.state[i] === FILLED ? FILLED_OPACITY : 255;
  }
  return { kind: 'colour', ...frameOf(unrolled), rgba };
}

/**
 * A layer of an unrolled wall as numeric values, for programs with their own colour maps.
 *
 * @param quantity @param unit of the values
 */
export function valueRaster(
  unrolled: UnrolledWall,
  values: Float32Array,
  quantity: string,
  unit: string,
): ValueRaster {
  return { kind: 'value', ...frameOf(unrolled), values, quantity, unit };
}
