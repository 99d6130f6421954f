export default {
  title: 'First scan in the mine grid',
  ofSession: 'This survey',
  way: 'How the first scan is placed: {name}',
  ways: {
    azimuth: 'E, N, Z and azimuth',
    points: 'Two or three known points',
    quaternion: 'Pose with quaternion (advanced)',
  },
  byControl: 'Control points place this survey in the mine grid; nothing is to be given.',
  easting: 'East',
  northing: 'North',
  elevation: 'Elevation',
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
    text: 'Click a point in the map and enter its coordinates; two are enough if they are some metres apart along the drive.',
    inMap: 'Point {number} in the map, x y z',
    inGrid: 'Point {number} in the mine grid, E N Z',
    click: 'click in the map',
    known: 'E N Z, m',
    byGravity: 'Levelled by the accelerometer and the points together.',
    asLevel:
      'The sensor did not stand still at the start: with two points it is taken as level. A third one beside their line gives the tilt.',
    byPoints: 'The points give the tilt too: the accelerometer did not tell it.',
  },
};
