import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';

/** Voxels this far below the floor may be mirrored, m: more than the noise and the relief of a floor. */
export const CLEARLY_BELOW = 0.25;
/** Cells in which voxels are connected to groups, slabs and m: mirrored returns are sparse. */
const GROUP_SLABS = 3;
const GROUP_CELL = 0.3;

/** Voxels clearly below the floor, in the order of the slabs. */
export interface DeepVoxels {
  readonly slab: Int32Array;
  /** Index among the voxels of the slab. */
  readonly index: Int32Array;
  /** In slabs, whole and fraction. */
  readonly along: Float64Array;
  readonly left: Float64Array;
  readonly up: Float64Array;
  readonly points: Uint32Array;
  readonly count: number;
}

/** Voxels more than `CLEARLY_BELOW` under the floor. @param floor height per slab, m up from the axis */
export function deepVoxels(voxels: SectionVoxels, floor: Float64Array): DeepVoxels {
  const deep: { slab: number; index: number; along: number; left: number; up: number; points: number }[] = [];
  forEachSlab(voxels, (slab, seen) => {
    const limit = floor[slab] - CLEARLY_BELOW;
    if (slab >= voxels.slabCount) return;
    for (let index = 0; index < seen.count; index++)
      if (seen.up[index] < limit)
        deep.push({
          slab,
          index,
          along: slab + seen.along[index],
          left: seen.left[index],
          up: seen.up[index],
          points: seen.points[index],
        });
  });
  return {
    slab: Int32Array.from(deep, (one) => one.slab),
    index: Int32Array.from(deep, (one) => one.index),
    along: Float64Array.from(deep, (one) => one.along),
    left: Float64Array.from(deep, (one) => one.left),
    up: Float64Array.from(deep, (one) => one.up),
    points: Uint32Array.from(deep, (one) => one.points),
    count: deep.length,
  };
}

/** Groups of voxels that are connected over cells of 0.3 m, corners included: the members of each. */
export function connectedGroups({ slab, left, up, count }: DeepVoxels): number[][] {
  const cells = new Map<number, number[]>();
  const keyOf = (a: number, b: number, c: number): number => ((a + 4) * 2048 + b + 1024) * 2048 + c + 1024;
  const places: [number, number, number][] = [];
  for (let i = 0; i < count; i++) {
    const place: [number, number, number] = [
      Math.floor(slab[i] / GROUP_SLABS),
      Math.floor(left[i] / GROUP_CELL),
      Math.floor(up[i] / GROUP_CELL),
    ];
    places.push(place);
    const key = keyOf(...place);
    const members = cells.get(key);
    if (members === undefined) cells.set(key, [i]);
    else members.push(i);
  }
  const groups: number[][] = [];
  for (let i = 0; i < count; i++) {
    const first = keyOf(...places[i]);
    const start = cells.get(first);
    if (start === undefined) continue;
    cells.delete(first);
    const group = [...start];
    for (let at = 0; at < group.length; at++) {
      const [a, b, c] = places[group[at]];
      for (let da = -1; da <= 1; da++)
        for (let db = -1; db <= 1; db++)
          for (let dc = -1; dc <= 1; dc++) {
            const key = keyOf(a + da, b + db, c + dc);
            const members = cells.get(key);
            if (members === undefined) continue;
            cells.delete(key);
            group.push(...members);
          }
    }
    groups.push(group);
  }
  return groups;
}
