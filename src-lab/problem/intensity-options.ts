import type { Bounds } from './robust-options.ts';

/** Options of `icp-intensity` (Park, Zhou and Koltun 2017). */
export interface IntensityOptions {
  /** Neighbours of the normal and the gradient of the reflectivity, in addition to the point itself. */
  readonly neighbours: number;
  /** Share of the distance to the plane in the sum, that of the reflectivity being the rest: the paper's delta. */
  readonly geometryShare: number;
}

/** The share is the paper's. */
export const INTENSITY_DEFAULTS: IntensityOptions = { neighbours: 20, geometryShare: 0.968 };

export const INTENSITY_BOUNDS: Readonly<Record<keyof IntensityOptions, Bounds>> = {
  neighbours: { least: 3, greatest: 200 },
  geometryShare: { least: 0, greatest: 0.999999 },
};
