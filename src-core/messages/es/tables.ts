import type { TABLES as ENGLISH } from '../en/tables.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'grade-columns':
    '{name} no nombra en su primera línea ni las columnas chainage,elevation ni from,to,percent',
  'grade-gap': 'su tramo desde {from} no empieza donde termina el anterior, en {before}',
  'grade-order': 'la progresiva {chainage} no viene después de {before}; délas en orden',
  'grade-percent': 'una gradiente de {percent} % no es posible para una labor; ¿es 1:n, o en por mil?',
  'grade-point-no-number': 'su punto {point} no es un número',
  'grade-points-few': 'tiene menos de dos puntos; dé al menos una progresiva y una cota para cada extremo',
  'grade-refused': 'La gradiente de diseño no se puede usar: {what}.',
  'grade-row-short': '{name}, línea {line}: a "{content}" le falta un número',
  'grade-run-empty': 'su tramo {from}:{to} está vacío o invertido; el inicio debe ser menor que el final',
  'grade-run-text': '"{run}" no es un tramo FROM:TO:PERCENT, como 0:120:12.5',
  'rounds-bounds-few':
    '{count} {count|progresiva no limita|progresivas no limitan} ningún disparo; dé al menos dos, o una longitud menor',
  'rounds-empty': '{name} no tiene ningún disparo; escriba un name,from,to por línea',
  'rounds-length': 'una longitud de {length} m no es posible; dé metros, al menos {least}',
  'rounds-many': '{count} disparos son demasiados; ¿la longitud de {length} está en metros?',
  'rounds-refused': 'Disparos: {what}.',
  'rounds-reversed':
    'el disparo de la progresiva {from} a la {to} está invertido o vacío; dé progresivas crecientes',
  'rounds-row':
    '{name}, línea {line}: "{content}" no es un disparo; dé metros de progresiva, FROM menor que TO',
  'rounds-short':
    'el disparo de la progresiva {from} a la {to} mide menos de {least} m; dé progresivas crecientes',
  'transform-last-row': 'su última fila es {row} en vez de 0 0 0 1',
  'transform-no-rotation':
    'su parte superior izquierda de 3x3 no es una rotación: filas de longitud 1, en ángulo recto, determinante 1',
  'transform-numbers': 'no tiene 16 números (una matriz de 4x4 fila por fila) sino {found}',
  'transform-refused': '{name} no es una transformación rígida: {what}.',
  'trajectory-no-pose':
    '{name}, línea {line}: no es una pose en las columnas de las líneas anteriores: "{content}".',
  'trajectory-times-count':
    '{name} tiene {poses} poses y {times}, a su lado, {count} tiempos; dé ambos de una misma grabación.',
  'trajectory-timeless':
    '{name} ({format}) no tiene tiempos, solo el orden de sus poses: da el eje, y no desde dónde se vio cada punto. Sus tiempos, un número de segundos por línea, se leen de {times} a su lado.',
  'tum-no-pose': '{name}, línea {line}: no es una pose "stamp tx ty tz qx qy qz qw": "{content}".',
} as const;

export const TABLES: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
