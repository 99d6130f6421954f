import { type LayerHistograms, REACH, STEP, STEPS } from './layer-histograms.ts';
import { besides, type MeshPatch, meanGapOf } from './mesh-tiles.ts';
import type { TwoLayers } from './two-layers.ts';

/** Where rays meet the wall flatter than this, mesh closes up and hides the rock: cosine of 60 degrees. */
export const GRAZING = 0.5;
/** Points of wire and rock in one return make the scatter of the wall this much wider: twice the variance of one surface. */
const BLENDED = Math.SQRT2;
/**
 * Standard uncertainty of the rock's place there, common to a patch, as a share of what it is moved by. Half the width of the
 * returns is 1 standard deviation of theirs if they lie at the two ends, 1.73 anywhere between, 2.45 mostly in the middle (a
 * triangle): uniform over these, as a share of the second.
 */
export const BLEND_ERROR = (Math.sqrt(6) - 1) / 2 / Math.sqrt(3) / Math.sqrt(3);
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
  const tiles = new Map(patch.tiles);
  const most = meanGapOf(patch);
  for (const tile of tiles.keys())
    for (const next of besides(tile, histograms.rows, histograms.columns)) {
      if (taken.has(next) || histograms.points[next] < LEAST_POINTS || facing(next) >= GRAZING) continue;
      const single = scatterOf(next);
      const scatter = scatterWithin(histograms.countsOf(next));
      if (scatter < BLENDED * single) continue;
      tiles.set(next, blend(Math.min(most, Math.sqrt(3 * (scatter ** 2 - single ** 2))), single));
      taken.add(next);
    }
  return { tiles };
}

function blend(beyond: number, sigma: number): TwoLayers {
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
