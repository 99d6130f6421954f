import type { ReportStep } from '../../report/report-input.ts';
import type { ComparedSurveys } from '../compare.ts';
import type { SurveyRefinement } from '../refine.ts';

/** A result as the host stores it, with the inputs and options needed to trace it. */
export interface SurveyProduct extends Omit<StageProduct, 'stage'> {
  readonly inputHash: string;
  readonly options: unknown;
}

/** A result, and the stage that produced it. */
interface StageProduct {
  readonly kind: 'trajectory' | 'graph' | 'profiles' | 'volume' | 'report' | 'comparison';
  readonly stage: ReportStep['stage'];
  readonly mediaType: string;
  readonly text: string;
}

/** Texts of a survey; null: no report was requested, or the map has no trajectory. */
export type SurveyTexts = Readonly<
  Record<'profiles.csv' | 'volume.json', string> & Record<'trajectory.tum' | 'report.html', string | null>
>;

/** Results of a survey that are stored; drawings and reports follow from them. */
export function surveyProducts(
  texts: SurveyTexts,
  compared: ComparedSurveys | null,
  refinement: SurveyRefinement | null,
): StageProduct[] {
  const json = 'application/json';
  const posed = refinement?.refined ? 'refine' : 'align';
  return [
    ...(texts['trajectory.tum'] === null
      ? []
      : [
          {
            kind: 'trajectory',
            stage: posed,
            mediaType: 'text/plain',
            text: texts['trajectory.tum'],
          } as const,
        ]),
    { kind: 'profiles', stage: 'measure', mediaType: 'text/csv', text: texts['profiles.csv'] },
    { kind: 'volume', stage: 'measure', mediaType: json, text: texts['volume.json'] },
    ...(texts['report.html'] === null
      ? []
      : [{ kind: 'report', stage: 'export', mediaType: 'text/html', text: texts['report.html'] } as const]),
    ...(compared === null
      ? []
      : [{ kind: 'comparison', stage: 'export', mediaType: json, text: comparisonText(compared) } as const]),
    ...(refinement?.refined
      ? [{ kind: 'graph', stage: 'refine', mediaType: json, text: graphText(refinement) } as const]
      : []),
  ];
}

/**
 * Inputs and options of the stage that produced a product.
 *
 * @param captureHash hash of the captures, the root of the audit trail
 */
export function provenanceOf(
  stage: ReportStep['stage'],
  steps: readonly ReportStep[],
  captureHash: string,
): Pick<SurveyProduct, 'inputHash' | 'options'> {
  const step = steps.find((known) => known.stage === stage);
  return { inputHash: step?.inputHash ?? captureHash, options: step?.options ?? {} };
}

/** Comparison with an earlier survey, as JSON. */
function comparisonText({ comparison, convergence }: ComparedSurveys): string {
  return JSON.stringify({ comparison, convergence: convergence.profiles });
}

/** Evidence of the refined poses as JSON: anchors, loops with their evidence, point residuals, rejected factors. */
function graphText({ frame, T_grid_map, graph, unseen }: SurveyRefinement): string {
  return JSON.stringify({ frame, T_grid_map, unseen, ...graph }, (_, value: unknown) =>
    value instanceof Float64Array ? [...value] : value,
  );
}
