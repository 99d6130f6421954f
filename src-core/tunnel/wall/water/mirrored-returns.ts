import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { connectedGroups, type DeepVoxels } from './deep-returns.ts';
import { type LeftOut, MirrorSearch, type ProvenLevel } from './mirror-search.ts';
import type { SlabLevels } from './slab-levels.ts';

/** Least number of voxels of a group; fewer are stray returns, which the wall ignores by its neighbours. */
const LEAST_VOXELS = 8;
/**
 * Share of the evidence with its mirror image on the measured wall, from which a group is water, and below which it
 * is rock. A pit as wide as the drive has walls that continue those of the drive, and their images lie on them; its
 * bottom and ends, with theirs in mid-air, are half of its surface or more.
 */
const MIRRORED = 0.75;
const ROCK = 0.55;
/** Mirrored returns this far apart are two stretches, m. */
const APART = 2;
/** Returns below the floor that may be mirrored or rock. */
interface UndecidedReturns {
  readonly first: number;
  readonly last: number;
  /** Void between them and the floor over them, m^3. */
  readonly volume: number;
}

/** What lies below the floor. */
export interface MirroredReturns extends LeftOut {
  /** Stretches of slabs with points that are left out. */
  readonly stretches: readonly { readonly first: number; readonly last: number; readonly points: number }[];
  readonly levels: readonly ProvenLevel[];
  /** Members of the deep voxels by level: the returns that prove it. */
  readonly proofs: readonly (readonly number[])[];
  readonly undecided: readonly UndecidedReturns[];
}

/**
 * Finds the returns that standing water mirrored. A ray that meets water at a flat angle goes on to the wall and
 * comes back the same way; the sensor places its end straight on, which is the mirror image of the wall about the
 * water level, plumb below the wall itself. So connected returns below the floor are tried against levels near the
 * floor's: if nearly all their images about one level lie on measured wall, they are water. Those of a pit, a
 * sunken floor or a ramp going down are in mid-air.
 *
 * No sensor position is needed. Null where nothing is clearly below the floor, or none of it is mirrored.
 *
 * @param floor height per slab, m up from the axis
 * @param deep voxels under it
 */
export function mirroredReturns(
  slabLevels: SlabLevels,
  voxels: SectionVoxels,
  floor: Float64Array,
  deep: DeepVoxels,
): MirroredReturns | null {
  if (deep.count < LEAST_VOXELS) return null;
  const search = new MirrorSearch(slabLevels, voxels, floor, deep);
  const groups = connectedGroups(deep).map((members) => ({ members, ...search.best(members) }));
  const proving = groups.filter(({ members, share }) => members.length >= LEAST_VOXELS && share >= MIRRORED);
  const levels = proving.map(({ members, ...fit }): ProvenLevel => ({ ...fit, ...search.extent(members) }));
  const undecided: UndecidedReturns[] = [];
  const isMirrored = new Uint8Array(deep.count);
  for (const { members, share, evidence, level } of groups) {
    // The water of other groups may have mirrored it too, far from where its level is that of the floor, and two
    // pools may have mirrored what is connected.
    const near = search.levelsNear(members, levels);
    const alone = members.length >= LEAST_VOXELS ? [[level]] : [];
    const fitting = [...alone, ...near.map((other) => [other]), ...(near.length > 1 ? [near] : [])]
      .map((by) => ({ by, share: search.share(members, by) }))
      .filter((one) => one.share >= MIRRORED);
    if (fitting.length > 0) {
      const { by } = fitting.reduce((a, b) => (b.share > a.share ? b : a));
      for (const member of members) if (search.isUnder(member, Math.max(...by))) isMirrored[member] = 1;
    } else if (members.length >= LEAST_VOXELS && share >= ROCK && evidence >= LEAST_VOXELS)
      undecided.push({ ...search.extent(members), volume: search.voidOver(members) });
  }
  if (levels.length === 0 && undecided.length === 0) return null;
  const left = search.leaveOut(isMirrored, levels);
  return {
    ...left,
    stretches: stretchesOf(left.pointsPerSlab, Math.round(APART / voxels.slab)),
    levels,
    proofs: proving.map(({ members }) => members),
    undecided,
  };
}

/** Stretches of slabs in order, divided where none of `apart` slabs has points. */
function stretchesOf(
  pointsPerSlab: ReadonlyMap<number, number>,
  apart: number,
): MirroredReturns['stretches'] {
  const stretches: { first: number; last: number; points: number }[] = [];
  for (const [slab, points] of [...pointsPerSlab].sort(([a], [b]) => a - b)) {
    const before = stretches.at(-1);
    if (before !== undefined && slab - before.last <= apart) {
      before.last = slab;
      before.points += points;
    } else stretches.push({ first: slab, last: slab, points });
  }
  return stretches;
}
