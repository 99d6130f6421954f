import type { AxisTurn } from '../axis/axis-geometry.ts';
import { MEASURED } from './cells/wall-grid.ts';
import { driveSections, type SlabRegions } from './drive-sections.ts';
import { swept } from './swept-volume.ts';
import type { WallSurface } from './wall-surface.ts';

/**
 * Mask of a second difference along the axis of a second difference round the section: 6 x 6 times the
 * variance of a cell.
 */
const MASK = [1, -2, 1];
const MASK_GAIN = 36;

/**
 * Variance of the volume from the noise of the cells, m^6: each measured cell is an independent measurement
 * of its piece of the wall. Its variance is estimated by the mask of Immerkaer (1996) over the cell and its
 * eight neighbours, which suppresses any relief that bends in one direction only; where a neighbour is not
 * measured, the mean of all others is used.
 */
export function cellVariance(wall: WallSurface, from: number, to: number): number {
  const { bins, radius } = wall.grid;
  const width = (2 * Math.PI) / bins;
  let known = 0;
  let knownCells = 0;
  let unknownWeight = 0;
  let sum = 0;
  wall.forEachClosed(from, to, (k, length) => {
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (wall.grid.state[cell] !== MEASURED) continue;
      const weight = (radius[cell] * width * length) ** 2;
      const variance = varianceAt(wall, k, j);
      if (variance === null) {
        unknownWeight += weight;
        continue;
      }
      known += variance;
      knownCells++;
      sum += weight * variance;
    }
  });
  return knownCells === 0 ? sum : sum + (unknownWeight * known) / knownCells;
}

/** Variance of a cell's radius, m^2; null where a neighbour is not measured. */
function varianceAt({ grid }: WallSurface, k: number, j: number): number | null {
  const { slabs, bins, radius, state } = grid;
  if (k === 0 || k === slabs - 1) return null;
  let sum = 0;
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      const cell = (k + a - 1) * bins + ((j + b - 1 + bins) % bins);
      if (state[cell] !== MEASURED) return null;
      sum += MASK[a] * MASK[b] * radius[cell];
    }
  }
  return (sum * sum) / MASK_GAIN;
}

/** Integrals over the slabs of a wall between two chainages. */
export interface WallIntegral {
  /** m^3, the turn of the axis included. */
  readonly volume: number;
  /** Surface of the wall round the axis (without the two ends) and the measured part of it, m^2. */
  readonly surface: number;
  readonly measuredSurface: number;
  /** Mean section area, m^2. */
  readonly meanArea: number;
  /** Standard deviation of the areas of all closed slabs of the drive, m^2. */
  readonly areaSpread: number;
  /** Variance of the volume from the noise of the cells, m^6. */
  readonly cellVariance: number;
  /** Stretches without a closed section, where areas are interpolated. */
  readonly gaps: readonly { readonly from: number; readonly to: number }[];
}

/**
 * Integrates area and first moments of the slabs along the axis: exact for the slabs as they are, additive
 * for any split, linear across gaps.
 *
 * @param from, to within the surveyed chainages of the wall
 */
export function integrateWall(wall: WallSurface, from: number, to: number): WallIntegral {
  const { rings, geometry } = wall;
  const sections = new SlabSections(wall);
  let volume = 0;
  let surface = 0;
  let measuredSurface = 0;
  let length = 0;
  const gaps: { from: number; to: number }[] = [];
  forEachSlabBetween(wall, from, to, (k, a, b) => {
    const turn = geometry.turnBetween(a, b);
    volume += sections.swept(k, turn);
    // In vertical sections the wall is as long as the axis in space: the sides are slightly too large by the
    // grade.
    const run = geometry.sections === 'vertical' ? geometry.lengthBetween(a, b) : turn.length;
    surface += sections.perimeter(k) * run;
    length += turn.length;
    if (rings.closed[k] === 1) {
      measuredSurface += rings.measured[k] * run;
    } else if (gaps.length > 0 && Math.abs(gaps[gaps.length - 1].to - a) < 1e-9) {
      gaps[gaps.length - 1].to = b;
    } else {
      gaps.push({ from: a, to: b });
    }
  });
  return {
    volume,
    surface,
    measuredSurface,
    meanArea: volume / length,
    areaSpread: standardDeviation(rings.area.filter((_, k) => rings.closed[k] === 1)),
    cellVariance: cellVariance(wall, from, to),
    gaps,
  };
}

