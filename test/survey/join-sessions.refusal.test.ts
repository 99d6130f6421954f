import { expect } from 'vitest';
import { JOIN_DEFAULTS } from '../../src-core/closing/joins/join-question.ts';
import { exp } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { JoinStart } from '../../src-core/model/session-join.ts';
import { joinSessions } from '../../src-core/survey/join-sessions.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { type Survey, surveyOf, truePoses, twoSurveys } from '../closing/joins/two-sessions.ts';
import { describe, IS_LONG, it, tiered } from '../support/tier.ts';

const SEED = 3;

function join(first: Survey, second: Survey, start: JoinStart) {
  return joinSessions(
    { source: first.source, poses: truePoses(first) },
    { source: second.source, poses: truePoses(second) },
    start,
    JOIN_DEFAULTS,
    SILENT_CONTEXT,
  );
}

describe(`sessions that cannot be joined (seed ${SEED})`, () => {
  const rough = twoSurveys('rough', SEED);
  /** The very drive of the second session, but in its own rock. */
  const own = simulateDrive(rough.second.drive.options);
  const elsewhere = surveyOf(own, own);

  const places: [string, JoinStart][] = [
    ['found', { kind: 'search' }],
    ['given', { kind: 'pose', T_map1_sensor: exp([0, 0, 0, 10, 0, 0.5]) }],
  ];
  it.each(tiered(places, []))('refuses a drive in other rock, its place %s', async (_, start) => {
    await expect(join(rough.first, elsewhere, start)).rejects.toMatchObject({
      code: 'not-determined',
      message: expect.stringMatching(/no two places were found that both have seen/),
    });
  });

  it.runIf(IS_LONG)('refuses a smooth drive: nothing tells how far in the second begins', async () => {
    const smooth = twoSurveys('smooth', SEED);
    await expect(join(smooth.first, smooth.second, { kind: 'search' })).rejects.toMatchObject({
      code: 'not-determined',
      message: expect.stringMatching(/length-unobserved/),
    });
  });

  it('refuses a rough pose from where the two do not meet', async () => {
    const start: JoinStart = { kind: 'pose', T_map1_sensor: exp([0, 0, 0, 500, 0, 0]) };
    await expect(join(rough.first, rough.second, start)).rejects.toMatchObject({ code: 'not-determined' });
  });

  it('refuses a chainage off the way of the first, and a session without poses', async () => {
    await expect(join(rough.first, rough.second, { kind: 'near', chainage: 99 })).rejects.toMatchObject({
      code: 'chainage-range',
    });
    const none = { source: rough.second.source, poses: [] };
    const first = { source: rough.first.source, poses: truePoses(rough.first) };
    await expect(
      joinSessions(first, none, { kind: 'search' }, JOIN_DEFAULTS, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'too-few-points' });
  });
});
