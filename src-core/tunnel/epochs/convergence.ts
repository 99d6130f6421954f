import type { ConvergenceMap, ProfileConvergence } from '../../model/convergence.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { type PlacedPatch, type RelativeUncertainty, registerRow } from './convergence-registration.ts';
import { closures } from './walls/convergence-chords.ts';
import { cellLikeness } from './walls/convergence-likeness.ts';
import { CONVERGENCE_DEFAULTS, type ConvergenceOptions } from './walls/convergence-options.ts';
import { cellWidthOf, type Patch, patchColumnCount, patchesOf } from './walls/convergence-patches.ts';
import { wallDifferences } from './walls/wall-differences.ts';

/** Normal quantile of 95 %, two-sided. */
const Z95 = 1.959964;

/**
 * Convergence between two surveys along one axis, with a level of detection, so that noise is never reported
 * as movement.
 *
 * After M3C2 (Lague, Brodu & Leroux 2013, ISPRS J. 82): a distance along the local normal, averaged over a
 * patch, and LoD95 = z (noise + registration), the two added linearly and not in quadrature, because the
 * displacement of a map is common to a whole stretch of patches. The later map is first registered to the
 * earlier wall within its relative uncertainty (`registerRow`), and only the remaining uncertainty counts as
 * registration. Unlike in M3C2 the noise is the scatter of the differences of the cells, not that of each
 * cloud: the roughness of the rock is in both surveys and cancels. Student's quantile replaces z, as a patch
 * has some dozen cells, and neighbouring cells, which share returns, count as fewer than they are.
 *
 * @param place relative uncertainty of the later map against the earlier one
 * @param from, to chainages within both
 * @throws SocavonError epochs-incompatible if the two were not measured along one axis with the same sections
 */
export function convergence(
  earlier: WallSurface,
  later: WallSurface,
  place: RelativeUncertainty,
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
  const columns = patchColumnCount(cells.bins, cellWidth, o.patchWidth);
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
  const likeness = cellLikeness(cells, patches, rowSlabs, columns);
  const reachCells = Math.max(1, Math.round(o.chordReach / cellWidth));
  const placed = patches.map((patch, at): PlacedPatch | null => {
    if (patch === null) return null;
    const [row, column] = [Math.floor(at / columns), at % columns];
    const slope = slopeAt(patches, row, column, rows, columns, step);
    return { patch, row, slope, sigma: Math.hypot(likeness * patch.noise, o.rangeSigma) };
  });
  const known = placed.filter((one) => one !== null);
  const profiles: ProfileConvergence[] = [];
  for (let row = 0; row < rows; row++) {
    const registered = registerRow(known, row, step, place(start + (row + 0.5) * step));
    for (let at = row * columns; at < (row + 1) * columns; at++) {
      const one = placed[at];
      if (one === null) continue;
      const common = registered.at(one);
      const registration = Math.hypot(common.sigma, o.rangeSigma);
      map.distance[at] = one.patch.mean - common.distance;
      map.detection[at] = student95(one.patch.cells - 1) * likeness * one.patch.noise + Z95 * registration;
      map.significant[at] = Math.abs(map.distance[at]) > map.detection[at] ? 1 : 0;
    }
    profiles.push({
      ...profileOf(map, row),
      laid: [registered.left, registered.up],
      ...closures(cells, row * rowSlabs, rowSlabs, reachCells, likeness),
    });
  }
  return { ...map, profiles, comparedShare: rows === 0 ? 0 : known.length / (rows * columns) };
}

/** Slope of the earlier wall along the axis at a patch, from its neighbours; 0 without neighbours. */
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
  map: Omit<ConvergenceMap, 'profiles' | 'comparedShare'>,
  row: number,
): Omit<ProfileConvergence, 'laid' | 'width' | 'height'> {
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
  };
}
