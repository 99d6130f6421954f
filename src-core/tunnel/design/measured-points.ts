import type { PointCloud } from '../../model/cloud.ts';
import { AxisLocator } from '../axis/axis-locator.ts';
import { MEASURED, UNKNOWN } from '../wall/cells/wall-grid.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { WALL_REACH } from './point-breaks.ts';

/** Distance from the wall about a point that it may have along the ray from the section's middle, m: noise and roughness. */
const OFF_WALL = 0.05;

/**
 * Which points lie on the measured wall: a function that tells those that the volume rests on from people, vehicles,
 * ducts, strays and what lies beyond the ends. A point is on the wall where its cell was measured, not interpolated, and it
 * lies between the nearest and the farthest radius of the cells about it, to five centimetres.
 *
 * @returns function of points in the frame of the wall: 1 for each on it, 0 for the others
 */
export function measuredPoints(
  wall: WallSurface,
): (points: Pick<PointCloud, 'origin' | 'xyz' | 'count'>) => Uint8Array {
  const { geometry: axis, grid, centre, options, firstSlab } = wall;
  const { slabs, bins, radius, state } = grid;
  const locator = new AxisLocator(axis, WALL_REACH);
  const width = (2 * Math.PI) / bins;
  const isOnWall = (): boolean => {
    const slab = Math.floor(locator.chainage / options.slab) - firstSlab;
    if (slab < 0 || slab >= slabs) return false;
    const [left, up] = [locator.left - centre[2 * slab], locator.up - centre[2 * slab + 1]];
    const bin = Math.min(Math.floor((Math.atan2(up, left) + Math.PI) / width), bins - 1);
    if (state[slab * bins + bin] !== MEASURED) return false;
    let [nearest, farthest] = [Number.POSITIVE_INFINITY, 0];
    for (let k = Math.max(slab - 1, 0); k <= Math.min(slab + 1, slabs - 1); k++)
      for (let step = -1; step <= 1; step++) {
        const cell = k * bins + ((bin + step + bins) % bins);
        if (state[cell] === UNKNOWN) continue;
        nearest = Math.min(nearest, radius[cell]);
        farthest = Math.max(farthest, radius[cell]);
      }
    const distance = Math.sqrt(left * left + up * up);
    return distance >= nearest - OFF_WALL && distance <= farthest + OFF_WALL;
  };
  return ({ origin, xyz, count }) => {
    const [ox, oy, oz] = origin.map((value, k) => value - axis.origin[k]);
    const measured = new Uint8Array(count);
    for (let i = 0; i < count; i++)
      if (locator.locate(ox + xyz[3 * i], oy + xyz[3 * i + 1], oz + xyz[3 * i + 2]) && isOnWall())
        measured[i] = 1;
    return measured;
  };
}
