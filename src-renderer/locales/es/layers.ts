export default {
  title: 'Capas',
  map: 'Mapa',
  points: 'Puntos',
  surface: 'Superficie',
  lines: 'Líneas',
  sensorPath: 'Trayectoria del sensor',
  axis: 'Eje',
  graph: 'Control, anclas y cierres',
  boxEdges: 'Aristas de la caja',
  marks: 'Marcas',
  hint: {
    unaligned: 'sin alinear',
    notMeasured: 'sin medir',
    measuring: 'midiendo…',
    preparing: 'preparando…',
  },
  zoomTo: 'Encuadrar la capa',
};
