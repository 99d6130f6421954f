/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'The end must lie behind the start.',
  allSurveyed: 'Longest closed stretch',
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
