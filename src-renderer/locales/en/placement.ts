import { HEADINGS } from '../../../src-core/messages/terms.ts';

export default {
  title: 'First scan in the mine grid',
  ofSession: HEADINGS.thisSurvey.en,
  way: 'How the first scan is placed: {name}',
  ways: {
    azimuth: 'E, N, Z and azimuth',
    points: 'Two or three known points',
    quaternion: 'Pose with quaternion (advanced)',
  },
  byControl: 'Control points place this survey in the mine grid; nothing is to be given.',
  easting: HEADINGS.east.en,
  northing: HEADINGS.north.en,
  elevation: HEADINGS.elevation.en,
  azimuth: 'Azimuth',
  levelling: 'Finding how the sensor stood',
  upByAccelerometer:
    'Coordinates are of the sensor at its first scan; levelled by the accelerometer while it stood still (± {degrees}°).',
  upBySensor:
    'Coordinates are of the sensor at its first scan; it did not stand still at the start, so it is taken as level there.',
  forwardBy: {
    travel: 'Azimuth: clockwise from grid north, to where the sensor is 5 m farther along its way.',
    sensor: 'Azimuth: clockwise from grid north, of the x axis of the sensor, which hardly moved.',
  },
  place: 'Place it',
  placed: 'Placed in the mine grid.',
  placedAt: 'Placed at E {easting}, N {northing}, Z {elevation}, azimuth {azimuth}°, {tilt}° out of level.',
  pick: 'Pick points in the map…',
  remove: 'Take it out of the mine grid',
  quaternionHelp: 'x y z qx qy qz qw, in metres; empty: the first scan is the origin',
  quaternionFault: 'Seven numbers are needed, the last four a quaternion of length 1.',
  dialog: {
    title: 'Place by known points: {name}',
    text: 'Choose what is clicked, click it in the map, where it is fitted to the points, and enter its coordinates; two are enough if they are some metres apart along the drive.',
    inMap: 'Point {number} in the map, x y z',
    inGrid: 'Point {number} in the mine grid, E N Z',
    click: 'click in the map',
    feature: 'What is clicked',
    size: 'Its size: diameter, or side of a checkerboard',
    sigma: 'σ {millimetres} mm;',
    known: 'E N Z, m',
    byGravity: 'Levelled by the accelerometer and the points together.',
    asLevel:
      'The sensor did not stand still at the start: with two points it is taken as level. A third one beside their line gives the tilt.',
    byPoints: 'The points give the tilt too: the accelerometer did not tell it.',
  },
  grid: {
    label: 'Grid of the coordinates',
    help: 'Of the control points and of the pose. The files of the map state it; a list in feet is brought to metres when it is loaded, so choose the grid first. Nothing is scaled.',
    none: 'not stated',
    load: 'From the file of a mine grid…',
    unreadable: 'a grid that is not readable',
  },
};
