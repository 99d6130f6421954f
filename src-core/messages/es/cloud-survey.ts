import type { CLOUD_SURVEY as ENGLISH } from '../en/cloud-survey.ts';
import type { Translation } from '../placeholders.ts';
import { TERMS } from '../terms.ts';

const TEXTS = {
  'cloud-accuracy-assumed':
    'Nadie declaró la exactitud de esta nube: el ± supone un escáner móvil, {bias} mm comunes a todos los puntos y {length} % de una longitud. Indique el instrumento o sus cifras.',
  'cloud-capture-option': '{option} es para capturas de un sensor, y {name} es una nube de otro programa.',
  'cloud-known-otherwise':
    'La sesión {session} ya contiene {names}, leído con otra unidad o trayectoria; quite primero esa sesión o dé lo mismo.',
  'cloud-line': '{count} puntos de {formats}',
  'cloud-mixed':
    '{names} son de clases distintas: capturas y nubes no pueden ser una sola sesión. Impórtelas una tras otra.',
  'cloud-no-points': '{name} no tiene puntos; expórtelo de nuevo.',
  'cloud-without-scans':
    '{name} es una nube de otro programa: no tiene barridos que alinear, y con ella no se calibra ningún instrumento; dé una captura.',
  'cloud-no-scans':
    'La sesión {session} es una nube de otro programa: no tiene barridos que alinear, ni cierres o instrumento que ajustar; los puntos que se marcan en ella la amarran al sistema de la mina en la línea de comandos.',
  'cloud-option-alone': '{option} es para nubes de otros programas, y {name} no lo es.',
  'cloud-no-axis':
    'No se halló ningún eje en medio de esta nube: dé uno, o revise su unidad y que sea de una sola labor. (Lo hallado: {why})',
  'cloud-no-axis-cli':
    'No se halló ningún eje en medio de esta nube: dé uno con --axis, o revise su unidad (--cloud-unit, --height-unit) y que sea de una sola labor. (Lo hallado: {why})',
  'cloud-no-void':
    'Esta nube no es de una sola labor: sus partes no están unidas, o es casi tan ancha como larga. Dé un eje, recorte la nube a una labor, o mida el vacío sin eje, como cámara.',
  'cloud-no-void-cli':
    'Esta nube no es de una sola labor: sus partes no están unidas, o es casi tan ancha como larga. Dé un eje con --axis, recorte la nube a una labor, o mida el vacío sin eje: socavon chamber.',
  'cloud-points-left-out':
    '{name}: se omitieron {count} de {total} puntos: son rayos sin retorno, no son números, o están más lejos que cualquier lugar de la Tierra.',
  'cloud-trajectory-apart':
    'La trayectoria {name} está hasta a {metres} m de los puntos de la nube: es de otro sistema o de otra labor. Dé la de esta nube, o ninguna.',
  'cloud-trajectory-short':
    '{name} tiene {count} poses, muy pocas para una trayectoria; dé la de la nube, o ninguna.',
  'cloud-unit-assumed': '{name} no indica su unidad: se suponen metros.',
  'cloud-far':
    '{name} tiene puntos a {metres} m de su origen, más lejos que cualquier lugar de la Tierra; indique su unidad (m, cm, mm, ft o us-ft), o quite esos puntos.',
  'cloud-unit-size':
    '{name} mide {size} m si su unidad es {unit}; indique su unidad (m, cm, mm, ft o us-ft).',
  'give-scanner': 'Dé terrestrial, mobile o un producto como OS-1-16.',
  'help-run-cloud-unit':
    'unidad de una nube (las, laz, e57, ply, pcd, pts, ptx, xyz) si su archivo no la indica o la indica mal',
  'help-run-frame': 'sistema de las coordenadas de una nube: grid (cuadrícula) o local',
  'help-run-ignore-box': 'leer un LAS o LAZ cuyos puntos están fuera de la caja de su cabecera',
  'help-run-length-accuracy':
    'incertidumbre típica de las longitudes de una nube, en porcentaje de la longitud',
  'help-run-point-accuracy': 'cota del error común a todos los puntos de una nube, m',
  'help-run-scanner':
    'clase del escáner que hizo una nube, para su ±: terrestre o móvil; o un producto como OS-1-16',
  'help-run-trajectory':
    'trayectoria de una nube (TUM, KITTI con sus tiempos al lado, EuRoC o CSV con nombres), en el sistema y el reloj de la nube, en metros',
  'stored-points': 'los puntos {chunk} de la sesión {session}',
  'cloud-of-another-program': 'una nube de otro programa',
  'fact-time-per-point': 'uno por punto',
  'fact-no-time': TERMS.none.es,
  'label-format': 'formato',
  'label-points': 'puntos',
  'label-stations': 'estaciones',
  'label-time': 'tiempo',
  'cloud-axes-swapped':
    '{name} parece tener primero los nortes y luego los estes: izquierda y derecha quedarían invertidas; expórtelo de nuevo con los estes primero.',
  'cloud-degrees':
    'Las coordenadas de {name} son latitudes y longitudes, en grados, que no se pueden medir: expórtelo de nuevo en un sistema proyectado o local, en metros.',
  'cloud-is-capture':
    '{name} es una captura de un sensor ({format}), no una nube: impórtela y alinéela, y tome el mapa que se escribe de ella.',
  'cloud-is-capture-cli':
    '{name} es una captura de un sensor ({format}), no una nube: haga su mapa con socavon run {name}, y tome ese.',
  'cloud-mirrored':
    'La matriz de {count|la estación|las estaciones} {stations:and} de {name} es una imagen de espejo: izquierda y derecha están invertidas; exporte el archivo de nuevo.',
  'cloud-size-odd':
    '{name} mide {size} m según su unidad, lo que ninguna mina mide: su unidad es otra, o hay puntos muy lejos.',
  'cloud-strays-far':
    'Algunos puntos de {name} están hasta {metres} m fuera de la caja de {size} que contiene el 99.7 % de ellos: recorte lo que no es de la labor, o el eje y el volumen lo seguirán.',
  'cloud-unit-doubt':
    'La caja de {name}, {size}, parece como si su unidad fuera {unit}: entonces sería de {otherwise}. Indique la unidad.',
  'cloud-unit-doubt-cli':
    'La caja de {name}, {size}, parece como si su unidad fuera {unit}: entonces sería de {otherwise}. Indique la unidad con --cloud-unit.',
  'cloud-coarse':
    'Las coordenadas de {name} van en pasos de {step} m: sus números no pueden ser más finos donde está la labor; el ± los contiene. Expórtelo de nuevo en doble precisión, o más cerca de cero.',
  'cloud-coarse-warned':
    'Las coordenadas de esta nube van en pasos de {step} mm: su archivo no puede ser más fino donde está la labor; el ± los contiene.',
  'cloud-heights-converted':
    '{name} tiene cotas en unidades de {height} m, y estes y nortes en unidades de {plan} m: las cotas se convierten.',
  'cloud-too-coarse':
    'Las coordenadas de {name} van en pasos de {step} m, demasiado gruesos para medir una labor: expórtelo de nuevo en doble precisión, o más cerca de cero (un sistema local, o un desplazamiento en el archivo).',
  'cloud-trajectory-unit':
    'La trayectoria {name} encaja en la nube solo si sus posiciones están en {unit} ({option}), y se lee en {read}: indique su unidad.',
  'cloud-trajectory-unit-cli':
    'La trayectoria {name} encaja en la nube solo si sus posiciones están en {unit}, y se lee en {read}: indíquelo con --trajectory-unit {option}.',
  'cloud-units-unclear':
    'Las unidades de {name} no se pueden saber: {what}. Indique su unidad, que vale entonces para todas sus coordenadas, y la de las cotas si tienen otra; o expórtelo de nuevo en una sola unidad.',
  'cloud-units-unclear-cli':
    'Las unidades de {name} no se pueden saber: {what}. Indique --cloud-unit, que vale para todas sus coordenadas, y --height-unit si las cotas tienen otra; o expórtelo de nuevo en una sola unidad.',
  'crs-e57-unit': 'E57 exige metros, y su sistema de coordenadas indica una unidad de {metres} m',
  'crs-heights': 'cotas',
  'crs-plan': 'estes y nortes',
  'crs-plan-unstated': 'sus cotas están en una unidad de {metres} m, y la de sus estes y nortes no se indica',
  'crs-unit-unknown': 'su sistema de coordenadas da a {of} una unidad desconocida',
  'crs-units-differ': 'su sistema de coordenadas da a {of} dos unidades, {one} m y {other} m',
  'fact-unit-degrees': 'grados de latitud y longitud',
  'fact-unit-heights': '{unit}; cotas {metres} m, convertidas',
  'help-run-height-unit':
    'unidad de las cotas de una nube, si su archivo no la indica o la indica mal (por defecto: la indicada, si no la de --cloud-unit)',
  'help-run-trajectory-unit':
    'unidad de las posiciones de --trajectory (por defecto: m, sea cual sea la unidad de la nube)',
  'label-step': 'paso',
  'fact-no-grid': 'no se indica',
  'fact-no-normals': 'ninguna',
  'fact-normals': 'una por punto, no hacen falta',
  'fact-points-at-least': 'al menos {count}',
  'fact-points-left-out': '{count}; otras {left} filas sin punto',
  'fact-station': '{name}: {what}',
  'fact-station-points': '{count} {count|punto|puntos}',
  'fact-station-unposed': 'sin pose',
  'fact-stations': '{count}, {posed} con pose',
  'fact-time-clock': '{duration} por {name}, de {first} a {last} s de un reloj desconocido',
  'fact-time-dated': '{duration} por {name}, desde {date}',
  'fact-unit-assumed': 'no se indica; se suponen metros',
  'fact-unit-of-format': 'metros, como prescribe el formato',
  'fact-unit-of-grid': '{metres} m, como indica su sistema de coordenadas',
  'fact-unit-of-user': '{metres} m, como usted indica',
  'label-attributes': 'atributos',
  'label-extent': 'extensión',
  'label-from': 'desde',
  'label-grid': 'sistema',
  'label-normals': 'normales',
  'label-station': 'estación',
  'label-to': 'hasta',
  'label-unit': 'unidad',
  'label-written-by': 'escrito por',
  'label-written-on': 'escrito el',
  'void-empty':
    'La nube no tiene puntos cercanos entre sí, así que no se le puede hallar un eje; revise el archivo o dé un eje.',
  'void-in-parts':
    'La mayor parte conexa de la nube es el {percent} % de ella, así que no se le puede hallar un eje; dé un eje o recorte la nube a una sola labor.',
  'void-no-direction':
    'La nube es un vacío de {length} m a lo largo de sus paredes y {width} m de ancho, sin dirección de labor; dé un eje, o mídalo como cámara.',
  'pick-not-there':
    'A menos de {metres} m del lugar marcado para {name} no se encuentra ninguna {feature}, con los {count} puntos que hay ahí; márquelo de nuevo, o indíquelo como otro elemento.',
  'pick-point': 'marca',
  'pick-paint': TERMS.wall.es,
  'pick-peg': TERMS.wall.es,
  'pick-corner': TERMS.cornerOfPlanes.es,
  'pick-sphere': 'esfera de su tamaño',
  'pick-checkerboard': 'tarjeta de damero de su tamaño',
  'pick-disc': 'señal brillante de su tamaño',
  'picks-refused': '{name} no es una lista de puntos marcados: {what}.',
  'picks-header':
    'su primera línea debe nombrar las columnas nombre, x, y, z, y puede nombrar tipo y diámetro',
  'picks-line': 'línea {line} ({content}): {what}',
  'picks-twice': '{name} está marcado dos veces',
  'picks-no-place': 'x, y, z deben ser números, con punto decimal',
  'picks-feature': 'el tipo es uno de {features}',
  'picks-size': 'una esfera o un disco necesita su diámetro, un damero su lado, de {least} a {most} m',
  'picks-empty': 'no tiene puntos',
  'picks-few':
    'De los puntos marcados en la nube, {count} {count|es punto|son puntos} de control de {list}; se necesitan tres que no estén en línea: marque más.',
  'picks-unplaced': 'Los puntos marcados no ubican la nube: {why}.',
  'picks-unknown':
    '{unknown} {count|está marcado|están marcados}, pero no en la lista de puntos de control, que tiene {points}; cargue la lista que lo tiene o quite la marca.',
  'pick-scan-gone':
    '{name} se marcó en el barrido {scan}, que ya no tiene pose; márquelo de nuevo, o alinee ese barrido.',
  'pick-far-off':
    '{name} está marcado a {metres} m del barrido más cercano; márquelo donde los barridos lo ven, a {most} m a lo más.',
  'picks-need-map':
    'Los puntos se marcan en el mapa de un levantamiento, y los barridos de este aún no tienen pose: ejecute primero sin --picked, y marque en el mapa que resulta.',
  'cloud-picks-none':
    'Una nube se ubica con puntos topográficos marcados en ella: cargue la lista de puntos de control y marque al menos tres.',
  'pick-none': '{name} aún no está marcado; haga clic en su lugar del mapa.',
  'reference-of-cloud':
    'La sesión {session} es una nube de otro programa: solo un levantamiento de barridos se ajusta a una referencia.',
  'picks-contradict':
    'Los puntos de control de la nube se contradicen: sus residuos llegan a {worst} mm, y por sus incertidumbres declaradas deberían ser de unos {expected} mm; revise la lista y lo marcado.',
  'picks-without-control':
    'Los puntos marcados necesitan la lista de sus coordenadas en el sistema de la mina: indique --control.',
  'control-needs-picks':
    'En una nube los puntos de control se ven solo donde se marcan: indique --picked con sus lugares, o no dé --control.',
  'cloud-control-option':
    '{option} es para capturas de un sensor: una nube de otro programa no tiene barridos.',
  'help-run-picked':
    'puntos marcados en una nube, o en el mapa de barridos de una ejecución anterior (CSV: nombre,x,y,z y, si se quiere, tipo y diámetro en m; tipos: {features}): con --control lo ubican en el sistema de la mina',
  'picks-line-fit': '{name}: {feature}, {sigma} mm con {count} puntos',
  'picks-added': 'su ubicación agrega ± {least} a {most} mm a su posición (95 %)',
  'reference-local':
    'El barrido de referencia, sesión {session}, está en un sistema propio, y los puntos de control en el de la mina: ubique primero la nube con puntos de control, o deje uno de los dos.',
  'reference-ties':
    '{held} de {count} lugares amarran el levantamiento al barrido de referencia, sesión {session}.',
  'reference-no-cloud':
    'La sesión {session} no es una nube de otro programa; una referencia es un barrido estático: indique su sesión.',
  'help-run-reference':
    'sesión de una nube, como un barrido estático, a la que se ajustan las poses y que queda fija; none: ninguna',
  'give-session': 'Indique el número de una sesión, o none.',
} as const;

export const CLOUD_SURVEY: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
