import { htmlDocument } from './html-document.ts';
import { REPORT_DEFAULTS, type ReportOptions, reportDocument } from './report-document.ts';
import type { ReportInput } from './report-input.ts';

/**
 * The report as one HTML file that needs nothing else: styles and drawings inside, no script, no font, no
 * address outside. Prints on A4 with its drawings at true scale.
 *
 * @throws what `reportDocument` throws
 */
export function htmlReport(input: ReportInput, options: ReportOptions = REPORT_DEFAULTS): string {
  return htmlDocument(reportDocument(input, options));
}
