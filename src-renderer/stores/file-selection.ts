import {
  type DRAWING_FORMATS,
  MAP_FORMATS_DEFAULT,
  type MapFormat,
  MESH_FORMATS_DEFAULT,
  type MeshFormat,
  type SurveyContent,
  TABLE_FORMATS,
  type TableFormat,
} from '../../src-core/model/survey-content.ts';

/** Files to write; see `survey.write`. */
export interface FileSelection {
  readonly contents: SurveyContent[];
  readonly reportForms: ('html' | 'pdf')[];
  readonly paper: 'a4' | 'letter';
  readonly mapFormats: MapFormat[];
  readonly meshFormats: MeshFormat[];
  readonly tableFormats: TableFormat[];
  readonly drawings: (typeof DRAWING_FORMATS)[number][];
}

/** Default selection: the files of `socavon run`. */
export const FILE_SELECTION_DEFAULTS: FileSelection = {
  contents: ['report', 'map', 'profiles', 'trajectory', 'volume'],
  reportForms: ['html', 'pdf'],
  paper: 'a4',
  mapFormats: [...MAP_FORMATS_DEFAULT],
  meshFormats: [...MESH_FORMATS_DEFAULT],
  tableFormats: [...TABLE_FORMATS],
  drawings: ['dxf', 'str', 'landxml'],
};

/** Message key of what is missing; null: nothing. */
export function fileSelectionFault({
  contents,
  reportForms,
  mapFormats,
  meshFormats,
  tableFormats,
  drawings,
}: FileSelection):
  | 'nothingChosen'
  | 'noForm'
  | 'noMapFormat'
  | 'noMeshFormat'
  | 'noTable'
  | 'noDrawing'
  | null {
  if (contents.length === 0) return 'nothingChosen';
  if (contents.includes('report') && reportForms.length === 0) return 'noForm';
  if (contents.includes('map') && mapFormats.length === 0) return 'noMapFormat';
  if (contents.includes('meshes') && meshFormats.length === 0) return 'noMeshFormat';
  if (contents.includes('tables') && tableFormats.length === 0) return 'noTable';
  return contents.includes('drawings') && drawings.length === 0 ? 'noDrawing' : null;
}

/** Request form of the selection: files that are not written have their default formats. */
export function fileSelectionToWire(selection: FileSelection): FileSelection {
  const { contents, reportForms, paper, mapFormats, meshFormats, tableFormats, drawings } = selection;
  return {
    contents: [...contents],
    reportForms: [...(reportForms.length > 0 ? reportForms : FILE_SELECTION_DEFAULTS.reportForms)],
    paper,
    mapFormats: [...(mapFormats.length > 0 ? mapFormats : FILE_SELECTION_DEFAULTS.mapFormats)],
    meshFormats: [...(meshFormats.length > 0 ? meshFormats : FILE_SELECTION_DEFAULTS.meshFormats)],
    tableFormats: [...(tableFormats.length > 0 ? tableFormats : FILE_SELECTION_DEFAULTS.tableFormats)],
    drawings: [...(drawings.length > 0 ? drawings : FILE_SELECTION_DEFAULTS.drawings)],
  };
}
