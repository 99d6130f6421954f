import { seededRandom } from '../../../math/random.ts';
import { median, SIGMA_OF_MAD } from '../../../math/statistics.ts';
import { symmetricEigen } from '../../../math/symmetric-eigen.ts';
import { cross3, dot3, minus3, norm3 } from '../../../math/vec3.ts';
import { CORRELATED, type FeatureFit, type Place, withLeast } from './feature-fit.ts';

/** A plane through points. */
interface LocalPlane {
  readonly normal: Place;
  readonly centre: Place;
  /** Root mean square distance of its points, m. */
  readonly rms: number;
  /** Unit directions in it, and the variances of the points along them, m^2. */
  readonly axes: readonly [Place, Place];
  readonly spreads: readonly [number, number];
  readonly members: readonly number[];
}

/** Points farther from a plane than this many of their standard deviations are not its own. */
const CUT = 3;
/** Least cut, m: below it is the resolution of a stored cloud. */
const LEAST_CUT = 0.001;
const ROUNDS = 8;
/** Least number of points of a plane. */
const LEAST_POINTS = 12;

/** Plane of least squares through some points; null: fewer than three, or on a line. */
export function planeThrough(xyz: Float64Array, members: readonly number[]): LocalPlane | null {
  const n = members.length;
  if (n < 3) return null;
  const centre = [0, 1, 2].map((k) => members.reduce((sum, i) => sum + xyz[3 * i + k], 0) / n) as [
    number,
    number,
    number,
  ];
  const S = new Float64Array(9);
  for (const i of members)
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++)
        S[3 * a + b] += ((xyz[3 * i + a] - centre[a]) * (xyz[3 * i + b] - centre[b])) / n;
  const { values, vectors } = symmetricEigen(S, 3);
  if (!(values[1] > 1e-8)) return null;
  const [normal, second, first] = vectors.map(([x, y, z]): Place => [x, y, z]);
  const rms = Math.sqrt(Math.max(0, values[0]));
  return { normal, centre, rms, axes: [first, second], spreads: [values[2], values[1]], members };
}

/** Plane of some points without those that are not on it. */
function trimmedPlane(
  xyz: Float64Array,
  chosen: readonly number[],
  start: LocalPlane | null,
): LocalPlane | null {
  let plane = start ?? planeThrough(xyz, chosen);
  for (let round = 0; round < ROUNDS && plane !== null; round++) {
    const distances = chosen.map((i) => Math.abs(distanceTo(plane!, xyz, i)));
    const own = plane.members.map((i) => Math.abs(distanceTo(plane!, xyz, i)));
    const cut = Math.max(LEAST_CUT, CUT * SIGMA_OF_MAD * median(own));
    const members = chosen.filter((_, k) => distances[k] <= cut);
    if (members.length === plane.members.length && round > 0) break;
    plane = planeThrough(xyz, members);
  }
  return plane !== null && plane.members.length >= LEAST_POINTS ? plane : null;
}

function distanceTo({ normal, centre }: LocalPlane, xyz: Float64Array, i: number): number {
  return (
    (xyz[3 * i] - centre[0]) * normal[0] +
    (xyz[3 * i + 1] - centre[1]) * normal[1] +
    (xyz[3 * i + 2] - centre[2]) * normal[2]
  );
}

/** Variance of the distance of a place from a plane by its points, m^2. */
function planeVariance({ centre, rms, axes, spreads, members }: LocalPlane, at: Place): number {
  const off = minus3(at, centre);
  const lever = axes.reduce((sum, axis, k) => sum + dot3(off, axis) ** 2 / spreads[k], 1);
  return (CORRELATED * rms ** 2 * lever) / members.length;
}

/** Radii about a click whose points make the wall there, m: the first with enough of them. */
const WALL_RADII = [0.1, 0.15, 0.2, 0.3, 0.5];
/** Standard deviation of a click along the wall, m, besides half the spacing of the points there. */
const AIM_SIGMA = 0.005;

/**
 * The place of the wall nearest to the click. Across the wall a mark is off by as much as the rock is from its plane; along
 * it by the aim of the person, who sees no more than the points.
 */
