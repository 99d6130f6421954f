import { beforeAll, expect } from 'vitest';
import { GpuContext } from '../../src-core/gpu/context.ts';
import { GpuScanAligner } from '../../src-core/gpu/gpu-scan-aligner.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { AlongConstraint, ScanPose } from '../../src-core/model/pose.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { CpuScanAligner } from '../../src-core/odometry/cpu-scan-aligner.ts';
import { Odometry, type OdometryState } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import type { SimulatedScan } from '../../src-simulate/simulate-scans.ts';
import { place, placeWith, type Run, simulatedRun } from '../odometry/simulated-run.ts';
import { IS_LONG, it, tiered } from '../support/tier.ts';
import { type Apart, apart, FEW_GROUPS, NEVER_FAILS, nudgedEngine, withMatch } from './scan-fixtures.ts';
import { describeOnGpu, openSoftwareGpu } from './software-device.ts';

const SEED = 57;
/** From the same map a scan is placed to this, mm and degrees: a point at the edge of a bin may fall to the other side. */
const FROM_THE_SAME_MAP = { millimetres: 0.2, degrees: 0.002 };
/** What is promised of every pose. */
const PROMISED = { millimetres: 1, degrees: 0.01 };

/** What no sensor could tell, rad and m. */
const NUDGE = 1e-6;

function expectWithin(off: Apart, limit: Apart, what: string): void {
  expect(off.millimetres, what).toBeLessThan(limit.millimetres);
  expect(off.degrees, what).toBeLessThan(limit.degrees);
}

/** Pose by pose: the same place, the same evidence, the same keyframes. */
function expectSame(poses: readonly ScanPose[], expected: readonly ScanPose[]): void {
  expect(poses.map(({ scanIndex }) => scanIndex)).toEqual(expected.map(({ scanIndex }) => scanIndex));
  poses.forEach((pose, k) => {
    const own = expected[k];
    expectWithin(apart(own.T_map_sensor, pose.T_map_sensor), PROMISED, `scan ${k}`);
    expectWithin(apart(own.T_first_last, pose.T_first_last), PROMISED, `motion within scan ${k}`);
    expect(pose.isKeyframe, `scan ${k}`).toBe(own.isKeyframe);
    expect(pose.gyroBias === null).toBe(own.gyroBias === null);
    const [q, p] = [pose.quality, own.quality];
    expect(q).toMatchObject({ converged: p.converged, degenerate: p.degenerate, heldBy: p.heldBy });
    // A fraction of a millimetre brings some points to other bins.
    expect(Math.abs(q.matched - p.matched)).toBeLessThanOrEqual(0.005 * p.matched);
    expect(Math.abs(q.inliers - p.inliers)).toBeLessThanOrEqual(0.005 * p.inliers);
    // One point that f32 moves over the edge of the inliers changes it by 0.03 mm.
    expect(Math.abs(q.rms - p.rms)).toBeLessThanOrEqual(1e-4);
    expect(Math.abs(q.weakShare - p.weakShare)).toBeLessThanOrEqual(1e-4);
    // Of the origin.
    if (p.weakSigma === 0) {
      expect(q.weakSigma).toBe(0);
      return;
    }
    // Next to nothing is left of the information on a weak direction, of which f32 keeps a part of the whole.
    const [information, expectedInformation] = [q.weakSigma, p.weakSigma].map((sigma) => 1 / sigma ** 2);
    const all = p.weakShare > 0 ? expectedInformation / p.weakShare : Number.POSITIVE_INFINITY;
    expect(Math.abs(information - expectedInformation)).toBeLessThanOrEqual(
      Math.max(0.02 * expectedInformation, 1e-4 * all),
    );
  });
}

/**
 * As `expectSame` with one of several drives. Nothing but an assumption holds the first scans of a smooth drive along its
 * axis: nudged by a micrometre, the CPU loses a far point among the inliers of one scan, whose rms falls by 0.1 mm.
 */
function expectSameAsOne(poses: readonly ScanPose[], drives: readonly (readonly ScanPose[])[]): void {
  const errors: unknown[] = [];
  for (const drive of drives) {
    try {
      expectSame(poses, drive);
      return;
    } catch (error) {
      errors.push(error);
    }
  }
  throw errors[0];
}

/** A scan as if it was recorded so many rotations after another: a clock that runs back is a restart of the sensor. */
function restamped({ scan }: SimulatedScan, first: SimulatedScan, rotations: number): Scan {
  const later = first.scan.stampNs[0] + BigInt(rotations) * 100_000_000n - scan.stampNs[0];
  return {
    ...scan,
    frameId: first.scan.frameId + rotations,
    stampNs: scan.stampNs.map((stamp) => (stamp === 0n ? stamp : stamp + later)),
  };
}