/**
 * Volumes of `integrateWall` from one chainage to each of several others, bit-identical, in one pass along
 * the wall.
 *
 * @param to ascending; 0 for those not beyond `from`
 * @returns m^3, one per chainage
 */
export function cumulativeVolumes(wall: WallSurface, from: number, to: readonly number[]): Float64Array {
  const sections = new SlabSections(wall);
  const volumes = new Float64Array(to.length);
  let whole = 0;
  let next = to.findIndex((chainage) => chainage > from);
  if (next < 0) return volumes;
  forEachSlabBetween(wall, from, to[to.length - 1], (k, a, b) => {
    const end = wall.chainageOf(k + 1);
    for (; next < to.length && to[next] <= end; next++)
      volumes[next] = whole + sections.swept(k, wall.geometry.turnBetween(a, to[next]));
    whole += sections.swept(k, wall.geometry.turnBetween(a, b));
  });
  return volumes.fill(whole, next);
}

/** Calls `visit` for each slab with its chainages, clipped to the range. */
function forEachSlabBetween(
  wall: WallSurface,
  from: number,
  to: number,
  visit: (slab: number, a: number, b: number) => void,
): void {
  const first = Math.floor(from / wall.options.slab) - wall.firstSlab;
  for (let k = Math.max(0, first); k < wall.rings.closed.length && wall.chainageOf(k) < to; k++) {
    const a = Math.max(from, wall.chainageOf(k));
    const b = Math.min(to, wall.chainageOf(k + 1));
    if (b > a) visit(k, a, b);
  }
}

/**
 * Sections of the slabs of a wall: as measured where they are closed, in a gap linear between the drive's own
 * sections before and behind it. A jamb next to a gap is no evidence of how far its cross-cut continues.
 */
class SlabSections {
  readonly #rings: WallSurface['rings'];
  readonly #drive: SlabRegions;
  readonly #before: Int32Array;
  readonly #after: Int32Array;

  constructor(wall: WallSurface) {
    const { rings } = wall;
    this.#rings = rings;
    this.#drive = driveSections(wall);
    this.#before = nearestClosed(rings.closed, -1);
    this.#after = nearestClosed(rings.closed, 1);
  }

  /** Volume of a slab along a piece of axis, m^3. */
  swept(k: number, turn: AxisTurn): number {
    const { area, momentLeft, momentUp } = this.#rings.closed[k] === 1 ? this.#rings : this.#drive;
    return swept(
      { area: this.#at(area, k), momentX: this.#at(momentLeft, k), momentY: this.#at(momentUp, k) },
      turn,
    );
  }

  perimeter(k: number): number {
    return this.#at(this.#rings.perimeter, k);
  }

  #at(values: Float64Array, k: number): number {
    const p = this.#before[k];
    const q = this.#after[k];
    const w = p === q ? 0 : (k - p) / (q - p);
    return values[p] + w * (values[q] - values[p]);
  }
}

/** Volume swept by a region of the closed slabs, m^3; 0 in gaps. */
export function integrateRegion(wall: WallSurface, regions: SlabRegions, from: number, to: number): number {
  let volume = 0;
  forEachSlabBetween(wall, from, to, (k, a, b) => {
    if (wall.rings.closed[k] === 0 || regions.area[k] === 0) return;
    volume += swept(
      { area: regions.area[k], momentX: regions.momentLeft[k], momentY: regions.momentUp[k] },
      wall.geometry.turnBetween(a, b),
    );
  });
  return volume;
}

/** For each slab the nearest closed one on a side; the other side's if there is none. */
function nearestClosed(closed: Uint8Array, side: 1 | -1): Int32Array {
  const n = closed.length;
  const nearest = new Int32Array(n).fill(-1);
  let last = side < 0 ? closed.indexOf(1) : closed.lastIndexOf(1);
  for (let i = 0; i < n; i++) {
    const k = side < 0 ? i : n - 1 - i;
    if (closed[k] === 1) last = k;
    nearest[k] = last;
  }
  return nearest;
}

function standardDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
}
