import type { GpuContext } from '../../src-core/gpu/context.ts';
import { symmetric6 } from '../../src-core/math/normal-system.ts';
import { rotationOf } from '../../src-core/math/se3.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { MIN_PAIRS, tooFewMatches } from '../methods/iterate.ts';
import { ndtMixture } from '../methods/ndt-score.ts';
import type {
  MethodResult,
  RegistrationOptions,
  RegistrationProgress,
  StopReason,
} from '../problem/method.ts';
import { runChunkedPasses } from './chunked-passes.ts';
import { bytesPerPoint, cloudChunks, pointsPerChunk } from './cloud-chunks.ts';
import {
  binKernels,
  type DeviceSlots,
  fitsAsPair,
  recordBins,
  recordPair,
  recordSlots,
} from './device-bins.ts';
import type { DeviceState } from './device-state.ts';
import { hasSourceSurface, looksUpVoxels, searchesSource } from './device-surface.ts';
import {
  type DeviceTarget,
  isSearchedByBins,
  mostInOnePart,
  neighbourhoodsKernel,
  pointTarget,
} from './device-target.ts';
import type { LocalCloud } from './local-cloud.ts';
import { passKernel } from './pass-kernels.ts';
import { passPlaces, submitPasses, workgroupsFor, writeOptions } from './pass-loop.ts';
import { type PicpPasses, picpPasses, recordCourses } from './picp-passes.ts';
import { withSourceSurface } from './source-surface.ts';

/** Stop reasons by the codes of shaders/registration.wgsl. */
const STOP_REASONS: readonly StopReason[] = [
  'converged',
  'error-threshold',
  'iteration-limit',
  'no-descent',
  'too-few-matches',
];

/** Most points of each of two clouds that are sorted together. */
const MOST_OF_PAIR = 100_000;

/**
 * Runs a hard-match method on the device, between the local frames of the clouds.
 *
 * @param targets the target, or its chunks by ascending index
 * @throws SocavonError 'too-few-points' if the initial guess has fewer matches than a transform needs; CancelledError
 */
