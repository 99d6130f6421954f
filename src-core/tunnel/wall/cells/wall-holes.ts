import { FILLED, UNKNOWN, type WallGrid } from './wall-grid.ts';

/** Connected component (4-neighbourhood) of interpolated cells. */
export interface WallHole {
  /** Indices in the grid. */
  readonly cells: readonly number[];
  /**
   * Width of the hole in its narrower direction, along the axis or round the section: the mean of its runs,
   * m. Along the axis only if wall was seen on both sides: a hole that ends where nothing is known, as before
   * a face, was interpolated round the section.
   */
  readonly width: number;
  /** The longer of one cell's two sides, m. */
  readonly cellWidth: number;
}

/**
 * Holes of a wall, in order of their first cells; standing water, which was not interpolated, is none.
 *
 * @param slab thickness of a slab, m
 */
export function wallHoles(grid: WallGrid, slab: number): WallHole[] {
  const { slabs, bins, state, water } = grid;
  const seen = water
    ? Uint8Array.from(water.cells, (pool) => (pool > 0 ? 1 : 0))
    : new Uint8Array(state.length);
  const holes: WallHole[] = [];
  for (let first = 0; first < state.length; first++) {
    if (state[first] !== FILLED || seen[first] === 1) continue;
    const cells = [first];
    seen[first] = 1;
    for (let i = 0; i < cells.length; i++) {
      const j = cells[i] % bins;
      const k = (cells[i] - j) / bins;
      for (const next of [
        k > 0 ? cells[i] - bins : -1,
        k < slabs - 1 ? cells[i] + bins : -1,
        k * bins + ((j + 1) % bins),
        k * bins + ((j + bins - 1) % bins),
      ]) {
        if (next < 0 || state[next] !== FILLED || seen[next] === 1) continue;
        seen[next] = 1;
        cells.push(next);
      }
    }
    holes.push(holeOf(cells, grid, slab));
  }
  return holes;
}

function holeOf(cells: readonly number[], grid: WallGrid, slab: number): WallHole {
  const { bins, radius, state } = grid;
  let alongRuns = 0;
  let openEnds = 0;
  let roundRuns = 0;
  let sumRadius = 0;
  for (const cell of cells) {
    const j = cell % bins;
    sumRadius += radius[cell];
    const [before, after] = [stateOf(grid, cell - bins), stateOf(grid, cell + bins)];
    if (before !== FILLED) alongRuns++;
    openEnds += (before === UNKNOWN ? 1 : 0) + (after === UNKNOWN ? 1 : 0);
    if (state[cell - j + ((j + bins - 1) % bins)] !== FILLED) roundRuns++;
  }
  const round = ((2 * Math.PI) / bins) * (sumRadius / cells.length);
  const widthAlong = (cells.length / alongRuns) * slab;
  const widthRound = (cells.length / Math.max(1, roundRuns)) * round;
  // At least half of its runs have an open end.
  const isOpen = 2 * openEnds >= alongRuns && roundRuns > 0;
  return {
    cells,
    width: isOpen ? widthRound : Math.min(widthAlong, widthRound),
    cellWidth: Math.max(slab, round),
  };
}

/** Beyond the ends of the grid nothing is known. */
function stateOf({ state }: WallGrid, cell: number): number {
  return state[cell] ?? UNKNOWN;
}
