import type { CHAMBER as ENGLISH } from '../en/chamber.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'chamber-cell-small':
    'Las celdas de {cell} m son demasiado chicas para esta nube: su superficie ocupa más memoria de la que hay; dé celdas más grandes, o deje que se tomen de los puntos.',
  'chamber-closed':
    'El {percent} % de la superficie no se midió y se cerró con caras; {count} {count|abertura|aberturas}',
  'chamber-closed-none': 'se midió toda la superficie',
  'chamber-few-points': 'La sesión tiene {count} puntos; el vacío de una cámara requiere al menos {least}.',
  'chamber-filled':
    '{count} {count|parte sólida flotaba|partes sólidas flotaban} en el vacío y se {count|rellenó|rellenaron}: {volume} m³',
  'chamber-half-open':
    'El {percent} % de la superficie alrededor del vacío son caras sobre aberturas: está abierto en más de la mitad. Escanéelo desde más lugares, o recorte la nube a la parte cerrada.',
  'chamber-line':
    'vacío {volume} ± {plusMinus} m³ (95 %), ± {without} m³ si termina en las caras de sus aberturas; superficie {surface} m², celdas de {cell} m',
  'chamber-narrow':
    'El vacío tiene {metres} m de ancho, demasiado angosto para celdas de {cell} m: dé celdas más chicas, una nube más densa, o mídalo con un eje.',
  'chamber-no-place':
    'No se sabe desde dónde se vio esta nube, así que no se distingue el interior del exterior: dé un lugar dentro del vacío, o la trayectoria del escáner.',
  'chamber-no-wall':
    'Los puntos no forman una superficie: son muy pocos para su extensión, o están sobre líneas. Escanee la cámara con más densidad.',
  'chamber-open':
    'El vacío está abierto: no se puede cerrar alrededor de los lugares dentro de él. Escanéelo desde más lugares, o recorte la nube a la parte cerrada.',
  'chamber-opening': 'abertura de {area} m² en {easting}, {northing}, {elevation}',
  'chamber-outside':
    'Ninguno de los lugares que se saben interiores está encerrado por los puntos: el vacío está abierto en más de la mitad, los puntos están en un plano, o el lugar está afuera. Dé un lugar dentro del vacío.',
  'chamber-parts':
    'partes del ±, desviaciones estándar: aberturas {openings}, error común de los puntos {common} (cota), longitudes {length}, lugar de las paredes {place}, celdas {cells}, ruido {noise} m³',
  'chamber-sparse':
    'Los puntos están demasiado separados para una superficie, aun con celdas de {cell} m; escanee la cámara con más densidad.',
  'chamber-against':
    '{name}: sólido de {reference} m³, de los que {common} m³ son vacío; fuera de él {beyond} ± {beyondPlusMinus} m³, por excavar {short} ± {shortPlusMinus} m³ (95 %, el sólido como exacto)',
  'chamber-against-none':
    'Indique el sólido con el que se compara (--against ARCHIVO), u omita su unidad y su posición.',
  'chamber-against-place':
    'un desplazamiento del levantamiento respecto del sólido no está en estos ±; cada centímetro los cambia en hasta {beyond} y {short} m³',
  'chamber-against-unit': '{name} no indica la unidad: se toman metros',
  'give-place-3d': 'Dé un lugar como x,y,z en metros, por ejemplo 356789.2,9123456.8,4212.',
  'help-chamber': 'mide el vacío de una cámara, un tajeo o un cruce sin eje, como sólido cerrado',
  'help-chamber-against':
    'sólido cerrado con el que se compara, STL, OBJ, PLY, DXF, LandXML, DTM de Surpac, Datamine, OMF o GLB en el sistema del levantamiento: un diseño, o el vacío como era antes',
  'help-chamber-against-part':
    'nombre de la superficie que se quiere, si el archivo tiene varias (LandXML, OMF, GLB)',
  'help-chamber-against-place':
    'incertidumbre estándar de la posición del levantamiento respecto de ese sólido, en cada coordenada; sin ella su efecto se indica por centímetro',
  'help-chamber-against-unit': 'unidad de ese sólido, si su archivo no la indica o indica una equivocada',
  'help-chamber-cell':
    'lado de las celdas del sólido ({bounds}); si falta, según la separación de los puntos',
  'help-chamber-inside':
    'un lugar dentro del vacío, en metros; se puede repetir. Hace falta si no se sabe desde dónde se vio la nube',
  'help-chamber-meshes': 'formatos del sólido: {formats} o algunos de ellos',
  'help-chamber-out': 'carpeta para el sólido y chamber.json; si falta, solo se muestran las cifras',
  'chamber-against-place-cli':
    'un desplazamiento del levantamiento respecto del sólido no está en estos ± si --against-place no indica su incertidumbre; cada centímetro los cambia en hasta {beyond} y {short} m³',
  'chamber-narrow-cli':
    'El vacío tiene {metres} m de ancho, demasiado angosto para celdas de {cell} m: dé celdas más chicas (--cell), una nube más densa, o mídalo con un eje.',
  'chamber-no-place-cli':
    'No se sabe desde dónde se vio esta nube, así que no se distingue el interior del exterior: dé un lugar dentro del vacío (--inside x,y,z), o impórtela con la trayectoria del escáner (--trajectory).',
  'chamber-outside-cli':
    'Ninguno de los lugares que se saben interiores está encerrado por los puntos: el vacío está abierto en más de la mitad, los puntos están en un plano, o el lugar está afuera. Dé un lugar dentro del vacío (--inside x,y,z).',
} as const;

export const CHAMBER: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
