import type { Points } from '../../src-core/contract/shapes.ts';
import type { DesignSection } from '../../src-core/model/tunnel.ts';
import type { AxisGeometry } from '../../src-core/tunnel/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis-locator.ts';
import { designOutline } from '../../src-core/tunnel/design.ts';
import { designDistance } from '../../src-core/tunnel/design-distance.ts';

/** Farther from the axis than this nothing belongs to the drive, m. */
const REACH = 30;

/**
 * @returns gives the signed distance of each point to the design along the axis, m, outside positive; REACH for points
 *   that are no part of the drive
 */
export function designDistances(axis: AxisGeometry, design: DesignSection): (points: Points) => Float32Array {
  const locator = new AxisLocator(axis, REACH);
  const outline = designOutline(design);
  return ({ origin, xyz }) => {
    const [ox, oy, oz] = origin.map((value, k) => value - axis.origin[k]);
    const distances = new Float32Array(xyz.length / 3);
    for (let i = 0; i < distances.length; i++) {
      const found = locator.locate(ox + xyz[3 * i], oy + xyz[3 * i + 1], oz + xyz[3 * i + 2]);
      distances[i] = found ? designDistance(outline, locator.left, locator.up) : REACH;
    }
    return distances;
  };
}
