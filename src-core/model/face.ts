import type { Remark } from '../messages/remark.ts';

/** What a cell of a face is: outside the drive, measured by points, or carried on from measured cells. */
export const FACE_OUTSIDE = 0;
export const FACE_MEASURED = 1;
export const FACE_FILLED = 2;

/**
 * The rock at the end of a drive: its chainage over the section, on a square grid of (left, up) from the axis. Plain
 * columns, so that it travels to a window as it is.
 */
export interface FaceSurface {
  /** Mean chainage over the area of the section, m: what an advance is counted from. */
  readonly mean: number;
  /** Standard deviation of `mean` by noise and by what was not seen, m; neither the instrument's bias nor the map's. */
  readonly meanSigma: number;
  /** Least and most advanced measured place, m of chainage. */
  readonly nearest: number;
  readonly farthest: number;
  /** Area of the section that it closes, m^2, and the share of it that was measured, 0..1. */
  readonly area: number;
  readonly measuredShare: number;
  /** Points that made it. */
  readonly points: number;
  /** Chainage before the nearest place: up to there the sections of the drive are whole, m. */
  readonly wholeTo: number;
  /** Void between there and the face, m^3, and the same slab by slab with the thickness of a slab, m. */
  readonly volumeBeyond: number;
  readonly slabVolumes: Float64Array<ArrayBuffer>;
  readonly slab: number;
  /** Side of a cell, m; the middle of the first cell in (left, up), m; cells along left. */
  readonly cell: number;
  readonly origin: readonly [number, number];
  readonly columns: number;
  /** Per cell, row by row upward: chainage, m, and what the cell is. */
  readonly chainage: Float64Array<ArrayBuffer>;
  readonly state: Uint8Array<ArrayBuffer>;
}

/** Whether the end of a drive was seen. */
export type FaceSighting =
  | { readonly seen: true; readonly face: FaceSurface }
  | ({
      readonly seen: false;
      /**
       * 'open': no rock within reach; 'hidden': too little of it was seen; 'slanting': what was seen is no end of a drive;
       * 'away': the robot drove the other way, so that ahead along the axis lies where it came from.
       */
      readonly reason: 'open' | 'hidden' | 'slanting' | 'away';
    } & Remark);
