import type { AxisGeometry } from '../axis-geometry.ts';
import type { SectionVoxels } from '../wall/section-voxels.ts';

/** Place of a voxel: slab with its fraction along the slab, and up, m. */
export interface MirroredPlace {
  /** In slabs, whole and fraction. */
  along: number;
  up: number;
}

/**
 * Elevations of the slabs of an axis: places of the section plane (chainage, left, up) as heights of the map, which
 * is along gravity, and their mirror images about a horizontal plane.
 */
export class SlabLevels {
  readonly #origin: Float64Array;
  readonly #up: Float64Array;
  readonly #tangent: Float64Array;
  /** Slabs per metre along the axis in space. */
  readonly #perMetre: Float64Array;

  constructor(geometry: AxisGeometry, { slab, firstSlab, slabCount }: SectionVoxels) {
    this.#origin = new Float64Array(slabCount);
    this.#up = new Float64Array(slabCount);
    this.#tangent = new Float64Array(slabCount);
    this.#perMetre = new Float64Array(slabCount);
    for (let k = 0; k < slabCount; k++) {
      const from = (firstSlab + k) * slab;
      const frame = geometry.frameAt(from + slab / 2);
      this.#origin[k] = frame.origin[2];
      this.#up[k] = frame.up[2];
      this.#tangent[k] = frame.tangent[2];
      this.#perMetre[k] = 1 / Math.max(1e-6, geometry.turnBetween(from, from + slab).length);
    }
  }

  /** Elevation of a place, m. @param along in slabs, whole and fraction */
  elevation(along: number, up: number): number {
    const k = this.#slabOf(along);
    return this.#origin[k] + up * this.#up[k] + ((along - k - 0.5) / this.#perMetre[k]) * this.#tangent[k];
  }

  /** Height in the section plane of an elevation at the middle of a slab, m. */
  upOf(slab: number, elevation: number): number {
    return (elevation - this.#origin[slab]) / this.#up[slab];
  }

  /** Metres of elevation per metre of `up`. */
  steepness(slab: number): number {
    return this.#up[slab];
  }

  /**
   * Mirror image of a place about the horizontal plane at an elevation. Plumb over each other in the map is not the
   * same chainage where the section plane leans: on a ramp of 12 % two places 4 m apart in height are in sections
   * half a metre apart.
   */
  mirror(along: number, up: number, level: number, image: MirroredPlace): void {
    const k = this.#slabOf(along);
    const rise = 2 * (level - this.elevation(along, up));
    image.along = along + rise * this.#tangent[k] * this.#perMetre[k];
    image.up = up + rise * this.#up[k];
  }

  #slabOf(along: number): number {
    return Math.max(0, Math.min(this.#origin.length - 1, Math.floor(along)));
  }
}
