import type { Remark } from '../messages/remark.ts';

/** State of a cell of a face: outside the drive, measured by points, or extrapolated from measured cells. */
export const FACE_OUTSIDE = 0;
export const FACE_MEASURED = 1;
export const FACE_FILLED = 2;

/**
 * Face of a drive: its chainage over the section, on a square grid of (left, up) from the axis. Plain columns, so
 * that it can be sent to a window unchanged.
 */
export interface FaceSurface {
  /** Mean chainage over the area of the section, m: the reference of an advance. */
  readonly mean: number;
  /**
   * Standard deviation of `mean` due to noise and unobserved parts, m; without the instrument's bias and the map's
   * error.
   */
  readonly meanSigma: number;
  /** Chainages of the least and the most advanced measured point, m. */
  readonly nearest: number;
  readonly farthest: number;
  /** Area of the section that it closes, m^2, and the measured share of it, 0..1. */
  readonly area: number;
  readonly measuredShare: number;
  /** Number of points on it. */
  readonly points: number;
  /** Chainage before the nearest point, m: the sections of the drive are complete up to there. */
  readonly wholeTo: number;
  /** Void between there and the face, m^3, and the same slab by slab with the thickness of a slab, m. */
  readonly volumeBeyond: number;
  readonly slabVolumes: Float64Array<ArrayBuffer>;
  readonly slab: number;
  /** Side of a cell, m; the middle of the first cell in (left, up), m; cells along left. */
  readonly cell: number;
  readonly origin: readonly [number, number];
  readonly columns: number;
  /** Per cell, row by row upward: chainage, m, and the state of the cell. */
  readonly chainage: Float64Array<ArrayBuffer>;
  readonly state: Uint8Array<ArrayBuffer>;
}

/** The observed face of a drive, or the reason for its absence. */
export type FaceSighting =
  | { readonly seen: true; readonly face: FaceSurface }
  | ({
      readonly seen: false;
      /**
       * 'open': no rock within range; 'hidden': too little of it was observed; 'slanting': the observed surface is
       * no end of a drive; 'away': the robot drove in the other direction, so that ahead along the axis is where it came
       * from.
       */
      readonly reason: 'open' | 'hidden' | 'slanting' | 'away';
    } & Remark);
