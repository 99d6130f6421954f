import type { SensorModel } from '../../model/sensor.ts';
import { ImageGrid } from './image-grid.ts';

/** Columns and rows to either side in which what hangs together is looked for: a lost return must not cut a body. */
const COLUMN_REACH = 2;
const ROW_REACH = 1;

/** The returns of one scan as neighbours in its image, to find what hangs together. */
export class ReturnImage {
  readonly #grid: ImageGrid;
  /** Return in a cell, -1 for none. */
  readonly #returnAt: Int32Array;
  readonly #cellOf: Uint32Array;
  readonly #isMet: Uint8Array;
  readonly #step: number;
  #xyz: Float32Array = new Float32Array(0);

  /** @param step neighbours of one body are at most this far apart, m */
  constructor(sensor: SensorModel, step: number) {
    this.#grid = new ImageGrid(sensor);
    const cells = this.#grid.rows * this.#grid.columns;
    this.#returnAt = new Int32Array(cells);
    this.#cellOf = new Uint32Array(cells);
    this.#isMet = new Uint8Array(cells);
    this.#step = step;
  }

  /** Takes a scan; `xyz` (lidar frame, m) is read until the next call. */
  fill(xyz: Float32Array, pixel: Uint32Array, count: number): void {
    this.#xyz = xyz;
    this.#returnAt.fill(-1);
    this.#isMet.fill(0);
    for (let i = 0; i < count; i++) {
      const cell = this.#grid.cellOf(xyz[3 * i], xyz[3 * i + 1], pixel[i]);
      this.#cellOf[i] = cell;
      this.#returnAt[cell] = i;
    }
  }

  /** Returns beside these that no call since `fill` has met yet. */
  beside(returns: Uint32Array): Uint32Array {
    const { columns, rows } = this.#grid;
    for (const i of returns) this.#isMet[i] = 1;
    const found: number[] = [];
    for (const i of returns) {
      const row = (this.#cellOf[i] / columns) | 0;
      const column = this.#cellOf[i] - row * columns;
      for (let r = Math.max(row - ROW_REACH, 0); r <= Math.min(row + ROW_REACH, rows - 1); r++)
        for (let turn = -COLUMN_REACH; turn <= COLUMN_REACH; turn++) {
          const other = this.#returnAt[r * columns + this.#grid.wrap(column + turn)];
          if (other < 0 || this.#isMet[other] || this.#distance(i, other) > this.#step) continue;
          this.#isMet[other] = 1;
          found.push(other);
        }
    }
    return Uint32Array.from(found);
  }

  #distance(a: number, b: number): number {
    const p = this.#xyz;
    const dx = p[3 * a] - p[3 * b];
    const dy = p[3 * a + 1] - p[3 * b + 1];
    const dz = p[3 * a + 2] - p[3 * b + 2];
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  }
}