describeOnGpu(
  `odometry on the device (seed ${SEED})`,
  (gpu) => {
    let run: Run;
    let smooth: Run;
    beforeAll(async () => {
      run = await simulatedRun('rough', 16, SEED);
      if (IS_LONG) smooth = await simulatedRun('smooth', 16, SEED);
    });

    const withAligner = async <T>(
      work: (odometry: Odometry, aligner: GpuScanAligner) => Promise<T>,
      options: OdometryOptions = ODOMETRY_DEFAULTS,
    ): Promise<T> => {
      const { sensor } = run.simulated;
      const aligner = await GpuScanAligner.create(gpu(), NEVER_FAILS, sensor, options);
      try {
        return await work(new Odometry(sensor, options, aligner), aligner);
      } finally {
        aligner.destroy();
      }
    };
    const placeOnGpu = (scans: readonly SimulatedScan[], options?: OdometryOptions): Promise<ScanPose[]> =>
      withAligner((odometry) => placeWith(odometry, scans), options);

    const drives = [
      ['rough', () => run, 34],
      ['smooth', () => smooth, 44],
    ] as const;
    it.each(tiered<(typeof drives)[number]>(drives, drives.slice(0, 1)))(
      'places each scan of a %s drive as the CPU does from the same map and prediction',
      async (_preset, drive, to) => {
        const { sensor } = run.simulated;
        await withAligner(async (_, device) => {
          const cpu = new CpuScanAligner(sensor, ODOMETRY_DEFAULTS);
          let iterationsApart = 0;
          const both = withMatch(cpu, async (task, cancel) => {
            const own = cpu.match(task, cancel);
            const match = await device.match(task, cancel);
            expectWithin(
              apart(own.T_map_sensor, match.T_map_sensor),
              FROM_THE_SAME_MAP,
              `scan ${task.index}`,
            );
            expect(Math.abs(own.system.matched - match.system.matched)).toBeLessThanOrEqual(2);
            if (own.iterations !== match.iterations) iterationsApart++;
            return own;
          });
          const odometry = new Odometry(sensor, ODOMETRY_DEFAULTS, {
            ...both,
            insert(keyframe, T, motion) {
              cpu.insert(keyframe, T, motion);
              device.insert(keyframe, T, motion);
            },
            clear() {
              cpu.clear();
              device.clear();
            },
          });
          await placeWith(odometry, drive().scans.slice(24, to));
          expect(iterationsApart).toBeLessThanOrEqual(2);
        });
      },
    );

    it('places scan by scan as the CPU does: still, speeding up, driving by the gyro', async () => {
      const scans = run.scans.slice(10, 34);
      const expected = await place(run, scans);
      expect(expected.filter(({ gyroBias }) => gyroBias !== null).length).toBeGreaterThan(5);
      expect(expected.filter(({ isKeyframe }) => !isKeyframe).length).toBeGreaterThan(1);
      expectSame(await placeOnGpu(scans), expected);
    });

    const witnesses: readonly (readonly [string, Partial<OdometryOptions>, AlongConstraint])[] = [
      ['the reflectivity of its walls', {}, 'reflectivity'],
      ['the accelerometer', { reflectivity: false }, 'inertial'],
    ];
    it.runIf(IS_LONG).each(witnesses)(
      'a smooth drive held along its axis by %s',
      async (_witness, without, heldBy) => {
        const options = { ...ODOMETRY_DEFAULTS, ...without };
        const scans = smooth.scans.slice(6, 32);
        const expected = await place(smooth, scans, options);
        const held = expected.filter(({ quality }) => quality.heldBy === heldBy);
        expect(held.length).toBeGreaterThan(expected.length / 2);
        const poses = await placeOnGpu(scans, options);
        const nudged = async (seed: number): Promise<ScanPose[]> => {
          const { sensor } = smooth.simulated;
          const aligner = await nudgedEngine(NUDGE, seed).open(sensor, options);
          return placeWith(new Odometry(sensor, options, aligner), scans);
        };
        expectSameAsOne(poses, [expected, await nudged(1), await nudged(2), await nudged(3)]);
      },
    );

    it.runIf(IS_LONG)(
      'without the gyro, through lost scans, lost packets and scans without a return',
      async () => {
        const scans = run.scans
          .slice(30, 44)
          .filter((_, i) => i !== 8)
          .map((from, i) => ({
            ...from,
            imu: [],
            scan:
              i === 5
                ? { ...from.scan, rangeMm: new Uint32Array(from.scan.rangeMm.length) }
                : {
                    ...from.scan,
                    columnValid: from.scan.columnValid.map((valid, c) =>
                      (c >> 4) % 8 === i % 8 ? 0 : valid,
                    ),
                  },
          }));
        const expected = await place(run, scans);
        expect(expected[5].quality.matched).toBe(0);
        expectSame(await placeOnGpu(scans), expected);
      },
    );

    it.runIf(IS_LONG)('with a small radius, where bins are forgotten and found again', async () => {
      const options = { ...ODOMETRY_DEFAULTS, submap: { ...ODOMETRY_DEFAULTS.submap, radius: 6 } };
      const there = run.scans.slice(37, 43);
      const scans = [...there, ...there.toReversed()].map((scan, index) => ({
        ...scan,
        index,
        imu: [],
        scan: restamped(scan, there[0], index),
      }));
      const far = await place(run, scans, ODOMETRY_DEFAULTS);
      const expected = await place(run, scans, options);
      expect(expected[7].quality.matched).toBeLessThan(0.9 * far[7].quality.matched);
      expectSame(await placeOnGpu(scans, options), expected);
    });

    it('gives the same bits again', async () => {
      const scans = run.scans.slice(30, 34);
      expect(await placeOnGpu(scans)).toEqual(await placeOnGpu(scans));
    });

    it.runIf(IS_LONG)('goes on from a state as it would have', async () => {
      // Under way from the start: the first eight are told together.
      const scans = run.scans.slice(30, 42);
      const states: string[] = [];
      const whole = await withAligner(async (odometry) => {
        const poses: ScanPose[] = [];
        for (const scan of scans) {
          poses.push(...(await odometry.next(scan)));
          states.push(odometry.hasStarted ? JSON.stringify(odometry.state) : '');
        }
        return poses;
      });
      const resumed = await withAligner(async (odometry) => {
        for (const pose of whole.slice(0, 10))
          if (pose.isKeyframe) await odometry.replayKeyframe(run.scans[pose.scanIndex], pose);
        const read = async (index: number) => run.scans[index];
        await odometry.restore(JSON.parse(states[9]) as OdometryState, scans[9].index, read);
        return placeWith(odometry, scans.slice(10));
      });
      expect(whole).toHaveLength(scans.length);
      expect(resumed).toEqual(whole.slice(10));
    });

    it.runIf(IS_LONG)('is cancelled within a scan, and then places it as if nothing had been', async () => {
      const scans = run.scans.slice(30, 40);
      const whole = await placeOnGpu(scans);
      await withAligner(async (odometry) => {
        await placeWith(odometry, scans.slice(0, 9));
        const state = JSON.stringify(odometry.state);
        for (const request of [1, 2]) {
          let times = 0;
          const cancel = {
            get cancelled() {
              return ++times >= request;
            },
          };
          await expect(odometry.next(scans[9], cancel)).rejects.toThrow(CancelledError);
          expect(JSON.stringify(odometry.state)).toBe(state);
        }
        expect(await odometry.next(scans[9])).toEqual([whole[9]]);
      });
    });

    it('refuses more levels of bins than its kernels know', async () => {
      const submap = { ...ODOMETRY_DEFAULTS.submap, levels: 9 };
      await expect(placeOnGpu([], { ...ODOMETRY_DEFAULTS, submap })).rejects.toMatchObject({
        code: 'usage',
        message: 'The GPU matches with up to 8 levels of bins, not 9; use the CPU engine.',
      });
    });

    // A run of the command line loses its device in `npm test`.
    it.runIf(IS_LONG)('says in one sentence that the device was lost in the middle', async () => {
      const opened = await openSoftwareGpu();
      const lost = new GpuContext(opened.device, shadersOnDisk(), FEW_GROUPS);
      const { sensor } = run.simulated;
      const aligner = await GpuScanAligner.create(lost, opened.failure, sensor, ODOMETRY_DEFAULTS);
      const odometry = new Odometry(sensor, ODOMETRY_DEFAULTS, aligner);
      const poses = await placeWith(odometry, run.scans.slice(30, 32));
      const state = JSON.stringify(odometry.state);
      const placing = odometry.next(run.scans[32]);
      opened.device.destroy();
      await expect(placing).rejects.toMatchObject({
        code: 'gpu-lost',
        message: expect.stringMatching(
          /^The GPU was lost while it worked .*What was finished before is kept/,
        ),
      });
      await expect(odometry.next(run.scans[32])).rejects.toMatchObject({ code: 'gpu-lost' });
      expect(poses).toHaveLength(2);
      expect(JSON.stringify(odometry.state)).toBe(state);
      aligner.destroy();
      opened.destroy();
    });
  },
  {},
  FEW_GROUPS,
);
