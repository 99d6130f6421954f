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

/** Formats of the map; each is the ending of its files. */
export const MAP_FORMATS = ['ply', 'las', 'e57', 'pts', 'pcd'] as const;
export type MapFormat = (typeof MAP_FORMATS)[number];
/** Formats of the map where none are chosen. */
export const MAP_FORMATS_DEFAULT: readonly MapFormat[] = ['ply', 'las'];
