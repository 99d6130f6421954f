import { radiusNeighbours } from './radius-neighbours.ts';
import type { Surface } from './surface.ts';

/** Bins of one angle, and of the three together (Rusu, Blodow and Beetz 2009, section V). */
const BINS = 11;
export const FEATURE_LENGTH = 3 * BINS;
/** Radius of a feature, in edges of the grid (KISS-Matcher, Open3D: 5). */
const FEATURE_RADIUS = 5;

/**
 * Fast point feature histograms (Rusu 2009, eq. 3 and 4) of every point of a surface: how the normals around a point
 * lie to its own, which does not change with the pose of the cloud.
 *
 * Normals by principal components have no sign, and a cloud does not say where its sensor was. Each is turned so
 * that the surface around it bends towards it; for the angles of a pair the other normal is taken to the same side,
 * and the histogram of a neighbour that was turned the other way is mirrored.
 *
 * @returns `FEATURE_LENGTH` numbers per point, the square roots of shares, so that their euclidean distance is
 *   Hellinger's; all 0 where a point has no neighbours
 */
export function pointFeatures(surface: Surface, radius = FEATURE_RADIUS): Float32Array {
  const { count, xyz, normals } = surface;
  const around = radiusNeighbours(surface, radius * surface.edge);
  const towards = normalsTowardsBend(surface, around.start, around.index);
  const simple = new Float32Array(FEATURE_LENGTH * count);
  for (let i = 0; i < count; i++) {
    const share = 1 / Math.max(1, around.start[i + 1] - around.start[i]);
    const [ux, uy, uz] = [towards[3 * i], towards[3 * i + 1], towards[3 * i + 2]];
    const into = FEATURE_LENGTH * i;
    for (let k = around.start[i]; k < around.start[i + 1]; k++) {
      const n = around.index[k];
      const d = around.distance[k];
      if (d === 0) continue;
      const dx = (xyz[3 * n] - xyz[3 * i]) / d;
      const dy = (xyz[3 * n + 1] - xyz[3 * i + 1]) / d;
      const dz = (xyz[3 * n + 2] - xyz[3 * i + 2]) / d;
      let [nx, ny, nz] = [normals[3 * n], normals[3 * n + 1], normals[3 * n + 2]];
      if (nx * ux + ny * uy + nz * uz < 0) [nx, ny, nz] = [-nx, -ny, -nz];
      // The Darboux frame u, v, w of the pair and its angles (Rusu 2009, eq. 1 and 2).
      let vx = dy * uz - dz * uy;
      let vy = dz * ux - dx * uz;
      let vz = dx * uy - dy * ux;
      const length = Math.sqrt(vx * vx + vy * vy + vz * vz);
      if (!(length > 1e-9)) continue;
      vx /= length;
      vy /= length;
      vz /= length;
      const wx = uy * vz - uz * vy;
      const wy = uz * vx - ux * vz;
      const wz = ux * vy - uy * vx;
      const alpha = vx * nx + vy * ny + vz * nz;
      const phi = ux * dx + uy * dy + uz * dz;
      const theta = Math.atan2(wx * nx + wy * ny + wz * nz, ux * nx + uy * ny + uz * nz);
      addShare(simple, into, alpha, 1, share);
      addShare(simple, into + BINS, phi, 1, share);
      // The two normals are on one side, so the angle is within a right angle.
      addShare(simple, into + 2 * BINS, theta, Math.PI / 2, share);
    }
  }
  return weightedFeatures(surface, around, towards, simple);
}

/** Adds to the two bins next to a value of -most .. most, by their distance: no jump at the edge of a bin. */
function addShare(into: Float32Array, at: number, value: number, most: number, share: number): void {
  const place = Math.max(0, Math.min(BINS - 1, ((value / most + 1) / 2) * BINS - 0.5));
  const bin = Math.min(BINS - 2, Math.floor(place));
  into[at + bin] += share * (1 - (place - bin));
  into[at + bin + 1] += share * (place - bin);
}

/** FPFH(p) = SPFH(p) + 1/k sum SPFH(p_k) / w_k, w_k the distance (Rusu 2009, eq. 4), in shares. */
function weightedFeatures(
  { count, edge }: Surface,
  { start, index, distance }: ReturnType<typeof radiusNeighbours>,
  towards: Float64Array,
  simple: Float32Array,
): Float32Array {
  const features = new Float32Array(FEATURE_LENGTH * count);
  for (let i = 0; i < count; i++) {
    const into = FEATURE_LENGTH * i;
    for (let b = 0; b < FEATURE_LENGTH; b++) features[into + b] = simple[into + b];
    const k = start[i + 1] - start[i];
    for (let at = start[i]; at < start[i + 1]; at++) {
      const n = index[at];
      const weight = edge / Math.max(distance[at], 0.5 * edge) / k;
      const isSameSide =
        towards[3 * i] * towards[3 * n] +
          towards[3 * i + 1] * towards[3 * n + 1] +
          towards[3 * i + 2] * towards[3 * n + 2] >=
        0;
      const from = FEATURE_LENGTH * n;
      if (isSameSide) {
        for (let b = 0; b < FEATURE_LENGTH; b++) features[into + b] += weight * simple[from + b];
        continue;
      }
      // A normal of the other sign turns u and w around: phi and theta change their sign, alpha does not.
      for (let b = 0; b < BINS; b++) {
        features[into + b] += weight * simple[from + b];
        features[into + BINS + b] += weight * simple[from + 2 * BINS - 1 - b];
        features[into + 2 * BINS + b] += weight * simple[from + 3 * BINS - 1 - b];
      }
    }
    for (let part = 0; part < 3; part++) {
      let sum = 0;
      for (let b = 0; b < BINS; b++) sum += features[into + part * BINS + b];
      for (let b = 0; b < BINS && sum > 0; b++)
        features[into + part * BINS + b] = Math.sqrt(features[into + part * BINS + b] / sum);
    }
  }
  return features;
}

/** Normals turned to the side towards which the surface around them bends: into a drive, out of a stone. */
function normalsTowardsBend(
  { count, xyz, normals }: Surface,
  start: Int32Array,
  index: Int32Array,
): Float64Array {
  const towards = normals.slice();
  for (let i = 0; i < count; i++) {
    let bend = 0;
    for (let k = start[i]; k < start[i + 1]; k++) {
      const n = index[k];
      for (let a = 0; a < 3; a++) bend += normals[3 * i + a] * (xyz[3 * n + a] - xyz[3 * i + a]);
    }
    if (bend >= 0) continue;
    for (let a = 0; a < 3; a++) towards[3 * i + a] = -towards[3 * i + a];
  }
  return towards;
}
