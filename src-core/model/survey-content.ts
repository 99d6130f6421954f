import type { Texts } from './texts.ts';

/** A format in which a content of a survey is written. */
interface OutputFormat {
  /** In the choice of files; a text where it is the same in every language. */
  readonly label: Texts | string;
  /** What follows the base name in its files; several where it is of several files. */
  readonly endings: readonly [string, ...string[]];
  /** Its files in `model/file-formats`, by id; absent: that of its own name. */
  readonly files?: readonly string[];
  /** True if it has pages, whose size can be chosen. */
  readonly isPaged?: boolean;
}

/** A content of a survey that can be written into files, and the formats to choose from. */
export interface OutputContent {
  readonly label: Texts;
  readonly formats: Readonly<Record<string, OutputFormat>>;
  /** Formats where none are chosen. */
  readonly default: readonly string[];
  /** Absent: there is nothing to choose. */
  readonly choice?: {
    /** Title of the list of formats. */
    readonly title: Texts;
    /** Said where none is chosen. */
    readonly none: Texts;
    /** Where the command line takes them, before their names. */
    readonly place: string;
    /** Of `socavon run`, without dashes; absent: only another command writes the content. */
    readonly flag?: string;
  };
  /** True if it is written where nothing else is said. */
  readonly isBasic?: boolean;
  /** True if its points can have attributes. */
  readonly hasPoints?: boolean;
}

/**
 * Every content of a survey and its formats, in the order of forms and help: the one list from which the schema of the
 * requests, the flags of the command line, the choice of files in the window and docs/parameters.md follow. What writes
 * each: `survey/outputs`.
 */
