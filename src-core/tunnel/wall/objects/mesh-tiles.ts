import { type LayerHistograms, STEPS } from './layer-histograms.ts';
import { fitTwoLayers, type TwoLayers } from './two-layers.ts';

/**
 * A tile shows mesh for certain if two layers explain its points better than one by a factor of e^25, and by
 * e^0.02 per point: on rough rock without mesh the gain stays under 0.02 per point where the gap is as large ...
 */
const SURE_GAIN = 25;
const SURE_GAIN_PER_POINT = 0.02;
/** ... the layers lie at least this far apart, m, and this many times their scatter: two peaks, not one with a tail ... */
const LEAST_GAP = 0.035;
const LEAST_SEPARATION = 1.8;
/** ... no farther than this, m: what stands farther from the rock is an object ... */
const MOST_GAP = 0.2;
/** ... and both layers have at least this share of the points. */
const LEAST_SHARE = 0.04;
/** A tile with fewer points, as in a crown that is seen at a grazing angle, is judged with its neighbours. */
const FEW_POINTS = 1000;
/** Next to sure ones, with their gap, a tile shows mesh if two layers gain this much: 1 in 1000 by chance. */
const NEXT_GAIN = 5.4;
/** Sure tiles that a patch of mesh has, and its least extent along the axis and round the section, in tiles. */
const LEAST_TILES = 3;
const LEAST_EXTENT = 2;

/** A connected patch of mesh on the wall. */
export interface MeshPatch {
  /** Indices of its tiles, and the two layers in each. */
  readonly tiles: ReadonlyMap<number, TwoLayers>;
}

/**
 * Finds where a wall consists of two layers: wire mesh in front of rock. Tiles that show it for certain are the seeds;
 * from them a patch grows over neighbours with the same gap but fewer points or less mesh.
 *
 * @param noiseOf greatest scatter of the points of one surface in a tile, m
 */
export function meshPatches(histograms: LayerHistograms, noiseOf: (tile: number) => number): MeshPatch[] {
  const { rows, columns, points, countsOf } = histograms;
  const sure = new Map<number, TwoLayers>();
  for (let tile = 0; tile < rows * columns; tile++) {
    if (points[tile] === 0) continue;
    const noise = noiseOf(tile);
    const layers = fitTwoLayers(countsOf(tile), 0, noise);
    if (layers !== null && isSure(layers, points[tile])) {
      sure.set(tile, layers);
      continue;
    }
    if (points[tile] > FEW_POINTS) continue;
    const wider = withNeighbours(tile, histograms);
    const pooled = fitTwoLayers(wider.counts, 0, noise);
    if (pooled !== null && isSure(pooled, wider.points) && ownGain(tile, pooled, histograms, noise) > 0)
      sure.set(tile, pooled);
  }
  const seen = new Set<number>();
  const patches: MeshPatch[] = [];
  for (const seed of sure.keys()) {
    if (seen.has(seed)) continue;
    const seeds = connected(seed, sure, rows, columns);
    for (const tile of seeds) seen.add(tile);
    if (isPatch(seeds, columns))
      patches.push({
        tiles: grown(new Map(seeds.map((tile) => [tile, sure.get(tile)!])), sure, histograms, noiseOf),
      });
  }
  return patches;
}

/** The tiles of a patch in which both layers show. */
export function layered({ tiles }: MeshPatch): MeshPatch {
  return { tiles: new Map([...tiles].filter(([, { isBlended }]) => !isBlended)) };
}

/** Mean distance of the mesh from the rock where both show, m. */
export function meanGapOf(patch: MeshPatch): number {
  const gaps = [...layered(patch).tiles.values()].map(({ gap }) => gap);
  return gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length;
}

/** Tiles up to this many from a patch may be covered by the same mesh: 1.5 m, most of the width of a roll. */
const BESIDE = 3;

/** Tiles near a patch in which no second layer was found. @param patch tiles of all patches */
export function besidePatch(
  { tiles }: MeshPatch,
  patch: ReadonlySet<number>,
  { rows, columns }: LayerHistograms,
): number[] {
  let ring = new Set(tiles.keys());
  const near = new Set<number>();
  for (let step = 0; step < BESIDE; step++) {
    const next = new Set<number>();
    for (const tile of ring)
      for (const beside of besides(tile, rows, columns))
        if (!patch.has(beside) && !near.has(beside)) next.add(beside);
    for (const tile of next) near.add(tile);
    ring = next;
  }
  return [...near];
}

