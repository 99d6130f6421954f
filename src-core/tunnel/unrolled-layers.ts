import type { ConvergenceMap } from '../model/convergence.ts';
import type { DesignProgramme } from '../model/design.ts';
import type { LayeredWall, WallLayer } from '../model/unrolled.ts';
import { designLinesAt } from './design-lines.ts';
import { sectorAt } from './sectors.ts';
import { referenceOutline } from './unrolled/reference-outline.ts';
import { UNROLL_DEFAULTS, type UnrollOptions, unrolledLayer, unrollWall } from './unrolled/unroll.ts';
import { patchesOnWall, radiusResiduals, wallToDesign } from './unrolled/wall-layers.ts';
import type { WallSurface } from './wall-surface.ts';

export interface UnrollRequest {
  /** Chainages; null: all of the surveyed wall. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  readonly design: DesignProgramme | null;
  /** Convergence against an earlier survey, with chainages of this axis. */
  readonly convergence: ConvergenceMap | null;
}

/** Interval of the profiles for the reference outline if there is no design, m. */
const REFERENCE_INTERVAL = 1;

/**
 * Unrolled wall with all available layers: distance to the design, movement since the earlier survey where it
 * is significant (0 where it is not), distance to the drive's typical section, reflectivity if it was
 * gathered. Layers that were not requested or gathered are missing.
 *
 * Perimeter position is measured along the line of excavation in the middle of the range, without a design
 * along the drive's own section.
 *
 * @throws SocavonError chainage-range, design-unusable, too-few-points, usage
 */
export function unrollWithLayers(
  wall: WallSurface,
  { chainage, design, convergence }: UnrollRequest,
  options: Partial<UnrollOptions> = {},
): LayeredWall {
  const from = chainage?.from ?? wall.surveyedFrom;
  const to = chainage?.to ?? wall.surveyedTo;
  const own = referenceOutline(wall.profiles(REFERENCE_INTERVAL, from, to));
  const linesAt = design && designLinesAt(design);
  const lines = linesAt?.((from + to) / 2) ?? null;
  const unrolled = unrollWall(
    wall,
    lines?.excavation ?? own,
    from,
    to,
    { ...UNROLL_DEFAULTS, ...options },
    lines && ((left, up) => sectorAt(lines.sectors, left, up)),
  );
  const layers: { layer: WallLayer; values: Float32Array }[] = [];
  const lay = (layer: WallLayer, values: ArrayLike<number>): void => {
    layers.push({ layer, values: unrolledLayer(unrolled, values) });
  };
  if (linesAt !== null)
    lay(
      'design',
      wallToDesign(wall, (at) => linesAt(at)?.excavation ?? null),
    );
  if (convergence !== null) {
    const { distance, significant } = convergence;
    const moved = distance.map((value, patch) =>
      Number.isNaN(value) || significant[patch] === 1 ? value : 0,
    );
    lay('convergence', patchesOnWall(wall, convergence, moved));
  }
  lay('residual', radiusResiduals(wall, own));
  if (wall.grid.reflectivity) lay('reflectivity', wall.grid.reflectivity);
  return { wall: unrolled, layers };
}
