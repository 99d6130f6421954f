import type { Closure, ConvergenceMap, ProfileConvergence } from '../model/convergence.ts';
import { type WallDifferences, wallDifferences } from './wall-differences.ts';
import type { WallSurface } from './wall-surface.ts';

/** How well the later map lies on the earlier one at a chainage: standard deviations along the axis, left and up, m. */
export type RelativePlace = (chainage: number) => readonly [along: number, left: number, up: number];

export interface ConvergenceOptions {
  /** Length of a patch along the axis and round the section, m. */
  readonly patchLength: number;
  readonly patchWidth: number;
  /** Cells that a patch needs in both surveys, and the share of all its cells. */
  readonly leastCells: number;
  readonly leastShare: number;
  /** Half the width of the strip of wall in which a chord ends, m. */
  readonly chordReach: number;
}

export const CONVERGENCE_DEFAULTS: ConvergenceOptions = {
  patchLength: 0.5,
  patchWidth: 0.3,
  leastCells: 8,
  leastShare: 0.4,
  chordReach: 0.3,
};

/** Normal quantile of 95 %, two-sided. */
const Z95 = 1.959964;

/**
 * Convergence between two surveys along one axis, with a level of detection, so that noise is never reported as movement.
 *
 * After M3C2 (Lague, Brodu & Leroux 2013, ISPRS J. 82): a distance along the local normal, averaged over a patch, and
 * LoD95 = z (noise + registration), the two added and not squared, because what a map is displaced by is the same for a
 * whole stretch of patches. Unlike there the noise is the scatter of the differences of the cells, not that of each cloud: the
 * roughness of the rock is in both surveys and drops out. Registration enters with the part of it that lies along the normal,
 * and along the axis with the slope of the wall. Student's quantile stands for z, as a patch has some dozen cells.
 *
 * @param place of the later map against the earlier one
 * @param from, to chainages within both
 * @throws SocavonError epochs-incompatible where the two were not measured along one axis in one way
 */
export function convergence(
  earlier: WallSurface,
  later: WallSurface,
  place: RelativePlace,
  from: number,
  to: number,
  options: Partial<ConvergenceOptions> = {},
): ConvergenceMap {
  const o = { ...CONVERGENCE_DEFAULTS, ...options };
  const cells = wallDifferences(earlier, later, from, to);
  const { slab } = earlier.options;
  const rowSlabs = Math.max(1, Math.round(o.patchLength / slab));
  const rows = Math.floor(cells.slabs / rowSlabs);
  const cellWidth = cellWidthOf(cells);
  const columns = columnsOf(cells.bins, cellWidth, o.patchWidth);
  const start = (earlier.firstSlab + cells.first) * slab;
  const step = rowSlabs * slab;
  const map = {
    from: start,
    step,
    rows,
    columns,
    distance: new Float32Array(rows * columns).fill(Number.NaN),
    detection: new Float32Array(rows * columns).fill(Number.NaN),
    significant: new Uint8Array(rows * columns),
  };
  const patches = patchesOf(cells, rows, rowSlabs, columns, o);
  const reachCells = Math.max(1, Math.round(o.chordReach / cellWidth));
  const profiles: ProfileConvergence[] = [];
  let compared = 0;
  for (let row = 0; row < rows; row++) {
    const [along, left, up] = place(start + (row + 0.5) * step);
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const patch = patches[at];
      if (patch === null) continue;
      const slope = slopeAt(patches, row, column, rows, columns, step);
      const registration = Math.hypot(patch.normal[0] * left, patch.normal[1] * up, slope * along);
      map.distance[at] = patch.mean;
      map.detection[at] = student95(patch.cells - 1) * patch.noise + Z95 * registration;
      map.significant[at] = Math.abs(patch.mean) > map.detection[at] ? 1 : 0;
      compared++;
    }
    profiles.push(profileOf(map, row, closures(cells, row * rowSlabs, rowSlabs, reachCells)));
  }
  return { ...map, profiles, comparedShare: rows === 0 ? 0 : compared / (rows * columns) };
}

interface Patch {
  readonly cells: number;
  /** Of the distances, m. */
  readonly mean: number;
  /** Standard deviation of the mean by their scatter, m. */
  readonly noise: number;
  readonly radius: number;
  readonly normal: readonly [number, number];
}

/** A whole number of patches round the section that divides its cells. */
function columnsOf(bins: number, cellWidth: number, patchWidth: number): number {
  let perPatch = Math.min(Math.max(1, Math.round(patchWidth / cellWidth)), bins);
  while (bins % perPatch !== 0) perPatch--;
  return bins / perPatch;
}

/** Mean width of a cell round the section, m. */
function cellWidthOf({ bins, radius }: WallDifferences): number {
  const known = radius.filter((r) => r > 0);
  return (2 * Math.PI * known.reduce((sum, r) => sum + r, 0)) / Math.max(1, known.length) / bins;
}