export const SURVEY_CONTENTS = {
  report: {
    label: { es: 'Informe (HTML, PDF, Word)', en: 'Report (HTML, PDF, Word)' },
    formats: {
      html: { label: 'HTML', endings: ['.html'] },
      pdf: { label: 'PDF', endings: ['.pdf'], isPaged: true },
      docx: { label: 'Word (DOCX)', endings: ['.docx'], isPaged: true },
    },
    default: ['html', 'pdf'],
    choice: {
      title: { es: 'Informe como', en: 'Report as' },
      none: { es: 'Elija al menos una forma del informe.', en: 'Choose at least one form of the report.' },
      place: 'report --format',
      flag: 'report',
    },
    isBasic: true,
  },
  map: {
    label: { es: 'Mapa (PLY, LAS, LAZ, COPC)', en: 'Map (PLY, LAS, LAZ, COPC)' },
    formats: {
      ply: { label: 'PLY', endings: ['.ply'] },
      las: { label: 'LAS', endings: ['.las'] },
      laz: { label: 'LAZ', endings: ['.laz'] },
      copc: { label: 'COPC', endings: ['.copc.laz'] },
      e57: { label: 'E57', endings: ['.e57'] },
      pts: { label: 'PTS', endings: ['.pts'] },
      pcd: { label: 'PCD', endings: ['.pcd'] },
    },
    default: ['ply', 'las'],
    choice: {
      title: { es: 'Mapa como', en: 'Map as' },
      none: { es: 'Elija al menos un formato del mapa.', en: 'Choose at least one format of the map.' },
      place: 'run --map-formats',
      flag: 'map-formats',
    },
    isBasic: true,
    hasPoints: true,
  },
  profiles: {
    label: { es: 'Secciones (profiles.csv, outlines.csv)', en: 'Sections (profiles.csv, outlines.csv)' },
    formats: { csv: { label: 'CSV', endings: ['.csv'] } },
    default: ['csv'],
    isBasic: true,
  },
  trajectory: {
    label: { es: 'Trayectoria', en: 'Trajectory' },
    formats: {
      tum: { label: 'TUM (trajectory.tum)', endings: ['.tum'] },
      kitti: {
        label: { es: 'KITTI, con tiempos', en: 'KITTI, with times' },
        endings: ['-kitti.txt', '-kitti-times.txt'],
        files: ['kitti-poses'],
      },
      csv: {
        label: { es: 'CSV con covarianzas', en: 'CSV with covariances' },
        endings: ['.csv'],
        files: ['csv-poses'],
      },
      mcap: { label: { es: 'MCAP, poses de ROS 2', en: 'MCAP, poses of ROS 2' }, endings: ['.mcap'] },
    },
    default: ['tum'],
    choice: {
      title: { es: 'Trayectoria como', en: 'Trajectory as' },
      none: {
        es: 'Elija al menos un formato de la trayectoria.',
        en: 'Choose at least one format of the trajectory.',
      },
      place: 'run --trajectory-formats',
      flag: 'trajectory-formats',
    },
    isBasic: true,
  },
  volume: {
    label: { es: 'Volumen (volume.json)', en: 'Volume (volume.json)' },
    formats: { json: { label: 'JSON', endings: ['.json'] } },
    default: ['json'],
    isBasic: true,
  },
  drawings: {
    label: { es: 'Planos (DXF, Surpac, LandXML, IFC, SVG)', en: 'Drawings (DXF, Surpac, LandXML, IFC, SVG)' },
    formats: {
      dxf: {
        label: {
          es: 'DXF: secciones, planta, eje, contornos 3D',
          en: 'DXF: sections, plan, axis, 3D outlines',
        },
        endings: ['-plan.dxf', '-sections.dxf'],
      },
      str: { label: { es: 'Cadenas de Surpac (STR)', en: 'Surpac strings (STR)' }, endings: ['.str'] },
      landxml: {
        label: { es: 'LandXML: superficie y alineamiento', en: 'LandXML: surface and alignment' },
        endings: ['.xml'],
      },
      ifc: {
        label: {
          es: 'IFC 4.3: alineamiento, secciones, sólido',
          en: 'IFC 4.3: alignment, sections, solid',
        },
        endings: ['.ifc'],
      },
      svg: {
        label: { es: 'SVG: una sección por archivo', en: 'SVG: one section a file' },
        endings: ['.svg'],
      },
    },
    default: ['dxf', 'str', 'landxml'],
    choice: {
      title: { es: 'Planos como', en: 'Drawings as' },
      none: { es: 'Elija al menos un formato de planos.', en: 'Choose at least one format of drawings.' },
      place: 'profiles --format',
    },
  },
  unrolled: {
    label: { es: 'Mapa desarrollado (PNG, GeoTIFF)', en: 'Unrolled map (PNG, GeoTIFF)' },
    formats: { raster: { label: 'PNG, GeoTIFF', endings: ['.png', '.pgw', '.tif'] } },
    default: ['raster'],
  },
  meshes: {
    label: {
      es: 'Mallas de triángulos: pared y sólido cerrado',
      en: 'Triangle meshes: wall and closed solid',
    },
    formats: {
      stl: {
        label: { es: 'STL, en torno a un origen local', en: 'STL, about a local origin' },
        endings: ['.stl'],
      },
      obj: { label: { es: 'OBJ, en coordenadas de mina', en: 'OBJ, mine grid' }, endings: ['.obj'] },
      ply: {
        label: { es: 'PLY con sobrerotura, en coordenadas de mina', en: 'PLY with overbreak, mine grid' },
        endings: ['.ply'],
      },
      glb: {
        label: { es: 'GLB (glTF), en torno a un origen local', en: 'GLB (glTF), about a local origin' },
        endings: ['.glb'],
      },
      dxf: { label: 'DXF, 3DFACE', endings: ['.dxf'] },
      landxml: { label: 'LandXML, TIN', endings: ['.xml'] },
      // Of a pair the triangles come first, then the vertices.
      surpac: {
        label: { es: 'Surpac: DTM y STR, coordenadas de mina', en: 'Surpac: DTM and STR, mine grid' },
        endings: ['.dtm', '.str'],
        files: ['dtm', 'str'],
      },
      datamine: {
        label: {
          es: 'Datamine: puntos y triángulos en CSV, coordenadas de mina',
          en: 'Datamine: points and triangles as CSV, mine grid',
        },
        endings: ['-tr.csv', '-pt.csv'],
      },
      omf: {
        label: {
          es: 'OMF (Open Mining Format), coordenadas de mina',
          en: 'OMF (Open Mining Format), mine grid',
        },
        endings: ['.omf'],
      },
    },
    // For planning programs, and to look at.
    default: ['obj', 'glb'],
    choice: {
      title: { es: 'Mallas de triángulos como', en: 'Triangle meshes as' },
      none: {
        es: 'Elija al menos un formato de mallas de triángulos.',
        en: 'Choose at least one format of triangle meshes.',
      },
      place: 'run --meshes',
      flag: 'meshes',
    },
  },
  tables: {
    label: { es: 'Tablas y capas (Excel, GeoPackage)', en: 'Tables and map layers (Excel, GeoPackage)' },
    formats: {
      xlsx: {
        label: { es: 'Libro de Excel (tables.xlsx)', en: 'Excel workbook (tables.xlsx)' },
        endings: ['.xlsx'],
      },
      gpkg: {
        label: { es: 'GeoPackage para SIG (drive.gpkg)', en: 'GeoPackage for GIS (drive.gpkg)' },
        endings: ['.gpkg'],
      },
    },
    default: ['xlsx', 'gpkg'],
    choice: {
      title: { es: 'Tablas como', en: 'Tables as' },
      none: { es: 'Elija al menos un formato de tablas.', en: 'Choose at least one format of tables.' },
      place: 'run --tables',
      flag: 'tables',
    },
  },
  scans: {
    label: {
      es: 'Barridos sueltos en el sistema del sensor, con sus poses (muy grande)',
      en: 'Single scans in the frame of the sensor, with poses (large)',
    },
    formats: { pcd: { label: 'PCD', endings: ['.pcd'] }, ply: { label: 'PLY', endings: ['.ply'] } },
    default: ['pcd'],
    choice: {
      title: { es: 'Barridos como', en: 'Scans as' },
      none: {
        es: 'Elija al menos un formato de los barridos.',
        en: 'Choose at least one format of the scans.',
      },
      place: 'run --scans',
      flag: 'scans',
    },
    hasPoints: true,
  },
} as const satisfies Readonly<Record<string, OutputContent>>;

