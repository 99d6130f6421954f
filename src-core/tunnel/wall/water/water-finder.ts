import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import type { FloorWater, WallPool } from '../cells/floor-water.ts';
import { sectionCentres } from '../cells/section-centre.ts';
import type { WallGrid } from '../cells/wall-grid.ts';
import { WallRelief } from '../cells/wall-relief.ts';
import type { Plumb } from '../voxels/plumb-up.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';
import { deepVoxels } from './deep-returns.ts';
import { floorReference } from './floor-reference.ts';
import { ImageRegistration, registeredImages } from './image-registration.ts';
import type { ProvenLevel } from './mirror-search.ts';
import { type MirroredReturns, mirroredReturns } from './mirrored-returns.ts';
import { depthBound } from './pool-depth.ts';
import { fillPools, type PoolSearch, poolsOf } from './pools.ts';
import { SlabLevels } from './slab-levels.ts';

/** Times that the plumb direction is corrected by the images, which more returns then fit. */
const ROUNDS = 2;

/** Finds standing water: leaves out what it mirrors, then fills its surface into the holes of the floor. */
export class WaterFinder {
  readonly #voxels: SectionVoxels;
  #levels: SlabLevels;
  readonly #floor: Float64Array;
  readonly #images: MirroredReturns | null;
  readonly #proven: readonly ProvenLevel[] = [];
  /** (left, up) of the section's middle per slab, from all points. */
  readonly centre: Float64Array;

  /** @param up unit vector against gravity */
  constructor(geometry: AxisGeometry, voxels: SectionVoxels, up: Plumb) {
    this.#voxels = voxels;
    this.centre = sectionCentres(voxels);
    this.#floor = floorReference(voxels, this.centre);
    const deep = deepVoxels(voxels, this.#floor);
    this.#levels = new SlabLevels(geometry, voxels, up);
    this.#images = mirroredReturns(this.#levels, voxels, this.#floor, deep);
    if (this.#images === null) return;
    const registration = new ImageRegistration(voxels, this.#floor, deep);
    let plumb = up;
    for (let round = 0; round < ROUNDS && this.#images !== null; round++) {
      plumb = registeredImages(geometry, voxels, registration, plumb, this.#images).up;
      this.#levels = new SlabLevels(geometry, voxels, plumb);
      this.#images = mirroredReturns(this.#levels, voxels, this.#floor, deep);
    }
    if (this.#images === null) return;
    const { levels } = registeredImages(geometry, voxels, registration, plumb, this.#images);
    this.#proven = registeredLevels(this.#images.levels, levels);
  }

  /** The voxels without mirror images; the same object if there are none. */
  withoutImages(): SectionVoxels {
    if (this.#images === null || this.#images.leftOut.size === 0) return this.#voxels;
    return { ...this.#voxels, leftOut: this.#images.leftOut };
  }

  /**
   * Fills the surface of the pools into a wall with holes, or their floor at a depth.
   *
   * @param grid changed in place
   * @param hasReturns true if anything but a mirror image was seen in the direction of a cell
   * @param depth mean depth of the water, m; null: not known
   * @returns null if there is no water and nothing undecided
   */
  fill(
    grid: WallGrid,
    centre: Float64Array,
    hasReturns: (cell: number) => boolean,
    depth: number | null,
  ): FloorWater | null {
    const { slab, firstSlab } = this.#voxels;
    const search: PoolSearch = {
      grid,
      centre,
      floor: this.#floor,
      levels: this.#levels,
      proven: this.#proven,
      hasReturns,
      slab,
      firstSlab,
    };
    const pools = poolsOf(search);
    if (pools.length === 0 && this.#images === null) return null;
    const relief = new WallRelief(grid, slab);
    const number = fillPools(pools, search, depth ?? 0);
    const points = this.#pointsOf(pools);
    return {
      cells: number,
      pools: pools.map(({ cells, ...pool }, i) => ({
        ...pool,
        depthBound: depthBound(pool, relief, cells[cells.length >> 1] % grid.bins, slab),
        points: points[i],
      })),
      mirrored: (this.#images?.stretches ?? []).map(({ first, last, points }) => ({
        ...this.#chainages(first, last),
        points,
      })),
      undecided: (this.#images?.undecided ?? []).map(({ first, last, volume }) => ({
        ...this.#chainages(first, last),
        volume,
      })),
      depth,
    };
  }

  #chainages(first: number, last: number): { from: number; to: number } {
    const { slab, firstSlab } = this.#voxels;
    return { from: (firstSlab + first) * slab, to: (firstSlab + last + 1) * slab };
  }

  /** Mirrored points per pool: each slab's belong to the nearest pool that mirrored any. */
  #pointsOf(pools: readonly WallPool[]): number[] {
    const points = pools.map(() => 0);
    for (const [slab, count] of this.#images?.pointsPerSlab ?? []) {
      let [nearest, least] = [-1, Number.POSITIVE_INFINITY];
      pools.forEach(({ firstSlab, area, by }, i) => {
        const distance = Math.max(0, firstSlab - slab, slab - firstSlab - area.length + 1);
        if (by === 'mirrored' && distance < least) [nearest, least] = [i, distance];
      });
      if (nearest >= 0) points[nearest] += count;
    }
    return points;
  }
}

/** Proven levels by their registration; what it does not determine proves no level where others are. */
function registeredLevels(
  proven: readonly ProvenLevel[],
  levels: readonly (number | null)[],
): readonly ProvenLevel[] {
  const registered = proven.flatMap((fit, i) => {
    const level = levels[i];
    return level === null ? [] : [{ ...fit, level, bottom: level, top: level }];
  });
  return registered.length > 0 ? registered : proven;
}
