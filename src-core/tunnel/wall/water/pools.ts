import { median, quantile } from '../../../math/statistics.ts';
import type { WallPool } from '../cells/floor-water.ts';
import { angleOf } from '../cells/typical-section.ts';
import { FILLED, MEASURED, type WallGrid } from '../cells/wall-grid.ts';
import { elevationOf, type FloorHole, floorHoles } from './floor-holes.ts';
import type { ProvenLevel } from './mirror-search.ts';
import type { SlabLevels } from './slab-levels.ts';

/**
 * Quantile of the rim's heights that is the water level: no floor beside a pool is lower than its water, but a cell
 * on the rim is on average half a cell up the bank.
 */
const LEVEL_QUANTILE = 0.25;
/**
 * A rim is at one level if its median is not farther than this above its lowest tenth, m. The rim of water has 10 to
 * 20 mm, of which the banks and the noise are all; that of a shadow has the relief of the floor, 40 mm and more on
 * broken rock.
 */
const ONE_LEVEL = 0.03;
/**
 * On a grade, a rim of broken floor is level if the range of its heights (10 % to 80 %) is less than this, m, and
 * less than this share of its range over the floor's own slope.
 */
const LEVEL_RANGE = 0.1;
const LEVEL_RATHER = 0.6;
/**
 * Beside proven water: images of the foot of the walls, just under the water, remain on the rim. A large hole may
 * have a rim of broken floor, part of it lower than the water behind it.
 */
const ONE_LEVEL_PROVEN = 0.05;
const LARGE_PROVEN = 0.1;
/** Greatest share of such a hole in which anything was seen: in a shadow there is what throws it. */
const MOST_SEEN_PROVEN = 0.3;
/**
 * A hole of the floor is the water that mirrored returns prove if its level fits them to this, m: the registration of
 * their images is good to 1 cm, the level of a rim to its spread ...
 */
const SAME_LEVEL = 0.06;
/** ... or to this where the level is registered, m ... */
const REGISTERED = 0.03;
/** ... and it lies within this distance of them, m along the axis. */
const NEAR = 30;
/** Least plan area of a pool, m^2: beside proven water, or by its rim alone. */
const LEAST_PROVEN = 0.3;
const LEAST_LONE = 1;
/** Without mirrored returns: greatest share of the rim that is not known, and of the hole in which anything was seen. */
const MOST_OPEN = 0.05;
const MOST_SEEN = 0.1;
/**
 * Greatest square of the number of cells of its rim over that of its own: 13 for a disc, 30 to 45 for pools. A floor
 * of few points has holes that are all rim, 500 and more.
 */
const LEAST_COMPACT = 100;
/** ... and of its ends that are a step over it, as the edge of a pit is that hides part of its bottom. */
const MOST_RAISED = 0.25;
/** ... and the floor outside of the rim, this many cells away, is higher than the water by this, m. */
const BANK_CELLS = 4;
const BANK_RISE = 0.015;
/** Holes of one level that are not farther apart than this are one pool, m. */
const TOGETHER = 1;
const TOGETHER_LEVEL = 0.03;
/** Least number of cells of a rim. */
const RIM_LEAST = 8;
/** Cells of a rim higher than this over its lower quarter are the foot of a wall or a stone, m. */
const WALL_FOOT = 0.1;

/** A pool with its cells of the wall. */
interface PoolCells extends WallPool {
  readonly cells: readonly number[];
}

/** A wall in which pools are looked for, before its holes are interpolated. */
export interface PoolSearch {
  readonly grid: WallGrid;
  /** (left, up) of the section's middle per slab. */
  readonly centre: Float64Array;
  /** Height of the floor per slab, m up from the axis. */
  readonly floor: Float64Array;
  readonly levels: SlabLevels;
  readonly proven: readonly ProvenLevel[];
  /** True if anything was seen in the direction of a cell, an object that was removed too. */
  readonly hasReturns: (cell: number) => boolean;
  readonly slab: number;
  /** Number of the first slab along the axis. */
  readonly firstSlab: number;
}

interface WetHole extends FloorHole {
  readonly level: number;
  readonly isProven: boolean;
  readonly isPool: boolean;
}

/**
 * Pools of a wall, in order of chainage: holes of the floor whose rim is at one level, and that either lie near
 * returns that water of that level mirrored, or, large and closed, without anything in or over them, in a hollow.
 */
