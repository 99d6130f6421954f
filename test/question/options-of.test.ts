import { expect, it } from 'vitest';
import { optionsOf } from '../../src-core/question/asked-fields.ts';
import {
  MEASURE_QUESTION_DEFAULTS,
  SURVEY_QUESTION_DEFAULTS,
} from '../../src-core/question/survey-question.ts';
import { measureOptions, profilesOf } from '../../src-core/survey/measure.ts';
import { MEASURE_DEFAULTS } from '../../src-core/tunnel/volume/measure-drive.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';

it('takes the options of a stage from the question by key, and nothing else', () => {
  const defaults = { slab: 0.1, line: 'jambs', depth: null as number | null };
  expect(optionsOf(defaults, {})).toEqual(defaults);
  const question = { slab: 0.2, line: null, depth: 0, sections: 'vertical' };
  expect(optionsOf(defaults, question)).toEqual({ slab: 0.2, line: 'jambs', depth: 0 });
});

it('brings a field that is named as an option of the wall to the wall, with no list between', () => {
  const question = { ...MEASURE_QUESTION_DEFAULTS, minSupport: 7 };
  expect(profilesOf(question)).toEqual({ ...PROFILE_DEFAULTS, minSupport: 7 });
});

it('brings fields that are named as options of the measurement to it, with no list between', () => {
  const { volume } = MEASURE_DEFAULTS;
  const measure = { ...MEASURE_QUESTION_DEFAULTS, stations: [4, 7], lateralSigma: 0.01 };
  const question = { ...SURVEY_QUESTION_DEFAULTS, chainage: { from: 2, to: 9 }, fillSigma: 0.08 };
  const options = measureOptions({ ...question, measure, files: { design: null } }, volume);
  expect(options).toEqual({
    ...MEASURE_DEFAULTS,
    ...{ chainage: { from: 2, to: 9 }, stations: [4, 7], lateralSigma: 0.01 },
    volume: { ...volume, fillSigma: 0.08 },
  });
});
