import { makeStructuredView, makeTypedArrayViews } from 'webgpu-utils';
import { quaternionOf } from '../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import type { RegistrationOptions } from '../registration/method.ts';
import type { GpuContext } from './context.ts';
import { upload } from './device-search.ts';
import type { DeviceTarget } from './device-target.ts';
import type { Kernel } from './kernel.ts';
import type { LocalCloud } from './local-cloud.ts';

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
  const shared = ['jacobi', 'rigid', 'bins'];
  const passes = ['reduce', 'match', 'registration', search.module];
  return gpu.kernel({
    modules:
      surface === null
        ? [...shared, 'eigen4', 'horn', ...passes, 'register-point']
        : [...shared, 'normal-equations', ...passes, 'quadratic', surface.module, 'register-quadratic'],
    entryPoint: 'main',
    constants: { WG: gpu.tuning.workgroupSize },
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
  source: LocalCloud,
  target: DeviceTarget,
  T_target_source: Rigid,
  options: RegistrationOptions,
  cancel: CancelToken,
): Promise<DeviceState> {
  const { workgroupSize, maxWorkgroups } = gpu.tuning;
  const workgroups = Math.min(maxWorkgroups, Math.ceil(source.count / workgroupSize));
  const { State, History } = kernel.definitions.structs;
  const headBytes = History.fields.rms.offset;
  const historyBytes = headBytes + 16 * Math.ceil((1 + options.maxIterations) / 4);
  const passBytes = headBytes + PARTIAL_BYTES * workgroups;
  const even = gpu.buffers.storage('passes even', passBytes);
  const odd = gpu.buffers.storage('passes odd', passBytes);
  const history = gpu.buffers.storage('history', historyBytes);
  const buffers = {
    options: writeOptions(gpu, kernel, source, target, T_target_source, workgroups, options),
    source: upload(gpu, 'source', source.xyz),
    slots: target.search.slots,
    structure: target.search.structure ?? even,
    surface: target.surface?.surface ?? even,
    hints: gpu.buffers.storage('hints', 4 * source.count),
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
  source: LocalCloud,
  { elements, search }: DeviceTarget,
  { R, t }: Rigid,
  workgroups: number,
  options: RegistrationOptions,
): GPUBuffer {
  const view = makeStructuredView(kernel.definitions.uniforms.options);
  const { box } = search;
  view.set({
    start: { rotation: quaternionOf(R), translation: t },
    ...(box && { bins: { origin: box.origin, edge: box.edge, size: box.size, inverse: 1 / box.edge } }),
    sourceCount: source.count,
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
  const buffer = gpu.buffers.uniform('options', view.arrayBuffer.byteLength);
  gpu.device.queue.writeBuffer(buffer, 0, view.arrayBuffer);
  return buffer;
}

function stateOf(kernel: Kernel, bytes: ArrayBuffer): DeviceState {
  const { History } = kernel.definitions.structs;
  const rmsAt = History.fields.rms.offset;
  const { state, sums } = makeTypedArrayViews(History, bytes).views;
  const [iterations] = state.iterations;
  return {
    phase: state.phase[0],
    iterations,
    stopped: state.stopped[0],
    matches: state.matches[0],
    rms: state.rms[0],
    rotation: state.kept.rotation,
    translation: state.kept.translation,
    sums,
    rmsPerIteration: new Float32Array(bytes, rmsAt, iterations),
  };
}
