import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

export default {
  title: 'Layers',
  map: 'Map',
  points: HEADINGS.points.en,
  surface: 'Surface',
  lines: 'Lines',
  sensorPath: 'Sensor path',
  axis: 'Axis',
  graph: 'Control, anchors and loops',
  boxEdges: 'Edges of the box',
  marks: 'Marks',
  hint: {
    unaligned: 'not aligned',
    notMeasured: TERMS.notMeasured.en,
    measuring: 'being measured…',
    preparing: 'being prepared…',
  },
  zoomTo: 'Zoom to the layer',
};
