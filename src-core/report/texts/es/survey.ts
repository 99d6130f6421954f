import { HEADINGS, TERMS } from '../../../messages/terms.ts';
import type { SURVEY_EN } from '../en/survey.ts';

/** Texts of head, warnings, drawings, method and signatures. */
export const SURVEY_ES: Readonly<Record<keyof typeof SURVEY_EN, string>> = {
  title: 'Informe de levantamiento y volumen',

  'project.working': HEADINGS.working.es,
  'project.mine': HEADINGS.mine.es,
  'project.instrument': HEADINGS.instrument.es,
  'project.company': HEADINGS.company.es,
  'project.level': HEADINGS.level.es,
  'project.previousAt': 'Levantamiento anterior',
  'project.grid': 'Sistema',
  'project.surveyor': HEADINGS.surveyor.es,
  'project.surveyedAt': 'Captura',
  'project.reportedAt': 'Informe',
  'project.sensor': HEADINGS.sensor.es,
  'project.chainage': HEADINGS.chainage.es,
  'project.chainage.slope': 'por la pendiente del eje',
  'project.chainage.horizontal': 'horizontal, por la planta del eje',
  'project.software': 'Programa',
  'project.frame': HEADINGS.coordinates.es,

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
  'headline.meanArea': HEADINGS.meanSection.es,
  'headline.length': '± de la longitud',
  'headline.measured': HEADINGS.wallMeasured.es,
  'headline.spread': 'Dispersión de los métodos',
  'headline.profiles': HEADINGS.sections.es,
  'headline.over': HEADINGS.overbreak.es,
  'headline.under': HEADINGS.underbreak.es,
  'headline.recesses': 'con nichos y estocadas (la labor sola: {drive} ± {plusMinus} m³), ',

  'warnings.title': HEADINGS.readBeforeUse.es,

  'plan.title': HEADINGS.plan.es,
  'plan.caption': 'Paredes en su mayor ancho, eje con progresivas, trayectoria.',
  'plan.north': 'N',

  'long.title': 'Perfil longitudinal',
  'long.caption': 'Corona y piso en el eje de la sección.',
  'long.elevation': TERMS.elevationMetres.es,

  'legend.axis': TERMS.axis.es,
  'legend.trajectory': TERMS.trajectory.es,
  'legend.wall': TERMS.wall.es,
  'legend.design': TERMS.design.es,
  'legend.measured': TERMS.measured.es,
  'legend.filled': TERMS.interpolated.es,
  'legend.over': TERMS.overbreak.es,
  'legend.under': TERMS.underbreak.es,
  'legend.pay': TERMS.payLine.es,
  'legend.unobserved': TERMS.lengthNotObserved.es,
  'legend.hidden': 'menos de {share} medido',

  'scale.one': HEADINGS.scaleOf.es,
  'scale.two': 'Horizontal 1:{horizontal}, vertical 1:{vertical}',

  'area.title': 'Área a lo largo de la labor',
  'area.caption': 'Área de cada sección y, debajo, la parte de su contorno que se midió.',
  'area.axis': 'área, m²',
  'area.share': TERMS.measured.es,

  'sections.title': HEADINGS.sections.es,
  'sections.caption':
    '{plane}, vistas en el sentido de avance de la progresiva; la cruz marca el eje, la cuadrícula es de 1 m.',
  'sections.plane.normal': 'Normales al eje',
  'sections.plane.vertical': 'Verticales, a través del eje',
  'sections.all': 'Las {all} secciones.',
  'sections.thinned':
    'Una de cada {every} de {all} secciones, con la primera y la última; todas están en la tabla o en profiles.csv.',

  'section.area': '{area} m², {share} medido',
  'section.breaks': 'sobre {over}, sub {under} m² de {design}',

  'captures.title': HEADINGS.captures.es,
  'captures.name': HEADINGS.file.es,
  'captures.size': HEADINGS.size.es,
  'captures.scans': HEADINGS.scans.es,
  'captures.duration': HEADINGS.duration.es,
  'captures.hash': HEADINGS.sha256.es,

  'trail.title': 'Trazabilidad',
  'trail.at': HEADINGS.time.es,
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
  'trail.action.control': TERMS.controlTargetsAndLoops.es,
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

  'sign.name': HEADINGS.name.es,
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
