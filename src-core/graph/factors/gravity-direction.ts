import { across } from '../../math/across.ts';
import { multiply3, rotateVector } from '../../math/se3.ts';
import { skew3 } from '../../math/se3-jacobians.ts';
import { dot3 } from '../../math/vec3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { Residual } from '../factor.ts';

type Vector3 = readonly [number, number, number];

/** Sine of the tilt below which the quotients equal their limits to the last digits. */
const SMALL = 1e-5;

/**
 * Residual between the up direction measured by a still sensor and the map's up: the logarithm on the sphere, two
 * angles (rad) about the level axes. With `p = R u` and a basis B across the map's up, `q = B^T p`,
 * `r = (theta / |q|) q`, where `theta` is the tilt; it grows up to half a turn, where a plain cross product would
 * fall back to zero.
 *
 * @param upScan unit vector against gravity, frame of the scan
 * @param upMap the same in the frame of the map
 * @param T_node_scan that scan relative to the node; null: the scan is the node
 */
export function gravityDirection(
  node: number,
  upScan: Vector3,
  upMap: Vector3,
  T_node_scan: Rigid | null = null,
): Residual {
  const u = T_node_scan === null ? upScan : rotateVector(T_node_scan.R, ...upScan);
  const [b0, b1] = across(upMap);
  const minusU = skew3(-u[0], -u[1], -u[2]);
  return {
    kind: 'gravity-direction',
    nodes: [node],
    dimension: 2,
    isAbsolute: true,
    linearise(poses, r, J) {
      const { R } = poses[node];
      const p = rotateVector(R, u[0], u[1], u[2]);
      const dp = multiply3(R, minusU);
      const [q0, q1, c] = [dot3(b0, p), dot3(b1, p), dot3(upMap, p)];
      const s = Math.hypot(q0, q1);
      const theta = Math.atan2(s, c);
      const near = s < SMALL && c > 0;
      const f = near ? 1 + (s * s) / 6 : theta / Math.max(s, Number.MIN_VALUE);
      r[0] = f * q0;
      r[1] = f * q1;
      const out = J[0];
      out.fill(0, 0, 12);
      for (let k = 0; k < 3; k++) {
        const column: Vector3 = [dp[k], dp[3 + k], dp[6 + k]];
        const [dq0, dq1, dc] = [dot3(b0, column), dot3(b1, column), dot3(upMap, column)];
        const sds = q0 * dq0 + q1 * dq1;
        const df = near ? sds / 3 : ((c * sds) / s - s * dc) / s - (theta * sds) / (s * s * s);
        out[k] = f * dq0 + q0 * df;
        out[6 + k] = f * dq1 + q1 * df;
      }
    },
  };
}
