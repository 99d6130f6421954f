import { type Paper, REPORT_FORMS_DEFAULT, type ReportForm } from '../../src-core/model/report-forms.ts';
import {
  type DRAWING_FORMATS,
  MAP_FORMATS_DEFAULT,
  type MapAttribute,
  type MapFormat,
  MESH_FORMATS_DEFAULT,
  type MeshFormat,
  SCAN_FORMATS_DEFAULT,
  type ScanFormat,
  type SurveyContent,
  TABLE_FORMATS,
  type TableFormat,
  TRAJECTORY_FORMATS_DEFAULT,
  type TrajectoryFormat,
} from '../../src-core/model/survey-content.ts';

/** Files to write; see `survey.write`. */
export interface FileSelection {
  readonly contents: SurveyContent[];
  readonly reportForms: ReportForm[];
  readonly paper: Paper;
  readonly mapFormats: MapFormat[];
  readonly mapAttributes: MapAttribute[];
  readonly meshFormats: MeshFormat[];
  readonly tableFormats: TableFormat[];
  readonly trajectoryFormats: TrajectoryFormat[];
  readonly scanFormats: ScanFormat[];
  readonly drawings: (typeof DRAWING_FORMATS)[number][];
}

/** Default selection: the files of `socavon run`. */
export const FILE_SELECTION_DEFAULTS: FileSelection = {
  contents: ['report', 'map', 'profiles', 'trajectory', 'volume'],
  reportForms: [...REPORT_FORMS_DEFAULT],
  paper: 'a4',
  mapFormats: [...MAP_FORMATS_DEFAULT],
  mapAttributes: [],
  meshFormats: [...MESH_FORMATS_DEFAULT],
  tableFormats: [...TABLE_FORMATS],
  trajectoryFormats: [...TRAJECTORY_FORMATS_DEFAULT],
  scanFormats: [...SCAN_FORMATS_DEFAULT],
  drawings: ['dxf', 'str', 'landxml'],
};

/** Message key of what is missing; null: nothing. */
export function fileSelectionFault({
  contents,
  reportForms,
  mapFormats,
  meshFormats,
  tableFormats,
  trajectoryFormats,
  scanFormats,
  drawings,
}: FileSelection):
  | 'nothingChosen'
  | 'noForm'
  | 'noMapFormat'
  | 'noMeshFormat'
  | 'noTable'
  | 'noTrajectoryFormat'
  | 'noScanFormat'
  | 'noDrawing'
  | null {
  if (contents.length === 0) return 'nothingChosen';
  if (contents.includes('report') && reportForms.length === 0) return 'noForm';
  if (contents.includes('map') && mapFormats.length === 0) return 'noMapFormat';
  if (contents.includes('meshes') && meshFormats.length === 0) return 'noMeshFormat';
  if (contents.includes('tables') && tableFormats.length === 0) return 'noTable';
  if (contents.includes('trajectory') && trajectoryFormats.length === 0) return 'noTrajectoryFormat';
  if (contents.includes('scans') && scanFormats.length === 0) return 'noScanFormat';
  return contents.includes('drawings') && drawings.length === 0 ? 'noDrawing' : null;
}

/** Request form of the selection: files that are not written have their default formats. */
export function fileSelectionToWire(selection: FileSelection): FileSelection {
  const chosen = <Key extends Exclude<keyof FileSelection, 'contents' | 'paper'>>(
    key: Key,
  ): FileSelection[Key] => {
    const of = selection[key].length > 0 ? selection : FILE_SELECTION_DEFAULTS;
    return [...of[key]] as FileSelection[Key];
  };
  return {
    contents: [...selection.contents],
    reportForms: chosen('reportForms'),
    paper: selection.paper,
    mapFormats: chosen('mapFormats'),
    mapAttributes: [...selection.mapAttributes],
    meshFormats: chosen('meshFormats'),
    tableFormats: chosen('tableFormats'),
    trajectoryFormats: chosen('trajectoryFormats'),
    scanFormats: chosen('scanFormats'),
    drawings: chosen('drawings'),
  };
}
