import { median } from '../../math/statistics.ts';
import { message } from '../../messages/message.ts';
import type { ConvergenceMap } from '../../model/convergence.ts';
import type { DesignProgramme } from '../../model/design.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Profile } from '../../model/tunnel.ts';
import type { LayeredWall, WallLayer } from '../../model/unrolled.ts';
import { UNROLL_DEFAULTS, type UnrollOptions, unrolledLayer, unrollWall } from '../sections/unroll.ts';
import { patchesOnWall, radiusResiduals, raysTo, wallToDesign } from '../sections/wall-layers.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { designLinesAt } from './design-lines.ts';
import { sectorAt } from './sectors.ts';

export interface UnrollRequest {
  /** Chainages; null: all of the surveyed wall. */
  readonly chainage: { readonly from: number; readonly to: number } | null;
  readonly design: DesignProgramme | null;
  /** Convergence against an earlier survey, with chainages of this axis. */
  readonly convergence: ConvergenceMap | null;
}

/** Interval of the profiles for the reference outline if there is no design, m. */
const REFERENCE_INTERVAL = 1;

/** Number of directions of the outline, and of profiles used at most. */
const DIRECTIONS = 180;
const MOST_PROFILES = 200;

/**
 * Typical section of a drive, the reference of perimeter position if there is no design: the median radius
 * per direction from the median centroid of all sections, so that niches, heaps and gaps have no influence.
 *
 * @param profiles of the drive; of many, an even selection is used
 * @returns closed outline, (left, up) pairs about the axis, counter-clockwise
 * @throws SocavonError too-few-points without any profile
 */
export function referenceOutline(profiles: readonly Profile[]): Float64Array {
  if (profiles.length === 0) throw new SocavonError('too-few-points', message('unroll-no-section'));
  const step = Math.max(1, profiles.length / MOST_PROFILES);
  const sampled: Profile[] = [];
  for (let i = 0; i < profiles.length; i += step) sampled.push(profiles[Math.floor(i)]);
  const left = median(sampled.map(({ centroid }) => centroid[0]));
  const up = median(sampled.map(({ centroid }) => centroid[1]));
  const rays = sampled.map(({ outline, driveOutline }) =>
    raysTo(driveOutline ?? outline, left, up, DIRECTIONS),
  );
  const outline: number[] = [];
  for (let j = 0; j < DIRECTIONS; j++) {
    const radius = median(rays.map((ray) => ray[j]).filter(Number.isFinite));
    const angle = ((j + 0.5) * 2 * Math.PI) / DIRECTIONS - Math.PI;
    if (Number.isFinite(radius)) outline.push(left + radius * Math.cos(angle), up + radius * Math.sin(angle));
  }
  return Float64Array.from(outline);
}

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
  const { from, to } = chainage ?? wall.closedRange;
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
