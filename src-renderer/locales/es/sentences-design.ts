/** Of a design that cannot be used; part of `sentences`. */
export default {
  'design-small': '{value} m es muy poco; una sección necesita al menos {least} m.',
  'design-spring':
    '{wallHeight} m no es posible: el arranque del arco va entre el piso (0) y la corona ({height} m).',
  'design-rise':
    'Un arco de {rise} m de flecha sale de los hastiales; la flecha puede ser a lo más la mitad del ancho, {half} m.',
  'design-radius': 'Un radio de {radius} m es muy poco; debe ser al menos la mitad del ancho, {half} m.',
  'design-height': '{height} m es muy bajo: solo el medio círculo sobre el arranque mide {half} m.',
  'design-walls':
    'Hastiales de {wallRadius} m de radio no llegan al piso {height} m bajo la corona; dé un radio mayor o un alto menor.',
  'design-shoulder':
    'Un radio de {shoulderRadius} m no es posible: debe ser mayor que 0 y menor que la flecha del arco, {rise} m.',
  'design-millimetres':
    'Diseño {name}: «{figure}» es {value}, demasiado para una labor en metros; ¿está en milímetros? Dé metros.',
  'design-centimetres':
    'Diseño {name}: «{figure}» es {value}, demasiado para una labor en metros; ¿está en centímetros? Dé metros.',
  'design-axis-far': 'Diseño {name}: «{figure}» es {value}; ¿está en metros?',
  'design-wall-height':
    'Diseño {name}: «wallHeight» es {value}; dé los metros del piso al arranque del arco.',
  'design-invert': 'Diseño {name}: «invertRadius» es {value}; dé 0 para un piso plano, o metros.',
  'design-offset': 'Diseño {name}: «{figure}» es {value}; dé metros de 0 a {most}.',
  'design-offset-none':
    'Movida {metres} m hacia adentro, la sección de diseño desaparece o se parte; dé una distancia menor.',
  'design-point-twice':
    'Diseño {name}: el punto {point} repite el anterior; quítelo (el contorno se cierra solo).',
  'design-turns-back': 'Diseño {name}: el contorno vuelve sobre sí mismo en el punto {point}.',
  'design-crosses': 'Diseño {name}: el lado que sale del punto {side} cruza el que sale del punto {other}.',
  'design-encloses-little':
    'Diseño {name}: sus puntos encierran {area} m², lo que no es la sección de una labor.',
  'design-side-none':
    'Diseño {name}: «floorSides» nombra el lado {side}; el contorno tiene los lados 0 a {last}.',
  'design-spring-height':
    'Diseño {name}: «springHeight» es {value}; debe estar entre el piso (0) y la corona ({top}).',
  'design-no-stretch': 'El diseño {name} no tiene ningún tramo; dé al menos una sección.',
  'design-stretch-empty':
    'Diseño {name}: va de la progresiva {start} a la {end}, un tramo vacío o al revés; debe terminar después de empezar.',
  'design-stretches-open':
    'Diseño {name}: los tramos {first} y {second} se superponen, porque uno de ellos está abierto donde se encuentran; diga en qué progresiva termina el primero y empieza el segundo.',
  'design-stretches-order':
    'Diseño {name}: el tramo {first} termina en la progresiva {end}, después de que empieza el tramo {second}, en {start}; dé los tramos en orden y sin superponerlos.',
  'design-ending': 'Diseño {name}: su extensión no es ninguna de {endings}; guárdelo como una de ellas.',
  'design-no-json': 'El diseño {name} no es JSON válido.',
  'design-shape-none': 'Diseño {name}: su «shape» es {shape}; dé una de {shapes}.',
  'design-figure-unknown': 'Diseño {name}: «{figure}» no se conoce allí.',
  'design-figure-wrong': 'Diseño {name}: «{figure}» falta, o no es lo que corresponde allí.',
  'design-outline-open':
    'Diseño {name}: el contorno {line} (línea {at} del archivo) está abierto: sus extremos distan {metres} m; ciérrelo.',
  'design-outline-short':
    'Diseño {name}: el contorno {line} (línea {at} del archivo) tiene {points} puntos; un contorno necesita tres.',
  'design-line-none': 'Diseño {name}: no tiene ninguna línea llamada «{line}»; tiene {lines}.',
  'design-none-closed':
    'Diseño {name}: ninguna de sus {count} líneas está cerrada (líneas {at} del archivo); una la sección en una sola polilínea cerrada.',
  'design-several-closed':
    'Diseño {name}: tiene {count} contornos cerrados ({lines}; líneas {at} del archivo); diga por su capa o cadena cuál es la sección, y deje solo ese allí.',
  'design-straight': 'Diseño {name}: el contorno {line} es una recta en sus coordenadas.',
  'design-plane':
    'Diseño {name}: las tres coordenadas del contorno {line} (este, norte y cota) varían; diga cuáles dos forman la sección.',
  'design-axis-where':
    'Diseño {name}: el contorno {line} va de {across} m a lo ancho y de {upwards} m hacia arriba, lejos del origen del dibujo; diga dónde está el eje en él.',
  'drawing-unit-stated': 'El dibujo {name} mediría {size} en {unit}, como se dijo; diga en qué unidad está.',
  'drawing-unit-none':
    'El dibujo {name} no declara unidad y mediría {size} en metros; diga en qué unidad está.',
  'drawing-unit-doubtful': 'El dibujo {name} declara {unit}; mediría {sizes}. Diga en qué unidad está.',
};
