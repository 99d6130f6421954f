import { makeStructuredView, type StructuredView } from 'webgpu-utils';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { writeUniform } from '../../src-core/gpu/uniform.ts';
import { quaternionOf, rotationOf } from '../../src-core/math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { movedNormalMatrix } from '../methods/point-minimiser.ts';
import type { MethodResult, RegistrationProgress, StopReason } from '../problem/method.ts';
import { noPointsInReach } from '../problem/soft-refusal.ts';
import { firstOutlier, rmsRadius, type Schedule, temperatureAt } from '../problem/soft-schedule.ts';
import { upload } from './device-search.ts';
import type { LocalCloud } from './local-cloud.ts';
import type { SoftKernels } from './soft-kernels.ts';

/** Input of a soft method, in the local frames. */
export interface SoftProblem {
  readonly source: LocalCloud;
  readonly target: LocalCloud;
  readonly T_target_source: Rigid;
  readonly cancel: CancelToken;
  readonly onProgress?: RegistrationProgress;
}

/** The clouds as vec4f: xyz (m) and a factor. */
export interface SoftPoints {
  readonly source: GPUBufferBinding;
  readonly target_: GPUBufferBinding;
}

/** Kernel inputs in addition to the schedule. */
interface Weighting {
  readonly d02?: number;
  readonly alpha?: number;
  readonly moutlier?: number | null;
  readonly outlierUnit?: number;
}

/** Stop reasons by the codes of shaders/soft-step.wgsl; null: the temperature schedule was completed. */
const STOP_REASONS: readonly (StopReason | null)[] = [null, 'converged', 'too-few-matches'];
/** Must equal SUM_STRIDE of shaders/soft.wgsl, in bytes. */
const SUM_BYTES = 16 * 7;
const MOST_WORKGROUPS = 32_768;
/**
 * Most and fewest matches of a submission, whose state is read back while the device works on the next. The first is
 * short, so that the device begins early.
 */
const MATCHES = { most: 16, fewest: 4 };
/** Submissions under way at once. */
const AHEAD = ['soft state even', 'soft state odd'] as const;

/** Annealing of the pose of a soft method on the device. CPU twin: `SoftAnnealing`. */
export class DeviceAnnealing {
  T_target_source: Rigid;
  readonly points: SoftPoints;
  readonly #gpu: GpuContext;
  readonly #problem: SoftProblem;
  readonly #schedule: Schedule;
  readonly #kernels: SoftKernels;
  readonly #run: GPUBufferBinding & { size: number };
  readonly #passes: readonly { pipeline: GPUComputePipeline; group: GPUBindGroup; size: [number, number] }[];
  readonly #began = performance.now();
  #rmsPerIteration = new Float32Array(0);
  #sums = new Float32Array(SUM_BYTES / 4);

  constructor(
    gpu: GpuContext,
    problem: SoftProblem,
    schedule: Schedule,
    kernels: SoftKernels,
    weighting: Weighting,
  ) {
    const { source, target } = problem;
    this.#gpu = gpu;
    this.#problem = problem;
    this.#schedule = schedule;
    this.#kernels = kernels;
    this.T_target_source = problem.T_target_source;
    const [sourcePoints] = uploadWithFactors(gpu, 'soft source', source);
    const [targetPoints, farthest2] = uploadWithFactors(gpu, 'soft target', target);
    this.points = { source: sourcePoints, target_: targetPoints };
    // In addition to the run through all temperatures, each of the two half turns may converge at one of them
    // again.
    const iterations = (schedule.temperatures + 2) * schedule.stepsPerTemperature;
    const size = kernels.step.definitions.structs.SoftState.size + 16 * Math.ceil(iterations / 4);
    this.#run = { buffer: gpu.buffers.storage('soft run', size), size };
    const bytes = SUM_BYTES * Math.ceil(source.count / kernels.pointsPerWorkgroup);
    const shared = {
      options: this.#writeOptions(weighting, farthest2),
      run: this.#run,
      partials: { buffer: gpu.buffers.storage('soft partials', bytes), size: bytes },
    };
    const own = { source: this.points.source, target: this.points.target_ };
    const others = { source: own.target, target: own.source };
    const passes = kernels.match.map((pass) => ({
      pipeline: pass.kernel.pipeline,
      group: pass.kernel.bind({ ...shared, ...this.points, own: own[pass.own], others: others[pass.own] }),
      size: dispatchOf(problem[pass.own].count / kernels.pointsPerWorkgroup),
    }));
    const step = {
      pipeline: kernels.step.pipeline,
      group: kernels.step.bind(shared),
      size: dispatchOf(1),
    };
    this.#passes = [...passes, step];
  }

