import type { Rigid } from '../../model/rigid.ts';
import { PLANE_CRITERIA_DEFAULTS, type PlaneCriteria, PlaneMap } from './plane-map.ts';
import { ReflectivityMap } from './reflectivity-map.ts';

export interface SubmapOptions {
  /** Edge of the finest bins, metres. About a fifteenth of the drive's width; finer bins resolve rougher walls. */
  readonly binSize: number;
  /**
   * Levels of bins, each twice as coarse. Where few rings saw the walls (ahead of the robot), a fine bin has no
   * plane yet and a coarser one is used.
   */
  readonly levels: number;
  /** Bins farther than this from the sensor are dropped, metres. */
  readonly radius: number;
  readonly plane: PlaneCriteria;
  /** Edge of a texture cell, m: finer than the texture, coarser than the range noise. */
  readonly textureCell: number;
}

export const SUBMAP_DEFAULTS: SubmapOptions = {
  binSize: 0.3,
  levels: 3,
  radius: 120,
  plane: PLANE_CRITERIA_DEFAULTS,
  textureCell: 0.15,
};

/** Submap of the walls around the robot, map frame: planes in voxel bins, from fine to coarse, and their texture. */
export class Submap {
  readonly levels: readonly PlaneMap[];
  readonly texture: ReflectivityMap;
  readonly #radius: number;
  /** Points of the last scan in the map frame; reused buffer. */
  #placed = new Float64Array(0);

  constructor(
    options: SubmapOptions = SUBMAP_DEFAULTS,
    levels = emptyLevels(options),
    texture = new ReflectivityMap(options.textureCell),
  ) {
    this.levels = levels;
    this.texture = texture;
    this.#radius = options.radius;
  }

  /** Copies the current submap. @param options those of this one */
  clone(options: SubmapOptions): Submap {
    return new Submap(
      options,
      this.levels.map((bins) => bins.clone()),
      this.texture.clone(),
    );
  }

  /**
   * Adds points of a scan at its pose.
   *
   * @param xyz 3 * count, sensor frame
   * @param contrast reflectivity contrast of each; null: no texture
   */
  insert(xyz: Float32Array, count: number, T_map_sensor: Rigid, contrast: Float32Array | null = null): void {
    const { R, t } = T_map_sensor;
    if (this.#placed.length < 3 * count) this.#placed = new Float64Array(Math.ceil(1.25 * 3 * count));
    const placed = this.#placed;
    for (let at = 0; at < 3 * count; at += 3) {
      const px = xyz[at];
      const py = xyz[at + 1];
      const pz = xyz[at + 2];
      placed[at] = R[0] * px + R[1] * py + R[2] * pz + t[0];
      placed[at + 1] = R[3] * px + R[4] * py + R[5] * pz + t[1];
      placed[at + 2] = R[6] * px + R[7] * py + R[8] * pz + t[2];
    }
    for (const bins of this.levels) bins.add(placed, count);
    if (contrast !== null) this.texture.add(placed, count, contrast);
  }

  /** Drops what is out of reach of the sensor at a position. */
  forgetFar(x: number, y: number, z: number): void {
    for (const bins of this.levels) bins.keepWithin(x, y, z, this.#radius);
    this.texture.keepWithin(x, y, z, this.#radius);
  }

  /** Bins in use over all levels. */
  get bins(): number {
    return this.levels.reduce((sum, bins) => sum + bins.count, 0);
  }
}

function emptyLevels({ levels, binSize, plane }: SubmapOptions): PlaneMap[] {
  return Array.from({ length: levels }, (_, level) => new PlaneMap(binSize * 2 ** level, plane));
}
