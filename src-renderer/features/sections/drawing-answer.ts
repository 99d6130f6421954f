import { SocavonError } from '../../../src-core/model/errors.ts';

/** Units that a person may say a drawing is in; '' leaves it to the file. */
export const UNITS = ['', 'm', 'mm', 'cm', 'in', 'ft', 'us-ft'] as const;
/** Planes that a section may be drawn in; '': whichever two coordinates vary. */
export const PLANES = ['', 'easting-northing', 'easting-elevation', 'northing-elevation'] as const;
export const VIEWS = ['up-chainage', 'down-chainage'] as const;

/** What a person says of a drawing, as `design.read` takes it. */
export interface DrawingAnswer {
  readonly line: string | null;
  readonly unit: Exclude<(typeof UNITS)[number], ''> | null;
  readonly plane: Exclude<(typeof PLANES)[number], ''> | null;
  readonly axisAt: [number, number] | null;
  readonly view: (typeof VIEWS)[number];
}

/** Refusals of a file that a person can answer. */
const ANSWERABLE = new Set(['design-choice', 'drawing-units', 'axis-choice']);

/** Whether the file can be read once the person has said more of it. */
export function isAnswerable(error: unknown): error is SocavonError {
  return error instanceof SocavonError && ANSWERABLE.has(error.code);
}
