import { message } from '../messages/message.ts';
import { remark } from '../messages/remark.ts';
import { CancelledError, SocavonError, type SocavonErrorCode, saidBy } from './errors.ts';
import type { Warning } from './warnings.ts';

/** What a survey is asked for besides its volume. */
export type Figure = 'design' | 'contour' | 'grade' | 'clearance' | 'comparison' | 'unrolled' | 'stations';

/** What may be wrong with a survey, so that a figure cannot be made of it, as against a disk or the program. */
const OF_THE_SURVEY: readonly SocavonErrorCode[] = [
  ...(['too-few-points', 'points-unusable', 'not-determined', 'axis-unusable', 'axis-off-map'] as const),
  ...(['chainage-range', 'design-unusable', 'rounds-unusable'] as const),
  ...(['epochs-incompatible', 'usage'] as const),
];

/**
 * The warning that a figure is not in the result, because the survey does not allow it: it costs itself only.
 *
 * @throws the error, if something else than the survey is its reason: a disk, the program, a cancellation
 */
export function missingFigure(figure: Figure, error: unknown): Warning & { readonly code: 'figure-missing' } {
  if (
    !(error instanceof SocavonError) ||
    error instanceof CancelledError ||
    !OF_THE_SURVEY.includes(error.code)
  )
    throw error;
  const said = { figure: message(`figure-${figure}`), why: saidBy(error) };
  return { code: 'figure-missing', ...remark('figure-missing', said) };
}
