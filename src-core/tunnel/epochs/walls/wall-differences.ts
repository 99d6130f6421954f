import { message } from '../../../messages/message.ts';
import { SocavonError } from '../../../model/errors.ts';
import { MEASURED } from '../../wall/cells/wall-grid.ts';
import type { WallSurface } from '../../wall/wall-surface.ts';
import { depthInside, outlineOfSlab, type PolarOutline } from '../face/face-rim.ts';

/** Iterations of the search for the later wall, and its greatest distance, m. */
const STEPS = 8;
const FARTHEST = 0.6;
/** Half the chord of the outline that the normal is estimated from, cells. */
const CHORD = 4;

/** Cell-by-cell difference of two walls along one axis, in the cells of the earlier one. */
export interface WallDifferences {
  /** First slab, in the numbering of the earlier wall, and number of slabs. */
  readonly first: number;
  readonly slabs: number;
  readonly bins: number;
  /** Signed distance along the normal of the profile, m, outward positive; NaN unless both were measured. */
  readonly distance: Float64Array;
  /** Signed distance along the radius, which areas change by, m. */
  readonly radial: Float64Array;
  /** Radius of the earlier wall, m, and its unit normal (left, up), 2 a cell. */
  readonly radius: Float64Array;
  readonly normal: Float64Array;
  /** Share of the cells measured by both whose walls are within reach of each other, 0..1; 1 if there is none. */
  readonly metShare: number;
}

/**
 * Compares two walls cell by cell, slab by slab.
 *
 * @param from, to chainages within both
 * @throws SocavonError epochs-incompatible if the two were not measured along one axis with the same sections
 */
export function wallDifferences(
  earlier: WallSurface,
  later: WallSurface,
  from: number,
  to: number,
): WallDifferences {
  requireSameSections(earlier, later);
  const { slab } = earlier.options;
  const { bins } = earlier.grid;
  const first = Math.max(0, Math.round(from / slab) - earlier.firstSlab);
  const end = Math.min(earlier.grid.slabs, Math.round(to / slab) - earlier.firstSlab);
  const slabs = Math.max(0, end - first);
  const differences = {
    first,
    slabs,
    bins,
    distance: new Float64Array(slabs * bins).fill(Number.NaN),
    radial: new Float64Array(slabs * bins).fill(Number.NaN),
    radius: new Float64Array(slabs * bins),
    normal: new Float64Array(2 * slabs * bins),
  };
  let [both, met] = [0, 0];
  for (let k = 0; k < slabs; k++) {
    const laterSlab = first + k + earlier.firstSlab - later.firstSlab;
    if (laterSlab < 0 || laterSlab >= later.grid.slabs) continue;
    const [before, after] = [measuredOutline(earlier, first + k), measuredOutline(later, laterSlab)];
    compareSlab(before, after, k, differences);
    both += Math.min(measuredCells(before), measuredCells(after));
    for (let j = 0; j < bins; j++) if (!Number.isNaN(differences.radial[k * bins + j])) met++;
  }
  return { ...differences, metShare: both === 0 ? 1 : Math.min(1, met / both) };
}

function compareSlab(
  before: PolarOutline,
  after: PolarOutline,
  k: number,
  into: Omit<WallDifferences, 'metShare'>,
): void {
  const { bins } = into;
  const [x0, y0] = before.centre;
  for (let j = 0; j < bins; j++) {
    const r = before.radius[j];
    if (r === 0) continue;
    const angle = ((j + 0.5) * 2 * Math.PI) / bins - Math.PI;
    const [cosine, sine] = [Math.cos(angle), Math.sin(angle)];
    const [nx, ny] = normalAt(before, j, cosine, sine);
    const [x, y] = [x0 + r * cosine, y0 + r * sine];
    const cell = k * bins + j;
    into.radius[cell] = r;
    into.normal[2 * cell] = nx;
    into.normal[2 * cell + 1] = ny;
    into.distance[cell] = distanceAlong(after, x, y, nx, ny);
    into.radial[cell] = distanceAlong(after, x, y, cosine, sine);
  }
}

/** Distance from a point along a direction to an outline, m; NaN where it was not measured or is too far. */
function distanceAlong(outline: PolarOutline, x: number, y: number, dx: number, dy: number): number {
  let t = 0;
  for (let step = 0; step < STEPS; step++) {
    t += depthInside(outline, x + t * dx, y + t * dy);
    if (!(Math.abs(t) <= FARTHEST)) return Number.NaN;
  }
  return t;
}

/** Outward normal of an outline from a chord of its measured cells; the radial direction if there are too few. */
function normalAt(
  { radius }: PolarOutline,
  j: number,
  cosine: number,
  sine: number,
): readonly [number, number] {
  const n = radius.length;
  const reach = (side: 1 | -1): number => {
    let step = 0;
    while (step < CHORD && radius[(j + side * (step + 1) + n) % n] > 0) step++;
    return side * step;
  };
  const [low, high] = [reach(-1), reach(1)];
  if (high - low < CHORD) return [cosine, sine];
  const place = (step: number): [number, number] => {
    const angle = ((j + step + 0.5) * 2 * Math.PI) / n - Math.PI;
    const r = radius[(j + step + n) % n];
    return [r * Math.cos(angle), r * Math.sin(angle)];
  };
  const [a, b] = [place(low), place(high)];
  const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
  return [(b[1] - a[1]) / length, (a[0] - b[0]) / length];
}

/** Measured cells of a slab: an interpolated one is no evidence of movement. */
function measuredOutline(wall: WallSurface, slab: number): PolarOutline {
  const outline = outlineOfSlab(wall, slab);
  const { bins, state } = wall.grid;
  for (let j = 0; j < bins; j++) if (state[slab * bins + j] !== MEASURED) outline.radius[j] = 0;
  return outline;
}

function measuredCells({ radius }: PolarOutline): number {
  return radius.reduce((sum, r) => sum + (r > 0 ? 1 : 0), 0);
}

/** @throws SocavonError epochs-incompatible */
function requireSameSections(earlier: WallSurface, later: WallSurface): void {
  const [a, b] = [earlier.geometry, later.geometry];
  const sameAxis =
    a.nodeCount === b.nodeCount &&
    a.chainage.every((at, i) => at === b.chainage[i]) &&
    a.node.every((at, i) => at === b.node[i]) &&
    a.origin.every((at, i) => at === b.origin[i]) &&
    a.normal.every((at, i) => at === b.normal[i]);
  if (!sameAxis) throw new SocavonError('epochs-incompatible', message('epochs-axes'));
  if (earlier.options.slab !== later.options.slab || earlier.grid.bins !== later.grid.bins)
    throw new SocavonError('epochs-incompatible', message('epochs-cells'));
}
