import { htmlDocument } from '../../src-core/report/html-document.ts';
import {
  REPORT_DEFAULTS,
  type ReportOptions,
  reportDocument,
} from '../../src-core/report/report-document.ts';
import type { ReportInput } from '../../src-core/report/report-input.ts';

/** A report as the text of its HTML file. */
export function htmlReport(input: ReportInput, options: ReportOptions = REPORT_DEFAULTS): string {
  return htmlDocument(reportDocument(input, options));
}
