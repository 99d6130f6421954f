import type { SensorModel } from '../../model/sensor.ts';
import { ImageGrid } from './image-grid.ts';

/** Neighbourhood for connectivity, in columns and rows to either side: a lost return must not split a body. */
const COLUMN_REACH = 2;
const ROW_REACH = 1;

/** Image of the returns of one scan with its neighbourhoods, to find connected bodies. */
export class ReturnImage {
  readonly #grid: ImageGrid;
  /** Index of the return in a cell; -1: none. */
  readonly #returnAt: Int32Array;
  readonly #cellOf: Uint32Array;
  readonly #isMet: Uint8Array;
  readonly #step: number;
  #xyz: Float32Array = new Float32Array(0);

  /** @param step largest distance between neighbours of one body, m */
  constructor(sensor: SensorModel, step: number) {
    this.#grid = new ImageGrid(sensor);
    const cells = this.#grid.rows * this.#grid.columns;
    this.#returnAt = new Int32Array(cells);
    this.#cellOf = new Uint32Array(cells);
    this.#isMet = new Uint8Array(cells);
    this.#step = step;
  }

  /** Loads a scan; `xyz` (lidar frame, m) is read until the next call. */
  fill(xyz: Float32Array, pixel: Uint32Array, count: number): void {
    this.#xyz = xyz;
    this.#returnAt.fill(-1);
    this.#isMet.fill(0);
    for (let i = 0; i < count; i++) {
      const cell = this.#grid.cellOf(xyz, 3 * i, pixel[i]);
      this.#cellOf[i] = cell;
      this.#returnAt[cell] = i;
    }
  }

  /** Returns connected to these that no call since `fill` has visited yet. */
  beside(returns: Uint32Array): Uint32Array {
    const { columns, rows } = this.#grid;
    for (const i of returns) this.#isMet[i] = 1;
    const neighbours: number[] = [];
    for (const i of returns) {
      const row = (this.#cellOf[i] / columns) | 0;
      const column = this.#cellOf[i] - row * columns;
      for (let r = Math.max(row - ROW_REACH, 0); r <= Math.min(row + ROW_REACH, rows - 1); r++)
        for (let turn = -COLUMN_REACH; turn <= COLUMN_REACH; turn++) {
          const other = this.#returnAt[r * columns + this.#grid.wrap(column + turn)];
          if (other < 0 || this.#isMet[other] || this.#distance(i, other) > this.#step) continue;
          this.#isMet[other] = 1;
          neighbours.push(other);
        }
    }
    return Uint32Array.from(neighbours);
  }

  #distance(a: number, b: number): number {
    const p = this.#xyz;
    const dx = p[3 * a] - p[3 * b];
    const dy = p[3 * a + 1] - p[3 * b + 1];
    const dz = p[3 * a + 2] - p[3 * b + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
