import { message } from '../../messages/message.ts';
import type { Axis } from '../../model/axis.ts';
import { SILENT_CONTEXT, type StageContext } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import { type PageStore, Pages } from '../../model/paged-bytes.ts';
import { AxisGeometry } from '../axis/axis-geometry.ts';
import { AxisLocator } from '../axis/axis-locator.ts';
import { PROFILE_DEFAULTS, type ProfileOptions } from './cells/profile-options.ts';
import type { Plumb } from './voxels/plumb-up.ts';
import { flagsOf, NO_BEAM, type PackedSample, type PointOrigin, PointSample } from './voxels/point-sample.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from './voxels/section-voxels.ts';
import { StrayExtent } from './voxels/stray-extent.ts';
import { type PackedViews, ViewDirections } from './voxels/view-directions.ts';
import { VoxelBatch } from './voxels/voxel-batch.ts';
import { type PackedVoxels, VoxelTable } from './voxels/voxel-table.ts';
import { RAY, RAY_LENGTH } from './voxels/wall-ray.ts';
import { buildWall } from './wall-builder.ts';
import type { WallSurface } from './wall-surface.ts';

/** Number of points by outcome. */
export interface AccumulatorCounts {
  /** Points that were accumulated. */
  inside: number;
  /** Points beyond either end of the axis. */
  beyondEnds: number;
  /** Points farther from the axis than `maxRadius`, or not finite. */
  tooFar: number;
}

/** All that an accumulator knows of its points, as plain values. */
export interface AccumulatorState {
  readonly counts: Readonly<AccumulatorCounts>;
  /** Lowest and highest corner of the strays, 6 numbers. */
  readonly strays: Float64Array;
  readonly voxels: readonly (PackedVoxels & { readonly block: number })[];
  /** null: the sensor positions are not known. */
  readonly views: readonly PackedViews[] | null;
  readonly sample: readonly PackedSample[] | null;
}

/**
 * Accumulates map points into thin sections along an axis; any number of points, in any order, in memory that
 * is bounded by the wall's surface (about 0.2 MB per metre of drive).
 *
 * Points are stored as the mean and count per voxel (chainage, left, up), so that the middle of the section,
 * which need not be near the axis, can be found from the data before anything is averaged radially.
 */
export class ProfileAccumulator {
  readonly geometry: AxisGeometry;
  readonly options: ProfileOptions;
  readonly counts: AccumulatorCounts = { inside: 0, beyondEnds: 0, tooFar: 0 };

  readonly #locator: AxisLocator;
  readonly #voxels: SectionVoxels;
  readonly #batch: VoxelBatch;
  readonly #strays = new StrayExtent();
  readonly #ray = new Float64Array(RAY_LENGTH);
  /** From the sensor to the last located point, map frame, m. */
  readonly #fromSensor = new Float64Array(3);
  /** Null: all points stay in memory. */
  readonly #pages: Pages | null;
  #views: ViewDirections | null = null;
  #sample: PointSample | null = null;
  #finished: WallSurface | null = null;

