import { beforeAll, describe, expect, it } from 'vitest';
import { identity } from '../../src-core/math/se3.ts';
import type { CancelToken } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import { Odometry, type OdometryState } from '../../src-core/odometry/odometry.ts';
import { placeWith, type Run, simulatedRun } from './simulated-run.ts';

const SEED = 83;
/** Scans gone through after each resumption. */
const AFTER = 5;

/** Cancels at the n-th time that it is asked. */
function cancelAt(n: number): CancelToken {
  let calls = 0;
  return {
    get cancelled() {
      return ++calls >= n;
    },
  };
}

describe(`odometry stopped and resumed (seed ${SEED})`, () => {
  let run: Run;
  let poses: ScanPose[];
  /** State after each scan, as a project keeps it. */
  let states: string[];

  beforeAll(async () => {
    const whole = await simulatedRun('rough', 16, SEED);
    // Still, speeding up, at full speed.
    run = { ...whole, scans: whole.scans.slice(0, 48) };
    const odometry = new Odometry(run.simulated.sensor);
    poses = [];
    states = [];
    for (const scan of run.scans) {
      poses.push(...(await odometry.next(scan)));
      states.push(JSON.stringify(odometry.state));
    }
  });

  async function resumedAfter(scan: number): Promise<Odometry> {
    const odometry = new Odometry(run.simulated.sensor);
    for (const pose of poses.slice(0, scan + 1))
      if (pose.isKeyframe) await odometry.replayKeyframe(run.scans[pose.scanIndex], pose);
    await odometry.restore(
      JSON.parse(states[scan]) as OdometryState,
      scan,
      async (index) => run.scans[index],
    );
    return odometry;
  }

  it.each([1, 2, 3, 9, 10, 11, 20, 30, 42])('goes on after scan %d to the last bit', async (scan) => {
    const odometry = await resumedAfter(scan);
    for (let next = scan + 1; next <= scan + AFTER; next++) {
      expect(await odometry.next(run.scans[next])).toEqual([poses[next]]);
      expect(JSON.stringify(odometry.state)).toBe(states[next]);
    }
  });

  it('goes on to the last bit also when it is stopped at every other scan', async () => {
    for (let scan = 12; scan < 20; scan += 2) {
      const odometry = await resumedAfter(scan);
      expect([await odometry.next(run.scans[scan + 1]), await odometry.next(run.scans[scan + 2])]).toEqual([
        [poses[scan + 1]],
        [poses[scan + 2]],
      ]);
    }
  });

  it('has the same submap when resumed', async () => {
    const planes = async (odometry: Odometry) =>
      (await odometry.copySubmap()).levels.map((bins) =>
        Array.from({ length: bins.count }, (_, bin) => {
          const at = bins.planeOf(bin);
          return [bins.points[bin], ...(at < 0 ? [] : bins.plane.subarray(at, at + 8))];
        }),
      );
    const uninterrupted = new Odometry(run.simulated.sensor);
    for (const scan of run.scans.slice(0, 21)) await uninterrupted.next(scan);
    expect(await planes(await resumedAfter(20))).toEqual(await planes(uninterrupted));
  });

  it('has nothing to go on from before the second scan', async () => {
    const odometry = new Odometry(run.simulated.sensor);
    expect(odometry.hasStarted).toBe(false);
    expect(await odometry.next(run.scans[0])).toEqual([]);
    expect(odometry.hasStarted).toBe(false);
    expect(await odometry.next(run.scans[1])).toHaveLength(2);
    expect(odometry.hasStarted).toBe(true);
    expect(odometry.finish()).toEqual([]);
  });

  it('gives a single scan the identity, at its own stamp', async () => {
    const odometry = new Odometry(run.simulated.sensor);
    await odometry.next(run.scans[5]);
    const [pose, ...others] = odometry.finish();
    expect(others).toEqual([]);
    expect(pose).toMatchObject({ scanIndex: 5, isKeyframe: true, T_map_sensor: identity() });
    expect(pose.stampNs).toBe(run.scans[5].scan.stampNs[0]);
    expect(odometry.finish()).toEqual([]);
  });

  it.each([1, 2, 11, 25])(
    'cancelled in scan %d at any iteration, places it as if nothing had been',
    async (scan) => {
      const odometry = new Odometry(run.simulated.sensor);
      for (const before of run.scans.slice(0, scan)) await odometry.next(before);
      let cancelled = 0;
      let actual: ScanPose[] | null = null;
      for (let n = 1; actual === null; n++) {
        try {
          actual = await odometry.next(run.scans[scan], cancelAt(n));
        } catch (error) {
          if (!(error instanceof CancelledError)) throw error;
          cancelled++;
          expect(odometry.hasStarted).toBe(scan > 1);
          if (scan > 1) expect(JSON.stringify(odometry.state)).toBe(states[scan - 1]);
        }
      }
      expect(cancelled).toBeGreaterThan(3);
      expect(actual).toEqual(scan === 1 ? poses.slice(0, 2) : [poses[scan]]);
      expect(await odometry.next(run.scans[scan + 1])).toEqual([poses[scan + 1]]);
    },
  );

  it('gives the same poses every time', async () => {
    const odometry = new Odometry(run.simulated.sensor);
    expect(await placeWith(odometry, run.scans.slice(0, 14))).toEqual(poses.slice(0, 14));
  });
});