export function poolsOf(search: PoolSearch): PoolCells[] {
  const { grid, centre, floor, levels, slab } = search;
  const holes: WetHole[] = [];
  for (const hole of floorHoles(grid, centre, floor, levels, slab)) {
    if (hole.area < LEAST_PROVEN || hole.rim.length < RIM_LEAST) continue;
    const { level, spread } = levelOf(hole.rimLevels);
    const isProven = proves(search, hole, level);
    const isLevel = spread <= ONE_LEVEL || isLevelOnGrade(search, hole);
    if (!isLevel && !(isProven && spread <= provenSpread(search, hole, level))) continue;
    holes.push({ ...hole, level, isProven, isPool: isProven || standsAlone(search, hole, level) });
  }
  return together(holes, slab)
    .filter((group) => group.some(({ isPool }) => isPool))
    .map((group) => poolOf(search, group));
}

/** Spread of the rim up to which a hole near proven water is part of it, m. */
function provenSpread(search: PoolSearch, hole: FloorHole, level: number): number {
  const { area, cells } = hole;
  // At the very level that images were registered to, what hangs over the hole does not matter: dust, a duct.
  const registered = search.proven.filter(({ bottom, top }) => bottom === top);
  if (area >= LEAST_LONE && proves({ ...search, proven: registered }, hole, level, REGISTERED))
    return LARGE_PROVEN;
  const { hasReturns } = search;
  const isClear = cells.filter(hasReturns).length <= MOST_SEEN_PROVEN * cells.length;
  return area >= LEAST_LONE && isClear ? LARGE_PROVEN : ONE_LEVEL_PROVEN;
}

/** Water level by a rim, with its standard deviation, and the spread of the rim, m. */
function levelOf(levels: readonly number[]): { level: number; levelSigma: number; spread: number } {
  const rim = quietRim(levels);
  const [low, level, middle] = [0.1, LEVEL_QUANTILE, 0.5].map((share) => quantile(rim, share));
  const spread = middle - low;
  // A rim that is not at one level has parts that the water does not reach.
  return spread > ONE_LEVEL
    ? { level: middle, levelSigma: spread / 2, spread }
    : { level, levelSigma: middle - level, spread };
}

/** True if the rim of a hole is far nearer to a horizontal plane than to the slope of the drive's floor. */
function isLevelOnGrade({ grid, floor, levels }: PoolSearch, { rim, rimLevels }: FloorHole): boolean {
  const overFloor = rim.map((cell, i) => {
    const k = Math.floor(cell / grid.bins);
    return rimLevels[i] - levels.elevation(k + 0.5, 0, floor[k]);
  });
  const rangeOf = (heights: readonly number[]): number => quantile(heights, 0.8) - quantile(heights, 0.1);
  const range = rangeOf(rimLevels);
  return range < LEVEL_RANGE && range < LEVEL_RATHER * rangeOf(overFloor);
}

/** The rim without the feet of the walls: what is not far over its lower quarter. */
function quietRim(levels: readonly number[]): number[] {
  const foot = quantile(levels, LEVEL_QUANTILE) + WALL_FOOT;
  return levels.filter((level) => level < foot);
}

function proves(
  { proven, slab }: PoolSearch,
  hole: FloorHole,
  level: number,
  tolerance = SAME_LEVEL,
): boolean {
  const reach = NEAR / slab;
  return proven.some(
    (one) =>
      level > one.bottom - tolerance &&
      level < one.top + tolerance &&
      one.first <= hole.last + reach &&
      one.last >= hole.first - reach,
  );
}

function standsAlone(search: PoolSearch, hole: FloorHole, level: number): boolean {
  const rim = hole.rim.length + hole.walls + hole.open;
  if (hole.area < LEAST_LONE || hole.open > MOST_OPEN * rim) return false;
  if (hole.rim.length ** 2 > LEAST_COMPACT * hole.cells.length) return false;
  if (hole.cells.filter(search.hasReturns).length > MOST_SEEN * hole.cells.length) return false;
  const raised = hole.endLevels.filter((end) => end > level + WALL_FOOT).length;
  if (raised > MOST_RAISED * hole.endLevels.length) return false;
  return bankOf(search, hole) - level > BANK_RISE;
}

/** Median elevation of the floor some cells outside of a hole, m. */
function bankOf({ grid, centre, levels, floor }: PoolSearch, { rim, cells }: FloorHole): number {
  const { bins, slabs, state } = grid;
  const inside = new Set([...rim, ...cells]);
  const bank = new Set<number>();
  for (const cell of rim) {
    const j = cell % bins;
    const k = (cell - j) / bins;
    for (const [dk, dj] of [
      [0, 1],
      [0, -1],
      [1, 0],
      [-1, 0],
    ]) {
      const slab = k + BANK_CELLS * dk;
      const other = slab * bins + ((j + BANK_CELLS * dj + bins) % bins);
      if (slab < 0 || slab >= slabs || inside.has(other) || state[other] !== MEASURED) continue;
      if (
        levels.upOf(slab, centre[2 * slab], elevationOf(grid, centre, levels, other)) <
        floor[slab] + ONE_LEVEL * 12
      )
        bank.add(other);
    }
  }
  return median([...bank].map((cell) => elevationOf(grid, centre, levels, cell)));
}

