import { quaternionOf } from '../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import type { RegistrationOptions } from '../registration/method.ts';
import { treeOf } from './box-levels.ts';
import type { GpuContext } from './context.ts';
import type { DeviceBins } from './device-bins.ts';
import type { DeviceTarget } from './device-target.ts';
import type { Kernel } from './kernel.ts';
import { writeUniform } from './uniform.ts';

/** How the iteration on the device ended (struct State of shaders/registration.wgsl). */
export interface DeviceState {
  readonly phase: number;
  readonly iterations: number;
  readonly stopped: number;
  /** Of the pose that is kept: matches, root mean square (m), quaternion x y z w, translation (m), sums. */
  readonly matches: number;
  readonly rms: number;
  readonly rotation: Float32Array;
  readonly translation: Float32Array;
  readonly sums: Float32Array;
  readonly rmsPerIteration: Float32Array;
}

/** Infinity as shaders take it. */
const ALL_DISTANCES = 3e38;
const DONE = 3;
/** As PARTIAL_STRIDE of shaders/reduce.wgsl, in bytes. */
const PARTIAL_BYTES = 128;
/** Passes recorded at first: enough for most runs of a method, few enough to cost little after the end. */
const FIRST_PASSES = { point: 32, quadratic: 12 } as const;
const MORE_PASSES = 64;

/** Compiles the passes for a target. */
export function passKernel(gpu: GpuContext, { search, surface }: DeviceTarget): Promise<Kernel> {
  const shared = ['jacobi', 'rigid', 'boxes', 'match', 'lanes'];
  const walk = search.levels === null ? [] : ['boxes-walk'];
  const passes = ['reduce', 'last-pass', 'registration', 'registration-passes'];
  const matching = ['match-block', ...walk, search.module];
  const { lanesPerQuery, workgroupSize } = gpu.tuning;
  return gpu.kernel({
    modules:
      surface === null
        ? [...shared, 'eigen4', 'horn', ...passes, ...matching, 'register-point', 'register']
        : [
            ...[...shared, 'cholesky6', 'normal-equations', ...passes, ...matching],
            ...['quadratic', surface.module, 'register-quadratic', 'register'],
          ],
    entryPoint: 'main',
    constants: { WG: workgroupSize, COLUMNS: workgroupSize / lanesPerQuery },
    declared: { LANES: lanesPerQuery },
  });
}

/**
 * Iterates on the device until it stops by itself. What was recorded into the encoder before is submitted with the
 * first passes, and is read back once where they are enough.
 *
 * @param T_target_source where to start, between the local frames
 */
export async function runPasses(
  gpu: GpuContext,
  kernel: Kernel,
  encoder: GPUCommandEncoder,
  source: DeviceBins,
  target: DeviceTarget,
  T_target_source: Rigid,
  options: RegistrationOptions,
  cancel: CancelToken,
): Promise<DeviceState> {
  const { workgroupSize, lanesPerQuery, maxWorkgroups } = gpu.tuning;
  const count = source.levels.slots;
  const workgroups = Math.min(maxWorkgroups, Math.ceil((lanesPerQuery * count) / workgroupSize));
  const { State, History } = kernel.definitions.structs;
  const headBytes = History.fields.rms.offset;
  const historyBytes = headBytes + 16 * Math.ceil((1 + options.maxIterations) / 4);
  const passBytes = headBytes + PARTIAL_BYTES * workgroups;
  const even = gpu.buffers.storage('passes even', passBytes);
  const odd = gpu.buffers.storage('passes odd', passBytes);
  const history = gpu.buffers.storage('history', historyBytes);
  const buffers = {
    options: writeOptions(gpu, kernel, source, target, T_target_source, workgroups, options),
    source: source.slots,
    slots: target.search.slots,
    structure: target.search.structure ?? even,
    surface: target.surface?.surface ?? even,
    hints: gpu.buffers.storage('hints', 4 * count),
    history,
  };
  const forward = kernel.bind({ ...buffers, before: even, after: odd });
  const backward = kernel.bind({ ...buffers, before: odd, after: even });
  encoder.clearBuffer(even, 0, State.size);
  encoder.clearBuffer(history, 0, State.size);

  let recording = encoder;
  let passes: number = FIRST_PASSES[target.surface === null ? 'point' : 'quadratic'];
  for (;;) {
    const pass = recording.beginComputePass({ label: kernel.name });
    pass.setPipeline(kernel.pipeline);
    // An even number, so that the next ones begin where these end.
    for (let k = 0; k < passes; k += 2) {
      pass.setBindGroup(0, forward);
      pass.dispatchWorkgroups(workgroups);
      pass.setBindGroup(0, backward);
      pass.dispatchWorkgroups(workgroups);
    }
    pass.end();
    const state = stateOf(kernel, await gpu.buffers.submitAndRead(recording, history, historyBytes));
    if (state.phase === DONE) return state;
    throwIfCancelled(cancel, 'The registration');
    recording = gpu.device.createCommandEncoder();
    passes = MORE_PASSES;
  }
}

function writeOptions(
  gpu: GpuContext,
  kernel: Kernel,
  source: DeviceBins,
  { elements, search }: DeviceTarget,
  { R, t }: Rigid,
  workgroups: number,
  options: RegistrationOptions,
): GPUBufferBinding {
  return writeUniform(gpu, kernel, 'options', 'options', {
    start: { rotation: quaternionOf(R), translation: t },
    ...(search.levels && { tree: treeOf(search.levels) }),
    sourceCount: source.levels.slots,
    targetCount: elements,
    innerNodes: search.innerNodes,
    workgroups,
    maxIterations: options.maxIterations,
    rmsTolerance: options.rmsTolerance,
    rmsThreshold: options.rmsThreshold,
    maxSquared: Math.min(ALL_DISTANCES, options.maxDistance ** 2),
    lineSearch: options.method === 'icp-plane' ? 0 : 1,
    armijoShrink: options.armijoShrink,
    armijoDecrease: options.armijoDecrease,
    skipFlat: options.method === 'icp-plane' ? 1 : 0,
  });
}

function stateOf(kernel: Kernel, bytes: ArrayBuffer): DeviceState {
  const { structs } = kernel.definitions;
  const { sums, rms } = structs.History.fields;
  const floats = new Float32Array(bytes);
  const words = new Uint32Array(bytes);
  const at = (field: string): number => structs.State.fields[field].offset / 4;
  const kept = (field: string): number => at('kept') + structs.Pose.fields[field].offset / 4;
  const iterations = words[at('iterations')];
  return {
    phase: words[at('phase')],
    iterations,
    stopped: words[at('stopped')],
    matches: floats[at('matches')],
    rms: floats[at('rms')],
    rotation: floats.subarray(kept('rotation'), kept('rotation') + 4),
    translation: floats.subarray(kept('translation'), kept('translation') + 3),
    sums: floats.subarray(sums.offset / 4, rms.offset / 4),
    rmsPerIteration: floats.subarray(rms.offset / 4, rms.offset / 4 + iterations),
  };
}
