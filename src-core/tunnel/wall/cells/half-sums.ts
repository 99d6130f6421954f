import { giveBack } from '../../../model/give-back.ts';
import { INCIDENCE_AT } from '../../../model/instrument-range.ts';
import { NO_BEAM, type PointSample, SAMPLE_SLABS, type SampledPoint } from '../voxels/point-sample.ts';
import { type HalfSums, MEASURED, UNKNOWN, type WallGrid } from './wall-grid.ts';

/** Splits of the points into two halves each. */
export const SPLITS = ['scans', 'sense', 'passes'] as const;
export type Split = (typeof SPLITS)[number];

/**
 * Sums of one split over a block of slabs, weighted by the wall they stand for: 1, the difference d of the halves, d cos,
 * d sin, cos^2 and sin^2 of the angle round the section.
 */
export const PER_SPLIT = 6;
/** Sums of the regression of the residuals on how the rays meet the wall: xx, xz, zz, xy, zy. */
export const PER_ANGLE = 5;

/** Patches of the wall: slabs along and cells around. 0.3 m by 0.3 m on a drive of 4 m. */
const ALONG = 3;
const AROUND = 4;
/** Slabs of a block, 1 m: shorter ones share the relief of a patch. */
const BLOCK_PATCHES = 3;
/** Residuals beyond this are no wall, or an edge, m: five times the noise of a range. */
const REACH = 0.1;
/** Least number of points of either half in a patch. */
const ENOUGH = 2;
const AT_STATED = 1 - Math.cos(INCIDENCE_AT);

/** Residual of a point, and how its ray met the wall. */
interface Residual {
  patch: number;
  /** Outward from the wall, m. */
  off: number;
  /** Cosine of the incidence. */
  f: number;
}

/** Residuals of points to a wall, along the radius. */
class WallResiduals {
  readonly around: number;
  readonly #centre: Float64Array;
  readonly #grid: WallGrid;
  readonly #slab: number;
  readonly #gap: number;
  readonly #leftOut: Uint8Array | null;
  readonly out: Residual = { patch: 0, off: 0, f: 0 };

  constructor(centre: Float64Array, grid: WallGrid, slab: number, gap: number, leftOut: Uint8Array | null) {
    this.#leftOut = leftOut;
    this.#centre = centre;
    this.#grid = grid;
    this.#slab = slab;
    this.#gap = gap;
    this.around = Math.ceil(grid.bins / AROUND);
  }

  /** False where the point is not on a measured part of the wall. */
  of(point: Readonly<SampledPoint>): boolean {
    const { slabs, bins, radius, state } = this.#grid;
    const k = Math.floor(point.slabs);
    if (k < 1 || k >= slabs - 1) return false;
    const x = point.left - this.#centre[2 * k];
    const y = point.up - this.#centre[2 * k + 1];
    const r = Math.sqrt(x * x + y * y);
    const turn = ((Math.atan2(y, x) + Math.PI) / (2 * Math.PI)) * bins;
    const j = Math.min(bins - 1, Math.floor(turn));
    const cell = k * bins + j;
    if (state[cell] !== MEASURED || !(r > 0) || this.#leftOut?.[cell] === 1) return false;
    const width = (2 * Math.PI) / bins;
    const round = this.#slope(k * bins + ((j + bins - 1) % bins), k * bins + ((j + 1) % bins), 2);
    const along = this.#slope(cell - bins, cell + bins, 2);
    const off = r - radius[cell] - round * (turn - j - 0.5) - along * (point.slabs - k - 0.5);
    if (!(Math.abs(off) < REACH)) return false;
    const outward = (point.toLeft * x + point.toUp * y) / r;
    const sideways = (point.toUp * x - point.toLeft * y) / r;
    const g = round / (width * r);
    const h = along / this.#slab;
    const f = (outward - sideways * g - point.along * h) / Math.sqrt(1 + g * g + h * h);
    if (!(f > 0)) return false;
    this.out.off = off;
    this.out.f = Math.min(1, f);
    this.out.patch = Math.floor(k / ALONG) * this.around + Math.floor(j / AROUND);
    return true;
  }

  /** Change of the radius from one cell to the next, m; 0 over an edge. */
  #slope(before: number, after: number, run: number): number {
    const { radius, state } = this.#grid;
    if (state[before] === UNKNOWN || state[after] === UNKNOWN) return 0;
    const rise = radius[after] - radius[before];
    return Math.abs(rise) > this.#gap ? 0 : rise / run;
  }
}

