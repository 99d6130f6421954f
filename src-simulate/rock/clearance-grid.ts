import { COLUMN_STEP, COLUMNS, type RockSurface } from './rock-surface.ts';

const CELL = 0.05;
/** Largest distance of a point from its nearest node, m: half a cell's diagonal. */
const SLACK = CELL * Math.SQRT1_2;

/**
 * Clearance of a point in the section, at any chainage: a lower bound of the distance to the tightest outline of
 * the whole drive, on a square grid over the section. Distance is 1-Lipschitz, so the value of the nearest node
 * minus half a diagonal is a safe bound.
 */
export class ClearanceGrid {
  /** Largest radius of the void anywhere, m. */
  readonly widest: number;
  readonly #reach: number;
  readonly #size: number;
  readonly #grid: Float32Array;

  constructor(surface: RockSurface) {
    const tightest = new Float64Array(COLUMNS).fill(Number.POSITIVE_INFINITY);
    let widest = 0;
    for (let cell = 0; cell < surface.cellRows; cell++) {
      for (const row of [surface.lower[cell], surface.upper[cell]]) {
        for (let c = 0; c < COLUMNS; c++) {
          const radius = surface.nodes[row + c];
          if (radius < tightest[c]) tightest[c] = radius;
          if (radius > widest) widest = radius;
        }
      }
    }
    this.widest = widest;
    this.#reach = tightest.reduce((most, radius) => Math.max(most, radius), 0);
    this.#size = Math.ceil((2 * this.#reach) / CELL) + 1;
    this.#grid = new Float32Array(this.#size * this.#size);
    // Chords between columns lie inside the outline that is linear in the angle, hence on the safe side.
    const outline = Float64Array.from({ length: 2 * COLUMNS + 2 }, (_, i) => {
      const column = (i >> 1) % COLUMNS;
      const angle = column * COLUMN_STEP;
      return tightest[column] * (i % 2 === 0 ? Math.cos(angle) : Math.sin(angle));
    });
    for (let i = 0; i < this.#grid.length; i++) {
      const n = (i % this.#size) * CELL - this.#reach;
      const b = Math.floor(i / this.#size) * CELL - this.#reach;
      if (Math.hypot(n, b) < radiusOf(tightest, n, b)) {
        this.#grid[i] = Math.max(distanceTo(outline, n, b) - SLACK, 0);
      }
    }
  }

  /** Lower bound of the clearance at a position of the section, m; 0 near, in or behind the rock. */
  at(n: number, b: number): number {
    const column = Math.round((n + this.#reach) / CELL);
    const row = Math.round((b + this.#reach) / CELL);
    if (column < 0 || row < 0 || column >= this.#size || row >= this.#size) return 0;
    return this.#grid[row * this.#size + column];
  }
}

function radiusOf(tightest: Float64Array, n: number, b: number): number {
  const turn = Math.atan2(b, n) / COLUMN_STEP + COLUMNS;
  const column = Math.floor(turn);
  return Math.min(tightest[column % COLUMNS], tightest[(column + 1) % COLUMNS]);
}

function distanceTo(outline: Float64Array, n: number, b: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i + 3 < outline.length; i += 2) {
    const [ex, ey] = [outline[i + 2] - outline[i], outline[i + 3] - outline[i + 1]];
    const [px, py] = [n - outline[i], b - outline[i + 1]];
    const along = Math.min(Math.max((px * ex + py * ey) / (ex * ex + ey * ey), 0), 1);
    const [qx, qy] = [px - along * ex, py - along * ey];
    least = Math.min(least, qx * qx + qy * qy);
  }
  return Math.sqrt(least);
}
