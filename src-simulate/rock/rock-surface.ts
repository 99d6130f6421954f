import { RECESS_ROUGHNESS, type RecessBox, recessRadius } from './recess.ts';
import type { Displacement } from './roughness.ts';
import type { Section } from './section.ts';

/** Rows of the table along the chainage, m. */
export const ROW_STEP = 0.025;
/** Columns of the table around the axis. */
export const COLUMNS = 720;
/** Radians between columns. */
export const COLUMN_STEP = (2 * Math.PI) / COLUMNS;

/** Angle of each column, rad from left towards up. */
export const COLUMN_ANGLES = Float64Array.from({ length: COLUMNS }, (_, c) => c * COLUMN_STEP);

const STRIDE = COLUMNS + 1;

/**
 * The rock surface: radius r(s, theta) from the axis, tabulated and bilinear between nodes. Rays are cast against
 * this same function that the ground truth integrates. Between two rows lies a cell row; each cell row refers to
 * the node rows of its lower and upper edge, so that r may jump at the jambs of a recess while it is continuous
 * everywhere else.
 */
export class RockSurface {
  readonly cellRows: number;
  /** Chainage of the last row, m. */
  readonly end: number;
  /** Chainages where r jumps, ascending. */
  readonly cuts: Float64Array;
  /** f32 radii, `STRIDE` per node row (the first column repeated at the end); drive rows, then recess rows. */
  readonly nodes: Float32Array;
  /** Per cell row: offset in `nodes` of the row at its lower and upper edge. */
  readonly lower: Int32Array;
  readonly upper: Int32Array;

  /**
   * @param displacement built for `COLUMN_ANGLES`
   * @param end chainage of the end of the drive, m
   */
  constructor(section: Section, displacement: Displacement, recesses: readonly RecessBox[], end: number) {
    this.cellRows = Math.ceil(end / ROW_STEP);
    this.end = this.cellRows * ROW_STEP;
    const spans = recesses.map((recess) => ({
      recess,
      from: Math.round(recess.chainage / ROW_STEP),
      to: Math.round((recess.chainage + recess.width) / ROW_STEP),
    }));
    const recessRows = spans.reduce((sum, { from, to }) => sum + to - from + 1, 0);
    this.nodes = new Float32Array((this.cellRows + 1 + recessRows) * STRIDE);
    this.cuts = Float64Array.from(spans.flatMap(({ from, to }) => [from * ROW_STEP, to * ROW_STEP])).sort();
    this.lower = Int32Array.from({ length: this.cellRows }, (_, k) => k * STRIDE);
    this.upper = Int32Array.from({ length: this.cellRows }, (_, k) => (k + 1) * STRIDE);

    const design = COLUMN_ANGLES.map((theta) => section.radiusAt(theta));
    for (let row = 0; row <= this.cellRows; row++) {
      this.#fillRow(row * STRIDE, (c) => {
        const radius = design[c] + displacement(row * ROW_STEP, c);
        return Math.max(radius, 0.5 * design[c]);
      });
    }
    let base = (this.cellRows + 1) * STRIDE;
    for (const { recess, from, to } of spans) {
      const box = COLUMN_ANGLES.map((theta) => recessRadius(recess, section, theta));
      for (let row = from; row <= to; row++) {
        this.#fillRow(base + (row - from) * STRIDE, (c) => {
          const drive = this.nodes[row * STRIDE + c];
          return box[c] === 0 ? drive : Math.max(drive, box[c] + RECESS_ROUGHNESS * (drive - design[c]));
        });
      }
      for (let cell = from; cell < to; cell++) {
        this.lower[cell] = base + (cell - from) * STRIDE;
        this.upper[cell] = base + (cell - from + 1) * STRIDE;
      }
      base += (to - from + 1) * STRIDE;
    }
  }

  /** Cell row that contains a chainage; a row's edge belongs to the cell above it. */
  cellRowOf(s: number): number {
    return Math.min(Math.max(Math.floor(s / ROW_STEP), 0), this.cellRows - 1);
  }

  /**
   * Radius of the void, m.
   *
   * @param theta rad from left towards up, any turn
   */
  radiusAt(s: number, theta: number): number {
    const cell = this.cellRowOf(s);
    return this.#interpolate(this.lower[cell], this.upper[cell], s / ROW_STEP - cell, theta);
  }

  /** Radius of the drive alone, without its recesses, m. */
  driveRadiusAt(s: number, theta: number): number {
    const cell = this.cellRowOf(s);
    return this.#interpolate(cell * STRIDE, (cell + 1) * STRIDE, s / ROW_STEP - cell, theta);
  }

  /** Offset in `nodes` of the drive's own row (without recesses) at the lower edge of a cell row. */
  driveRow(cell: number): number {
    return cell * STRIDE;
  }

  #interpolate(lower: number, upper: number, f: number, theta: number): number {
    const turns = theta / COLUMN_STEP;
    const at = turns - COLUMNS * Math.floor(turns / COLUMNS);
    const column = Math.min(Math.floor(at), COLUMNS - 1);
    const g = at - column;
    const { nodes } = this;
    const a = nodes[lower + column] + g * (nodes[lower + column + 1] - nodes[lower + column]);
    const z = nodes[upper + column] + g * (nodes[upper + column + 1] - nodes[upper + column]);
    return a + f * (z - a);
  }

  #fillRow(base: number, radius: (column: number) => number): void {
    for (let c = 0; c < COLUMNS; c++) this.nodes[base + c] = radius(c);
    this.nodes[base + COLUMNS] = this.nodes[base];
  }
}
