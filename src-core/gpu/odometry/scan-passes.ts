import { makeTypedArrayViews } from 'webgpu-utils';
import { compose, invert, quaternionOf, rotationOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import { MIN_ITERATIONS, MIN_POINTS } from '../../odometry/match/match-schedule.ts';
import type { OdometryOptions } from '../../odometry/odometry-options.ts';
import type { ScanMatchTask } from '../../odometry/scan-aligner.ts';
import type { GpuContext } from '../context.ts';
import { writeUniform } from '../uniform.ts';
import { binOptions, placedPose } from './keyframe-options.ts';
import type { PlaneTable } from './plane-table.ts';
import type { DeviceScanImage } from './scan-image.ts';
import type { ScanKernels } from './scan-kernels.ts';
import { type DevicePlanes, TALLY_BYTES } from './scan-planes.ts';

/** Must equal PARTIAL_STRIDE of shaders/reduce.wgsl, in bytes. */
const PARTIAL_BYTES = 128;
/** `DONE` of shaders/scan-match.wgsl. */
const DONE = 2;

/**
 * Passes of the first submission: most scans come to their end within them, and a pass after the end still costs a
 * dispatch.
 */
const FIRST_PASSES = 9;

/** Outcome of matching on the device (struct Result of shaders/scan-match.wgsl). */
export interface ScanPassesResult {
  readonly iterations: number;
  readonly converged: boolean;
  /** Quaternion x y z w and translation (m) of the estimated pose relative to the predicted one. */
  readonly rotation: ArrayLike<number>;
  readonly translation: ArrayLike<number>;
  readonly sums: Float32Array;
}

/** `ScanOptions` of shaders/scan-options.wgsl on the device, and the pose that they refer to. */
interface DeviceScanOptions {
  readonly buffer: GPUBufferBinding;
  /**
   * Predicted pose, bit-identical to the f32 values on the device, so that its rounding adds no error to the result.
   */
  readonly T_map_predicted: Rigid;
}

/** Writes `ScanOptions` of a scan. */
export function writeScanOptions(
  gpu: GpuContext,
  kernels: ScanKernels,
  task: ScanMatchTask,
  options: OdometryOptions,
  tables: readonly PlaneTable[],
): DeviceScanOptions {
  const { scan, prior, T_map_previous } = task;
  const { matcher, normals, observability } = options;
  const { originBin, coarsest, rotation, translation } = placedPose(prior.T_map_sensor, options.submap);
  const buffer = writeUniform(gpu, kernels.match, 'options', 'scan options', {
    ...binOptions(options, tables),
    predicted: { rotation, translation },
    step: poseOf(compose(invert(T_map_previous), prior.T_map_sensor)),
    originBin,
    perRotation: task.perRotation,
    beams: scan.beams,
    columns: scan.columns,
    thinning: task.thinning,
    salt: Math.imul(task.index + 1, 0x9e3779b9) >>> 0,
    leastPoints: MIN_POINTS,
    byGyro: task.gyroBias !== null && task.rates.times.length > 0 ? 1 : 0,
    beamReach: normals.beamReach,
    columnReach: normals.columnReach,
    rangeStep2: normals.maxRangeStep ** 2,
    minCosine: Math.cos((matcher.maxNormalAngleDeg * Math.PI) / 180),
    rangeVariance: matcher.rangeSigma ** 2,
    rangeSigma: matcher.rangeSigma,
    inlierSigmas2: matcher.inlierSigmas ** 2,
    opening: task.opening,
    rotationInformation: 1 / prior.rotationSigma ** 2,
    translationInformation: 1 / prior.translationSigma ** 2,
    minShare: observability.minShare,
    rotationTolerance: matcher.rotationTolerance,
    translationTolerance: matcher.translationTolerance,
    minIterations: MIN_ITERATIONS,
    maxIterations: matcher.maxIterations,
    workgroups: workgroupsOf(gpu, kernels, scan.beams * scan.columns),
  });
  const [x, y, z, w] = rotation;
  return {
    buffer,
    T_map_predicted: {
      R: rotationOf([x, y, z, w]),
      t: Float64Array.from(translation, (value, k) => value + originBin[k] * coarsest),
    },
  };
}

/**
 * Records the iterations, submits the encoder and reads the result: the only time that the host waits for the device. A
 * scan that takes more than the usual iterations is read a second time.
 */
export async function runScanPasses(
  gpu: GpuContext,
  { match }: ScanKernels,
  encoder: GPUCommandEncoder,
  options: GPUBufferBinding,
  image: DeviceScanImage,
  planes: DevicePlanes,
  workgroups: number,
  maxIterations: number,
): Promise<ScanPassesResult> {
  const { State, Result } = match.definitions.structs;
  const passBytes = State.size + PARTIAL_BYTES * workgroups;
  const even = gpu.buffers.storage('passes even', passBytes);
  const odd = gpu.buffers.storage('passes odd', passBytes);
  // The tallies of the submap are read with the result.
  const resultBytes = Result.size + TALLY_BYTES;
  const result = gpu.buffers.storage('result', resultBytes);
  const { points, normals, tally, columns } = image;
  const bound = { options, points, normals, tally, columns, planes: planes.buffer, result };
  const groups = [
    match.bind({ ...bound, before: even, after: odd }),
    match.bind({ ...bound, before: odd, after: even }),
  ];
  encoder.clearBuffer(even, 0, State.size);
  encoder.clearBuffer(result, 0, State.size);
  encoder.copyBufferToBuffer(planes.tallies, 0, result, Result.size, TALLY_BYTES);
  // One pass more than iterations: each pass applies the step of the previous one.
  const all = maxIterations + 1;
  const read = (onto: GPUCommandEncoder, from: number, end: number): Promise<ArrayBuffer> => {
    const pass = onto.beginComputePass({ label: match.name });
    pass.setPipeline(match.pipeline);
    for (let k = from; k < end; k++) {
      pass.setBindGroup(0, groups[k % 2]);
      pass.dispatchWorkgroups(workgroups);
    }
    pass.end();
    return gpu.buffers.submitAndRead(onto, result, resultBytes);
  };
  const first = Math.min(FIRST_PASSES, all);
  let bytes = await read(encoder, 0, first);
  planes.learn(new Uint32Array(bytes, Result.size, TALLY_BYTES / 4));
  let { state, sums } = makeTypedArrayViews(Result, bytes).views;
  if (state.phase[0] !== DONE) {
    bytes = await read(gpu.device.createCommandEncoder({ label: 'scan' }), first, all);
    ({ state, sums } = makeTypedArrayViews(Result, bytes).views);
  }
  return {
    iterations: state.iterations[0],
    converged: state.converged[0] === 1,
    rotation: state.away.rotation,
    translation: state.away.translation,
    sums,
  };
}

/** Number of workgroups of a pass: one thread per pixel, capped at the tuned maximum. */
export function workgroupsOf({ tuning }: GpuContext, { workgroupSize }: ScanKernels, pixels: number): number {
  return Math.min(tuning.maxWorkgroups, Math.ceil(pixels / workgroupSize));
}

function poseOf({ R, t }: Rigid): { rotation: ArrayLike<number>; translation: Float64Array } {
  return { rotation: quaternionOf(R), translation: t };
}
