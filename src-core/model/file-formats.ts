import { type OutputContent, SURVEY_CONTENTS } from './survey-content.ts';

/** What a file of a format is: `format-CONTENT` of the catalogue. A format of several uses is named by the first. */
type FormatContent =
  | 'archive'
  | 'calibration'
  | 'capture'
  | 'cloud'
  | 'design'
  | 'document'
  | 'drawing'
  | 'figures'
  | 'geoid'
  | 'grid'
  | 'key'
  | 'lines'
  | 'mesh'
  | 'metadata'
  | 'picture'
  | 'project'
  | 'raster'
  | 'signature'
  | 'table'
  | 'terrain'
  | 'trajectory'
  | 'transform';

/** What to do with a file that nothing reads: `format-instead-ADVICE` of the catalogue. */
type FormatAdvice =
  | 'cloud'
  | 'drawing'
  | 'livox'
  | 'mesh'
  | 'none'
  | 'output'
  | 'table'
  | 'terrain'
  | 'unpack';

/**
 * A place of the command line that reads or writes a format: `COMMAND` where it is an argument, `COMMAND --option`, or
 * `COMMAND --option CHOICE`. Where other commands have the same option, one stands for all.
 */
export type FormatPlace = string;

interface Bytes {
  /** As Latin-1 text. */
  readonly text: string;
  readonly at?: number;
}

/** Bytes at an offset, or at two, or a pattern that the first characters match. */
export type FormatMark = (Bytes & { readonly and?: Bytes }) | RegExp;

/** A format of files: its names, how it is told, and where the command line reads and writes it. */
export interface FileFormat {
  /** As programs get it. */
  readonly id: string;
  /** As its makers call it, the same in every language. */
  readonly name: string;
  readonly content: FormatContent;
  /** Endings of its files, without the first dot, the most usual first. */
  readonly endings: readonly string[];
  /** Any of these tells it; absent: only its ending does. */
  readonly marks?: readonly FormatMark[];
  /** Of JSON: its object has all keys of any of these. */
  readonly keys?: readonly (readonly string[])[];
  readonly read: readonly FormatPlace[];
  readonly written: readonly FormatPlace[];
  /** Given where nothing reads the format. */
  readonly instead?: FormatAdvice;
}

const CAPTURE = { content: 'capture', read: ['run', 'calibrate'] } as const;
const PACKED = { content: 'archive', read: ['run', 'calibrate'], written: [] } as const;
const CLOUD = { content: 'cloud', read: ['run', 'register'] } as const;
const LINES = ['run --axis', 'run --design'] as const;
/** A closed solid is a design too, along an axis that is given with it. */
const SOLID = ['chamber --against', 'run --design'] as const;
const JSON_FILE = { name: 'JSON', endings: ['json'] } as const;
const POSES = { content: 'trajectory', read: ['run --trajectory'] } as const;

/** A format that the program neither reads nor writes, and what to do with it. */
function unread(
  id: string,
  name: string,
  content: FormatContent,
  instead: FormatAdvice,
  endings: readonly string[],
  marks?: readonly FormatMark[],
): FileFormat {
  return { id, name, content, endings, ...(marks && { marks }), read: [], written: [], instead };
}

/** Of each level, and of a stream with a block or without one. */
const BZIP2_MARKS = [...'123456789'].flatMap((level) =>
  ['1AY&SY', '\x17rE8P\x90'].map((next) => ({ text: `BZh${level}${next}` })),
);

