import { applyToPoint } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { Residual } from '../factor.ts';

/**
 * Residual of an observed point of known coordinates: `r = T q - P`, metres in the frame of the map, with `q` the
 * point relative to the node; derivative `R [-[q]x, I]`.
 *
 * @param pScan the point in the frame of the scan, m
 * @param P its known coordinates, m, frame of the map
 * @param T_node_scan that scan relative to the node; null: the scan is the node
 */
export function pointSighting(
  node: number,
  pScan: readonly [number, number, number],
  P: readonly [number, number, number],
  T_node_scan: Rigid | null = null,
): Residual {
  const [x, y, z] = T_node_scan === null ? pScan : applyToPoint(T_node_scan, ...pScan);
  return {
    kind: 'point-sighting',
    nodes: [node],
    dimension: 3,
    isAbsolute: true,
    linearise(poses, r, J) {
      const { R, t } = poses[node];
      const out = J[0];
      for (let i = 0; i < 3; i++) {
        const [a, b, c] = [R[3 * i], R[3 * i + 1], R[3 * i + 2]];
        // The position is subtracted first, so that northings of eight digits cost no precision.
        r[i] = t[i] - P[i] + (a * x + b * y + c * z);
        out[6 * i] = c * y - b * z;
        out[6 * i + 1] = a * z - c * x;
        out[6 * i + 2] = b * x - a * y;
        out[6 * i + 3] = a;
        out[6 * i + 4] = b;
        out[6 * i + 5] = c;
      }
    },
  };
}