export async function alignHardOnGpu(
  gpu: GpuContext,
  source: LocalCloud,
  targets: readonly DeviceTarget[],
  T_target_source: Rigid,
  options: RegistrationOptions,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<MethodResult> {
  const start = performance.now();
  const state = await iterated(gpu, source, targets, T_target_source, options, cancel, onProgress);
  return resultOf(state, source, targets[0].surface !== null, options, start);
}

/** True if `alignPairOnGpu` takes clouds of so many points: while the host reads larger ones, the device had better sort. */
export function isPairOnGpu(
  gpu: GpuContext,
  source: Pick<LocalCloud, 'count'>,
  target: Pick<LocalCloud, 'count'>,
  options: RegistrationOptions,
): boolean {
  const most = Math.min(MOST_OF_PAIR, mostInOnePart(gpu, options));
  const isSmall = Math.max(source.count, target.count) <= most;
  return isSmall && isSearchedByBins(options) && fitsAsPair(gpu.bindingBytes, target, source);
}

/** `alignHardOnGpu` of a target that is prepared together with the source. */
export async function alignPairOnGpu(
  gpu: GpuContext,
  source: LocalCloud,
  target: LocalCloud,
  T_target_source: Rigid,
  options: RegistrationOptions,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<MethodResult> {
  const start = performance.now();
  const kernels = await binKernels(gpu);
  const treeReader = await neighbourhoodsKernel(gpu, options);
  let encoder = gpu.device.createCommandEncoder();
  const bins = recordPair(gpu, kernels, encoder, target, source, treeReader, searchesSource(options));
  const alone = await pointTarget(gpu, encoder, target, kernels, bins.target, options);
  const prepared = hasSourceSurface(options)
    ? await withSourceSurface(gpu, encoder, source, bins.source, alone, options)
    : alone;
  if (prepared.surface?.surface) {
    // The device finds neighbours while the passes are recorded.
    gpu.device.queue.submit([encoder.finish()]);
    encoder = gpu.device.createCommandEncoder();
  }
  const structure = performance.now() - start;
  const state = await runPasses(
    gpu,
    encoder,
    source,
    bins.source,
    prepared,
    T_target_source,
    options,
    picpPasses(options, source),
    cancel,
    onProgress,
  );
  const result = resultOf(state, source, prepared.surface !== null, options, start + structure);
  return { ...result, milliseconds: { ...result.milliseconds, structure } };
}

/** @param start of the work on the device, ms */
function resultOf(
  state: DeviceState,
  source: LocalCloud,
  isQuadratic: boolean,
  options: RegistrationOptions,
  start: number,
): MethodResult {
  const stopped = STOP_REASONS[state.stopped - 1];
  // Only at the start, not if a first step lost the matches.
  if (stopped === 'too-few-matches' && state.matches < MIN_PAIRS)
    throw tooFewMatches(state.matches, { source, options });
  return {
    T_target_source: poseOf(state),
    iterations: state.iterations,
    rmsPerIteration: Array.from(state.rmsPerIteration),
    poses: [],
    rms: state.rms,
    inliers: state.matches,
    H: options.method === 'ndt' ? ndtMatrixOf(state, options) : normalMatrixOf(state, isQuadratic),
    stopped,
    milliseconds: {
      structure: 0,
      normals: 0,
      iterations: performance.now() - start,
    },
  };
}

/**
 * Iterates on the device, one dispatch per pass, until it stops. Commands already in the encoder are submitted with
 * the first passes.
 *
 * @param cloud the source on the host
 * @param T_target_source initial guess, between the local frames
 */
async function runPasses(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  cloud: LocalCloud,
  source: DeviceSlots,
  target: DeviceTarget,
  T_target_source: Rigid,
  options: RegistrationOptions,
  picp: PicpPasses,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<DeviceState> {
  const kernel = await passKernel(gpu, target, picp);
  const { count } = source;
  const workgroups = workgroupsFor(gpu, count, options);
  const run = { source: cloud, sourceCount: count, workgroups, T_target_source, options, picp };
  const places = passPlaces(gpu, kernel, run);
  const { none, even, odd, history } = places;
  const buffers = {
    options: writeOptions(gpu, kernel, 'options', run, target),
    source: source.slots,
    slots: target.search.slots,
    structure: target.search.structure ?? even,
    surface: target.surface?.surface ?? even,
    hints: gpu.buffers.storage('hints', 4 * count),
    history,
    ...recordCourses(gpu, kernel, encoder),
  };
  let next = kernel.bind({ ...buffers, before: none, after: odd });
  const forward = kernel.bind({ ...buffers, before: even, after: odd });
  const backward = kernel.bind({ ...buffers, before: odd, after: even });
  const record = (pass: GPUComputePassEncoder, passes: number): void => {
    pass.setPipeline(kernel.pipeline);
    for (let k = 0; k < passes; k += 2) {
      pass.setBindGroup(0, next);
      next = forward;
      pass.dispatchWorkgroups(workgroups);
      pass.setBindGroup(0, backward);
      pass.dispatchWorkgroups(workgroups);
    }
  };
  return submitPasses(gpu, kernel, encoder, places, target.surface, record, cancel, onProgress);
}

/** Runs the iteration with one dispatch per pass if both clouds fit into a binding, in chunks otherwise. */
async function iterated(
  gpu: GpuContext,
  source: LocalCloud,
  targets: readonly DeviceTarget[],
  T_target_source: Rigid,
  options: RegistrationOptions,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<DeviceState> {
  const kernels = await binKernels(gpu);
  const encoder = gpu.device.createCommandEncoder();
  const [target] = targets;
  const picp = picpPasses(options, source);
  if (hasSourceSurface(options) || looksUpVoxels(options)) {
    const record = searchesSource(options) ? recordBins : recordSlots;
    const bins = record(gpu, kernels, encoder, source, 'source');
    const both = hasSourceSurface(options)
      ? await withSourceSurface(gpu, encoder, source, bins, target, options)
      : target;
    return runPasses(gpu, encoder, source, bins, both, T_target_source, options, picp, cancel, onProgress);
  }
  if (
    targets.length === 1 &&
    source.count <= pointsPerChunk(gpu.bindingBytes, bytesPerPoint('surface-point'))
  ) {
    const bins = recordSlots(gpu, kernels, encoder, source, 'source');
    return runPasses(gpu, encoder, source, bins, target, T_target_source, options, picp, cancel, onProgress);
  }
  const perPart = pointsPerChunk(gpu.bindingBytes, bytesPerPoint(target.surface?.module ?? 'surface-point'));
  const bins = cloudChunks(source, perPart).map(({ cloud }, k) =>
    recordSlots(gpu, kernels, encoder, cloud, `source ${k}`),
  );
  return runChunkedPasses(gpu, encoder, bins, targets, T_target_source, options, picp, cancel, onProgress);
}

function poseOf({ rotation: [x, y, z, w], translation }: DeviceState): Rigid {
  return { R: rotationOf([x, y, z, w]), t: Float64Array.from(translation) };
}

/** `NdtMinimiser.normalMatrix` from the sums of the last pass of shaders/register-ndt.wgsl. */
function ndtMatrixOf(state: DeviceState, { ndt }: RegistrationOptions): Float64Array {
  const { d1, d2 } = ndtMixture(ndt.outlierShare);
  const [thickness, near] = [state.sums[1], state.sums[29]];
  return normalMatrixOf(state, true).map((value) => (value * thickness) / (-d1 * d2 * near));
}

/** Normal matrix from the sums of shaders/horn.wgsl or shaders/normal-equations.wgsl. */
function normalMatrixOf({ sums }: DeviceState, quadratic: boolean): Float64Array {
  const lower = new Float64Array(36);
  if (quadratic) {
    for (let i = 0, at = 2; i < 6; i++) for (let j = 0; j <= i; j++) lower[6 * i + j] = sums[at++];
    return symmetric6(lower);
  }
  // Sum of J^T J with J = [-[p]x, I].
  const [n, x, y, z] = sums;
  const [xx, xy, xz, yy, yz, zz] = sums.subarray(7);
  lower.set([yy + zz], 0);
  lower.set([-xy, xx + zz], 6);
  lower.set([-xz, -yz, xx + yy], 12);
  lower.set([0, z, -y, n], 18);
  lower.set([-z, 0, x, 0, n], 24);
  lower.set([y, -x, 0, 0, 0, n], 30);
  return symmetric6(lower);
}
