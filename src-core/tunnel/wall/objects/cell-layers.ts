import { giveBack } from '../../../model/give-back.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { type CellMeans, forEachOffset, REACH, STEP, STEPS } from './layer-histograms.ts';
import type { TwoLayers } from './two-layers.ts';

/** Points that the share of the tile counts as in the share of a cell. */
const PRIOR_POINTS = 4;
/** Steps of the expectation-maximisation in a cell. */
const ROUNDS = 8;
/** Least points of a cell for a place of its own: with fewer it has that of its tile. */
const LEAST_POINTS = 4;

/**
 * Distance of the rock beyond the mean of the points of each cell behind mesh. The two layers of the tile are known;
 * how many points of a cell are on the mesh differs from cell to cell, and is 0 beyond its edge.
 *
 * @param layersOf layers of the tile of a cell; null: no mesh
 * @returns m per cell, 0 where there is no mesh
 */
export function rockBeyondMeans(
  voxels: SectionVoxels,
  centre: Float64Array,
  wall: CellMeans,
  layersOf: (cell: number) => TwoLayers | null,
): Float64Array {
  const beyond = new Float64Array(wall.radius.length);
  const isIn = new Uint8Array(wall.radius.length);
  for (let cell = 0; cell < isIn.length; cell++) {
    const layers = wall.radius[cell] > 0 ? layersOf(cell) : null;
    if (layers === null) continue;
    // Where the layers blend a cell shows no more than its tile.
    isIn[cell] = layers.isBlended ? 0 : 1;
    beyond[cell] = layers.rock;
  }
  // Of the cells of one slab: they come slab by slab.
  const counts = new Float64Array(wall.bins * STEPS);
  const seen = new Set<number>();
  let slab = -1;
  const closeSlab = (): void => {
    for (const cell of seen) {
      const at = (cell % wall.bins) * STEPS;
      const own = counts.subarray(at, at + STEPS);
      const place = rockOf(own, layersOf(cell)!);
      if (place !== null) beyond[cell] = place;
      own.fill(0);
    }
    seen.clear();
  };
  forEachOffset(voxels, centre, wall, isIn, (cell, first, last, count) => {
    const j = cell % wall.bins;
    const k = (cell - j) / wall.bins;
    if (k !== slab) {
      closeSlab();
      slab = k;
    }
    seen.add(cell);
    const own = j * STEPS;
    for (let at = first; at <= last; at++) counts[own + at] += count / (last - first + 1);
  });
  closeSlab();
  giveBack(isIn);
  return beyond;
}

/** The better of two places: with mesh as in the tile, and with hardly any. */
function rockOf(counts: Float64Array, layers: TwoLayers): number | null {
  const offsets: number[] = [];
  const weights: number[] = [];
  let points = 0;
  let mean = 0;
  counts.forEach((count, i) => {
    if (count === 0) return;
    offsets.push((i + 0.5) * STEP - REACH);
    weights.push(count);
    points += count;
    mean += count * ((i + 0.5) * STEP - REACH);
  });
  if (points < LEAST_POINTS) return null;
  mean /= points;
  const meshed = place(offsets, weights, points, layers, mean + layers.share * layers.gap);
  const bare = place(offsets, weights, points, layers, mean);
  return (bare.likelihood > meshed.likelihood ? bare.rock : meshed.rock) - mean;
}

function place(
  offsets: readonly number[],
  weights: readonly number[],
  points: number,
  { gap, sigma, innerSigma, share: usual }: TwoLayers,
  start: number,
): { rock: number; likelihood: number } {
  let rock = start;
  let share = usual;
  let likelihood = 0;
  for (let round = 0; round < ROUNDS; round++) {
    let [onRock, sum, onMesh] = [0, 0, 0];
    likelihood = PRIOR_POINTS * (usual * Math.log(share) + (1 - usual) * Math.log(1 - share));
    for (let i = 0; i < offsets.length; i++) {
      const outer = ((1 - share) / sigma) * Math.exp(-0.5 * ((offsets[i] - rock) / sigma) ** 2);
      const inner = (share / innerSigma) * Math.exp(-0.5 * ((offsets[i] - rock + gap) / innerSigma) ** 2);
      const all = outer + inner + 1e-9;
      likelihood += weights[i] * Math.log(all);
      const w = (weights[i] * outer) / all;
      onRock += w;
      sum += w * offsets[i];
      onMesh += (weights[i] * inner) / all;
    }
    if (onRock < 1) break;
    rock = sum / onRock;
    share = (onMesh + PRIOR_POINTS * usual) / (points + PRIOR_POINTS);
  }
  return { rock, likelihood };
}
