import { planeEigenOf } from '../../math/eigen3.ts';
import { addToPlane, momentsOfPlane, PLANE_SUMS } from '../../math/plane-sums.ts';
import { type Kernels, openKernels } from '../../math/simd-kernels.ts';
import type { ScanPoints } from './scan-points.ts';

export interface NormalOptions {
  /** Half width of the window in columns; at 1024 columns one is 0.35 degrees. */
  readonly columnReach: number;
  /** Half height of the window in beams. */
  readonly beamReach: number;
  /** Largest range step of a neighbour, as a share of the point's own range; beyond it lies another surface. */
  readonly maxRangeStep: number;
}

export const NORMAL_DEFAULTS: NormalOptions = { columnReach: 4, beamReach: 1, maxRangeStep: 0.15 };

/**
 * Normals by principal component analysis over a window of the range image: the image gives the neighbours, so no
 * search is needed. A normal is (0, 0, 0) if fewer than two beams or five points lie on the surface.
 */
export class RangeImageNormals {
  readonly #beams: number;
  readonly #columns: number;
  readonly #options: NormalOptions;
  /** Points by pixel, three numbers; NaN: none. Each row begins and ends with the columns across the seam. */
  readonly #image: Float32Array;
  readonly #eigen = new Float64Array(6);
  readonly #sums = new Float64Array(PLANE_SUMS);
  readonly #moments = new Float64Array(PLANE_SUMS);
  readonly #simd: SimdNormals | null;

  /** @param simd false: in TypeScript, also where WebAssembly would be faster; the numbers are the same */
  constructor(beams: number, columns: number, options: NormalOptions, simd = true) {
    this.#beams = beams;
    this.#columns = columns;
    this.#options = options;
    const padded = 3 * beams * (columns + 2 * options.columnReach);
    this.#simd = simd ? openNormals(padded, beams * columns) : null;
    this.#image = this.#simd?.image ?? new Float32Array(padded);
  }

  /**
   * @param points all points of the scan
   * @param chosen indices into `points` to compute normals for
   * @param out 3 * chosenCount unit normals, pointing to the sensor
   */
  compute(points: ScanPoints, chosen: Uint32Array, chosenCount: number, out: Float32Array): void {
    this.#fill(points);
    if (this.#simd !== null) {
      this.#computeSimd(this.#simd, points, chosen, chosenCount, out);
      return;
    }
    const { columnReach, beamReach, maxRangeStep } = this.#options;
    const { xyz, pixel } = points;
    const image = this.#image;
    const eigen = this.#eigen;
    const sums = this.#sums;
    const moments = this.#moments;
    const columns = this.#columns;
    const stride = 3 * (columns + 2 * columnReach);
    const window = 3 * (2 * columnReach + 1);
    for (let k = 0; k < chosenCount; k++) {
      const i = chosen[k];
      const px = xyz[3 * i];
      const py = xyz[3 * i + 1];
      const pz = xyz[3 * i + 2];
      const range2 = px * px + py * py + pz * pz;
      const reach2 = maxRangeStep ** 2 * range2;
      const beam = Math.floor(pixel[i] / columns);
      const column = pixel[i] - beam * columns;
      let n = 0;
      let ownBeam = 0;
      sums.fill(0);
      const lastBeam = Math.min(this.#beams - 1, beam + beamReach);
      for (let b = Math.max(0, beam - beamReach); b <= lastBeam; b++) {
        const from = b * stride + 3 * column;
        const before = n;
        for (let j = from; j < from + window; j += 3) {
          const dx = image[j] - px;
          const dy = image[j + 1] - py;
          const dz = image[j + 2] - pz;
          // Also false where there is no point.
          if (!(dx * dx + dy * dy + dz * dz <= reach2)) continue;
          n++;
          addToPlane(sums, 0, dx, dy, dz);
        }
        if (b === beam) ownBeam = n - before;
      }
      const at = 3 * k;
      out[at] = 0;
      out[at + 1] = 0;
      out[at + 2] = 0;
      if (n < 5 || n - ownBeam < 2) continue;
      momentsOfPlane(sums, 0, n, moments);
      planeEigenOf(moments, 3, eigen);
      const towards = eigen[3] * px + eigen[4] * py + eigen[5] * pz > 0 ? -1 : 1;
      out[at] = towards * eigen[3];
      out[at + 1] = towards * eigen[4];
      out[at + 2] = towards * eigen[5];
    }
  }

  /** The same by `windowNormals` of the kernels, to the last bit. */
  #computeSimd(
    { run, image, xyz, pixel, chosen, scratch, normal }: SimdNormals,
    points: ScanPoints,
    columns: Uint32Array,
    count: number,
    out: Float32Array,
  ): void {
    const { columnReach, beamReach, maxRangeStep } = this.#options;
    xyz.set(points.xyz.subarray(0, 3 * points.count));
    pixel.set(points.pixel.subarray(0, points.count));
    chosen.set(columns.subarray(0, count));
    run.windowNormals(
      image.byteOffset,
      3 * (this.#columns + 2 * columnReach),
      this.#beams,
      this.#columns,
      columnReach,
      beamReach,
      maxRangeStep ** 2,
      xyz.byteOffset,
      pixel.byteOffset,
      chosen.byteOffset,
      count,
      scratch.byteOffset,
      normal.byteOffset,
    );
    out.set(normal.subarray(0, 3 * count));
  }

  /** Normals of all points of a scan. @returns 3 * points.count */
  ofAll(points: ScanPoints): Float32Array {
    const { count } = points;
    const all = Uint32Array.from({ length: count }, (_, i) => i);
    const normals = new Float32Array(3 * count);
    this.compute(points, all, count, normals);
    return normals;
  }

  #fill({ xyz, pixel, count }: ScanPoints): void {
    const { columnReach } = this.#options;
    const image = this.#image.fill(Number.NaN);
    const columns = this.#columns;
    const put = (at: number, i: number): void => {
      image[at] = xyz[3 * i];
      image[at + 1] = xyz[3 * i + 1];
      image[at + 2] = xyz[3 * i + 2];
    };
    for (let i = 0; i < count; i++) {
      const beam = Math.floor(pixel[i] / columns);
      const column = pixel[i] - beam * columns;
      const at = 3 * (pixel[i] + (2 * beam + 1) * columnReach);
      put(at, i);
      if (column < columnReach) put(at + 3 * columns, i);
      if (column >= columns - columnReach) put(at - 3 * columns, i);
    }
  }
}

/** Arrays of the normals in the memory of the kernels. */
interface SimdNormals {
  readonly run: Kernels['run'];
  readonly image: Float32Array;
  readonly xyz: Float32Array;
  readonly pixel: Uint32Array;
  readonly chosen: Uint32Array;
  readonly normal: Float32Array;
  /** Moments of two points and an eigenvector. */
  readonly scratch: Float64Array;
}

const SCRATCH = 2 * 11 + 6;

function openNormals(padded: number, pixels: number): SimdNormals | null {
  const kernels = openKernels(4 * padded + 32 * pixels + 8 * SCRATCH + 128);
  return (
    kernels && {
      run: kernels.run,
      image: kernels.f32(padded),
      xyz: kernels.f32(3 * pixels),
      pixel: kernels.u32(pixels),
      chosen: kernels.u32(pixels),
      normal: kernels.f32(3 * pixels),
      scratch: kernels.f64(SCRATCH),
    }
  );
}
