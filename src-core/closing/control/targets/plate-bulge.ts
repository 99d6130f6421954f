import { solveCholesky } from '../../../math/cholesky.ts';
import { dot3 } from '../../../math/vec3.ts';
import type { TargetPass } from './target-pass.ts';
import type { TargetPlane } from './target-plane.ts';

/** Least number of returns to measure a bulge. */
const LEAST_RETURNS = 30;
/** Least bulge that is significant, in standard deviations. */
const SIGMAS = 5;
/** Terms of the surface: 1, u, v, u^2, uv, v^2. */
const N = 6;

/**
 * Bulge of the bright surface: distance from its tangent plane at `reach` from the middle, m, in the direction of
 * greatest curvature. A plate has none, a person's chest some centimetres. From the quadric through the returns; 0:
 * not significant.
 */
export function bulgeOf(pass: TargetPass, plane: TargetPlane, reach: number): number {
  const { centre, normal, along, up, scatter } = plane;
  const H = new Float64Array(N * N);
  const b = new Float64Array(N);
  let count = 0;
  for (let i = 0; i < pass.bright.length; i++) {
    if (pass.bright[i] === 0) continue;
    const p = [0, 1, 2].map((k) => pass.point[3 * i + k] - centre[k]);
    // Normalised by the reach, so that the terms are of similar magnitude.
    const [u, v, off] = [dot3(along, p) / reach, dot3(up, p) / reach, dot3(normal, p)];
    if (Math.abs(off) > 3 * Math.max(scatter[0], 1e-3)) continue;
    const row = [1, u, v, u * u, u * v, v * v];
    for (let r = 0; r < N; r++) {
      b[r] += row[r] * off;
      for (let c = 0; c < N; c++) H[N * r + c] += row[r] * row[c];
    }
    count++;
  }
  if (count < LEAST_RETURNS) return 0;
  const x = solveCholesky(H, b, N);
  if (x === null) return 0;
  const sigma = (k: number): number => {
    const e = new Float64Array(N);
    e[k] = 1;
    return scatter[0] * Math.sqrt(solveCholesky(H, e, N)?.[k] ?? Number.POSITIVE_INFINITY);
  };
  // Eigenvalues of [[uu, uv/2], [uv/2, vv]].
  const [uu, uv, vv] = [x[3], x[4], x[5]];
  const mean = (uu + vv) / 2;
  const apart = Math.hypot((uu - vv) / 2, uv / 2);
  const most = Math.max(Math.abs(mean + apart), Math.abs(mean - apart));
  return most > SIGMAS * Math.hypot(sigma(3), sigma(5)) ? most : 0;
}
