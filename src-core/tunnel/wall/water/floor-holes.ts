import { median } from '../../../math/statistics.ts';
import { angleOf } from '../cells/typical-section.ts';
import { MEASURED, UNKNOWN, type WallGrid } from '../cells/wall-grid.ts';
import type { SlabLevels } from './slab-levels.ts';

/** Directions this far below the horizontal look at the floor: sine of the angle. */
const DOWNWARD = -0.2;
/** Heights over the floor between which the walls bound it, m. */
const WALL_FROM = 0.3;
const WALL_TO = 1.5;
/** Half-window of the running median of the walls, m of chainage. */
const WALL_REACH = 5;
/** A cell on the rim of a hole is floor up to this height over the drive's floor, m; higher it is wall. */
const FLOOR_RIM = 0.3;

/** Connected floor cells without a return. */
export interface FloorHole {
  /** Indices in the grid, ascending. */
  readonly cells: readonly number[];
  readonly first: number;
  readonly last: number;
  /** Plan area at the height of the floor, m^2. */
  readonly area: number;
  /** Measured floor cells next to it. */
  readonly rim: readonly number[];
  /** Elevations of the rim, m, and of its part before and behind the hole along the axis. */
  readonly rimLevels: readonly number[];
  readonly endLevels: readonly number[];
  /** Number of measured wall cells next to it, and of cells of which nothing is known. */
  readonly walls: number;
  readonly open: number;
}

/**
 * Holes of the floor: connected cells without a return that look at the floor between the walls.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param floor height per slab, m up from the axis
 */
export function floorHoles(
  grid: WallGrid,
  centre: Float64Array,
  floor: Float64Array,
  levels: SlabLevels,
  slab: number,
): FloorHole[] {
  const { slabs, bins, state } = grid;
  const inHole = floorCells(grid, centre, floor, slab);
  const holes: FloorHole[] = [];
  const seen = new Uint8Array(state.length);
  for (let start = 0; start < state.length; start++) {
    if (inHole[start] === 0 || seen[start] === 1) continue;
    seen[start] = 1;
    const cells = [start];
    const rim = new Set<number>();
    const ends = new Set<number>();
    let [area, walls, open] = [0, 0, 0];
    for (let i = 0; i < cells.length; i++) {
      const j = cells[i] % bins;
      const k = (cells[i] - j) / bins;
      area += slab * plan(centre, floor, k, j, bins);
      for (let dk = -1; dk <= 1; dk++)
        for (let dj = -1; dj <= 1; dj++) {
          if (k + dk < 0 || k + dk >= slabs) {
            open++;
            continue;
          }
          const next = (k + dk) * bins + ((j + dj + bins) % bins);
          if (inHole[next] === 1) {
            if (seen[next] === 0) cells.push(next);
            seen[next] = 1;
          } else if (state[next] === MEASURED) {
            if (heightOver(grid, centre, floor, next) < FLOOR_RIM) {
              rim.add(next);
              if (dj === 0) ends.add(next);
            } else walls++;
          } else open++;
        }
    }
    cells.sort((a, b) => a - b);
    const rims = [...rim];
    holes.push({
      cells,
      first: Math.floor(cells[0] / bins),
      last: Math.floor(cells[cells.length - 1] / bins),
      area,
      rim: rims,
      rimLevels: rims.map((cell) => elevationOf(grid, centre, levels, cell)),
      endLevels: [...ends].map((cell) => elevationOf(grid, centre, levels, cell)),
      walls,
      open,
    });
  }
  return holes;
}

/** Elevation of the wall in a cell, m. */
export function elevationOf(
  { radius, bins }: WallGrid,
  centre: Float64Array,
  levels: SlabLevels,
  cell: number,
): number {
  const k = Math.floor(cell / bins);
  const angle = angleOf(cell % bins, bins);
  const [left, up] = [Math.cos(angle), Math.sin(angle)].map(
    (part, i) => centre[2 * k + i] + radius[cell] * part,
  );
  return levels.elevation(k + 0.5, left, up);
}

function heightOver(
  { radius, bins }: WallGrid,
  centre: Float64Array,
  floor: Float64Array,
  cell: number,
): number {
  const k = Math.floor(cell / bins);
  return centre[2 * k + 1] + radius[cell] * Math.sin(angleOf(cell % bins, bins)) - floor[k];
}

/** Width of a cell on the level of the floor, m. */
function plan(centre: Float64Array, floor: Float64Array, k: number, j: number, bins: number): number {
  const depth = centre[2 * k + 1] - floor[k];
  const half = Math.PI / bins;
  const angle = angleOf(j, bins);
  return Math.abs(depth / Math.tan(angle - half) - depth / Math.tan(angle + half));
}

/** 1 for each cell without a return that looks at the floor between the walls. */
function floorCells(grid: WallGrid, centre: Float64Array, floor: Float64Array, slab: number): Uint8Array {
  const { slabs, bins, state } = grid;
  const inHole = new Uint8Array(state.length);
  const [right, left] = wallsBeside(grid, centre, floor, slab);
  for (let k = 0; k < slabs; k++) {
    const depth = centre[2 * k + 1] - floor[k];
    if (!(depth > 0.3)) continue;
    for (let j = 0; j < bins; j++) {
      if (state[k * bins + j] !== UNKNOWN) continue;
      const angle = angleOf(j, bins);
      if (Math.sin(angle) > DOWNWARD) continue;
      const aside = (-depth / Math.sin(angle)) * Math.cos(angle);
      if (aside > -right[k] && aside < left[k]) inHole[k * bins + j] = 1;
    }
  }
  return inHole;
}

/** Distance of the walls from the middle of the section near the floor, m: to the right and to the left. */
function wallsBeside(
  grid: WallGrid,
  centre: Float64Array,
  floor: Float64Array,
  slab: number,
): [Float64Array, Float64Array] {
  const { slabs, bins, state, radius } = grid;
  const reach = Math.round(WALL_REACH / slab);
  const sides: [Float64Array, Float64Array] = [new Float64Array(slabs), new Float64Array(slabs)];
  for (let k = 0; k < slabs; k++) {
    const distances: [number[], number[]] = [[], []];
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (state[cell] !== MEASURED) continue;
      const height = heightOver(grid, centre, floor, cell);
      if (height < WALL_FROM || height > WALL_TO) continue;
      const aside = radius[cell] * Math.cos(angleOf(j, bins));
      distances[aside > 0 ? 1 : 0].push(Math.abs(aside));
    }
    for (const side of [0, 1] as const)
      sides[side][k] = distances[side].length > 0 ? median(distances[side]) : Number.NaN;
  }
  return sides.map((side) => {
    const every = Math.max(1, Math.round(1 / slab));
    const smooth = new Float64Array(slabs);
    for (let k = 0; k < slabs; k += every) {
      const near = side
        .subarray(Math.max(0, k - reach), k + reach + 1)
        .filter((value) => !Number.isNaN(value));
      smooth.fill(near.length > 0 ? median(near) : 0, k, k + every);
    }
    return smooth;
  }) as [Float64Array, Float64Array];
}
