import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { writeUniform } from '../../src-core/gpu/uniform.ts';
import { quaternionOf } from '../../src-core/math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { ndtMixture } from '../methods/ndt-score.ts';
import type { RegistrationOptions, RegistrationProgress } from '../problem/method.ts';
import { treeOf } from './box-levels.ts';
import { type DeviceState, stateOf } from './device-state.ts';
import type { DeviceSurface } from './device-surface.ts';
import type { DeviceTarget } from './device-target.ts';
import { type LocalCloud, placedCloud } from './local-cloud.ts';
import type { PicpPasses } from './picp-passes.ts';

/** Infinity in shaders. */
const ALL_DISTANCES = 3e38;
/** Must equal PARTIAL_STRIDE of shaders/reduce.wgsl, in bytes. */
const PARTIAL_BYTES = 128;
/**
 * Passes before the first read-back: enough for most runs of a method, few enough to cost little after the end. Those of
 * the first submission keep the device busy while the rest are recorded.
 */
const FIRST_PASSES = { point: [4, 28], quadratic: [8], ndt: [16, 8] } as const;
/** Fewest passes of a submission after a read-back: each costs as much as a dozen that come after the end. */
const LEAST_MORE = 8;

/**
 * Buffers through which passes hand on state and sums, alternating, and the one read at the end; see
 * shaders/registration.wgsl.
 */
interface PassPlaces {
  /** Zeros, before the first pass: nothing writes there. */
  readonly none: GPUBuffer;
  readonly even: GPUBuffer;
  readonly odd: GPUBuffer;
  readonly history: GPUBuffer;
  readonly historyBytes: number;
  /** Passes that full steps to the limit of the iterations take, an even number: one at the start, one that finds the end. */
  readonly mostPasses: number;
}

/** Parameters of a run of passes. */
interface PassRun {
  /** As on the host; for NDT. */
  readonly source: LocalCloud | null;
  readonly sourceCount: number;
  /** Workgroups that write sums in a pass. */
  readonly workgroups: number;
  /** Initial guess, between the local frames. */
  readonly T_target_source: Rigid;
  readonly options: RegistrationOptions;
  readonly picp: PicpPasses;
}

/** Number of workgroups that match `points` source points. */
export function workgroupsFor(
  { tuning }: GpuContext,
  points: number,
  options: RegistrationOptions | null = null,
): number {
  // NDT searches nothing that threads could share.
  const lanes = options?.method === 'ndt' ? 1 : tuning.lanesPerQuery;
  return Math.min(tuning.maxWorkgroups, Math.ceil((lanes * points) / tuning.workgroupSize));
}

/** @param kernel that declares the structs of shaders/registration.wgsl */
export function passPlaces(gpu: GpuContext, kernel: Kernel, { workgroups, options }: PassRun): PassPlaces {
  const { History } = kernel.definitions.structs;
  const headBytes = History.fields.rms.offset;
  const historyBytes = headBytes + 16 * Math.ceil((1 + options.maxIterations) / 4);
  const passBytes = headBytes + PARTIAL_BYTES * workgroups;
  const even = gpu.buffers.storage('passes even', passBytes);
  const odd = gpu.buffers.storage('passes odd', passBytes);
  const history = gpu.buffers.storage('history', historyBytes);
  const none = gpu.buffers.storage('no pass', headBytes + PARTIAL_BYTES);
  const mostPasses = 2 * Math.ceil((options.maxIterations + 2) / 2);
  return { none, even, odd, history, historyBytes, mostPasses };
}

/** Options of shaders/register-ndt.wgsl. */
function ndtValues({ ndt }: RegistrationOptions, source: LocalCloud | null): object {
  const { d1, d2 } = ndtMixture(ndt.outlierShare);
  const { count, xyz, shift } = source ?? placedCloud([]);
  const [sx, sy, sz] = shift;
  let [xx, xy, xz, yy, yz, zz] = [0, 0, 0, 0, 0, 0];
  for (let at = 0; at < 3 * count; at += 3) {
    // Each by itself: taken apart from a list of three they take twenty times as long, more than all else of a call.
    const x = xyz[at] - sx;
    const y = xyz[at + 1] - sy;
    const z = xyz[at + 2] - sz;
    xx += x * x;
    xy += x * y;
    xz += x * z;
    yy += y * y;
    yz += y * z;
    zz += z * z;
  }
  return {
    scoreD1: d1,
    scoreD2: d2,
    voxelsOfPoint: ndt.cells === 'one' ? 1 : 7,
    leverDiagonal: [(yy + zz) / count, (xx + zz) / count, (xx + yy) / count],
    leverMixed: [-xy / count, -xz / count, -yz / count],
  };
}

