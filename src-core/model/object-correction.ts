import { message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

/**
 * What a person says of the returns in a box: an object of a class, `rock` (whatever the rules took for an object
 * there is wall), or `ignore` (dust, strays: neither wall nor object). Water has a level and a depth of its own.
 */
export const CORRECTION_CLASSES = [
  'duct',
  'pipe',
  'vehicle',
  'muck',
  'mesh',
  'unknown',
  'rock',
  'ignore',
] as const;
export type CorrectionClass = (typeof CORRECTION_CLASSES)[number];

/**
 * A correction by hand: class of the returns in a box along the drive, in chainage and in the plane of the sections, as
 * they are drawn: m left of the axis and above it, negative to the right and below.
 */
export interface ObjectCorrection {
  readonly class: CorrectionClass;
  readonly from: number;
  readonly to: number;
  readonly leftFrom: number;
  readonly leftTo: number;
  readonly upFrom: number;
  readonly upTo: number;
}

/** Greatest distance of a side of a box from the axis, m: farther points are not gathered. */
export const MAX_CORRECTION_REACH = 25;
/** Greatest number of corrections of a survey. */
export const MOST_CORRECTIONS = 1000;

/** Number of returns that a correction applied to; of two boxes that overlap the last one has those in both. */
export interface AppliedCorrection extends ObjectCorrection {
  readonly points: number;
}

const SIDES = [
  ['from', 'to'],
  ['leftFrom', 'leftTo'],
  ['upFrom', 'upTo'],
] as const;

/**
 * Validates the boxes of corrections.
 *
 * @throws SocavonError 'usage' for a box that is empty or reversed; names it by its number, from 1
 */
export function checkCorrections(corrections: readonly ObjectCorrection[]): void {
  corrections.forEach((box, i) => {
    for (const [low, high] of SIDES)
      if (!(box[high] > box[low]))
        throw new SocavonError(
          'usage',
          message(`correction-reversed-${low}`, { number: i + 1, low: box[low], high: box[high] }),
        );
  });
}

/** A correction as one line of text: `duct 10..12, left 0.2..1.1, up 0.5..1.4`. */
export function correctionText(box: ObjectCorrection): string {
  return `${box.class} ${box.from}..${box.to}, left ${box.leftFrom}..${box.leftTo}, up ${box.upFrom}..${box.upTo}`;
}
