import { type Kernels, openKernels } from '../../math/simd-kernels.ts';
import type { PointSet } from '../method.ts';

/** Points about their mean, and that mean, m. */
export interface CentredPoints {
  /** 3 * count, relative to the mean. */
  readonly xyz: Float32Array<ArrayBuffer>;
  readonly mean: readonly [x: number, y: number, z: number];
}

/** Larger clouds would double their memory for a copy among the kernels. */
const MOST_POINTS = 1 << 18;

/** Host memory for preparing a cloud, reused between calls because allocating costs more than filling. */
export class CloudRoom {
  #floats = new Float32Array(0);
  #centring: Centring | null = null;

  /** The first `length` floats of the room, whatever they held. */
  floats(length: number): Float32Array<ArrayBuffer> {
    if (this.#floats.length < length) this.#floats = new Float32Array(length);
    return this.#floats.subarray(0, length);
  }

  /**
   * The twin of the loops of `localCloud` in WebAssembly, to the same numbers. They lie in the room until the next call.
   *
   * @returns null where there is no SIMD, and for very large clouds
   */
  centred({ count, xyz }: PointSet): CentredPoints | null {
    if (count === 0 || count > MOST_POINTS) return null;
    if (this.#centring === null || this.#centring.from.length < xyz.length)
      this.#centring = centringOf(xyz.length);
    if (this.#centring === null) return null;
    const { run, from, mean, to } = this.#centring;
    from.set(xyz);
    run.centred(from.byteOffset, count, mean.byteOffset, to.byteOffset);
    const [x, y, z] = mean;
    return { xyz: to.subarray(0, 3 * count), mean: [x, y, z] };
  }
}

/** Kernels with arrays for so many coordinates. */
interface Centring {
  readonly run: Kernels['run'];
  readonly from: Float64Array;
  readonly mean: Float64Array;
  readonly to: Float32Array<ArrayBuffer>;
}

function centringOf(coordinates: number): Centring | null {
  const kernels = openKernels(12 * coordinates + 128);
  if (kernels === null) return null;
  const [from, mean, to] = [kernels.f64(coordinates), kernels.f64(3), kernels.f32(coordinates)];
  return { run: kernels.run, from, mean, to };
}
