import { expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { NO_RELIABILITY } from '../../../src-core/model/reliability.ts';
import { MEASURE_QUESTION_DEFAULTS } from '../../../src-core/question/survey-question.ts';
import { ExtraFigures } from '../../../src-core/survey/measure/extra-figures.ts';
import { driveExtras } from '../../../src-core/survey/measure.ts';
import { unrollWithLayers } from '../../../src-core/tunnel/design/unrolled-layers.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../../src-core/tunnel/volume/measure-drive.ts';
import type { DriveWall } from '../../../src-core/tunnel/wall/gather-drive.ts';
import { answerWall } from '../../../src-renderer/workers/wall-questions.ts';
import { madeWall } from '../../tunnel/simple-wall.ts';
import { axisAlong, bend } from '../../tunnel/solids.ts';

/** As the vehicle and the floor are asked for in a report. */
const VEHICLE = {
  width: 2,
  height: 2.2,
  groundClearance: 0.3,
  length: 6,
  wheelbase: 3,
  placement: 'best',
} as const;
const GRADE = { baseLength: 5, design: null };
const INTERVAL = 0.5;

it('the window says of floor, clearance and flat wall what the report says, to the last bit', () => {
  const axis = axisAlong(bend(25), 0, 20, 0.5);
  const wall = madeWall({
    axis,
    radius: (chainage, angle) => 2.2 + 0.1 * Math.sin(3 * angle + chainage) + 0.02 * Math.cos(5 * chainage),
  });
  const drive: DriveWall = {
    axis,
    travelledAxis: axis,
    wall,
    driven: { from: 0, to: 20 },
    unobserved: [],
    points: 0,
  };
  const volume = { ...MEASURE_DEFAULTS.volume, every: INTERVAL };
  const options = { ...MEASURE_DEFAULTS, volume, chainage: { from: 2, to: 17.3 } };
  const measures = measureWall(drive, NO_RELIABILITY, options);
  const measure = { ...MEASURE_QUESTION_DEFAULTS, grade: GRADE, vehicle: VEHICLE };
  const report = driveExtras(drive, measures, measure, null, INTERVAL, new ExtraFigures(SILENT_CONTEXT));

  const { chainageFrom: from, chainageTo: to } = measures.volume;
  const chainage = { from, to };
  const { placement, ...vehicle } = VEHICLE;
  const sections = { chainage, interval: INTERVAL };
  expect(structuredClone(answerWall(drive, 'grade', { ...sections, ...GRADE }))).toEqual(report.grade);
  const passes = structuredClone(answerWall(drive, 'clearance', { ...sections, vehicle, placement }));
  expect(passes).toEqual({ ...report.clearance, vehicle });
  const flat = { chainage, design: null, convergence: null };
  expect(structuredClone(answerWall(drive, 'unroll', flat))).toEqual(unrollWithLayers(wall, flat));
});
