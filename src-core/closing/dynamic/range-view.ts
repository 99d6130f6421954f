import type { SensorModel } from '../../model/sensor.ts';
import type { DynamicOptions } from './dynamic-options.ts';
import { ImageGrid } from './image-grid.ts';

/** Verdict of one view on a point: no evidence, occupied, or seen through. */
export const NO_EVIDENCE = 0;
export const OCCUPIED = 1;
export const SEEN_THROUGH = 2;
type ViewVerdict = typeof NO_EVIDENCE | typeof OCCUPIED | typeof SEEN_THROUGH;

/** Steps of the lookup table from the slope of a ray to the beams around it. */
const SLOPE_STEPS = 1024;

/**
 * De-skewed returns of one scan as a range image about the middle of the rotation (rows are beams from the top
 * down, columns are azimuth), for the free-space vote. Lidar frame, m.
 *
 * The free-space vote of range images goes back to Pomerleau et al. 2014 and Kim & Kim 2020 (Removert). Their known
 * weakness is a wall at grazing incidence, whose neighbouring returns lie far apart in range: here a ray is
 * evidence of an empty position only if the position is also clear of the surface through the returns around the
 * ray.
 */
export class RangeView {
  readonly #grid: ImageGrid;
  readonly #columns: number;
  /** Slopes z / sqrt(x^2 + y^2) of the rows, falling. */
  readonly #slopes: Float64Array;
  /** Upper row of the two around a slope, by steps of the slope. */
  readonly #upperRow: Int32Array;
  readonly #range: Float32Array;
  readonly #xyz: Float32Array;

  constructor(sensor: SensorModel) {
    this.#grid = new ImageGrid(sensor);
    const { rows, columns, altitudeDeg } = this.#grid;
    this.#columns = columns;
    this.#slopes = altitudeDeg.map((degrees) => Math.tan((degrees * Math.PI) / 180));
    this.#upperRow = this.#rowTable();
    this.#range = new Float32Array(rows * columns);
    this.#xyz = new Float32Array(3 * rows * columns);
  }

  /**
   * Fills the image with the returns of a scan; of two in one pixel, the nearer is used.
   *
   * @param xyz 3 * count, lidar frame, m
   * @param pixel `beam * columns + column` of each
   */
  fill(xyz: Float32Array, pixel: Uint32Array, count: number): void {
    const range = this.#range;
    range.fill(0);
    for (let i = 0; i < count; i++) {
      const x = xyz[3 * i];
      const y = xyz[3 * i + 1];
      const z = xyz[3 * i + 2];
      const r = Math.sqrt(x * x + y * y + z * z);
      const at = this.#grid.cellOf(xyz, 3 * i, pixel[i]);
      if (range[at] !== 0 && range[at] <= r) continue;
      range[at] = r;
      this.#xyz[3 * at] = x;
      this.#xyz[3 * at + 1] = y;
      this.#xyz[3 * at + 2] = z;
    }
  }

  /**
   * Verdict on a point in the lidar frame, m: seen, seen through, or no evidence (occluded, or outside of the
   * view).
   *
   * @param point x, y, z; in an array, since numbers of a call are objects on the heap
   * @param onlyThrough only tests whether it is seen through; a seen point may then return no evidence
   */
  verdictOn(point: Float64Array, options: DynamicOptions, onlyThrough = false): ViewVerdict {
    const x = point[0];
    const y = point[1];
    const z = point[2];
    const flat = Math.sqrt(x * x + y * y);
    const row = this.#rowAbove(z / flat);
    if (row < 0) return NO_EVIDENCE;
    const r = Math.sqrt(x * x + y * y + z * z);
    const beyond = r + options.behind + options.behindShare * r;
    const before = 2 * r - beyond;
    const column = this.#grid.columnOf(point);
    const range = this.#range;
    let known = 0;
    let farther = 0;
    for (let below = 0; below < 2; below++) {
      const start = (row + below) * this.#columns;
      for (let turn = -1; turn <= 1; turn++) {
        const at = range[start + this.#grid.wrap(column + turn)];
        if (at === 0) continue;
        known++;
        if (at > beyond) farther++;
        else if (onlyThrough) return NO_EVIDENCE;
        else if (at > before) return OCCUPIED;
      }
    }
    // A single lost return must not invalidate a view, but both beams must have returns.
    if (known < 4 || farther < known) return NO_EVIDENCE;
    return this.#clearOf(x, y, z, row, column, options.clearance + options.clearanceShare * r);
  }

  /** Tests whether a point is clear of the plane through the returns around its ray. */
  #clearOf(x: number, y: number, z: number, row: number, column: number, clearance: number): ViewVerdict {
    const columns = this.#columns;
    const upper = row * columns;
    const [a, b] = [this.#known(upper, column, -1), this.#known(upper, column, 1)];
    const [c, d] = [this.#known(upper + columns, column, -1), this.#known(upper + columns, column, 1)];
    if (a < 0 || b < 0 || c < 0 || d < 0) return NO_EVIDENCE;
    const p = this.#xyz;
    // Normal of the quadrilateral: the cross product of its diagonals.
    const [ux, uy, uz] = [p[d] - p[a], p[d + 1] - p[a + 1], p[d + 2] - p[a + 2]];
    const [vx, vy, vz] = [p[c] - p[b], p[c + 1] - p[b + 1], p[c + 2] - p[b + 2]];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
    const mx = x - (p[a] + p[b] + p[c] + p[d]) / 4;
    const my = y - (p[a + 1] + p[b + 1] + p[c + 1] + p[d + 1]) / 4;
    const mz = z - (p[a + 2] + p[b + 2] + p[c + 2] + p[d + 2]) / 4;
    return Math.abs(mx * nx + my * ny + mz * nz) > clearance * length ? SEEN_THROUGH : NO_EVIDENCE;
  }

  /** Index in `xyz` of the return to one side of a column, or of the column itself; -1: none. */
  #known(rowStart: number, column: number, side: number): number {
    const beside = rowStart + this.#grid.wrap(column + side);
    if (this.#range[beside] > 0) return 3 * beside;
    return this.#range[rowStart + column] > 0 ? 3 * (rowStart + column) : -1;
  }

  /** Row of the beam above a slope; -1 outside of the beams. */
  #rowAbove(slope: number): number {
    const slopes = this.#slopes;
    const last = slopes.length - 1;
    if (!(slope <= slopes[0] && slope > slopes[last])) return -1;
    let row = this.#upperRow[(((slopes[0] - slope) / (slopes[0] - slopes[last])) * SLOPE_STEPS) | 0];
    while (slopes[row + 1] >= slope) row++;
    return row;
  }

  #rowTable(): Int32Array {
    const slopes = this.#slopes;
    const last = slopes.length - 1;
    return Int32Array.from({ length: SLOPE_STEPS + 1 }, (_, step) => {
      const slope = slopes[0] - ((slopes[0] - slopes[last]) * step) / SLOPE_STEPS;
      let row = 0;
      while (row < last - 1 && slopes[row + 1] >= slope) row++;
      return row;
    });
  }
}
