import { planeEigen } from '../math/eigen3.ts';
import { median } from '../math/statistics.ts';
import { knotAt, type ParameterLayout } from './parameter-layout.ts';
import { type PatchRays, RAY } from './wall-rays.ts';

/** Non-zero entries of a ray's row: six of the pose, three of the beam, incidence, signal, two knots. */
export const ENTRIES = 13;
/** Unknowns of a patch of its own: its place along the normal and its two slopes. */
export const LOCAL = 3;

/** Linear observations of the rays of all patches: row r says `residual = Σ value * x[column] + local + noise`. */
export interface PatchRows {
  /** Per patch, ascending: its first row; one more entry at the end. */
  readonly first: Int32Array;
  /** Distance of each ray's point from the mean plane of its patch, m. */
  readonly residual: Float64Array;
  readonly column: Int32Array;
  readonly value: Float64Array;
  /** `LOCAL` numbers a row: 1 and the place in the patch, in half widths of it. */
  readonly local: Float64Array;
  /** Median signal of the rays, at which its effect is zero. */
  readonly medianSignal: number;
  /** Per patch: its plane and the mean cosine of incidence of its rays. */
  readonly planes: readonly (PatchPlane & { readonly cosine: number })[];
  readonly patches: number;
  readonly rows: number;
}

/** Which patches count. */
interface PatchOptions {
  readonly leastRays: number;
  /** A patch is seen by so many beams, or in so many scans. */
  readonly leastBeams: number;
  readonly leastScans: number;
  /** Largest relief, m: rougher ones are edges. */
  readonly maxRelief: number;
  /** Cosine of the largest incidence: beyond it only the sides of the rock that face the sensor are met. */
  readonly leastCosine: number;
  /**
   * Rays whose place on the plane is nearer to a face of the cube than this along the normal are left out, m: of
   * them the cube holds only those that noise moved to its side, more of them the steeper they meet the wall, which
   * looks like a range bias. Four standard deviations of a range.
   */
  readonly faceMargin: number;
}

export const PATCH_DEFAULTS: PatchOptions = {
  leastRays: 16,
  leastBeams: 2,
  leastScans: 4,
  maxRelief: 0.06,
  leastCosine: 0.3,
  faceMargin: 0.08,
};

/** Plane of a cube of wall, facing the rays. */
interface PatchPlane {
  readonly normal: readonly [number, number, number];
  readonly centre: readonly [number, number, number];
}

/** Writes the rows of all patches that count. */
export function patchRows(patchRays: PatchRays, layout: ParameterLayout, options: PatchOptions): PatchRows {
  const { rays, patchSize } = patchRays;
  const total = patchRays.count.reduce((sum, n) => sum + n, 0);
  const first: number[] = [0];
  const planes: PatchRows['planes'][number][] = [];
  const residual = new Float64Array(total);
  const column = new Int32Array(ENTRIES * total);
  const value = new Float64Array(ENTRIES * total);
  const local = new Float64Array(LOCAL * total);
  const medianSignal = Math.max(1, medianOf(patchRays));
  let row = 0;
  for (let patch = 0; patch < patchRays.patches; patch++) {
    const from = patchRays.first[patch];
    const to = from + patchRays.count[patch];
    const plane = planeOf(rays, from, to, options);
    if (plane === null) continue;
    const { normal: n, centre: c } = plane;
    const [u, w] = tangents(n);
    const begin = row;
    let cosines = 0;
    const beams = new Set<number>();
    const scans = new Set<number>();
    for (let i = from; i < to; i++) {
      const at = RAY.size * i;
      const along = dotAt(rays, at + RAY.direction, n);
      // The normal points to the side that the first rays came from.
      const cosine = -along;
      if (cosine < options.leastCosine || isNearFace(patchRays, patch, at, plane, options.faceMargin))
        continue;
      cosines += cosine;
      const range = rays[at + RAY.range];
      const scan = rays[at + RAY.scan];
      const beam = rays[at + RAY.beam];
      beams.add(beam);
      scans.add(scan);
      const dx = rays[at] - c[0];
      const dy = rays[at + 1] - c[1];
      const dz = rays[at + 2] - c[2];
      residual[row] = n[0] * dx + n[1] * dy + n[2] * dz;
      local[LOCAL * row] = 1;
      local[LOCAL * row + 1] = (2 / patchSize) * (u[0] * dx + u[1] * dy + u[2] * dz);
      local[LOCAL * row + 2] = (2 / patchSize) * (w[0] * dx + w[1] * dy + w[2] * dz);
      const put = entryWriter(column, value, row);
      // A range that is too long by e moves the point by e along the ray.
      put(layout.offset + beam, along);
      put(layout.elevation + beam, -range * dotAt(rays, at + RAY.byElevation, n));
      put(layout.azimuth + beam, -range * dotAt(rays, at + RAY.byAzimuth, n));
      put(layout.incidence, along * (1 - cosine));
      put(layout.signal, along * Math.log10(Math.max(1, rays[at + RAY.signal]) / medianSignal));
      warmUpEntries(layout, rays[at + RAY.seconds], along, put);
      const s = patchRays.positions[scan];
      const [x, y, z] = [rays[at] - s[0], rays[at + 1] - s[1], rays[at + 2] - s[2]];
      const pose = layout.instrument + 6 * scan;
      // n . (w x p) = w . (p x n)
      put(pose, y * n[2] - z * n[1]);
      put(pose + 1, z * n[0] - x * n[2]);
      put(pose + 2, x * n[1] - y * n[0]);
      for (let k = 0; k < 3; k++) put(pose + 3 + k, n[k]);
      row++;
    }
    const isSeen = beams.size >= options.leastBeams || scans.size >= options.leastScans;
    if (row - begin < options.leastRays || !isSeen) {
      row = begin;
      continue;
    }
    planes.push({ ...plane, cosine: cosines / (row - begin) });
    first.push(row);
  }
  return {
    first: Int32Array.from(first),
    residual,
    column,
    value,
    local,
    medianSignal,
    planes,
    patches: first.length - 1,
    rows: row,
  };
}