/** Groups of holes that are parts of one pool: stones and stray returns divide it. */
function together(holes: readonly WetHole[], slab: number): WetHole[][] {
  const groups: WetHole[][] = [];
  for (const hole of holes) {
    const group = groups.find((members) =>
      members.some(
        (other) =>
          Math.max(hole.first - other.last, other.first - hole.last) * slab <= TOGETHER &&
          Math.abs(hole.level - other.level) < TOGETHER_LEVEL,
      ),
    );
    if (group === undefined) groups.push([hole]);
    else group.push(hole);
  }
  return groups;
}

function poolOf(search: PoolSearch, holes: readonly WetHole[]): PoolCells {
  const { grid, centre, levels, slab, firstSlab } = search;
  const { bins } = grid;
  const { level, levelSigma } = levelOf(holes.flatMap(({ rimLevels }) => rimLevels));
  const first = Math.min(...holes.map((hole) => hole.first));
  const last = Math.max(...holes.map((hole) => hole.last));
  const area = new Float64Array(last - first + 1);
  const right = new Float64Array(area.length).fill(Number.NaN);
  const left = new Float64Array(area.length).fill(Number.NaN);
  const cells = holes.flatMap((hole) => hole.cells).sort((a, b) => a - b);
  for (const cell of cells) {
    const j = cell % bins;
    const k = (cell - j) / bins;
    const [low, high] = cellOnPlane(centre, k, j, bins, upOfCell(centre, k, j, bins, levels, level));
    area[k - first] += (high - low) * slab;
    right[k - first] = Math.min(low, right[k - first] || low);
    left[k - first] = Math.max(high, left[k - first] || high);
  }
  const wet = Array.from(area.keys()).filter((i) => area[i] > 0);
  const place = (i: number, side: Float64Array): number[] => [(firstSlab + first + i + 0.5) * slab, side[i]];
  return {
    level,
    levelSigma,
    firstSlab: first,
    area,
    outline: Float64Array.from([
      ...wet.flatMap((i) => place(i, left)),
      ...wet.toReversed().flatMap((i) => place(i, right)),
    ]),
    by: holes.some(({ isProven }) => isProven) ? 'mirrored' : 'rim',
    cells,
  };
}

/** Height in the section plane of an elevation where the middle of a cell meets it, m. */
function upOfCell(
  centre: Float64Array,
  k: number,
  j: number,
  bins: number,
  levels: SlabLevels,
  level: number,
): number {
  const up = levels.upOf(k, centre[2 * k], level);
  // The section leans by a degree at most: one step is good to a millimetre.
  const left = centre[2 * k] - (centre[2 * k + 1] - up) / Math.tan(angleOf(j, bins));
  return levels.upOf(k, left, level);
}

/** Where a cell meets a horizontal plane: (left, left) of its two sides, m. @param up height of the plane */
function cellOnPlane(
  centre: Float64Array,
  k: number,
  j: number,
  bins: number,
  up: number,
): [low: number, high: number] {
  const depth = centre[2 * k + 1] - up;
  const sides = [-1, 1].map((side) => -depth / Math.tan(angleOf(j, bins) + (side * Math.PI) / bins));
  return [centre[2 * k] + Math.min(...sides), centre[2 * k] + Math.max(...sides)];
}

/**
 * Writes the water, or the floor under it, into the cells of the pools.
 *
 * @param depth of the floor under the water, m: each cell gains it times its width
 * @returns number of the pool per cell, from 1; 0: none
 */
export function fillPools(
  pools: readonly PoolCells[],
  { grid, centre, levels }: PoolSearch,
  depth: number,
): Uint16Array {
  const { bins, radius, state } = grid;
  const number = new Uint16Array(radius.length);
  pools.forEach(({ cells, level }, i) => {
    for (const cell of cells) {
      const j = cell % bins;
      const k = (cell - j) / bins;
      const up = upOfCell(centre, k, j, bins, levels, level);
      const [low, high] = cellOnPlane(centre, k, j, bins, up);
      // The triangle from the middle of the section to the water, and the strip under it: ½ r² Δθ.
      const area = (high - low) * ((centre[2 * k + 1] - up) / 2 + depth);
      radius[cell] = Math.sqrt((area * bins) / Math.PI);
      state[cell] = FILLED;
      number[cell] = i + 1;
    }
  });
  return number;
}
