import { solveCholesky } from '../../src-core/math/cholesky.ts';
import type { PointSet } from '../problem/method.ts';
import type { NearestSearch } from '../search/nearest-search.ts';
import { LINE_RATIO, neighbourhoodEigen } from '../search/normals.ts';

/** Numbers per principal frame: normal n, first principal direction e1, curvatures k1 and k2 (1/m). */
export const FRAME_STRIDE = 8;

/** Coefficients of the quadric `f + d u + e v + (a u^2 + 2 b u v + c v^2) / 2`. */
const TERMS = 6;

/** Number of quadric fits: the first corrects the normal, the second yields the curvatures. */
const FITS = 2;

/**
 * Principal frame and curvatures of the surface at each point (the e1, n and 1 / rho of Zabatani and Bronstein, eq.
 * 6), from a least-squares quadric through the nearest neighbours. A curvature is positive if the surface bends
 * towards n; e2 = n x e1. If the neighbours determine no quadric, the surface is treated as flat; if they are
 * collinear, the normal is 0 0 0.
 *
 * @param search over the same points
 * @param neighbours in addition to the point itself
 * @returns `FRAME_STRIDE` numbers per point
 */
export function principalFrames(points: PointSet, search: NearestSearch, neighbours: number): Float64Array {
  const { count, xyz } = points;
  const frames = new Float64Array(FRAME_STRIDE * count);
  const indices = new Int32Array(neighbours + 1);
  const squared = new Float64Array(neighbours + 1);
  const eigen = new Float64Array(6);
  const fit = new QuadricFit();
  for (let i = 0; i < count; i++) {
    const [x, y, z] = xyz.subarray(3 * i, 3 * i + 3);
    const near = search.kNearest(x, y, z, neighbours + 1, indices, squared);
    neighbourhoodEigen(xyz, indices, near, x, y, z, eigen);
    if (!(eigen[1] > LINE_RATIO * eigen[2])) continue;
    const frame = frames.subarray(FRAME_STRIDE * i, FRAME_STRIDE * (i + 1));
    frame.set(eigen.subarray(3, 6));
    setPerpendicular(frame, axisAcross(frame));
    for (let k = 0; k < FITS; k++) fit.refine(frame, xyz, indices, near, i, Math.sqrt(squared[near - 1]));
  }
  return frames;
}

/** Axis with the largest angle to n. */
function axisAcross([x, y, z]: Float64Array): readonly number[] {
  const [ax, ay, az] = [Math.abs(x), Math.abs(y), Math.abs(z)];
  if (ax <= ay && ax <= az) return [1, 0, 0];
  return ay <= az ? [0, 1, 0] : [0, 0, 1];
}

/** Least-squares quadric over the tangent plane, with lengths in units of the neighbourhood's radius. */
class QuadricFit {
  readonly #A = new Float64Array(TERMS * TERMS);
  readonly #b = new Float64Array(TERMS);
  readonly #row = new Float64Array(TERMS);

  /**
   * Turns the frame's normal to that of the quadric at the point, and sets curvatures and e1 from its second
   * derivatives.
   */
  refine(
    frame: Float64Array,
    xyz: Float64Array,
    indices: Int32Array,
    count: number,
    at: number,
    radius: number,
  ): void {
    const [nx, ny, nz, ux, uy, uz] = frame;
    const [vx, vy, vz] = [ny * uz - nz * uy, nz * ux - nx * uz, nx * uy - ny * ux];
    const row = this.#row;
    this.#A.fill(0);
    this.#b.fill(0);
    for (let k = 0; k < count; k++) {
      const dx = (xyz[3 * indices[k]] - xyz[3 * at]) / radius;
      const dy = (xyz[3 * indices[k] + 1] - xyz[3 * at + 1]) / radius;
      const dz = (xyz[3 * indices[k] + 2] - xyz[3 * at + 2]) / radius;
      const u = ux * dx + uy * dy + uz * dz;
      const v = vx * dx + vy * dy + vz * dz;
      row[0] = 1;
      row[1] = u;
      row[2] = v;
      row[3] = (u * u) / 2;
      row[4] = u * v;
      row[5] = (v * v) / 2;
      this.#addRow(nx * dx + ny * dy + nz * dz);
    }
    const quadric = solveCholesky(this.#A, this.#b, TERMS);
    if (quadric === null) return;
    const [, d, e, a, b, c] = quadric;
    const [tx, ty, tz] = [nx - d * ux - e * vx, ny - d * uy - e * vy, nz - d * uz - e * vz];
    const length = Math.hypot(tx, ty, tz);
    const half = Math.hypot((a - c) / 2, b);
    const angle = Math.atan2(2 * b, a - c) / 2;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const e1 = [cosine * ux + sine * vx, cosine * uy + sine * vy, cosine * uz + sine * vz];
    frame[0] = tx / length;
    frame[1] = ty / length;
    frame[2] = tz / length;
    setPerpendicular(frame, e1);
    frame[6] = ((a + c) / 2 + half) / radius;
    frame[7] = ((a + c) / 2 - half) / radius;
  }

  #addRow(height: number): void {
    const row = this.#row;
    for (let i = 0; i < TERMS; i++) {
      this.#b[i] += row[i] * height;
      for (let j = 0; j <= i; j++) this.#A[TERMS * i + j] += row[i] * row[j];
    }
  }
}

/** Sets e1 to the component of a direction perpendicular to n, normalised. */
function setPerpendicular(frame: Float64Array, [x, y, z]: readonly number[]): void {
  const along = frame[0] * x + frame[1] * y + frame[2] * z;
  const [px, py, pz] = [x - along * frame[0], y - along * frame[1], z - along * frame[2]];
  const length = Math.hypot(px, py, pz);
  frame[3] = px / length;
  frame[4] = py / length;
  frame[5] = pz / length;
}
