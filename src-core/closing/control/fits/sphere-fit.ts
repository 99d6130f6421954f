import { invertSymmetric, solveCholesky } from '../../../math/cholesky.ts';
import { CORRELATED, type FeatureFit, type Place, withLeast } from './feature-fit.ts';
import { indicesWithin, planeThrough } from './plane-fit.ts';

/** Distance from the sphere that counts as on it in the end, m; of noisy ranges so many standard deviations. */
const ON_SPHERE = 0.01;
const ON_NOISES = 2;
/** Most of it, as a share of the radius: beyond it a ball is any lump. */
const MOST_ON = 0.5;
const LEAST_POINTS = 15;
/** Steps of the robust fit from each start; the kernel narrows from half the radius. */
const STEPS = 25;
const NARROWING = 0.75;
/** Length of the mean direction of the points from the centre: 0.5 of a half sphere; a patch of a wall has nearly 1. */
const MOST_ONE_SIDED = 0.9;
/** A ball is this many times farther from the plane of its points than from its surface: a noisy wall is not. */
const OVER_PLANE = 1.3;
/** Points inside of the ball, as a share of those on it: a ball is solid. */
const MOST_INSIDE = 0.1;

/**
 * The centre of a sphere of a known radius: Gauss-Newton with Tukey's weights on the distances, from starts all about the
 * click, which may be on the sphere or in its middle. The start that the most points end up on counts.
 *
 * @param noise standard deviation of the ranges, m; 0: that of a scanner of millimetres
 */
export function fitSphere(xyz: Float64Array, radius: number, noise = 0): FeatureFit | null {
  const on = Math.max(ON_SPHERE, Math.min(ON_NOISES * noise, MOST_ON * radius));
  const near = indicesWithin(xyz, 2 * radius + 0.05);
  let best: { readonly centre: Place; readonly members: readonly number[] } | null = null;
  for (const start of startsAbout(radius)) {
    const centre = settled(xyz, near, radius, on, start);
    if (centre === null) continue;
    const members = near.filter((i) => Math.abs(offSphere(xyz, i, centre, radius)) < on);
    if (members.length > (best?.members.length ?? 0)) best = { centre, members };
  }
  if (best === null || best.members.length < LEAST_POINTS) return null;
  const { centre, members } = best;
  const inside = near.filter((i) => offSphere(xyz, i, centre, radius) < -2 * on);
  if (inside.length > MOST_INSIDE * members.length) return null;
  const directions = members.map((i) => directionTo(xyz, i, centre));
  const mean = [0, 1, 2].map((k) => directions.reduce((sum, u) => sum + u[k], 0) / members.length);
  if (Math.hypot(...mean) > MOST_ONE_SIDED) return null;
  const H = new Float64Array(9);
  let squared = 0;
  for (const [k, u] of directions.entries()) {
    squared += offSphere(xyz, members[k], centre, radius) ** 2;
    for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) H[3 * i + j] += u[i] * u[j];
  }
  const rms = Math.sqrt(squared / members.length);
  const plane = planeThrough(xyz, members);
  if (plane === null || plane.rms < OVER_PLANE * rms) return null;
  const inverse = invertSymmetric(H, 3);
  if (inverse === null) return null;
  const variance = squared / (members.length - 3);
  return {
    place: centre,
    covariance: withLeast(inverse.map((value) => CORRELATED * variance * value)),
    rms,
    points: members.length,
  };
}

function settled(
  xyz: Float64Array,
  near: readonly number[],
  radius: number,
  on: number,
  start: Place,
): Place | null {
  let [x, y, z] = start;
  let kernel = radius / 2;
  for (let step = 0; step < STEPS; step++) {
    const H = new Float64Array(9);
    const b = new Float64Array(3);
    for (const i of near) {
      const off = offSphere(xyz, i, [x, y, z], radius);
      if (Math.abs(off) >= kernel) continue;
      const weight = (1 - (off / kernel) ** 2) ** 2;
      const u = directionTo(xyz, i, [x, y, z]);
      for (let j = 0; j < 3; j++) {
        b[j] += weight * off * u[j];
        for (let k = 0; k < 3; k++) H[3 * j + k] += weight * u[j] * u[k];
      }
    }
    const move = solveCholesky(H, b, 3);
    if (move === null) return null;
    const length = Math.hypot(...move);
    // A step as long as the sphere leads to another one.
    const share = Math.min(1, (0.5 * radius) / Math.max(length, 1e-12));
    x += share * move[0];
    y += share * move[1];
    z += share * move[2];
    if (kernel <= on && length < 1e-7) break;
    kernel = Math.max(on, NARROWING * kernel);
  }
  return [x, y, z];
}

function offSphere(xyz: Float64Array, i: number, [x, y, z]: Place, radius: number): number {
  return Math.hypot(xyz[3 * i] - x, xyz[3 * i + 1] - y, xyz[3 * i + 2] - z) - radius;
}

function directionTo(xyz: Float64Array, i: number, [x, y, z]: Place): Place {
  const u = [xyz[3 * i] - x, xyz[3 * i + 1] - y, xyz[3 * i + 2] - z];
  const length = Math.max(Math.hypot(...u), 1e-9);
  return [u[0] / length, u[1] / length, u[2] / length];
}

/** The click itself, and a radius from it in 26 directions. */
function startsAbout(radius: number): Place[] {
  const starts: Place[] = [];
  for (let i = -1; i <= 1; i++)
    for (let j = -1; j <= 1; j++)
      for (let k = -1; k <= 1; k++) {
        const length = Math.hypot(i, j, k);
        const by = length === 0 ? 0 : radius / length;
        starts.push([i * by, j * by, k * by]);
      }
  return starts;
}
