import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';

/** Factor by which the surrogate loses its convexity per step (Yang et al. 2020, remark 5). */
const GNC_FACTOR = 1.4;
const MOST_STEPS = 60;

/**
 * Rigid transform of pairs of points by truncated least squares: `sum min(|R p + t - q|^2, c^2)`, solved by graduated
 * non-convexity (GNC-TLS; Yang, Antonante, Tzoumas and Carlone 2020, eq. 12 and 14) with Horn's solution in every
 * step.
 *
 * @param p, q 3 numbers per pair, m
 * @param bound c, the greatest error of a good pair, m
 * @returns null if fewer than three pairs have weight
 */
export function truncatedPose(p: Float64Array, q: Float64Array, bound: number): Rigid | null {
  const count = p.length / 3;
  const weights = new Float64Array(count).fill(1);
  const squared = new Float64Array(count);
  const c2 = bound * bound;
  let T = weightedHorn(p, q, weights);
  if (T === null) return null;
  residuals(T, p, q, squared);
  // Eq. 12: so convex at the start that every pair counts. Below zero all are within the bound already.
  let mu = c2 / (2 * Math.max(...squared) - c2);
  if (!(mu > 0)) return T;
  for (let step = 0; step < MOST_STEPS; step++) {
    let isDecided = true;
    for (let i = 0; i < count; i++) {
      // Eq. 14.
      const low = (mu / (mu + 1)) * c2;
      const high = ((mu + 1) / mu) * c2;
      if (squared[i] >= high) weights[i] = 0;
      else if (squared[i] <= low) weights[i] = 1;
      else {
        weights[i] = Math.sqrt((c2 * mu * (mu + 1)) / squared[i]) - mu;
        isDecided = false;
      }
    }
    const next = weightedHorn(p, q, weights);
    if (next === null) return null;
    T = next;
    residuals(T, p, q, squared);
    if (isDecided && step > 0) break;
    mu *= GNC_FACTOR;
  }
  return weights.reduce((sum, w) => sum + w, 0) >= 3 ? T : null;
}

function weightedHorn(p: Float64Array, q: Float64Array, weights: Float64Array): Rigid | null {
  const pairs = new PairAccumulator();
  for (let i = 0, at = 0; i < weights.length; i++, at += 3) {
    if (weights[i] > 0) pairs.add(p[at], p[at + 1], p[at + 2], q[at], q[at + 1], q[at + 2], weights[i]);
  }
  const sums = new Float64Array(PAIR_SUMS);
  pairs.sumsInto(sums);
  return horn(sums);
}

function residuals({ R, t }: Rigid, p: Float64Array, q: Float64Array, squared: Float64Array): void {
  for (let i = 0, at = 0; i < squared.length; i++, at += 3) {
    const dx = R[0] * p[at] + R[1] * p[at + 1] + R[2] * p[at + 2] + t[0] - q[at];
    const dy = R[3] * p[at] + R[4] * p[at + 1] + R[5] * p[at + 2] + t[1] - q[at + 1];
    const dz = R[6] * p[at] + R[7] * p[at + 1] + R[8] * p[at + 2] + t[2] - q[at + 2];
    squared[i] = dx * dx + dy * dy + dz * dz;
  }
}
