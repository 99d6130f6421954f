import { describe, expect, it } from 'vitest';
import { chooseAnchors } from '../../src-core/graph/anchors.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert, rotateVector } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { type Control, type ControlObservation, NO_CONTROL } from '../../src-core/model/control.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { placeTrajectory } from '../../src-core/survey/place-trajectory.ts';
import { NOTHING_ASKED, placeSurvey, type SurveyRefinement } from '../../src-core/survey/refine.ts';
import { REFINE_DEFAULTS, refineTrajectory } from '../../src-core/survey/refine-trajectory.ts';
import { simulatedSensor } from '../../src-simulate/os1-16.ts';
import { farthest } from '../graph/graphs.ts';
import { drifted, outAndBack } from '../graph/trajectories.ts';

const SEED = 4;
/** No scan is asked for where no loop is looked for. */
const NO_SCANS = {
  sensor: simulatedSensor('legacy16'),
  read: async (): Promise<never> => {
    throw new Error('No scan is needed here.');
  },
};
const OPTIONS = { ...REFINE_DEFAULTS, loops: null };
/** Where the drive lies in the mine grid of Peru. */
const T_grid_map = exp([0.02, -0.01, 2.1, 0, 0, 0]);
T_grid_map.t.set([352_417.3, 8_731_204.8, 4_310.2]);

const truth = outAndBack(40).map((T) => compose(T_grid_map, T));
const map = drifted(
  truth.map((T) => compose(invert(truth[0]), T)),
  seededRandom(SEED),
);
/** Placed by hand, some decimetres and a degree off. */
const placed = placeTrajectory({ poses: map }, compose(truth[0], exp([0.005, -0.01, 0.02, 0.3, -0.2, 0.1])));

const POINTS: [string, number, [number, number, number]][] = [
  ['A', 10, [3, 2, 1]],
  ['B', 60, [2, -2, 0.5]],
  ['C', 110, [4, 1, 2]],
  ['D', 158, [3, -1, 1]],
  ['E', 250, [3, 2, 0]],
];

function seen(scanIndex: number, name: string, p: readonly [number, number, number]): ControlObservation {
  const covariance = Float64Array.of(4e-6, 0, 0, 0, 4e-6, 0, 0, 0, 4e-6);
  return {
    ...{ scanIndex, name, pSensor: p, covariance, sigma: 0.002, source: 'target' as const },
    ...{ firstScan: scanIndex, lastScan: scanIndex, scans: 1, returns: 40 },
  };
}

function controlOf(names: string, checks = ''): Control {
  const chosen = POINTS.filter(([name]) => (names + checks).includes(name));
  return {
    ...NO_CONTROL,
    points: chosen.map(([name, scan, p]) => {
      const [easting, northing, elevation] = applyToPoint(truth[scan], ...p);
      return {
        name,
        easting,
        northing,
        elevation,
        sigma: 0.003,
        role: checks.includes(name) ? 'check' : 'control',
      };
    }),
    observations: chosen.map(([name, scan, p]) => seen(scan, name, p)),
  };
}

const refine = async (control: Control, trajectory = placed) =>
  (await refineTrajectory(trajectory, NO_SCANS, control, [], OPTIONS, SILENT_CONTEXT)).value;

const offBy = (poses: readonly { T_map_sensor: Rigid }[]): number =>
  farthest(
    poses.map(({ T_map_sensor }) => T_map_sensor),
    truth,
  ).metres;

