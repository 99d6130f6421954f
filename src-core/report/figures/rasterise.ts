import type { ColourRaster, RasterPlace, ValueRaster } from '../../model/raster.ts';
import type { UnrolledWall } from '../../model/unrolled.ts';
import { FILLED } from '../../tunnel/wall-grid.ts';
import { classOf, type MapClasses } from './map-classes.ts';

/** Opacity of a filled cell: it lets the ground through. */
const FILLED_OPACITY = 140;

/** Where the picture of an unrolled wall lies: x is the chainage, y the girth. */
export function unrolledPlace({ columns, rows, chainageFrom, girthTop, cell }: UnrolledWall): RasterPlace {
  return { width: columns, height: rows, originX: chainageFrom, originY: girthTop, pixel: cell };
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
  return { ...unrolledPlace(unrolled), rgba };
}

/** The same layer as values, for programs that colour it themselves. */
export function valueRaster(unrolled: UnrolledWall, values: Float32Array): ValueRaster {
  return { ...unrolledPlace(unrolled), values };
}

/**
 * Numbers of a world file: pixel widths and turns, then the middle of the upper left pixel. Lines in its order: width of a
 * pixel, two turns, height of a pixel (downwards, so negative), x, y.
 */
export function worldFileNumbers({ originX, originY, pixel }: RasterPlace): number[] {
  return [pixel, 0, 0, -pixel, originX + pixel / 2, originY - pixel / 2];
}
