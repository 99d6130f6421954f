import { orderStatistic } from '../../../math/statistics.ts';
import type { ObjectTreatment, SectionReach } from '../../../model/drive-object.ts';
import { giveBack } from '../../../model/give-back.ts';
import { angleOf, TypicalSection } from '../cells/typical-section.ts';
import { FILLED, MEASURED, type WallGrid } from '../cells/wall-grid.ts';
import { maskOutline } from './mask-outline.ts';
import type { WallCut, WallObject } from './wall-object.ts';

/** Heap: floor higher than the typical one by this at its edge and at its top, m; blasted floors stay under it. */
const EDGE_DEPTH = 0.12;
const LEAST_HEIGHT = 0.3;
/** Least footprint, m^2, and greatest length, m: a longer one is the floor. */
const LEAST_AREA = 1.5;
const MOST_LENGTH = 15;
/**
 * Mean over greatest height: a cone has a third, a ridge a half, with rounded tops up to 0.75; a slab or step of the
 * floor has more.
 */
const MOST_FULL = 0.75;
/** Directions within this of straight down look at the floor: sine of 20 degrees below level. */
const DOWN = -0.34;

/** Geometry and treatment of the heaps. */
interface MuckOptions {
  /** Chainage of the first slab, and thickness of a slab, m. */
  readonly start: number;
  readonly slab: number;
  readonly treatment: ObjectTreatment;
  /** Half-window of the typical section, m, and standard uncertainty of a line of the drive that is not seen, m. */
  readonly reach: number;
  readonly lineSigma: number;
  /** 1 per cell that a person says is wall; null: none. */
  readonly byHand: Uint8Array | null;
}

/**
 * Heaps of muck: measured floor that rises over the typical floor of the drive and falls back to it on all sides, as a
 * loose heap does. Left out, the floor under them is the typical one.
 *
 * @param grid changed in place if muck is left out
 * @param centre (left, up) of the section's middle per slab
 * @param things what stands in the drive: the floor in its sections is partly its own foot, and no heap
 */
export function findMuck(
  grid: WallGrid,
  centre: Float64Array,
  things: readonly WallObject[],
  options: MuckOptions,
): WallObject[] {
  const { slabs, bins, radius, state } = grid;
  const typical = new TypicalSection(grid, centre, options.slab, options.reach);
  const depth = new Float32Array(slabs * bins);
  for (let k = 0; k < slabs; k++)
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (options.byHand?.[cell] === 1) continue;
      if (state[cell] !== MEASURED || Math.sin(angleOf(j, bins)) > DOWN) continue;
      depth[cell] = -typical.cellBeyond(k, j);
    }
  const seen = new Uint8Array(depth.length);
  const heaps: WallObject[] = [];
  for (let first = 0; first < depth.length; first++) {
    if (depth[first] < EDGE_DEPTH || seen[first] === 1) continue;
    const cells = connected(first, depth, seen, bins);
    const floor = new Map<number, number>();
    for (const cell of cells) {
      const j = cell % bins;
      const k = (cell - j) / bins;
      floor.set(cell, Math.max(radius[cell], typical.cellRadius(k, j, 0)));
    }
    const heap = heapOf(cells, floor, grid, centre, depth, options);
    if (heap === null || things.some(({ from, to }) => from < heap.to && to > heap.from)) continue;
    heaps.push(heap);
    if (options.treatment === 'kept') continue;
    for (const [cell, under] of floor) {
      radius[cell] = under;
      state[cell] = FILLED;
      grid.points[cell] = 0;
    }
  }
  giveBack(depth, seen);
  return heaps;
}

/** Cells of the floor that rise by the edge depth, connected with one. */
function connected(first: number, depth: Float32Array, seen: Uint8Array, bins: number): number[] {
  const cells = [first];
  seen[first] = 1;
  for (const cell of cells) {
    const j = cell % bins;
    const ring = cell - j;
    for (const next of [cell - bins, cell + bins, ring + ((j + 1) % bins), ring + ((j + bins - 1) % bins)]) {
      if (!(depth[next] >= EDGE_DEPTH) || seen[next] === 1) continue;
      seen[next] = 1;
      cells.push(next);
    }
  }
  return cells;
}

