import type { NumberField } from '../../src-core/question/field.ts';
import type { QuestionStage, Staged } from '../../src-core/question/measure-fields.ts';

/** The stages of the question. */
export const STAGES = ['gather', 'measure', 'publish'] as const satisfies readonly QuestionStage[];

/** Name of the planted field of a stage, below `measure`. */
export function nameOf(stage: QuestionStage): string {
  return `planted${stage[0].toUpperCase()}${stage.slice(1)}`;
}

/** A field that no part of the program knows. */
function fieldOf(stage: QuestionStage): Staged<NumberField> {
  const text = { en: `Planted, ${stage}`, es: `Plantado, ${stage}` };
  return {
    key: `measure.${nameOf(stage)}`,
    flag: `--planted-${stage} <m>`,
    group: 'wall',
    stage,
    kind: 'number',
    default: 1,
    unit: 'm',
    min: 0,
    max: 5,
    step: 1,
    integer: false,
    label: text,
    help: text,
  };
}

/** Plants a field of each stage in the table: before anything that reads it is loaded. */
export async function plant(): Promise<void> {
  const { MEASURE_FIELDS } = await import('../../src-core/question/measure-fields.ts');
  (MEASURE_FIELDS as Staged<NumberField>[]).push(...STAGES.map(fieldOf));
}