/** True if noise along the normal may carry the ray's point out of its cube. */
function isNearFace(
  { rays, corner, patchSize }: PatchRays,
  patch: number,
  at: number,
  { normal: n, centre: c }: PatchPlane,
  margin: number,
): boolean {
  const off = n[0] * (rays[at] - c[0]) + n[1] * (rays[at + 1] - c[1]) + n[2] * (rays[at + 2] - c[2]);
  for (let k = 0; k < 3; k++) {
    const place = rays[at + k] - off * n[k] - corner[3 * patch + k];
    const least = margin * Math.abs(n[k]);
    if (place < least || place > patchSize - least) return true;
  }
  return false;
}

type PutEntry = (column: number, value: number) => void;

function entryWriter(column: Int32Array, value: Float64Array, row: number): PutEntry {
  let at = ENTRIES * row;
  return (index, entry) => {
    column[at] = index;
    value[at++] = entry;
  };
}

// Entries that a row lacks are zeros of its first column, so that every row has as many.
function warmUpEntries(
  { knots, warmUp, offset }: ParameterLayout,
  seconds: number,
  along: number,
  put: PutEntry,
) {
  if (knots.length < 2) {
    put(offset, 0);
    put(offset, 0);
    return;
  }
  const { k, f } = knotAt(knots, seconds);
  if (k === 0) put(offset, 0);
  else put(warmUp + k - 1, along * (1 - f));
  put(warmUp + k, along * f);
}

/** Plane through the points of a cube by principal components, facing the rays; null: an edge or a rough place. */
function planeOf(rays: Float64Array, from: number, to: number, options: PatchOptions): PatchPlane | null {
  const n = to - from;
  if (n < options.leastRays) return null;
  const mean = [0, 0, 0];
  for (let i = from; i < to; i++) for (let k = 0; k < 3; k++) mean[k] += rays[RAY.size * i + k] / n;
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (let i = from; i < to; i++) {
    const dx = rays[RAY.size * i] - mean[0];
    const dy = rays[RAY.size * i + 1] - mean[1];
    const dz = rays[RAY.size * i + 2] - mean[2];
    xx += dx * dx;
    xy += dx * dy;
    xz += dx * dz;
    yy += dy * dy;
    yz += dy * dz;
    zz += dz * dz;
  }
  const eigen = new Float64Array(6);
  planeEigen(xx / n, xy / n, xz / n, yy / n, yz / n, zz / n, eigen);
  // A patch that is as narrow as it is thick has no normal.
  if (eigen[0] > options.maxRelief ** 2 || eigen[1] < 4 * eigen[0]) return null;
  let towards = 0;
  const normal: [number, number, number] = [eigen[3], eigen[4], eigen[5]];
  for (let i = from; i < to; i++) towards -= dotAt(rays, RAY.size * i + RAY.direction, normal);
  if (towards < 0) for (let k = 0; k < 3; k++) normal[k] = -normal[k];
  return { normal, centre: [mean[0], mean[1], mean[2]] };
}

function dotAt(values: Float64Array, at: number, n: readonly [number, number, number]): number {
  return values[at] * n[0] + values[at + 1] * n[1] + values[at + 2] * n[2];
}

function tangents([x, y, z]: readonly [number, number, number]): readonly [
  readonly [number, number, number],
  readonly [number, number, number],
] {
  const flat = Math.abs(z) < 0.7;
  const length = flat ? Math.hypot(x, y) : Math.hypot(y, z);
  const u: [number, number, number] = flat ? [-y / length, x / length, 0] : [0, -z / length, y / length];
  return [u, [y * u[2] - z * u[1], z * u[0] - x * u[2], x * u[1] - y * u[0]]];
}

function medianOf({ rays, first, count, patches }: PatchRays): number {
  const values: number[] = [];
  for (let patch = 0; patch < patches; patch++)
    for (let i = first[patch]; i < first[patch] + count[patch]; i += 8)
      values.push(rays[RAY.size * i + RAY.signal]);
  return values.length === 0 ? 1 : median(values);
}
