/** Output formats of a report: for the screen, for print and signature, and to be worked on in Word. */
export const REPORT_FORMS = ['html', 'pdf', 'docx'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];
/** Formats of the report where none are chosen. */
export const REPORT_FORMS_DEFAULT: readonly ReportForm[] = ['html', 'pdf'];
/** Formats that have pages. */
export const PAGED_FORMS: readonly ReportForm[] = ['pdf', 'docx'];

/** Paper sizes of the formats that have pages. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Output formats of the report, and their paper size. */
export interface ReportFiles {
  readonly forms: readonly ReportForm[];
  readonly paper: Paper;
}

export const REPORT_FILES_DEFAULTS: ReportFiles = { forms: REPORT_FORMS_DEFAULT, paper: 'a4' };
