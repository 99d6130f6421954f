import { hash3 } from '../../math/random.ts';
import { invert } from '../../math/se3.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { Rigid } from '../../model/rigid.ts';

interface CloudWallsOptions {
  /** Edge of the cells that points are thinned in, m. */
  readonly cell: number;
  /** Most points of a cell: some thirty make a plane of a submap's finest bin. */
  readonly mostPerCell: number;
}

const CLOUD_WALLS_DEFAULTS: CloudWallsOptions = { cell: 0.25, mostPerCell: 24 };

/** Cells along an edge of a block, by which points are looked up. */
const CELLS_PER_BLOCK = 8;
/** Cells from the middle to either side: 51 bits for the three together. */
const HALF_CELLS = 2 ** 16;

/**
 * Walls of a cloud of another program, for registrations: its points thinned evenly over the surface, looked up by place.
 * Memory grows with the surface of the walls, not with the density of the cloud. The same chunks give the same points.
 */
export class CloudWalls {
  readonly #options: CloudWallsOptions;
  /** Whole metres near the first point; the points are relative to it. */
  #origin: readonly number[] | null = null;
  readonly #cells = new Map<number, number>();
  #count = new Uint32Array(1024);
  #xyz = new Float32Array(0);
  #blocks: Map<number, number[]> | null = null;

  constructor(options: CloudWallsOptions = CLOUD_WALLS_DEFAULTS) {
    this.#options = options;
  }

  /** Number of occupied cells. */
  get cells(): number {
    return this.#cells.size;
  }

  /** Adds points, m. */
  add({ count, origin, xyz }: PointCloud): void {
    this.#blocks = null;
    this.#origin ??= Array.from(origin, Math.round);
    const { cell, mostPerCell } = this.#options;
    const [ox, oy, oz] = origin.map((value, k) => value - this.#origin![k]);
    for (let i = 0; i < 3 * count; i += 3) {
      const [x, y, z] = [xyz[i] + ox, xyz[i + 1] + oy, xyz[i + 2] + oz];
      const key = cellKey(Math.floor(x / cell), Math.floor(y / cell), Math.floor(z / cell));
      let slot = this.#cells.get(key);
      if (slot === undefined) {
        slot = this.#cells.size;
        this.#cells.set(key, slot);
        this.#grow(slot);
      }
      const seen = this.#count[slot]++;
      // Every point of a cell has the same chance to stay (Vitter 1985, algorithm R).
      const at = seen < mostPerCell ? seen : Math.floor((hash3(slot, seen, 0) / 2 ** 32) * (seen + 1));
      if (at >= mostPerCell) continue;
      this.#xyz.set([x, y, z], 3 * (slot * mostPerCell + at));
    }
  }

  /**
   * Points within a radius of a pose, in its frame.
   *
   * @param T_cloud_frame pose in the frame of the cloud, m
   * @returns 3 per point
   */
  around(T_cloud_frame: Rigid, radius: number): Float32Array {
    if (this.#origin === null) return new Float32Array(0);
    const { cell, mostPerCell } = this.#options;
    const { R } = invert(T_cloud_frame);
    const centre = Array.from(T_cloud_frame.t, (value, k) => value - this.#origin![k]);
    const edge = CELLS_PER_BLOCK * cell;
    const [from, to] = [-radius, radius].map((by) => centre.map((value) => Math.floor((value + by) / edge)));
    const blocks = this.#blocksOfCells();
    const nearby: number[] = [];
    for (let i = from[0]; i <= to[0]; i++)
      for (let j = from[1]; j <= to[1]; j++)
        for (let k = from[2]; k <= to[2]; k++)
          for (const slot of blocks.get(cellKey(i, j, k)) ?? []) {
            const first = 3 * slot * mostPerCell;
            const last = first + 3 * Math.min(this.#count[slot], mostPerCell);
            for (let at = first; at < last; at += 3) {
              const x = this.#xyz[at] - centre[0];
              const y = this.#xyz[at + 1] - centre[1];
              const z = this.#xyz[at + 2] - centre[2];
              if (x * x + y * y + z * z > radius * radius) continue;
              nearby.push(
                R[0] * x + R[1] * y + R[2] * z,
                R[3] * x + R[4] * y + R[5] * z,
                R[6] * x + R[7] * y + R[8] * z,
              );
            }
          }
    return Float32Array.from(nearby);
  }

  #grow(slot: number): void {
    const { mostPerCell } = this.#options;
    if (slot >= this.#count.length) {
      const count = new Uint32Array(2 * this.#count.length);
      count.set(this.#count);
      this.#count = count;
    }
    const needed = 3 * mostPerCell * (slot + 1);
    if (needed <= this.#xyz.length) return;
    const xyz = new Float32Array(Math.max(needed, Math.ceil(1.5 * this.#xyz.length)));
    xyz.set(this.#xyz);
    this.#xyz = xyz;
  }

  #blocksOfCells(): ReadonlyMap<number, readonly number[]> {
    if (this.#blocks !== null) return this.#blocks;
    const blocks = new Map<number, number[]>();
    for (const [key, slot] of this.#cells) {
      const [i, j, k] = cellOf(key).map((value) => Math.floor(value / CELLS_PER_BLOCK));
      const block = blocks.get(cellKey(i, j, k));
      if (block) block.push(slot);
      else blocks.set(cellKey(i, j, k), [slot]);
    }
    this.#blocks = blocks;
    return blocks;
  }
}

/** Key of a cell; a cloud of another place of Earth in one file would wrap around, which no mine does. */
function cellKey(i: number, j: number, k: number): number {
  const wrapped = (value: number): number => (value + HALF_CELLS) & (2 * HALF_CELLS - 1);
  return (wrapped(i) * 2 * HALF_CELLS + wrapped(j)) * 2 * HALF_CELLS + wrapped(k);
}

function cellOf(key: number): [number, number, number] {
  const k = key % (2 * HALF_CELLS);
  const rest = (key - k) / (2 * HALF_CELLS);
  const j = rest % (2 * HALF_CELLS);
  const i = (rest - j) / (2 * HALF_CELLS);
  return [i - HALF_CELLS, j - HALF_CELLS, k - HALF_CELLS];
}
