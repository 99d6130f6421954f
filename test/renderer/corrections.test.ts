import { createPinia, setActivePinia } from 'pinia';
import { beforeEach, describe, expect, it } from 'vitest';
import type { DriveObject } from '../../src-core/model/drive-object.ts';
import { checkCorrections, type ObjectCorrection } from '../../src-core/model/object-correction.ts';
import { askedFields } from '../../src-core/question/asked-fields.ts';
import type { QuestionStage } from '../../src-core/question/measure-fields.ts';
import {
  aboutObject,
  emptyDraft,
  isComplete,
  withRectangle,
} from '../../src-renderer/features/sections/correction-draft.ts';
import { OBJECT_COLOURS } from '../../src-renderer/features/sections/object-colours.ts';
import { sectionScale } from '../../src-renderer/features/sections/section-paths.ts';
import { useCorrections } from '../../src-renderer/stores/corrections.ts';
import { useSurveyQuestion } from '../../src-renderer/stores/survey-question.ts';

const BOX: ObjectCorrection = {
  class: 'duct',
  from: 4,
  to: 6,
  leftFrom: -1,
  leftTo: 1,
  upFrom: 0,
  upTo: 2,
};

describe('a rectangle dragged in a section', () => {
  const scale = sectionScale({ left: [-3, 3], up: [-2, 3] });

  it('is where it is drawn: left to the left, up to the top', () => {
    for (const [left, up] of [
      [2, 1],
      [-1.5, -2],
    ])
      expect([scale.left(scale.x(left)), scale.up(scale.y(up))]).toEqual([left, up]);
  });

  it.each([
    [
      { left: 1.204, up: 2 },
      { left: -0.5, up: 0.5 },
    ],
    [
      { left: -0.5, up: 2 },
      { left: 1.204, up: 0.5 },
    ],
  ])('from any corner to the opposite one is a box one metre to either side: %j', (a, b) => {
    const drawn = withRectangle(null, 10, a, b)!;
    expect(drawn).toEqual({
      class: 'unknown',
      from: 9,
      to: 11,
      leftFrom: -0.5,
      leftTo: 1.2,
      upFrom: 0.5,
      upTo: 2,
    });
    expect(isComplete(drawn)).toBe(true);
    expect(() => checkCorrections([drawn])).not.toThrow();
  });

  it('keeps class and length of a draft that the section is in, and takes a new place of one that it is not', () => {
    const corners = [
      { left: 0, up: 0 },
      { left: 1, up: 1 },
    ] as const;
    expect(withRectangle(BOX, 5.5, ...corners)).toMatchObject({ class: 'duct', from: 4, to: 6, leftFrom: 0 });
    expect(withRectangle(BOX, 9, ...corners)).toMatchObject({ class: 'duct', from: 8, to: 10 });
  });

  it('of a click is none', () => {
    expect(withRectangle(null, 10, { left: 1, up: 1 }, { left: 1.01, up: 2 })).toBeNull();
  });
});

describe('a correction in the form', () => {
  it('is complete with every number within its bounds and in order', () => {
    expect(isComplete(emptyDraft(10))).toBe(false);
    expect(isComplete(BOX)).toBe(true);
    expect(isComplete({ ...BOX, leftTo: -1 })).toBe(false);
    expect(isComplete({ ...BOX, upTo: 26 })).toBe(false);
    expect(isComplete({ ...BOX, from: 6.5 })).toBe(false);
  });

  it('about an object contains it', () => {
    const object = { from: 4, to: 6, reach: { left: [-1, 1], up: [0, 2] } } as unknown as DriveObject;
    expect(aboutObject(object, 'rock')).toEqual({
      class: 'rock',
      from: 3.9,
      to: 6.1,
      leftFrom: -1.1,
      leftTo: 1.1,
      upFrom: -0.1,
      upTo: 2.1,
    });
    expect(aboutObject({ ...object, reach: undefined } as unknown as DriveObject, 'rock')).toBeNull();
  });
});

describe('the corrections of a survey', () => {
  beforeEach(() => setActivePinia(createPinia()));

  it('are added and removed one by one, and part of the question', () => {
    const [corrections, question] = [useCorrections(), useSurveyQuestion()];
    const [first, second] = [BOX, { ...BOX, class: 'rock' as const }];
    corrections.add(first);
    corrections.add(second);
    expect(question.measure.corrections).toEqual([first, second]);
    expect(question.asked(1).measure.corrections).toEqual([first, second]);
    corrections.removeAt(0);
    expect(corrections.list).toEqual([second]);
    corrections.removeAt(0);
    expect(question.measure.corrections).toBeNull();
  });

  it('rebuild the wall without gathering the points again', () => {
    const question = useSurveyQuestion();
    const keyOf = (stage: QuestionStage): string => JSON.stringify(askedFields(question, stage));
    const before = [keyOf('gather'), keyOf('measure')];
    useCorrections().add(BOX);
    expect(keyOf('gather')).toBe(before[0]);
    expect(keyOf('measure')).not.toBe(before[1]);
  });

  it('are forgotten with another axis', () => {
    const [corrections, question] = [useCorrections(), useSurveyQuestion()];
    corrections.add(BOX);
    question.askAxis({ reversed: true });
    expect(corrections.list).toEqual([]);
  });
});

/** Surfaces of the dark and of the light theme. */
const SURFACES = ['#1a1e23', '#ffffff'];

describe('the colours of objects', () => {
  it('stand out from a white and from a dark surface by 3:1', () => {
    const linear = (value: number): number =>
      value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    const luminance = (colour: string): number => {
      const [r, g, b] = [1, 3, 5].map((at) => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255));
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (a: number, b: number): number => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    for (const colour of Object.values(OBJECT_COLOURS))
      for (const surface of SURFACES)
        expect([colour, surface, contrast(luminance(colour), luminance(surface)) >= 3]).toEqual([
          colour,
          surface,
          true,
        ]);
  });
});
