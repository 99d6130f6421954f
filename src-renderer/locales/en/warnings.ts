/** One headline for each warning code; the sentence with the figures stands below it. */
export default {
  capture: 'The capture is damaged or incomplete; what was lost is not in the map.',
  'sensor-nominal':
    'The sensor was taken as its maker draws it, without the calibration of this unit; do not sign without its metadata.',
  'length-unobserved':
    'The length of the drive was not observed over the whole survey; tie it to a known distance.',
  'scans-not-matched': 'Some scans could not be matched to the map; their poses are predictions.',
  'alignment-not-converged': 'The alignment of some scans did not settle; look at the map before using it.',
  'gyro-not-believed': 'The inertial unit contradicted the walls and was left out.',
  'changed-by-hand': 'A person changed the alignment by hand.',
  'path-aside': 'Part of the path lies away from the axis; branches are not measured.',
  'range-clamped': 'The chainages reach beyond what was surveyed; the volume is that of the surveyed part.',
  'measured-share': 'Part of the wall was hidden from the sensor and was filled in between its neighbours.',
  'methods-disagree':
    'The methods disagree more than usual; take sections nearer together and look at the drawings.',
  gap: 'There is a stretch without enough points; the volume there is interpolated.',
  'stretch-unobserved':
    'The length was not observed over part of the chainages that are measured: the ± of the length and that of the volume are wider for it; tie the stretch to a known distance.',
  'control-left-out':
    'Control points do not agree with the others and hold nothing; check their coordinates and which target they are.',
  'design-on-own-axis':
    'The design stands about a line of this survey, not about the axis of the project; give that axis before over- and underbreak are paid on.',
  'axis-fold': 'The axis bends so sharply that sections meet inside the drive; use a smoother axis.',
  'profile-open': 'At some of the chainages asked for the section is open; they have no area.',
  'points-not-finite': 'Some points are not finite and were left out.',
  'engine-choice': 'Something else than foreseen computes the alignment.',
  'face-unseen': 'The face was not seen; no advance is given.',
  'face-went-back': 'The later face stands behind the earlier one.',
  'axis-short': 'The axis ends before the face; the last section was carried on to it.',
};
