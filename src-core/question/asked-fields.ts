import { valueAt } from './field.ts';
import { MEASURE_FIELDS, type QuestionStage } from './measure-fields.ts';

/**
 * The question less its defaults: values of the fields of one stage that are set and not the default, by key in the
 * order of the table. Results of the stage hold as long as these and those of the earlier stages are equal.
 *
 * @param question a `SurveyQuestion`, or the values of its fields as a window has them
 */
export function askedFields(question: object, stage: QuestionStage): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    MEASURE_FIELDS.flatMap((field) => {
      const value = field.stage === stage ? (valueAt(question, field.key) ?? null) : null;
      return value === null || value === field.default ? [] : [[field.key, value]];
    }),
  );
}

/**
 * The options of a stage: its defaults, and what the question sets by the same key. A field that is named as an option of the
 * stage reaches it without being listed; what the question has by no such key does not concern the stage.
 *
 * @param question null or absent values: the default
 */
export function optionsOf<Options extends object>(
  defaults: Options,
  question: { readonly [Key in keyof Options]?: Options[Key] | null },
): Options {
  const keys = (Object.keys(defaults) as (keyof Options)[]).filter((key) => (question[key] ?? null) !== null);
  return { ...defaults, ...Object.fromEntries(keys.map((key) => [key, question[key]])) };
}
