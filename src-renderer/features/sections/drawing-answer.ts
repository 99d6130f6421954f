import { SocavonError } from '../../../src-core/model/errors.ts';
import type { LengthUnitName } from '../../../src-core/question/field.ts';

/** The user's choices for a drawing, in the form of `design.read`. */
export interface DrawingAnswer {
  readonly line: string | null;
  readonly unit: LengthUnitName | null;
  /** Null: the two coordinates that vary. */
  readonly plane: 'easting-northing' | 'easting-elevation' | 'northing-elevation' | null;
  readonly axisAt: [number, number] | null;
  readonly view: 'up-chainage' | 'down-chainage';
}

/** Error codes of a file that the user can resolve. */
const ANSWERABLE = new Set(['design-choice', 'drawing-units', 'axis-choice']);

/** True if the file can be read with further choices of the user. */
export function isAnswerable(error: unknown): error is SocavonError {
  return error instanceof SocavonError && ANSWERABLE.has(error.code);
}