/** Sum of the histograms of a tile and the eight about it. */
function withNeighbours(
  tile: number,
  { rows, columns, countsOf, points }: LayerHistograms,
): { counts: Float64Array; points: number } {
  const sum = countsOf(tile).slice();
  let all = points[tile];
  for (const next of besides(tile, rows, columns)) {
    const counts = countsOf(next);
    for (let i = 0; i < STEPS; i++) sum[i] += counts[i];
    all += points[next];
  }
  return { counts: sum, points: all };
}

/** What two layers with the gap of its surroundings gain in a tile itself. */
function ownGain(tile: number, { gap }: TwoLayers, { countsOf }: LayerHistograms, noise: number): number {
  return fitTwoLayers(countsOf(tile), 0, noise, gap)?.gain ?? 0;
}

function isSure({ gain, gap, sigma, innerSigma, share }: TwoLayers, points: number): boolean {
  return (
    gain > SURE_GAIN &&
    gain > SURE_GAIN_PER_POINT * points &&
    gap > LEAST_GAP &&
    gap < MOST_GAP &&
    gap > LEAST_SEPARATION * sigma &&
    // Thinner than its distance from the rock: dust hangs at every distance.
    gap > innerSigma &&
    share > LEAST_SHARE &&
    share < 1 - LEAST_SHARE
  );
}

/** Tiles of a map that are connected with one of it, corners included. */
function connected(
  seed: number,
  among: ReadonlyMap<number, unknown>,
  rows: number,
  columns: number,
): number[] {
  const patch = [seed];
  const seen = new Set(patch);
  for (const tile of patch)
    for (const next of besides(tile, rows, columns)) {
      if (!among.has(next) || seen.has(next)) continue;
      seen.add(next);
      patch.push(next);
    }
  return patch;
}

/** The eight tiles about one; columns go round. */
export function besides(tile: number, rows: number, columns: number): number[] {
  const column = tile % columns;
  const row = (tile - column) / columns;
  const all: number[] = [];
  for (let dr = -1; dr <= 1; dr++)
    for (let dc = -1; dc <= 1; dc++)
      if ((dr !== 0 || dc !== 0) && row + dr >= 0 && row + dr < rows)
        all.push((row + dr) * columns + ((column + dc + columns) % columns));
  return all;
}

/** True if tiles extend in both directions: a cable or the edge of a ledge is a line. */
function isPatch(tiles: readonly number[], columns: number): boolean {
  const extent = (of: (tile: number) => number): number => new Set(tiles.map(of)).size;
  return (
    tiles.length >= LEAST_TILES &&
    extent((tile) => Math.floor(tile / columns)) >= LEAST_EXTENT &&
    extent((tile) => tile % columns) >= LEAST_EXTENT
  );
}

/** Adds the tiles beside a patch in which two layers with the gap of their neighbours explain the points better. */
function grown(
  patch: Map<number, TwoLayers>,
  sure: ReadonlyMap<number, TwoLayers>,
  { rows, columns, countsOf, points }: LayerHistograms,
  noiseOf: (tile: number) => number,
): Map<number, TwoLayers> {
  const tried = new Set<number>();
  const front = [...patch.keys()];
  for (const tile of front) {
    for (const next of besides(tile, rows, columns)) {
      if (patch.has(next) || tried.has(next) || sure.has(next) || points[next] === 0) continue;
      tried.add(next);
      const near = besides(next, rows, columns).flatMap((other) => patch.get(other) ?? []);
      const weight = near.reduce((sum, { gain }) => sum + gain, 0);
      const gap = near.reduce((sum, one) => sum + one.gain * one.gap, 0) / weight;
      const layers = fitTwoLayers(countsOf(next), 0, noiseOf(next), gap);
      if (layers === null || layers.gain < NEXT_GAIN || layers.share > 1 - LEAST_SHARE) continue;
      if (layers.gap < LEAST_SEPARATION * layers.sigma) continue;
      patch.set(next, layers);
      front.push(next);
    }
  }
  return patch;
}
