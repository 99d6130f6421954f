import type { SentenceName } from './sentences.ts';

/** What a warning says in particular in Spanish, in the window as in a report. */
export const REMARKS_ES = {
  'length-unobserved':
    'La longitud no se observó durante {seconds} de {ofSeconds} s ({metres} de los {ofMetres} m del recorrido hallado): ni la forma ni la textura de las paredes sujetan allí el movimiento, que pudo ser más corto o más largo. No firme una longitud ni un volumen de ese tramo sin una longitud conocida o puntos de control.',
  'scans-not-matched':
    '{count} de {of} barridos no calzaron con el mapa (sensor tapado, o nada a su alcance); sus posiciones son predicciones.',
  'alignment-not-converged':
    'La alineación de {count} de {of} barridos no se asentó; revise el mapa antes de usarlo.',
  'gyro-not-believed':
    'La unidad inercial contradijo a las paredes y se dejó de lado; verifique que los metadatos sean los del sensor y revise el mapa donde el robot giró rápido.',
  'changed-by-hand':
    'Una persona cambió la alineación a mano; cambios: {count}, en la lista de la alineación.',
  'path-aside':
    'El {percent} % del recorrido del robot queda lejos del eje que se halló de él: los ramales no se miden; dé un eje para cada uno.',
  'range-clamped':
    'La pared solo está cerrada de la progresiva {start} a la {end} de las pedidas ({askedStart} a {askedEnd}); el volumen es el de esa parte.',
  gap: 'De la progresiva {start} a la {end} los puntos no cierran la pared; allí el volumen está interpolado.',
  'measured-share': 'Solo se midió el {percent} % de la pared; el resto está completado.',
  'methods-disagree':
    'Los métodos difieren en {percent} % del volumen; tome secciones a menos de {every} m una de otra.',
  'design-on-own-axis':
    'No se dio un eje: el diseño está puesto sobre una línea que sale de este levantamiento (el recorrido del robot, o el medio del vacío), no sobre el eje del proyecto; dé el eje del diseño antes de pagar por la sobrerotura y la subrotura.',
  'axis-fold':
    'Cerca de la progresiva {chainage} el eje dobla con tanta fuerza que las secciones se cruzan dentro de la labor; suavice el eje allí.',
  'profile-open':
    'En {count} de las progresivas pedidas la pared no está cerrada por puntos; no tienen sección ni área: {chainages}.',
  'stretch-unobserved':
    'En {metres} de los {ofMetres} m de la progresiva {start} a la {end} las paredes no sujetaron la longitud (progresivas {stretches}): la labor puede ser más larga o más corta en {plusMinus} m, y el ± del volumen es más ancho por ello; amarre el tramo a una longitud conocida antes de firmar.',
  'control-left-out':
    'Los puntos de control {names} no concuerdan con los demás ni con el recorrido, y no sostienen nada; revise sus coordenadas y qué señal es cada uno.',
  'points-not-finite': '{count} de los {of} puntos de {name} no son finitos y se dejaron fuera.',
  'no-imu': 'La captura no trae lecturas inerciales; cómo giró el sensor se toma solo de los barridos.',
  'face-open':
    'No se vio ningún frente en los {reach} m delante de la progresiva {chainage}: allí el extremo está abierto y no se da avance.',
  'face-hidden':
    'Del frente se vio muy poco desde la progresiva {chainage}; no se da avance. Acérquese más, o quédese allí un segundo.',
  'face-slanting':
    'Lo que hay delante del robot va de la progresiva {start} a la {end}: es la pared de una curva o un montón, no un frente; no se da avance. Acérquese más al frente, o dé un eje que llegue hasta él.',
  'face-away':
    'El robot avanzó hacia progresivas menores y no se vio ningún frente desde la progresiva {chainage}: el eje se aleja del frente, así que no se da avance. Cuente la progresiva desde el otro extremo del eje.',
  'face-went-back':
    'El frente posterior está {metres} m detrás del anterior: hay material delante, o los dos levantamientos no están en el mismo sistema de coordenadas.',
  'axis-short':
    'Las paredes se midieron solo hasta la progresiva {chainage}, {metres} m antes del frente: la sección de allí se prolongó hasta él. Dé un eje que llegue al frente.',
  'capture-cut':
    '{name} está cortada: lo que sigue al byte {byte} ({bytes} bytes) no es un registro entero y se dejó fuera; todo lo anterior se usa.',
  'columns-lost':
    'El {percent} % de las columnas nunca llegó (faltan en {scans} de {of} barridos): la grabadora o su red perdió paquetes.',
  'packets-foreign':
    '{count} paquetes lidar vienen de otro sensor que el de los metadatos, o de otro arranque del mismo, y se dejaron fuera.',
  'senders-several':
    '{name} trae paquetes lidar de más de un emisor o puerto; solo se usan los del primero (puerto {port}): grabe cada sensor en su propia captura.',
  'port-differs':
    'Los paquetes lidar van al puerto {port} y los metadatos dicen {expected}; se reconocieron por tamaño y forma, así que no se pierde nada.',
  'link-type-unread':
    '{name} trae tramas de tipo de enlace {linkType}, que no se pueden leer: grabe en la interfaz Ethernet misma.',
  'nominal-sensor':
    'Sin metadatos: se tomó el OS1-16 nominal, cuyos ángulos difieren de una unidad real hasta en 0.3 grados; dé los metadatos para un levantamiento.',
  'mode-assumed': '{name} no trae lidar_mode; se tomaron {hertz} vueltas por segundo.',
  'columns-assumed': '{name} no trae columns_per_frame; se tomó {columns} de su lidar_mode {mode}.',
  'imu-profile-unread':
    '{name} nombra el perfil de IMU {profile}, que no se lee: la alineación va sin lecturas inerciales.',
  'beam-origin-assumed':
    '{name} no trae lidar_origin_to_beam_origin_mm; se tomó {millimetres} mm, el valor del fabricante (producto: {product}).',
  'beam-origins-two': '{name} da dos orígenes del haz, {taken} mm y {other} mm; se tomó el primero.',
  'transform-assumed': '{name} no trae {key}; se tomó la usual del fabricante.',
  'beam-angles-assumed':
    'La tabla de haces trae {angles} ángulos para {beams} haces y los paquetes no dicen cuáles valen; se tomaron los de los canales {channels}, …',
  'channels-believed':
    'Los paquetes de {name} usan los canales {channels}, no los de la tabla de haces; se creyó a los paquetes.',
  'channels-assumed':
    'Solo {found} de {beams} haces dieron datos al inicio de {name}; se tomaron los canales {channels}, …',
} satisfies Partial<Record<SentenceName, string>>;
