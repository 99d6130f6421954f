import { describe, expect, it } from 'vitest';
import { levelledPose } from '../../../src-core/math/levelled-pose.ts';
import { parsePoseText } from '../../../src-core/math/pose-text.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  applyToPoint,
  compose,
  invert,
  multiply3,
  rotationAngle,
  transpose3,
} from '../../../src-core/math/se3.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { EPOCHS_SEED, twoEpochProject } from '../../fixtures/two-epoch-project.ts';
import { SESSIONS_SEED, twoSessionProject } from '../../fixtures/two-session-project.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { engineOn } from './aligning.ts';

const SEED = EPOCHS_SEED;
type Place = [number, number, number];

/** Points of a drive of 4 m, in the frame of the later survey. */
const PICKED: Place[] = [
  [2, 2, 0.4],
  [9, -2.1, -0.3],
  [6, 0.1, 2.4],
];

function angleBetween(a: Rigid, b: { readonly R: readonly number[] }): number {
  return rotationAngle(multiply3(transpose3(a.R), Float64Array.from(b.R)));
}

describe(`surveys without control, asked of the engine (seeds ${SEED}, ${SESSIONS_SEED})`, () => {
  it('are joined by three points and the walls, tried, accepted and taken apart again', async () => {
    const { path, earlierPose, laterPose } = await twoEpochProject(temporaryFolder(), SEED);
    const truth = compose(invert(parsePoseText(earlierPose)), parsePoseText(laterPose));
    const { call } = await engineOn(path);
    const random = seededRandom(SEED);
    const pick = (value: number): number => value + 0.05 * random.normal();
    const pairs = PICKED.map((second) => ({
      first: applyToPoint(truth, ...second).map(pick) as Place,
      second: second.map(pick) as Place,
    }));

    const { T_map1_map2, residuals } = await call('sessions.fitPoints', { pairs });
    expect(residuals).toHaveLength(3);
    // Picks of 5 cm in both maps, on a base of some metres.
    for (const [k, value] of T_map1_map2.t.entries()) expect(Math.abs(value - truth.t[k])).toBeLessThan(0.3);
    await expect(call('sessions.fitPoints', { pairs: pairs.slice(1) })).rejects.toMatchObject({
      code: 'not-determined',
      sentence: { code: 'pairs-few' },
    });

    const request = { first: 1, second: 2, start: { kind: 'frame', T_map1_map2 } } as const;
    const tried = await call('sessions.tryJoin', request);
    // As good as any other join, the error of the picks is gone.
    for (const [k, value] of tried.T_map1_map2.t.entries())
      expect(Math.abs(value - truth.t[k])).toBeLessThan(0.03);
    expect(angleBetween(truth, tried.T_map1_map2)).toBeLessThan(0.005);
    const none = { join: null, isCurrent: false };
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual(none);

    expect(await call('sessions.join', request)).toEqual(tried);
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual({ join: tried, isCurrent: true });
    const [, later] = await call('epochs.list', {});
    expect(later).toMatchObject({ frame: 'joined', joinedTo: 1 });

    await call('sessions.removeJoin', { sessionId: 2 });
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual(none);
    const [, apart] = await call('epochs.list', {});
    expect(apart).toMatchObject({ frame: 'local', joinedTo: null });

    await call('history.undo', {});
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual({ join: tried, isCurrent: true });
    await call('history.undo', {});
    expect(await call('sessions.getJoin', { sessionId: 2 })).toEqual(none);
  });

  it('are placed by azimuth, or by two points, as the simulator has them', async () => {
    const { path, first } = await twoSessionProject(temporaryFolder(), SESSIONS_SEED);
    const truth = first.truth(0);
    const { call } = await engineOn(path);
    const directions = await call('placement.directions', { sessionId: 1 });
    expect(directions.upBy).toBe('accelerometer');
    const [x, y] = [0, 3].map((row) =>
      directions.forward.reduce((sum, value, k) => sum + truth.R[row + k] * value, 0),
    );
    const pose = levelledPose(truth.t, Math.atan2(x, y), directions)!;
    expect(angleBetween(truth, { R: [...pose.R] })).toBeLessThan(3 * directions.upSigma!);

    const pairs = PICKED.slice(0, 2).map((map) => ({ map, grid: applyToPoint(truth, ...map) }));
    const gravity = { up: directions.up, sigma: directions.upSigma! };
    const placed = await call('placement.byPoints', { pairs, gravity });
    // Two points fix azimuth and position; what is left is the roll about their line, by gravity.
    expect(angleBetween(truth, placed.T_grid_map)).toBeLessThan(3 * directions.upSigma!);
    for (const [k, value] of placed.T_grid_map.t.entries())
      expect(Math.abs(value - truth.t[k])).toBeLessThan(3 * directions.upSigma! * 9);
    await expect(call('placement.byPoints', { pairs, gravity: null })).rejects.toMatchObject({
      sentence: { code: 'pairs-few' },
    });
  });
});
