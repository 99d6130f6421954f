import type { DRAWING_FORMATS, SurveyContent } from '../../../src-core/model/survey-content.ts';

/** What is written; see `survey.write`. */
export interface FilesAsked {
  readonly contents: SurveyContent[];
  readonly reportForms: ('html' | 'pdf')[];
  readonly paper: 'a4' | 'letter';
  readonly drawings: (typeof DRAWING_FORMATS)[number][];
}

/** What `socavon run` writes. */
export const USUAL_FILES: FilesAsked = {
  contents: ['report', 'map', 'profiles', 'trajectory', 'volume'],
  reportForms: ['html', 'pdf'],
  paper: 'a4',
  drawings: ['dxf', 'str', 'landxml'],
};

/** Key of what is missing; null: nothing. */
export function faultOf({
  contents,
  reportForms,
  drawings,
}: FilesAsked): 'nothingChosen' | 'noForm' | 'noDrawing' | null {
  if (contents.length === 0) return 'nothingChosen';
  if (contents.includes('report') && reportForms.length === 0) return 'noForm';
  return contents.includes('drawings') && drawings.length === 0 ? 'noDrawing' : null;
}

/** As the engine is asked: what is not written has the kinds that it usually has. */
export function wireOf(asked: FilesAsked): FilesAsked {
  const { contents, reportForms, paper, drawings } = asked;
  return {
    contents: [...contents],
    reportForms: [...(reportForms.length > 0 ? reportForms : USUAL_FILES.reportForms)],
    paper,
    drawings: [...(drawings.length > 0 ? drawings : USUAL_FILES.drawings)],
  };
}
