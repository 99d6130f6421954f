import { beforeAll, describe, expect, it } from 'vitest';
import { controlResiduals } from '../../src-core/closing/control/match-control.ts';
import { parseControlPointsCsv } from '../../src-core/io/tables/control-points-csv.ts';
import { applyToPoint, compose, invert } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import type { Control, ControlPoint } from '../../src-core/model/control.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose, Trajectory } from '../../src-core/model/pose.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import {
  FIND_CONTROL_DEFAULTS,
  type KnownControl,
  nameControl,
  searchControl,
} from '../../src-core/survey/find-control.ts';
import { placeTrajectory } from '../../src-core/survey/place-trajectory.ts';
import { REFINE_DEFAULTS, refineTrajectory } from '../../src-core/survey/refine-trajectory.ts';
import type { ScanStore } from '../../src-core/survey/scan-store.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';
import { targetGroups, truthControlCsv } from '../../src-simulate/targets.ts';

const NOTHING_KNOWN: KnownControl = {
  points: [],
  byHand: [],
  start: null,
  knownPoses: [],
  knownLengths: [],
};

/** What the scans show and, where there is a list, which observation is which of its points. */
async function findControl(
  store: ScanStore,
  trajectory: Trajectory,
  known: KnownControl,
  context: StageContext,
) {
  const found = await searchControl(store, trajectory, FIND_CONTROL_DEFAULTS, context);
  const match = nameControl(trajectory, found.targets.observations, found.gravity, known);
  const control: Control = {
    points: known.points,
    observations: match?.observations ?? found.targets.observations,
    gravity: found.gravity,
    knownPoses: known.knownPoses,
    knownLengths: known.knownLengths,
  };
  return { control, diagnostics: { ...found, match } };
}

const SEED = 8;

describe(`control of a drive with three targets and somebody in a vest (seed ${SEED})`, () => {
  let simulated: SimulatedScans;
  let poses: ScanPose[];
  let points: ControlPoint[];
  let control: Control;
  let diagnostics: Awaited<ReturnType<typeof findControl>>['diagnostics'];

  beforeAll(async () => {
    simulated = simulateScans(
      {
        ...presetOptions('rough', 27),
        seed: SEED,
        speed: 2,
        portal: [345_678.9, 8_612_345.6, 4_321.1],
        headingDeg: 130,
        targets: targetGroups(7, 19, 30, 0.3, SEED),
        walker: { ahead: 3, left: 0.4, vest: true },
      },
      SILENT_CONTEXT,
    );
    const odometry = new Odometry(simulated.sensor);
    poses = [];
    for (let i = 0; i < simulated.count; i++) poses.push(...(await odometry.next(await simulated.read(i))));
    points = parseControlPointsCsv(truthControlCsv(simulated.drive.targets), 'control.csv');
    const found = await findControl(simulated, { poses }, { ...NOTHING_KNOWN, points }, SILENT_CONTEXT);
    control = found.control;
    diagnostics = found.diagnostics;
  }, 1_800_000);

  it('finds all targets and names them by their distances alone', () => {
    expect(control.observations.map(({ name }) => name).sort()).toEqual(['T1', 'T2', 'T3']);
    expect(diagnostics.match!.unnamed).toEqual([]);
  });

  it('each within 2 cm of the truth, seen from the scan it is given in', () => {
    const centres = new Map(simulated.drive.targets.map(({ name, centre }) => [name, centre]));
    for (const { name, scanIndex, pSensor, sigma } of control.observations) {
      const place = applyToPoint(simulated.drive.trajectory.poseAt(scanIndex / 10), ...pSensor);
      const error = Math.hypot(...centres.get(name!)!.map((value, k) => place[k] - value));
      expect(error).toBeLessThan(0.02);
      expect(error).toBeLessThan(4 * sigma);
    }
  });

  it('refuses the vest, and says why', () => {
    const vests = diagnostics.targets.candidates.filter(({ verdict }) => verdict !== 'target');
    expect(vests.length).toBeGreaterThan(0);
    for (const { verdict } of vests)
      expect(['moves', 'not-flat', 'too-large', 'too-small']).toContain(verdict);
  });

  it('places the map in the mine grid by a first fit', () => {
    const T_grid_map = diagnostics.match!.T_grid_map!;
    for (const { distance } of diagnostics.match!.residuals) expect(distance).toBeLessThan(0.03);
    for (const pose of poses) {
      const truth = simulated.drive.trajectory.poseAt(pose.scanIndex / 10);
      const { t } = compose(invert(truth), compose(T_grid_map, pose.T_map_sensor));
      expect(Math.hypot(...t)).toBeLessThan(0.1);
    }
    const again = controlResiduals(control.observations, points, (i) => {
      const { scanIndex, pSensor } = control.observations[i];
      return applyToPoint(compose(T_grid_map, poses[scanIndex].T_map_sensor), ...pSensor);
    });
    again.forEach(({ name, distance }, i) => {
      expect(name).toBe(diagnostics.match!.residuals[i].name);
      expect(distance).toBeCloseTo(diagnostics.match!.residuals[i].distance, 7);
    });
  });

  it('holds the graph: two targets and the level place a third that it does not know', async () => {
    const T_grid_map = diagnostics.match!.T_grid_map!;
    const checked = points.map(
      (point): ControlPoint => ({ ...point, role: point.name === 'T2' ? 'check' : 'control' }),
    );
    const { value } = await refineTrajectory(
      placeTrajectory({ poses }, T_grid_map),
      simulated,
      { ...control, points: checked },
      [],
      { ...REFINE_DEFAULTS, loops: null },
      SILENT_CONTEXT,
    );
    expect(value.graph.leftOut).toEqual([]);
    const check = value.graph.residuals.find(({ role }) => role === 'check')!;
    expect(check.name).toBe('T2');
    expect(Math.hypot(check.error[0], check.error[1])).toBeLessThan(0.02);
    // Both others hang on one wall: across the drive only the accelerometer holds the level, and its bias tilts it.
    expect(Math.abs(check.error[2])).toBeLessThan(3 * control.gravity[0].sigma * 4.5);
  });

  it('knows the level from the stillness at both ends', () => {
    expect(control.gravity.length).toBeGreaterThanOrEqual(2);
  });

  it('looks for targets also without a list, and stops when asked to', async () => {
    const few = { poses: poses.slice(0, 60) };
    const found = await findControl(simulated, few, NOTHING_KNOWN, SILENT_CONTEXT);
    expect(found.diagnostics.match).toBeNull();
    expect(found.control.observations.every(({ name }) => name === null)).toBe(true);
    const cancel = { cancelled: false };
    const work = findControl(simulated, few, NOTHING_KNOWN, {
      cancel,
      emit: () => {
        cancel.cancelled = true;
      },
    });
    await expect(work).rejects.toThrow(CancelledError);
  });
});
