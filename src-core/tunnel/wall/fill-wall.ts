import type { ProfileOptions } from '../profile-options.ts';
import { FILLED, MEASURED, UNKNOWN, type WallGrid } from '../wall-grid.ts';
import { radiusFrom } from './slab-radius.ts';

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
  const sum = new Float64Array(grid.radius.length);
  const weight = new Float64Array(grid.radius.length);
  const depth = new Float64Array(grid.radius.length);
  for (let k = 0; k < grid.slabs; k++) fillAround(grid, k, options, sum, weight);
  for (let j = 0; j < grid.bins; j++) fillAlong(grid, centre, j, slab, options, sum, weight, depth);
  for (let cell = 0; cell < sum.length; cell++) {
    // Water is level already.
    if (weight[cell] === 0 || grid.state[cell] !== UNKNOWN) continue;
    grid.radius[cell] = sum[cell] / weight[cell];
    grid.state[cell] = FILLED;
    if (grid.shadow) grid.shadow[cell] = depth[cell] / weight[cell];
  }
}

function fillAround(
  grid: WallGrid,
  k: number,
  options: ProfileOptions,
  sum: Float64Array,
  weight: Float64Array,
): void {
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
        for (let j = a + 1; j < b; j++) {
          const cell = ring + (j % bins);
          sum[cell] += hermite((j - a) / cells, ra, rb, slopeA * cells, slopeB * cells) / metres ** 2;
          weight[cell] += 1 / metres ** 2;
        }
      }
    }
    a = b;
  }
}

function fillAlong(
  grid: WallGrid,
  centre: Float64Array,
  j: number,
  slab: number,
  options: ProfileOptions,
  sum: Float64Array,
  weight: Float64Array,
  depth: Float64Array,
): void {
  const { slabs, bins, state } = grid;
  let before = -1;
  for (let k = 0; k < slabs; k++) {
    if (state[k * bins + j] !== MEASURED) continue;
    const metres = (k - before - 1) * slab;
    if (before >= 0 && k - before > 1 && metres <= options.maxFillAlong) {
      for (let i = before + 1; i < k; i++) {
        const ra = radiusFrom(grid, centre, before, i, j);
        const rb = radiusFrom(grid, centre, k, i, j);
        const outer = Math.max(ra, rb);
        const chord = ra + ((i - before) / (k - before)) * (rb - ra);
        sum[i * bins + j] += (chord + SHADOW_DEPTH * (outer - chord)) / metres ** 2;
        weight[i * bins + j] += 1 / metres ** 2;
        depth[i * bins + j] += (SHADOW_DEPTH * (outer - chord)) / metres ** 2;
      }
    }
    before = k;
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
