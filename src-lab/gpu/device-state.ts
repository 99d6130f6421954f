import type { Kernel } from '../../src-core/gpu/kernel.ts';

const DONE = 3;

/** Outcome of the iteration on the device (struct State of shaders/registration.wgsl). */
export interface DeviceState {
  readonly isDone: boolean;
  readonly iterations: number;
  readonly stopped: number;
  /** At the accepted pose: matches, root mean square (m), quaternion x y z w, translation (m), sums. */
  readonly matches: number;
  readonly rms: number;
  readonly rotation: Float32Array;
  readonly translation: Float32Array;
  readonly sums: Float32Array;
  readonly rmsPerIteration: Float32Array;
}

/** @param history bytes of struct History of a kernel */
export function stateOf(kernel: Kernel, history: ArrayBuffer): DeviceState {
  const { structs } = kernel.definitions;
  const { sums, rms } = structs.History.fields;
  const floats = new Float32Array(history);
  const words = new Uint32Array(history);
  const at = (field: string): number => structs.State.fields[field].offset / 4;
  const bestPose = (field: string): number => at('kept') + structs.Pose.fields[field].offset / 4;
  const iterations = words[at('iterations')];
  return {
    isDone: words[at('phase')] === DONE,
    iterations,
    stopped: words[at('stopped')],
    matches: floats[at('matches')],
    rms: floats[at('rms')],
    rotation: floats.subarray(bestPose('rotation'), bestPose('rotation') + 4),
    translation: floats.subarray(bestPose('translation'), bestPose('translation') + 3),
    sums: floats.subarray(sums.offset / 4, rms.offset / 4),
    rmsPerIteration: floats.subarray(rms.offset / 4, rms.offset / 4 + iterations),
  };
}
