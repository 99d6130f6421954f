/** Output formats of a report: for the screen, and for print and signature. */
export const REPORT_FORMS = ['html', 'pdf'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Paper sizes of a printed report. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Output formats of the report, and their paper size. */
export interface ReportFiles {
  readonly forms: readonly ReportForm[];
  readonly paper: Paper;
}

export const REPORT_FILES_DEFAULTS: ReportFiles = { forms: REPORT_FORMS, paper: 'a4' };
