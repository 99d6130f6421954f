import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { MeasureInput } from '../../src-core/contract/measure-input.ts';
import { SurveyInput } from '../../src-core/contract/survey-requests.ts';
import {
  checkQuestion,
  fieldOf,
  isTaken,
  isWithin,
  MOST_SECTIONS,
  numberRowOf,
} from '../../src-core/question/check-question.ts';
import { FIELD_GROUPS, valueAt } from '../../src-core/question/field.ts';
import { MEASURE_FIELDS } from '../../src-core/question/measure-fields.ts';
import { parametersDoc } from '../../src-core/question/parameters-doc.ts';
import {
  MEASURE_QUESTION_DEFAULTS,
  SURVEY_QUESTION_DEFAULTS,
} from '../../src-core/question/survey-question.ts';
import { addReportOptions } from '../../src-main/hosts/cli/measure-options.ts';

const rows = MEASURE_FIELDS.map((field) => [field.key, field] as const);
const numbers = MEASURE_FIELDS.flatMap((field) =>
  field.kind === 'number' ? [[field.key, field] as const] : [],
);

describe('the table of the measuring options', () => {
  it('has no key and no flag twice', () => {
    for (const of of ['key', 'flag'] as const) {
      const all = MEASURE_FIELDS.flatMap((field) => field[of] ?? []);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it.each(rows)(
    '%s has label and help in both languages, and a default or the words for none',
    (_, field) => {
      for (const texts of [field.label, field.help])
        expect([texts.es.trim(), texts.en.trim()]).not.toContain('');
      if (field.default === null) expect(field.otherwise?.es.trim()).toBeTruthy();
      if (field.kind === 'choice' && field.default !== null)
        expect(field.choices.map(({ value }) => value)).toContain(field.default);
    },
  );

  it.each(numbers)('%s has a least below its greatest, and its default between them', (_, field) => {
    expect(field.min).toBeLessThan(field.max);
    if (field.default !== null) expect(isWithin(field.default, field)).toBe(true);
  });

  it('gives the same defaults to the question and to the wire', () => {
    expect(MeasureInput.parse({})).toEqual(MEASURE_QUESTION_DEFAULTS);
    expect(SurveyInput.parse({ sessionId: 1 })).toMatchObject(SURVEY_QUESTION_DEFAULTS);
    expect(SURVEY_QUESTION_DEFAULTS).toMatchObject({ interval: 0.5, rangeBias: null, chainage: null });
  });

  it('is what docs/parameters.md says: npm run docs:parameters', () => {
    const file = readFileSync(join(import.meta.dirname, '../../docs/parameters.md'), 'utf8');
    expect(file).toBe(parametersDoc());
  });

  it('gives the command line its options, in groups', () => {
    const command = addReportOptions(new Command('report'));
    const help = command.helpInformation();
    let last = -1;
    for (const { en } of Object.values(FIELD_GROUPS)) {
      const place = help.indexOf(`${en}:`);
      expect(place).toBeGreaterThan(last);
      last = place;
    }
    const flags = MEASURE_FIELDS.flatMap(({ flag }) => flag ?? []);
    expect(command.options.map((option) => option.flags).toSorted()).toEqual(flags.toSorted());
  });
});

describe('a form row of a number', () => {
  it('is a field, or a part of a compound field that has a label of its own', () => {
    expect(numberRowOf('payLimit')).toBe(fieldOf('payLimit', 'number'));
    expect(numberRowOf('measure.vehicle.width')).toMatchObject({
      label: { en: 'Width' },
      unit: 'm',
      max: 30,
    });
    for (const path of ['measure.vehicle.placement.left', 'measure.vehicle.nothing'])
      expect(() => numberRowOf(path)).toThrow(path);
    expect(() => fieldOf('payLimit', 'choice')).toThrow('payLimit');
  });

  it('may be empty where the table says what that means', () => {
    expect(isTaken(null, numberRowOf('measure.vehicle.wheelbase'))).toBe(true);
    expect(isTaken(null, numberRowOf('measure.vehicle.width'))).toBe(false);
    expect(isTaken(2.5, numberRowOf('measure.vehicle.width'))).toBe(true);
    expect(isTaken(31, numberRowOf('measure.vehicle.width'))).toBe(false);
  });
});

describe('a number outside of its bounds', () => {
  it.each<[object, RegExp]>([
    [{ interval: 1e-6 }, /^--interval cannot be 0\.000001 m; it takes 0\.01 to 100 m\.$/],
    [
      { chainage: { from: 0, to: 1e9 } },
      /^--chainage cannot be 1000000000 m; it takes -1000000 to 1000000 m\.$/,
    ],
    [{ rangeBias: 30 }, /^--range-bias cannot be 30 m/],
    [{ measure: { stations: [1, 2, -2e6] } }, /^--stations cannot be -2000000 m/],
    [{ measure: { axis: { elevation: 1e5 } } }, /^--axis-elevation/],
    [{ measure: { rounds: { by: 'list', rounds: [{ name: '1', from: 0, to: 1e7 }] } } }, /^--rounds/],
    [{ measure: { rounds: { by: 'length', start: 0, length: 1e-4 } } }, /^--round-length/],
    [{ measure: { vehicle: { width: 300 } } }, /^--vehicle cannot be 300 m; it takes 0\.1 to 30 m\.$/],
  ])('%j is refused by flag, value and bounds', (question, message) => {
    expect(() => checkQuestion(question)).toThrow(message);
  });

  it.each(['interval', 'rangeBias', 'payLimit', 'measure.axis.start'])(
    '%s is refused on the wire too',
    (key) => {
      const field = MEASURE_FIELDS.find((row) => row.key === key)!;
      expect(field.kind === 'number' && isWithin(field.max * 1.01, field)).toBe(false);
      const [name, ...inner] = key.split('.').toReversed();
      const beyond = inner.reduce<object>((value, at) => ({ [at]: value }), {
        [name]: (field as { max: number }).max * 1.01,
      });
      expect(SurveyInput.safeParse({ sessionId: 1, ...beyond }).success).toBe(false);
      expect(valueAt(beyond, key)).toBeGreaterThan((field as { max: number }).max);
    },
  );

  it('refuses more sections than any drive needs, and no fewer', () => {
    checkQuestion({ interval: 0.5, chainage: { from: 0, to: 0.5 * MOST_SECTIONS } });
    expect(() =>
      checkQuestion({ interval: 0.5, chainage: { from: 0, to: 0.5 * MOST_SECTIONS + 1 } }),
    ).toThrow(/20002 sections; at most 20000/);
  });

  it('lets the defaults pass', () => {
    expect(() => checkQuestion(SURVEY_QUESTION_DEFAULTS)).not.toThrow();
  });
});
