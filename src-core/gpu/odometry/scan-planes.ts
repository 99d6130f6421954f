import { identity } from '../../math/se3.ts';
import type { Rigid } from '../../model/rigid.ts';
import type { PlaneMap } from '../../odometry/match/plane-map.ts';
import type { OdometryOptions } from '../../odometry/odometry-options.ts';
import type { GpuContext } from '../context.ts';
import type { Kernel } from '../kernel.ts';
import { writeUniform } from '../uniform.ts';
import { type DeviceKeyframe, writeKeyframe } from './keyframe-options.ts';
import type { PlaneTable } from './plane-table.ts';
import type { ScanKernels } from './scan-kernels.ts';
import { planeMapOf, SLOT_WORDS, SUM_WORDS, wallSumsOf } from './wall-sums.ts';

/** Must match shaders/keyframe.wgsl. */
export const MAX_LEVELS = 8;
const [USED, ALIVE, CHANGED] = [0, MAX_LEVELS, 2 * MAX_LEVELS];
/** Bytes of the tallies of shaders/keyframe.wgsl that the host reads. */
export const TALLY_BYTES = 4 * (CHANGED + 1);

const LEAST_SLOTS = 1024;
/** Part of the slots of a level that may be in use, dropped bins included. */
const MOST_FULL = 0.75;
const MOST_WORKGROUPS = 1024;

/**
 * Submap on the device: one open-addressed table of bins per level, with the sums of their points and the planes that
 * are fitted to them. Keyframes are added there; their points and sums never leave the device, except in a copy.
 */
export class DevicePlanes {
  readonly #gpu: GpuContext;
  readonly #kernels: ScanKernels;
  readonly #options: Pick<OdometryOptions, 'submap' | 'filter'>;
  /** Most bins that one keyframe adds to a level. */
  readonly #pixels: number;
  #tables: PlaneTable[] = [];
  /** Two sets of buffers take turns: bins move from one to the other. */
  #turn = 0;
  /** Per level: slots in use and bins with points, when the device last told. */
  #used: number[] = [];
  #alive: number[] = [];
  /** Keyframes added since. */
  #since = 0;
  readonly #reach: Reach;

