import { subSeed } from '../../src-core/math/random.ts';
import { VALUE_NOISE_SIGMA, valueNoise3 } from './value-noise.ts';

const CELL = 0.05;

/**
 * End face of the drive: the void ends at chainage `faceAt(n, b)`, bilinear on a square grid over the section. An
 * open end (a drive that continues beyond the sensor's range) has no face.
 */
export class Face {
  /** Nearest and farthest chainage of the face, m. */
  readonly nearest: number;
  readonly farthest: number;
  /** Largest slope of the surface, m of chainage per metre across. */
  readonly steepest: number;
  readonly #size: number;
  readonly #grid: Float32Array;
  readonly chainage: number;
  readonly #reach: number;

  /**
   * @param chainage nominal chainage of the face, m
   * @param relief standard deviation of the rock around it, m
   * @param reach half the side of the square that contains the whole section, m
   */
  constructor(chainage: number, relief: number, reach: number, seed: number) {
    this.chainage = chainage;
    this.#reach = reach;
    this.#size = Math.ceil((2 * reach) / CELL) + 1;
    this.#grid = new Float32Array(this.#size * this.#size);
    const octaves = [
      { wavelength: 2, share: 0.8 },
      { wavelength: 0.8, share: 0.5 },
      { wavelength: 0.35, share: 0.3 },
    ];
    const norm = Math.hypot(...octaves.map((octave) => octave.share));
    octaves.forEach(({ wavelength, share }, layer) => {
      const gain = (relief * share) / (norm * VALUE_NOISE_SIGMA);
      const scale = (2 * CELL) / wavelength;
      const layerSeed = subSeed(seed, `face ${layer}`);
      for (let i = 0; i < this.#grid.length; i++) {
        const [row, column] = [Math.floor(i / this.#size), i % this.#size];
        this.#grid[i] += gain * valueNoise3(layerSeed, column * scale, row * scale, 0.5);
      }
    });
    let [low, high, slope] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
    for (let i = 0; i < this.#grid.length; i++) {
      low = Math.min(low, this.#grid[i]);
      high = Math.max(high, this.#grid[i]);
      const acrossN = (i + 1) % this.#size === 0 ? 0 : this.#grid[i + 1] - this.#grid[i];
      const acrossB = i + this.#size >= this.#grid.length ? 0 : this.#grid[i + this.#size] - this.#grid[i];
      slope = Math.max(slope, Math.abs(acrossN), Math.abs(acrossB));
    }
    this.nearest = chainage + low;
    this.farthest = chainage + high;
    // Both partial slopes of a bilinear patch are bounded by its edges; combined they give sqrt(2).
    this.steepest = (Math.SQRT2 * slope) / CELL;
  }

  /** Chainage of the face at a position of the section, m; constant beyond the edge of the grid. */
  faceAt(n: number, b: number): number {
    const x = Math.min(Math.max((n + this.#reach) / CELL, 0), this.#size - 1.001);
    const y = Math.min(Math.max((b + this.#reach) / CELL, 0), this.#size - 1.001);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const [u, v] = [x - column, y - row];
    const at = row * this.#size + column;
    const grid = this.#grid;
    const size = this.#size;
    const low = grid[at] + u * (grid[at + 1] - grid[at]);
    const high = grid[at + size] + u * (grid[at + size + 1] - grid[at + size]);
    return this.chainage + low + v * (high - low);
  }
}
