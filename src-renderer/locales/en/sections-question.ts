/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'The end must lie behind the start.',
  allSurveyed: 'Whole survey',
  origin: 'First scan in the mine grid',
  originHelp: 'x y z qx qy qz qw, in metres; empty: the first scan is the origin',
  originFault: 'Seven numbers are needed, the last four a quaternion of length 1.',
  givenAxis: 'a file',
  chooseAxis: 'Choose an axis file…',
  howCut: 'Sections',
  rounds: {
    way: 'Rounds',
    ways: { none: 'none', length: 'of one length', list: 'by their faces' },
    faces: 'Chainages of the faces',
    tooFew: 'At least two chainages are needed.',
  },
};
