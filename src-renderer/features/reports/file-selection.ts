import type { DRAWING_FORMATS, SurveyContent } from '../../../src-core/model/survey-content.ts';

/** Files to write; see `survey.write`. */
export interface FileSelection {
  readonly contents: SurveyContent[];
  readonly reportForms: ('html' | 'pdf')[];
  readonly paper: 'a4' | 'letter';
  readonly drawings: (typeof DRAWING_FORMATS)[number][];
}

/** Default selection: the files of `socavon run`. */
export const FILE_SELECTION_DEFAULTS: FileSelection = {
  contents: ['report', 'map', 'profiles', 'trajectory', 'volume'],
  reportForms: ['html', 'pdf'],
  paper: 'a4',
  drawings: ['dxf', 'str', 'landxml'],
};

/** Message key of what is missing; null: nothing. */
export function fileSelectionFault({
  contents,
  reportForms,
  drawings,
}: FileSelection): 'nothingChosen' | 'noForm' | 'noDrawing' | null {
  if (contents.length === 0) return 'nothingChosen';
  if (contents.includes('report') && reportForms.length === 0) return 'noForm';
  return contents.includes('drawings') && drawings.length === 0 ? 'noDrawing' : null;
}

/** Request form of the selection: files that are not written have their default formats. */
export function fileSelectionToWire(selection: FileSelection): FileSelection {
  const { contents, reportForms, paper, drawings } = selection;
  return {
    contents: [...contents],
    reportForms: [...(reportForms.length > 0 ? reportForms : FILE_SELECTION_DEFAULTS.reportForms)],
    paper,
    drawings: [...(drawings.length > 0 ? drawings : FILE_SELECTION_DEFAULTS.drawings)],
  };
}
