import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall-surface.ts';

/**
 * How much the volume grows per metre that every range is too long, m^2: the surface of the wall as the rays meet it. A ray
 * that grazes the wall moves its point along the wall, not into the rock, so that of a drive seen from its own axis it is
 * about half the surface. Where it is not known from where the points were seen, the whole surface: the upper bound.
 */
export function rangeLever(wall: WallSurface, integral: WallIntegral, from: number, to: number): number {
  const { facing, bins, radius } = wall.grid;
  if (facing === undefined) return integral.surface;
  const width = (2 * Math.PI) / bins;
  let met = 0;
  let surface = 0;
  wall.forEachClosed(from, to, (k, length) => {
    const turn =
      wall.geometry.turnBetween(wall.chainageOf(k), wall.chainageOf(k + 1)).length / wall.options.slab;
    for (let j = 0; j < bins; j++) met += radius[k * bins + j] * width * length * turn * facing[k * bins + j];
    surface += wall.rings.perimeter[k] * length * turn;
  });
  // Gaps are taken as the rest.
  return surface === 0 ? integral.surface : (met * integral.surface) / surface;
}
