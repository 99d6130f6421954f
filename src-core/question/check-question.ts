import { type Language, message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { type Field, type NumberBounds, type NumberPart, type NumberRow, valueAt } from './field.ts';
import { MEASURE_FIELDS } from './measure-fields.ts';
import type { SurveyQuestion } from './survey-question.ts';

/** Maximum number of sections of one measurement; more is a mistyped interval or range. */
export const MOST_SECTIONS = 20_000;

/** Bounds as text: `0.01 to 100 m`. */
export function boundsText({ min, max, unit }: NumberBounds, language: Language = 'en'): string {
  return `${min} ${language === 'es' ? 'a' : 'to'} ${max}${unit && ` ${unit}`}`;
}

/** True for a number within its bounds; false for NaN. */
export function isWithin(value: number, { min, max }: NumberBounds): boolean {
  return value >= min && value <= max;
}

/** True for a number that a form row takes: within its bounds, or null where the row may be empty. */
export function isTaken(value: number | null, row: NumberRow): boolean {
  return value === null ? row.otherwise !== undefined : isWithin(value, row);
}

/**
 * The field of a key, of a kind if that is given.
 *
 * @throws Error if the table has none
 */
export function fieldOf<Kind extends Field['kind'] = Field['kind']>(
  key: string,
  kind?: Kind,
): Extract<Field, { kind: Kind }> {
  const rows: readonly Field[] = MEASURE_FIELDS;
  const field = rows.find((row) => row.key === key && row.kind === (kind ?? row.kind));
  if (field === undefined) throw new Error(`no field ${key}`);
  return field as Extract<Field, { kind: Kind }>;
}

/**
 * The form row of the number at a path of the question.
 *
 * @throws Error if the table has none
 */
export function numberRowOf(path: string): NumberRow {
  for (const field of MEASURE_FIELDS) {
    if (field.kind === 'number' && field.key === path) return field;
    const part = partsOf(field).find((number) => number.path === path);
    if (part?.label && part.step) return { kind: 'number', ...part, label: part.label, step: part.step };
  }
  throw new Error(`no row for the number ${path}`);
}

/**
 * The bounds of the number at a path of the question.
 *
 * @throws Error if the table has none
 */
export function boundsOf(path: string): NumberBounds {
  for (const field of MEASURE_FIELDS) {
    if (field.kind === 'number' && field.key === path) return field;
    const part = partsOf(field).find((number) => number.path === path);
    if (part !== undefined) return part;
  }
  throw new Error(`no number ${path}`);
}

/**
 * Checks the numbers of a question against their bounds; the message names flag, value and bounds.
 *
 * @param question a `SurveyQuestion`, whole or in part: missing values are not checked
 * @throws SocavonError 'usage'
 */
export function checkQuestion(question: object): void {
  for (const field of MEASURE_FIELDS) {
    if (field.kind === 'number' && !field.hasOwnRefusal)
      checkNumbers(field, [valueAt(question, field.key)], field);
    for (const part of partsOf(field)) checkNumbers(field, valuesAt(question, part.path.split('.')), part);
  }
  const { chainage, interval } = question as Partial<SurveyQuestion>;
  if (chainage && interval !== undefined) checkSectionCount(chainage.to - chainage.from, interval);
}

/**
 * Refuses an excessive number of sections.
 *
 * @param length of the range, m
 * @throws SocavonError 'usage'
 */
export function checkSectionCount(length: number, interval: number): void {
  const count = Math.ceil(length / interval);
  if (count <= MOST_SECTIONS) return;
  throw new SocavonError(
    'usage',
    message('sections-too-many', { length, interval, count, most: MOST_SECTIONS }),
  );
}

function checkNumbers(field: Field, values: readonly unknown[], bounds: NumberBounds): void {
  for (const value of values)
    if (typeof value === 'number' && !isWithin(value, bounds)) throw outOfBounds(field, value, bounds);
}

/** The flag alone, without its argument; the label if there is none. */
export function nameOf({ flag, label }: Field): string {
  return flag?.split(' ')[0] ?? label.en;
}

/** Help of a field for the command line. */
export function fullHelp({ help, usage }: Field, language: Language): string {
  return usage === undefined ? help[language] : `${help[language]}, ${usage[language]}`;
}

function outOfBounds(field: Field, value: number, bounds: NumberBounds): SocavonError {
  const { min, max, unit } = bounds;
  const values = { name: nameOf(field), value, min, max };
  return new SocavonError(
    'usage',
    unit === ''
      ? message('value-out-of-bounds', values)
      : message('value-out-of-bounds-of', { ...values, unit }),
  );
}

function partsOf(field: Field): readonly NumberPart[] {
  return field.kind === 'compound' ? field.numbers : [];
}

/** All values at a path, `*` standing for all elements of a list. */
function valuesAt(root: unknown, [name, ...inner]: readonly string[]): unknown[] {
  if (name === undefined) return [root];
  if (typeof root !== 'object' || root === null) return [];
  const next = name === '*' ? Object.values(root) : [(root as Record<string, unknown>)[name]];
  return next.flatMap((value) => valuesAt(value, inner));
}
