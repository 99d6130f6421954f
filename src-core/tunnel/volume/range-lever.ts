import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall-surface.ts';

/**
 * Sensitivity of the volume to a range bias, m^2: the surface of the wall as the rays meet it. A ray that
 * grazes the wall moves its point along the wall, not into the rock, so that for a drive seen from its own
 * axis it is about half the surface. If the sensor positions are not known, the whole surface: the upper
 * bound.
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
  // Gaps are assumed to be as the rest.
  return surface === 0 ? integral.surface : (met * integral.surface) / surface;
}
