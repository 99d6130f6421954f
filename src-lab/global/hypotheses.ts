import { applyToPoint, multiply3, rotationAngle, transpose3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { centroidOf } from '../problem/centroid.ts';
import { CliqueSearch } from './cliques.ts';
import { consistencyGraph } from './consistency-graph.ts';
import type { FeatureMatches } from './feature-matches.ts';
import type { Surface } from './surface.ts';
import { truncatedPose } from './truncated-pose.ts';

/** Cliques that are tried, and smallest of them: three pairs fix a pose, a fourth confirms it. */
const MOST_CLIQUES = 60;
const LEAST_CLIQUE = 4;

/** Pose that a set of consistent pairs suggests. */
export interface Hypothesis {
  readonly T_target_source: Rigid;
  /** Pairs of all matches that it brings together. */
  readonly pairs: number;
}

/**
 * Poses that are suggested by cliques of consistent pairs, most pairs first. Pairs that a pose brings
 * together suggest no other one.
 *
 * @param bound greatest distance of a good pair, m
 */
export function hypothesesOf(
  matches: FeatureMatches,
  source: Surface,
  target: Surface,
  bound: number,
): Hypothesis[] {
  const graph = consistencyGraph(matches, source, target, bound, 4 * bound);
  const hypotheses: Hypothesis[] = [];
  const p = places(source, matches.source);
  const q = places(target, matches.target);
  const search = new CliqueSearch(graph);
  const middle = centroidOf(source);
  for (let tried = 0; tried < MOST_CLIQUES; tried++) {
    const clique = search.next();
    if (clique === null || clique.length < LEAST_CLIQUE) break;
    search.leave(clique);
    const first = truncatedPose(picked(p, clique), picked(q, clique), bound);
    if (first === null) continue;
    // Pairs that the clique missed for the noise of one distance join it; twice the bound, since few pairs fixed it.
    const wide = withinBound(first, p, q, 2 * bound);
    const pose = truncatedPose(picked(p, wide), picked(q, wide), bound) ?? first;
    const within = withinBound(pose, p, q, bound);
    search.leave(within);
    if (within.length < LEAST_CLIQUE) continue;
    if (!hypotheses.some((other) => isSamePose(other.T_target_source, pose, middle, 2 * bound)))
      hypotheses.push({ T_target_source: pose, pairs: within.length });
  }
  return hypotheses.sort((a, b) => b.pairs - a.pairs);
}

/** Whether two poses place things alike: within 5 degrees, and a point near the middle within a distance, m. */
export function isSamePose(a: Rigid, b: Rigid, near: ArrayLike<number>, metres: number): boolean {
  const [ax, ay, az] = applyToPoint(a, near[0], near[1], near[2]);
  const [bx, by, bz] = applyToPoint(b, near[0], near[1], near[2]);
  return (
    Math.hypot(ax - bx, ay - by, az - bz) < metres &&
    rotationAngle(multiply3(transpose3(a.R), b.R)) < (5 * Math.PI) / 180
  );
}

/** Pairs that a pose brings within a distance of each other, m. */
export function pairsWithin(
  T: Rigid,
  matches: FeatureMatches,
  source: Surface,
  target: Surface,
  bound: number,
): number {
  return withinBound(T, places(source, matches.source), places(target, matches.target), bound).length;
}

function withinBound({ R, t }: Rigid, p: Float64Array, q: Float64Array, bound: number): number[] {
  const within: number[] = [];
  for (let at = 0; at < p.length; at += 3) {
    const dx = R[0] * p[at] + R[1] * p[at + 1] + R[2] * p[at + 2] + t[0] - q[at];
    const dy = R[3] * p[at] + R[4] * p[at + 1] + R[5] * p[at + 2] + t[1] - q[at + 1];
    const dz = R[6] * p[at] + R[7] * p[at + 1] + R[8] * p[at + 2] + t[2] - q[at + 2];
    if (dx * dx + dy * dy + dz * dz < bound * bound) within.push(at / 3);
  }
  return within;
}

function places({ xyz }: Surface, index: Int32Array): Float64Array {
  return Float64Array.from(
    { length: 3 * index.length },
    (_, at) => xyz[3 * index[Math.floor(at / 3)] + (at % 3)],
  );
}

function picked(xyz: Float64Array, index: readonly number[]): Float64Array {
  return Float64Array.from(
    { length: 3 * index.length },
    (_, at) => xyz[3 * index[Math.floor(at / 3)] + (at % 3)],
  );
}
