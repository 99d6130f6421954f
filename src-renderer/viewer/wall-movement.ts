import type { ComparedEpochs } from '../../src-core/contract/epoch-requests.ts';
import type { Points } from '../../src-core/contract/shapes.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { NO_VALUE } from './colour.ts';

/** Greatest distance of the drive's wall from the axis, m. */
const REACH = 30;

/**
 * Creates a function for the movement of the wall.
 *
 * @returns function of points in the frame of the comparison: movement of the wall at each since the earlier survey,
 *   m, positive outward; 0 if not significant, `NO_VALUE` if not compared
 */
export function wallMovement({
  axis,
  convergence,
  middles,
}: ComparedEpochs): (points: Points) => Float32Array {
  const geometry = new AxisGeometry(axis);
  const locator = new AxisLocator(geometry, REACH);
  const { from, step, rows, columns, distance, significant } = convergence;
  const moveAt = (): number => {
    const row = Math.floor((locator.chainage - from) / step);
    if (row < 0 || row >= rows) return NO_VALUE;
    const turn =
      Math.atan2(locator.up - middles[2 * row + 1], locator.left - middles[2 * row]) / (2 * Math.PI) + 0.5;
    const patch = row * columns + Math.min(columns - 1, Math.floor(turn * columns));
    if (Number.isNaN(distance[patch])) return NO_VALUE;
    return significant[patch] === 1 ? distance[patch] : 0;
  };
  return ({ origin, xyz }) => {
    const [ox, oy, oz] = origin.map((value, k) => value - geometry.origin[k]);
    const moves = new Float32Array(xyz.length / 3);
    for (let i = 0; i < moves.length; i++) {
      const isNear = locator.locate(ox + xyz[3 * i], oy + xyz[3 * i + 1], oz + xyz[3 * i + 2]);
      moves[i] = isNear ? moveAt() : NO_VALUE;
    }
    return moves;
  };
}
