import { type Kernels, openKernels } from '../../math/simd-kernels.ts';
import type { Rigid } from '../../model/rigid.ts';
import { deskew } from '../frame/deskew.ts';
import type { ColumnPoses } from '../frame/motion.ts';
import type { ScanPoints } from '../frame/scan-points.ts';

/** Numbers of a run: indices of its cell along x, y and z, and its first point. */
export const RUN_STRIDE = 4;

/** Consecutive points of a scan that fall into one cubic cell of the map, run by run. */
export interface CellRuns {
  /** Number of runs. */
  readonly count: number;
  /** Number of points in all of them. */
  readonly points: number;
  /** `RUN_STRIDE` integers a run; valid until the next call. */
  readonly runs: Int32Array;
}

/**
 * Finds the cells of the map that the points of a scan fall into: de-skewed, rounded to f32, placed in f64, as `deskew`
 * and `Submap.insert` do it. In one pass of WebAssembly where it has SIMD, to the same numbers.
 */
export class CellRunFinder {
  readonly #columns: number;
  readonly #simd: SimdRuns | null;
  readonly #runs: Int32Array;
  /** De-skewed points; without SIMD only. */
  readonly #xyz: Float32Array;

  /**
   * @param pixels of a scan: most points
   * @param columns of a row of pixels
   * @param simd false: in TypeScript, also where WebAssembly would be faster
   */
  constructor(pixels: number, columns: number, simd = true) {
    this.#columns = columns;
    this.#simd = simd ? openRuns(pixels, columns) : null;
    this.#runs = this.#simd?.runs ?? new Int32Array(RUN_STRIDE * pixels);
    this.#xyz = new Float32Array(this.#simd === null ? 3 * pixels : 0);
  }

  /**
   * Finds the runs of a scan.
   *
   * @param points as captured, sensor frame of each one's column, m
   * @param columnPoses `T_reference_column`, see `motion.ts`
   * @param T_map_reference pose of the sensor at the reference instant
   * @param size edge of a cell, m
   */
  of(points: ScanPoints, columnPoses: ColumnPoses, T_map_reference: Rigid, size: number): CellRuns {
    const count =
      this.#simd === null
        ? this.#find(points, columnPoses, T_map_reference, size)
        : this.#findSimd(this.#simd, points, columnPoses, T_map_reference, size);
    return { count, points: points.count, runs: this.#runs };
  }

  #find({ xyz, pixel, count }: ScanPoints, columnPoses: ColumnPoses, { R, t }: Rigid, size: number): number {
    const seen = this.#xyz;
    deskew(xyz, pixel, count, this.#columns, columnPoses, seen);
    const runs = this.#runs;
    let to = 0;
    for (let p = 0; p < count; p++) {
      const x = seen[3 * p];
      const y = seen[3 * p + 1];
      const z = seen[3 * p + 2];
      const i = Math.floor((R[0] * x + R[1] * y + R[2] * z + t[0]) / size) | 0;
      const j = Math.floor((R[3] * x + R[4] * y + R[5] * z + t[1]) / size) | 0;
      const k = Math.floor((R[6] * x + R[7] * y + R[8] * z + t[2]) / size) | 0;
      const last = to - RUN_STRIDE;
      if (to > 0 && runs[last] === i && runs[last + 1] === j && runs[last + 2] === k) continue;
      runs[to] = i;
      runs[to + 1] = j;
      runs[to + 2] = k;
      runs[to + 3] = p;
      to += RUN_STRIDE;
    }
    return to / RUN_STRIDE;
  }

  #findSimd(
    { run, xyz, pixel, poses, turned, pose, runs }: SimdRuns,
    points: ScanPoints,
    columnPoses: ColumnPoses,
    { R, t }: Rigid,
    size: number,
  ): number {
    const { count } = points;
    xyz.set(points.xyz.subarray(0, 3 * count));
    pixel.set(points.pixel.subarray(0, count));
    poses.set(columnPoses);
    pose.set(R);
    pose.set(t, 9);
    return run.cellRuns(
      xyz.byteOffset,
      pixel.byteOffset,
      count,
      this.#columns,
      poses.byteOffset,
      turned.byteOffset,
      pose.byteOffset,
      size,
      runs.byteOffset,
    );
  }
}

/** Arrays of the runs in the memory of the kernels; see `kernels.as`. */
interface SimdRuns {
  readonly run: Kernels['run'];
  readonly xyz: Float32Array;
  readonly pixel: Uint32Array;
  readonly poses: Float64Array;
  /** The same, number by number. */
  readonly turned: Float64Array;
  readonly pose: Float64Array;
  readonly runs: Int32Array;
}

/** Numbers of a pose: R row by row, then t. */
const POSE = 12;

function openRuns(pixels: number, columns: number): SimdRuns | null {
  const kernels = openKernels((12 + 4 + 4 * RUN_STRIDE) * pixels + 8 * POSE * (2 * columns + 1) + 192);
  return (
    kernels && {
      run: kernels.run,
      xyz: kernels.f32(3 * pixels),
      pixel: kernels.u32(pixels),
      poses: kernels.f64(POSE * columns),
      turned: kernels.f64(POSE * columns),
      pose: kernels.f64(POSE),
      // One more, which is written ahead of what is kept.
      runs: kernels.i32(RUN_STRIDE * (pixels + 1)),
    }
  );
}