  /**
   * Runs the temperatures from index `first` up to but excluding `end`: at each, pose steps until it converges.
   *
   * @returns reason to stop, or null
   */
  async run(first: number, end: number): Promise<StopReason | null> {
    if (first >= end) return null;
    const { device, buffers } = this.#gpu;
    device.queue.writeBuffer(this.#run.buffer, 0, this.#startAt(first, end));
    let matchesLeft = (end - first) * this.#schedule.stepsPerTemperature + 1;
    let temperaturesLeft = end - first;
    const underWay: Promise<ArrayBuffer>[] = [];
    try {
      for (let submissions = 0; matchesLeft > 0 || underWay.length > 0; ) {
        throwIfCancelled(this.#problem.cancel, 'work-register');
        while (matchesLeft > 0 && underWay.length < AHEAD.length) {
          // Each temperature takes a match at least. Those after the end cost their dispatches: few as it draws near.
          const sure = Math.max(MATCHES.fewest, temperaturesLeft);
          const most = submissions === 0 ? MATCHES.fewest : MATCHES.most;
          const matches = Math.min(matchesLeft, most, sure);
          const encoder = device.createCommandEncoder();
          this.#record(encoder, matches);
          const by = AHEAD[submissions++ % AHEAD.length];
          underWay.push(buffers.submitAndRead(encoder, this.#run.buffer, this.#run.size, by));
          matchesLeft -= matches;
        }
        const { isDone, stopped, k } = this.#take(await underWay.shift()!);
        if (isDone) return stopped;
        temperaturesLeft = end - k;
      }
    } finally {
      // Their buffers are free for others only then.
      await Promise.allSettled(underWay);
    }
    throw new SocavonError('internal', 'The annealing on the device did not come to its end.');
  }

  /**
   * Partial result; null for `stopped` means that the temperature schedule was completed.
   *
   * @throws SocavonError 'too-few-points' if nothing matched from the start
   */
  alignment(stopped: StopReason | null): MethodResult {
    if (stopped === 'too-few-matches' && this.#rmsPerIteration.length === 0) throw noPointsInReach();
    // See shaders/soft-sums.wgsl.
    const sums = this.#sums;
    const [xx, xy, xz, yy, yz, zz] = sums.subarray(21);
    return {
      T_target_source: this.T_target_source,
      iterations: this.#rmsPerIteration.length,
      rmsPerIteration: Array.from(this.#rmsPerIteration),
      poses: [],
      rms: sums[7] > 0 ? Math.sqrt(sums[8] / sums[7]) : 0,
      inliers: sums[10],
      H: movedNormalMatrix(
        sums[0],
        sums.subarray(1, 4),
        [xx, xy, xz, xy, yy, yz, xz, yz, zz],
        this.T_target_source,
      ),
      stopped: stopped ?? 'annealed',
      milliseconds: { structure: 0, normals: 0, iterations: performance.now() - this.#began },
    };
  }

  #record(encoder: GPUCommandEncoder, matches: number): void {
    const pass = encoder.beginComputePass({ label: 'soft matches' });
    for (let k = 0; k < matches; k++) {
      for (const { pipeline, group, size } of this.#passes) {
        pass.setPipeline(pipeline);
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(...size);
      }
    }
    pass.end();
  }

  /** Takes over the state of the device. @returns whether it has finished and why, and its temperature */
  #take(run: ArrayBuffer): { isDone: boolean; stopped: StopReason | null; k: number } {
    const { SoftState, Pose } = this.#kernels.step.definitions.structs;
    const words = new Uint32Array(run);
    const floats = new Float32Array(run);
    const at = (field: string): number => SoftState.fields[field].offset / 4;
    const k = words[at('k')];
    const rms = new Float32Array(run, SoftState.size, words[at('iterations')]);
    this.#problem.onProgress?.({
      done: k,
      total: this.#schedule.temperatures,
      iterations: rms.length,
      rms: rms.at(-1) ?? Number.NaN,
    });
    if (words[at('done')] === 0) return { isDone: false, stopped: null, k };
    const turn = at('T_target_source') + Pose.fields.rotation.offset / 4;
    const shift = at('T_target_source') + Pose.fields.translation.offset / 4;
    const [x, y, z, w] = floats.subarray(turn, turn + 4);
    this.T_target_source = {
      R: rotationOf([x, y, z, w]),
      t: Float64Array.from(floats.subarray(shift, shift + 3)),
    };
    this.#sums = floats.subarray(at('sums'), at('sums') + SUM_BYTES / 4);
    this.#rmsPerIteration = rms;
    return { isDone: true, stopped: STOP_REASONS[words[at('stopped')]], k };
  }

  #startAt(first: number, end: number): ArrayBuffer {
    const { R, t } = this.T_target_source;
    const view = stateView(this.#kernels.step);
    view.set({
      T_target_source: { rotation: quaternionOf(R), translation: t },
      temperature: temperatureAt(this.#schedule, first),
      k: first,
      end,
      iterations: this.#rmsPerIteration.length,
    });
    return view.arrayBuffer;
  }

  #writeOptions(
    { d02 = 0, alpha = 0, moutlier = null, outlierUnit = 1 }: Weighting,
    farthest2: number,
  ): GPUBufferBinding {
    const { source, target } = this.#problem;
    const schedule = this.#schedule;
    return writeUniform(this.#gpu, this.#kernels.step, 'options', 'soft options', {
      sourceCount: source.count,
      targetCount: target.count,
      temperatures: schedule.temperatures,
      stepsPerTemperature: schedule.stepsPerTemperature,
      temperatureFactor: schedule.temperatureFactor,
      tolerance: schedule.tolerance,
      spread: rmsRadius(source),
      d02,
      farthest2,
      alpha,
      moutlier: firstOutlier(moutlier, schedule.firstTemperature),
      outlierUnit,
    });
  }
}

const stateViews = new WeakMap<Kernel, StructuredView>();

/** State to be written, in memory that the next call for that kernel returns again: fields that are never set are 0. */
function stateView(kernel: Kernel): StructuredView {
  let view = stateViews.get(kernel);
  if (view === undefined) {
    const { SoftState } = kernel.definitions.structs;
    view = makeStructuredView({ typeDefinition: SoftState, group: 0, binding: 0, size: SoftState.size });
    stateViews.set(kernel, view);
  }
  return view;
}

let packed = new Float32Array(0);

/** Uploads points with their squared distances from the origin as factors, m^2; and the largest of these. */
function uploadWithFactors(
  gpu: GpuContext,
  name: string,
  { count, xyz }: LocalCloud,
): [points: GPUBufferBinding, farthest2: number] {
  if (packed.length < 4 * count) packed = new Float32Array(4 * count);
  const points = packed.subarray(0, 4 * count);
  let farthest2 = 0;
  for (let i = 0; i < count; i++) {
    const x = xyz[3 * i];
    const y = xyz[3 * i + 1];
    const z = xyz[3 * i + 2];
    const squared = x * x + y * y + z * z;
    points[4 * i] = x;
    points[4 * i + 1] = y;
    points[4 * i + 2] = z;
    points[4 * i + 3] = squared;
    farthest2 = Math.max(farthest2, squared);
  }
  return [upload(gpu, name, points), farthest2];
}

/** Dispatch size of at least `least` workgroups; see `workgroupNumber` of shaders/soft.wgsl. */
function dispatchOf(least: number): [number, number] {
  const workgroups = Math.ceil(least);
  const across = Math.min(workgroups, MOST_WORKGROUPS);
  return [across, Math.ceil(workgroups / across)];
}
