import { type NormalSystem, normalSystem } from '../math/normal-system.ts';
import { compose, rotationOf } from '../math/se3.ts';
import { message } from '../messages/message.ts';
import { type CancelToken, throwIfCancelled } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import { giveBack } from '../model/give-back.ts';
import type { Rigid } from '../model/rigid.ts';
import { hasTimedClouds, type SensorModel } from '../model/sensor.ts';
import { beamGeometry } from '../odometry/frame/beam-geometry.ts';
import { columnPosesOf, ScanDeskewer, type ScanMotion } from '../odometry/frame/deskewed-scan.ts';
import type { ColumnPoses } from '../odometry/frame/motion.ts';
import { CellRunFinder } from '../odometry/match/cell-runs.ts';
import { ReflectivityMap } from '../odometry/match/reflectivity-map.ts';
import type { MatchResult } from '../odometry/match/scan-matcher.ts';
import { Submap } from '../odometry/match/submap.ts';
import type { OdometryOptions } from '../odometry/odometry-options.ts';
import type { ScanAligner, ScanEngine, ScanMatchTask, TimedScan } from '../odometry/scan-aligner.ts';
import type { GpuContext } from './context.ts';
import { writeKeyframe } from './odometry/keyframe-options.ts';
import { DeviceScanImage } from './odometry/scan-image.ts';
import { type ScanKernels, scanKernels } from './odometry/scan-kernels.ts';
import {
  runScanPasses,
  type ScanPassesResult,
  workgroupsOf,
  writeScanOptions,
} from './odometry/scan-passes.ts';
import { DevicePlanes, MAX_LEVELS } from './odometry/scan-planes.ts';

/** Row offsets of the sums of shaders/scan-solve.wgsl. */
const SUM = { matched: 0, inliers: 1, squared: 2, H: 3, b: 24, tilt: 30 } as const;

/** A keyframe to be added to the submap on the device. */
interface WaitingKeyframe {
  readonly keyframe: TimedScan;
  readonly T_map_middle: Rigid;
  readonly columnPoses: ColumnPoses;
}

/**
 * GPU twin of `CpuScanAligner`, in f32 relative to an origin near the sensor: points, normals, de-skewing, matching,
 * weights, sums, solve and stop rule run on the device, with one read-back per scan. Keyframes are added to the
 * submap there, too, in sums of whole numbers, which do not depend on their order. Only the texture of the walls, which
 * no match of planes needs, is kept on the CPU, in f64.
 */
export class GpuScanAligner implements ScanAligner {
  readonly #gpu: GpuContext;
  readonly #kernels: ScanKernels;
  readonly #options: OdometryOptions;
  readonly #failure: Promise<never>;
  /** Why the device failed; undefined: it has not. */
  #failedBy: unknown;
  /** Rejects what is awaited. Awaiting the failure itself would leave a reaction there for each scan of a drive. */
  #onFailure: (reason: unknown) => void = () => {};
  readonly #deskewer: ScanDeskewer;
  readonly #image: DeviceScanImage;
  readonly #system = normalSystem();
  readonly #planes: DevicePlanes;
  /** Texture of the walls: the bins of all levels are on the device. */
  #texture: ReflectivityMap;
  readonly #cellRuns: CellRunFinder;
  /** Keyframes for which the device has no room yet. */
  #waiting: WaitingKeyframe[] = [];
  /** The texture of the last keyframe, put off until the device is at work on the next scan. */
  #putOff: (() => void) | null = null;

