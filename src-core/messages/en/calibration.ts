import { TERMS } from '../terms.ts';

/** Calibration of an instrument by its own scans. */
export const CALIBRATION = {
  'beam-table-foreign':
    'The elevations of the beams are off by up to {degrees} deg against the beam table of {serial}: it is that of another sensor. Import the capture with the metadata of the sensor that made it.',
  'calibrate-distance-sigma': 'A --distance-sigma belongs to a check distance; give --distance too.',
  'calibrate-few-targets':
    'The scans show {count} of the surveyed targets; at least {least} are needed. Set the sensor up where it sees more of them within 8 m, or check the list and the size of the targets.',
  'calibrate-few-targets-cli':
    'The scans show {count} of the surveyed targets; at least {least} are needed. Set the sensor up where it sees more of them within 8 m, or check the list and the size of the targets (--target-size).',
  'calibrate-file-other':
    '{name} is the calibration of sensor {serial}; this capture is of {own}. Give the calibration of that sensor, or --calibration auto.',
  'calibrate-file-unreadable': '{name} is not a calibration; give the calibration.json of socavon calibrate.',
  'calibrate-no-distance':
    'No two plane walls that face each other are {metres} m apart; set the sensor up between two plane walls, and measure the distance between them at its height.',
  'calibrate-not-observed':
    'The scans do not show enough of the same wall from different places to calibrate the sensor; drive at least 5 m, or turn the sensor slowly in a room.',
  'calibrate-several-distances':
    '{count} pairs of walls are about {metres} m apart, so it is not plain which were measured; set the sensor up where only one pair is.',
  'calibrate-target-kind': 'Shape and size of targets belong to surveyed targets; give --control too.',
  'calibrate-targets-aside':
    'The {count} surveyed targets do not show a range error: they stand on one side of the sensor, or agree too badly with their coordinates. Set the sensor up between them, and check the list.',
  'calibration-common-bias': TERMS.commonRangeBias.en,
  'calibration-azimuth': 'azimuth of beam {beam}',
  'calibration-elevation': TERMS.elevationOfBeam.en,
  'calibration-head':
    'Sensor {serial}: {rays} rays on {patches} patches of wall in {scans} scans, scatter {scatter} mm',
  'calibration-imu-delay': TERMS.imuDelay.en,
  'calibration-imu-rotation': TERMS.imuRotation.en,
  'calibration-incidence': TERMS.rangeAtGrazingIncidence.en,
  'calibration-line': '{name} {value} ± {plusMinus} {unit} {state}',
  'calibration-range-offset': 'range of beam {beam}',
  'calibration-signal': TERMS.rangePerDecade.en,
  'calibration-warm-up': 'range after {seconds} s',
  'calibration-state-applied': TERMS.applied.en,
  'calibration-state-not-observed': TERMS.notObserved.en,
  'calibration-state-not-significant': 'not applied',
  'calibration-bound-checked': 'What remains common to all ranges: ± {metres} mm, as measured.',
  'calibration-bound-maker':
    "What is common to all ranges stays in the ± by the maker's bound; a check distance between two walls (--distance) or surveyed targets (--control) measure it.",
  'calibration-stored': 'The project keeps it for sensor {serial}.',
  'range-bias-contradicted':
    'The scans show a range error of {value} ± {plusMinus} m that is common to all beams, beyond the bound of {bound} m that was given; check the bound, or calibrate the sensor by a check distance.',
  'range-bias-contradicted-cli':
    'The scans show a range error of {value} ± {plusMinus} m that is common to all beams, beyond the bound of {bound} m that was given; check the bound, or measure a check distance (socavon calibrate --distance).',
} as const;
