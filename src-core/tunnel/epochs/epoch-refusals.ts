import { message } from '../../messages/message.ts';
import type { Stretch } from '../../model/axis.ts';
import { SocavonError } from '../../model/errors.ts';
import type { SurveyedEpoch } from './epoch-options.ts';

/** Least share of the wall measured by both surveys that must coincide; with less they are of different places. */
const LEAST_MET = 0.5;

/**
 * Checks that grids and dates of two surveys are comparable.
 *
 * @param areTied true if the later map was joined to the earlier one
 * @throws SocavonError epochs-incompatible if grids or dates do not fit
 */
export function requireComparable(
  earlier: Pick<SurveyedEpoch, 'grid' | 'date'>,
  later: Pick<SurveyedEpoch, 'grid' | 'date'>,
  areTied: boolean,
): void {
  if (earlier.grid === 'local' && later.grid === 'local' && !areTied)
    throw new SocavonError('epochs-incompatible', message('epochs-local'));
  if (earlier.grid !== later.grid) throw new SocavonError('epochs-incompatible', message('epochs-grids'));
  if (earlier.date !== null && later.date !== null && later.date < earlier.date)
    throw new SocavonError(
      'epochs-incompatible',
      message('epochs-dates', { earlier: earlier.date, later: later.date }),
    );
}

/**
 * Common stretch of two surveys: chainages over which both have whole sections, at boundaries of slabs.
 *
 * @param from null: from where both begin
 * @throws SocavonError epochs-incompatible if there are none
 */
export function commonStretch(earlier: SurveyedEpoch, later: SurveyedEpoch, from: number | null): Stretch {
  const { slab } = earlier.wall.options;
  const [before, after] = [wholeOf(earlier), wholeOf(later)];
  const start = Math.max(before.from, after.from, from ?? Number.NEGATIVE_INFINITY);
  const common = {
    from: Math.ceil(start / slab - 1e-6) * slab,
    to: Math.floor(Math.min(before.to, after.to) / slab + 1e-6) * slab,
  };
  if (common.to - common.from < 1.5 * slab) {
    const figures = {
      start: before.from.toFixed(1),
      end: before.to.toFixed(1),
      laterStart: after.from.toFixed(1),
      laterEnd: after.to.toFixed(1),
    };
    throw new SocavonError('epochs-incompatible', message('epochs-apart', figures));
  }
  return common;
}

/** @throws SocavonError epochs-incompatible if the walls do not coincide */
export function requireOverlap({ metShare }: { readonly metShare: number }): void {
  if (metShare >= LEAST_MET) return;
  const percent = (100 * metShare).toFixed(0);
  throw new SocavonError('epochs-incompatible', message('epochs-off', { percent }));
}

function wholeOf({ wall, face }: SurveyedEpoch): Stretch {
  return { from: wall.surveyedFrom, to: face.seen ? face.face.wholeTo : wall.surveyedTo };
}
