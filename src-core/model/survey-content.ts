/**
 * Contents of a survey; `map` stands for its files in every format, `drawings` for DXF, Surpac strings, LandXML and
 * SVG, `unrolled` for the unrolled wall, each layer as PNG with world file and as GeoTIFF.
 */
export const SURVEY_CONTENTS = [
  'report',
  'map',
  'profiles',
  'trajectory',
  'volume',
  'drawings',
  'unrolled',
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
