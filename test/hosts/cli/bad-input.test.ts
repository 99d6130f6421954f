import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { type BadSurvey, surveyBadDrive } from './bad-drive.ts';

const SEED = 3;

function codesOf({ volume }: BadSurvey): string[] {
  return volume().warnings.map(({ code }) => code);
}

/** Expects that the ± of the void per metre contains the truth. */
function expectCovered({ volume, truth }: BadSurvey): void {
  const { perMetre } = volume();
  expect(Math.abs(perMetre.value - truth(volume()))).toBeLessThan(perMetre.plusMinus);
}

describe(`a survey of bad input (seed ${SEED})`, () => {
  it.runIf(IS_LONG)('of nothing but dust is refused in one sentence that says so', async () => {
    const dust = [{ from: 0, to: 30, rate: 2, extinction: 2 }];
    const { ending, out } = await surveyBadDrive({ options: { dust } }, SEED);
    expect(ending.status).toBe(1);
    const errors = ending.stderr.split('\n').filter((line) => line.startsWith('error: '));
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(
      /^error: There is no wall to measure\. The returns scatter by 0\.\d\d m .*dust/,
    );
    expect(ending.stderr).not.toMatch(/^\s+at /m);
    expect(existsSync(join(out, 'volume.json'))).toBe(false);
  });

  it.runIf(IS_LONG)('in dust all along says so, and that little of the wall was seen', async () => {
    const dust = [{ from: 0, to: 30, rate: 0.05, extinction: 0.05 }];
    const survey = await surveyBadDrive({ options: { dust } }, SEED);
    expect(codesOf(survey)).toEqual(expect.arrayContaining(['returns-scatter', 'measured-share']));
  });

  it.runIf(IS_LONG)(
    'between wet walls, of which few rays come back, says what was not measured',
    async () => {
      const survey = await surveyBadDrive({ options: { dropout: 0.6 } }, SEED);
      expect(codesOf(survey)).toEqual(expect.arrayContaining(['gap', 'measured-share']));
      expectCovered(survey);
      const wetter = await surveyBadDrive({ options: { dropout: 0.85 } }, SEED);
      expect(codesOf(wetter)).toEqual(expect.arrayContaining(['gap', 'measured-share']));
      expectCovered(wetter);
      expect(wetter.volume().perMetre.plusMinus).toBeGreaterThan(2 * survey.volume().perMetre.plusMinus);
    },
  );

  it.runIf(IS_LONG).each([0.1, 0.4])(
    'behind mesh everywhere, of which %f of the rays come back, says what it may hide',
    async (share) => {
      const mesh = [{ least: 0.05, most: 0.1, share, from: 0, to: 30, fromDeg: -5, toDeg: 185 }];
      const survey = await surveyBadDrive({ options: { mesh } }, SEED);
      expect(codesOf(survey)).toContain('mesh-hides-rock');
      expectCovered(survey);
    },
  );

  it.runIf(IS_LONG)('with the beam table of another sensor names it in every product', async () => {
    const { ending, out, volume } = await surveyBadDrive(
      {
        // Elevations of single units of one product line differ by some tenths of a degree.
        metadata: ({ beam_altitude_angles: angles }) => {
          angles.forEach((angle, i) => {
            if (angle !== 0) angles[i] = angle + 0.35 * Math.sin(2.3 * i);
          });
        },
      },
      SEED,
    );
    expect(ending).toMatchObject({ status: 0 });
    const warning = volume().warnings.find(({ code }) => code === 'beam-table');
    expect(warning?.message).toContain('it is that of another sensor');
    expect(ending.stderr).toContain(warning!.message);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('es la de otro sensor');
  });

  it.runIf(IS_LONG)('with a range bias bound that its scans contradict says so, and covers', async () => {
    const survey = await surveyBadDrive(
      { options: { rangeBias: 0.03 }, run: ['--range-bias', '0.001'] },
      SEED,
    );
    expect(codesOf(survey)).toEqual(expect.arrayContaining(['range-bias-contradicted', 'halves-differ']));
    expectCovered(survey);
    const right = await surveyBadDrive({ options: {}, run: ['--range-bias', '0.001'] }, SEED);
    expect(codesOf(right)).not.toContain('range-bias-contradicted');
    expect(codesOf(right)).not.toContain('halves-differ');
  });
});
