import { dot3, minus3 } from '../../../math/vec3.ts';
import type { AxisGeometry } from '../../axis/axis-geometry.ts';
import type { Plumb } from '../voxels/plumb-up.ts';
import type { SectionVoxels } from '../voxels/section-voxels.ts';

/** Place of a voxel: slab with its fraction along the slab, and up, m. */
export interface MirroredPlace {
  /** In slabs, whole and fraction. */
  along: number;
  left: number;
  up: number;
}

/**
 * Elevations of the slabs of an axis: places of the section plane (chainage, left, up) as heights against gravity, and
 * their mirror images about a horizontal plane. Heights are from the first point of the axis on.
 */
export class SlabLevels {
  readonly #origin: Float64Array;
  /** Rise of each direction of a section against gravity, m per metre. */
  readonly #left: Float64Array;
  readonly #up: Float64Array;
  readonly #tangent: Float64Array;
  /** Slabs per metre along the axis in space. */
  readonly #perMetre: Float64Array;

  /** @param plumb unit vector against gravity */
  constructor(geometry: AxisGeometry, { slab, firstSlab, slabCount }: SectionVoxels, plumb: Plumb) {
    const rise = (v: ArrayLike<number>): number => dot3(v, plumb);
    this.#origin = new Float64Array(slabCount);
    this.#left = new Float64Array(slabCount);
    this.#up = new Float64Array(slabCount);
    this.#tangent = new Float64Array(slabCount);
    this.#perMetre = new Float64Array(slabCount);
    for (let k = 0; k < slabCount; k++) {
      const from = (firstSlab + k) * slab;
      const frame = geometry.frameAt(from + slab / 2);
      this.#origin[k] = rise(minus3(frame.origin, geometry.origin));
      this.#left[k] = rise(frame.left);
      this.#up[k] = rise(frame.up);
      this.#tangent[k] = rise(frame.tangent);
      this.#perMetre[k] = 1 / Math.max(1e-6, geometry.turnBetween(from, from + slab).length);
    }
  }

  /** Elevation of a place, m. @param along in slabs, whole and fraction */
  elevation(along: number, left: number, up: number): number {
    const k = this.#slabOf(along);
    const ahead = (along - k - 0.5) / this.#perMetre[k];
    return this.#origin[k] + left * this.#left[k] + up * this.#up[k] + ahead * this.#tangent[k];
  }

  /** Height in the section plane of an elevation at the middle of a slab, m. */
  upOf(slab: number, left: number, elevation: number): number {
    return (elevation - this.#origin[slab] - left * this.#left[slab]) / this.#up[slab];
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
  mirror(along: number, left: number, up: number, level: number, image: MirroredPlace): void {
    const k = this.#slabOf(along);
    const rise = 2 * (level - this.elevation(along, left, up));
    image.along = along + rise * this.#tangent[k] * this.#perMetre[k];
    image.left = left + rise * this.#left[k];
    image.up = up + rise * this.#up[k];
  }

  /** The plumb direction at a place: metres along the axis, to the left and up the section plane, per metre. */
  plumb(along: number): readonly [along: number, left: number, up: number] {
    const k = this.#slabOf(along);
    return [this.#tangent[k], this.#left[k], this.#up[k]];
  }

  #slabOf(along: number): number {
    return Math.max(0, Math.min(this.#origin.length - 1, Math.floor(along)));
  }
}
