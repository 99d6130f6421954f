import { endingsOf, type ReportForm } from '../../model/survey-content.ts';
import { measuresOutput, writeFiles } from './output.ts';

/** Name of the file of a form of the report. */
export function reportFile(form: ReportForm): string {
  return `report${endingsOf('report', form)[0]}`;
}

/** Report for the screen, for print and for Word; where it could not be made, nothing of it is written. */
export const report = measuresOutput('report', {
  async write(survey, forms, context) {
    if (survey.report === null) return;
    const { document, html } = survey.report;
    const { print } = survey.task.output;
    const files = forms.map((form) => ({
      name: reportFile(form),
      make: () => (form === 'html' ? [html] : print(document, form)),
    }));
    await writeFiles(survey, files, context);
  },
});
