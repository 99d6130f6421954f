import type { SURVEY_EN } from '../en/survey.ts';

/** Texts of head, warnings, drawings, method and signatures. */
export const SURVEY_ES: Readonly<Record<keyof typeof SURVEY_EN, string>> = {
  title: 'Informe de levantamiento y volumen',

  'project.working': 'Labor',
  'project.mine': 'Mina',
  'project.instrument': 'Instrumento',
  'project.company': 'Empresa',
  'project.level': 'Nivel',
  'project.previousAt': 'Levantamiento anterior',
  'project.grid': 'Sistema',
  'project.surveyor': 'Topógrafo',
  'project.surveyedAt': 'Captura',
  'project.reportedAt': 'Informe',
  'project.sensor': 'Sensor',
  'project.chainage': 'Progresiva',
  'project.chainage.slope': 'por la pendiente del eje',
  'project.chainage.horizontal': 'horizontal, por la planta del eje',
  'project.software': 'Programa',
  'project.frame': 'Coordenadas',

  'frame.mine-grid': 'sistema de la mina, metros',
  'frame.control': 'sistema de la mina por {count} puntos de control, metros',
  'frame.local': 'locales: el primer barrido es el origen, sin amarre al sistema de la mina',

  unknown: 'no indicado',

  'page.of': 'Página {page} de {pages}',

  'headline.volume': 'Volumen excavado',
  'headline.perMetre': 'Volumen excavado por metro; la longitud no se observó',
  'headline.total': 'en total {volume} ± {plusMinus} m³ con el ± de la longitud incluido, ',
  'headline.between': 'entre las progresivas {from} y {to}, {length} m a lo largo del eje',
  'headline.confidence': '± con {confidence} de confianza',
  'headline.relative': '{share} del volumen',
  'headline.relativePerMetre': '{share} del volumen por metro, sin el ± de la longitud',
  'headline.byMetre': 'Volumen por metro',
  'headline.covered': 'Del recorrido en el volumen',
  'headline.meanArea': 'Sección media',
  'headline.length': '± de la longitud',
  'headline.measured': 'Pared medida',
  'headline.spread': 'Dispersión de los métodos',
  'headline.profiles': 'Secciones',
  'headline.over': 'Sobrerotura',
  'headline.under': 'Subrotura',
  'headline.recesses': 'con nichos y estocadas (la labor sola: {drive} ± {plusMinus} m³), ',

  'warnings.title': 'Leer antes de usar',
  'warnings.capture': 'La captura está dañada o incompleta; lo perdido no está en el mapa.',
  'warnings.sensor-nominal':
    'Se tomó el sensor nominal del fabricante, sin la calibración de esta unidad; no firme sin sus metadatos.',
  'warnings.changed-by-hand': 'La alineación se editó a mano; revise cada cambio antes de firmar.',
  'warnings.length-unobserved':
    'La longitud de la labor no se observó en todo el levantamiento: las paredes se parecen demasiado a lo largo del eje. Las longitudes y volúmenes de los tramos marcados en rojo descansan en un supuesto; amárrelos a una distancia conocida.',
  'warnings.drive-uncovered': 'Parte del recorrido no se midió y no está en el volumen.',
  'warnings.range-clamped':
    'Las progresivas pedidas exceden lo levantado; el volumen es solo el de la parte levantada.',
  'warnings.measured-share':
    'Una parte de la pared quedó oculta para el sensor y se interpoló entre sus vecinas.',
  'warnings.methods-disagree':
    'Los métodos de cálculo del volumen difieren más de lo usual: use un intervalo de secciones menor y revise los dibujos.',
  'warnings.gap': 'Hay un tramo sin puntos suficientes; allí el volumen está interpolado.',
  'warnings.halves-differ':
    'Mitades independientes de los puntos difieren más de lo que permiten los componentes del ±, que es más ancho por ello: algo del instrumento o de las poses no es como se supone.',
  'warnings.ranges-long':
    'Las distancias del sensor parecen más largas de lo que se declara de él, y el volumen se redujo por ello; mida una distancia conocida con el sensor antes de firmar.',
  'warnings.stretch-unobserved':
    'La longitud no se observó en una parte de las progresivas medidas, marcada en rojo: el ± del volumen contiene el de la longitud, y lo que vale es el volumen por metro. Amarre el tramo a una distancia conocida.',
  'warnings.control-left-out':
    'Hay puntos de control rechazados por discordantes; revise sus coordenadas y sus señales.',
  'warnings.check-point-off':
    'Un punto de chequeo está más lejos de su lugar en la lista de lo que su ± permite; revise el punto, su señal y el sesgo de distancia.',
  'warnings.grid-scale':
    'La cuadrícula del levantamiento no es de metros de terreno; longitud y volumen son los de la cuadrícula.',
  'warnings.design-on-own-axis':
    'El diseño está sobre un eje tomado de este levantamiento, no sobre el eje del proyecto; dé ese eje antes de pagar por la sobrerotura y la subrotura.',
  'warnings.chainage-equations':
    'Las progresivas de este informe siguen sin los saltos que declara el archivo del eje.',
  'warnings.axis-fold':
    'El eje dobla con tanta fuerza que las secciones se cruzan dentro de la labor; use un eje más suave.',
  'warnings.face-unseen':
    'En uno de los levantamientos no se vio el frente: no hay avance, y el volumen del periodo es solo el del tramo común.',
  'warnings.face-went-back':
    'El frente está más atrás que antes: hay carga delante, o los levantamientos no están en un mismo sistema.',
  'warnings.axis-short':
    'Las paredes no se midieron hasta el frente: en lo que falta se continuó la sección.',

  'plan.title': 'Planta',
  'plan.caption': 'Paredes en su mayor ancho, eje con progresivas, trayectoria.',
  'plan.north': 'N',

  'long.title': 'Perfil longitudinal',
  'long.caption': 'Corona y piso en el eje de la sección.',
  'long.elevation': 'cota, m',

  'legend.axis': 'eje',
  'legend.trajectory': 'trayectoria',
  'legend.wall': 'pared',
  'legend.design': 'diseño',
  'legend.measured': 'medido',
  'legend.filled': 'interpolado',
  'legend.over': 'sobrerotura',
  'legend.under': 'subrotura',
  'legend.pay': 'línea de pago',
  'legend.unobserved': 'longitud no observada',
  'legend.hidden': 'menos de {share} medido',

  'scale.one': 'Escala 1:{scale}',
  'scale.two': 'Horizontal 1:{horizontal}, vertical 1:{vertical}',

  'area.title': 'Área a lo largo de la labor',
  'area.caption': 'Área de cada sección y, debajo, la parte de su contorno que se midió.',
  'area.axis': 'área, m²',
  'area.share': 'medido',

  'sections.title': 'Secciones',
  'sections.caption':
    '{plane}, vistas en el sentido de avance de la progresiva; la cruz marca el eje, la cuadrícula es de 1 m.',
  'sections.plane.normal': 'Normales al eje',
  'sections.plane.vertical': 'Verticales, a través del eje',
  'sections.all': 'Las {all} secciones.',
  'sections.thinned':
    'Una de cada {every} de {all} secciones, con la primera y la última; todas están en la tabla o en profiles.csv.',

  'section.area': '{area} m², {share} medido',
  'section.breaks': 'sobre {over}, sub {under} m² de {design}',

  'captures.title': 'Capturas',
  'captures.name': 'Archivo',
  'captures.size': 'Tamaño',
  'captures.scans': 'Barridos',
  'captures.duration': 'Duración',
  'captures.hash': 'SHA-256',

  'trail.title': 'Trazabilidad',
  'trail.at': 'Hora',
  'trail.person': 'Persona',
  'trail.action': 'Qué se hizo',
  'trail.of': 'Sesión, y de qué',
  'trail.times': 'Entradas',
  'trail.earlier': 'Hay {count} filas anteriores, solo en el proyecto.',
  'trail.head':
    'Estado del proyecto del que sale este informe: entrada {count} de su registro de trazabilidad, con el hash de abajo. socavon verify compara con él el proyecto y este archivo.',
  'trail.event.started': 'alineación iniciada',
  'trail.event.resumed': 'alineación reanudada',
  'trail.event.reopened': 'alineación reabierta por una corrección',
  'trail.event.done': 'alineación terminada',
  'trail.event.cancelled': 'alineación detenida',
  'trail.event.removed': 'alineación eliminada',
  'trail.action.begin': 'inicio del proyecto',
  'trail.action.import': 'importación',
  'trail.action.session': 'sesión renombrada, duplicada, eliminada o restaurada',
  'trail.action.alignment': 'alineación',
  'trail.action.edit': 'alineación corregida a mano',
  'trail.action.refinement': 'ajuste',
  'trail.action.control': 'puntos de control, señales y lazos',
  'trail.action.calibration': 'calibración',
  'trail.action.settings': 'parámetros',
  'trail.action.heading': 'datos del levantamiento',
  'trail.action.notes': 'notas del mapa',
  'trail.action.join': 'unión de sesiones',
  'trail.action.undo': 'deshecho',
  'trail.action.redo': 'rehecho',
  'trail.action.recovery': 'daños reparados o recuperados',
  'trail.action.result': 'resultado',
  'trail.action.report': 'informe escrito',
  'trail.action.export': 'archivos escritos',

  'sign.name': 'Nombre',
  'sign.licence': 'N.º de colegiatura',
  'sign.prepared': 'Elaborado por',
  'sign.reviewed': 'Revisado por',
  'sign.date': 'Fecha',

  'how.title': 'Cómo se calculó',
  'how.import':
    'Importación: los paquetes de la captura se decodificaron a imágenes de distancia, cada columna con su propio tiempo; de distancias a puntos con la tabla de haces del fabricante.',
  'how.align':
    'Alineación: se compensa el movimiento dentro de cada barrido y este se registra sobre el mapa de los anteriores, punto a plano con peso robusto. Barrido por barrido se evalúa qué direcciones restringe la geometría; donde esta no restringe la longitud, la restringe la reflectividad si los retornos apartados lo confirman; si no, la dan el acelerómetro o el movimiento uniforme, y el barrido se cuenta arriba.',
  'how.refine':
    'Ajuste: un grafo de poses sobre anclas de la trayectoria, restringido por la odometría entre ellas, por puntos de control detectados en la reflectividad, por cierres de lazo, por el nivel donde el robot estuvo quieto y por longitudes conocidas, se ajusta por mínimos cuadrados robustos; lo que lo demás contradice se deja fuera y se lista. Las poses de la alineación quedan como están.',
  'how.map': 'Mapa: todos los barridos en sus poses, con puntos reducidos.',
  'how.moved':
    '{count} retornos dinámicos (personas, vehículos, polvo) quedaron fuera del mapa y de la medición: otros barridos ven a través de su lugar.',
  'how.measure':
    'Medición: los puntos se cortan en rebanadas finas normales al eje; en cada una se busca la pared de roca dirección por dirección, detrás de objetos y retornos sueltos. Las rebanadas se integran al volumen tomando en cuenta la curvatura del eje; los otros métodos son comprobaciones independientes sobre las mismas secciones.',
  'how.export': 'Exportación: cada archivo del mapa se leyó de vuelta después de escribirlo y se comparó.',
  'how.options': 'Opciones',
  'how.input': 'Entrada',
  'how.engine': 'Barridos alineados en la {engine}, con Socavón {version}.',
};
