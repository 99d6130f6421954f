import { VALUE_NOISE_SIGMA, valueNoise3 } from '../rock/value-noise.ts';

/** Wire mesh over a patch of the rock. */
export interface MeshOptions {
  readonly from: number;
  readonly to: number;
  /** Directions from the axis between which it hangs, degrees from left towards up, counter-clockwise. */
  readonly fromDeg: number;
  readonly toDeg: number;
  /** Least and greatest distance off the rock, m, along the radius. */
  readonly least: number;
  readonly most: number;
  /** Share of its area that wires cover, seen squarely. */
  readonly share: number;
}

/** Albedo of galvanised wire. */
export const WIRE_ALBEDO = 0.45;
/** Largest share of the light that wires take at grazing incidence. */
const MOST_COVERED = 0.9;
/** Wavelength of the gap between mesh and rock, m. */
const GAP_LENGTH = 1.6;

/** Distance of the mesh off the rock along the radius at a place of the wall, m; 0: no mesh there. */
export class MeshLayer {
  readonly #patches: readonly MeshOptions[];
  readonly #seed: number;
  /** Largest distance off the rock, m. */
  readonly most: number;

  constructor(patches: readonly MeshOptions[], seed: number) {
    this.#patches = patches;
    this.#seed = seed;
    this.most = patches.reduce((most, patch) => Math.max(most, patch.most), 0);
  }

  /** The patch at a place; null: none. */
  patchAt(s: number, theta: number): MeshOptions | null {
    const degrees = (theta * 180) / Math.PI;
    for (const patch of this.#patches) {
      if (s < patch.from || s > patch.to) continue;
      const turned = degrees - patch.fromDeg;
      if (turned - 360 * Math.floor(turned / 360) <= patch.toDeg - patch.fromDeg) return patch;
    }
    return null;
  }

  /** Distance of a patch off the rock at a place, m, between its least and its most. */
  gapAt({ least, most }: MeshOptions, s: number, theta: number): number {
    const scale = 2 / GAP_LENGTH;
    const [y, z] = [2.4 * Math.cos(theta), 2.4 * Math.sin(theta)];
    const noise = valueNoise3(this.#seed, s * scale, y * scale, z * scale) / (2 * VALUE_NOISE_SIGMA);
    return least + (most - least) * Math.min(Math.max(0.5 + 0.5 * noise, 0), 1);
  }
}

/**
 * Share of rays that meet a wire. Of wires both ways, those across the plane of incidence close up as the cosine
 * falls, those along it do not.
 *
 * @param cosine of the incidence on the mesh
 */
export function wireShare(share: number, cosine: number): number {
  return Math.min((share / 2) * (1 + 1 / Math.max(cosine, 1e-3)), MOST_COVERED);
}
