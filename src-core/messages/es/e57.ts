import type { E57 as ENGLISH } from '../en/e57.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'e57-alike': 'la estación "{scan}" anuncia {count} puntos y no guarda nada que los distinga',
  'e57-beyond':
    '{name}: el punto ({point}) está fuera del rango anunciado para el mapa, así que E57 no lo puede guardar; exporte de nuevo y avísenos si se repite.',
  'e57-bytes':
    '{name}, byte {offset}: {what}; el archivo está dañado o no es un E57 según la norma: expórtelo de nuevo.',
  'e57-codec': 'los puntos están comprimidos con {codec}, que no se lee',
  'e57-cut':
    '{name} tiene {bytes} bytes donde su cabecera anuncia {announced}; quedó cortado: cópielo o expórtelo de nuevo.',
  'e57-field-type': 'el campo {field} es del tipo "{type}", que un punto no puede tener',
  'e57-file-bytes':
    'la cabecera anuncia un archivo de {bytes} bytes, que no es un número de páginas enteras de {page}',
  'e57-limits': 'el campo {field} tiene el mínimo {minimum} sobre su máximo {maximum}',
  'e57-no-coordinates':
    '{name}: los puntos de la estación "{scan}" no tienen coordenadas, ni cartesianas ni esféricas, sólo {fields:and}; expórtelo de nuevo con coordenadas.',
  'e57-no-number': '{what} de {element} no es un número posible: "{content}"',
  'e57-no-points': 'esta estación no tiene puntos',
  'e57-no-prototype': 'estos puntos no tienen prototipo, así que no se conocen sus campos',
  'e57-no-scan':
    '{name} no contiene ninguna estación; si contiene imágenes, expórtelo de nuevo con sus puntos.',
  'e57-none': '{name} no es un archivo E57: no empieza con "ASTM-E57".',
  'e57-outside': 'aquí se buscan {length} bytes, más allá del final del archivo ({bytes} bytes)',
  'e57-packet-kind': 'ningún paquete es de la clase {kind}',
  'e57-packet-words': 'un paquete de {length} bytes, que no es múltiplo de 4 como exige E57',
  'e57-packet-length': 'un paquete de {length} bytes donde quedan {left}',
  'e57-packet-streams': 'un paquete de {length} bytes no contiene los {count} campos de los puntos',
  'e57-page':
    '{name}: la página {page}, desde el byte {offset}, no coincide con su suma de verificación; el archivo está dañado: cópielo o expórtelo de nuevo.',
  'e57-page-size': 'páginas de {bytes} bytes, donde la norma tiene {meant}',
  'e57-part-page': 'una página',
  'e57-points-missing':
    '{name}: la estación "{scan}" tiene {found} de los {announced} puntos que anuncia; expórtelo de nuevo.',
  'e57-quaternion': 'la rotación de la pose no es un cuaternión de longitud 1',
  'e57-root': 'el elemento raíz es {root}, no e57Root',
  'e57-section': 'los puntos de la estación "{scan}" no empiezan aquí, o no terminan dentro del archivo',
  'e57-section-place': 'los puntos de la estación "{scan}" no pueden empezar aquí',
  'e57-span':
    '{name}: el mapa abarca {span} m en {axis}, más de lo que E57 puede guardar en pasos de {scale} m; busque un punto perdido o una pose errada.',
  'e57-uneven':
    'los paquetes de la estación "{scan}" tienen un millón de valores de un campo antes que los de otro',
  'e57-version':
    '{name} es un E57 de la versión {version}, y sólo se lee la 1.0; expórtelo de nuevo como E57 1.0.',
  'e57-xml': '{name}, línea {line} de su sección XML: {what}; expórtelo de nuevo.',
  'e57-xml-empty': 'no hay ningún elemento',
  'e57-xml-long': 'una sección XML de {length} bytes; se leen a lo más {most}',
  'e57-xml-place': 'una sección XML de {length} bytes no puede empezar en el byte {offset}',
} as const;

export const E57: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
