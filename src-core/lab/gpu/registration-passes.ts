import type { GpuContext } from '../../gpu/context.ts';
import type { CancelToken } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { RegistrationOptions } from '../method.ts';
import type { DeviceBins } from './device-bins.ts';
import type { DeviceState } from './device-state.ts';
import type { DeviceTarget } from './device-target.ts';
import { passKernel } from './pass-kernels.ts';
import { passPlaces, submitPasses, workgroupsFor, writeOptions } from './pass-loop.ts';
import { type PicpPasses, recordCourses } from './picp-passes.ts';

/**
 * Iterates on the device, one dispatch per pass, until it stops. Commands already in the encoder are submitted with
 * the first passes.
 *
 * @param T_target_source initial guess, between the local frames
 */
export async function runPasses(
  gpu: GpuContext,
  encoder: GPUCommandEncoder,
  source: DeviceBins,
  target: DeviceTarget,
  T_target_source: Rigid,
  options: RegistrationOptions,
  picp: PicpPasses,
  cancel: CancelToken,
): Promise<DeviceState> {
  const kernel = await passKernel(gpu, target, picp);
  const count = source.levels.slots;
  const workgroups = workgroupsFor(gpu, count);
  const run = { sourceCount: count, workgroups, T_target_source, options, picp };
  const places = passPlaces(gpu, kernel, encoder, run);
  const { even, odd, history } = places;
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
  const forward = kernel.bind({ ...buffers, before: even, after: odd });
  const backward = kernel.bind({ ...buffers, before: odd, after: even });
  const record = (pass: GPUComputePassEncoder, passes: number): void => {
    pass.setPipeline(kernel.pipeline);
    for (let k = 0; k < passes; k += 2) {
      pass.setBindGroup(0, forward);
      pass.dispatchWorkgroups(workgroups);
      pass.setBindGroup(0, backward);
      pass.dispatchWorkgroups(workgroups);
    }
  };
  return submitPasses(gpu, kernel, encoder, places, target.surface !== null, record, cancel);
}
