import { describe, expect, it } from 'vitest';
import { MeasureInput } from '../../src-core/contract/measure-input.ts';
import { parseCorrectionsCsv } from '../../src-core/io/tables/corrections-csv.ts';
import { CORRECTION_CLASSES, checkCorrections } from '../../src-core/model/object-correction.ts';
import { checkQuestion, numberRowOf } from '../../src-core/question/check-question.ts';
import { MEASURE_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { profilesOf } from '../../src-core/survey/measure.ts';

const BOX = { class: 'duct', from: 4, to: 6, leftFrom: -1, leftTo: 1, upFrom: 0.5, upTo: 2 } as const;
const TABLE = 'class,from,to,left_from,left_to,up_from,up_to\nduct,4,6,-1,1,0.5,2\n';

describe('the corrections of the survey question', () => {
  it('are none by default, and taken whole', () => {
    expect(MeasureInput.parse({}).corrections).toBeNull();
    expect(MeasureInput.parse({ corrections: [BOX] }).corrections).toEqual([BOX]);
    expect(profilesOf(MEASURE_QUESTION_DEFAULTS).corrections).toEqual([]);
    expect(profilesOf({ ...MEASURE_QUESTION_DEFAULTS, corrections: [BOX] }).corrections).toEqual([BOX]);
  });

  it.each([
    ['an unknown class', { ...BOX, class: 'water' }],
    ['a side out of reach', { ...BOX, leftTo: 25.5 }],
    ['a missing side', { ...BOX, upTo: undefined }],
    ['another key', { ...BOX, depth: 1 }],
  ])('are refused on the wire with %s', (_, box) => {
    expect(MeasureInput.safeParse({ corrections: [box] }).success).toBe(false);
  });

  it('have their sides checked by flag and bounds, and rows for a form', () => {
    expect(() => checkQuestion({ measure: { corrections: [BOX, { ...BOX, upFrom: -26 }] } })).toThrow(
      /^--corrections cannot be -26 m; it takes -25 to 25 m\.$/,
    );
    expect(numberRowOf('measure.corrections.*.leftFrom')).toMatchObject({ unit: 'm', min: -25, max: 25 });
  });
});

describe('corrections as CSV', () => {
  it.each(CORRECTION_CLASSES)('are read: %s', (name) => {
    const box = { ...BOX, class: name };
    expect(parseCorrectionsCsv(TABLE.replace('duct', name), 'boxes.csv')).toEqual([box]);
    expect(parseCorrectionsCsv(`${TABLE}${name},4,6,-1,1,0.5,2\n`, 'boxes.csv')).toEqual([BOX, box]);
  });

  it('may have their columns in any order, in Spanish, with semicolons', () => {
    const text =
      'desde;hasta;clase;izquierda_desde;izquierda_hasta;altura_desde;altura_hasta\n4;6;Duct;-1;1;0.5;2';
    expect(parseCorrectionsCsv(text, 'cajas.csv')).toEqual([BOX]);
  });

  it.each([
    [TABLE.replace('up_to', 'top'), 'The corrections cannot be used: boxes.csv lacks the column up_to;'],
    [TABLE.replace('duct', 'bag'), 'boxes.csv, line 2: "bag" is no class; write one of duct, pipe,'],
    [TABLE.replace(',6,', ',six,'), 'boxes.csv, line 2: "duct, 4, six, -1, 1, 0.5, 2" lacks a number'],
  ])('are refused by line: %j', (text, words) => {
    expect(() => parseCorrectionsCsv(text, 'boxes.csv')).toThrow(words);
  });

  it('with a reversed box are refused by its number', () => {
    const boxes = parseCorrectionsCsv(`${TABLE}rock,6,4,-1,1,0.5,2\n`, 'boxes.csv');
    expect(() => checkCorrections(boxes)).toThrow(
      'Correction 2 runs from chainage 6 to 4, which is empty or reversed; the start must be smaller than the end.',
    );
  });
});
