import { median } from '../../../math/statistics.ts';
import type { WallGrid } from '../cells/wall-grid.ts';
import { forEachSlab, type SectionVoxels } from '../voxels/section-voxels.ts';
import { type ClusterCell, splitCells } from './split-cells.ts';

/** Points this far inside the wall belong to things, m: relief inside a cell and feet of the wall are nearer. */
export const CLEAR = 0.2;
/** A cell whose neighbour is farther off than this is on the edge of a ledge or recess, whose side is rock, m. */
const EDGE = 0.3;
/** Size of the cells that things are collected in across the axis, and of their steps along it, m. */
const CELL = 0.15;
/** Cells up to this many steps apart are connected: sides that rays graze show with gaps. */
const NEAR = 2;
/** Points that a cell needs: stray returns are single. */
const LEAST_POINTS = 3;
/**
 * Median number of points in a voxel of a thing, from which on it is a body: its surface is met again by scan after
 * scan. Dust fills its space with single returns: 1.0, where vehicles, ducts and cables have 4 to 20.
 */
const BODY_POINTS = 2;

/** Points of one slab of a thing: (left, up) from the axis, m. */
export interface ThingSlab {
  readonly slab: number;
  readonly places: number[];
}

/** Connected points well inside the wall. */
export interface ThingCells {
  /** In order of slab. */
  readonly slabs: readonly ThingSlab[];
  readonly points: number;
}

interface Cell extends ClusterCell {
  /** Place in the order in which the cells of a drive are met. */
  readonly order: number;
  readonly places: number[];
  points: number;
}

/** A cluster with the order of its first cell. */
interface Cluster {
  readonly order: number;
  readonly things: readonly ThingCells[];
}

/** Cells that gather before clusters are looked for in them; more of those that are still open. */
const LEAST_CELLS = 8192;

/**
 * Connected clusters of what lies well inside a wall: people, vehicles, ducts. Cells of 0.15 m up to 0.3 m apart, corners
 * included, are one thing.
 *
 * @param centre (left, up) of the section's middle per slab
 * @param wall filled; where it is unknown nothing is inside
 * @param least cells that gather before clusters are looked for; the result does not depend on it
 */
export function thingCells(
  voxels: SectionVoxels,
  centre: Float64Array,
  wall: WallGrid,
  least = LEAST_CELLS,
): ThingCells[] {
  const { slabs, bins, radius } = wall;
  const width = (2 * Math.PI) / bins;
  const cells = new Map<number, Cell>();
  // Stray returns are most of the cells: they leave as soon as their row is complete. Dust is most of the others: it
  // leaves when its cluster is.
  let open: number[] = [];
  let openRow = -1;
  let order = 0;
  let enough = least;
  const clusters: Cluster[] = [];
  const closeRow = (next: number): void => {
    for (const key of open) if (cells.get(key)!.points < LEAST_POINTS) cells.delete(key);
    open = [];
    openRow = next;
    if (cells.size < enough && next !== Number.POSITIVE_INFINITY) return;
    for (const cluster of takeClusters(cells, next)) clusters.push(cluster);
    enough = Math.max(least, 2 * cells.size);
  };
  forEachSlab(voxels, (k, seen) => {
    if (k >= slabs) return;
    const row = Math.floor((k * voxels.slab) / CELL);
    if (row !== openRow) closeRow(row);
    for (let i = 0; i < seen.count; i++) {
      const left = seen.left[i] - centre[2 * k];
      const up = seen.up[i] - centre[2 * k + 1];
      const r = Math.sqrt(left * left + up * up);
      const j = Math.min(bins - 1, Math.floor((Math.atan2(up, left) + Math.PI) / width));
      const wallHere = radius[k * bins + j];
      if (r > wallHere - CLEAR || isEdge(wall, k, j)) continue;
      const key = keyOf(row, Math.floor(seen.left[i] / CELL), Math.floor(seen.up[i] / CELL));
      let cell = cells.get(key);
      if (cell === undefined) {
        cell = { order: order++, row, places: [], points: 0 };
        cells.set(key, cell);
        open.push(key);
      }
      cell.places.push(k, seen.left[i], seen.up[i]);
      cell.points += seen.points[i];
    }
  });
  closeRow(Number.POSITIVE_INFINITY);
  return clusters.sort((a, b) => a.order - b.order).flatMap(({ things }) => things);
}

/** Steps of a key along the axis, to the left and up; the section has at most 256 cells of 0.15 m either way. */
const PER_ROW = 512;

function keyOf(along: number, left: number, up: number): number {
  return (along * PER_ROW + left + PER_ROW / 2) * PER_ROW + up + PER_ROW / 2;
}

function isEdge({ slabs, bins, radius }: WallGrid, k: number, j: number): boolean {
  const r = radius[k * bins + j];
  for (const other of [
    k * bins + ((j + 1) % bins),
    k * bins + ((j + bins - 1) % bins),
    k > 0 ? (k - 1) * bins + j : -1,
    k < slabs - 1 ? (k + 1) * bins + j : -1,
  ])
    if (other >= 0 && Math.abs(radius[other] - r) > EDGE) return true;
  return false;
}

/**
 * Takes the clusters out of the cells that no cell of a row from `nextRow` on can join.
 *
 * @param cells in the order in which they were met
 */
function takeClusters(cells: Map<number, Cell>, nextRow: number): Cluster[] {
  const seen = new Set<number>();
  const clusters: Cluster[] = [];
  for (const [start, { order }] of cells) {
    if (seen.has(start)) continue;
    seen.add(start);
    const keys = [start];
    for (const key of keys)
      for (let da = -NEAR; da <= NEAR; da++)
        for (let dl = -NEAR; dl <= NEAR; dl++)
          for (let du = -NEAR; du <= NEAR; du++) {
            const next = key + (da * PER_ROW + dl) * PER_ROW + du;
            if (seen.has(next) || !cells.has(next)) continue;
            seen.add(next);
            keys.push(next);
          }
    const members = keys.map((key) => cells.get(key)!);
    if (members.some(({ row }) => row >= nextRow - NEAR)) continue;
    for (const key of keys) cells.delete(key);
    if (median(members.map(({ points, places }) => (3 * points) / places.length)) >= BODY_POINTS)
      clusters.push({ order, things: splitCells(members, CELL).map(gathered) });
  }
  return clusters;
}

function gathered(cells: readonly ClusterCell[]): ThingCells {
  const bySlab = new Map<number, number[]>();
  let points = 0;
  for (const cell of cells) {
    points += cell.points;
    for (let i = 0; i < cell.places.length; i += 3) {
      const places = bySlab.get(cell.places[i]);
      if (places === undefined) bySlab.set(cell.places[i], [cell.places[i + 1], cell.places[i + 2]]);
      else places.push(cell.places[i + 1], cell.places[i + 2]);
    }
  }
  const slabs = [...bySlab].sort(([a], [b]) => a - b).map(([slab, places]) => ({ slab, places }));
  return { slabs, points };
}
