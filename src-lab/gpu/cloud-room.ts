import { type Kernels, openKernels } from '../../src-core/math/simd-kernels.ts';
import type { PointSet } from '../problem/method.ts';

/** Points about their mean, and that mean, m. */
interface CentredPoints {
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
  readonly #before: CloudRoom | null;
  /** Where the numbers of the last cloud end. */
  #end = 0;

  /**
   * @param before room in whose memory the numbers lie, behind those of its last cloud, so that both are written to a
   *   device at once and what the kernels read stays in the processor's cache; none for memory of its own
   */
  constructor(before: CloudRoom | null = null) {
    this.#before = before;
  }

  /** The first `length` floats of the room, whatever they held. */
  floats(length: number): Float32Array<ArrayBuffer> {
    if (this.#floats.length < length) this.#floats = new Float32Array(length);
    return this.#floats.subarray(0, length);
  }

  /**
   * The twin of the loops of `localCloud` in WebAssembly, to the same numbers. They lie in the room until the next call,
   * of this room or the one before.
   *
   * @returns null where there is no SIMD, and for very large clouds
   */
  centred({ count, xyz }: PointSet): CentredPoints | null {
    if (count === 0 || count > MOST_POINTS) return null;
    const first = this.#before === null ? 0 : this.#before.#end;
    const centring = (this.#before ?? this).#centringFor(xyz.length, first + xyz.length);
    if (centring === null) return null;
    const { run, from, mean, to } = centring;
    const numbers = to.subarray(first, first + 3 * count);
    from.set(xyz);
    run.centred(from.byteOffset, count, mean.byteOffset, numbers.byteOffset);
    this.#end = first + 3 * count;
    const [x, y, z] = mean;
    return { xyz: numbers, mean: [x, y, z] };
  }

  /** Grown memory leaves what was in the old one to those who hold it. */
  #centringFor(coordinates: number, end: number): Centring | null {
    const old = this.#centring;
    if (old === null || old.from.length < coordinates || old.to.length < end)
      this.#centring = centringOf(
        Math.max(coordinates, old?.from.length ?? 0),
        2 * Math.max(coordinates, end),
      );
    return this.#centring;
  }
}

/** Kernels with arrays for so many coordinates. */
interface Centring {
  readonly run: Kernels['run'];
  readonly from: Float64Array;
  readonly mean: Float64Array;
  readonly to: Float32Array<ArrayBuffer>;
}

function centringOf(coordinates: number, results: number): Centring | null {
  const kernels = openKernels(8 * coordinates + 4 * results + 128);
  if (kernels === null) return null;
  const [from, mean, to] = [kernels.f64(coordinates), kernels.f64(3), kernels.f32(results)];
  return { run: kernels.run, from, mean, to };
}