  /**
   * @param gpu with buffers used by this object only
   * @param pixels of a scan
   * @throws SocavonError 'engine-unavailable' if tables for such scans exceed the device's buffers
   */
  constructor(
    gpu: GpuContext,
    kernels: ScanKernels,
    options: Pick<OdometryOptions, 'submap' | 'filter'>,
    pixels: number,
  ) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#options = options;
    this.#pixels = pixels;
    this.#reach = new Reach(options.filter.maxRange);
    this.clear();
  }

  /** Slots of all tables, see shaders/scan-planes.wgsl. */
  get buffer(): GPUBuffer {
    return this.#storage('planes', 4 * SLOT_WORDS * this.#slots);
  }

  get tables(): readonly PlaneTable[] {
    return this.#tables;
  }

  /** Tallies of shaders/keyframe.wgsl: `TALLY_BYTES`, to be read with a result and passed to `learn`. */
  get tallies(): GPUBuffer {
    return this.#gpu.buffers.storage('wall tallies', TALLY_BYTES);
  }

  /** Takes note of the tallies after all keyframes added until now. */
  learn(tallies: Uint32Array): void {
    const { levels } = this.#options.submap;
    this.#used = Array.from(tallies.subarray(USED, USED + levels));
    this.#alive = Array.from(tallies.subarray(ALIVE, ALIVE + levels));
    this.#since = 0;
  }

  /** True if another keyframe certainly fits into the tables. */
  get hasRoom(): boolean {
    const most = (this.#since + 1) * this.#pixels;
    return this.#tables.every(({ mask }, level) => this.#used[level] + most <= MOST_FULL * (mask + 1));
  }

  /** Drops all bins. */
  clear(): void {
    const { levels } = this.#options.submap;
    this.#used = Array<number>(levels).fill(0);
    this.#alive = Array<number>(levels).fill(0);
    this.#since = 0;
    this.#reach.clear();
    const encoder = this.#gpu.device.createCommandEncoder({ label: 'walls' });
    this.#layOut(encoder);
    encoder.clearBuffer(this.tallies);
    this.#gpu.device.queue.submit([encoder.finish()]);
  }

  /**
   * Records the addition of a keyframe, and what it makes the submap forget; only where there `hasRoom`.
   *
   * @param frame its pose T_map_middle as written by `writeKeyframe`
   * @param placed its points, see shaders/keyframe-add.wgsl
   */
  add(encoder: GPUCommandEncoder, frame: DeviceKeyframe, placed: GPUBuffer, T_map_middle: Rigid): void {
    const { workgroupSize, addPoints, fitPlanes, forgetBins } = this.#kernels;
    const { levels, radius } = this.#options.submap;
    const bound = { ...frame, ...this.#bound(levels * this.#pixels), placed };
    const pass = encoder.beginComputePass({ label: addPoints.name });
    const run = (kernel: Kernel, x: number, y = 1): void => {
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, kernel.bind(bound));
      pass.dispatchWorkgroups(x, y);
    };
    const pixels = Math.ceil(this.#pixels / workgroupSize);
    run(addPoints, pixels, levels);
    run(fitPlanes, Math.min(MOST_WORKGROUPS, pixels));
    this.#reach.add(T_map_middle.t);
    if (!this.#reach.isWithin(T_map_middle.t, radius))
      run(forgetBins, Math.min(MOST_WORKGROUPS, Math.ceil(this.#slots / workgroupSize)));
    pass.end();
    this.#since++;
  }

  /**
   * Makes room for another keyframe: asks the device how full the tables are, and moves the bins to larger ones if
   * need be.
   */
  async makeRoom(): Promise<void> {
    if (this.#since > 0) this.learn(new Uint32Array(await this.#gpu.buffers.read(this.tallies, TALLY_BYTES)));
    if (this.hasRoom) return;
    const from = {
      planesFrom: this.buffer,
      sumsFrom: this.#sums,
      counts: this.#tables.map(({ first, mask }) => [first, mask + 1]),
    };
    this.#move(from, this.#alive, false);
  }

  /** Copies the bins to the host, level by level. */
  async read(): Promise<PlaneMap[]> {
    const { buffers } = this.#gpu;
    const planes = new Int32Array(await buffers.read(this.buffer, 4 * SLOT_WORDS * this.#slots));
    const sums = new Uint32Array(await buffers.read(this.#sums, 4 * SUM_WORDS * this.#slots));
    return this.#tables.map((table, level) =>
      planeMapOf({ planes, sums }, table, this.#options.submap, level),
    );
  }

  /** Replaces all bins by those of the host, which `read` gave or that the CPU engine filled. */
  write(levels: readonly PlaneMap[]): void {
    this.clear();
    const { planes, sums } = wallSumsOf(levels);
    if (sums.length === 0) return;
    const { buffers } = this.#gpu;
    let first = 0;
    const counts = levels.map(({ count }) => {
      first += count;
      return [first - count, count];
    });
    this.#reach.forgetBounds();
    const from = {
      planesFrom: buffers.upload('planes written', planes),
      sumsFrom: buffers.upload('sums written', sums),
      counts,
    };
    this.#move(
      from,
      levels.map(({ count }) => count),
      true,
    );
  }

  get #slots(): number {
    return this.#tables.reduce((sum, { mask }) => sum + mask + 1, 0);
  }

  get #sums(): GPUBuffer {
    return this.#storage('wall sums', 4 * SUM_WORDS * this.#slots);
  }

  #storage(name: string, bytes: number): GPUBuffer {
    return this.#gpu.buffers.storage(`${name} ${this.#turn}`, bytes);
  }

  /** @param changes most slots that change */
  #bound(changes: number): Record<string, GPUBuffer> {
    return {
      planes: this.buffer,
      sums: this.#sums,
      owners: this.#storage('slot owners', 4 * this.#slots),
      tallies: this.tallies,
      changed: this.#gpu.buffers.storage('changed slots', 4 * changes),
    };
  }

  /** Begins empty tables, in which the bins of now and a keyframe's fill at most half of the slots. */
  #layOut(encoder: GPUCommandEncoder): void {
    let first = 0;
    this.#tables = this.#alive.map((alive) => {
      let slots = LEAST_SLOTS;
      while (slots < 2 * (alive + this.#pixels)) slots *= 2;
      first += slots;
      return { first: first - slots, mask: slots - 1 };
    });
    const { planes, sums, owners } = this.#bound(1);
    for (const buffer of [planes, sums, owners]) encoder.clearBuffer(buffer);
  }

  /** Moves bins from the given slots (per level: first, count) to new tables. @param alive bins of each level */
  #move(
    {
      counts,
      ...from
    }: { planesFrom: GPUBuffer; sumsFrom: GPUBuffer; counts: readonly (readonly number[])[] },
    alive: readonly number[],
    isToFit: boolean,
  ): void {
    const { device } = this.#gpu;
    const { workgroupSize, moveBins, fitPlanes } = this.#kernels;
    this.#alive = [...alive];
    this.#used = [...alive];
    this.#turn = 1 - this.#turn;
    const encoder = device.createCommandEncoder({ label: 'walls' });
    this.#layOut(encoder);
    const tallies = new Uint32Array(CHANGED + 1);
    tallies.set(alive, ALIVE);
    device.queue.writeBuffer(this.tallies, 0, tallies);
    const nothing = { beams: 0, columns: 0 };
    const frame = writeKeyframe(this.#gpu, this.#kernels, nothing, identity(), this.#options, this.#tables);
    const all = alive.reduce((sum, count) => sum + count, 0);
    const bound = {
      ...frame,
      ...from,
      ...this.#bound(Math.max(all, this.#options.submap.levels * this.#pixels)),
      placed: this.#gpu.buffers.storage('placed', 32 * this.#pixels),
      old: writeUniform(this.#gpu, moveBins, 'old', 'moved slots', {
        tables: counts.flatMap(([first, count]) => [first, count, 0, 0]),
      }),
    };
    const most = Math.max(...counts.map(([, count]) => count));
    const groups = Math.min(MOST_WORKGROUPS, Math.max(1, Math.ceil(most / workgroupSize)));
    const pass = encoder.beginComputePass({ label: moveBins.name });
    for (const kernel of isToFit ? [moveBins, fitPlanes] : [moveBins]) {
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, kernel.bind(bound));
      pass.dispatchWorkgroups(groups);
    }
    pass.end();
    device.queue.submit([encoder.finish()]);
  }
}

/** Says whether a bin of the submap can be out of reach, from where the keyframes were. */
class Reach {
  readonly #maxRange: number;
  #low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  #high = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  /** @param maxRange of a return, m */
  constructor(maxRange: number) {
    this.#maxRange = maxRange;
  }

  clear(): void {
    this.#low.fill(Number.POSITIVE_INFINITY);
    this.#high.fill(Number.NEGATIVE_INFINITY);
  }

  /** Nothing is known of where the bins are. */
  forgetBounds(): void {
    this.#low.fill(Number.NEGATIVE_INFINITY);
    this.#high.fill(Number.POSITIVE_INFINITY);
  }

  add(t: ArrayLike<number>): void {
    for (let axis = 0; axis < 3; axis++) {
      this.#low[axis] = Math.min(this.#low[axis], t[axis]);
      this.#high[axis] = Math.max(this.#high[axis], t[axis]);
    }
  }

  isWithin(t: ArrayLike<number>, radius: number): boolean {
    const off = [0, 1, 2].map((axis) => Math.max(t[axis] - this.#low[axis], this.#high[axis] - t[axis]));
    return Math.hypot(...off) + this.#maxRange + MARGIN <= radius;
  }
}

/** Distance of a bin's centre from its points, of a beam's origin from the sensor's, and the motion within a scan, m. */
const MARGIN = 5;