/** True for the methods that do not shorten a step: those of plane-minimiser.ts and weighted-minimiser.ts. */
function takesWholeSteps({ method }: RegistrationOptions): boolean {
  return method === 'icp-plane' || method === 'gicp' || method === 'vgicp';
}

/** Writes the options of a run for kernels that match against a target, or one of its chunks. */
export function writeOptions(
  gpu: GpuContext,
  kernel: Kernel,
  name: string,
  { source, sourceCount, workgroups, T_target_source: { R, t }, options, picp }: PassRun,
  { first, elements, search, surface }: DeviceTarget,
): GPUBufferBinding {
  return writeUniform(gpu, kernel, 'options', name, {
    start: { rotation: quaternionOf(R), translation: t },
    ...(search.levels && { tree: treeOf(search.levels) }),
    sourceCount,
    targetCount: elements,
    firstElement: first,
    innerNodes: search.innerNodes,
    workgroups,
    maxIterations: options.maxIterations,
    rmsTolerance: options.rmsTolerance,
    rmsThreshold: options.rmsThreshold,
    maxSquared: Math.min(ALL_DISTANCES, options.maxDistance ** 2),
    lineSearch: takesWholeSteps(options) ? 0 : 1,
    armijoShrink: options.armijoShrink,
    armijoDecrease: options.armijoDecrease,
    skipFlat: options.method === 'icp-plane' ? 1 : 0,
    surfaceFrom: surface?.from ?? 0,
    thickness: options.gicp.thickness,
    geometryShare: options.intensity.geometryShare,
    ...(options.method === 'ndt' && ndtValues(options, source)),
    ...picp.values,
  });
}

/** Passes of each submission before the first read-back, no more than full steps take. */
function firstSubmissions(surface: DeviceSurface | null, mostPasses: number): readonly number[] {
  const submissions: number[] = [];
  let left = mostPasses;
  const quadratic = surface?.module === 'register-ndt' ? 'ndt' : 'quadratic';
  for (const passes of FIRST_PASSES[surface === null ? 'point' : quadratic]) {
    if (left > 0) submissions.push(Math.min(passes, left));
    left -= passes;
  }
  return submissions;
}

/**
 * Submits passes until the device reports the end, and reads the outcome. Commands already in the encoder are
 * submitted with the first passes; one read-back is enough if the first submissions suffice, and later ones double them.
 *
 * @param record records an even number of passes, so that the next ones start in the buffers where these end
 */
export async function submitPasses(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
  { history, historyBytes, mostPasses }: PassPlaces,
  surface: DeviceSurface | null,
  record: (pass: GPUComputePassEncoder, passes: number) => void,
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<DeviceState> {
  let recording = encoder;
  let submissions = firstSubmissions(surface, mostPasses);
  let submitted = 0;
  for (;;) {
    submissions.forEach((passes, k) => {
      if (k > 0) {
        gpu.device.queue.submit([recording.finish()]);
        recording = gpu.device.createCommandEncoder();
      }
      const pass = recording.beginComputePass({ label: kernel.name });
      record(pass, passes);
      pass.end();
      submitted += passes;
    });
    const state = stateOf(kernel, await gpu.buffers.submitAndRead(recording, history, historyBytes));
    if (state.isDone) return state;
    const { iterations, rms } = state;
    onProgress?.({ done: iterations, total: null, iterations, rms });
    throwIfCancelled(cancel, 'work-register');
    recording = gpu.device.createCommandEncoder();
    submissions = [Math.max(LEAST_MORE, submitted)];
  }
}
