import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import { AxisLocator } from '../../axis/axis-locator.ts';
import { type SectionVoxels, SLABS_PER_BLOCK } from '../../wall/voxels/section-voxels.ts';
import { VoxelTable } from '../../wall/voxels/voxel-table.ts';
import { FACE_DEFAULTS, type FaceOptions } from './face-options.ts';

/** Thickness of the slabs that points are gathered in, m. */
const SLAB = 0.1;
/** Points farther from the axis than this are not on a face, m. */
const MAX_RADIUS = 10;
/** Least distance of the face from the robot, m: anything nearer is the robot itself or its crew. */
const CLEAR = 0.5;

/**
 * Accumulates the points ahead of the robot: the axis, extended straight beyond its end, is cut into thin
 * slabs and these into square cells. Any number of points in any order, as `ProfileAccumulator`.
 */
export class FaceAccumulator {
  readonly geometry: AxisGeometry;
  readonly options: FaceOptions;
  readonly voxels: SectionVoxels;
  /** Chainage from which on points are accumulated, m. */
  readonly from: number;

  readonly #locator: AxisLocator;
  readonly #plane: Float64Array;

  /** @param pathEnd greatest chainage that the robot reached, m */
  constructor(geometry: AxisGeometry, pathEnd: number, options: Partial<FaceOptions> = {}) {
    this.geometry = geometry;
    this.options = { ...FACE_DEFAULTS, ...options };
    this.#locator = new AxisLocator(geometry, MAX_RADIUS);
    this.from = pathEnd + CLEAR;
    const firstSlab = Math.floor(this.from / SLAB);
    const slabCount = Math.ceil(this.options.reach / SLAB);
    this.voxels = {
      slab: SLAB,
      voxel: this.options.cell,
      firstSlab,
      slabCount,
      blocks: new Array(Math.ceil(slabCount / SLABS_PER_BLOCK)).fill(null),
    };
    const { origin, tangent } = geometry.frameAt(this.from);
    const offset = origin.reduce((sum, at, k) => sum + (at - geometry.origin[k]) * tangent[k], 0);
    this.#plane = Float64Array.of(...tangent, offset);
  }

  /**
   * Adds points of the map.
   *
   * @param xyz 3 per point, f32, metres relative to `origin`
   * @param origin map coordinates of the points' origin, f64
   */
  add(xyz: Float32Array, origin: readonly [number, number, number], count = xyz.length / 3): void {
    const { voxels, geometry } = this;
    const locator = this.#locator;
    const plane = this.#plane;
    const [nx, ny, nz, offset] = plane;
    const ox = origin[0] - geometry.origin[0];
    const oy = origin[1] - geometry.origin[1];
    const oz = origin[2] - geometry.origin[2];
    for (let i = 0; i < 3 * count; i += 3) {
      const x = xyz[i] + ox;
      const y = xyz[i + 1] + oy;
      const z = xyz[i + 2] + oz;
      // Most points of a drive are behind the plane through its last position: their section need not be
      // located.
      if (!(x * nx + y * ny + z * nz > offset - MAX_RADIUS) || !locator.locate(x, y, z)) continue;
      const along = locator.chainage / SLAB - voxels.firstSlab;
      const slab = Math.floor(along);
      if (slab < 0 || slab >= voxels.slabCount || locator.chainage < this.from) continue;
      const left = locator.left / voxels.voxel + 512;
      const up = locator.up / voxels.voxel + 512;
      const [iLeft, iUp] = [left | 0, up | 0];
      const block = slab >> 5;
      let table = voxels.blocks[block];
      if (table === null) {
        table = new VoxelTable();
        voxels.blocks[block] = table;
      }
      table.add(
        ((slab & (SLABS_PER_BLOCK - 1)) << 20) | (iLeft << 10) | iUp,
        ((left - iLeft) * 4096) | 0,
        ((up - iUp) * 4096) | 0,
        ((along - slab) * 4096) | 0,
        0,
      );
    }
  }
}
