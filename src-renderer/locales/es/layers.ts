import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

export default {
  title: 'Capas',
  map: 'Mapa',
  points: HEADINGS.points.es,
  surface: 'Superficie',
  lines: 'Líneas',
  sensorPath: 'Trayectoria del sensor',
  axis: 'Eje',
  graph: 'Control, anclas y cierres',
  boxEdges: 'Aristas de la caja',
  marks: 'Marcas',
  hint: {
    unaligned: 'sin alinear',
    notMeasured: TERMS.notMeasured.es,
    measuring: 'midiendo…',
    preparing: 'preparando…',
  },
  zoomTo: 'Encuadrar la capa',
};
