import type { RegionMeasures } from '../../math/polygon-overlap.ts';
import type { AxisTurn } from '../axis/axis-geometry.ts';

/**
 * Volume swept by a region of the section plane along a stretch of axis, m^3 (Pappus): the outside of a bend
 * travels farther. Moments are about the axis, x = left, y = up.
 */
export function swept(region: RegionMeasures, turn: AxisTurn): number {
  return region.area * turn.length - region.momentX * turn.turnLeft - region.momentY * turn.turnUp;
}
