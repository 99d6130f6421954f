import { HEADINGS } from '../../../src-core/messages/terms.ts';

export default {
  title: 'Primer barrido en el sistema de la mina',
  ofSession: HEADINGS.thisSurvey.es,
  way: 'Cómo se ubica el primer barrido: {name}',
  ways: {
    azimuth: 'E, N, Z y azimut',
    points: 'Dos o tres puntos conocidos',
    quaternion: 'Pose con cuaternión (avanzado)',
  },
  byControl: 'Los puntos de control ubican este levantamiento en el sistema de la mina; no hay nada que dar.',
  easting: HEADINGS.east.es,
  northing: HEADINGS.north.es,
  elevation: HEADINGS.elevation.es,
  azimuth: 'Azimut',
  levelling: 'Buscando cómo estaba el sensor',
  upByAccelerometer:
    'Las coordenadas son del sensor en su primer barrido; nivelado por el acelerómetro mientras estuvo quieto (± {degrees}°).',
  upBySensor:
    'Las coordenadas son del sensor en su primer barrido; no estuvo quieto al inicio, así que allí se toma como nivelado.',
  forwardBy: {
    travel:
      'Azimut: en sentido horario desde el norte de la cuadrícula, hacia donde el sensor está 5 m más adelante en su recorrido.',
    sensor:
      'Azimut: en sentido horario desde el norte de la cuadrícula, del eje x del sensor, que casi no se movió.',
  },
  place: 'Ubicar',
  placed: 'Ubicado en el sistema de la mina.',
  placedAt: 'Ubicado en E {easting}, N {northing}, Z {elevation}, azimut {azimuth}°, {tilt}° fuera de nivel.',
  pick: 'Marcar puntos en el mapa…',
  remove: 'Sacar del sistema de la mina',
  quaternionHelp: 'x y z qx qy qz qw, en metros; vacío: el primer barrido es el origen',
  quaternionFault: 'Hacen falta siete números; los cuatro últimos, un cuaternión de longitud 1.',
  dialog: {
    title: 'Ubicar por puntos conocidos: {name}',
    text: 'Elija qué se marca, haga clic en el mapa, donde se ajusta a los puntos de ahí, y escriba sus coordenadas; bastan dos si están a varios metros uno de otro a lo largo de la labor.',
    inMap: 'Punto {number} en el mapa, x y z',
    inGrid: 'Punto {number} en el sistema de la mina, E N Z',
    feature: 'Qué se marca',
    size: 'Su tamaño: diámetro, o lado de un damero',
    sigma: 'σ {millimetres} mm;',
    click: 'clic en el mapa',
    known: 'E N Z, m',
    byGravity: 'Nivelado por el acelerómetro y los puntos en conjunto.',
    asLevel:
      'El sensor no estuvo quieto al inicio: con dos puntos se toma como nivelado. Un tercero fuera de su línea da la inclinación.',
    byPoints: 'Los puntos dan también la inclinación: el acelerómetro no la dijo.',
  },
  grid: {
    label: 'Cuadrícula de las coordenadas',
    help: 'De los puntos de control y de la pose. Los archivos del mapa la declaran; una lista en pies se pasa a metros al cargarla, así que elija antes la cuadrícula. Nada se escala.',
    none: 'sin declarar',
    load: 'Del archivo de una cuadrícula de mina…',
    unreadable: 'una cuadrícula ilegible',
  },
};
