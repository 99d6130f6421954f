import { subSeed } from '../src-core/math/random.ts';
import { VALUE_NOISE_SIGMA, valueNoise3 } from './rock/value-noise.ts';

const STEP = 0.1;
const COLUMNS = 120;
const STRIDE = COLUMNS + 1;
const LAYERS = [
  // Patches of dust and of fresh rock, mottling, and streaks of water on the walls.
  { name: 'patches', sigma: 0.07, along: 3, around: 3 },
  { name: 'mottling', sigma: 0.05, along: 0.7, around: 0.7 },
  { name: 'streaks', sigma: 0.05, along: 0.4, around: 6 },
];

/** Mean albedo of the rock. */
const MEAN = 0.28;
/** Amplitude of the stripes about the mean. */
const STRIPE = 0.14;

/**
 * Albedo of the rock. 'rock': patches, mottling and streaks of water; 'plain': uniform, without any texture;
 * 'periodic': bright and dark rings that repeat every `period` metres along the drive, such as steel sets or
 * shotcrete joints, which look alike one period on.
 */
export type AlbedoOptions =
  | { readonly kind: 'rock' }
  | { readonly kind: 'plain' }
  | { readonly kind: 'periodic'; readonly period: number };

/** Albedo of the rock at a chainage (m) and an angle (rad from left towards up, 0 .. 2 pi). */
export interface Albedo {
  at(s: number, theta: number): number;
}

/** @param end chainage of the end of the drive, m */
export function buildAlbedo(options: AlbedoOptions, end: number, seed: number): Albedo {
  switch (options.kind) {
    case 'rock':
      return new AlbedoMap(end, seed);
    case 'plain':
      return { at: () => MEAN };
    case 'periodic':
      return { at: (s) => MEAN + STRIPE * Math.sin((2 * Math.PI * s) / options.period) };
  }
}

/** Albedo of rock; bilinear on a grid of 0.1 m x 3 deg. */
class AlbedoMap implements Albedo {
  readonly #rows: number;
  readonly #grid: Float32Array;

  constructor(end: number, seed: number) {
    this.#rows = Math.ceil(end / STEP) + 2;
    this.#grid = new Float32Array(this.#rows * STRIDE);
    for (const { name, sigma, along, around } of LAYERS) {
      const layerSeed = subSeed(seed, name);
      const gain = sigma / VALUE_NOISE_SIGMA;
      for (let row = 0; row < this.#rows; row++) {
        for (let c = 0; c < STRIDE; c++) {
          const angle = ((c % COLUMNS) * 2 * Math.PI) / COLUMNS;
          const scale = (2 * 2.4) / around;
          this.#grid[row * STRIDE + c] +=
            gain *
            valueNoise3(
              layerSeed,
              (2 * row * STEP) / along,
              scale * Math.cos(angle),
              scale * Math.sin(angle),
            );
        }
      }
    }
    for (let i = 0; i < this.#grid.length; i++)
      this.#grid[i] = Math.min(Math.max(MEAN + this.#grid[i], 0.05), 0.7);
  }

  at(s: number, theta: number): number {
    const y = Math.min(Math.max(s / STEP, 0), this.#rows - 1.001);
    const x = Math.min(theta / ((2 * Math.PI) / COLUMNS), COLUMNS - 1e-9);
    const [row, column] = [Math.floor(y), Math.floor(x)];
    const [u, v] = [x - column, y - row];
    const at = row * STRIDE + column;
    const low = this.#grid[at] + u * (this.#grid[at + 1] - this.#grid[at]);
    const high = this.#grid[at + STRIDE] + u * (this.#grid[at + STRIDE + 1] - this.#grid[at + STRIDE]);
    return low + v * (high - low);
  }
}
