import { HEADINGS, TERMS } from '../../../src-core/messages/terms.ts';

/** What a survey is asked for: range, sections, axis, rounds. */
export default {
  rangeFault: 'The end must lie behind the start.',
  allSurveyed: 'Longest closed stretch',
  givenAxis: 'a file',
  chooseAxis: 'Choose an axis file…',
  howCut: HEADINGS.sections.en,
  rounds: {
    way: 'Rounds',
    ways: { none: TERMS.none.en, length: 'of one length', list: 'by their faces' },
    faces: 'Chainages of the faces',
    tooFew: 'At least two chainages are needed.',
  },
};
