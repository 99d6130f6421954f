import { compose, identity, rotationOf } from '../math/se3.ts';
import { symmetricEigen } from '../math/symmetric-eigen.ts';
import { type CancelToken, NEVER_CANCELLED } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { Rigid } from '../model/rigid.ts';
import { undeterminedDirections } from '../registration/determined.ts';
import { tooFewMatches } from '../registration/iterate.ts';
import {
  type MethodId,
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationOptions,
  type RegistrationResult,
  type StopReason,
} from '../registration/method.ts';
import { symmetric6 } from '../registration/normal-system.ts';
import type { GpuContext } from './context.ts';
import { prepareTarget } from './device-target.ts';
import { localCloud } from './local-cloud.ts';
import { type DeviceState, passKernel, runPasses } from './registration-passes.ts';

/** By the numbers of shaders/registration.wgsl. */
const STOP_REASONS: readonly StopReason[] = [
  'converged',
  'error-threshold',
  'iteration-limit',
  'no-descent',
  'too-few-matches',
];
/** Sums in f32 hide a smaller ratio of eigenvalues in their rounding. */
const UNDETERMINED_RATIO = 2e-6;

const ON_DEVICE: ReadonlySet<MethodId> = new Set<MethodId>([
  'icp-point',
  'icp-plane',
  'icp-approx',
  'newton-point',
  'newton-plane',
  'newton-second-order',
  'newton-custom',
]);

/**
 * Finds the rigid transform that lays a cloud onto another, on the GPU: the twin of `register`, with the same options
 * and the same result, in f32 about the means of the clouds. All iterations run on the device; kernels and buffers stay
 * in the context for the next call. Without timestamps the device does not tell its stages apart: `milliseconds` counts
 * what the CPU builds as structure, and all that the device does as iterations.
 *
 * @param source points that move, m
 * @param target points that stay, m
 * @param options what differs from `REGISTRATION_DEFAULTS`
 * @throws SocavonError 'too-few-points', 'points-unusable', 'usage', 'engine-unavailable'; CancelledError
 */
export async function registerOnGpu(
  gpu: GpuContext,
  source: PointSet,
  target: PointSet,
  options: Partial<RegistrationOptions> = {},
  cancel: CancelToken = NEVER_CANCELLED,
): Promise<RegistrationResult> {
  const start = performance.now();
  const all = { ...REGISTRATION_DEFAULTS, ...options };
  if (!ON_DEVICE.has(all.method))
    throw new SocavonError(
      'engine-unavailable',
      `The method ${all.method} does not run on the GPU; choose another method or the CPU engine.`,
    );
  const localSource = localCloud(source, 'source');
  const localTarget = localCloud(target, 'target');
  const T_source_local = { R: identity().R, t: localSource.mean };
  const T_target_local = { R: identity().R, t: localTarget.mean };
  const encoder = gpu.device.createCommandEncoder();
  const onDevice = await prepareTarget(gpu, encoder, localTarget, all);
  const kernel = await passKernel(gpu, onDevice);
  const structured = performance.now();
  const state = await runPasses(
    gpu,
    kernel,
    encoder,
    localSource,
    onDevice,
    compose(compose(reversed(T_target_local), all.T_target_source ?? identity()), T_source_local),
    all,
    cancel,
  );
  const stopped = STOP_REASONS[state.stopped - 1];
  const inliers = state.matches;
  if (stopped === 'too-few-matches' && state.iterations === 0)
    throw tooFewMatches(inliers, { source, options: all });
  const H = normalMatrixOf(state, onDevice.surface !== null);
  const end = performance.now();
  return {
    T_target_source: compose(compose(T_target_local, poseOf(state)), reversed(T_source_local)),
    iterations: state.iterations,
    rmsPerIteration: Array.from(state.rmsPerIteration),
    rms: state.rms,
    inliers,
    H,
    eigenvalues: symmetricEigen(H, 6).values,
    undetermined: undeterminedDirections(H, UNDETERMINED_RATIO),
    stopped,
    milliseconds: {
      structure: structured - start,
      normals: 0,
      iterations: end - structured,
      total: end - start,
    },
  };
}

function poseOf({ rotation: [x, y, z, w], translation }: DeviceState): Rigid {
  return { R: rotationOf([x, y, z, w]), t: Float64Array.from(translation) };
}

function reversed({ R, t }: Rigid): Rigid {
  return { R, t: t.map((value) => -value) };
}

/** Of the sums of shaders/horn.wgsl or shaders/normal-equations.wgsl. */
function normalMatrixOf({ sums }: DeviceState, quadratic: boolean): Float64Array {
  const lower = new Float64Array(36);
  if (quadratic) {
    for (let i = 0, at = 2; i < 6; i++) for (let j = 0; j <= i; j++) lower[6 * i + j] = sums[at++];
    return symmetric6(lower);
  }
  // J = [-[p]x, I], summed.
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
