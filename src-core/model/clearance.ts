import type { Stretch } from './axis.ts';

/** Bounding box of a machine or load, m. */
export interface Vehicle {
  readonly width: number;
  /** Floor to its highest part. */
  readonly height: number;
  /** Floor to the lowest part between the wheels: rock up to this height passes under it. */
  readonly groundClearance: number;
  readonly length: number;
  /** Between the outer axles; null: unknown, and every part of the length may swing to either side. */
  readonly wheelbase: number | null;
}

/**
 * Default ground clearance, that of a scoop of 6 yd³, m. At 0 every stone and the unevenness of the floor would be
 * an obstacle.
 */
export const DEFAULT_GROUND_CLEARANCE = 0.35;

/**
 * Lateral position of the vehicle in the section: best for each section, in the middle of the drive, or this far
 * left of the axis, m.
 */
export type VehiclePlacement = 'best' | 'middle' | { readonly left: number };

/** Widening of the box on a bend (swept path), m. */
export interface Swept {
  readonly left: number;
  readonly right: number;
  readonly up: number;
  readonly down: number;
}

/** Clearance of one section for the swept box. */
export interface ClearanceStation {
  readonly chainage: number;
  /** Floor under the vehicle, m above the axis and normal to it, and whether it was measured. */
  readonly floorUp: number;
  readonly floorMeasured: boolean;
  /** Middle of the vehicle, m left of the axis. */
  readonly middle: number;
  readonly swept: Swept;
  /**
   * Distance from the box to the rock on each side at the box's own height, and above it, m; negative if it does
   * not fit; null if no rock was observed there.
   */
  readonly free: Sides<number | null>;
  /** True if part of the rock on that side was interpolated: the clearance may be smaller. */
  readonly filled: Sides<boolean>;
  /**
   * Widest box of the vehicle's height, and highest of its width, that fit in this section at any lateral position,
   * m.
   */
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
  /** False if part of the rock there was interpolated: the true value may be smaller. */
  readonly measured: boolean;
}

/**
 * 'unknown': no observed rock is in the way, but part of the wall was not observed, so the section cannot be called
 * free.
 */
export type ClearanceVerdict = 'passes' | 'blocked' | 'unknown';

export interface ClearanceStudy {
  readonly vehicle: Vehicle;
  readonly verdict: ClearanceVerdict;
  readonly stations: readonly ClearanceStation[];
  /** Stretches without closed sections, which are not checked. */
  readonly open: readonly Stretch[];
  /** Stretches in which the box does not fit. */
  readonly blocked: readonly Stretch[];
  /** Stretches in which it fits as far as observed. */
  readonly unseen: readonly Stretch[];
  /** Widest box of the vehicle's height, highest of its width, over the whole range of observed sections. */
  readonly largestWidth: Bottleneck;
  readonly largestHeight: Bottleneck;
}
