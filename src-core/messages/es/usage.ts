import type { USAGE as ENGLISH } from '../en/usage.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'give-at-value': 'Dé la progresiva y la cantidad como EN:VALOR, por ejemplo 20:15.',
  'give-band': 'Dé sobrerotura y subrotura en metros como SOBRE:SUB, por ejemplo 0.15:0.05.',
  'give-box': 'Dé ancho, alto y largo en metros como ANCHOxALTOxLARGO, por ejemplo 2.5x2.8x8.',
  'give-formats': 'Dé {formats}, o varios separados por comas.',
  'give-headed-place': 'Dé tres metros y un rumbo en grados como X,Y,Z,GIRO, por ejemplo 10,0,0.5,0.',
  'give-known-length':
    'Dé dos barridos, los metros entre ellos y su desviación estándar como DESDE:HASTA:METROS:SIGMA, por ejemplo 0:850:62.40:0.02.',
  'give-names': 'Dé nombres separados por una coma, por ejemplo T3,T6.',
  'give-place': 'Dé dos coordenadas en metros como ANCHO,ALTO, por ejemplo 350012.5,4301.2.',
  'give-range': 'Dé dos progresivas como DESDE:HASTA, por ejemplo 10:35.5.',
  'give-shotcrete': 'Dé su espesor en metros, y el lado si es hacia afuera, por ejemplo 0.05:outward.',
  'give-start-length': 'Dé la progresiva del primero y la longitud como INICIO:LONGITUD, por ejemplo 10:3.2.',
  'help-after-error': 'Ejecútelo con --help para ver qué admite.',
  'help-exit-status':
    '\nEstado de salida: 0 hecho, 1 falló, 2 mal uso, 130 cancelado.\nDesde un clon: npm run --silent socavon -- COMANDO ...',
  'help-program': 'De una captura LiDAR de una labor minera a un mapa alineado y un informe de volumen.',
  'must-be-count': 'Debe ser un número entero, 0 o más.',
  'must-be-earlier': 'DESDE debe ser el barrido anterior.',
  'must-be-metres': 'Debe estar en metros, a lo más {most}.',
  'must-be-positive': 'Debe ser mayor que 0.',
  'must-be-within': 'Admite de {bounds}.',
  'must-not-be-negative': 'Debe ser 0 o más.',
  'range-order': 'DESDE debe ser menor que HASTA; {from} no es menor que {to}.',
  'usage-choices': 'Los valores admitidos son {choices}.',
  'usage-conflict': "la opción '{option}' no se puede usar con la opción '{other}'",
  'usage-excess': "demasiados argumentos para '{command}'. Se esperaban {expected} y hay {count}.",
  'usage-excess-program': 'demasiados argumentos. Se esperaban {expected} y hay {count}.',
  'usage-invalid-argument': "el valor '{value}' no es válido para el argumento '{argument}'. {why}",
  'usage-invalid-option': "opción '{option}': el argumento '{value}' no es válido. {why}",
  'usage-missing-argument': "falta el argumento obligatorio '{argument}'",
  'usage-option-argument': "a la opción '{option}' le falta su argumento",
  'usage-required-option': "falta la opción obligatoria '{option}'",
  'usage-similar': '(¿Quiso decir {one}?)',
  'usage-similar-several': '(¿Quiso decir una de {several}?)',
  'usage-unknown-command': "comando desconocido '{command}'",
  'usage-unknown-option': "opción desconocida '{option}'",
  'sections-too-many':
    '{length} m con un intervalo de {interval} m son {count} secciones; se miden a lo más {most} de una vez: elija un intervalo mayor o un tramo más corto.',
  'sections-too-many-cli':
    '{length} m con --interval {interval} m son {count} secciones; se miden a lo más {most} de una vez: dé un intervalo mayor o un --chainage más corto.',
  'pose-far':
    'Una pose a {value} m queda más lejos que cualquier lugar de la Tierra: dé sus coordenadas en metros.',
  'value-out-of-bounds': '{name} no puede ser {value}; admite de {min} a {max}.',
  'value-out-of-bounds-of': '{name} no puede ser {value} {unit}; admite de {min} a {max} {unit}.',
} as const;

export const USAGE: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
