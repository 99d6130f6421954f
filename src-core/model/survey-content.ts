/**
 * Contents of a survey; `map` stands for its files in every format, `drawings` for DXF, Surpac strings, LandXML and
 * SVG, `unrolled` for the unrolled wall, each layer as PNG with world file and as GeoTIFF, `meshes` for the measured wall
 * and the closed solid of the drive in every format, and `meshes.json`, `tables` for the spreadsheet and the GeoPackage,
 * `scans` for each scan in the frame of the sensor with the poses of all.
 */
export const SURVEY_CONTENTS = [
  'report',
  'map',
  'profiles',
  'trajectory',
  'volume',
  'drawings',
  'unrolled',
  'meshes',
  'tables',
  'scans',
] as const;
export type SurveyContent = (typeof SURVEY_CONTENTS)[number];

/** Formats of the drawings. */
export const DRAWING_FORMATS = ['dxf', 'str', 'landxml', 'svg'] as const;

/** Formats of the map. */
export const MAP_FORMATS = ['ply', 'las', 'laz', 'copc', 'e57', 'pts', 'pcd'] as const;
export type MapFormat = (typeof MAP_FORMATS)[number];
/** Ending of the file of each format, without the first dot. */
export const MAP_ENDINGS: Readonly<Record<MapFormat, string>> = {
  ply: 'ply',
  las: 'las',
  laz: 'laz',
  copc: 'copc.laz',
  e57: 'e57',
  pts: 'pts',
  pcd: 'pcd',
};
/** Formats of the map where none are chosen. */
export const MAP_FORMATS_DEFAULT: readonly MapFormat[] = ['ply', 'las'];

/** Numbers of each point that are known once the wall is measured. */
export const WALL_ATTRIBUTES = ['measured', 'overbreak'] as const;
/** Numbers of each point that the map holds besides reflectivity and scan, if they are asked for. */
export const MAP_ATTRIBUTES = ['time', 'range', 'beam', ...WALL_ATTRIBUTES] as const;
export type MapAttribute = (typeof MAP_ATTRIBUTES)[number];

/** Formats of the meshes. */
export const MESH_FORMATS = [
  'stl',
  'obj',
  'ply',
  'glb',
  'dxf',
  'landxml',
  'surpac',
  'datamine',
  'omf',
] as const;
export type MeshFormat = (typeof MESH_FORMATS)[number];
/** What follows the name of a mesh in the file of each format; two where a format is a pair: triangles, then vertices. */
export const MESH_ENDINGS: Readonly<Record<MeshFormat, readonly [string] | readonly [string, string]>> = {
  stl: ['.stl'],
  obj: ['.obj'],
  ply: ['.ply'],
  glb: ['.glb'],
  dxf: ['.dxf'],
  landxml: ['.xml'],
  surpac: ['.dtm', '.str'],
  datamine: ['-tr.csv', '-pt.csv'],
  omf: ['.omf'],
};
/** Formats of the meshes where none are chosen: for planning programs, and to look at. */
export const MESH_FORMATS_DEFAULT: readonly MeshFormat[] = ['obj', 'glb'];

/** Formats of the trajectory: TUM, KITTI with its times, CSV, MCAP with poses of ROS 2. */
export const TRAJECTORY_FORMATS = ['tum', 'kitti', 'csv', 'mcap'] as const;
export type TrajectoryFormat = (typeof TRAJECTORY_FORMATS)[number];
/** Formats of the trajectory where none are chosen. */
export const TRAJECTORY_FORMATS_DEFAULT: readonly TrajectoryFormat[] = ['tum'];

/** Formats of single scans. */
export const SCAN_FORMATS = ['pcd', 'ply'] as const satisfies readonly MapFormat[];
export type ScanFormat = (typeof SCAN_FORMATS)[number];
/** Formats of single scans where none are chosen. */
export const SCAN_FORMATS_DEFAULT: readonly ScanFormat[] = ['pcd'];

/** Formats of the tables: an Excel workbook, a GeoPackage. */
export const TABLE_FORMATS = ['xlsx', 'gpkg'] as const;
export type TableFormat = (typeof TABLE_FORMATS)[number];
