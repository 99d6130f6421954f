import { type LayerHistograms, REACH, STEP, STEPS } from './layer-histograms.ts';
import { besidePatch, besides, layered, type MeshPatch, meanGapOf } from './mesh-tiles.ts';
import { isOverlap, type TwoLayers } from './two-layers.ts';

/** Where rays meet the wall flatter than this, mesh closes up and hides the rock: cosine of 60 degrees. */
const GRAZING = 0.5;
/** Where rays meet it flatter than this, part of the returns come from wire and rock together: cosine of 41 degrees. */
const SLANTING = 0.75;
/** Points of wire and rock in one return make the scatter of the wall this much wider: twice the variance of one surface. */
const BLENDED = Math.SQRT2;
/**
 * Standard uncertainty of the rock's place there, common to a patch, as a share of what it is moved by. Half the width of the
 * returns is 1 standard deviation of theirs if they lie at the two ends, 1.73 anywhere between, 2.45 mostly in the middle (a
 * triangle): uniform over these, as a share of the second.
 */
export const BLEND_ERROR = (Math.sqrt(6) - 1) / 2 / Math.sqrt(3) / Math.sqrt(3);
/**
 * One surface scatters by these shares of what is expected of it at least and at most, where mesh beside it may have
 * closed up: of 610 tiles of bare rock beside mesh nine in ten scatter by less than 1.05 (median 0.84), of 150 that mesh
 * covers one in ten by less than 0.97 (median 1.22).
 */
const ONE_SURFACE = [0.9, 1.1] as const;
/** Between these shares of the points lie two standard deviations of a normal distribution: without strays. */
const WITHIN = [0.16, 0.84] as const;
/** With fewer points the scatter of a tile is not known to a quarter. */
const LEAST_POINTS = 30;

/**
 * Tiles beside a patch of mesh in which wire and rock blend: rays that graze the wall return from anywhere between the two,
 * so that no two layers show, but one that scatters more than a surface does. Taken as uniform between rock and mesh, as
 * wide as its scatter beyond that of one surface says, its half-width is what the rock lies beyond the mean.
 *
 * @param taken tiles of all patches and of what was found before; the blended ones are added
 * @param facing how squarely rays meet a tile, 0..1
 * @param scatterOf expected scatter of the points of one surface in a tile, m
 * @returns the patch with them, as two layers of equal share about the mean
 */
export function withBlended(
  patch: MeshPatch,
  taken: Set<number>,
  histograms: LayerHistograms,
  facing: (tile: number) => number,
  scatterOf: (tile: number) => number,
): MeshPatch {
  const most = meanGapOf(patch);
  const scatterIn = (tile: number): number => scatterWithin(histograms.countsOf(tile));
  const tiles = new Map(patch.tiles);
  for (const [tile, layers] of patch.tiles) {
    if (!isOverlap(layers) || facing(tile) >= SLANTING) continue;
    const blend = Math.max(layers.rock, beyondMean(scatterIn(tile), scatterOf(tile), most));
    tiles.set(tile, { ...layers, blend });
  }
  for (const tile of tiles.keys())
    for (const next of besides(tile, histograms.rows, histograms.columns)) {
      if (taken.has(next) || histograms.points[next] < LEAST_POINTS || facing(next) >= GRAZING) continue;
      const [single, scatter] = [scatterOf(next), scatterIn(next)];
      if (scatter < BLENDED * single) continue;
      tiles.set(next, blended(beyondMean(scatter, single, most), single));
      taken.add(next);
    }
  return { tiles };
}

/** How far the rock lies beyond the mean of the points of a tile in which mesh may have closed up, and its standard uncertainty, m. */
export interface ClosedUp {
  readonly beyond: number;
  readonly sigma: number;
}

/**
 * Tiles near a patch that rays meet so flat that mesh may close up, and whose points scatter too little to show it for
 * certain. What of their scatter one surface does not explain, between the least and the most that it scatters by, is how
 * far the rock may lie beyond; where there are too few points to tell, it may lie anywhere up to the mesh's distance.
 *
 * @param taken tiles of all patches, with those in which wire and rock blend
 * @param facing how squarely rays meet a tile, 0..1
 * @param scatterOf expected scatter of the points of one surface in a tile, m
 */
export function closedUpBeside(
  patch: MeshPatch,
  taken: ReadonlySet<number>,
  histograms: LayerHistograms,
  facing: (tile: number) => number,
  scatterOf: (tile: number) => number,
): ReadonlyMap<number, ClosedUp> {
  const most = meanGapOf(patch);
  const beside = new Map<number, ClosedUp>();
  for (const tile of besidePatch(layered(patch), taken, histograms)) {
    if (facing(tile) >= GRAZING) continue;
    if (histograms.points[tile] < LEAST_POINTS) {
      beside.set(tile, { beyond: 0, sigma: most / Math.sqrt(3) });
      continue;
    }
    const scatter = scatterWithin(histograms.countsOf(tile));
    const [far, near] = ONE_SURFACE.map((share) => beyondMean(scatter, share * scatterOf(tile), most));
    if (far === 0) continue;
    const beyond = (near + far) / 2;
    beside.set(tile, { beyond, sigma: Math.hypot((far - near) / Math.sqrt(12), BLEND_ERROR * beyond) });
  }
  return beside;
}

/**
 * How far the rock lies beyond the mean of points that scatter by more than one surface does, m: half the width of a uniform
 * distribution that explains it, no more than the distance of the mesh.
 */
function beyondMean(scatter: number, single: number, most: number): number {
  return Math.min(most, Math.sqrt(3 * Math.max(0, scatter ** 2 - single ** 2)));
}

function blended(beyond: number, sigma: number): TwoLayers {
  return { rock: beyond, sigma, gap: 2 * beyond, innerSigma: sigma, share: 0.5, gain: 0, isBlended: true };
}

/** Half the distance between the quantiles of a histogram, m. */
function scatterWithin(counts: Float64Array): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const [low, high] = WITHIN.map((share) => {
    let before = 0;
    for (let i = 0; i < STEPS; i++) {
      if (before + counts[i] >= share * all) return (i + (share * all - before) / counts[i]) * STEP - REACH;
      before += counts[i];
    }
    return REACH;
  });
  return (high - low) / 2;
}
