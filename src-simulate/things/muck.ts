import type { Centreline } from '../motion/centreline.ts';
import type { Obstacle } from './obstacles.ts';

/** A heap of muck on the floor: the part of an ellipsoid that stands out of it. */
export interface MuckOptions {
  /** Middle of the heap, m. */
  readonly chainage: number;
  /** Offset of its middle to the left of the axis, m. */
  readonly left: number;
  /** Extent of its foot along and across the drive at the nominal floor, m. */
  readonly length: number;
  readonly width: number;
  /** Height over the nominal floor, m. */
  readonly height: number;
}

/**
 * Height of the heap as a share of the ellipsoid's upper half axis: its foot then slopes by 2.4 times height over
 * half width, which is the angle of repose of blasted rock (37 degrees) for heaps six times as wide as high.
 */
const STANDS_OUT = 0.3;

/** The heap as an obstacle, along the drive and its grade. */
export class MuckHeap implements Obstacle {
  readonly kind = 'muck';
  cosine = 1;
  readonly reflected = null;
  /** Over the nominal floor, m^3; the truth counts down to the rock. */
  readonly volume: number;
  readonly options: MuckOptions;
  readonly #centre: Float64Array;
  readonly #axes: readonly Float64Array[];
  readonly #half: readonly number[];

  constructor(options: MuckOptions, line: Centreline, axisHeight: number) {
    const { chainage, left, length, width, height } = options;
    this.options = options;
    const upper = height / STANDS_OUT;
    const { T, N, B } = line.frameAt(chainage);
    this.#centre = line.pointAt(chainage, left, -axisHeight - (upper - height));
    this.#axes = [T, N, B];
    const foot = Math.sqrt(1 - (1 - STANDS_OUT) ** 2);
    this.#half = [length / 2 / foot, width / 2 / foot, upper];
    const cap = STANDS_OUT ** 2 * (1 - STANDS_OUT / 3);
    this.volume = Math.PI * this.#half[0] * this.#half[1] * upper * cap;
  }

  intersect(ox: number, oy: number, oz: number, dx: number, dy: number, dz: number): number {
    const [px, py, pz] = [ox - this.#centre[0], oy - this.#centre[1], oz - this.#centre[2]];
    let [a, b, c] = [0, 0, -1];
    for (let i = 0; i < 3; i++) {
      const axis = this.#axes[i];
      const half = this.#half[i];
      const p = (px * axis[0] + py * axis[1] + pz * axis[2]) / half;
      const d = (dx * axis[0] + dy * axis[1] + dz * axis[2]) / half;
      a += d * d;
      b += p * d;
      c += p * p;
    }
    const root = b * b - a * c;
    if (root < 0 || b > 0) return Number.POSITIVE_INFINITY;
    const t = (-b - Math.sqrt(root)) / a;
    if (t < 0) return Number.POSITIVE_INFINITY;
    let [normal2, facing] = [0, 0];
    for (let i = 0; i < 3; i++) {
      const axis = this.#axes[i];
      const half = this.#half[i];
      const q = (px + t * dx) * axis[0] + (py + t * dy) * axis[1] + (pz + t * dz) * axis[2];
      const gradient = q / (half * half);
      normal2 += gradient * gradient;
      facing -= gradient * (dx * axis[0] + dy * axis[1] + dz * axis[2]);
    }
    this.cosine = facing / Math.sqrt(normal2);
    return t;
  }
}