/** The entry of a heap; null if its size or shape is that of a floor. */
function heapOf(
  cells: readonly number[],
  floor: ReadonlyMap<number, number>,
  { slabs, bins, radius, points }: WallGrid,
  centre: Float64Array,
  depth: Float32Array,
  { start, slab, treatment, lineSigma }: MuckOptions,
): WallObject | null {
  const rows = cells.map((cell) => Math.floor(cell / bins));
  const [firstSlab, lastSlab] = [Math.min(...rows), Math.max(...rows)];
  const count = lastSlab + 1 - firstSlab;
  // What reaches the end of the wall was not seen to fall back to the floor.
  if (count * slab > MOST_LENGTH || firstSlab === 0 || lastSlab === slabs - 1) return null;
  const width = (2 * Math.PI) / bins;
  const area = new Float64Array(count);
  const volume = new Float64Array(count);
  let returns = 0;
  for (const cell of cells) {
    const [inner, outer] = [radius[cell], floor.get(cell)!];
    const k = Math.floor(cell / bins) - firstSlab;
    // Footprint on the floor, which the ray meets at an angle.
    area[k] += outer * width * slab;
    volume[k] += ((outer ** 2 - inner ** 2) / 2) * width * slab;
    returns += points[cell];
  }
  const [footprint, heap] = [area, volume].map((values) => values.reduce((sum, value) => sum + value, 0));
  const heights = Float64Array.from(cells, (cell) => depth[cell]);
  const height = orderStatistic(heights, Math.floor(0.97 * (heights.length - 1)));
  if (height < LEAST_HEIGHT || footprint < LEAST_AREA || heap > MOST_FULL * height * footprint) return null;
  // The grid changes if the heap is left out.
  const tops = new Map(cells.map((cell) => [cell, radius[cell]]));
  const isIn = new Set(cells);
  const corners = maskOutline(
    (row, column) => isIn.has(row * bins + column),
    cells.map((cell) => [Math.floor(cell / bins), cell % bins] as const),
  );
  const outline = corners.flatMap(([row, column]) => {
    const k = Math.min(row, lastSlab);
    const near = isIn.has(k * bins + column) ? column : column - 1;
    const cell = k * bins + Math.max(0, Math.min(bins - 1, near));
    const angle = column * width - Math.PI;
    return [start + row * slab, centre[2 * k] + (floor.get(cell) ?? radius[cell]) * Math.cos(angle)];
  });
  return {
    class: 'muck',
    treatment,
    from: start + firstSlab * slab,
    to: start + (lastSlab + 1) * slab,
    outline: Float64Array.from(outline),
    outlineOn: 'plan',
    firstSlab,
    area,
    volume,
    sigma: footprint * lineSigma,
    points: returns,
    reach: heapReach(cells, tops, floor, bins, centre),
    cut: (slab) => heapCut(slab, tops, floor, bins, centre),
  };
}

/** (left, up) of a radius in a cell, m from the axis. */
function placeOf(cell: number, r: number, bins: number, centre: Float64Array): [number, number] {
  const j = cell % bins;
  const k = (cell - j) / bins;
  return [centre[2 * k] + r * Math.cos(angleOf(j, bins)), centre[2 * k + 1] + r * Math.sin(angleOf(j, bins))];
}

function heapReach(
  cells: readonly number[],
  tops: ReadonlyMap<number, number>,
  floor: ReadonlyMap<number, number>,
  bins: number,
  centre: Float64Array,
): SectionReach {
  const places = cells.flatMap((cell) => [
    placeOf(cell, tops.get(cell)!, bins, centre),
    placeOf(cell, floor.get(cell)!, bins, centre),
  ]);
  const [lefts, ups] = [0, 1].map((k) => places.map((place) => place[k]));
  return { left: [Math.min(...lefts), Math.max(...lefts)], up: [Math.min(...ups), Math.max(...ups)] };
}

/** Closed outline of a heap in the section of a slab: its top, and back along the floor under it. */
function heapCut(
  slab: number,
  tops: ReadonlyMap<number, number>,
  floor: ReadonlyMap<number, number>,
  bins: number,
  centre: Float64Array,
): WallCut | null {
  const cells: number[] = [];
  for (let j = 0; j < bins; j++) if (tops.has(slab * bins + j)) cells.push(slab * bins + j);
  if (cells.length < 2) return null;
  const over = cells.map((cell) => placeOf(cell, tops.get(cell)!, bins, centre));
  const under = cells.toReversed().map((cell) => placeOf(cell, floor.get(cell)!, bins, centre));
  return { lines: [Float64Array.from([...over, ...under].flat())], isClosed: true };
}
