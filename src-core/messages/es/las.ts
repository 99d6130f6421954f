import type { LAS as ENGLISH } from '../en/las.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'copc-octree':
    '{name}: el octree del COPC, en el byte {offset}, está dañado o no coincide con los {count} puntos de la cabecera; copie o exporte el archivo de nuevo.',
  'las-cut':
    '{name} tiene {bytes} bytes, {missing} menos que los de los {count} puntos que anuncia su cabecera; quedó cortado: cópielo o expórtelo de nuevo.',
  'las-evlr':
    '{name}: el registro extendido de longitud variable {record} de {count}, en el byte {at}, pasa del fin del archivo en el byte {bytes}; el archivo está dañado o cortado: cópielo o expórtelo de nuevo.',
  'las-header':
    '{name}: la cabecera LAS está mal en el byte {offset}: {what}; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'las-header-counts': 'anuncia {legacy} puntos en el campo de LAS 1.3 y {count} en el de LAS 1.4',
  'las-header-cut':
    '{name} tiene {bytes} bytes, menos que los {least} de la cabecera LAS más corta; quedó cortado: cópielo o expórtelo de nuevo.',
  'las-header-format': 'el formato de punto {format} no es de LAS 1.4, que tiene del 0 al 10',
  'las-header-points':
    'los puntos empezarían en el byte {start}, pero la cabecera termina en el byte {headerBytes} y el archivo en el byte {bytes}',
  'las-header-record':
    'los registros de {bytes} bytes son muy cortos para el formato de punto {format}, que ocupa {least}',
  'las-header-scale':
    'la escala de {axis} es {scale} con un desplazamiento de {offset}, y con eso no hay coordenadas',
  'las-header-size': 'una cabecera de {bytes} bytes no es de LAS {version}, que ocupa al menos {least}',
  'las-header-version': 'la versión {version} no es de LAS 1.0 a 1.5',
  'las-newer':
    '{name} es LAS {version}, más nuevo que LAS 1.0 a 1.5, que se leen; haga que el programa que lo escribió escriba LAS 1.4.',
  'laz-newer':
    '{name} está comprimido con elementos LAZ de la versión {version}, más nueva que 3 y 4, que se leen; escríbalo como LAS, o como LAZ de LAS 1.4.',
  'las-none': '{name} no es un archivo LAS: no empieza con "LASF".',
  'las-outside':
    '{name}: el punto ({point}) está fuera del rango anunciado para el mapa, así que LAS no lo puede guardar; exporte de nuevo y avísenos si se repite.',
  'las-outside-box':
    '{name}: el punto {point} está en {axis} {value}, fuera de los límites de la cabecera, {min} a {max}: o los puntos están dañados o la cabecera quedó desactualizada; copie el archivo de nuevo, o actualice la cabecera con el programa que lo escribió.',
  'las-outside-box-cli':
    '{name}: el punto {point} está en {axis} {value}, fuera de {min} a {max} que indica la cabecera: o los puntos están dañados, o la cabecera no está al día; copie el archivo de nuevo o, si sus puntos están bien, léalo con --ignore-box.',
  'las-span':
    '{name}: el mapa abarca {span} m en {axis}, más que los {most} m que LAS puede guardar en pasos de {scale} m; busque un punto perdido o una pose errada (de {min} a {max} m).',
  'las-vlr':
    '{name}: el registro de longitud variable {record} de {count}, en el byte {at}, pasa del inicio de los puntos en el byte {offset}; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'las-vlr-count':
    '{name}: {count} registros de longitud variable, según el byte {offset}, son más que los de cualquier archivo LAS; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'laz-chunk':
    '{name}: los {bytes} bytes de puntos comprimidos en el byte {offset} están dañados: no contienen {points} puntos; copie o exporte el archivo de nuevo.',
  'laz-chunk-large':
    '{name}: {bytes} bytes de puntos comprimidos en el byte {offset} son un solo bloque, más que los {most} que se pueden descomprimir de una vez; escriba el archivo de nuevo en bloques, como lo hacen los programas LAZ si no se les pide otra cosa.',
  'laz-chunk-points':
    '{name}: el registro LAZ anuncia bloques de {points} puntos; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'laz-compressor':
    '{name}: aquí no se pueden leer puntos de formato {format} con el compresor LAZ {compressor}, solo los formatos 0 a 3 y 6 a 10 (4 y 5 llevan sus formas de onda en el flujo de los puntos); escriba el archivo como LAS o con otro formato de punto.',
  'laz-items':
    '{name}: el registro LAZ describe los campos {items}, y el formato de punto {format} se lee como {meant} (tipo, bytes y versión de cada uno); escriba el archivo de nuevo como LAS o con un programa LAZ actual.',
  'laz-record-none':
    '{name} está comprimido (LAZ), pero falta el registro "laszip encoded" que dice cómo; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'laz-table':
    '{name}: la tabla de bloques LAZ en el byte {offset} está dañada o no coincide con los {count} puntos de la cabecera; copie o exporte el archivo de nuevo.',
  'laz-table-none':
    '{name}: la tabla de bloques LAZ no está donde dice el byte {offset}, en un archivo de {bytes} bytes; quedó cortado o no se terminó de escribir: cópielo o expórtelo de nuevo.',
  'part-las-record': 'un registro de longitud variable',
} as const;

/** Textos de archivos LAS y LAZ. */
export const LAS: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
