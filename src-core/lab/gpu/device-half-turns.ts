import type { GpuContext } from '../../gpu/context.ts';
import { writeUniform } from '../../gpu/uniform.ts';
import { quaternionOf } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import { halfTurnBlur2, halfTurns, LIKELIHOOD_FLOOR, likeliest, withHalfTurn } from '../soft/half-turns.ts';
import type { SoftPoints, SoftProblem } from './device-annealing.ts';
import { halfTurnKernel } from './soft-kernels.ts';

/**
 * Returns the pose or one of its half turns, selected as by `bestHalfTurn`, with likelihoods computed on the device.
 */
export async function likeliestHalfTurn(
  gpu: GpuContext,
  T: Rigid,
  points: SoftPoints,
  { source, target }: SoftProblem,
): Promise<Rigid> {
  const kernel = await halfTurnKernel(gpu);
  const poses = [T, ...halfTurns(target).map((turn) => withHalfTurn(turn, T))];
  const workgroups = Math.min(source.count, gpu.tuning.maxWorkgroups);
  const turns = writeUniform(gpu, kernel, 'turns', 'half turns', {
    poses: poses.map(({ R, t }) => ({ rotation: quaternionOf(R), translation: t })),
    sourceCount: source.count,
    targetCount: target.count,
    workgroups,
    blur2: halfTurnBlur2(target),
    floor: LIKELIHOOD_FLOOR,
  });
  const likelihoods = gpu.buffers.storage('half turn likelihoods', 16 * workgroups);
  const encoder = gpu.device.createCommandEncoder();
  const pass = encoder.beginComputePass({ label: kernel.name });
  pass.setPipeline(kernel.pipeline);
  pass.setBindGroup(0, kernel.bind({ ...points, turns, likelihoods }));
  pass.dispatchWorkgroups(workgroups);
  pass.end();
  const found = new Float32Array(await gpu.buffers.submitAndRead(encoder, likelihoods, 16 * workgroups));
  const sums = new Float64Array(4);
  for (let at = 0; at < 4 * workgroups; at++) sums[at % 4] += found[at];
  return poses[likeliest(sums, source.count)];
}
