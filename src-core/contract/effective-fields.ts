import { SURVEY_QUESTION_DEFAULTS } from '../question/survey-question.ts';
import { WORK_TOPICS } from './work-fields.ts';

/** A field of a session, or of the whole project. */
export interface PlacedField {
  readonly topic: string;
  readonly sessionId: number | null;
  readonly field: string;
  readonly value: unknown;
}

/**
 * Fields of the survey question that say where along one drive, or where it is: another session has none of them.
 * It takes the others (design, interval, density ...) from the session before it until it gets its own, as a survey
 * heading does.
 */
const OWN_OF_A_DRIVE: readonly string[] = [
  'chainage',
  'origin',
  'measure.stations',
  'measure.rounds',
  'measure.corrections',
  'measure.waterDepth',
];

/** Value of a field of a session, its own or the inherited one; undefined: it has its default. */
export function effectiveField(
  fields: readonly PlacedField[],
  topic: string,
  sessionId: number | null,
  field: string,
): unknown {
  const isInherited = topic === 'question' && !OWN_OF_A_DRIVE.includes(field);
  let nearest: PlacedField | undefined;
  for (const placed of fields) {
    if (placed.topic !== topic || placed.field !== field) continue;
    if (placed.sessionId === sessionId) return placed.value;
    if (!isInherited || placed.sessionId === null || sessionId === null || placed.sessionId > sessionId)
      continue;
    if (nearest === undefined || placed.sessionId > (nearest.sessionId ?? 0)) nearest = placed;
  }
  return nearest?.value;
}

const { interval, rangeBias, measure } = SURVEY_QUESTION_DEFAULTS;

/** Fields of a survey question that nobody changed, by name. */
const QUESTION_FIELD_DEFAULTS: Readonly<Record<string, unknown>> = {
  axis: null,
  chainage: null,
  design: null,
  interval,
  rangeBias,
  origin: '',
  ...Object.fromEntries(Object.entries(measure).map(([name, value]) => [`measure.${name}`, value])),
};

/** The whole survey question of a session, by field, as it is stored or by default. */
export function effectiveQuestion(
  fields: readonly PlacedField[],
  sessionId: number,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(WORK_TOPICS.question.fields).map(([field, schema]) => {
      const stored = schema.safeParse(effectiveField(fields, 'question', sessionId, field));
      return [
        field,
        stored.success && stored.data !== undefined ? stored.data : QUESTION_FIELD_DEFAULTS[field],
      ];
    }),
  );
}
