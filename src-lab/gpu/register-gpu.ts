import type { GpuContext } from '../../src-core/gpu/context.ts';
import { perContext } from '../../src-core/gpu/per-context.ts';
import { compose, identity } from '../../src-core/math/se3.ts';
import { symmetricEigenvalues } from '../../src-core/math/symmetric-eigen.ts';
import { message } from '../../src-core/messages/message.ts';
import { type CancelToken, NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { isSoftMethod } from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { completeOptions } from '../clouds/complete-options.ts';
import { requireReflectivity } from '../methods/icp-intensity.ts';
import { requireDistributions } from '../methods/ndt.ts';
import { about, centroidOf } from '../problem/centroid.ts';
import { checkRegistrationOptions } from '../problem/check-options.ts';
import type { CloudRole } from '../problem/check-points.ts';
import { undeterminedDirections } from '../problem/determined.ts';
import type {
  ChosenOptions,
  MethodResult,
  PointSet,
  RegistrationOptions,
  RegistrationProgress,
  RegistrationResult,
} from '../problem/method.ts';
import { isRobust } from '../problem/robust-options.ts';
import { requirePlanes } from '../search/require-planes.ts';
import { CloudRoom } from './cloud-room.ts';
import { type ReflectivityScale, reflectivityScale, scaledReflectivity } from './device-reflectivity.ts';
import { centresTarget, type DeviceTarget, uploadTarget } from './device-target.ts';
import { alignHardOnGpu, alignPairOnGpu, isPairOnGpu } from './hard-on-gpu.ts';
import { cloudForBins, type LocalCloud, localCloud } from './local-cloud.ts';
import { alignSoftOnGpu } from './soft-on-gpu.ts';

/** Eigenvalue ratio below which f32 sums are dominated by rounding. */
const UNDETERMINED_RATIO = 2e-6;

/** Host memory of a context for preparing the clouds of a call. */
interface Rooms {
  readonly source: CloudRoom;
  readonly target: CloudRoom;
  /** For their reflectivity. */
  readonly painted: Readonly<Record<CloudRole, CloudRoom>>;
}

const roomsOf = perContext((): Rooms => {
  const target = new CloudRoom();
  // The target is prepared before the source.
  const painted = { source: new CloudRoom(), target: new CloudRoom() };
  return { target, source: new CloudRoom(target), painted };
});

/**
 * Registers a source cloud to a target on the GPU: the twin of `register`, with the same options and result type, in
 * f32 relative to the means of the clouds. All iterations run on the device; kernels and buffers stay in the context
 * for the next call. The device does not time its stages separately: `milliseconds` reports CPU preparation as
 * structure, and all device time as iterations.
 *
 * @param source moving points, m
 * @param target fixed points, m
 * @param options that differ from the defaults, see `completeOptions`
 * @throws SocavonError 'too-few-points', 'points-unusable', 'usage', 'engine-unavailable'; CancelledError
 */
export async function registerOnGpu(
  gpu: GpuContext,
  source: PointSet,
  target: PointSet,
  options: ChosenOptions = {},
  cancel: CancelToken = NEVER_CANCELLED,
  onProgress?: RegistrationProgress,
): Promise<RegistrationResult> {
  const start = performance.now();
  const all = completeOptions(options, source, target);
  checkRegistrationOptions(all);
  requireGpuMethod(all);
  requireNoWeights(source);
  const { method } = all;
  const rooms = roomsOf(gpu);
  if (isSoftMethod(method)) {
    const local = localCloud(target, 'target', rooms.target);
    const localSource = localCloud(source, 'source', rooms.source);
    return registerTo(local.mean, localSource, all.T_target_source, start, (T) =>
      alignSoftOnGpu(gpu, localSource, local, T, { ...all, method }, cancel, onProgress),
    );
  }
  const hard = hardMatch(all);
  const prepare = centresTarget(hard) ? cloudForBins : localCloud;
  let local = prepare(target, 'target', rooms.target);
  let localSource = (): LocalCloud => cloudForBins(source, 'source', rooms.source);
  if (needsReflectivity(all)) {
    // In the order of the CPU: the places of both clouds before what is painted on them.
    const from = localSource();
    const ofSource = requireReflectivity(source, 'source');
    const ofTarget = requireReflectivity(target, 'target');
    const scale = reflectivityScale(ofTarget);
    local = { ...local, reflectivity: scaledReflectivity(ofTarget, scale, rooms.painted.target) };
    localSource = () => ({
      ...from,
      reflectivity: scaledReflectivity(ofSource, scale, rooms.painted.source),
    });
  }
  // The device knows only that too little matched, not that the target has no normals, or distributions, to match.
  const explained = (error: unknown): never => {
    if (error instanceof SocavonError && error.code === 'too-few-points') {
      requirePlanes(target, all);
      if (method === 'ndt') requireDistributions(about(target, centroidOf(target)), all);
    }
    throw error;
  };
  if (isPairOnGpu(gpu, source, local, hard)) {
    const from = localSource();
    return registerTo(local.mean, from, all.T_target_source, start, (T) =>
      alignPairOnGpu(gpu, from, local, T, hard, cancel, onProgress).catch(explained),
    );
  }
  const sending = performance.now();
  const sent = await uploadTarget(gpu, local, hard);
  const structure = performance.now() - sending;
  // The device sorts the target while the source is being prepared.
  const from = localSource();
  return registerTo(local.mean, from, all.T_target_source, start, async (T) => {
    const aligned = await alignHardOnGpu(gpu, from, sent, T, hard, cancel, onProgress).catch(explained);
    return { ...aligned, milliseconds: { ...aligned.milliseconds, structure } };
  });
}

/** Target that stays on the device for many sources; its search structure, normals and curvatures are built once. */
export class TargetOnGpu {
  readonly #gpu: GpuContext;
  readonly #target: readonly DeviceTarget[];
  readonly #mean: Float64Array;
  readonly #options: RegistrationOptions;
  readonly #scale: ReflectivityScale | null;

  private constructor(
    gpu: GpuContext,
    target: readonly DeviceTarget[],
    mean: Float64Array,
    options: RegistrationOptions,
    scale: ReflectivityScale | null,
  ) {
    this.#scale = scale;
    this.#gpu = gpu;
    this.#target = target;
    this.#mean = mean;
    this.#options = options;
  }

  /**
   * Builds what a hard-match method needs of the target and waits until the device has finished.
   *
   * @throws SocavonError 'too-few-points', 'points-unusable', 'usage', 'engine-unavailable'
   */
  static async build(gpu: GpuContext, target: PointSet, options: ChosenOptions = {}): Promise<TargetOnGpu> {
    const all = hardMatch(completeOptions(options, target, target));
    checkRegistrationOptions(all);
    requireGpuMethod(all);
    const own = gpu.withOwnBuffers();
    const rooms = roomsOf(gpu);
    const places = (centresTarget(all) ? cloudForBins : localCloud)(target, 'target', rooms.target);
    const scale = scaleOf(target, all);
    const local = withReflectivity(places, target, 'target', scale, rooms);
    const uploaded = await uploadTarget(own, local, all);
    await gpu.device.queue.onSubmittedWorkDone();
    return new TargetOnGpu(own, uploaded, local.mean, all, scale);
  }

  /** Same as `registerOnGpu`, with the options that the target was built for. */
  async register(
    source: PointSet,
    T_target_source: Rigid | null = null,
    cancel: CancelToken = NEVER_CANCELLED,
  ): Promise<RegistrationResult> {
    const start = performance.now();
    requireNoWeights(source);
    const rooms = roomsOf(this.#gpu);
    const places = cloudForBins(source, 'source', rooms.source);
    const local = withReflectivity(places, source, 'source', this.#scale, rooms);
    return registerTo(this.#mean, local, T_target_source, start, (T) =>
      alignHardOnGpu(this.#gpu, local, this.#target, T, this.#options, cancel),
    );
  }

  destroy(): void {
    this.#gpu.destroy();
  }
}

/** @throws SocavonError 'engine-unavailable' for a method, or weights of its pairs, without a GPU twin */
function requireGpuMethod({ method, robust, family }: RegistrationOptions): void {
  if (family !== 'rigid')
    throw new SocavonError('engine-unavailable', message('gpu-family-none', { family }));
  if ((method === 'icp-plane' || method === 'gicp' || method === 'vgicp') && isRobust(robust))
    throw new SocavonError(
      'engine-unavailable',
      message('gpu-method-none', { method: `${method} with robust weights` }),
    );
}

function needsReflectivity({ method }: RegistrationOptions): boolean {
  return method === 'icp-intensity';
}

/** Scale of the reflectivity of both clouds, by the target; null for a method that does not use it. */
function scaleOf(target: PointSet, options: RegistrationOptions): ReflectivityScale | null {
  return needsReflectivity(options) ? reflectivityScale(requireReflectivity(target, 'target')) : null;
}

/** @throws SocavonError 'points-unusable' if a cloud has no reflectivity, or none that tells anything */
function withReflectivity(
  places: LocalCloud,
  points: PointSet,
  role: CloudRole,
  scale: ReflectivityScale | null,
  { painted }: Rooms,
): LocalCloud {
  if (scale === null) return places;
  const reflectivity = scaledReflectivity(requireReflectivity(points, role), scale, painted[role]);
  return { ...places, reflectivity };
}

/** @throws SocavonError 'engine-unavailable' for weights of the points */
function requireNoWeights({ weights }: PointSet): void {
  if (weights !== undefined) throw new SocavonError('engine-unavailable', message('gpu-weights-none'));
}

/** @throws SocavonError 'engine-unavailable' for a method without reusable target data */
function hardMatch(options: RegistrationOptions): RegistrationOptions {
  if (isSoftMethod(options.method))
    throw new SocavonError('engine-unavailable', message('gpu-method-whole', { method: options.method }));
  return options;
}

/** @param align computes the transform between the local frames of the clouds */
async function registerTo(
  targetMean: Float64Array,
  source: LocalCloud,
  T_target_source: Rigid | null,
  start: number,
  align: (T_target_source: Rigid) => Promise<MethodResult>,
): Promise<RegistrationResult> {
  const T_target_local = { R: identity().R, t: targetMean };
  const T_source_local = { R: identity().R, t: source.mean };
  const aligned = await align(
    compose(compose(reversed(T_target_local), T_target_source ?? identity()), T_source_local),
  );
  return {
    ...aligned,
    T_target_source: compose(compose(T_target_local, aligned.T_target_source), reversed(T_source_local)),
    eigenvalues: symmetricEigenvalues(aligned.H, 6),
    undetermined: undeterminedDirections(aligned.H, UNDETERMINED_RATIO),
    milliseconds: { ...aligned.milliseconds, total: performance.now() - start },
  };
}

function reversed({ R, t }: Rigid): Rigid {
  return { R, t: t.map((value) => -value) };
}
