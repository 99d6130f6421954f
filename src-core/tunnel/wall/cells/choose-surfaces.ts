import type { SlabSurfaces } from './cell-surfaces.ts';
import type { ProfileOptions } from './profile-options.ts';

/** Least number of neighbours (of eight) that must show the same surface. */
const AGREEING = 2;

/** A slab with those before and behind it; null: there is none. */
type SlabNeighbours = readonly [before: SlabSurfaces | null, here: SlabSurfaces, after: SlabSurfaces | null];

/**
 * Chooses the outermost surface of each cell of a slab that the neighbouring cells confirm. Objects are in front of the
 * wall; whatever appears behind it (double reflections, points of another drive) has no connected neighbours.
 *
 * @param chosen receives the index of the wall's surface in each cell of the slab; -1 for none
 */
export function chooseSurfaces(
  slabs: SlabNeighbours,
  chosen: Int8Array,
  options: Pick<ProfileOptions, 'surfaceGap'>,
): void {
  const { bins, first, radius } = slabs[1];
  chosen.fill(-1);
  for (let j = 0; j < bins; j++) {
    for (let at = first[j]; at < first[j + 1]; at++) {
      if (!confirmed(slabs, j, radius[at], options.surfaceGap)) continue;
      chosen[j] = at - first[j];
      break;
    }
  }
}

/**
 * Chooses the innermost surface that a person says is wall, in the cells of a slab that have one; neighbours must confirm
 * it as they do any other.
 *
 * @param chosen changed in place
 * @param centreLeft, centreUp section's middle in the slab
 * @param isWall true for a place of the slab that is wall
 * @param byHand receives 1 for each cell whose wall was so chosen
 */
export function chooseByHand(
  slabs: SlabNeighbours,
  chosen: Int8Array,
  centreLeft: number,
  centreUp: number,
  isWall: (left: number, up: number) => boolean,
  byHand: Uint8Array,
  options: Pick<ProfileOptions, 'surfaceGap'>,
): void {
  const { bins, first, radius, angle: angles } = slabs[1];
  const width = (2 * Math.PI) / bins;
  for (let j = 0; j < bins; j++) {
    for (let at = first[j + 1] - 1; at >= first[j]; at--) {
      const r = radius[at];
      const angle = (j + 0.5) * width - Math.PI + angles[at];
      const [left, up] = [centreLeft + r * Math.cos(angle), centreUp + r * Math.sin(angle)];
      if (!isWall(left, up) || !confirmed(slabs, j, r, options.surfaceGap)) continue;
      chosen[j] = at - first[j];
      byHand[j] = 1;
      break;
    }
  }
}

function confirmed(slabs: SlabNeighbours, j: number, radius: number, gap: number): boolean {
  const { bins } = slabs[1];
  let agreeing = 0;
  for (let dk = -1; dk <= 1; dk++) {
    const surfaces = slabs[dk + 1];
    if (surfaces === null) continue;
    const { first } = surfaces;
    for (let dj = -1; dj <= 1; dj++) {
      if (dk === 0 && dj === 0) continue;
      const other = (j + dj + bins) % bins;
      for (let at = first[other]; at < first[other + 1]; at++) {
        const outer = surfaces.radius[at];
        if (radius >= Math.min(outer, surfaces.low[at]) - gap && radius <= outer + gap) {
          agreeing++;
          break;
        }
      }
    }
  }
  return agreeing >= AGREEING;
}
