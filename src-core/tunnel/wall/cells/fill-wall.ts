import type { ProfileOptions } from './profile-options.ts';
import { radiusFrom } from './slab-radius.ts';
import { FILLED, MEASURED, UNKNOWN, type WallGrid } from './wall-grid.ts';

/** Cells on each side of a hole that the slope of the wall is estimated from. */
const SLOPE_CELLS = 5;
/** Assumed depth of the wall in a shadow: 0 on the line of sight, 1 level with the outer side. */
const SHADOW_DEPTH = 0.5;
/** Slopes beyond this (radius change per radian, in radii) are not extrapolated into a hole. */
const MAX_SLOPE = 1.5;

/**
 * Interpolates unknown cells from measured ones: round the section by a cubic through both sides with their
 * slopes (right for an arch and for a flat wall alike); along the axis half way between the straight line
 * across the hole and the extrapolation of its outer side, because a hole along the drive is the shadow of a
 * lip: what it hides is behind the line of sight. Where both apply, they are weighted by the inverse square
 * of the hole's width. Holes wider than the options allow stay unknown.
 *
 * @param grid changed in place
 * @param centre (left, up) of the section's middle per slab
 * @param slab thickness of a slab, m
 */
export function fillWall(grid: WallGrid, centre: Float64Array, slab: number, options: ProfileOptions): void {
  const { slabs, bins } = grid;
  // A hole that is filled along the axis ends so many slabs on at most; its far side is looked up in the slab before it.
  const reach = Math.ceil(options.maxFillAlong / slab) + 2;
  const window = new FillWindow(Math.min(slabs, reach + 1), bins);
  const lastMeasured = new Int32Array(bins).fill(-1);
  for (let k = 0; k < slabs; k++) {
    fillAround(grid, k, options, window);
    fillAlong(grid, centre, k, slab, options, lastMeasured, window);
    if (k >= reach) window.close(grid, k - reach);
  }
  for (let k = Math.max(0, slabs - reach); k < slabs; k++) window.close(grid, k);
}

/** Weighted sums for the cells of the slabs that holes may still reach. */
class FillWindow {
  readonly #rows: number;
  readonly #bins: number;
  /** Of weighted radii, of weights, and of the weighted depths of shadows. */
  readonly #sum: Float64Array;
  readonly #weight: Float64Array;
  readonly #depth: Float64Array;

  constructor(rows: number, bins: number) {
    this.#rows = rows;
    this.#bins = bins;
    this.#sum = new Float64Array(rows * bins);
    this.#weight = new Float64Array(rows * bins);
    this.#depth = new Float64Array(rows * bins);
  }

  /** Adds an interpolated radius of a cell. @param metres width of the hole @param depth of its shadow, m */
  add(slab: number, bin: number, radius: number, metres: number, depth = 0): void {
    const at = (slab % this.#rows) * this.#bins + bin;
    this.#sum[at] += radius / metres ** 2;
    this.#weight[at] += 1 / metres ** 2;
    this.#depth[at] += depth / metres ** 2;
  }

  /** Writes the unknown cells of a slab into the grid, and makes room for another slab. */
  close({ state, radius, shadow }: WallGrid, slab: number): void {
    const row = (slab % this.#rows) * this.#bins;
    for (let bin = 0; bin < this.#bins; bin++) {
      const cell = slab * this.#bins + bin;
      const weight = this.#weight[row + bin];
      // Water is level already.
      if (weight === 0 || state[cell] !== UNKNOWN) continue;
      radius[cell] = this.#sum[row + bin] / weight;
      state[cell] = FILLED;
      if (shadow) shadow[cell] = this.#depth[row + bin] / weight;
    }
    for (const sums of [this.#sum, this.#weight, this.#depth]) sums.fill(0, row, row + this.#bins);
  }
}

function fillAround(grid: WallGrid, k: number, options: ProfileOptions, window: FillWindow): void {
  const { bins, radius, state } = grid;
  const ring = k * bins;
  const width = (2 * Math.PI) / bins;
  const start = state.subarray(ring, ring + bins).indexOf(MEASURED);
  if (start < 0) return;
  for (let a = start; a < start + bins; ) {
    let b = a + 1;
    while (state[ring + (b % bins)] === UNKNOWN) b++;
    const cells = b - a;
    if (cells > 1) {
      const ra = radius[ring + (a % bins)];
      const rb = radius[ring + (b % bins)];
      const metres = (cells - 1) * width * ((ra + rb) / 2);
      if (metres <= options.maxFillAround) {
        const slopeA = slopeAt(grid, ring, a, -1);
        const slopeB = slopeAt(grid, ring, b, 1);
        for (let j = a + 1; j < b; j++)
          window.add(k, j % bins, hermite((j - a) / cells, ra, rb, slopeA * cells, slopeB * cells), metres);
      }
    }
    a = b;
  }
}

/** Fills the holes along the axis that end at a slab. @param lastMeasured per bin, the last slab before it; changed in place */
function fillAlong(
  grid: WallGrid,
  centre: Float64Array,
  k: number,
  slab: number,
  options: ProfileOptions,
  lastMeasured: Int32Array,
  window: FillWindow,
): void {
  const { bins, state } = grid;
  for (let j = 0; j < bins; j++) {
    if (state[k * bins + j] !== MEASURED) continue;
    const before = lastMeasured[j];
    lastMeasured[j] = k;
    const metres = (k - before - 1) * slab;
    if (before < 0 || k - before === 1 || metres > options.maxFillAlong) continue;
    for (let i = before + 1; i < k; i++) {
      const ra = radiusFrom(grid, centre, before, i, j);
      const rb = radiusFrom(grid, centre, k, i, j);
      const outer = Math.max(ra, rb);
      const chord = ra + ((i - before) / (k - before)) * (rb - ra);
      const depth = SHADOW_DEPTH * (outer - chord);
      window.add(i, j, chord + depth, metres, depth);
    }
  }
}

/** Change of radius per cell at the side of a hole, by a straight fit through the measured cells there. */
function slopeAt(grid: WallGrid, ring: number, from: number, direction: number): number {
  const { bins, radius, state } = grid;
  const first = radius[ring + (from % bins)];
  let n = 0;
  let st = 0;
  let sr = 0;
  let stt = 0;
  let str = 0;
  let last = first;
  for (let step = 0; step < SLOPE_CELLS; step++) {
    const cell = ring + ((from + direction * step + bins) % bins);
    const r = radius[cell];
    // Across a step of the wall the slope is meaningless.
    if (state[cell] !== MEASURED || Math.abs(r - last) > 0.3 * first) break;
    const t = direction * step;
    n++;
    st += t;
    sr += r;
    stt += t * t;
    str += t * r;
    last = r;
  }
  if (n < 3) return 0;
  const slope = (n * str - st * sr) / (n * stt - st * st);
  const limit = MAX_SLOPE * first * ((2 * Math.PI) / bins);
  return Math.max(-limit, Math.min(limit, slope));
}

/** Cubic on [0, 1] with given ends and slopes. */
function hermite(u: number, a: number, b: number, slopeA: number, slopeB: number): number {
  const v = 1 - u;
  return a * v * v * (1 + 2 * u) + b * u * u * (3 - 2 * u) + slopeA * u * v * v - slopeB * u * u * v;
}