/**
 * Sums of the residuals of sampled points to the wall that they belong to.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param slab thickness of a slab, m
 * @param gap radii that differ by more are an edge, m
 * @param leftOut 1 per cell that is not compared, such as mesh, of whose wires grazing rays meet more; null: none
 */
export function halfSums(
  sample: PointSample,
  centre: Float64Array,
  grid: WallGrid,
  slab: number,
  gap: number,
  leftOut: Uint8Array | null = null,
): HalfSums {
  const residuals = new WallResiduals(centre, grid, slab, gap, leftOut);
  const { around, out } = residuals;
  const rows = Math.ceil(grid.slabs / ALONG);
  const blocks = Math.ceil(rows / BLOCK_PATCHES);
  const splits = new Float64Array(blocks * SPLITS.length * PER_SPLIT);
  const angles = new Float64Array(blocks * PER_ANGLE);
  // What the comparison of beams asks of each patch: number, and sums of x, z and y.
  const means = new Float64Array(rows * around * MEANS);
  // Points come block by block along the drive: of all sums only those of the patches that they may still reach are known.
  const open = new Map<number, Float64Array>();
  const close = (before: number): void => {
    for (const [row, sums] of [...open].sort(([a], [b]) => a - b)) {
      if (row >= before) continue;
      addPatches(sums, row, around, grid, slab, splits, angles);
      for (let column = 0; column < around; column++)
        means.set(sums.subarray(column * STRIDE, column * STRIDE + MEANS), (row * around + column) * MEANS);
      giveBack(sums);
      open.delete(row);
    }
  };
  let beams = 0;
  let last = -1;
  sample.forEach((point) => {
    if (!residuals.of(point)) return;
    const { off: y, f: x } = out;
    const z = (x * (1 - x)) / AT_STATED;
    const column = out.patch % around;
    const row = (out.patch - column) / around;
    const first = Math.floor((Math.floor(point.slabs / SAMPLE_SLABS) * SAMPLE_SLABS) / ALONG);
    if (first > last) {
      close(first);
      last = first;
    }
    let sums = open.get(row);
    if (sums === undefined) {
      sums = new Float64Array(around * STRIDE);
      open.set(row, sums);
    }
    const at = column * STRIDE;
    sums[at]++;
    sums[at + 1] += x;
    sums[at + 2] += z;
    sums[at + 3] += y;
    sums[at + 4] += x * x;
    sums[at + 5] += x * z;
    sums[at + 6] += z * z;
    sums[at + 7] += x * y;
    sums[at + 8] += z * y;
    const halves = [point.scan, point.along > 0 ? 1 : 0, point.pass === 0 ? 0 : 1];
    for (let s = 0; s < SPLITS.length; s++) {
      const half = at + OF_SPLITS + 4 * s + 2 * halves[s];
      sums[half]++;
      sums[half + 1] += y;
    }
    if (point.beam !== NO_BEAM) beams = Math.max(beams, point.beam + 1);
  });
  close(Number.POSITIVE_INFINITY);
  const result: HalfSums = {
    slabs: ALONG * BLOCK_PATCHES,
    blocks,
    beams,
    splits,
    angles,
    byBeam: new Float64Array(blocks * beams * 2),
  };
  if (beams > 0) addBeams(sample, residuals, means, result);
  giveBack(means);
  return result;
}

