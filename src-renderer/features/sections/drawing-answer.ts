import { SocavonError } from '../../../src-core/model/errors.ts';

/** Selectable units of a drawing; '': from the file. */
export const UNITS = ['', 'm', 'mm', 'cm', 'in', 'ft', 'us-ft'] as const;
/** Selectable planes of a drawn section; '': the two coordinates that vary. */
export const PLANES = ['', 'easting-northing', 'easting-elevation', 'northing-elevation'] as const;
export const VIEWS = ['up-chainage', 'down-chainage'] as const;

/** The user's choices for a drawing, in the form of `design.read`. */
export interface DrawingAnswer {
  readonly line: string | null;
  readonly unit: Exclude<(typeof UNITS)[number], ''> | null;
  readonly plane: Exclude<(typeof PLANES)[number], ''> | null;
  readonly axisAt: [number, number] | null;
  readonly view: (typeof VIEWS)[number];
}

/** Error codes of a file that the user can resolve. */
const ANSWERABLE = new Set(['design-choice', 'drawing-units', 'axis-choice']);

/** True if the file can be read with further choices of the user. */
export function isAnswerable(error: unknown): error is SocavonError {
  return error instanceof SocavonError && ANSWERABLE.has(error.code);
}
