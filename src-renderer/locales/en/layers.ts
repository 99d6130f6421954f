export default {
  title: 'Layers',
  map: 'Map',
  points: 'Points',
  surface: 'Surface',
  lines: 'Lines',
  sensorPath: 'Sensor path',
  axis: 'Axis',
  graph: 'Control, anchors and loops',
  boxEdges: 'Edges of the box',
  marks: 'Marks',
  hint: {
    unaligned: 'not aligned',
    notMeasured: 'not measured',
    measuring: 'being measured…',
    preparing: 'being prepared…',
  },
  zoomTo: 'Zoom to the layer',
};
