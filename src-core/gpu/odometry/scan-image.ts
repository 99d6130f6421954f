import type { Scan } from '../../model/scan.ts';
import type { BeamGeometry } from '../../odometry/frame/beam-geometry.ts';
import type { RateSamples } from '../../odometry/frame/gyro-rotation.ts';
import { type ColumnPoses, gyroTurns, REFERENCE_FRACTION } from '../../odometry/frame/motion.ts';
import type { ScanClock } from '../../odometry/frame/scan-clock.ts';
import type { ScanMatchTask, TimedScan } from '../../odometry/scan-aligner.ts';
import type { GpuContext } from '../context.ts';
import type { BoundBuffer, Kernel } from '../kernel.ts';
import type { DeviceKeyframe } from './keyframe-options.ts';
import type { ScanKernels } from './scan-kernels.ts';

/** Must equal the size of `Column` in shaders/scan-options.wgsl. */
const COLUMN_WORDS = 8;
/** Numbers of a column's pose, see `ColumnPoses` and shaders/keyframe-place.wgsl. */
const POSE_WORDS = 12;

/** Range image on the device: points and normals stay there for matching. */
export class DeviceScanImage {
  readonly #gpu: GpuContext;
  readonly #kernels: ScanKernels;
  readonly #geometry: BeamGeometry;
  readonly #table: GPUBuffer;
  /** Columns of the scan, as floats and as integers. */
  readonly #values: Float32Array<ArrayBuffer>;
  readonly #flags: Uint32Array;
  /** Poses of the columns of a keyframe, each number as two floats. */
  readonly #poses: Float32Array<ArrayBuffer>;
  /** The scan whose ranges and points are on the device. */
  #scan: Scan | null = null;

  /** Uploads the sensor's table of beam directions and offsets. @param gpu with buffers of its own */
  constructor(gpu: GpuContext, kernels: ScanKernels, geometry: BeamGeometry) {
    this.#gpu = gpu;
    this.#kernels = kernels;
    this.#geometry = geometry;
    const { direction, offset, beams, columns } = geometry;
    this.#values = new Float32Array(COLUMN_WORDS * columns);
    this.#flags = new Uint32Array(this.#values.buffer);
    this.#poses = new Float32Array(2 * POSE_WORDS * columns);
    const table = new Float32Array(6 * beams * columns);
    for (let pixel = 0; pixel < beams * columns; pixel++) {
      table.set(direction.subarray(3 * pixel, 3 * pixel + 3), 6 * pixel);
      table.set(offset.subarray(3 * pixel, 3 * pixel + 3), 6 * pixel + 3);
    }
    this.#table = gpu.buffers.upload('geometry', table);
  }

  get pixels(): number {
    return this.#geometry.beams * this.#geometry.columns;
  }

  /** Per pixel: xyz (m) in the sensor frame of its column, and the pixel class. */
  get points(): GPUBuffer {
    return this.#gpu.buffers.storage('points', 16 * this.pixels);
  }

  /** Per pixel used in matching: unit normal, or 0 0 0. */
  get normals(): GPUBuffer {
    return this.#gpu.buffers.storage('normals', 16 * this.pixels);
  }

  /** Number of points used in matching. */
  get tally(): GPUBuffer {
    return this.#gpu.buffers.storage('tally', 4);
  }

  get columns(): GPUBuffer {
    return this.#gpu.buffers.storage('columns', 4 * COLUMN_WORDS * this.#geometry.columns);
  }

  /** Points of a keyframe relative to its origin, see shaders/keyframe-place.wgsl. */
  get placed(): GPUBuffer {
    return this.#gpu.buffers.storage('placed', 32 * this.pixels);
  }

  /** Uploads a scan to be matched; the encoder that uses it must be submitted before the next upload. */
  upload({ scan, clock, rates, gyroBias }: ScanMatchTask): void {
    this.#uploadRanges(scan);
    this.#uploadColumns(scan, clock, rates, gyroBias);
  }

