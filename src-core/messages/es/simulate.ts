import type { SIMULATE as ENGLISH } from '../en/simulate.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'demo-short': 'Una labor de {length} m es muy corta para medirla; dé --length {least} o más.',
  'simulate-albedo-period': '--albedo-period va con --albedo periodic, no con {albedo}.',
  'simulate-arch':
    'Un arco de {width} m de luz no puede subir {rise} m sobre su arranque: elija un alto que supere el del hastial en a lo más la mitad del ancho.',
  'simulate-axis': 'El eje debe estar entre el piso y el arranque (0 a {wallHeight} m), no a {axisHeight} m.',
  'simulate-circle': 'Una sección circular necesita su eje dentro del círculo.',
  'simulate-cross-cut': 'la estocada',
  'simulate-curve': 'Una curva de {radius} m es más cerrada de lo que puede ser una labor: use 10 m o más.',
  'simulate-element': 'Un elemento de labor de {length} m no tiene longitud.',
  'simulate-epochs':
    'Dos levantamientos de una misma labor necesitan la misma semilla y la misma longitud total.',
  'simulate-face-before':
    'El frente empieza en la progresiva {chainage} m; antes de él no hay vacío desde {from} m.',
  'simulate-face-open': 'Un extremo abierto no tiene frente que pueda estar en una progresiva.',
  'simulate-finite': '{name} de la labor debe tener números finitos.',
  'simulate-grade': 'Una gradiente de {grade} (metros de subida por metro) supera los 45 grados.',
  'simulate-niche': 'el nicho',
  'simulate-no-face': 'La labor está abierta en su extremo y no tiene frente.',
  'simulate-of-angle-of-a-target': 'el ángulo de una señal',
  'simulate-of-chainage-of-a-change-of-the-wall': 'la progresiva de un cambio de la pared',
  'simulate-of-chainage-of-a-target': 'la progresiva de una señal',
  'simulate-of-chainage-of-a-vehicle-or-person': 'la progresiva de un vehículo o persona',
  'simulate-of-chainage-of-the-face': 'la progresiva del frente',
  'simulate-of-distance-of-the-person-walking-ahead': 'la distancia de la persona que camina adelante',
  'simulate-of-dropout-share': 'la parte de retornos perdidos',
  'simulate-of-heading': 'el rumbo',
  'simulate-of-lateral-offset': 'el desvío lateral',
  'simulate-of-length-of-a-change-of-the-wall': 'la longitud de un cambio de la pared',
  'simulate-of-length-of-the-drive': 'la longitud de la labor',
  'simulate-of-lift-of-the-sensor': 'la altura a la que se levanta el sensor',
  'simulate-of-manoeuvre': 'la progresiva de una maniobra ({kind})',
  'simulate-of-move-of-the-wall': 'el movimiento de la pared',
  'simulate-of-offset-of-the-person-walking-ahead': 'el desvío de la persona que camina adelante',
  'simulate-of-period-of-the-rings': 'el periodo de los anillos',
  'simulate-of-portal': 'el portal',
  'simulate-of-range-bias': 'el sesgo de distancia',
  'simulate-of-range-noise': 'el ruido de distancia',
  'simulate-of-sensor-height': 'la altura del sensor',
  'simulate-of-size-of-a-target': 'el tamaño de una señal',
  'simulate-of-speed': 'la velocidad',
  'simulate-of-standoff': 'la distancia al frente',
  'simulate-of-start': 'el inicio',
  'simulate-of-time-standing-still': 'el tiempo quieto',
  'simulate-of-turn-on-the-spot': 'el giro en el sitio',
  'simulate-of-way-in-reverse': 'el retroceso',
  'simulate-of-width-of-a-change-of-the-wall': 'el ancho de un cambio de la pared',
  'simulate-of-width-of-the-section': 'el ancho de la sección',
  'simulate-preset': "No existe la labor '{preset}'; elija una de {presets}.",
  'simulate-range': '{what}: {value}{space} no es posible; el simulador admite de {least} a {most}{space}.',
  'simulate-recess-fit': '{kind} en la progresiva {chainage} m no cabe en una labor de {length} m.',
  'simulate-recess-height':
    '{kind} en la progresiva {chainage} m tiene {height} m de alto; debe llegar a 0.2 m sobre el eje, que está a {axis} m sobre el piso.',
  'simulate-recess-overlap':
    'Los nichos o estocadas en las progresivas {chainage} m y {next} m se superponen.',
  'simulate-section-none': 'Una sección necesita un ancho y una altura de hastial mayores que 0.',
  'simulate-seed': 'La semilla {seed} debe ser un número entero, 0 o más.',
  'simulate-targets-overlap': 'Grupos de señales cada {metres} m se superpondrían; dé 7 m o más.',
  'simulate-targets-room': 'En una labor de {length} m no caben tres señales; dé --length {least} o más.',
  'simulate-truth-range':
    'No hay volumen verdadero de la progresiva {from} m a la {to} m: la labor va de 0 a {length} m.',
} as const;

export const SIMULATE: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
