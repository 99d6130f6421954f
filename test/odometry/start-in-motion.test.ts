import { beforeAll, describe, expect, it } from 'vitest';
import { compose, identity, invert, log } from '../../src-core/math/se3.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { poseAtMiddle } from '../../src-core/odometry/frame/deskewed-scan.ts';
import { MOVING_START_SCANS, Odometry, type OdometryState } from '../../src-core/odometry/odometry.ts';
import { prepareScan } from '../../src-core/odometry/prepared-scan.ts';
import { isMoving } from '../../src-core/odometry/start-in-motion.ts';
import { poseOfMap } from '../../src-simulate/cast-scan.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { type SimulatedScan, type SimulatedScans, simulateScans } from '../../src-simulate/simulate-scans.ts';

const SEED = 5;
const SCANS = 20;
const HELD = MOVING_START_SCANS;

const withoutImu = (scan: SimulatedScan): SimulatedScan => ({ ...scan, imu: [] });

describe(`a drive whose recording begins at full speed (seed ${SEED})`, () => {
  let simulated: SimulatedScans;
  let scans: SimulatedScan[];
  let poses: ScanPose[];
  /** State after each scan from which one may go on, as a project keeps it. */
  let states: Map<number, string>;

  beforeAll(async () => {
    const options = { ...presetOptions('rough', 18), startInMotion: true, stillEnd: 0, seed: SEED };
    simulated = simulateScans(options, SILENT_CONTEXT);
    scans = await Promise.all(Array.from({ length: SCANS }, (_, i) => simulated.read(i)));
    const odometry = new Odometry(simulated.sensor);
    poses = [];
    states = new Map();
    for (const scan of scans) {
      poses.push(...(await odometry.next(scan)));
      if (odometry.hasStarted) states.set(scan.index, JSON.stringify(odometry.state));
    }
  });

  /** How the map is tilted against the middle of the first rotation, about the axes across the drive, degrees. */
  function tiltOf(placed: readonly ScanPose[]): number {
    const { trajectory } = simulated.drive;
    const T_map_world = invert(poseOfMap(simulated.drive));
    const late = placed.slice(HELD);
    const [y, z] = [1, 2].map((axis) => {
      const errors = late.map(({ scanIndex, T_map_sensor }) => {
        const truth = compose(T_map_world, trajectory.poseAt(scanIndex / 10));
        return log(compose(T_map_sensor, invert(truth)))[axis];
      });
      return errors.reduce((sum, error) => sum + error, 0) / errors.length;
    });
    return (Math.hypot(y, z) * 180) / Math.PI;
  }

  /** How far the middle of the first rotation is from the origin, as a twist. */
  function middleOf(first: ScanPose): number {
    const { clock, rates } = prepareScan(scans[0], simulated.sensor);
    return Math.hypot(...log(poseAtMiddle(first, clock, rates)));
  }

  /** How far the sensor is turned from the truth at the first column of all, seen from the map, degrees. */
  function turnAtFirst({ T_map_sensor }: ScanPose): number {
    const T_map_first = compose(invert(poseOfMap(simulated.drive)), simulated.drive.trajectory.poseAt(0));
    const [x, y, z] = log(compose(invert(T_map_first), T_map_sensor));
    return (Math.hypot(x, y, z) * 180) / Math.PI;
  }

  it('holds the first scans back, and tells them together, each once', async () => {
    const odometry = new Odometry(simulated.sensor);
    for (const scan of scans.slice(0, HELD - 1)) {
      expect(await odometry.next(scan)).toEqual([]);
      expect(odometry.hasStarted).toBe(false);
    }
    const following = await odometry.next(scans[HELD - 1]);
    expect(odometry.hasStarted).toBe(true);
    expect(following.map(({ scanIndex }) => scanIndex)).toEqual([...Array(HELD).keys()]);
    expect(following).toEqual(poses.slice(0, HELD));
    expect(await odometry.next(scans[HELD])).toEqual([poses[HELD]]);
  });

  it('has the middle of the first rotation for its frame, which the gyro keeps from being tilted', () => {
    expect(middleOf(poses[0])).toBeLessThan(1e-12);
    expect(tiltOf(poses)).toBeLessThan(0.04);
    expect(turnAtFirst(poses[0])).toBeLessThan(0.04);
    expect(poses.slice(0, HELD).every(({ gyroBias }) => gyroBias !== null)).toBe(true);
  });

  it('has it without a gyro, too, and finds how the sensor moved within the first scan', async () => {
    const odometry = new Odometry(simulated.sensor);
    const placed: ScanPose[] = [];
    for (const scan of scans) placed.push(...(await odometry.next(withoutImu(scan))));
    expect(middleOf(placed[0])).toBeLessThan(1e-12);
    expect(tiltOf(placed)).toBeLessThan(0.04);
    expect(turnAtFirst(placed[0])).toBeLessThan(0.13);
    expect(placed.every(({ gyroBias }) => gyroBias === null)).toBe(true);
  });

  it.each([HELD - 1, HELD, SCANS - 4])('goes on after scan %d to the last bit', async (last) => {
    const odometry = new Odometry(simulated.sensor);
    for (const pose of poses.slice(0, last + 1))
      if (pose.isKeyframe) await odometry.replayKeyframe(scans[pose.scanIndex], pose);
    await odometry.restore(JSON.parse(states.get(last)!) as OdometryState, last, async (at) => scans[at]);
    for (let next = last + 1; next <= last + 3; next++) {
      expect(await odometry.next(scans[next])).toEqual([poses[next]]);
      expect(JSON.stringify(odometry.state)).toBe(states.get(next));
    }
  });

  it.each([2, 3, HELD - 1])('places the %d scans of a recording that ends, and goes on', async (count) => {
    const odometry = new Odometry(simulated.sensor);
    for (const scan of scans.slice(0, count)) await odometry.next(scan);
    const ending = odometry.finish();
    expect(ending.map(({ scanIndex }) => scanIndex)).toEqual([...Array(count).keys()]);
    expect(middleOf(ending[0])).toBeLessThan(1e-12);
    expect(odometry.finish()).toEqual([]);
    expect(odometry.hasStarted).toBe(true);
    expect(await odometry.next(scans[count])).toHaveLength(1);
  });

  it('cancelled while it holds scans back, places them as if nothing had been', async () => {
    const odometry = new Odometry(simulated.sensor);
    const reported: ScanPose[] = [];
    for (const scan of scans.slice(0, HELD + 1)) {
      const cancel = { cancelled: true };
      if (scan.index > 0) await expect(odometry.next(scan, cancel)).rejects.toThrow(CancelledError);
      reported.push(...(await odometry.next(scan)));
    }
    expect(reported).toEqual(poses.slice(0, HELD + 1));
  });

  it('holds nothing back for a scan that a person moved', async () => {
    const odometry = new Odometry(simulated.sensor);
    await odometry.next(scans[0]);
    const moved = { ...identity(), t: Float64Array.of(0.1, 0, 0) };
    expect(await odometry.next(scans[1], undefined, moved)).toHaveLength(2);
    expect(odometry.hasStarted).toBe(true);
  });
});

it('takes a sensor that creeps or trembles for one that stands', () => {
  expect(isMoving([0.002, 0, -0.002, 0.01, 0.01, -0.01])).toBe(false);
  expect(isMoving([0.006, 0, 0, 0, 0, 0])).toBe(true);
  expect(isMoving([0, 0, 0, 0, 0.04, 0])).toBe(true);
});
