import { message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

/** What a person says of a survey, for the head of its report; null where nobody told. */
export interface SurveyHeading {
  /** Day on which it was taken, ISO 8601 (2026-03-31): surveys of a working are put in order by it. */
  readonly surveyDate: string | null;
  readonly mine: string | null;
  readonly company: string | null;
  /** The drive, ramp or crosscut. */
  readonly working: string | null;
  readonly level: string | null;
  readonly surveyor: string | null;
  /** Number under which the surveyor is licensed. */
  readonly licence: string | null;
  /** Name of the mine grid. */
  readonly grid: string | null;
  /** What the sensor does not tell of itself: carrier, mount, last calibration. */
  readonly instrument: string | null;
  readonly notes: string | null;
}

export const NO_SURVEY_HEADING: SurveyHeading = {
  surveyDate: null,
  mine: null,
  company: null,
  working: null,
  level: null,
  surveyor: null,
  licence: null,
  grid: null,
  instrument: null,
  notes: null,
};

/** What holds for the next survey of the same project too, unless a person says otherwise: not its day, place and remarks. */
export const INHERITED_FIELDS = [
  'mine',
  'company',
  'level',
  'surveyor',
  'licence',
  'grid',
  'instrument',
] as const;

/** The heading of a survey that nobody described, by that of one before it. */
export function inheritedHeading(before: SurveyHeading): SurveyHeading {
  const taken = Object.fromEntries(INHERITED_FIELDS.map((field) => [field, before[field]]));
  return { ...NO_SURVEY_HEADING, ...taken };
}

/** Longest text of a field, characters: it stands in a line of a report; notes may be a page. */
const LONGEST = 200;
const LONGEST_NOTES = 4000;

/**
 * A heading as it is kept: blanks at the ends taken off, an empty field is none.
 *
 * @throws SocavonError usage: a day that is none, or a text that fits in no report
 */
export function checkSurveyHeading(heading: SurveyHeading): SurveyHeading {
  const kept = Object.entries(heading).map(([field, text]) => [field, text?.trim() || null] as const);
  for (const [field, text] of kept) {
    const longest = field === 'notes' ? LONGEST_NOTES : LONGEST;
    if (text !== null && text.length > longest)
      throw new SocavonError('usage', message('heading-long', { field, length: text.length, longest }));
  }
  const checked = Object.fromEntries(kept) as unknown as SurveyHeading;
  if (checked.surveyDate !== null && !isDay(checked.surveyDate))
    throw new SocavonError('usage', message('heading-date', { date: checked.surveyDate }));
  return checked;
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return (
    /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
  );
}
