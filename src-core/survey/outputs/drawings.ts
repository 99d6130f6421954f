import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../report/drawing/export-drawings.ts';
import { drawnSurvey } from './drawn-survey.ts';
import { measuresOutput } from './output.ts';

/** Sections, plan and axis as drawings. */
export const drawings = measuresOutput('drawings', {
  async write(survey, formats, context) {
    const { folder, softwareVersion } = survey.task.output;
    const application = { name: 'Socavon', version: softwareVersion };
    const options = { ...EXPORT_DRAWINGS_DEFAULTS, formats, application };
    const { attempt } = survey.outputs;
    survey.outputs.wrote(await exportDrawings(drawnSurvey(survey), folder, options, context, attempt));
  },
});
