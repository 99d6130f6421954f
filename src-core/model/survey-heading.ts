import { message } from '../messages/message.ts';
import { SocavonError } from './errors.ts';

/** User-entered heading of a survey, for the head of its report; null for fields not set. */
export interface SurveyHeading {
  /** Survey date, ISO 8601 (2026-03-31); orders the surveys of a working. */
  readonly surveyDate: string | null;
  readonly mine: string | null;
  readonly company: string | null;
  /** The drive, ramp or crosscut. */
  readonly working: string | null;
  readonly level: string | null;
  readonly surveyor: string | null;
  /** Licence number of the surveyor. */
  readonly licence: string | null;
  /** Name of the mine grid. */
  readonly grid: string | null;
  /** Instrument details that the sensor does not report: carrier, mount, last calibration. */
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

/** Fields that the next survey of the project inherits as defaults: not its date, place and remarks. */
export const INHERITED_FIELDS = [
  'mine',
  'company',
  'level',
  'surveyor',
  'licence',
  'grid',
  'instrument',
] as const;

/** Default heading of a new survey, from an earlier one. */
export function inheritedHeading(before: SurveyHeading): SurveyHeading {
  const taken = Object.fromEntries(INHERITED_FIELDS.map((field) => [field, before[field]]));
  return { ...NO_SURVEY_HEADING, ...taken };
}

/** Maximum length of a field, characters: it must fit in a line of a report; notes may be a page. */
const LONGEST = 200;
const LONGEST_NOTES = 4000;

/**
 * Normalises a heading for storage: trims fields, and turns empty ones into null.
 *
 * @throws SocavonError usage: an invalid date, or a text that is too long for a report
 */
export function checkSurveyHeading(heading: SurveyHeading): SurveyHeading {
  const trimmed = Object.entries(heading).map(([field, text]) => [field, text?.trim() || null] as const);
  for (const [field, text] of trimmed) {
    const longest = field === 'notes' ? LONGEST_NOTES : LONGEST;
    if (text !== null && text.length > longest)
      throw new SocavonError('usage', message('heading-long', { field, length: text.length, longest }));
  }
  const checked = Object.fromEntries(trimmed) as unknown as SurveyHeading;
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
