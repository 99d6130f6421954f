import type { POINT_TEXT as ENGLISH } from '../en/point-text.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'ptx-cut':
    '{name}: la estación {scan} tiene {found} de los {announced} puntos que anuncian sus columnas y filas; quedó cortado: cópielo o expórtelo de nuevo.',
  'ptx-head': 'aquí, al comienzo de una estación, debía haber {count} números, no "{content}"',
  'ptx-head-cut': 'el archivo termina al comienzo de una estación',
  'ptx-line': '{name}, línea {line}: {what}; quedó cortado o no es un PTX: expórtelo de nuevo.',
  'ptx-matrix': 'estas cuatro líneas no son una matriz que mueva puntos',
  'ptx-point': 'no es un punto "x y z intensidad" con tantos números como el primero: "{content}"',
  'ptx-size': '{columns} columnas y {rows} filas no son el tamaño de una estación',
  'text-columns':
    '{name}, línea {line}: {count} columnas, donde un archivo de puntos tiene {most} a lo más; expórtelo con un punto en cada línea.',
  'text-line-long':
    '{name}, la línea {line} tiene más de {bytes} bytes, así que no es un texto de números; dé un archivo con un punto o valor en cada línea.',
  'text-names':
    '{name}, línea {line}: sus columnas se llaman {names:and}, y ninguna x, y, z; llame así a las coordenadas, o este, norte, cota.',
} as const;

export const POINT_TEXT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
