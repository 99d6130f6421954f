import { ALONG_CONSTRAINTS } from '../../model/pose.ts';
import type { ConstraintStretch, ReliabilityProfile } from '../../model/reliability.ts';

/**
 * Standard deviation of the length between two chainages, m: the variances of the cells between them add up,
 * limited by the positions of the two ends relative to the reference, which is the effect of control.
 */
export function lengthSigma(strip: ReliabilityProfile, from: number, to: number): number {
  const { edges, lengthVariance, beyondVariance, lengthShare = 0 } = strip;
  const inside = { from: Math.max(from, edges[0]), to: Math.min(to, edges[edges.length - 1]) };
  const within = Math.max(0, inside.to - inside.from || 0);
  let variance = beyondVariance * Math.max(0, to - from - within) + (lengthShare * (to - from)) ** 2;
  for (let k = 0; k + 1 < edges.length; k++) {
    const overlap = Math.min(to, edges[k + 1]) - Math.max(from, edges[k]);
    if (overlap > 0) variance += (lengthVariance[k] * overlap) / (edges[k + 1] - edges[k]);
  }
  if (edges.length < 2) return Math.sqrt(variance);
  return Math.min(Math.sqrt(variance), alongSigma(strip, from) + alongSigma(strip, to));
}

/**
 * Share of a length by which a bias of all ranges stretches it where only the brightness of the walls holds it, per metre of
 * bias: spots on a wall that is seen ahead lie farther off and farther out than they are. By simulated smooth drives with
 * 14 mm of either sense 0.15 and 0.27 (docs/limits.md).
 */
const STRETCH_BY_BIAS = 0.2;

/**
 * A strip with what a bias of all ranges may do to the length between two chainages.
 *
 * @param biasSigma standard deviation of the bias, m
 */
export function stretchedByBias(
  strip: ReliabilityProfile,
  from: number,
  to: number,
  biasSigma: number,
): ReliabilityProfile {
  const { edges, heldBy, lengthShare = 0 } = strip;
  const texture = ALONG_CONSTRAINTS.indexOf('reflectivity');
  let length = 0;
  heldBy.forEach((held, k) => {
    if (held === texture) length += Math.max(0, Math.min(to, edges[k + 1]) - Math.max(from, edges[k]));
  });
  if (length === 0 || !(to > from)) return strip;
  const share = (STRETCH_BY_BIAS * biasSigma * length) / (to - from);
  return { ...strip, lengthShare: Math.hypot(lengthShare, share) };
}

/** Standard deviation along the axis of the position at a chainage, relative to the reference, m. */
export function alongSigma(strip: ReliabilityProfile, chainage: number): number {
  const { edges, position, beyondVariance } = strip;
  if (edges.length < 2) return 0;
  const beyond = Math.max(0, edges[0] - chainage, chainage - edges[edges.length - 1]);
  return Math.sqrt(position[3 * cellAt(strip, chainage)] ** 2 + beyondVariance * beyond);
}

/** Index of the cell of a chainage; the first or the last beyond the ends; -1 if there is none. */
export function cellAt({ edges }: ReliabilityProfile, chainage: number): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (edges[middle] <= chainage) low = middle;
    else high = middle - 1;
  }
  return Math.min(low, edges.length - 2);
}

/**
 * Stretches of neighbouring cells with the same constraint, in order of chainage.
 *
 * @param cells number of cells merged into one with the worst constraint of all, so that a long drive has few
 *   stretches
 */
export function constraintStretches({ edges, heldBy }: ReliabilityProfile, cells = 1): ConstraintStretch[] {
  const stretches: { from: number; to: number; heldBy: number }[] = [];
  for (let k = 0; k < heldBy.length; k += cells) {
    const end = Math.min(k + cells, heldBy.length);
    const worst = Math.max(...heldBy.subarray(k, end));
    const last = stretches.at(-1);
    if (last?.heldBy === worst) last.to = edges[end];
    else stretches.push({ from: edges[k], to: edges[end], heldBy: worst });
  }
  return stretches;
}
