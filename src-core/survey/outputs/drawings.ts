import { EXPORT_DRAWINGS_DEFAULTS, exportDrawings } from '../../report/drawing/export-drawings.ts';
import { layerSystem } from '../publish/stated-grid.ts';
import { drawnSurvey } from './drawn-survey.ts';
import { measuresOutput } from './output.ts';

/** Sections, plan and axis as drawings. */
export const drawings = measuresOutput('drawings', {
  async write(survey, formats, context) {
    const { source, output } = survey.task;
    const options = {
      ...EXPORT_DRAWINGS_DEFAULTS,
      formats,
      application: { name: 'Socavon', version: output.softwareVersion },
      system: layerSystem(source.grid ?? null, survey.measured.map.placed),
    };
    const { attempt } = survey.outputs;
    survey.outputs.wrote(await exportDrawings(drawnSurvey(survey), output.folder, options, context, attempt));
  },
});