function patchesOf(
  cells: WallDifferences,
  rows: number,
  rowSlabs: number,
  columns: number,
  { leastCells, leastShare }: ConvergenceOptions,
): (Patch | null)[] {
  const width = cells.bins / columns;
  const least = Math.max(leastCells, leastShare * width * rowSlabs);
  const patches: (Patch | null)[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const sums = { n: 0, sum: 0, square: 0, radius: 0, left: 0, up: 0 };
      for (let k = row * rowSlabs; k < (row + 1) * rowSlabs; k++) {
        for (let j = column * width; j < (column + 1) * width; j++) {
          const cell = k * cells.bins + j;
          const d = cells.distance[cell];
          if (Number.isNaN(d)) continue;
          sums.n++;
          sums.sum += d;
          sums.square += d * d;
          sums.radius += cells.radius[cell];
          sums.left += cells.normal[2 * cell];
          sums.up += cells.normal[2 * cell + 1];
        }
      }
      patches.push(sums.n < least ? null : patchOf(sums));
    }
  }
  return patches;
}

function patchOf(sums: {
  n: number;
  sum: number;
  square: number;
  radius: number;
  left: number;
  up: number;
}): Patch {
  const { n } = sums;
  const mean = sums.sum / n;
  const variance = Math.max(0, sums.square - n * mean * mean) / (n - 1);
  return {
    cells: n,
    mean,
    noise: Math.sqrt(variance / n),
    radius: sums.radius / n,
    normal: [sums.left / n, sums.up / n],
  };
}

/** How steeply the earlier wall rises along the axis at a patch, by its neighbours; 0 where there are none. */
function slopeAt(
  patches: readonly (Patch | null)[],
  row: number,
  column: number,
  rows: number,
  columns: number,
  step: number,
): number {
  const [low, high] = [Math.max(0, row - 1), Math.min(rows - 1, row + 1)];
  const [a, b] = [patches[low * columns + column], patches[high * columns + column]];
  return a === null || b === null || high === low ? 0 : (b.radius - a.radius) / ((high - low) * step);
}

/** Quantile of 97.5 % of Student's t (Cornish and Fisher's expansion: within 1 % from 5 degrees of freedom on). */
function student95(freedom: number): number {
  const z = Z95;
  return z + (z ** 3 + z) / (4 * freedom) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * freedom ** 2);
}

function profileOf(
  map: Pick<ConvergenceMap, 'from' | 'step' | 'columns' | 'distance' | 'significant'>,
  row: number,
  chords: Pick<ProfileConvergence, 'width' | 'height'>,
): ProfileConvergence {
  let [sum, count] = [0, 0];
  let [inward, outward] = [0, 0];
  for (let at = row * map.columns; at < (row + 1) * map.columns; at++) {
    const distance = map.distance[at];
    if (Number.isNaN(distance)) continue;
    sum += distance;
    count++;
    if (map.significant[at] === 0) continue;
    inward = Math.min(inward, distance);
    outward = Math.max(outward, distance);
  }
  return {
    from: map.from + row * map.step,
    to: map.from + (row + 1) * map.step,
    mean: count === 0 ? null : sum / count,
    inward: inward < 0 ? inward : null,
    outward: outward > 0 ? outward : null,
    ...chords,
  };
}

/** Chords of some slabs: left wall to right, roof to floor. A place of the map shifts both ends alike and drops out. */
function closures(
  cells: WallDifferences,
  first: number,
  slabs: number,
  reachCells: number,
): Pick<ProfileConvergence, 'width' | 'height'> {
  const end = (angle: number) => chordEnd(cells, first, slabs, angle, reachCells);
  return {
    width: closure(end(0), end(Math.PI)),
    height: closure(end(Math.PI / 2), end(-Math.PI / 2)),
  };
}

interface ChordEnd {
  readonly radius: number;
  readonly moved: number;
  readonly variance: number;
}

function closure(a: ChordEnd | null, b: ChordEnd | null): Closure | null {
  if (a === null || b === null) return null;
  return {
    before: a.radius + b.radius,
    closed: -(a.moved + b.moved),
    detection: Z95 * Math.sqrt(a.variance + b.variance),
  };
}

/** Where a chord meets the wall: the mean over the cells about an angle. */
function chordEnd(
  { bins, radius, radial }: WallDifferences,
  first: number,
  slabs: number,
  angle: number,
  reachCells: number,
): ChordEnd | null {
  const middle = ((angle + Math.PI) / (2 * Math.PI)) * bins - 0.5;
  let [n, sum, square, out] = [0, 0, 0, 0];
  for (let k = first; k < first + slabs; k++) {
    for (let j = Math.ceil(middle - reachCells); j <= Math.floor(middle + reachCells); j++) {
      const cell = k * bins + ((j + bins) % bins);
      if (Number.isNaN(radial[cell])) continue;
      n++;
      sum += radial[cell];
      square += radial[cell] ** 2;
      out += radius[cell];
    }
  }
  if (n < 4) return null;
  const moved = sum / n;
  const variance = Math.max(0, square - n * moved * moved) / (n - 1) / n;
  return { radius: out / n, moved, variance };
}
