import type { StatedValue } from './recess.ts';

/** Classes of what stands in a drive, hangs on its wall or lies on its floor, and is not rock. */
export const OBJECT_CLASSES = ['water', 'mesh', 'duct', 'pipe', 'vehicle', 'muck', 'unknown'] as const;
export type ObjectClass = (typeof OBJECT_CLASSES)[number];

/** Greatest mean depth of standing water that can be given, m: more is a flooded working, not a pool. */
export const MAX_WATER_DEPTH = 2;

/** What the volume does with an object: the rock behind it is the wall, or the object's own surface is. */
export type ObjectTreatment = 'left-out' | 'kept';

/** An object in a drive, or a pool on its floor, with its place and what it is worth. */
export interface DriveObject {
  /**
   * W1, W2 ... for water, M mesh, D duct, P pipe, V vehicle, H heap of muck, X unknown; in order of chainage over the
   * whole survey.
   */
  readonly name: string;
  readonly class: ObjectClass;
  /** Chainages of its ends, m. */
  readonly from: number;
  readonly to: number;
  /**
   * Closed outline, first vertex not repeated: (chainage, left) pairs in plan, m from the axis, for what lies or stands
   * on the floor; (chainage, perimeter position) pairs for what covers the wall.
   */
  readonly outline: Float64Array;
  readonly outlineOn: 'plan' | 'wall';
  /** Surface of the pool, wall covered by mesh, footprint on the floor, m^2. */
  readonly area: number;
  /** Void that the object takes, m^3: what the volume would be smaller by if it were kept. */
  readonly volume: StatedValue;
  readonly treatment: ObjectTreatment;
  /** Returns that show it. */
  readonly points: number;
  /**
   * Wall beside mesh that it may cover as well, m^2: rays graze it there, so that no rock behind would show. The ±
   * contains it. Left out: none.
   */
  readonly unseen?: number;
  /** True if a person drew it as a box; left out: it was found by the rules. */
  readonly byHand?: boolean;
  /** Extent in the plane of the sections, m left of the axis and above it; left out: what covers the wall or is level. */
  readonly reach?: SectionReach;
}

/** Extent in the plane of the sections: smallest and greatest distance to the left of the axis and above it, m. */
export interface SectionReach {
  readonly left: readonly [number, number];
  readonly up: readonly [number, number];
}

/** What a section cuts of an object: lines of (left, up) pairs, m from the axis. */
export interface ObjectCut {
  readonly name: string;
  readonly class: ObjectClass;
  readonly treatment: ObjectTreatment;
  readonly byHand: boolean;
  readonly lines: readonly Float64Array[];
  /** True: each line is a closed outline, first vertex not repeated. */
  readonly isClosed: boolean;
}

/** What the volume does with an object, in the words of the results: it ends at the surface of water of unknown depth. */
export function treatmentShown({
  class: what,
  treatment,
}: Pick<DriveObject, 'class' | 'treatment'>): ObjectTreatment | 'to-surface' {
  return what === 'water' && treatment === 'kept' ? 'to-surface' : treatment;
}

/** Chainages of the part of an object that lies between two chainages, m: what its area and volume in results are of. */
export function partWithin<Part extends Pick<DriveObject, 'from' | 'to'>>(
  object: Part,
  { chainageFrom, chainageTo }: { readonly chainageFrom: number; readonly chainageTo: number },
): Part {
  return { ...object, from: Math.max(object.from, chainageFrom), to: Math.min(object.to, chainageTo) };
}

/**
 * Volume of all objects of a class with its ±, m^3. Where rock and mesh are told apart wrongly, they are so in every
 * patch of the drive: the ± of patches add linearly, those of other objects in quadrature.
 */
export function volumeOfClass(
  objects: readonly Pick<DriveObject, 'class' | 'volume'>[],
  name: ObjectClass,
): { readonly value: number; readonly plusMinus: number } {
  const volumes = objects.filter((object) => object.class === name).map(({ volume }) => volume);
  const all = volumes.map(({ plusMinus }) => plusMinus);
  return {
    value: volumes.reduce((sum, { value }) => sum + value, 0),
    plusMinus: name === 'mesh' ? all.reduce((sum, one) => sum + one, 0) : Math.hypot(...all),
  };
}

/** Treatment of each class. */
export type Treatments = Readonly<Record<ObjectClass, ObjectTreatment>>;

export const TREATMENTS_DEFAULT: Treatments = {
  water: 'left-out',
  mesh: 'left-out',
  duct: 'left-out',
  pipe: 'left-out',
  vehicle: 'left-out',
  // It lies on the floor without a gap, and what of it was never excavated does not show.
  muck: 'kept',
  unknown: 'left-out',
};

/** The treatment of every class if all objects are left out, or all are measured as wall. */
export function treatmentsOf(objects: ObjectTreatment): Treatments {
  if (objects === 'left-out') return TREATMENTS_DEFAULT;
  return Object.fromEntries(OBJECT_CLASSES.map((name) => [name, objects])) as Treatments;
}
