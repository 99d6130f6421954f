import type { ExportFolder } from '../io/cloud/export-map.ts';
import type { SurveyContent } from '../model/survey-content.ts';
import type { Warning } from '../model/warnings.ts';
import type { ReportDocument } from '../report/document.ts';
import type { DrawingFormat } from '../report/drawing/export-drawings.ts';
import type { ReportForm } from '../report/report-forms.ts';
import type { ReportInput } from '../report/report-input.ts';
import type { AuditRoot } from './publish/survey-steps.ts';
import type { SurveyOptions, SurveyRequest } from './survey-request.ts';

/** Files of a survey unless others are requested. */
export const BASIC_CONTENTS: ReadonlySet<SurveyContent> = new Set([
  'report',
  'map',
  'profiles',
  'trajectory',
  'volume',
]);

/** Project and captures, as the report names them, and where the audit trail starts. */
export interface SurveySource
  extends Pick<ReportInput, 'project' | 'captures' | 'session' | 'sensor'>,
    Omit<AuditRoot, 'hash' | 'sensor'> {
  /** Damage of the captures, assumptions on the sensor. */
  readonly warnings: readonly Warning[];
}

/** Which files are written, and where. */
export interface SurveyOutput {
  readonly folder: ExportFolder;
  readonly contents: ReadonlySet<SurveyContent>;
  /** Formats of the drawings, where they are among the contents. */
  readonly drawings: readonly DrawingFormat[];
  /** Forms of the report, where it is among the contents. */
  readonly reportForms: readonly ReportForm[];
  /** The report as the bytes of a PDF. */
  print(report: ReportDocument): Promise<Uint8Array>;
  /** Hash of any plain value. */
  hash(value: unknown): string;
  readonly softwareVersion: string;
}

export interface PublishTask {
  readonly request: SurveyRequest;
  readonly options: SurveyOptions;
  readonly source: SurveySource;
  readonly output: SurveyOutput;
}

/** Whether the unrolled wall is in the report or among the files. */
export function isUnrolled({ request, output }: PublishTask): boolean {
  return request.measure.unrolled || output.contents.has('unrolled');
}