describe(`refining a trajectory by control (seed ${SEED})`, () => {
  it('gives the very same poses back where nothing is known', async () => {
    const { value, diagnostics } = await refineTrajectory(
      placed,
      NO_SCANS,
      NO_CONTROL,
      [],
      OPTIONS,
      SILENT_CONTEXT,
    );
    expect(value.trajectory).toBe(placed);
    expect(diagnostics.refined).toBe(false);
    expect(value.graph.anchors.length).toBe(chooseAnchors(placed.poses).length);
  });

  it('brings a drive into the grid by its points, and says how far the check points are off', async () => {
    const { trajectory, graph } = await refine(controlOf('ABDE', 'C'));
    expect(offBy(placed.poses)).toBeGreaterThan(0.5);
    expect(offBy(trajectory.poses)).toBeLessThan(0.05);
    const check = graph.residuals.filter(({ role }) => role === 'check');
    expect(check.map(({ name }) => name)).toEqual(['C']);
    expect(check[0].distance).toBeLessThan(0.03);
    for (const { role, distance } of graph.residuals)
      if (role === 'control') expect(distance).toBeLessThan(0.012);
    expect(graph.leftOut).toEqual([]);
    const { covariance } = graph.anchors[Math.floor(graph.anchors.length / 2)];
    expect(Math.sqrt(covariance[21])).toBeLessThan(0.05);
  });

  it('states the ± of a check point, and warns of one that lies beyond it', async () => {
    const warned = async (off: number) => {
      const control = controlOf('ABDE', 'C');
      const points = control.points.map((point) =>
        point.role === 'check' ? { ...point, elevation: point.elevation + off } : point,
      );
      const { trajectory, graph } = await refine({ ...control, points });
      const value: SurveyRefinement = {
        ...{ refined: true, frame: 'mine-grid', T_grid_map, poses: trajectory.poses, unseen: [], graph },
      };
      const survey = placeSurvey({ trajectory, warnings: [] }, { asked: NOTHING_ASKED, value }, null);
      return { warnings: survey.warnings.refine, residuals: graph.residuals };
    };
    const [sound, off] = [await warned(0), await warned(0.1)];
    for (const { role, plusMinus } of sound.residuals)
      expect(plusMinus === undefined).toBe(role === 'control');
    const check = off.residuals.find(({ role }) => role === 'check')!;
    expect(check.distance).toBeGreaterThan(0.07);
    expect(check.plusMinus).toBeGreaterThan(0.005);
    expect(check.plusMinus).toBeLessThan(0.07);
    expect(sound.warnings).toEqual([]);
    expect(off.warnings.map(({ code }) => code)).toEqual(['check-point-off']);
    expect(off.warnings[0].message).toContain(`± ${(1000 * check.plusMinus!).toFixed(1)} mm`);
  });

  it('has residuals of what is on the list and was seen from a scan with a pose, and of nothing else', async () => {
    const control = controlOf('ABDE');
    const stray = [seen(20, 'Z', [1, 2, 3]), { ...seen(30, 'A', [1, 2, 3]), name: null }];
    const { graph } = await refine({ ...control, observations: [...control.observations, ...stray] });
    expect(graph.residuals.map(({ name }) => name)).toEqual(['A', 'B', 'D', 'E']);
  });

  it('leaves the poses that it was given as they were', async () => {
    const before = JSON.stringify(placed.poses.map(({ T_map_sensor }) => [...T_map_sensor.t]));
    await refine(controlOf('ABDE'));
    expect(JSON.stringify(placed.poses.map(({ T_map_sensor }) => [...T_map_sensor.t]))).toBe(before);
  });

  it('answers the same to the last bit', async () => {
    const [a, b] = [await refine(controlOf('ABDE')), await refine(controlOf('ABDE'))];
    expect(
      farthest(
        a.trajectory.poses.map((p) => p.T_map_sensor),
        b.trajectory.poses.map((p) => p.T_map_sensor),
      ).metres,
    ).toBe(0);
  });

  it('leaves out a point that was mixed up, and says so', async () => {
    const control = controlOf('ABCDE');
    const points = control.points.map((point) =>
      point.name === 'C' ? { ...point, easting: point.easting + 0.8 } : point,
    );
    const { trajectory, graph } = await refine({ ...control, points });
    expect(graph.leftOut).toEqual([{ name: 'C', scanIndex: 110 }]);
    expect(offBy(trajectory.poses)).toBeLessThan(0.05);
    expect(graph.residuals.find(({ name }) => name === 'C')?.distance).toBeGreaterThan(0.7);
  });

  it('takes two points with gravity, and refuses two without', async () => {
    const up = rotateVector(invert(truth[0]).R, 0, 0, 1);
    const gravity = [
      { scanIndex: 0, up, sigma: 0.001, firstScan: 0, lastScan: 0, readings: 100, seconds: 1 },
    ];
    const { trajectory } = await refine({ ...controlOf('AD'), gravity });
    expect(offBy(trajectory.poses)).toBeLessThan(0.15);
    await expect(refine(controlOf('AD'))).rejects.toThrow(/2 control points were seen, and three are needed/);
    await expect(refine(controlOf('A'))).rejects.toMatchObject({ code: 'not-determined' });
  });

  it('stands on a known pose', async () => {
    const known = { scanIndex: 40, T_grid_sensor: truth[40], rotationSigma: 1e-4, positionSigma: 0.002 };
    const { trajectory } = await refine({ ...NO_CONTROL, knownPoses: [known] });
    expect(farthest([trajectory.poses[40].T_map_sensor], [truth[40]]).metres).toBeLessThan(0.001);
  });

  it('stretches the way to a known length and nothing beside it', async () => {
    const poses = placed.poses.map((pose) => ({
      ...pose,
      quality: { ...pose.quality, heldBy: 'assumed' as const, alongSigma: 0.01 * pose.scanIndex },
    }));
    const straight = {
      ...NO_CONTROL,
      knownLengths: [{ fromScan: 20, toScan: 140, length: 31, sigma: 0.005 }],
    };
    const { trajectory, graph } = await refine(straight, { poses });
    const anchors = graph.anchors.filter(({ scanIndex }) => scanIndex >= 20 && scanIndex <= 140);
    const length = anchors.slice(1).reduce((sum, { T_map_sensor: { t } }, k) => {
      const o = anchors[k].T_map_sensor.t;
      return sum + Math.hypot(t[0] - o[0], t[1] - o[1], t[2] - o[2]);
    }, 0);
    expect(length).toBeCloseTo(31, 2);
    expect(
      farthest([trajectory.poses[10].T_map_sensor], [placed.poses[10].T_map_sensor]).metres,
    ).toBeLessThan(1e-3);
  });

  it.each([
    [
      'an observation of a scan without a pose',
      { ...controlOf('ABD'), observations: [seen(9999, 'A', [1, 0, 0])] },
      /scan 9999, which has no pose/,
    ],
    [
      'a length that goes backwards',
      { ...NO_CONTROL, knownLengths: [{ fromScan: 50, toScan: 20, length: 3, sigma: 0.01 }] },
      /the earlier first/,
    ],
  ])('refuses %s', async (_name, control, message) => {
    await expect(refine(control)).rejects.toThrow(message);
  });

  it('refuses no pose at all, and stops when asked to', async () => {
    await expect(refine(NO_CONTROL, { poses: [] })).rejects.toMatchObject({ code: 'too-few-points' });
    const stopped = { ...SILENT_CONTEXT, cancel: { cancelled: true } };
    await expect(refineTrajectory(placed, NO_SCANS, controlOf('ABDE'), [], OPTIONS, stopped)).rejects.toThrow(
      CancelledError,
    );
  });
});
