import type { HEADLINES as ENGLISH } from '../en/headlines.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'busy-with': 'El programa está ocupado con {work}',
  'error-alignment-heights': 'El alineamiento no tiene cotas',
  'error-axis-choice': 'El archivo tiene más de una línea',
  'error-axis-off-map': 'El eje está fuera del mapa',
  'error-axis-unusable': 'El eje no se puede usar',
  'error-cancelled': 'Cancelado',
  'error-capture-empty': 'La captura no contiene ningún barrido',
  'error-capture-format': 'No se entiende la captura',
  'error-capture-known': 'La captura ya está en el proyecto',
  'error-capture-sensors': 'Las capturas son de sensores distintos',
  'error-capture-truncated': 'La captura termina antes de tiempo',
  'error-chainage-range': 'La progresiva está fuera de rango',
  'error-density-unusable': 'La densidad no se puede usar',
  'error-design-choice': 'El dibujo no deja claro cuál sección es el diseño',
  'error-design-unusable': 'La sección de diseño no se puede usar',
  'error-disk-full': 'El disco está lleno',
  'error-drawing-empty': 'El dibujo no tiene ninguna línea que sirva',
  'error-drawing-format': 'El dibujo no se entiende',
  'error-drawing-truncated': 'El dibujo termina antes de tiempo',
  'error-drawing-units': 'La unidad del dibujo no está clara',
  'error-engine-stopped': 'El motor se detuvo',
  'error-engine-unavailable': 'El motor no responde',
  'error-epochs-incompatible': 'Los dos levantamientos no se pueden comparar',
  'error-exists': 'Ya existe un archivo con ese nombre',
  'error-export-mismatch': 'El archivo escrito difiere de lo que se escribió',
  'error-export-range': 'Una coordenada no cabe en el archivo',
  'error-file-format': 'El archivo no es del tipo esperado',
  'error-file-missing': 'El archivo no está',
  'error-file-unreadable': 'No se puede leer el archivo',
  'error-file-unwritable': 'No se puede escribir el archivo',
  'error-gpu-lost': 'Se perdió la tarjeta gráfica',
  'error-grade-unusable': 'La gradiente de diseño no se puede usar',
  'error-internal': 'Error interno',
  'error-metadata-malformed': 'Los metadatos del sensor están dañados',
  'error-metadata-mismatch': 'Los metadatos no corresponden a la captura',
  'error-metadata-missing': 'Faltan los metadatos del sensor',
  'error-no-project': 'No hay ningún proyecto abierto',
  'error-not-aligned': 'Faltan barridos por alinear',
  'error-not-determined': 'Los datos conocidos no bastan para determinar la trayectoria',
  'error-path-refused': 'Usted no eligió este archivo',
  'error-points-unusable': 'Los puntos no se pueden usar',
  'error-project-busy': 'El proyecto está abierto en otro lugar',
  'error-project-format': 'El archivo del proyecto está dañado',
  'error-project-newer': 'El proyecto es de una versión más nueva',
  'error-rounds-unusable': 'Los disparos no se pueden usar',
  'error-solid-unusable': 'El sólido no se puede usar',
  'error-too-few-points': 'Hay muy pocos puntos',
  'error-usage': 'Eso no se puede hacer así',
  'error-vehicle-unusable': 'El vehículo no se puede usar',
  'warning-alignment-not-converged':
    'La alineación de algunos barridos no convergió; revise el mapa antes de usarlo.',
  'warning-axis-fold':
    'El eje dobla con tanta fuerza que las secciones se cruzan dentro de la labor; use un eje más suave.',
  'warning-axis-short': 'Las paredes no se midieron hasta el frente: en lo que falta se continuó la sección.',
  'warning-beam-table': 'La tabla de haces es la de otro sensor; dé los metadatos de este.',
  'warning-capture': 'La captura está dañada o incompleta; lo perdido no está en el mapa.',
  'warning-cloud-accuracy-assumed': 'La exactitud de la nube es supuesta',
  'warning-cloud-coarse': 'Las coordenadas de la nube son gruesas',
  'warning-cloud-unit-assumed': 'La unidad de la nube es supuesta',
  'warning-changed-by-hand': 'La alineación se editó a mano; revise cada cambio antes de firmar.',
  'warning-control-left-out':
    'Hay puntos de control rechazados por discordantes; revise sus coordenadas y sus señales.',
  'warning-check-point-off':
    'Un punto de chequeo está más lejos de su lugar en la lista de lo que su ± permite; revise el punto, su señal y el sesgo de distancia.',
  'warning-grid-scale':
    'La cuadrícula del levantamiento no es de metros de terreno; longitud y volumen son los de la cuadrícula.',
  'warning-design-on-own-axis':
    'El diseño está sobre un eje tomado de este levantamiento, no sobre el eje del proyecto; dé ese eje antes de pagar por la sobrerotura y la subrotura.',
  'warning-chainage-equations':
    'Las progresivas de los resultados siguen sin los saltos que declara el archivo del eje.',
  'warning-figure-missing': 'Un dato que se pidió no está en el resultado.',
  'warning-few-matches': 'Menos de la mitad de los puntos tienen correspondencia.',
  'warning-engine-choice': 'La alineación se calcula con otro motor que el previsto.',
  'warning-face-unseen':
    'En uno de los levantamientos no se vio el frente: no hay avance, y el volumen del periodo es solo el del tramo común.',
  'warning-face-went-back':
    'El frente está más atrás que antes: hay carga delante, o los levantamientos no están en un mismo sistema.',
  'warning-gap': 'Hay un tramo sin puntos suficientes; allí el volumen está interpolado.',
  'warning-gyro-not-believed': 'La IMU contradijo a las paredes y se dejó de lado.',
  'warning-length-unobserved':
    'La longitud de la labor no se observó en todo el levantamiento: las paredes se parecen demasiado a lo largo del eje. Las longitudes y volúmenes de esos tramos descansan en un supuesto; amárrelos a una distancia conocida.',
  'warning-measured-share':
    'Una parte de la pared quedó oculta para el sensor y se interpoló entre sus vecinas.',
  'warning-mesh-hides-rock': 'La malla puede ocultar roca',
  'warning-methods-disagree':
    'Los métodos de cálculo del volumen difieren más de lo usual: use un intervalo de secciones menor y revise los dibujos.',
  'warning-path-aside': 'Parte de la trayectoria queda lejos del eje; los ramales no se miden.',
  'warning-points-not-finite':
    'Algunos puntos no son finitos, o no son lugares de la Tierra, y se dejaron fuera.',
  'warning-points-uneven':
    'Los puntos son muy desparejos y se registraron todos; los densos pueden retener la pose.',
  'warning-pose-weak': 'Las nubes retienen poco la pose en una dirección.',
  'warning-pose-refused': 'Las nubes contradicen la pose; no la use.',
  'warning-profile-open': 'En algunas de las progresivas pedidas la sección está abierta; no tienen área.',
  'warning-range-bias-contradicted':
    'Los barridos contradicen la cota dada del error constante de la distancia.',
  'warning-drive-uncovered': 'Parte del recorrido no se midió y no está en el volumen.',
  'warning-range-clamped':
    'Las progresivas pedidas exceden lo levantado; el volumen es solo el de la parte levantada.',
  'warning-recording-gap': 'La grabación tiene huecos; revise dónde se puso el robot después de cada uno.',
  'warning-returns-scatter':
    'Los retornos se dispersan como en polvo; vuelva a grabar la labor con el aire limpio.',
  'warning-scans-not-matched': 'Algunos barridos no calzaron con el mapa; sus poses son predicciones.',
  'warning-sensor-nominal':
    'Se tomó el sensor nominal del fabricante, sin la calibración de esta unidad; no firme sin sus metadatos.',
  'warning-halves-differ':
    'Mitades independientes de los puntos difieren más de lo que permiten los componentes del ±, que es más ancho por ello: algo del instrumento o de las poses no es como se supone.',
  'warning-ranges-long':
    'Las distancias del sensor parecen más largas de lo que se declara de él, y el volumen se redujo por ello; mida una distancia conocida con el sensor antes de firmar.',
  'warning-stretch-unobserved':
    'La longitud no se observó en una parte de las progresivas medidas: el ± del volumen contiene el de la longitud, y lo que vale es el volumen por metro; amarre el tramo a una distancia conocida.',
  'warning-correction-no-returns': 'Una corrección a mano no tiene retornos y no cambia nada.',
  'warning-water-depth':
    'Hay agua empozada en el piso y no se conoce su profundidad; mídala antes de firmar.',
  'warning-water-mirrored': 'El agua empozada reflejó las paredes; esos retornos se dejaron fuera.',
  'warning-water-undecided': 'Bajo el piso hay un pozo, o la imagen de las paredes en el agua; revise allí.',
} as const;

export const HEADLINES: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
