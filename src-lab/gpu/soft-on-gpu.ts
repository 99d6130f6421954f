import type { GpuContext } from '../../src-core/gpu/context.ts';
import { writeUniform } from '../../src-core/gpu/uniform.ts';
import { quaternionOf } from '../../src-core/math/se3.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import type { SoftMethodId } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type {
  MethodResult,
  RegistrationOptions,
  RegistrationProgress,
  StopReason,
} from '../problem/method.ts';
import { blindTemperatures, emIcpSchedule, rmsRadius } from '../problem/soft-schedule.ts';
import { halfTurnBlur2, halfTurns, LIKELIHOOD_FLOOR, likeliest, withHalfTurn } from '../soft/half-turns.ts';
import { DeviceAnnealing, type SoftPoints, type SoftProblem } from './device-annealing.ts';
import type { LocalCloud } from './local-cloud.ts';
import { emIcpKernels, halfTurnKernel, softassignKernels } from './soft-kernels.ts';

/**
 * Runs EM-ICP or softassign on the device, between the local frames of the clouds. Device memory grows with N + M.
 * CPU twins: src-lab/soft/em-icp.ts, softassign.ts.
 */
export async function alignSoftOnGpu(
  gpu: GpuContext,
  source: LocalCloud,
  target: LocalCloud,
  T_target_source: Rigid,
  options: RegistrationOptions & { method: SoftMethodId },
  cancel: CancelToken,
  onProgress?: RegistrationProgress,
): Promise<MethodResult> {
  const problem = { source, target, T_target_source, cancel, ...(onProgress && { onProgress }) };
  return options.method === 'em-icp' ? emIcp(gpu, problem, options) : softassign(gpu, problem, options);
}

async function emIcp(
  gpu: GpuContext,
  problem: SoftProblem,
  { emIcp: options }: RegistrationOptions,
): Promise<MethodResult> {
  const schedule = emIcpSchedule(options);
  const annealing = new DeviceAnnealing(gpu, problem, schedule, await emIcpKernels(gpu), options);
  return annealing.alignment(await annealing.run(0, schedule.temperatures));
}

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
  const sums4 = new Float32Array(await gpu.buffers.submitAndRead(encoder, likelihoods, 16 * workgroups));
  const sums = new Float64Array(4);
  for (let at = 0; at < 4 * workgroups; at++) sums[at % 4] += sums4[at];
  return poses[likeliest(sums, source.count)];
}

async function softassign(
  gpu: GpuContext,
  problem: SoftProblem,
  { softassign: options }: RegistrationOptions,
): Promise<MethodResult> {
  const { temperatures, tryHalfTurns } = options;
  const kernels = await softassignKernels(gpu, options.sinkhornIterations);
  const annealing = new DeviceAnnealing(gpu, problem, options, kernels, options);
  const takeHalfTurn = async (done: number, stopped: StopReason | null): Promise<StopReason | null> => {
    const T = annealing.T_target_source;
    annealing.T_target_source = await likeliestHalfTurn(gpu, T, annealing.points, problem);
    return annealing.T_target_source === T ? stopped : annealing.run(done - 1, done);
  };
  const blind = tryHalfTurns ? blindTemperatures(options, rmsRadius(problem.source)) : 0;
  let stopped = await annealing.run(0, blind);
  if (blind > 0 && stopped === null) stopped = await takeHalfTurn(blind, stopped);
  if (blind < temperatures && stopped === null) {
    stopped = await annealing.run(blind, temperatures);
    if (blind > 0 && stopped !== 'too-few-matches') stopped = await takeHalfTurn(temperatures, stopped);
  }
  return annealing.alignment(stopped);
}
