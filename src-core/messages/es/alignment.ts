import type { ALIGNMENT as ENGLISH } from '../en/alignment.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'alignment-not-converged':
    'La alineación de {count} de {of} barridos no convergió; revise el mapa antes de usarlo.',
  'changed-by-hand': 'Una persona cambió la alineación a mano: {edits}.',
  'control-not-placing': 'Los puntos de control no georreferencian el levantamiento. {why:text}',
  'control-point-none': 'La lista no tiene el punto {name}; cargue la lista que lo tiene.',
  'decision-order': 'Una decisión es sobre los barridos {from} y {to}; dé primero el anterior.',
  'decision-scans':
    'Una decisión es sobre los barridos {from} y {to}; dé dos barridos con pose, el anterior primero.',
  'edit-left-out': 'barrido {scan} dejado fuera',
  'edit-moved': 'barrido {scan} movido {pose}',
  'edit-options': 'desde el barrido {scan} {values}',
  'graph-adrift':
    'el nodo {node} y lo unido a él no están amarrados a ninguna pose ni punto conocido, así que pueden estar en cualquier parte',
  'graph-few-control':
    'se {count|vio|vieron} {count} {count|punto|puntos} de control y hacen falta tres, o dos y la dirección de la gravedad',
  'graph-free': 'las mediciones dejan libre el nodo {node}, o contradicen sin límite a sus vecinos',
  'graph-nothing-measured': 'no se midió nada del nodo {node}',
  'graph-unheld': 'sin los valores discordantes, nada restringe el nodo {node}',
  'gyro-not-believed':
    'La IMU contradijo a las paredes y se dejó de lado; verifique que los metadatos sean los del sensor y revise el mapa donde el robot giró rápido.',
  'join-ambiguous':
    'la segunda calza en más de un lugar de la primera (ambiguous); indique dónde empieza o levante puntos de control en ambas',
  'join-both-cloud':
    'La nube de otro programa es un cuerpo rígido: no se pueden ajustar los dos levantamientos entre sí; únalos sin mover ambos.',
  'join-contradicted':
    'los lugares que vieron ambas se contradicen ({refusal}); revise en la alineación de cada una los tramos que no se observaron',
  'join-itself': 'Una sesión no se puede unir consigo misma; elija dos sesiones.',
  'join-length-unobserved':
    'las paredes se ven iguales en toda la labor (length-unobserved) y nada dice a qué distancia está la segunda; levante puntos de control en ambas',
  'join-no-overlap':
    'no se hallaron dos lugares que vieran ambas ({refusal}); deben traslaparse unos 10 m y, si lo hacen, indique aproximadamente dónde empieza la segunda',
  'join-no-path':
    'La sesión {id} es una nube sin la dirección de una labor: no hay lugares a lo largo de ella que comparar; amárrela al sistema de la mina con puntos de control.',
  'join-no-pose': 'Una sesión no tiene poses con que unirla; alinee primero sus barridos.',
  'join-refused': 'Las dos sesiones no se pueden unir: {why}.',
  'join-start-several':
    'Un inicio vale para una sola sesión; para unir varias no lo indique, o únalas una tras otra.',
  'join-start-outside':
    'La primera sesión va de la progresiva 0 a {length} m a lo largo de su trayectoria; {chainage} m queda fuera.',
  'known-length-scans':
    'Una longitud conocida va del barrido {from} al {to}; dé dos barridos con pose, el anterior primero.',
  'length-unobserved':
    'La longitud no se observó durante {seconds} de {ofSeconds} s ({metres} de los {ofMetres} m de la trayectoria): ni la geometría ni la reflectividad de las paredes restringen allí el movimiento, que pudo ser más corto o más largo. No firme una longitud ni un volumen de ese tramo sin una longitud conocida o puntos de control.',
  'moved-views':
    'Las vistas que buscan retornos dinámicos deben estar separadas, y al menos una a cada lado.',
  'observation-covariance': 'La covarianza de una observación no es definida positiva; dé una que lo sea.',
  'observation-gravity': 'La dirección de la gravedad',
  'observation-no-pose':
    '{what} es del barrido {scan}, que no tiene pose; déjela fuera o alinee ese barrido.',
  'observation-reference': 'Un amarre al barrido de referencia',
  'observation-of': 'La observación de {name}',
  'observation-pose': 'Una pose conocida',
  'pairs-distance':
    'Los puntos {one} y {other} están a {here} m uno de otro en {from} y a {there} m en {to}; verifique que cada uno se marcó en el mismo lugar en ambos y en el mismo orden.',
  'pairs-few':
    '{count|Está dado|Están dados} {count} {count|punto|puntos} en ambos y hacen falta {least}; dé los que faltan.',
  'pairs-on-line':
    'Los puntos están casi en una sola línea y el giro alrededor de ella queda libre; marque uno bien apartado, como en el hastial opuesto o en la corona.',
  'pairs-plumb':
    'Los puntos están uno encima del otro y nada da el azimut; marque el segundo unos metros más allá en la labor.',
  'pairs-same':
    'Los puntos {one} y {other} están a solo {metres} m uno de otro en {frame}; márquelos al menos a medio metro, mejor a varios metros.',
  'pairs-turned-over':
    'Con los puntos en este orden un levantamiento quedaría de cabeza en el otro; revise el orden de los puntos.',
  'pairs-side-first': 'el levantamiento de referencia',
  'pairs-side-grid': 'el sistema de la mina',
  'pairs-side-map': 'el mapa',
  'pairs-side-second': 'el levantamiento por unir',
  'recording-gap-found':
    'La grabación tiene {count} {count|hueco|huecos}, {seconds} s sin barridos o con el sensor tapado; las paredes dijeron dónde estaba el robot después. Revise el mapa allí.',
  'recording-gap-lost':
    'Las paredes no dijeron dónde estaba el robot después de {count} de {of} {of|hueco|huecos} de la grabación ({seconds} s sin barridos o con el sensor tapado): los {metres} m entre medio son un supuesto, ± {plusMinus} m. No firme una longitud ni un volumen que los incluya sin una longitud conocida o puntos de control.',
  'redo-none': 'No hay ningún cambio que rehacer.',
  'refine-no-pose': 'No hay poses que ajustar; alinee primero los barridos.',
  'refine-undetermined':
    'La trayectoria no se puede ajustar: {why}; dé una pose conocida o más puntos de control.',
  'returns-scatter':
    'Los retornos se dispersan {metres} m en torno a las superficies con que se alinearon, cuando los de paredes se dispersan menos de {most} m: como en polvo, niebla o salpicaduras. No use longitudes ni volúmenes de esta captura; vuelva a grabar con el aire limpio y la ventana del sensor limpia.',
  'returns-no-wall': 'No hay pared que medir. {why:text}',
  'scan-left-out': 'El barrido {scan} ya está fuera; deshaga eso primero.',
  'scan-no-motion': 'El movimiento de un barrido debe ser una rotación y un traslado en metros.',
  'scan-none': 'No existe el barrido {scan}; el último es el {last}.',
  'scan-origin': 'El barrido {scan} es el origen del mapa y no se puede mover; mueva uno posterior.',
  'scan-without-pose': 'El barrido {scan} no tiene pose: se dejó fuera, o aún no se alinea.',
  'scans-all-left-out': 'Todos los barridos quedarían fuera; conserve al menos uno.',
  'scans-not-aligned':
    'Aún no están alineados todos los barridos de la sesión {id}; primero alinéelos hasta el final.',
  'scans-not-matched':
    '{count} de {of} barridos no calzaron con el mapa (sensor tapado, o nada a su alcance); sus poses son predicciones.',
  'setting-none': 'No existe el ajuste {key}.',
  'setting-number': 'un número de {min} a {max} {unit}',
  'setting-refused': 'El ajuste {key} no puede ser {value}; admite {allowed}.',
  'setting-switch': 'true o false',
  'setting-whole': 'un número entero de {min} a {max} {unit}',
  'undo-none': 'No hay ningún cambio que deshacer.',
} as const;

export const ALIGNMENT: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
