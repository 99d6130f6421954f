import { MEASURED, type WallGrid } from './wall-grid.ts';

/** Sizes of the patches, in slabs. */
const SIZES = [1, 2, 4, 8, 16];
/** Slabs on either side that a patch is predicted from. */
const RIM = 2;
/** Length of the tiles that patches are accumulated in, m along the axis, and their number round the section. */
const TILE = 2;
const SECTORS = 12;
/** Least number of patches near by; with fewer, those of the whole wall are used. */
const ENOUGH = 20;

/**
 * Error of interpolating the wall, by cross-validation where it was measured: the mean over a square patch is
 * predicted from the slabs before and behind it, and compared with the measurement.
 */
export class WallRelief {
  readonly #slab: number;
  readonly #bins: number;
  readonly #tiles: number;
  /** Per size, tile and sector: sum of squares and number of patches. */
  readonly #squares: Float64Array;
  readonly #patches: Float64Array;

  /** @param slab thickness of a slab, m */
  constructor(grid: WallGrid, slab: number) {
    this.#slab = slab;
    this.#bins = grid.bins;
    this.#tiles = Math.max(1, Math.ceil((grid.slabs * slab) / TILE));
    this.#squares = new Float64Array(SIZES.length * this.#tiles * SECTORS);
    this.#patches = new Float64Array(this.#squares.length);
    const cellWidth = meanRadius(grid) * ((2 * Math.PI) / grid.bins);
    if (!(cellWidth > 0)) return;
    SIZES.forEach((size, s) => {
      this.#tryPatches(grid, s, size, Math.max(1, Math.round((size * slab) / cellWidth)));
    });
  }

  /**
   * Standard deviation of the mean over a patch from its prediction, m; NaN if no patch of the wall is
   * measured.
   *
   * @param width of the patch, m
   * @param slab, bin position of the patch
   */
  sigmaOf(width: number, slab: number, bin: number): number {
    const slabs = width / this.#slab;
    const s = SIZES.findIndex((size) => size >= slabs - 1e-6);
    if (s < 0) {
      // Wider than any patch tested: it grows no faster than the width.
      const widest = SIZES.length - 1;
      return (this.#near(widest, slab, bin) * slabs) / SIZES[widest];
    }
    return this.#near(s, slab, bin);
  }

  #near(s: number, slab: number, bin: number): number {
    const { tile, sector } = this.#tileOf(slab, bin);
    let squares = 0;
    let patches = 0;
    for (let t = Math.max(0, tile - 1); t <= Math.min(this.#tiles - 1, tile + 1); t++) {
      for (let d = -1; d <= 1; d++) {
        const at = this.#at(s, t, (sector + d + SECTORS) % SECTORS);
        squares += this.#squares[at];
        patches += this.#patches[at];
      }
    }
    if (patches >= ENOUGH) return Math.sqrt(squares / patches);
    const first = this.#at(s, 0, 0);
    for (let at = first; at < first + this.#tiles * SECTORS; at++) {
      squares += this.#squares[at];
      patches += this.#patches[at];
    }
    if (patches > 0) return Math.sqrt(squares / patches);
    return s > 0 ? 2 * this.#near(s - 1, slab, bin) : Number.NaN;
  }

  #tryPatches({ slabs, bins, radius, state }: WallGrid, s: number, size: number, across: number): void {
    const step = Math.max(1, size >> 1);
    for (let k = RIM; k + size + RIM <= slabs; k += step) {
      for (let j = 0; j + across <= bins; j += across) {
        let inside = 0;
        let rim = 0;
        let whole = true;
        for (let a = -RIM; a < size + RIM && whole; a++) {
          for (let b = 0; b < across; b++) {
            const cell = (k + a) * bins + j + b;
            if (state[cell] !== MEASURED) {
              whole = false;
              break;
            }
            if (a >= 0 && a < size) inside += radius[cell];
            else rim += radius[cell];
          }
        }
        if (!whole) continue;
        const off = inside / (size * across) - rim / (2 * RIM * across);
        const { tile, sector } = this.#tileOf(k + (size >> 1), j + (across >> 1));
        const at = this.#at(s, tile, sector);
        this.#squares[at] += off * off;
        this.#patches[at]++;
      }
    }
  }

  #tileOf(slab: number, bin: number): { tile: number; sector: number } {
    return {
      tile: Math.min(this.#tiles - 1, Math.floor((slab * this.#slab) / TILE)),
      sector: Math.floor((bin * SECTORS) / this.#bins),
    };
  }

  #at(s: number, tile: number, sector: number): number {
    return (s * this.#tiles + tile) * SECTORS + sector;
  }
}

function meanRadius({ radius, state }: WallGrid): number {
  let sum = 0;
  let cells = 0;
  for (let cell = 0; cell < radius.length; cell++) {
    if (state[cell] !== MEASURED) continue;
    sum += radius[cell];
    cells++;
  }
  return sum / cells;
}