  /**
   * @param store for the points of stretches that the drive has left behind, for as long as the accumulator is used; null:
   *   they stay in memory
   * @throws SocavonError axis-unusable
   */
  constructor(axis: Axis, options: Partial<ProfileOptions> = {}, store: PageStore | null = null) {
    this.#pages = store && new Pages(store);
    this.options = { ...PROFILE_DEFAULTS, ...options };
    if (this.options.maxRadius > 500 * this.options.voxel)
      throw new SocavonError(
        'usage',
        message('radius-too-large', { radius: this.options.maxRadius, voxel: this.options.voxel }),
      );
    this.geometry = new AxisGeometry(axis, this.options.sections);
    this.#locator = new AxisLocator(this.geometry, this.options.maxRadius);
    const { slab } = this.options;
    const firstSlab = Math.floor(this.geometry.start / slab + 1e-9);
    const slabCount = Math.ceil(this.geometry.end / slab - 1e-9) - firstSlab;
    this.#voxels = {
      slab,
      voxel: this.options.voxel,
      firstSlab,
      slabCount,
      blocks: new Array(Math.ceil(slabCount / SLABS_PER_BLOCK)).fill(null),
    };
    this.#batch = new VoxelBatch(this.#voxels.blocks, this.options.reflectivity, (block) =>
      this.#leave(block),
    );
  }

  /**
   * Adds points of the map.
   *
   * @param xyz 3 per point, f32, metres relative to `origin`
   * @param origin map coordinates of the points' origin, f64
   * @param reflectivity one per point; used only if the options request it
   * @param sensor position the points were seen from, map coordinates; null: not known
   * @param from scan, pass and beams of the points, by which halves of them are compared; null: they are not
   * @throws SocavonError usage: the options request reflectivity and the points have none
   */
  add(
    xyz: Float32Array,
    origin: readonly [number, number, number],
    count = xyz.length / 3,
    reflectivity: Uint16Array | null = null,
    sensor: ArrayLike<number> | null = null,
    from: PointOrigin | null = null,
  ): void {
    this.#finished = null;
    if (this.options.reflectivity && reflectivity === null)
      throw new SocavonError('usage', message('points-no-reflectivity'));
    const { counts } = this;
    const locator = this.#locator;
    const voxels = this.#voxels;
    const batch = this.#batch;
    const ox = origin[0] - this.geometry.origin[0];
    const oy = origin[1] - this.geometry.origin[1];
    const oz = origin[2] - this.geometry.origin[2];
    const seenFrom = sensor && [0, 1, 2].map((k) => sensor[k] - this.geometry.origin[k]);
    const perSlab = 1 / voxels.slab;
    const perVoxel = 1 / voxels.voxel;
    const { firstSlab, slabCount } = voxels;
    if (from !== null && seenFrom !== null) this.#sample ??= new PointSample(slabCount);
    const flags = from === null ? -1 : flagsOf(from);
    const beam = from?.beam ?? null;
    const { point } = locator;
    const ray = this.#ray;
    const fromSensor = this.#fromSensor;
    for (let i = 0; i < 3 * count; i += 3) {
      point[0] = xyz[i] + ox;
      point[1] = xyz[i + 1] + oy;
      point[2] = xyz[i + 2] + oz;
      if (!locator.locatePoint()) {
        counts.tooFar++;
        this.#strays.add(point[0], point[1], point[2]);
        continue;
      }
      const along = locator.chainage * perSlab - firstSlab;
      const slab = Math.floor(along);
      if (slab < 0 || slab >= slabCount) {
        counts.beyondEnds++;
        this.#strays.add(point[0], point[1], point[2]);
        continue;
      }
      // Offset by 512 voxels, so that the whole part fits 10 bits.
      const left = locator.left * perVoxel + 512;
      const up = locator.up * perVoxel + 512;
      const iLeft = left | 0;
      const iUp = up | 0;
      const block = slab >> 5;
      batch.put(
        block,
        ((slab & (SLABS_PER_BLOCK - 1)) << 20) | (iLeft << 10) | iUp,
        ((left - iLeft) * 4096) | 0,
        ((up - iUp) * 4096) | 0,
        ((along - slab) * 4096) | 0,
        reflectivity === null ? 0 : reflectivity[i / 3],
      );
      if (seenFrom !== null) {
        for (let k = 0; k < 3; k++) fromSensor[k] = point[k] - seenFrom[k];
        ray[RAY.slabs] = along;
        this.#addView(beam === null ? NO_BEAM : beam[i / 3], flags);
      }
      counts.inside++;
    }
    batch.flush();
  }

  /** Accumulates the ray to the last located point, of which `slabs` is set. @param flags negative: it is not sampled */
  #addView(beam: number, flags: number): void {
    const locator = this.#locator;
    const { normal } = locator;
    this.#views ??= this.#noViews();
    const x = this.#fromSensor[0];
    const y = this.#fromSensor[1];
    const z = this.#fromSensor[2];
    const nx = normal[0];
    const ny = normal[1];
    const nz = normal[2];
    const level = Math.sqrt(nx * nx + ny * ny);
    const range = Math.sqrt(x * x + y * y + z * z);
    if (range === 0) return;
    const ray = this.#ray;
    ray[RAY.chainage] = locator.chainage;
    ray[RAY.left] = locator.left;
    ray[RAY.up] = locator.up;
    ray[RAY.toLeft] = (y * nx - x * ny) / (level * range);
    ray[RAY.toUp] = (z * level * level - nz * (x * nx + y * ny)) / (level * range);
    ray[RAY.along] = (x * nx + y * ny + z * nz) / range;
    ray[RAY.range] = range;
    this.#views.add(ray);
    if (flags >= 0) this.#sample!.offer(ray, beam, flags);
  }

  /** Gives back the memory of the points, which are not asked for again. */
  release(): void {
    for (const table of this.#voxels.blocks) table?.release();
    this.#voxels.blocks.fill(null);
    this.#sample?.release();
    this.#views?.release();
    this.#finished = null;
  }

  /** Packs the points of a block of slabs, and brings them out of memory where there are pages. */
  #leave(block: number): void {
    const table = this.#voxels.blocks[block];
    if (this.#pages === null) table?.packed();
    else {
      table?.leave(this.#pages);
      this.#sample?.leave(block, this.#pages);
      this.#leaveViews(block, this.#pages);
    }
  }

  #leaveViews(block: number, pages: Pages): void {
    const { firstSlab, slab } = this.#voxels;
    const from = (firstSlab + block * SLABS_PER_BLOCK) * slab;
    this.#views?.leave(from, from + SLABS_PER_BLOCK * slab, pages);
  }

  /** Its points as plain values, to be stored; another of the same axis and options takes them. */
  get state(): AccumulatorState {
    return {
      counts: { ...this.counts },
      strays: this.#strays.corners,
      voxels: this.#voxels.blocks.flatMap((table, block) =>
        table === null ? [] : [{ block, ...table.packed() }],
      ),
      views: this.#views?.packed() ?? null,
      sample: this.#sample?.packed() ?? null,
    };
  }

  set state({ counts, strays, voxels, views, sample }: AccumulatorState) {
    this.#finished = null;
    Object.assign(this.counts, counts);
    this.#strays.corners = strays;
    const { blocks, slabCount } = this.#voxels;
    blocks.fill(null);
    for (const { block, ...packed } of voxels) {
      const table = VoxelTable.unpacked(packed);
      blocks[block] = table;
      if (this.#pages !== null) table.leave(this.#pages);
    }
    this.#views = views && this.#noViews();
    this.#views?.unpack(views!);
    for (const { block } of this.#pages === null ? [] : voxels) this.#leaveViews(block, this.#pages!);
    this.#sample = sample && new PointSample(slabCount);
    this.#sample?.unpack(sample!);
  }

  #noViews(): ViewDirections {
    return new ViewDirections(this.geometry.start, this.geometry.end, this.options.maxRadius);
  }

  /**
   * Wall from the points added until now.
   *
   * @param up unit vector against gravity, frame of the map
   * @param corrections by hand; left out: those of the options
   * @throws SocavonError axis-off-map if no point is near the axis, too-few-points if no section is closed, usage for a
   *   correction that is empty; CancelledError
   */
  wall(
    context: StageContext = SILENT_CONTEXT,
    up: Plumb = [0, 0, 1],
    corrections = this.options.corrections,
  ): WallSurface {
    if (this.counts.inside === 0 && !this.#strays.isEmpty) throw this.#strays.refusal(this.geometry);
    if (this.#finished?.options.corrections !== corrections) this.#finished = null;
    const build = (): WallSurface =>
      buildWall(
        this.geometry,
        this.#voxels,
        this.#views,
        { ...this.options, corrections },
        context,
        this.#sample,
        up,
        this.#pages,
      );
    this.#finished ??= this.#pages?.scratch(build) ?? build();
    return this.#finished;
  }
}