const OF_SPLITS = 9;
const STRIDE = OF_SPLITS + 4 * SPLITS.length;
/** The first of these. */
const MEANS = 4;

/** Adds the patches of a row to the sums of its block. @param sums per patch: number, and sums of x, z, y, xx, xz, zz, xy, zy; then number and sum of y of the halves of each split */
function addPatches(
  sums: Float64Array,
  row: number,
  around: number,
  { bins, radius, slabs }: WallGrid,
  slab: number,
  splits: Float64Array,
  angles: Float64Array,
): void {
  for (let column = 0; column < around; column++) {
    const at = column * STRIDE;
    const n = sums[at];
    if (n < 2 * ENOUGH) continue;
    const block = Math.floor(row / BLOCK_PATCHES);
    const [x, z, y] = [sums[at + 1], sums[at + 2], sums[at + 3]];
    const to = block * PER_ANGLE;
    angles[to] += sums[at + 4] - (x * x) / n;
    angles[to + 1] += sums[at + 5] - (x * z) / n;
    angles[to + 2] += sums[at + 6] - (z * z) / n;
    angles[to + 3] += sums[at + 7] - (x * y) / n;
    angles[to + 4] += sums[at + 8] - (z * y) / n;
    const middle = Math.min(slabs - 1, row * ALONG + 1) * bins + Math.min(bins - 1, column * AROUND + 2);
    const area = radius[middle] * ((2 * Math.PI) / bins) * AROUND * slab * ALONG;
    const angle = ((column * AROUND + AROUND / 2) * 2 * Math.PI) / bins - Math.PI;
    for (let s = 0; s < SPLITS.length; s++) {
      const half = at + OF_SPLITS + 4 * s;
      const [n0, n1] = [sums[half], sums[half + 2]];
      if (n0 < ENOUGH || n1 < ENOUGH) continue;
      const d = sums[half + 3] / n1 - sums[half + 1] / n0;
      const into = (block * SPLITS.length + s) * PER_SPLIT;
      splits[into] += area;
      splits[into + 1] += area * d;
      splits[into + 2] += area * d * Math.cos(angle);
      splits[into + 3] += area * d * Math.sin(angle);
      splits[into + 4] += area * Math.cos(angle) ** 2;
      splits[into + 5] += area * Math.sin(angle) ** 2;
    }
  }
}

/** Least squares of the regression over some blocks: residual per metre of bias, and of bias by incidence. */
export function solveAngles([xx, xz, zz, xy, zy]: ArrayLike<number> & Iterable<number>): [number, number] {
  const determinant = xx * zz - xz * xz;
  if (!(determinant > 1e-6 * xx * zz)) return [0, 0];
  return [(zz * xy - xz * zy) / determinant, (xx * zy - xz * xy) / determinant];
}

/** What the beams differ by, beyond what the angles of their rays explain. */
function addBeams(
  sample: PointSample,
  residuals: WallResiduals,
  means: Float64Array,
  { angles, beams, byBeam }: HalfSums,
): void {
  const { out, around } = residuals;
  const whole = new Float64Array(PER_ANGLE);
  angles.forEach((value, i) => {
    whole[i % PER_ANGLE] += value;
  });
  const [bias, slant] = solveAngles(whole);
  sample.forEach((point) => {
    if (point.beam === NO_BEAM || !residuals.of(point)) return;
    const at = out.patch * MEANS;
    const n = means[at];
    if (n < 2 * ENOUGH) return;
    const { f } = out;
    const z = (f * (1 - f)) / AT_STATED;
    const y = out.off - means[at + 3] / n - bias * (f - means[at + 1] / n) - slant * (z - means[at + 2] / n);
    const block = Math.floor(Math.floor(out.patch / around) / BLOCK_PATCHES);
    const into = 2 * (block * beams + point.beam);
    byBeam[into] += f * f;
    byBeam[into + 1] += f * y;
  });
}
