import type { DESIGN as ENGLISH } from '../en/design.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'design-axis-height': 'dé metros sobre el piso',
  'design-axis-left': 'dé metros a la izquierda del medio de la sección',
  'design-axis-where':
    'el contorno {line} va de {across} m a lo ancho y de {upwards} m hacia arriba, lejos del origen del dibujo; diga dónde está el eje en él',
  'design-centimetres': 'es demasiado para una labor en metros; ¿está en centímetros? Dé metros',
  'design-crosses': 'el lado que sale del punto {side} cruza el que sale del punto {other}',
  'design-drawn':
    '{name}: contorno {line}, de {width} m de ancho y {height} m de alto, dibujado como se ve mirando {view}; el eje va {axis} m sobre su piso.',
  'design-encloses-little': 'sus puntos encierran {area} m², lo que no es la sección de una labor',
  'design-ending': 'su extensión no es ninguna de {endings}; guárdelo como una de ellas',
  'design-figure': '"{figure}" es {value}; {what}',
  'design-figure-unknown': '{figures} no se conoce para {where}',
  'design-figure-wrong': '"{figure}" de {where} falta o es incorrecto ({why})',
  'design-height': 'solo el medio círculo sobre el arranque mide {half} m',
  'design-in-stretch': 'tramo {stretch}: {what}',
  'design-invert': 'dé 0 para un piso plano, o metros',
  'design-line-none': 'no tiene ninguna línea llamada "{line}"; tiene {lines}',
  'design-millimetres': 'es demasiado para una labor en metros; ¿está en milímetros? Dé metros',
  'design-no-json': 'El diseño {name} no es JSON válido: {why}.',
  'design-no-stretch': 'no tiene ningún tramo; dé al menos una sección',
  'design-none-closed':
    'ninguna de sus {count} líneas está cerrada (líneas {at} del archivo); una la sección en una sola polilínea cerrada',
  'design-of-programme': 'un programa',
  'design-of-shape': 'la forma "{shape}"',
  'design-offset': 'dé metros de 0 a {most}',
  'design-offset-none':
    'Movida {metres} m hacia adentro, la sección de diseño desaparece o se parte; dé una distancia menor.',
  'design-on-own-axis':
    'No se dio un eje: el diseño está sobre un eje tomado de este levantamiento (la trayectoria, o el medio del vacío), no sobre el eje del proyecto; dé el eje del diseño antes de pagar por la sobrerotura y la subrotura.',
  'design-outline-open':
    'el contorno {line} (línea {at} del archivo) está abierto: sus extremos distan {metres} m; ciérrelo',
  'design-outline-long':
    'el contorno {line} (línea {at} del archivo) tiene {points} puntos, y se aceptan {most}; dibújelo con menos',
  'design-outline-short':
    'el contorno {line} (línea {at} del archivo) tiene {points} {points|punto|puntos}; un contorno necesita tres',
  'design-plane':
    'las tres coordenadas del contorno {line} (este, norte y cota) varían; diga cuáles dos forman la sección: easting-northing, easting-elevation o northing-elevation',
  'design-point-twice': 'el punto {point} repite el anterior; quítelo (el contorno se cierra solo)',
  'design-points-height': 'alto de los puntos',
  'design-points-width': 'ancho de los puntos',
  'design-radius': 'debe ser al menos la mitad del ancho, {half} m',
  'design-refused': 'Diseño {name}: {what}.',
  'design-rise':
    'un arco de {rise} m de flecha sale de los hastiales; la flecha (height - wallHeight) puede ser a lo más la mitad del ancho, {half} m',
  'design-several-closed':
    'tiene {count} contornos cerrados ({lines}; líneas {at} del archivo); diga por su capa o cadena cuál es la sección, y deje solo ese allí',
  'design-shape-missing': 'le falta "shape"; dé {shapes:or}',
  'design-shape-none': 'su "shape" es {shape}; dé {shapes:or}',
  'design-shoulder':
    'los arcos laterales necesitan un radio mayor que 0 y menor que la flecha del arco, {rise} m',
  'design-side-none': '"floorSides" nombra el lado {side}; el contorno tiene los lados 0 a {last}',
  'design-small': 'una sección necesita al menos {least} m',
  'design-solid':
    '{name}: el diseño se corta del sólido en {count} {count|tramo|tramos} sobre {metres} m del eje, una sección cada {every} m',
  'design-solid-apart':
    'el eje no pasa por ninguna parte de este sólido; puede estar en otra cuadrícula o unidad, o ser otra labor',
  'design-solid-axis':
    '{name} es un sólido: sus secciones de diseño se cortan a lo largo de un eje; indíquelo también (--axis ARCHIVO).',
  'design-solid-option':
    '{option} vale para una sección dibujada; omítala con un sólido, que está en el sistema del levantamiento.',
  'design-spring': 'debe estar entre el piso (0) y la corona ({height} m)',
  'design-straight': 'el contorno {line} es una recta en sus coordenadas',
  'design-stretch-empty':
    'va de la progresiva {start} a la {end}, un tramo vacío o invertido; debe terminar después de empezar',
  'design-stretches-open':
    'los tramos {first} y {second} se superponen, porque uno de ellos está abierto donde se encuentran; diga en qué progresiva termina el primero y empieza el segundo',
  'design-stretches-order':
    'el tramo {first} termina en la progresiva {end}, después de que empieza el tramo {second}, en {start}; dé los tramos en orden y sin superponerlos',
  'design-turns-back': 'el contorno vuelve sobre sí mismo en el punto {point}',
  'design-view-down': 'hacia progresivas menores',
  'design-view-up': 'hacia progresivas mayores',
  'design-wall-height': 'dé los metros del piso al arranque del arco',
  'design-walls':
    'hastiales de {wallRadius} m de radio no llegan al piso {height} m bajo la corona; dé un radio mayor o un alto menor',
} as const;

export const DESIGN: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
