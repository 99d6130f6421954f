import type { Stretch } from './axis.ts';

/** A machine or load as the box that holds it, m. */
export interface Vehicle {
  readonly width: number;
  /** Floor to its highest part. */
  readonly height: number;
  /** Floor to the lowest part between the wheels: rock up to here passes under it. */
  readonly groundClearance: number;
  readonly length: number;
  /** Between the outer axles; null: not known, and every part of the length may swing to either side. */
  readonly wheelbase: number | null;
}

/**
 * Ground clearance of a scoop of 6 yd³, m: what holds where nobody tells one. At 0 every stone and the unevenness of the floor
 * stand in the way.
 */
export const DEFAULT_GROUND_CLEARANCE = 0.35;

/** Where the vehicle drives in the section: best aside for each section, in the drive's middle, or so far left of the axis, m. */
export type VehiclePlacement = 'best' | 'middle' | { readonly left: number };

/** By how much a bend makes the box larger, m. */
export interface Swept {
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
}

/** One section against the swept box. */
export interface ClearanceStation {
  readonly chainage: number;
  /** Floor that the vehicle stands on, m above the axis and square to it, and whether it was measured. */
  readonly floorUp: number;
  readonly floorMeasured: boolean;
  /** Middle of the vehicle, m left of the axis. */
  readonly middle: number;
  readonly swept: Swept;
  /**
   * Free way from the box to the rock on each side at its own height, and above it, m; negative where it does not fit; null
   * where no rock was seen there at all.
   */
  readonly free: Sides<number | null>;
  /** True where part of the rock on that side was filled in: the way may be less. */
  readonly filled: Sides<boolean>;
  /** The widest box of the vehicle's height, and the highest of its width, that fit here wherever it drives, m. */
  readonly widest: number;
  readonly highest: number;
}

export interface Sides<T> {
  readonly left: T;
  readonly right: T;
  readonly top: T;
}

/** The narrowest place for a box. */
export interface Bottleneck {
  /** m. */
  readonly value: number;
  readonly chainage: number;
  /** False where part of the rock there was filled in: the true value may be less. */
  readonly measured: boolean;
}

/**
 * 'unknown': nothing that was seen is in the way, but part of the rock was not seen, so that nobody may call it free.
 */
export type ClearanceVerdict = 'passes' | 'blocked' | 'unknown';

export interface ClearanceStudy {
  readonly vehicle: Vehicle;
  readonly verdict: ClearanceVerdict;
  readonly stations: readonly ClearanceStation[];
  /** Where no section closed: nothing is said of them. */
  readonly open: readonly Stretch[];
  /** Stretches in which the box does not fit. */
  readonly blocked: readonly Stretch[];
  /** Stretches in which it fits as far as was seen. */
  readonly unseen: readonly Stretch[];
  /** Widest box of the vehicle's height, highest of its width, over the whole range; of the sections that were seen. */
  readonly largestWidth: Bottleneck;
  readonly largestHeight: Bottleneck;
}
