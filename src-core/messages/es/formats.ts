import type { FORMATS as ENGLISH } from '../en/formats.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'format-archive': 'archivo comprimido',
  'format-capture': 'grabación de un sensor',
  'format-cloud': 'nube de puntos',
  'format-document': 'documento',
  'format-drawing': 'dibujo',
  'format-geoid': 'geoide',
  'format-key': 'clave de un topógrafo',
  'format-lines': 'líneas',
  'format-mesh': 'malla de triángulos',
  'format-metadata': 'metadatos de un sensor',
  'format-picture': 'imagen',
  'format-project': 'proyecto',
  'format-raster': 'ráster',
  'format-signature': 'firma de un informe',
  'format-table': 'tabla',
  'format-terrain': 'modelo del terreno',
  'format-trajectory': TERMS.trajectory.es,
  'format-calibration': 'calibración de un sensor',
  'format-design': 'diseño de secciones',
  'format-figures': 'cifras de un levantamiento',
  'format-grid': 'sistema de coordenadas de la mina',
  'format-transform': 'transformación entre dos archivos de puntos',
  'format-instead-cloud':
    '{format} solo se lee con los programas de su fabricante: exporte desde ahí la nube como E57 (o LAS, PTX), y désela a socavon run.',
  'format-instead-drawing': '{format} no se lee: guárdelo como DXF o LandXML, y delo con --axis o --design.',
  'format-instead-livox':
    '{format} no se lee: reprodúzcalo con el controlador del fabricante, grabe sus mensajes (CustomMsg) en una bag, y désela a socavon run.',
  'format-instead-mesh':
    '{format} no se lee: guárdelo como STL, OBJ o PLY, y delo a socavon chamber --against.',
  'format-instead-none': '{format} no se lee, y de él no se puede sacar nada de un levantamiento.',
  'format-instead-output':
    '{format} se escribe para otros programas y no se vuelve a leer: mida el proyecto del que salió.',
  'format-instead-table': '{format} no se lee: guarde la hoja como CSV, y dela.',
  'format-instead-terrain':
    '{format} tiene una sola altura para cada lugar, y eso no es un vacío; dé la nube de la que se hizo.',
  'format-instead-unpack': '{format} no se abre: descomprímalo, y dé los archivos que contiene.',
  'format-unread': '{path}: {advice}',
  'format-none': 'nada',
  'formats-title': 'Formatos de archivos, y dónde se leen y se escriben',
  'info-format': '{path}: {format}, {content}',
  'info-format-line': '{name} ({endings}): {content}',
  'info-trajectory': '{path}: trayectoria',
  'fact-alignment': '{name}: {metres} m en planta, desde la estación {station}',
  'fact-line-closed': '{name}: {metres} m, cerrada',
  'fact-lines-more': TERMS.andMore.es,
  'fact-unit-stated': '{unit}, según el archivo',
  'label-enclosed': TERMS.volume.es,
  'label-line': 'línea',
  'label-lines': 'líneas',
  'label-path': TERMS.path.es,
  'label-triangles': 'triángulos',
  'info-needs-file': 'Nombre un archivo, o pida con --formats los formatos que se leen y se escriben.',
  'label-read-with': 'se lee con',
  'label-written-with': 'se escribe con',
} as const;

/** Formatos de archivos: qué es cada uno, y qué hacer con el que no se lee. */
export const FORMATS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
