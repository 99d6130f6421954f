import type { CLOUD as ENGLISH } from '../en/cloud.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'cloud-no-bytes': '{name} está vacío, 0 bytes; no se terminó de escribir: cópielo o expórtelo de nuevo.',
  'cloud-unknown':
    '{name} no es un archivo de puntos que Socavón conozca; dé un LAS, LAZ, E57, PLY, PCD, PTX, PTS, un escaneo KITTI que termine en .bin o un texto con x y z en cada línea.',
  'export-count':
    '{name}: se iban a escribir {count} puntos donde se anunciaron {announced}, o sus límites cambiaron entre dos pasadas por el mapa; exporte de nuevo y avísenos si se repite.',
  'export-differs':
    '{name} se leyó de vuelta después de escribirlo y difiere: {what}; no use este archivo, revise el disco y exporte de nuevo.',
  'export-not-finite':
    'El punto {point} del mapa tiene una coordenada que no es un número, así que el mapa no se puede exportar; alinee la captura de nuevo y avísenos si se repite.',
  'file-cut':
    '{name} termina en el byte {bytes}, en medio de {what}; quedó cortado: cópielo o expórtelo de nuevo.',
  'part-compressed-points': 'sus puntos comprimidos',
  'part-ply-element': 'un elemento PLY',
  'part-points': 'sus puntos',
  'pcd-compressed':
    '{name}: sus puntos comprimidos están dañados ({packed} bytes no dan los {bytes} que anuncia la cabecera); expórtelo de nuevo.',
  'pcd-count': 'su cantidad de puntos no es un número',
  'pcd-data': 'su DATA es "{data}"',
  'pcd-field': 'su campo {name} tiene SIZE {size}, TYPE {type}, COUNT {count}',
  'pcd-keyword': 'su cabecera no tiene la línea {keyword}',
  'pcd-line': '{name}, línea {line}: {count} valores donde la cabecera anuncia {width}: "{content}".',
  'pcd-no-xyz': '{name} no tiene puntos: no tiene los campos x, y, z.',
  'pcd-refused': '{name} no es un archivo PCD legible: {what}.',
  'ply-cut':
    '{name} termina {missing} de {count} vértices antes de tiempo; quedó cortado: cópielo o expórtelo de nuevo.',
  'ply-element': 'no es un elemento con una cantidad',
  'ply-format-unknown': 'formato desconocido',
  'ply-header': '{name}, línea {line} de la cabecera PLY: {what}: "{content}".',
  'ply-keyword': 'palabra clave desconocida',
  'ply-line': '{name}, línea {line}: no es un vértice con {count} propiedades: "{content}".',
  'ply-no-format': 'no sigue la línea format',
  'ply-no-xyz': '{name} no tiene puntos: su cabecera PLY no anuncia un elemento vertex con x, y, z.',
  'ply-none': '{name} no es un archivo PLY: no empieza con "ply" o su cabecera no tiene la línea end_header.',
  'ply-property': 'no es una propiedad de tipo conocido',
  'ply-property-early': 'una propiedad antes de todo elemento',
  'points-missing':
    '{name} tiene {found} de los {announced} puntos que anuncia su cabecera; quedó cortado: cópielo o expórtelo de nuevo.',
  'verify-announced': 'la cabecera anuncia {announced} puntos y se escribieron {written}',
  'verify-attribute': 'su {attribute} es {found}',
  'verify-away': 'está a {metres} m',
  'verify-bound': 'el {side} de {axis} en {of} es {found} m, no {meant} m',
  'verify-checksum': 'su suma de verificación no es la de lo que se escribió',
  'verify-count': 'contiene {found} puntos y se escribieron {written}',
  'verify-intensity': 'tiene otra intensidad, {intensity}',
  'verify-of-header': 'la cabecera',
  'verify-of-points': 'los puntos',
  'verify-point': 'el punto {point} ({meant}) {how}',
  'verify-records': 'algunos de sus puntos no son los que se escribieron',
  'xyz-line': '{name}, línea {line}: no es un punto "x y z": "{content}".',
} as const;

export const CLOUD: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