  #uploadRanges(scan: Scan): void {
    this.#gpu.buffers.upload('ranges', ownBuffer(scan.rangeMm));
    this.#scan = scan;
  }

  #uploadColumns(
    scan: Scan,
    clock: ScanClock,
    rates: RateSamples,
    gyroBias: readonly [number, number, number] | null,
  ): void {
    const values = this.#values;
    const flags = this.#flags;
    // The rotations are the same in all iterations; the translation follows from the pose, on the device.
    const turns = gyroBias && rates.times.length > 0 ? gyroTurns(clock, rates, gyroBias) : null;
    for (let column = 0; column < scan.columns; column++) {
      const at = COLUMN_WORDS * column;
      for (let k = 0; k < 4; k++) values[at + k] = turns === null ? 0 : turns[4 * column + k];
      values[at + 4] = clock.fraction[column] - REFERENCE_FRACTION;
      flags[at + 5] = scan.columnValid[column] === 0 ? 0 : 1;
      const turn = scan.columnTurn === undefined ? 0 : scan.columnTurn[column];
      values[at + 6] = turn === 0 ? 1 : Math.cos(turn);
      values[at + 7] = turn === 0 ? 0 : Math.sin(turn);
    }
    this.#gpu.buffers.upload('columns', values);
  }

  /**
   * Uploads a keyframe and records that its returns are placed in `placed`. What was matched last is on the device
   * already: only the poses of its columns are written.
   */
  place(
    encoder: GPUCommandEncoder,
    { scan, clock, rates }: Pick<TimedScan, 'scan' | 'clock' | 'rates'>,
    columnPoses: ColumnPoses,
    frame: DeviceKeyframe,
    tallies: GPUBuffer,
  ): void {
    const { points, placePoints } = this.#kernels;
    const isThere = this.#scan === scan;
    if (!isThere) {
      this.#uploadRanges(scan);
      this.#uploadColumns(scan, clock, rates, null);
    }
    const poses = this.#poses;
    for (let from = 0, to = 0; from < columnPoses.length; to += POSE_WORDS) {
      for (let k = 0; k < POSE_WORDS; k++, from++, to++) {
        const value = columnPoses[from];
        const high = Math.fround(value);
        poses[to] = high;
        poses[to + POSE_WORDS] = value - high;
      }
    }
    const bound = {
      ...this.#bound(frame.options),
      ...frame,
      columnPoses: this.#gpu.buffers.upload('column poses', poses),
      placed: this.placed,
      tallies,
    };
    this.#run(encoder, isThere ? [placePoints] : [points, placePoints], bound);
  }

  /**
   * Records the conversion of ranges to Cartesian points, the point selection and the normals. @param options
   * `ScanOptions`
   */
  record(encoder: GPUCommandEncoder, options: GPUBufferBinding): void {
    const { points, normals } = this.#kernels;
    encoder.clearBuffer(this.tally);
    this.#run(encoder, [points, normals], this.#bound(options));
  }

  #bound(options: GPUBufferBinding) {
    return {
      options,
      ranges: this.#gpu.buffers.storage('ranges', 4 * this.pixels),
      columns: this.columns,
      geometry: this.#table,
      points: this.points,
      tally: this.tally,
      normals: this.normals,
    };
  }

  #run(
    encoder: GPUCommandEncoder,
    kernels: readonly Kernel[],
    bound: Readonly<Record<string, BoundBuffer>>,
  ): void {
    const pass = encoder.beginComputePass({ label: kernels[0].name });
    for (const kernel of kernels) {
      pass.setPipeline(kernel.pipeline);
      pass.setBindGroup(0, kernel.bind(bound));
      pass.dispatchWorkgroups(Math.ceil(this.pixels / this.#kernels.workgroupSize));
    }
    pass.end();
  }
}

/** Narrows the type: WebGPU accepts no shared memory, which the type would allow. */
function ownBuffer(values: Scan['rangeMm']): Uint32Array<ArrayBuffer> {
  return values.buffer instanceof ArrayBuffer
    ? (values as Uint32Array<ArrayBuffer>)
    : Uint32Array.from(values);
}
