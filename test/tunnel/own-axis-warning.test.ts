import { expect, it } from 'vitest';
import type { Axis } from '../../src-core/model/axis.ts';
import { wholeAxis } from '../../src-core/model/design.ts';
import { NO_RELIABILITY } from '../../src-core/model/reliability.ts';
import { MEASURE_DEFAULTS, measureWall } from '../../src-core/tunnel/volume/measure-drive.ts';
import { driveWithRecesses } from './simple-recess.ts';
import { BAUL } from './solids.ts';

const SEED = 48;
const { line: axisHeight, ...figures } = BAUL;
const design = wholeAxis({ shape: 'baul', ...figures, axisHeight });

it(`a design is told to lie on a line of the survey unless its axis was given (seed ${SEED})`, () => {
  const wall = driveWithRecesses([], 8, SEED);
  const codes = (source: Axis['source'], against: typeof design | null): string[] => {
    const axis = { ...wall.geometry.axis, source };
    const drive = {
      axis,
      travelledAxis: axis,
      wall,
      driven: { from: wall.surveyedFrom, to: wall.surveyedTo },
      unobserved: [],
      points: 0,
    };
    const options = { ...MEASURE_DEFAULTS, chainage: { from: 1, to: 7 }, design: against };
    const { volume } = measureWall(drive, NO_RELIABILITY, options);
    return volume.warnings.map(({ code }) => code);
  };
  expect(codes('given', design)).not.toContain('design-on-own-axis');
  expect(codes('trajectory', null)).not.toContain('design-on-own-axis');
  expect(codes('trajectory', design)).toContain('design-on-own-axis');
  expect(codes('map', design)).toContain('design-on-own-axis');
});
