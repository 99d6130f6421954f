import type { Points } from '../../src-core/contract/shapes.ts';
import type { DesignProgramme } from '../../src-core/model/design.ts';
import type { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { pointBreaks } from '../../src-core/tunnel/design/point-breaks.ts';
import { NO_VALUE } from './colour.ts';

/**
 * Creates a function for the signed distance to the design along an axis, for colours.
 *
 * @returns function of points: as `pointBreaks`, m, with `NO_VALUE` for NaN
 */
export function designDistances(
  axis: AxisGeometry,
  design: DesignProgramme,
): (points: Points) => Float32Array {
  const breaksOf = pointBreaks(axis, design);
  return ({ origin, xyz }) => {
    const distances = breaksOf({ origin, xyz, count: xyz.length / 3 });
    for (const [i, distance] of distances.entries()) if (Number.isNaN(distance)) distances[i] = NO_VALUE;
    return distances;
  };
}
