import { describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { MEASURE_QUESTION_DEFAULTS, type MeasureQuestion } from '../../src-core/question/survey-question.ts';
import { ExtraFigures } from '../../src-core/survey/measure/extra-figures.ts';
import { driveExtras } from '../../src-core/survey/measure/wall-extras.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../src-core/tunnel/wall/gather-drive.ts';
import { madeWall } from '../tunnel/simple-wall.ts';
import { axisAlong, straight } from '../tunnel/solids.ts';

const [GRADE, RADIUS] = [0.1, 2.5];
const axis = axisAlong(straight(GRADE, [1000, 2000, 300]), 0, 24, 1);
const wall = madeWall({ axis, radius: () => RADIUS, options: { angleBins: 60 } });
const drive: DriveWall = {
  ...{ axis, travelledAxis: axis, wall, unobserved: [], points: 100 },
  driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
};
const measures = measureWall(drive, NO_RELIABILITY, {
  ...MEASURE_DEFAULTS,
  volume: { ...MEASURE_DEFAULTS.volume, every: 1 },
});

function extrasOf(asked: Partial<MeasureQuestion>) {
  const figures = new ExtraFigures(SILENT_CONTEXT);
  const question = { ...MEASURE_QUESTION_DEFAULTS, ...asked };
  return { extras: driveExtras(drive, measures, question, null, 1, figures), figures };
}

describe('figures besides the volume', () => {
  it('are none where none is asked for, and none is missed', () => {
    const { extras, figures } = extrasOf({});
    expect(extras).toEqual({ contour: null, grade: null, clearance: null });
    expect([figures.missing, figures.failed]).toEqual([[], []]);
  });

  it('are each the one that is asked for: the gradient of the floor', () => {
    const grade = { design: null, baseLength: 5 };
    const { extras, figures } = extrasOf({ grade });
    expect([figures.missing, figures.failed]).toEqual([[], []]);
    expect(extras.contour).toBeNull();
    expect(extras.clearance).toBeNull();
    expect(extras.grade!.mean.gradient).toBeCloseTo(GRADE, 6);
  });

  it('are each the one that is asked for: the contour of the rounds', () => {
    const { extras } = extrasOf({ rounds: { by: 'length', start: 3, length: 6 } });
    expect([extras.grade, extras.clearance]).toEqual([null, null]);
    // Sixty sides lie a thousandth within or without the circle.
    const around = 2 * Math.PI * RADIUS;
    expect(extras.contour!).toHaveLength(3);
    for (const { sections } of extras.contour!)
      for (const section of sections) expect(Math.abs(section!.length / around - 1)).toBeLessThan(1e-3);
  });
});
