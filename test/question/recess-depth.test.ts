import { Command } from 'commander';
import { expect, it } from 'vitest';
import { MeasureInput } from '../../src-core/contract/measure-input.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { MEASURE_QUESTION_DEFAULTS } from '../../src-core/question/survey-question.ts';
import { profilesOf } from '../../src-core/survey/measure.ts';
import { surveySteps } from '../../src-core/survey/publish/survey-steps.ts';
import { SURVEY_DEFAULTS } from '../../src-core/survey/survey-request.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { measureFromOptions } from '../../src-main/hosts/cli/measure-from-options.ts';
import { addReportOptions } from '../../src-main/hosts/cli/measure-options.ts';
import { surveyRequestOf } from '../../src-main/jobs/session/survey-inputs.ts';
import { driveWithRecesses, type MadeRecess } from '../tunnel/simple-recess.ts';

const NICHE: MadeRecess = { side: 'left', from: 5.03, to: 7.07, depth: 1, height: 2.3 };

it('counts a niche of 1 m as overbreak where a niche is asked to be deeper', () => {
  const { geometry, firstSlab, centre, grid } = driveWithRecesses([NICHE], 16, 47);
  const measuredAt = (recessDepth: number) => {
    const options = profilesOf({ ...MEASURE_QUESTION_DEFAULTS, recessDepth });
    return volumeBetween(new WallSurface(geometry, options, firstSlab, centre, grid), 1, 15);
  };
  const [usual, deep] = [measuredAt(0.6), measuredAt(1.5)];
  expect(usual.recesses.map(({ name }) => name)).toEqual(['N1']);
  expect(deep.recesses).toEqual([]);
  expect(deep.volume).toEqual(usual.volume);
  expect(deep.drive.value).toBeCloseTo(usual.drive.value + usual.recesses[0].volume.value, 9);
});

it('takes its usual depth where nobody asks', () => {
  expect(profilesOf(MEASURE_QUESTION_DEFAULTS)).toEqual(PROFILE_DEFAULTS);
});

it('goes from the command line into the measurement and the parameters of the report', async () => {
  const command = addReportOptions(new Command())
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  const options = command.parse(['--recess-depth', '1.5'], { from: 'user' }).opts();
  const asked = await measureFromOptions(options, SILENT_CONTEXT);
  expect(asked.measure).toEqual({ ...MEASURE_QUESTION_DEFAULTS, recessDepth: 1.5 });
  const request = await surveyRequestOf(asked, 'es', SILENT_CONTEXT);
  const steps = surveySteps(request, SURVEY_DEFAULTS, {
    captureHash: 'capture',
    sensor: { productLine: 'OS-1-16' },
    engine: { kind: 'cpu' },
    edits: [],
    hash: JSON.stringify,
  });
  expect(steps.find(({ stage }) => stage === 'measure')!.options['profiles.recess.minDepth']).toBe(1.5);
  expect(() =>
    addReportOptions(new Command())
      .exitOverride()
      .configureOutput({ writeErr: () => {} })
      .parse(['--recess-depth', '0.1'], { from: 'user' }),
  ).toThrow(/--recess-depth.*0\.2 to 3 m/);
  expect(MeasureInput.safeParse({ recessDepth: 5 }).success).toBe(false);
});