export type SurveyContent = keyof typeof SURVEY_CONTENTS;
export type FormatOf<Content extends SurveyContent> = Content extends SurveyContent
  ? keyof (typeof SURVEY_CONTENTS)[Content]['formats'] & string
  : never;

export type MapFormat = FormatOf<'map'>;
export type MeshFormat = FormatOf<'meshes'>;
export type TableFormat = FormatOf<'tables'>;
export type TrajectoryFormat = FormatOf<'trajectory'>;
export type ScanFormat = FormatOf<'scans'>;
export type DrawingFormat = FormatOf<'drawings'>;
export type ReportForm = FormatOf<'report'>;

/** Names of the contents, in the order of the list. */
export const CONTENT_NAMES = Object.keys(SURVEY_CONTENTS) as readonly SurveyContent[];

/** Formats of a content, in the order of the list. */
export function formatsOf<Content extends SurveyContent>(content: Content): readonly FormatOf<Content>[] {
  return Object.keys(SURVEY_CONTENTS[content].formats) as FormatOf<Content>[];
}

/** Formats of a content where none are chosen. */
export function defaultFormatsOf<Content extends SurveyContent>(
  content: Content,
): readonly FormatOf<Content>[] {
  return SURVEY_CONTENTS[content].default as readonly string[] as readonly FormatOf<Content>[];
}

/** What follows the base name in the files of a format. */
export function endingsOf<Content extends SurveyContent>(
  content: Content,
  format: FormatOf<Content>,
): OutputFormat['endings'] {
  const formats: Readonly<Record<string, OutputFormat>> = SURVEY_CONTENTS[content].formats;
  return formats[format as string].endings;
}

/** Numbers of each point that are known once the wall is measured. */
export const WALL_ATTRIBUTES = ['measured', 'overbreak'] as const;
/** Numbers of each point that the map holds besides reflectivity and scan, if they are asked for. */
export const MAP_ATTRIBUTES = ['time', 'range', 'beam', ...WALL_ATTRIBUTES] as const;
export type MapAttribute = (typeof MAP_ATTRIBUTES)[number];

/** Paper sizes of the formats that have pages. */
export const PAPERS = ['a4', 'letter'] as const;
export type Paper = (typeof PAPERS)[number];

/** Files of a survey to write: one record from form, flag or store to what writes them. */
export interface FileChoice {
  readonly contents: readonly SurveyContent[];
  /** By content, also of those that are not written now; one that is absent has its default. */
  readonly formats: { readonly [Content in SurveyContent]?: readonly FormatOf<Content>[] };
  /** What map and single scans hold of each point besides. */
  readonly attributes: readonly MapAttribute[];
  readonly paper: Paper;
}

export const FILE_CHOICE_DEFAULTS: FileChoice = {
  contents: CONTENT_NAMES.filter((content) => 'isBasic' in SURVEY_CONTENTS[content]),
  formats: {},
  attributes: [],
  paper: 'a4',
};

/** Choice of these contents alone. @param formats left out of a content: its default */
export function fileChoice(
  contents: FileChoice['contents'],
  formats: FileChoice['formats'] = {},
): FileChoice {
  return { ...FILE_CHOICE_DEFAULTS, contents, formats };
}

type Contents = Readonly<Record<string, Pick<OutputContent, 'formats' | 'default'>>>;

/**
 * Chosen formats of a content, in the order of the list; none if it is not written.
 *
 * @param list what can be written; default: every content of a survey
 */
export function chosenFormats<Content extends SurveyContent>(
  { contents, formats }: Pick<FileChoice, 'contents' | 'formats'>,
  content: Content,
  list: Contents = SURVEY_CONTENTS,
): readonly FormatOf<Content>[] {
  if (!contents.includes(content)) return [];
  const chosen = (formats[content] as readonly string[] | undefined) ?? list[content].default;
  const known = Object.keys(list[content].formats) as FormatOf<Content>[];
  return known.filter((format) => chosen.includes(format as string));
}

/** Content that is to be written, and of which no format is chosen; null: there is none. */
export function contentWithoutFormat(
  choice: Pick<FileChoice, 'contents' | 'formats'>,
  list: Contents = SURVEY_CONTENTS,
): SurveyContent | null {
  return choice.contents.find((content) => chosenFormats(choice, content, list).length === 0) ?? null;
}
