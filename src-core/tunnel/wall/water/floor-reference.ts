import { forEachSlab, type SectionVoxels, type SlabPoints } from '../voxels/section-voxels.ts';

/** Half-width of the strip along the middle of the drive in which the floor is looked for, m. */
const STRIP = 0.7;
/** Height of the steps in which its level is looked for, m; a floor with its noise is within three of them. */
const STEP = 0.05;
/** Points of a voxel that count: more say where the robot stood, not where the floor is. */
const COUNTED = 10;
/** Half-window of the running median, m of chainage, and the shares of a usual slab that it must contain at least. */
const REACH = 6;
const ENOUGH = 10;

/**
 * Height of the drive's floor per slab, m up from the axis: the level below the middle of the section with the most
 * points over the middle of the width, as a median over 6 m on either side weighted by these points. Returns that
 * water mirrors are far fewer than those of a floor, so that the floor before and behind a pool counts; a pool
 * longer than that is bridged from its ends.
 *
 * @param centre (left, up) of the section's middle per slab
 * @returns NaN everywhere if no floor was seen at all
 */
export function floorReference(voxels: SectionVoxels, centre: Float64Array): Float64Array {
  const { slabCount, slab } = voxels;
  const up = new Float64Array(slabCount);
  const weight = new Float64Array(slabCount);
  forEachSlab(voxels, (k, points) => {
    if (k < slabCount) [up[k], weight[k]] = densestLevel(points, centre[2 * k], centre[2 * k + 1]);
  });
  const known = weight.filter((w) => w > 0).sort();
  const floor = new Float64Array(slabCount).fill(Number.NaN);
  if (known.length === 0) return floor;
  const enough = ENOUGH * known[known.length >> 1];
  const every = Math.max(1, Math.round(1 / slab));
  // One value per metre: the floor changes slowly along the drive.
  for (let k = 0; k < slabCount; k += every) {
    const value = weightedMedian(up, weight, k + (every >> 1), Math.round(REACH / slab), enough);
    floor.fill(value, k, k + every);
  }
  return floor;
}

/** Height and number of points of the densest level under the middle of a section. */
function densestLevel(
  points: SlabPoints,
  centreLeft: number,
  centreUp: number,
): [up: number, weight: number] {
  const levels = new Map<number, number>();
  for (let i = 0; i < points.count; i++) {
    if (points.up[i] >= centreUp || Math.abs(points.left[i] - centreLeft) > STRIP) continue;
    const level = Math.floor(points.up[i] / STEP);
    levels.set(level, (levels.get(level) ?? 0) + Math.min(COUNTED, points.points[i]));
  }
  let [best, most] = [0, 0];
  for (const level of levels.keys()) {
    const near = (levels.get(level - 1) ?? 0) + (levels.get(level) ?? 0) + (levels.get(level + 1) ?? 0);
    if (near <= most && !(near === most && level > best)) continue;
    [best, most] = [level, near];
  }
  if (most === 0) return [0, 0];
  const [below, at, above] = [-1, 0, 1].map((step) => levels.get(best + step) ?? 0);
  return [STEP * (best + 0.5 + (above - below) / (below + at + above)), most];
}

/** Weighted median about a slab, the window widened until it contains enough. */
function weightedMedian(
  value: Float64Array,
  weight: Float64Array,
  slab: number,
  reach: number,
  enough: number,
): number {
  const count = value.length;
  for (let span = reach; ; span *= 2) {
    const from = Math.max(0, slab - span);
    const to = Math.min(count, slab + span + 1);
    let total = 0;
    const near: number[] = [];
    for (let k = from; k < to; k++) {
      if (weight[k] === 0) continue;
      total += weight[k];
      near.push(k);
    }
    if (total < enough && (from > 0 || to < count)) continue;
    near.sort((a, b) => value[a] - value[b]);
    let sum = 0;
    for (const k of near) {
      sum += weight[k];
      if (2 * sum >= total) return value[k];
    }
  }
}
