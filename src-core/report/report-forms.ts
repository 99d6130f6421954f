/** In what a report is written: for a screen, and for paper and signature. */
export const REPORT_FORMS = ['html', 'pdf'] as const;
export type ReportForm = (typeof REPORT_FORMS)[number];

/** Paper that a report is printed on. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Files of the report, and their paper. */
export interface ReportFiles {
  readonly forms: readonly ReportForm[];
  readonly paper: Paper;
}

export const REPORT_FILES_DEFAULTS: ReportFiles = { forms: REPORT_FORMS, paper: 'a4' };