  private constructor(
    gpu: GpuContext,
    kernels: ScanKernels,
    sensor: SensorModel,
    options: OdometryOptions,
    failure: Promise<never>,
  ) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#options = options;
    this.#failure = failure;
    failure.catch((reason: unknown) => {
      this.#failedBy = reason;
      this.#onFailure(reason);
    });
    const geometry = beamGeometry(sensor);
    this.#deskewer = new ScanDeskewer(geometry, options.filter);
    this.#image = new DeviceScanImage(gpu, kernels, geometry);
    this.#texture = new ReflectivityMap(options.submap.textureCell);
    this.#cellRuns = new CellRunFinder(this.#image.pixels, geometry.columns);
    this.#planes = new DevicePlanes(gpu, kernels, options, this.#image.pixels);
  }

  /**
   * @param failure rejects when the device fails; never resolves
   * @throws SocavonError 'engine-unavailable' if a scan does not fit on the device, or is a timed cloud; 'usage' for more bin levels than
   *   the kernels support; 'internal' if a kernel does not compile
   */
  static async create(
    gpu: GpuContext,
    failure: Promise<never>,
    sensor: SensorModel,
    options: OdometryOptions,
  ): Promise<GpuScanAligner> {
    if (hasTimedClouds(sensor)) throw new SocavonError('engine-unavailable', message('engine-timed-clouds'));
    if (options.submap.levels > MAX_LEVELS)
      throw new SocavonError(
        'usage',
        message('gpu-levels', { most: MAX_LEVELS, levels: options.submap.levels }),
      );
    const own = gpu.withOwnBuffers();
    return new GpuScanAligner(own, await scanKernels(own), sensor, options, failure);
  }

  get texture(): ReflectivityMap {
    this.#settleTexture();
    return this.#texture;
  }

  async copySubmap(): Promise<Submap> {
    await this.settled();
    const levels = await this.#guarded(this.#planes.read());
    return new Submap(this.#options.submap, levels, this.texture.clone());
  }

  /** @throws CancelledError before or after the device's work on this scan; SocavonError 'gpu-lost' */
  async match(task: ScanMatchTask, cancel: CancelToken): Promise<MatchResult> {
    throwIfCancelled(cancel, 'work-align');
    if (this.#waiting.length > 0) await this.settled();
    const { T_map_predicted, passes } = this.#start(task);
    const guarded = this.#guarded(passes);
    // Meanwhile what no match waits for: the texture of the last keyframe, and the returns of what may be the next.
    this.#settleTexture();
    this.#deskewer.hold(task.scan, task.returns);
    const passResult = await guarded;
    throwIfCancelled(cancel, 'work-align');
    return {
      T_map_sensor: compose(T_map_predicted, awayOf(passResult)),
      system: systemOf(passResult.sums, this.#system),
      iterations: passResult.iterations,
      converged: passResult.converged,
    };
  }

  insert(keyframe: TimedScan, T_map_middle: Rigid, motion: ScanMotion): void {
    // What was put off of another scan reads its points by the same de-skewer.
    this.#settleTexture();
    const columnPoses = columnPosesOf(keyframe.clock, keyframe.rates, motion);
    const added = { keyframe, T_map_middle, columnPoses };
    if (this.#waiting.length === 0 && this.#planes.hasRoom) this.#add(added);
    // The texture gives the poses back.
    else this.#waiting.push({ ...added, columnPoses: columnPoses.slice() });
    this.#putOff = () => this.#addTexture(added);
  }

  async settled(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#guarded(this.#planes.makeRoom());
      const next = this.#waiting.shift();
      if (next !== undefined) this.#add(next);
    }
  }

  clear(submap?: Submap): void {
    this.#waiting = [];
    this.#putOff = null;
    this.#texture = submap?.texture ?? new ReflectivityMap(this.#options.submap.textureCell);
    if (submap === undefined) this.#planes.clear();
    else this.#planes.write(submap.levels);
  }

  destroy(): void {
    this.#gpu.destroy();
  }

  #settleTexture(): void {
    const putOff = this.#putOff;
    this.#putOff = null;
    putOff?.();
  }

  /**
   * Adds the texture that a keyframe saw, and drops what is out of reach from there. The poses of its columns are given
   * back.
   */
  #addTexture({ keyframe: { scan, returns }, T_map_middle, columnPoses }: WaitingKeyframe): void {
    const points = this.#deskewer.hold(scan, returns);
    const contrast = this.#deskewer.contrastOf(scan);
    const texture = this.#texture;
    texture.addRuns(this.#cellRuns.of(points, columnPoses, T_map_middle, texture.size), contrast);
    giveBack(columnPoses);
    const [x, y, z] = T_map_middle.t;
    texture.keepWithin(x, y, z, this.#options.submap.radius);
  }

  /** Submits the addition of a keyframe to the device. */
  #add({ keyframe, T_map_middle, columnPoses }: WaitingKeyframe): void {
    const { device } = this.#gpu;
    const planes = this.#planes;
    const options = this.#options;
    const encoder = device.createCommandEncoder({ label: 'keyframe' });
    const frame = writeKeyframe(
      this.#gpu,
      this.#kernels,
      keyframe.scan,
      T_map_middle,
      options,
      planes.tables,
    );
    this.#image.place(encoder, keyframe, columnPoses, frame, planes.tallies);
    planes.add(encoder, frame, this.#image.placed, T_map_middle);
    device.queue.submit([encoder.finish()]);
  }

  /** Submits all work on a scan to the device. */
  #start(task: ScanMatchTask): { T_map_predicted: Rigid; passes: Promise<ScanPassesResult> } {
    const gpu = this.#gpu;
    const kernels = this.#kernels;
    const encoder = gpu.device.createCommandEncoder({ label: 'scan' });
    this.#image.upload(task);
    const { buffer, T_map_predicted } = writeScanOptions(
      gpu,
      kernels,
      task,
      this.#options,
      this.#planes.tables,
    );
    this.#image.record(encoder, buffer);
    const passes = runScanPasses(
      gpu,
      kernels,
      encoder,
      buffer,
      this.#image,
      this.#planes,
      workgroupsOf(gpu, kernels, this.#image.pixels),
      this.#options.matcher.maxIterations,
    );
    return { T_map_predicted, passes };
  }

  /**
   * Awaits a result, or throws the reason why the device failed: a lost device also rejects the read-back, with its
   * own message.
   */
  async #guarded<T>(work: Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#onFailure = reject;
        if (this.#failedBy !== undefined) reject(this.#failedBy);
        work.then(resolve, reject);
      });
    } catch (error) {
      if (error instanceof SocavonError) throw error;
      await Promise.race([this.#failure, this.#gpu.device.queue.onSubmittedWorkDone()]);
      throw error;
    }
  }
}

function awayOf({ rotation, translation }: ScanPassesResult): Rigid {
  const [x, y, z, w] = Array.from(rotation);
  return { R: rotationOf([x, y, z, w]), t: Float64Array.from(translation).subarray(0, 3) };
}

/** Copies the sums of the device into a `NormalSystem`. */
function systemOf(sums: Float32Array, system: NormalSystem): NormalSystem {
  system.matched = sums[SUM.matched];
  system.inliers = sums[SUM.inliers];
  system.squared = sums[SUM.squared];
  for (let i = 0; i < 6; i++) {
    system.b[i] = sums[SUM.b + i];
    for (let j = 0; j <= i; j++) system.H[6 * i + j] = sums[SUM.H + (i * (i + 1)) / 2 + j];
  }
  // Subtracts the apparent information due to the tilt noise of the planes; translation block only.
  for (let i = 0; i < 3; i++)
    for (let j = 0; j <= i; j++)
      system.translation[3 * i + j] = system.H[6 * (i + 3) + j + 3] - (i === j ? sums[SUM.tilt] : 0);
  return system;
}

/**
 * Scan engine on an open device.
 *
 * @param adapter name and driver, as text
 * @param failure rejects when the device fails; never resolves
 */
export function gpuScanEngine(gpu: GpuContext, adapter: string, failure: Promise<never>): ScanEngine {
  return {
    identity: { kind: 'gpu', adapter },
    open: (sensor, options) => GpuScanAligner.create(gpu, failure, sensor, options),
  };
}