export function fitWallPoint(xyz: Float64Array): FeatureFit | null {
  for (const radius of WALL_RADII) {
    const near = indicesWithin(xyz, radius);
    const plane = near.length < LEAST_POINTS ? null : trimmedPlane(xyz, near, null);
    if (plane === null) continue;
    const { normal, centre, rms } = plane;
    const height = dot3(centre, normal);
    const across = rms ** 2 + planeVariance(plane, [0, 0, 0]);
    const spacing = Math.sqrt((Math.PI * radius ** 2) / near.length);
    const along = AIM_SIGMA ** 2 + (spacing / 2) ** 2;
    const covariance = Float64Array.from({ length: 9 }, (_, at) => {
      const [i, j] = [Math.floor(at / 3), at % 3];
      return (i === j ? along : 0) + (across - along) * normal[i] * normal[j];
    });
    const place = normal.map((value) => value * height) as [number, number, number];
    return { place, covariance: withLeast(covariance), rms, points: plane.members.length };
  }
  return null;
}

/** Tries of three points for a plane, and the distance that counts as on it, m. */
const TRIES = 300;
const ON_PLANE = 0.012;
/** A face takes points of its neighbours in along the edges, the more the noisier they are: off by this share of the noise. */
const EDGE_SHARE = 0.2;
/** Share of the points that a face of a corner has at least. */
const LEAST_SHARE = 0.08;
/** Least angle between two faces: cosine of 25 degrees. */
const MOST_PARALLEL = Math.cos((25 * Math.PI) / 180);
const MOST_PLANES = 6;

/**
 * Where three planes meet: the largest three about the click that are not parallel.
 *
 * @param noise standard deviation of the ranges, m; 0: that of a scanner of millimetres
 */
export function fitCorner(xyz: Float64Array, noise = 0): FeatureFit | null {
  const random = seededRandom(xyz.length);
  let left = indicesWithin(xyz, Number.POSITIVE_INFINITY);
  const least = Math.max(LEAST_POINTS, LEAST_SHARE * left.length);
  const faces: LocalPlane[] = [];
  for (let k = 0; k < MOST_PLANES && faces.length < 3 && left.length >= least; k++) {
    const plane = largestPlane(xyz, left, random.uniform);
    if (plane === null || plane.members.length < least) break;
    const own = new Set(plane.members);
    left = left.filter((i) => !own.has(i));
    if (faces.every(({ normal }) => Math.abs(dot3(normal, plane.normal)) < MOST_PARALLEL)) faces.push(plane);
  }
  if (faces.length < 3) return null;
  const [a, b, c] = faces.map(({ normal }) => normal);
  const determinant = dot3(a, cross3(b, c));
  // Columns of the inverse of the normals: how the corner moves with each face.
  const moves = [cross3(b, c), cross3(c, a), cross3(a, b)].map((column) =>
    column.map((value) => value / determinant),
  );
  const heights = faces.map(({ normal, centre }) => dot3(normal, centre));
  const at = [0, 1, 2].map((i) => moves.reduce((sum, move, k) => sum + heights[k] * move[i], 0));
  const place: Place = [at[0], at[1], at[2]];
  const variances = faces.map((face) => planeVariance(face, place) + (EDGE_SHARE * noise) ** 2);
  const covariance = new Float64Array(9);
  for (const k of faces.keys())
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) covariance[3 * i + j] += variances[k] * moves[k][i] * moves[k][j];
  const rms = Math.sqrt(faces.reduce((sum, face) => sum + face.rms ** 2, 0) / 3);
  const points = faces.reduce((sum, { members }) => sum + members.length, 0);
  return { place, covariance: withLeast(covariance), rms, points };
}

function largestPlane(xyz: Float64Array, among: readonly number[], uniform: () => number): LocalPlane | null {
  let best: number[] = [];
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const [a, b, c] = [0, 1, 2].map(() => among[Math.floor(uniform() * among.length)]);
    const p = pointAt(xyz, a);
    const across = cross3(minus3(pointAt(xyz, b), p), minus3(pointAt(xyz, c), p));
    const size = norm3(across);
    if (size < 1e-4) continue;
    const inliers = among.filter((i) => Math.abs(dot3(minus3(pointAt(xyz, i), p), across)) < ON_PLANE * size);
    if (inliers.length > best.length) best = inliers;
  }
  const start = planeThrough(xyz, best);
  return start && trimmedPlane(xyz, among, start);
}

function pointAt(xyz: Float64Array, i: number): Place {
  return [xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]];
}

/** Indices of the points within a radius of the click. */
export function indicesWithin(xyz: Float64Array, radius: number): number[] {
  const within: number[] = [];
  for (let i = 0; 3 * i < xyz.length; i++)
    if (Math.hypot(xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]) <= radius) within.push(i);
  return within;
}
