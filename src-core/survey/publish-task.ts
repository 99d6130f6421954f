import type { ExportFolder } from '../io/cloud/export-map.ts';
import type { Cell, DataTable, Feature, FeatureLayer, LayerSystem } from '../model/data-table.ts';
import type { FileChoice, ReportForm } from '../model/survey-content.ts';
import type { AnsweredQuestion } from '../question/survey-question.ts';
import type { ReportDocument } from '../report/document.ts';
import type { ReportInput } from '../report/report-input.ts';
import type { VolumeJson } from '../report/volume-json.ts';
import type { SurveyProduct } from './publish/survey-products.ts';
import type { AuditRoot } from './publish/survey-steps.ts';
import type { SurveyOptions } from './survey-request.ts';
import type { WarnedSource } from './survey-warnings.ts';

/** Project and captures, as named in the report, and the root of the audit trail. */
type SurveySource = Pick<ReportInput, 'project' | 'captures' | 'session' | 'sensor'> &
  Omit<AuditRoot, 'hash' | 'sensor'> &
  WarnedSource;

/** Results of a survey for the project to store. */
export interface KeptResults {
  readonly volume: VolumeJson;
  /** Each with its inputs and options. */
  readonly products: readonly SurveyProduct[];
}

/** Writers and readers of tables, which the host provides. */
export interface TableFiles {
  workbook(tables: readonly DataTable[]): Promise<Uint8Array>;
  readWorkbook(
    bytes: Uint8Array,
  ): readonly { readonly name: string; readonly rows: readonly (readonly Cell[])[] }[];
  geoPackage(layers: readonly FeatureLayer[], system: LayerSystem | null, changedAt: Date): Uint8Array;
  readGeoPackage(
    bytes: Uint8Array,
  ): readonly { readonly name: string; readonly features: readonly Feature[] }[];
}

/** Files to write, and where. */
interface SurveyOutput {
  readonly folder: ExportFolder;
  readonly choice: FileChoice;
  /** Sets the report on pages: the bytes of a PDF or of a Word document. */
  print(report: ReportDocument, form: Exclude<ReportForm, 'html'>): Promise<Uint8Array>;
  /** Writers and readers of tables. */
  loadTableFiles(): Promise<TableFiles>;
  /** Stores the results, before any file that follows from them is written; absent: nothing is stored. */
  readonly keep?: (results: KeptResults) => void;
  /** Hash of any plain value. */
  hash(value: unknown): string;
  readonly softwareVersion: string;
  /** Audit trail until now, for the report; absent: none is kept. */
  readonly trail?: () => ReportInput['trail'];
}

export interface PublishTask {
  readonly request: AnsweredQuestion;
  readonly options: SurveyOptions;
  readonly source: SurveySource;
  readonly output: SurveyOutput;
}
