import type { JoinReply } from '../../src-core/contract/join-requests.ts';
import { median } from '../../src-core/math/statistics.ts';
import { cross3, dot3, unit3, type Vec3 } from '../../src-core/math/vec3.ts';

export const JOIN_DIRECTIONS = ['along', 'across', 'up'] as const;
type JoinDirection = (typeof JOIN_DIRECTIONS)[number];

/** How well a join holds, from its places and the covariance of its anchors. */
export interface JoinQuality {
  readonly placesHeld: number;
  readonly placesTried: number;
  /** Share of the walls that both have, where they meet: median over the places, 0..1. */
  readonly overlap: number;
  /** Root mean square distance of those walls, m. */
  readonly rms: number;
  /** How well the best other place along the drive fits, as a share of this one, 0..1: near 1 is ambiguous. */
  readonly rival: number;
  /** Greatest standard deviation of a position of the joined survey, m, seen along the drive. */
  readonly sigma: Readonly<Record<JoinDirection, number>>;
  /** Directions that the walls hold poorly. */
  readonly weak: readonly JoinDirection[];
}

/** A direction counts as poorly held above this, m, and if it is that many times worse than the best one. */
const WEAK_SIGMA = 0.01;
const WEAK_TIMES = 3;

/** Figures of a join for a person to judge it by. */
export function joinQuality({ places, poses, anchors }: JoinReply): JoinQuality {
  const held = places.filter(({ accepted }) => accepted).map(({ figures }) => figures);
  const sigma = sigmasOf(poses, anchors);
  const best = Math.min(sigma.along, sigma.across, sigma.up);
  return {
    placesHeld: held.length,
    placesTried: places.length,
    overlap: median(held.map(({ overlap }) => overlap)),
    rms: Math.sqrt(held.reduce((sum, { rms }) => sum + rms ** 2, 0) / held.length),
    rival: Math.max(...held.map(({ rival }) => rival)),
    sigma,
    weak: JOIN_DIRECTIONS.filter((way) => sigma[way] > WEAK_SIGMA && sigma[way] > WEAK_TIMES * best),
  };
}

function sigmasOf(
  { scanIndex, T_map1_sensor }: JoinReply['poses'],
  anchors: JoinReply['anchors'],
): Record<JoinDirection, number> {
  const most = { along: 0, across: 0, up: 0 };
  const placeOf = new Map(Array.from(scanIndex, (scan, i) => [scan, i]));
  for (const [k, scan] of anchors.scanIndex.entries()) {
    const i = placeOf.get(scan);
    if (i === undefined) continue;
    const C = anchors.covariance.subarray(36 * k, 36 * k + 36);
    const along = travelAt(T_map1_sensor, i);
    const up: Vec3 = [0, 0, 1];
    const axes = { along, across: unit3(cross3(up, along)), up };
    for (const way of JOIN_DIRECTIONS)
      most[way] = Math.max(most[way], sigmaAlong(C, T_map1_sensor.subarray(12 * i, 12 * i + 9), axes[way]));
  }
  return most;
}

/** Horizontal direction of travel at a pose, map frame; the x axis of a sensor that does not move. */
function travelAt(T: Float64Array, i: number): Vec3 {
  const count = T.length / 12;
  const [a, b] = [Math.max(0, i - 5), Math.min(count - 1, i + 5)];
  const step: Vec3 = [T[12 * b + 9] - T[12 * a + 9], T[12 * b + 10] - T[12 * a + 10], 0];
  return Math.hypot(step[0], step[1]) > 1e-3 ? unit3(step) : unit3([T[12 * i], T[12 * i + 3], 0]);
}

/** @param C 6x6, rotation first, right perturbation: its translation is along the axes of the sensor */
function sigmaAlong(C: Float64Array, R: Float64Array, direction: Vec3): number {
  const own = [0, 1, 2].map((k) => R[k] * direction[0] + R[3 + k] * direction[1] + R[6 + k] * direction[2]);
  const rows = [3, 4, 5].map((row) => dot3(C.subarray(6 * row + 3, 6 * row + 6), own));
  return Math.sqrt(Math.max(0, dot3(rows, own)));
}
