import type { TUNNEL as ENGLISH } from '../en/tunnel.ts';
import type { Translation } from '../placeholders.ts';

const TEXTS = {
  'axis-fold':
    'Cerca de la progresiva {chainage} el eje dobla con tanta fuerza que las secciones se cruzan dentro de la labor; suavice el eje allí.',
  'axis-hairpin': 'El eje vuelve sobre sí mismo en la progresiva {chainage}; dé una línea sin horquillas.',
  'axis-map-short':
    'Menos de un metro de pared cierra a lo largo de la guía, muy poco para un eje tomado del mapa; dé un eje.',
  'axis-off-map':
    'Ningún punto del mapa está cerca del eje: pasa a {metres} m del mapa, que abarca en este {east}, en norte {north}, en cota {level}; revise el orden de sus coordenadas, su sistema y la pose del primer barrido.',
  'axis-position-no-number':
    'La posición {position} de la trayectoria no es un número; alinee la captura de nuevo o dé un eje.',
  'axis-robot-still':
    'El recorrido del levantamiento llega solo a {metres} m de donde empieza, muy poco para un eje; dé un eje, o mida el vacío sin eje, como cámara.',
  'axis-robot-still-cli':
    'El recorrido del levantamiento llega solo a {metres} m de donde empieza, muy poco para un eje; dé uno con --axis, o mida el vacío sin eje: socavon chamber.',
  'axis-short':
    'Las paredes se midieron solo hasta la progresiva {chainage}, {metres} m antes del frente: la sección de allí se prolongó hasta él. Dé un eje que llegue al frente.',
  'axis-stands-still':
    'El eje se detiene o retrocede en la progresiva {chainage}; cada vértice necesita su propio lugar y una progresiva mayor.',
  'axis-steep':
    'El eje es casi vertical en la progresiva {chainage}; las secciones necesitan un eje con menos de 80 grados de inclinación.',
  'axis-vertices-few': 'El eje tiene menos de dos vértices; dé al menos dos.',
  'breaks-no-design':
    'Ningún tramo del diseño está entre las progresivas {from} y {to}; dé uno que las cubra, o deje fuera el diseño.',
  'breaks-no-profile':
    'Ninguna sección entre las progresivas {from} y {to} cierra, así que no hay nada que comparar allí con el diseño.',
  'chainage-empty':
    'El rango de progresivas {start}:{end} está vacío o invertido; dé un inicio antes del final, entre {knownStart} y {knownEnd}.',
  'chainage-list-empty': 'La lista de progresivas está vacía; dé al menos una, en metros.',
  'chainage-no-number': '{value} no es una progresiva; dé números en metros.',
  'chainage-none': '{name}, línea {line}: "{content}" no es una progresiva; dé metros, como 250.5 o 0+250.5.',
  'chainage-off-axis':
    'Las progresivas {start} a {end} quedan fuera del eje {axis}, que va de {first} a {last}; dé un rango dentro de él.',
  'chainage-outside':
    'Las progresivas {start} a {end} quedan fuera de la pared levantada, que se conoce de {knownStart} a {knownEnd}; dé un rango dentro de ella.',
  'chainage-reversed':
    'El rango de progresivas {from}:{to} está vacío o invertido; el inicio debe ser menor que el final.',
  'chainages-empty': '{name} no tiene ninguna progresiva; dé al menos una, en metros.',
  'clearance-no-section':
    'Ninguna sección entre las progresivas {from} y {to} cierra, así que no se puede decir qué pasa por allí.',
  'density-none': 'Una densidad de {density} t/m³ no da toneladas; dé la de la roca en banco, como 2.7.',
  'density-unit':
    'Una densidad de {density} t/m³ es más que la de cualquier mineral; ¿está en kg/m³? Dé t/m³, como 2.7.',
  'face-away':
    'El robot avanzó hacia progresivas menores y no se vio ningún frente desde la progresiva {chainage}: el eje se aleja del frente, así que no se da avance. Cuente la progresiva desde el otro extremo del eje.',
  'face-hidden':
    'Del frente se vio muy poco desde la progresiva {chainage}; no se da avance. Acérquese más, o quédese allí un segundo.',
  'face-open':
    'No se vio ningún frente en los {reach} m delante de la progresiva {chainage}: allí el extremo está abierto y no se da avance.',
  'face-slanting':
    'Lo que hay delante del robot va de la progresiva {start} a la {end}: es la pared de una curva o un montón, no un frente; no se da avance. Acérquese más al frente, o dé un eje que llegue hasta él.',
  gap: 'De la progresiva {start} a la {end} los puntos no cierran la pared; allí el volumen está interpolado.',
  'girth-no-area':
    'El contorno para desarrollar la pared no encierra área; dé uno cerrado, en sentido antihorario.',
  'drive-hole-beyond': 'Más allá, de la {from} a la {to}, la pared vuelve a cerrar y se puede medir aparte.',
  'drive-hole-beyond-cli':
    'Más allá, de la {from} a la {to}, la pared vuelve a cerrar: mídala aparte con --chainage {from}:{to}.',
  'drive-hole-end': 'Avance {metres} m más, o dé la vuelta allí y regrese.',
  'drive-hole-midst': 'Recorra de nuevo ese tramo, en sentido contrario o con el sensor inclinado.',
  'drive-hole-part': 'De la progresiva {from} a la {to} ningún barrido vio {what}.',
  'drive-hole-side': 'Recorra de nuevo ese tramo de modo que el sensor vea ese hastial.',
  'drive-hole-start': 'Empiece el recorrido {metres} m antes, o dé la vuelta al final y regrese.',
  'drive-part-all': 'la pared',
  'drive-part-crown': 'la corona',
  'drive-part-floor': 'el piso',
  'drive-part-left': 'el hastial izquierdo',
  'drive-part-right': 'el hastial derecho',
  'drive-uncovered': 'El volumen es de solo {covered} de los {driven} m recorridos ({percent} %). {why:text}',
  'figure-clearance': 'el gálibo del vehículo',
  'figure-comparison': 'la comparación con el levantamiento anterior',
  'figure-contour': 'la calidad del contorno de los disparos',
  'figure-design': 'sobrerotura y subrotura',
  'figure-grade': 'la gradiente del piso',
  'figure-missing': 'El resultado va sin {figure}. {why}',
  'figure-stations': 'las secciones en las progresivas dadas, y tiene las del intervalo',
  'figure-unrolled': 'la pared desarrollada',
  'grade-base': 'Una gradiente sobre {metres} m no es posible; dé una longitud base positiva, como 10.',
  'grade-floor-short':
    'El piso levantado mide {length} m, menos que los {base} m sobre los que se pide su gradiente; dé una base más corta o más labor.',
  'interval-none': 'Un intervalo de {interval} m entre secciones no es posible; dé uno positivo.',
  'measured-share': 'Solo se midió el {percent} % de la pared; el resto está interpolado.',
  'mesh-hides-rock':
    'Malla {names}: a su lado los rayos pasan rasantes por {metres2} m² de pared, donde la malla taparía la roca. El ± lo incluye.',
  'methods-disagree':
    'Los métodos difieren en {percent} % del volumen; tome secciones a menos de {every} m una de otra.',
  'path-aside':
    'El {percent} % de la trayectoria queda lejos del eje que se halló de ella: los ramales no se miden; dé un eje para cada uno.',
  'path-aside-cli':
    'El {percent} % de la trayectoria queda lejos del eje que se halló de ella: los ramales no se miden; dé un eje para cada uno con --axis.',
  'points-no-reflectivity':
    'Estos puntos no traen reflectividad; mida la pared sin ella, o desde la captura misma.',
  'profile-open':
    'En {count} de las progresivas pedidas la pared no está cerrada por puntos; no tienen sección ni área: {chainages}.',
  'profiles-all-open':
    'Ninguna de las {count} progresivas pedidas tiene una sección cerrada; la pared se conoce de {from} a {to}.',
  'radius-too-large':
    'Un radio de {radius} m es demasiado para vóxeles de {voxel} m; tome a lo más 500 vóxeles.',
  'range-clamped':
    'La pared solo está cerrada de la progresiva {start} a la {end} de las pedidas ({askedStart} a {askedEnd}); el volumen es el de esa parte.',
  'round-empty':
    '{name} va de la progresiva {from} a la {to}, un tramo vacío; el inicio debe ser menor que el final',
  'round-reversed':
    '{name} va de la progresiva {from} a la {to}, un tramo invertido; el inicio debe ser menor que el final',
  'sections-open':
    'Ninguna sección entre las progresivas {from} y {to} cierra: ningún barrido vio allí {parts:and}. Revise que el eje pase por el mapa; además, un sensor de campo angosto ve la corona y el piso solo unos metros adelante, así que recorra con él más de lo que se va a medir.',
  'stretch-unobserved':
    'En {metres} de los {ofMetres} m de la progresiva {start} a la {end} las paredes no restringieron la longitud (progresivas {stretches}): la labor puede ser más larga o más corta en {plusMinus} m, lo que por sí solo es ± {ofLength} del ± {volumePlusMinus} m³ del volumen. Lo que vale sin la longitud es {perMetre} ± {perMetrePlusMinus} m³ por metro; amarre el tramo a una longitud conocida antes de firmar un total.',
  'halves-angles':
    'Progresivas {stretches}: una misma pared medida de frente y de cerca difiere de la medida al sesgo y de lejos como si las distancias fueran largas en {size} ± {sizePlusMinus} mm, y en {slant} ± {slantPlusMinus} mm más a 75 grados, fuera de los {bound} y {slantBound} mm que se suponen para este instrumento: su sesgo, o el indicado, no es correcto. El ± del volumen incluye {volume} m³ por ello; mida una distancia conocida.',
  'halves-beams':
    'Progresivas {stretches}: {count|el haz|los haces} {beams} de la tabla de haces {count|mide|miden} la pared hasta {size} ± {sizePlusMinus} mm de donde la miden sus vecinos: los metadatos pueden ser de otro instrumento. El ± del volumen incluye {volume} m³ por ello.',
  'halves-poses':
    'Progresivas {stretches}: la pared de {halves} difiere en {size} ± {sizePlusMinus} mm, más que la incertidumbre de la alineación: revise allí poses, marcas de tiempo y retornos dinámicos. El ± del volumen incluye {volume} m³ por ello.',
  'ranges-long':
    'Las distancias de este sensor parecen largas en {bias} ± {plusMinus} mm, más que los {bound} mm que se declaran de él: donde los rayos dan de frente en la pared miden más que donde dan al sesgo. El volumen se redujo en {volume} m³ por ello; mida una distancia conocida con el sensor.',
  'halves-scans': 'los barridos pares e impares',
  'halves-sense': 'los rayos hacia adelante y hacia atrás',
  'halves-passes': 'una pasada y la siguiente',
  'swell-none':
    'Un esponjamiento de {swell} no es posible; dé la parte en que la roca crece al romperse, como 0.4 para 40 %.',
  'unroll-cell':
    'Celdas de {cell} m no son posibles para {metres} m de pared desarrollada; dé un lado como 0.1.',
  'unroll-no-section':
    'Ninguna sección cierra en este rango, así que la pared no se puede desarrollar; dé un rango levantado, o un diseño.',
  'vehicle-clearance': 'su altura libre de {metres} m debe estar entre 0 y su alto de {height} m',
  'vehicle-height': 'un alto',
  'vehicle-length': 'un largo',
  'vehicle-refused': 'El vehículo no se puede usar: {why}.',
  'vehicle-size': '{side} de {metres} m no es posible; dé metros, más de 0 y a lo más {most}',
  'vehicle-wheelbase': 'su distancia entre ejes de {metres} m debe estar entre 0 y su largo de {length} m',
  'vehicle-width': 'un ancho',
} as const;

export const TUNNEL: Translation<typeof ENGLISH, typeof TEXTS> = TEXTS;
