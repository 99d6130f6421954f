import { beforeAll, describe, expect, it } from 'vitest';
import { JOIN_DEFAULTS, type JoinOptions } from '../../src-core/closing/joins/join-question.ts';
import type { JoinSide } from '../../src-core/closing/joins/join-side.ts';
import { compose, exp, invert } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { JoinStart, SessionJoin } from '../../src-core/model/session-join.ts';
import { joinSessions } from '../../src-core/survey/join-sessions.ts';
import { foundPoses, joinError, type Survey, truePoses, twoSurveys } from '../closing/joins/two-sessions.ts';
import { IS_LONG, tiered } from '../support/tier.ts';

const SEED = 1;
const SEARCH: JoinStart = { kind: 'search' };

/**
 * Largest error of a position of the second survey, and the root mean square of the rotations: a single scan's rotation
 * sways by a tenth of a degree with the odometry's motion within it, which is no matter of the join.
 */
function errorsOf(first: Survey, second: Survey, { poses }: SessionJoin) {
  const errors = poses.map(({ scanIndex, T_map1_sensor }) =>
    joinError(first, second, scanIndex, T_map1_sensor),
  );
  const squared = errors.reduce((sum, { degrees }) => sum + degrees ** 2, 0);
  return {
    metres: Math.max(...errors.map(({ metres }) => metres)),
    degrees: Math.sqrt(squared / errors.length),
  };
}

describe(`joining a second session that begins 10 m farther in (rock of seed ${SEED}, all else of ${SEED + 1000})`, () => {
  const surveys = twoSurveys('rough', SEED);
  let first: JoinSide;
  let second: JoinSide;
  let found: SessionJoin;
  const join = async (start: JoinStart, options: JoinOptions = JOIN_DEFAULTS) =>
    (await joinSessions(first, second, start, options, SILENT_CONTEXT)).value;

  beforeAll(async () => {
    const poses = IS_LONG ? foundPoses : truePoses;
    first = { source: surveys.first.source, poses: await poses(surveys.first) };
    second = { source: surveys.second.source, poses: await poses(surveys.second) };
    found = await join(SEARCH);
  });

  it('finds it without being told where, and leaves both as they were to the bit', async () => {
    const before = structuredClone([first.poses, second.poses]);
    const again = await join(SEARCH);
    expect([first.poses, second.poses]).toEqual(before);
    expect(again).toEqual(found);
    expect(again.firstPoses).toBeNull();
    expect(again.poses.map(({ scanIndex }) => scanIndex)).toEqual(
      second.poses.map(({ scanIndex }) => scanIndex),
    );
    const error = errorsOf(surveys.first, surveys.second, again);
    expect(error.metres).toBeLessThan(0.03);
    expect(error.degrees).toBeLessThan(0.1);
  });

  it('says what it rests on, and how sure it is', () => {
    const held = found.places.filter(({ accepted }) => accepted);
    expect(held.length).toBeGreaterThanOrEqual(3);
    for (const { figures, refusal, chi2 } of held) {
      expect(refusal).toBe('none');
      expect(figures.inlierShare).toBeGreaterThan(0.95);
      expect(figures.rms).toBeLessThan(0.03);
      expect(chi2).toBeLessThan(JOIN_DEFAULTS.criteria.gate);
    }
    for (const { scanIndex, T_map_sensor, covariance: C } of found.anchors) {
      const { metres } = joinError(surveys.first, surveys.second, scanIndex, T_map_sensor);
      // The first session's own error is not in it, but over 20 m that is millimetres.
      expect(metres).toBeLessThan(3 * Math.sqrt(C[21] + C[28] + C[35]) + 0.01);
    }
  });

  it('takes the frame of the second to that of the first', () => {
    const [{ T_map1_sensor }] = found.poses;
    const there = compose(found.T_map1_map2, second.poses[0].T_map_sensor);
    expect(Math.hypot(...compose(invert(there), T_map1_sensor).t)).toBeLessThan(1e-9);
  });

  it('gives the same from a rough pose and from a rough chainage', async () => {
    const off = exp([0.02, -0.03, 0.08, 1.2, 0.4, -0.3]);
    const T_map1_sensor = compose(found.poses[0].T_map1_sensor, off);
    const starts: JoinStart[] = [
      { kind: 'near', chainage: 8 },
      { kind: 'pose', T_map1_sensor },
    ];
    for (const start of tiered(starts, starts.slice(0, 1))) {
      const error = errorsOf(surveys.first, surveys.second, await join(start));
      expect(error.metres).toBeLessThan(0.03);
      expect(error.degrees).toBeLessThan(0.1);
    }
  });

  it.runIf(IS_LONG)('keeps mine coordinates to the millimetre', async () => {
    const far = Float64Array.of(8_612_345.5, 412_345.25, 4_100.125);
    const poses = first.poses.map((pose) => ({
      ...pose,
      T_map_sensor: { R: pose.T_map_sensor.R, t: pose.T_map_sensor.t.map((value, i) => value + far[i]) },
    }));
    const { value } = await joinSessions(
      { ...first, poses },
      second,
      { kind: 'near', chainage: 10 },
      JOIN_DEFAULTS,
      SILENT_CONTEXT,
    );
    const here = await join({ kind: 'near', chainage: 10 });
    value.poses.forEach(({ T_map1_sensor: { t } }, k) => {
      for (let i = 0; i < 3; i++) expect(t[i] - far[i]).toBeCloseTo(here.poses[k].T_map1_sensor.t[i], 3);
    });
  });

  it.runIf(IS_LONG)('moves the first only where that is asked, and then as a result of its own', async () => {
    const before = structuredClone(first.poses);
    const { firstPoses, ...joined } = await join(
      { kind: 'near', chainage: 10 },
      { ...JOIN_DEFAULTS, both: true },
    );
    expect(first.poses).toEqual(before);
    expect(firstPoses).toHaveLength(first.poses.length);
    const moved = firstPoses!.map(({ T_map1_sensor }, i) =>
      Math.hypot(...compose(invert(first.poses[i].T_map_sensor), T_map1_sensor).t),
    );
    expect(moved[0]).toBeLessThan(1e-6);
    expect(Math.max(...moved)).toBeGreaterThan(1e-6);
    expect(Math.max(...moved)).toBeLessThan(0.03);
    expect(errorsOf(surveys.first, surveys.second, { ...joined, firstPoses }).metres).toBeLessThan(0.03);
  });

  it('stops when asked to', async () => {
    const cancel = { cancelled: true };
    await expect(
      joinSessions(first, second, SEARCH, JOIN_DEFAULTS, { ...SILENT_CONTEXT, cancel }),
    ).rejects.toThrow(CancelledError);
  });
});

describe.runIf(IS_LONG)(`joining a session that was driven the other way (rock of seed ${SEED + 1})`, () => {
  const { first, second } = twoSurveys('rough', SEED + 1, { outAndBack: true });

  it('finds it turned round', async () => {
    const back = truePoses(second, Math.round(second.drive.scans / 2) + 12);
    const { value } = await joinSessions(
      { source: first.source, poses: truePoses(first) },
      { source: second.source, poses: back },
      SEARCH,
      JOIN_DEFAULTS,
      SILENT_CONTEXT,
    );
    const error = errorsOf(first, second, value);
    expect(error.metres).toBeLessThan(0.03);
    expect(error.degrees).toBeLessThan(0.1);
  });
});