/** Formats, and where they are written besides as an output of a survey. */
const FORMATS: readonly FileFormat[] = [
  {
    id: 'project',
    name: 'Socavón',
    content: 'project',
    endings: ['socavon'],
    read: ['volume', 'report', 'compare', 'join', 'check', 'recover', 'verify', 'serve'],
    written: ['run --project'],
  },

  // Recordings of sensors.
  {
    ...CAPTURE,
    id: 'pcap',
    name: 'pcap',
    endings: ['pcap', 'cap'],
    marks: ['\xd4\xc3\xb2\xa1', '\xa1\xb2\xc3\xd4', '\x4d\x3c\xb2\xa1', '\xa1\xb2\x3c\x4d'].map((text) => ({
      text,
    })),
    written: ['simulate'],
  },
  {
    ...CAPTURE,
    id: 'pcapng',
    name: 'pcapng',
    endings: ['pcapng'],
    marks: [{ text: '\n\r\r\n' }],
    written: [],
  },
  {
    ...CAPTURE,
    id: 'donut',
    name: 'donut',
    endings: ['donut', 'raw', 'bin'],
    written: ['simulate --donuts'],
  },
  {
    ...CAPTURE,
    id: 'osf',
    name: 'Ouster OSF',
    endings: ['osf'],
    marks: [{ text: 'OSF$', at: 8 }],
    written: [],
  },
  {
    ...CAPTURE,
    id: 'mcap',
    name: 'MCAP',
    endings: ['mcap'],
    marks: [{ text: '\x89MCAP' }],
    written: [],
  },
  { ...CAPTURE, id: 'bag', name: 'ROS bag', endings: ['bag'], marks: [{ text: '#ROSBAG V' }], written: [] },
  { ...CAPTURE, id: 'db3', name: 'ROS 2 bag', endings: ['db3'], written: [] },
  {
    ...CAPTURE,
    id: 'lvx2',
    name: 'Livox LVX2',
    endings: ['lvx2'],
    marks: [{ text: 'livox_tech', and: { text: '\x02', at: 16 } }],
    written: ['simulate --frames lvx2'],
  },
  unread('lvx', 'Livox LVX', 'capture', 'livox', ['lvx'], [{ text: 'livox_tech' }]),

  // Clouds of points.
  // The first is that of new files.
  {
    ...CLOUD,
    id: 'ply',
    name: 'PLY',
    endings: ['ply'],
    marks: [/^ply\s/],
    read: [...CLOUD.read, ...SOLID],
    written: [],
  },
  {
    ...CLOUD,
    id: 'copc',
    name: 'COPC',
    endings: ['copc.laz'],
    written: [],
  },
  { ...CLOUD, id: 'laz', name: 'LAZ', endings: ['laz'], written: [] },
  {
    ...CLOUD,
    id: 'las',
    name: 'LAS',
    endings: ['las'],
    marks: [{ text: 'LASF' }],
    written: [],
  },
  {
    ...CLOUD,
    id: 'e57',
    name: 'E57',
    endings: ['e57'],
    marks: [{ text: 'ASTM-E57' }],
    written: [],
  },
  {
    ...CLOUD,
    id: 'pcd',
    name: 'PCD',
    endings: ['pcd'],
    marks: [/^\s*(?:#.*\n\s*)*(?:VERSION|FIELDS|COLUMNS)\s/i, /^#.*\bPCD\b/i],
    written: ['simulate --frames pcd'],
  },
  { ...CLOUD, id: 'pts', name: 'PTS', endings: ['pts'], written: [] },
  { ...CLOUD, id: 'ptx', name: 'PTX', endings: ['ptx'], written: [] },
  { ...CLOUD, id: 'xyz', name: 'XYZ', endings: ['xyz', 'asc'], written: [] },
  { ...CLOUD, id: 'kitti', name: 'KITTI', endings: ['bin'], written: ['simulate --frames kitti'] },
  unread('rcp', 'Autodesk ReCap RCP', 'cloud', 'cloud', ['rcp']),
  unread('rcs', 'Autodesk ReCap RCS', 'cloud', 'cloud', ['rcs']),
  unread('fls', 'FARO FLS', 'cloud', 'cloud', ['fls', 'fws']),
  unread('lsproj', 'FARO SCENE', 'cloud', 'cloud', ['lsproj']),
  unread('zfs', 'Z+F ZFS', 'cloud', 'cloud', ['zfs', 'zfprj']),
  unread('ptg', 'Leica PTG', 'cloud', 'cloud', ['ptg']),
  unread('imp', 'Leica Cyclone', 'cloud', 'cloud', ['imp', 'lgs']),
  unread('rdbx', 'RIEGL RDB', 'cloud', 'cloud', ['rdbx', 'rxp', '3dd']),
  unread('tzf', 'Trimble TZF', 'cloud', 'cloud', ['tzf']),
  unread('bin-cc', 'CloudCompare BIN', 'cloud', 'cloud', [], [{ text: 'CCB2' }]),

  // Meshes and drawings.
  {
    id: 'dxf',
    name: 'DXF',
    content: 'drawing',
    endings: ['dxf'],
    marks: [
      { text: 'AutoCAD Binary DXF' },
      // Comments, with their code 999, may come before the first section.
      /^(?:\s*999[ \t]*\r?\n[^\r\n]*\r?\n)*\s*0[ \t]*\r?\n\s*SECTION\s/,
    ],
    read: [...LINES, 'chamber --against'],
    written: [],
  },
  {
    id: 'landxml',
    name: 'LandXML',
    content: 'drawing',
    endings: ['xml', 'landxml'],
    marks: [/<(?:[\w.-]+:)?LandXML[\s>]/],
    read: ['run --axis', ...SOLID],
    written: [],
  },
  {
    id: 'str',
    name: 'Surpac STR',
    content: 'lines',
    endings: ['str'],
    // A header of four fields, then the record of the axis.
    marks: [/^[^,\r\n]*,[^,\r\n]*,[^\r\n]*\r?\n\s*0\s*,\s*[-+.\d]+\s*,/],
    read: LINES,
    written: [],
  },
  {
    id: 'stl',
    name: 'STL',
    content: 'mesh',
    endings: ['stl'],
    marks: [/^\s*solid\b[\s\S]*\b(?:facet|endsolid)\b/],
    read: SOLID,
    written: [],
  },
  {
    id: 'obj',
    name: 'OBJ',
    content: 'mesh',
    endings: ['obj'],
    marks: [/^(?:(?:#.*|(?:mtllib|o|g|s|usemtl)\b.*|[ \t]*)\r?\n)*[ \t]*v[ \t]+[-+.\d]/],
    read: SOLID,
    written: [],
  },
  {
    id: 'glb',
    name: 'GLB',
    content: 'mesh',
    endings: ['glb'],
    marks: [{ text: 'glTF' }],
    read: SOLID,
    written: [],
  },
  {
    id: 'gltf',
    name: 'glTF',
    content: 'mesh',
    endings: ['gltf'],
    marks: [/^\s*\{[\s\S]*"asset"\s*:\s*\{[^}]*"version"\s*:/],
    keys: [['asset', 'meshes']],
    read: SOLID,
    written: [],
  },
  {
    id: 'dtm',
    name: 'Surpac DTM',
    content: 'mesh',
    endings: ['dtm'],
    marks: [/^[^\r\n,]+\.str\s*,/i],
    read: SOLID,
    written: [],
  },
  {
    id: 'omf',
    name: 'OMF',
    content: 'mesh',
    endings: ['omf'],
    marks: [{ text: '\x84\x83\x82\x81' }],
    read: SOLID,
    written: [],
  },
  {
    id: 'datamine',
    name: 'Datamine',
    content: 'mesh',
    endings: ['csv'],
    // The first line of the triangles, or of the points beside them.
    marks: [
      /^(?=[^\r\n]*\bPID1\b)(?=[^\r\n]*\bPID2\b)[^\r\n]*\bPID3\b/,
      /^(?=[^\r\n]*\bPID\b)(?=[^\r\n]*\bXP\b)(?=[^\r\n]*\bYP\b)[^\r\n]*\bZP\b/,
    ],
    read: SOLID,
    written: [],
  },
  unread('dwg', 'DWG', 'drawing', 'drawing', ['dwg'], [/^AC10\d\d/]),
  unread('dgn', 'DGN', 'drawing', 'drawing', ['dgn']),
  unread('dm', 'Datamine DM', 'mesh', 'mesh', ['dm']),
  unread('3ds', '3DS', 'mesh', 'mesh', ['3ds']),
  unread('3mf', '3MF', 'mesh', 'mesh', ['3mf'], [{ text: 'PK\x03\x04', and: { text: '3D/', at: 30 } }]),
  unread('off', 'OFF', 'mesh', 'mesh', ['off'], [/^(?:ST)?C?N?OFF\s/]),
  unread('fbx', 'FBX', 'mesh', 'mesh', ['fbx'], [{ text: 'Kaydara FBX Binary' }]),
  unread('dae', 'COLLADA', 'mesh', 'mesh', ['dae'], [/<COLLADA[\s>]/]),
  unread('ifc', 'IFC', 'drawing', 'drawing', ['ifc'], [/^ISO-10303-21;[\s\S]*FILE_SCHEMA\s*\(\s*\(\s*'IFC/]),
  unread('step', 'STEP', 'drawing', 'mesh', ['stp', 'step'], [{ text: 'ISO-10303-21;' }]),

  // Tables, poses, pictures, papers.
  { ...POSES, id: 'tum', name: 'TUM', endings: ['tum'], written: [] },
  {
    ...POSES,
    id: 'kitti-poses',
    name: 'KITTI (poses)',
    endings: [],
    written: [],
  },
  { ...POSES, id: 'euroc', name: 'EuRoC', endings: [], written: [] },
  {
    ...POSES,
    id: 'csv-poses',
    name: 'CSV (poses)',
    endings: [],
    written: [],
  },
  {
    id: 'csv',
    name: 'CSV',
    content: 'table',
    endings: ['csv'],
    read: [
      'run --control',
      'run --axis',
      'run --picked',
      'run --corrections',
      'run --stations',
      'run --rounds',
      'grid',
    ],
    written: ['profiles --format csv', 'grid --out'],
  },
  {
    id: 'hesai-angles',
    name: 'Hesai Angle Correction',
    content: 'metadata',
    endings: ['csv'],
    // Some begin with a line of the protocol: `EEFF,1,1`.
    marks: [/^(?:EEFF[^\n]*\n)?\s*(?:laser(?:[ _]id)?|channel)\s*,\s*elevation[^,\n]*,\s*azimuth/i],
    read: ['run --metadata'],
    written: [],
  },
  {
    id: 'velodyne-calibration',
    name: 'Velodyne calibration',
    content: 'metadata',
    endings: ['xml', 'yaml', 'yml'],
    // The maker's db.xml, and what the ROS driver makes of it.
    marks: [/<boost_serialization[\s>][\s\S]*<DB[\s>]/, /^(?:[^\n]*\n){0,20}lasers:[ \t]*\r?\n[ \t]*-/],
    read: ['run --metadata'],
    written: [],
  },
  {
    id: 'ouster-metadata',
    name: 'Ouster JSON',
    content: 'metadata',
    endings: ['json'],
    read: ['run --metadata'],
    written: ['simulate'],
  },
  {
    ...JSON_FILE,
    id: 'design-json',
    content: 'design',
    keys: [['shape'], ['stretches'], ['section'], ['sections'], ['programme'], ['outline']],
    read: ['run --design'],
    written: [],
  },
  {
    ...JSON_FILE,
    id: 'grid-json',
    content: 'grid',
    keys: [
      ['name', 'epsg'],
      ['name', 'origin'],
      ['name', 'unit'],
    ],
    read: ['run --grid', 'grid --from', 'grid --to'],
    written: ['grid --out'],
  },
  {
    ...JSON_FILE,
    id: 'calibration-json',
    content: 'calibration',
    keys: [['productLine', 'parameters']],
    read: ['run --calibration'],
    written: ['run --out', 'calibrate --out'],
  },
  {
    ...JSON_FILE,
    id: 'volume-json',
    content: 'figures',
    keys: [['volume', 'methods']],
    read: [],
    written: ['run --out'],
    instead: 'output',
  },
  {
    ...JSON_FILE,
    id: 'transform-json',
    content: 'transform',
    keys: [['transform']],
    read: ['register --init'],
    written: ['register --json'],
  },
  {
    id: 'gpkg',
    name: 'GeoPackage',
    content: 'table',
    endings: ['gpkg'],
    marks: ['GPKG', 'GP10', 'GP11'].map((text) => ({ text, at: 68 })),
    read: [],
    written: [],
    instead: 'output',
  },
  {
    id: 'xlsx',
    name: 'Excel',
    content: 'table',
    endings: ['xlsx'],
    read: [],
    written: [],
    instead: 'table',
  },
  {
    id: 'gtx',
    name: 'GTX',
    content: 'geoid',
    endings: ['gtx'],
    read: ['grid --geoid'],
    written: [],
  },
  {
    id: 'docx',
    name: 'Word',
    content: 'document',
    endings: ['docx'],
    read: ['sign', 'verify'],
    written: [],
  },
  {
    id: 'pdf',
    name: 'PDF',
    content: 'document',
    endings: ['pdf'],
    marks: [{ text: '%PDF-' }],
    read: ['sign', 'verify'],
    written: [],
  },
  {
    id: 'html',
    name: 'HTML',
    content: 'document',
    endings: ['html', 'htm'],
    marks: [/^\s*<!doctype html/i],
    read: ['sign', 'verify'],
    written: [],
  },
  {
    id: 'png',
    name: 'PNG',
    content: 'picture',
    endings: ['png'],
    marks: [{ text: '\x89PNG' }],
    read: ['report --logo'],
    written: ['unroll'],
  },
  {
    id: 'jpeg',
    name: 'JPEG',
    content: 'picture',
    endings: ['jpg', 'jpeg'],
    marks: [{ text: '\xff\xd8\xff' }],
    read: ['report --logo'],
    written: [],
  },
  {
    id: 'svg',
    name: 'SVG',
    content: 'picture',
    endings: ['svg'],
    marks: [/^(?:\s*<[?!][^>]*>)*\s*<svg[\s>]/],
    read: ['report --logo'],
    written: [],
  },
  {
    id: 'geotiff',
    name: 'GeoTIFF',
    content: 'raster',
    endings: ['tif', 'tiff'],
    marks: [{ text: 'II*\0' }, { text: 'MM\0*' }, { text: 'II+\0' }, { text: 'MM\0+' }],
    read: [],
    written: ['unroll'],
    instead: 'output',
  },
  {
    id: 'signature',
    name: 'SIG',
    content: 'signature',
    endings: ['sig'],
    read: ['verify --signature'],
    written: ['sign'],
  },
  {
    id: 'key',
    name: 'PEM',
    content: 'key',
    endings: ['key', 'pub', 'pem'],
    marks: [/^-----BEGIN [A-Z ]*KEY-----/],
    read: ['sign --key', 'verify --key'],
    written: ['key'],
  },
  unread(
    'geojson',
    'GeoJSON',
    'lines',
    'drawing',
    ['geojson'],
    [/^\s*\{[\s\S]*"type"\s*:\s*"(?:FeatureCollection|Feature|GeometryCollection)"/],
  ),
  unread('kml', 'KML', 'lines', 'drawing', ['kml', 'kmz'], [/<kml[\s>]/]),
  unread('gpx', 'GPX', 'lines', 'drawing', ['gpx'], [/<gpx[\s>]/]),
  unread('shp', 'Shapefile', 'lines', 'drawing', ['shp'], [{ text: '\0\0\x27\x0a' }]),
  unread('xls', 'Excel 97', 'table', 'table', ['xls'], [{ text: '\xd0\xcf\x11\xe0' }]),
  unread('dem', 'Arc/Info ASCII Grid', 'terrain', 'terrain', [], [/^ncols\s+\d+\s+nrows\s+\d+/i]),
  unread(
    'gz-tar',
    'tar',
    'archive',
    'unpack',
    ['tar', 'tgz', 'tar.gz', 'tar.bz2', 'tar.xz', 'tar.zst'],
    [{ text: 'ustar', at: 257 }],
  ),
  // A recording that is packed is read as it is.
  { ...PACKED, id: 'gzip', name: 'gzip', endings: ['gz'], marks: [{ text: '\x1f\x8b' }] },
  {
    ...PACKED,
    id: 'zstd',
    name: 'Zstandard',
    endings: ['zst', 'zstd'],
    marks: [{ text: '\x28\xb5\x2f\xfd' }],
  },
  { ...PACKED, id: 'bz2', name: 'bzip2', endings: ['bz2'], marks: BZIP2_MARKS },
  unread('xz', 'xz', 'archive', 'unpack', ['xz'], [{ text: '\xfd7zXZ\0' }]),
  unread('zip', 'ZIP', 'archive', 'unpack', ['zip'], [{ text: 'PK\x03\x04' }]),
  unread('7z', '7-Zip', 'archive', 'unpack', ['7z'], [{ text: '7z\xbc\xaf' }]),
  unread('rar', 'RAR', 'archive', 'unpack', ['rar'], [{ text: 'Rar!' }]),
];

/** Places where the outputs of a survey are written in a format of files. */
function outputPlaces(id: string): FormatPlace[] {
  const all: Readonly<Record<string, OutputContent>> = SURVEY_CONTENTS;
  return Object.values(all).flatMap(({ choice, formats }) =>
    Object.entries(formats)
      .filter(([name, { files = [name] }]) => choice !== undefined && files.includes(id))
      .map(([name]) => `${choice?.place} ${name}`),
  );
}

/** Every format that the program reads, writes, or knows by name. Of two whose marks a file has the first is meant. */
export const FILE_FORMATS: readonly FileFormat[] = FORMATS.map((format) => ({
  ...format,
  written: [...outputPlaces(format.id), ...format.written],
}));
