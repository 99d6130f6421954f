import { beforeAll, describe, expect } from 'vitest';
import { JOIN_DEFAULTS } from '../../src-core/closing/joins/join-question.ts';
import type { CloudJoinSide, JoinSide } from '../../src-core/closing/joins/join-side.ts';
import { applyToPoint, compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { JoinStart, SessionJoin } from '../../src-core/model/session-join.ts';
import { joinSessions } from '../../src-core/survey/join-sessions.ts';
import { simulateDrive } from '../../src-simulate/drive.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { cloudSide, scannedRock } from '../closing/joins/cloud-of-rock.ts';
import { truePoses, twoSurveys } from '../closing/joins/two-sessions.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';

const SEED = 3;
const SEARCH: JoinStart = { kind: 'search' };
/** Mine grid, turned by 126 degrees and tilted by two. */
const T_mine_world = compose(
  { R: exp([0.02, -0.03, 0, 0, 0, 0]).R, t: Float64Array.of(356_789.25, 9_123_456.789, 4210.5) },
  exp([0, 0, 2.2, 0, 0, 0]),
);
const T_local_world = exp([-0.02, 0.01, -1, 5, -8, 2]);

const joined = async (first: JoinSide, second: JoinSide, start: JoinStart = SEARCH) =>
  (await joinSessions(first, second, start, JOIN_DEFAULTS, SILENT_CONTEXT)).value;

/** Largest error of the second session's poses, and the least and largest stated standard deviation, m. */
function errorsOf(second: JoinSide, { poses, anchors }: SessionJoin, T_map1_map2: Rigid) {
  const off = poses.map(({ T_map1_sensor }, i) =>
    compose(invert(compose(T_map1_map2, second.poses[i].T_map_sensor)), T_map1_sensor),
  );
  const sigmas = anchors.map(({ covariance: C }) => Math.sqrt(C[21] + C[28] + C[35]));
  return {
    metres: Math.max(...off.map(({ t }) => Math.hypot(...t))),
    radians: Math.max(...off.map(({ R }) => rotationAngle(R))),
    sigma: Math.max(...sigmas),
  };
}

describe(`joining clouds of other scanners (rock of seed ${SEED})`, () => {
  const { first } = twoSurveys('rough', SEED);
  let scans: JoinSide;
  let mine: CloudJoinSide;
  let local: CloudJoinSide;
  let localCloud: PointCloud[];
  beforeAll(() => {
    scans = { source: first.source, poses: truePoses(first) };
    mine = cloudSide(scannedRock(first.drive, { from: 8, to: 36, seed: SEED + 1 }, T_mine_world));
    localCloud = scannedRock(first.drive, { from: 4, to: 22, seed: SEED + 2 }, T_local_world);
    local = cloudSide(localCloud);
  });
  const sides = () =>
    ({
      'a cloud in scans': [scans, mine, invert(compose(T_mine_world, first.truth(0)))],
      'scans in a cloud at mine coordinates': [mine, scans, compose(T_mine_world, first.truth(0))],
      'a cloud in a cloud': [mine, local, compose(T_mine_world, invert(T_local_world))],
    }) as const;

  const ways = ['a cloud in scans', 'scans in a cloud at mine coordinates', 'a cloud in a cloud'] as const;
  it.each(tiered(ways, [ways[1]]))(
    'finds %s by the relief of the walls, within the ± that it states',
    async (name) => {
      const [one, other, truth] = sides()[name];
      const found = await joined(one, other);
      const { metres, radians, sigma } = errorsOf(other, found, truth);
      // Millimetres by thousands of points; the odometry's sway within a scan is none of it, the poses are true.
      expect(metres).toBeLessThan(0.006);
      expect(radians).toBeLessThan(0.001);
      expect(metres).toBeLessThan(2 * sigma);
      // 5 mm of place of each stated cloud at least; it is no estimate to the metre either.
      expect(sigma).toBeGreaterThan(0.005);
      expect(sigma).toBeLessThan(0.05);
      expect(found.places.filter(({ accepted }) => accepted).length).toBeGreaterThanOrEqual(3);
      expect(found.firstPoses).toBeNull();
    },
  );

  it.runIf(IS_LONG)('lays every position of a cloud by one transform', async () => {
    const { T_map1_map2, poses } = await joined(scans, mine);
    for (const [i, { T_map1_sensor }] of poses.entries()) {
      const there = compose(T_map1_map2, mine.poses[i].T_map_sensor);
      expect(Math.hypot(...compose(invert(there), T_map1_sensor).t)).toBeLessThan(1e-6);
    }
  });

  it.runIf(IS_LONG)('takes a rough frame, such as of points picked in both', async () => {
    const truth = compose(T_mine_world, invert(T_local_world));
    const T_map1_sensor = compose(
      compose(truth, local.poses[0].T_map_sensor),
      exp([0.02, -0.02, 0.06, 0.9, 0.4, -0.3]),
    );
    const found = await joined(mine, local, { kind: 'pose', T_map1_sensor });
    expect(errorsOf(local, found, truth).metres).toBeLessThan(0.006);
  });

  it.runIf(IS_LONG)('covers a mobile mapper whose lengths are wrong by what is stated of them', async () => {
    const share = 0.003;
    const stretched = localCloud.map(({ origin, xyz, ...cloud }) => ({
      ...cloud,
      origin: origin.map((value) => value * (1 + share)) as [number, number, number],
      xyz: xyz.map((value) => value * (1 + share)),
    }));
    const mobile = cloudSide(stretched, 'mobile');
    const found = await joined(mine, mobile);
    const truth = compose(T_mine_world, invert(T_local_world));
    // Where the true point lies against where the join puts it, at each anchor, in its own standard deviations.
    const off = found.anchors.map(({ scanIndex, T_map_sensor, covariance: C }) => {
      const { t } = mobile.poses.find((pose) => pose.scanIndex === scanIndex)!.T_map_sensor;
      const [x, y, z] = t.map((value) => value / (1 + share));
      const right = applyToPoint(truth, x, y, z);
      const metres = Math.hypot(...right.map((value, k) => value - T_map_sensor.t[k]));
      return metres / Math.sqrt(C[21] + C[28] + C[35]);
    });
    expect(Math.max(...off)).toBeLessThan(2);
    // It is a real error, not nothing in a wide ±.
    expect(Math.max(...off)).toBeGreaterThan(0.1);
  });

  it.runIf(IS_LONG)('leaves out the places of a part that was moved against the rest', async () => {
    // A station registered 0.3 m beside the others: its stretch contradicts them.
    const T_wrong = exp([0, 0, 0, 0.2, 0.2, 0.1]);
    const planted = scannedRock(first.drive, { from: 4, to: 34, every: 5, seed: SEED + 2 }, T_local_world);
    const kept = planted.filter((_, i) => i < 5);
    const wrong = planted
      .slice(5)
      .map((cloud) => ({ ...cloud, origin: applyToPoint(T_wrong, ...cloud.origin) }));
    const broken = cloudSide([...kept, ...wrong]);
    const found = await joined(mine, broken);
    const truth = compose(T_mine_world, invert(T_local_world));
    const { t } = compose(invert(compose(truth, broken.poses[4].T_map_sensor)), found.poses[4].T_map1_sensor);
    expect(found.places.some(({ accepted }) => !accepted)).toBe(true);
    expect(Math.hypot(...t)).toBeLessThan(0.02);
  });

  it.runIf(IS_LONG)('refuses the cloud of other rock', async () => {
    const other = simulateDrive({ ...presetOptions('rough', 40), seed: SEED + 50 });
    const strange = cloudSide(scannedRock(other, { from: 6, to: 30, seed: SEED }, T_local_world));
    await expect(joined(mine, strange)).rejects.toMatchObject({ code: 'not-determined' });
    await expect(joined(scans, strange)).rejects.toMatchObject({ code: 'not-determined' });
  });

  it('refuses a smooth drive, whose walls do not hold the length', async () => {
    const smooth = simulateDrive({ ...presetOptions('smooth', 40), seed: SEED });
    const one = cloudSide(scannedRock(smooth, { from: 4, to: 30, seed: SEED }, T_local_world));
    const other = cloudSide(scannedRock(smooth, { from: 8, to: 36, seed: SEED + 1 }, T_mine_world));
    await expect(joined(other, one)).rejects.toMatchObject({ code: 'not-determined' });
  });

  it('refuses to bend a cloud', async () => {
    const both = { ...JOIN_DEFAULTS, both: true };
    await expect(joinSessions(scans, mine, SEARCH, both, SILENT_CONTEXT)).rejects.toMatchObject({
      code: 'usage',
    });
  });
});
