import { beforeAll, describe, expect } from 'vitest';
import type { CloudJoinSide } from '../../src-core/closing/joins/join-side.ts';
import { compose, exp, identity, invert } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { ReferenceScan } from '../../src-core/survey/reference-ties.ts';
import { NOTHING_ASKED, REFINE_SURVEY_DEFAULTS, refine } from '../../src-core/survey/refine.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { cloudSide, drifting, scannedRock } from '../closing/joins/cloud-of-rock.ts';
import { truePoses, twoSurveys } from '../closing/joins/two-sessions.ts';
import { IS_LONG, it } from '../support/tier.ts';

const SEED = 6;
const T_mine_world = compose(
  { R: exp([0.01, -0.02, 0, 0, 0, 0]).R, t: Float64Array.of(356_789.25, 9_123_456.789, 4210.5) },
  exp([0, 0, 2.2, 0, 0, 0]),
);
describe(`a survey with a drift, adjusted to a static scan as fixed (rock of seed ${SEED})`, () => {
  const { first } = twoSurveys('rough', SEED);
  const truth = truePoses(first);
  const drifted = drifting(truth);
  const last = truth.length - 1;
  const store: ScanStore = {
    sensor: first.source.sensor,
    count: truth.length,
    read: async (index) => ({ index, ...(await first.source.read(index)) }),
  };
  let side: CloudJoinSide;
  beforeAll(() => {
    side = cloudSide(scannedRock(first.drive, { from: 6, to: 30, seed: SEED + 1 }, T_mine_world));
  });

  const referenceIn = (frame: ReferenceScan['frame'], given = side): ReferenceScan => ({
    session: 2,
    key: 'reference',
    frame,
    load: async () => given,
  });
  const refined = (reference: ReferenceScan | null) =>
    refine(
      store,
      { poses: drifted },
      { ...NOTHING_ASKED, loops: false, reference },
      REFINE_SURVEY_DEFAULTS,
      SILENT_CONTEXT,
    );
  const away = (pose: Rigid, right: Rigid) => Math.hypot(...compose(invert(right), pose).t);

  it('lies where it belongs at its end, in the mine grid, within the ± of its anchors', async () => {
    const { frame, poses, graph } = await refined(referenceIn('mine-grid'));
    expect(frame).toBe('mine-grid');
    const T_mine_map = compose(T_mine_world, first.truth(0));
    const errors = poses.map(({ T_map_sensor }, i) =>
      away(T_map_sensor, compose(T_mine_map, truth[i].T_map_sensor)),
    );
    const without = away(drifted[last].T_map_sensor, truth[last].T_map_sensor);
    // The planted drift over 20 m: 30 mm along, 20 mm aside.
    expect(without).toBeGreaterThan(0.025);
    expect(errors[last]).toBeLessThan(0.3 * without);
    expect(Math.max(...errors)).toBeLessThan(0.012);
    const sigmas = graph.anchors.map(({ covariance: C }) => Math.sqrt(C[21] + C[28] + C[35]));
    const byScan = new Map(poses.map(({ scanIndex }, i) => [scanIndex, errors[i]]));
    graph.anchors.forEach(({ scanIndex }, k) => {
      expect(byScan.get(scanIndex)!).toBeLessThan(2.5 * sigmas[k]);
    });
    // 5 mm of the stated place of the reference at least.
    expect(Math.min(...sigmas)).toBeGreaterThan(0.005);
    expect(Math.max(...sigmas)).toBeLessThan(0.03);
  });

  it.runIf(IS_LONG)(
    'takes the shape alone of a scan in a frame of its own, and stays in the frame of its first scan',
    async () => {
      const { frame, poses, T_grid_map } = await refined(referenceIn('local'));
      expect([frame, T_grid_map]).toEqual(['local', null]);
      expect(away(poses[0].T_map_sensor, identity())).toBeLessThan(1e-9);
      // Of the first pose too: its turn carries over 20 m.
      expect(away(poses[last].T_map_sensor, truth[last].T_map_sensor)).toBeLessThan(
        0.6 * away(drifted[last].T_map_sensor, truth[last].T_map_sensor),
      );
    },
  );

  it.runIf(IS_LONG)('is pulled by none of the places of a station that was registered wrongly', async () => {
    const T_wrong = exp([0, 0, 0, 0.25, 0.2, 0.1]);
    const clouds = scannedRock(first.drive, { from: 6, to: 30, every: 6, seed: SEED + 1 }, identity());
    const broken = clouds.map((cloud, i) =>
      i === clouds.length - 1
        ? {
            ...cloud,
            origin: cloud.origin.map((value, k) => value + T_wrong.t[k]) as [number, number, number],
          }
        : cloud,
    );
    const { poses } = await refined(referenceIn('mine-grid', cloudSide(broken)));
    const errors = poses.map(({ T_map_sensor }, i) =>
      away(T_map_sensor, compose(first.truth(0), truth[i].T_map_sensor)),
    );
    expect(Math.max(...errors)).toBeLessThan(0.02);
  });

  it('refuses a scan of another place', async () => {
    const { first: other } = twoSurveys('rough', SEED + 70);
    const elsewhere = cloudSide(scannedRock(other.drive, { from: 6, to: 30, seed: SEED }, T_mine_world));
    await expect(refined(referenceIn('mine-grid', elsewhere))).rejects.toMatchObject({
      code: 'not-determined',
    });
  });
});
