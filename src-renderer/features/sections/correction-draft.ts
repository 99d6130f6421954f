import type { DriveObject } from '../../../src-core/model/drive-object.ts';
import type { CorrectionClass, ObjectCorrection } from '../../../src-core/model/object-correction.ts';
import { isWithin, numberRowOf } from '../../../src-core/question/check-question.ts';

/** Half-length of a box that is drawn in one section, m of chainage. */
const HALF_LENGTH = 1;
/** A box about an object is larger by this on each side, m: its outline lacks strays and half voxels. */
const MARGIN = 0.1;
/** Least side of a drawn box, m: less is a click. */
const LEAST_SIDE = 0.05;

export const CORRECTION_NUMBERS = ['from', 'to', 'leftFrom', 'leftTo', 'upFrom', 'upTo'] as const;
export type CorrectionNumber = (typeof CORRECTION_NUMBERS)[number];

/** Form row of a number of a correction. */
export function correctionRow(name: CorrectionNumber) {
  return numberRowOf(`measure.corrections.*.${name}`);
}

/** A point of the section plane, m left of the axis and above it. */
export interface SectionPlace {
  readonly left: number;
  readonly up: number;
}

/** An empty correction about a chainage; its sides in the section are missing. */
export function emptyDraft(chainage: number, name: CorrectionClass = 'unknown'): ObjectCorrection {
  return {
    class: name,
    ...aboutChainage(chainage),
    leftFrom: Number.NaN,
    leftTo: Number.NaN,
    upFrom: Number.NaN,
    upTo: Number.NaN,
  };
}

/**
 * The correction with the sides of a rectangle dragged in the section at a chainage; its length along the drive stays if
 * that section is within it. Null: the rectangle is too small to be meant.
 */
export function withRectangle(
  draft: ObjectCorrection | null,
  chainage: number,
  a: SectionPlace,
  b: SectionPlace,
): ObjectCorrection | null {
  const [leftFrom, leftTo] = [a.left, b.left].map(centimetres).toSorted((p, q) => p - q);
  const [upFrom, upTo] = [a.up, b.up].map(centimetres).toSorted((p, q) => p - q);
  if (leftTo - leftFrom < LEAST_SIDE || upTo - upFrom < LEAST_SIDE) return null;
  const known = draft ?? emptyDraft(chainage);
  const isWithinDraft = chainage >= known.from && chainage <= known.to;
  return { ...known, ...(isWithinDraft ? {} : aboutChainage(chainage)), leftFrom, leftTo, upFrom, upTo };
}

/** The box about an object, of another class; null if its place in the sections is not known. */
export function aboutObject(
  { from, to, reach }: Pick<DriveObject, 'from' | 'to' | 'reach'>,
  name: CorrectionClass,
): ObjectCorrection | null {
  if (reach === undefined) return null;
  return {
    class: name,
    from: centimetres(from - MARGIN),
    to: centimetres(to + MARGIN),
    leftFrom: centimetres(reach.left[0] - MARGIN),
    leftTo: centimetres(reach.left[1] + MARGIN),
    upFrom: centimetres(reach.up[0] - MARGIN),
    upTo: centimetres(reach.up[1] + MARGIN),
  };
}

/** True if a draft is a correction: every number within its bounds, no side empty or reversed. */
export function isComplete(draft: ObjectCorrection): boolean {
  return (
    CORRECTION_NUMBERS.every((name) => isWithin(draft[name], correctionRow(name))) &&
    draft.to > draft.from &&
    draft.leftTo > draft.leftFrom &&
    draft.upTo > draft.upFrom
  );
}

function aboutChainage(chainage: number): Pick<ObjectCorrection, 'from' | 'to'> {
  return { from: centimetres(chainage - HALF_LENGTH), to: centimetres(chainage + HALF_LENGTH) };
}

function centimetres(metres: number): number {
  return Math.round(100 * metres) / 100;
}
