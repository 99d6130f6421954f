import { quaternionOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { Scan } from '../../model/scan.ts';
import type { SubmapOptions } from '../../odometry/match/submap.ts';
import type { OdometryOptions } from '../../odometry/odometry-options.ts';
import type { GpuContext } from '../context.ts';
import { writeUniforms } from '../uniform.ts';
import type { PlaneTable } from './plane-table.ts';
import type { ScanKernels } from './scan-kernels.ts';

/** A pose as the device knows it: f32, relative to a corner of the coarsest bins beside it. */
interface PlacedPose {
  /** Index of the coarsest bin whose low corner is the origin. */
  readonly originBin: readonly number[];
  /** Edge of that bin, m. */
  readonly coarsest: number;
  /** Quaternion x y z w. */
  readonly rotation: Float32Array;
  /** Relative to the origin, m. */
  readonly translation: Float32Array;
}

/** Places a pose of the map near an origin of its own, so that f32 resolves a hundredth of a millimetre anywhere. */
export function placedPose({ R, t }: Rigid, { binSize, levels }: SubmapOptions): PlacedPose {
  const coarsest = binSize * 2 ** (levels - 1);
  const originBin = Array.from(t, (value) => Math.round(value / coarsest));
  return {
    originBin,
    coarsest,
    rotation: Float32Array.from(quaternionOf(R)),
    translation: Float32Array.from(t, (value, k) => value - originBin[k] * coarsest),
  };
}

/** What `ScanOptions` of shaders/scan-options.wgsl says of the bins and of the ranges that are returns. */
export function binOptions(
  { submap, filter }: Pick<OdometryOptions, 'submap' | 'filter'>,
  tables: readonly PlaneTable[],
): object {
  return {
    // Ranges are integers in millimetres.
    leastMm: Math.max(0, Math.ceil(filter.minRange * 1000)),
    mostMm: Math.min(0xffffffff, Math.floor(filter.maxRange * 1000)),
    levels: submap.levels,
    edge: submap.binSize,
    inverse: 1 / submap.binSize,
    tables: tables.flatMap(({ first, mask }) => [first, mask, 0, 0]),
  };
}

/** `ScanOptions` and `Keyframe` of a keyframe on the device. */
export interface DeviceKeyframe {
  readonly options: GPUBufferBinding;
  readonly keyframe: GPUBufferBinding;
}

/** Writes the options of a keyframe; the next call overwrites them, for what is submitted after it. */
export function writeKeyframe(
  gpu: GpuContext,
  { placePoints }: ScanKernels,
  { beams, columns }: Pick<Scan, 'beams' | 'columns'>,
  T_map_middle: Rigid,
  options: Pick<OdometryOptions, 'submap' | 'filter'>,
  tables: readonly PlaneTable[],
): DeviceKeyframe {
  const { radius, plane, binSize } = options.submap;
  const { originBin, coarsest } = placedPose(T_map_middle, options.submap);
  const { R, t } = T_map_middle;
  // Columns of the rotation.
  const rotation = [0, 3, 6, 1, 4, 7, 2, 5, 8].map((k) => R[k]);
  const translation = Array.from(t, (value, k) => value - originBin[k] * coarsest);
  const rows = (values: readonly number[]): number[][] => [0, 3, 6].map((k) => values.slice(k, k + 3));
  const [all, keyframe] = writeUniforms(gpu, 'keyframe options', [
    {
      kernel: placePoints,
      variable: 'options',
      values: { ...binOptions(options, tables), originBin, beams, columns, thinning: 1, salt: 0 },
    },
    {
      kernel: placePoints,
      variable: 'keyframe',
      values: {
        rotation: rows(rotation),
        rotationLow: rows(rotation.map(leftOut)),
        translation,
        translationLow: translation.map(leftOut),
        edgeLow: leftOut(binSize),
        inverseLow: leftOut(1 / binSize),
        radius,
        minPoints: plane.minPoints,
        minSpread: plane.minSpread,
      },
    },
  ]);
  return { options: all, keyframe };
}

/** What a float leaves out of a number. */
export function leftOut(value: number): number {
  return value - Math.fround(value);
}
