import { radiusFrom } from '../cells/slab-radius.ts';
import { FILLED, MEASURED, type WallGrid } from '../cells/wall-grid.ts';
import type { ThingCells } from './thing-cells.ts';

/** Slabs of measured wall that the end of a hole is taken from, m, and how far away they may be, m. */
const RIM = 0.5;
const REACH = 6;
/** A hole behind a thing goes on this far beyond it along the axis, m: its shadow. */
const SHADOW = 1.5;
/** Share of the cells of a hole that need wall on both sides. */
const KNOWN_SHARE = 0.9;

/**
 * Fills the wall and floor that a thing hides along the axis: in each direction on the line between the wall before
 * the thing and the wall behind it. Around the section there is no wall on both sides of a vehicle to continue, and
 * its hole became a pit.
 *
 * @param grid changed in place: cells that were not measured
 * @param centre (left, up) of the section's middle per slab
 * @param slab thickness of a slab, m
 */
export function fillBehind(thing: ThingCells, grid: WallGrid, centre: Float64Array, slab: number): void {
  const { bins, slabs, state } = grid;
  const width = (2 * Math.PI) / bins;
  const shadow = Math.round(SHADOW / slab);
  const first = Math.max(0, thing.slabs[0].slab - shadow);
  const last = Math.min(slabs - 1, thing.slabs[thing.slabs.length - 1].slab + shadow);
  const isHole = (cell: number): boolean =>
    state[cell] !== MEASURED && !(grid.water && grid.water.cells[cell] > 0);
  const hole = new Set<number>();
  for (const { slab: k, places } of thing.slabs)
    for (let i = 0; i < places.length; i += 2) {
      const turn = Math.atan2(places[i + 1] - centre[2 * k + 1], places[i] - centre[2 * k]) + Math.PI;
      const cell = k * bins + Math.min(bins - 1, Math.floor(turn / width));
      if (isHole(cell)) hole.add(cell);
    }
  for (const cell of hole) {
    const j = cell % bins;
    const k = (cell - j) / bins;
    for (const next of [
      k * bins + ((j + 1) % bins),
      k * bins + ((j + bins - 1) % bins),
      k > first ? cell - bins : -1,
      k < last ? cell + bins : -1,
    ])
      if (next >= 0 && isHole(next)) hole.add(next);
  }
  const filled = new Map<number, number>();
  for (const cell of hole) {
    const j = cell % bins;
    const k = (cell - j) / bins;
    const before = rimOf(grid, centre, k, j, -1, slab);
    const after = rimOf(grid, centre, k, j, 1, slab);
    if (before === null || after === null) continue;
    const share = (k - before.slab) / (after.slab - before.slab);
    filled.set(cell, before.radius + share * (after.radius - before.radius));
  }
  // Before a face there is no wall behind: what was interpolated around the section stays.
  if (filled.size < KNOWN_SHARE * hole.size) return;
  for (const [cell, radius] of filled) {
    grid.radius[cell] = radius;
    state[cell] = FILLED;
    if (grid.shadow) grid.shadow[cell] = 0;
  }
}

/** Mean radius about the middle of slab k, and place, of the first measured wall in a direction along the axis. */
function rimOf(
  grid: WallGrid,
  centre: Float64Array,
  k: number,
  j: number,
  direction: 1 | -1,
  slab: number,
): { slab: number; radius: number } | null {
  const { bins, slabs, state } = grid;
  const most = Math.round(RIM / slab);
  let [n, sum, at] = [0, 0, 0];
  for (let step = 1; step * slab <= REACH && n < most; step++) {
    const other = k + direction * step;
    if (other < 0 || other >= slabs) break;
    if (state[other * bins + j] !== MEASURED) continue;
    n++;
    sum += radiusFrom(grid, centre, other, k, j);
    at += other;
  }
  return n === 0 ? null : { slab: at / n, radius: sum / n };
}
