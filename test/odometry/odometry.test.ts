import { beforeAll, expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { identity } from '../../src-core/math/se3.ts';
import { median } from '../../src-core/math/statistics.ts';
import type { ScanPose } from '../../src-core/model/pose.ts';
import type { Scan } from '../../src-core/model/scan.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { Odometry } from '../../src-core/odometry/odometry.ts';
import { ODOMETRY_DEFAULTS } from '../../src-core/odometry/odometry-options.ts';
import type { PresetName } from '../../src-simulate/presets.ts';
import type { SimulatedScan } from '../../src-simulate/simulate-scans.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { errorOf, errorsOf, place, placeWith, type Run, simulatedRun, travelled } from './simulated-run.ts';

const SEED = 73;
const LENGTH = 26;
/** Scans of the still start: 1.5 s. */
const STILL = 15;
const DRIVING = 40;

const CLOCKS = [
  ['set forward by years', 1_000_000_000_000_000_000n],
  ['set forward by a minute', 60_000_000_000n],
  ['restarted', -90_000_000_000n],
] as const;

const runs = new Map<PresetName, Promise<Run>>();
/** The drive of a preset, simulated once. */
function driveOf(preset: PresetName): Promise<Run> {
  const run = runs.get(preset) ?? simulatedRun(preset, LENGTH, SEED);
  runs.set(preset, run);
  return run;
}

/** The goal of a survey: 0.3 % of the path at its end. */
function expectGood(run: Run, poses: readonly ScanPose[]): void {
  const path = travelled(run, poses[0].scanIndex, poses[poses.length - 1].scanIndex);
  const { end, worst } = errorsOf(run, poses);
  expect(path).toBeGreaterThan(9);
  expect(end.millimetres).toBeLessThan(3 * path);
  expect(worst.millimetres).toBeLessThan(4 * path);
  expect(end.degrees).toBeLessThan(0.4);
  expect(poses.filter(({ quality }) => !quality.converged).length).toBeLessThan(0.05 * poses.length);
}

const withScan = (from: SimulatedScan, change: (scan: Scan) => Partial<Scan>): SimulatedScan => ({
  ...from,
  scan: { ...from.scan, ...change(from.scan) },
});

const blind = (from: SimulatedScan) =>
  withScan(from, ({ rangeMm }) => ({ rangeMm: new Uint32Array(rangeMm.length) }));

const later = (from: SimulatedScan, ns: bigint): SimulatedScan => ({
  ...withScan(from, ({ stampNs }) => ({ stampNs: stampNs.map((stamp) => stamp + ns) })),
  imu: from.imu.map((sample) => ({ ...sample, stampNs: sample.stampNs + ns })),
});

/** A scan that lost whole packets of 16 columns. */
function withoutPackets(from: SimulatedScan, isLost: (packet: number) => boolean): SimulatedScan {
  return withScan(from, ({ columns, rangeMm, stampNs, columnValid }) => {
    const lost = (column: number) => isLost(Math.floor(column / 16));
    return {
      rangeMm: rangeMm.map((mm, pixel) => (lost(pixel % columns) ? 0 : mm)),
      stampNs: stampNs.map((stamp, column) => (lost(column) ? 0n : stamp)),
      columnValid: columnValid.map((valid, column) => (lost(column) ? 0 : valid)),
    };
  });
}

describe.each(tiered(['rough', 'curved'] as const, ['rough']))(
  `odometry along a simulated %s drive (seed ${SEED})`,
  (preset) => {
    let run: Run;
    let poses: ScanPose[];
    beforeAll(async () => {
      run = await driveOf(preset);
      poses = await place(run, run.scans);
    });

    it('ends within 0.3 % of the path, every scan placed once, in order', () => {
      expectGood(run, poses);
      expect(poses.map(({ scanIndex }) => scanIndex)).toEqual(run.scans.map(({ index }) => index));
      expect(poses.map(({ frameId }) => frameId)).toEqual(run.scans.map(({ scan }) => scan.frameId));
      expect(poses.map(({ stampNs }) => stampNs)).toEqual(run.scans.map(({ scan }) => scan.stampNs[0]));
    });

    it('starts at the frame of the first column of the first scan', () => {
      expect(poses[0].T_map_sensor).toEqual(identity());
    });

    it('says that the length was observed, and is about as sure of it as it is right', () => {
      const { warnings, pathLength, alongSigma } = alignmentQuality({ poses });
      expect(warnings).toEqual([]);
      expect(poses.slice(1).every(({ quality }) => !quality.degenerate && quality.heldBy === 'walls')).toBe(
        true,
      );
      const last = run.scans.length - 1;
      expect(Math.abs(pathLength / travelled(run, 0, last) - 1)).toBeLessThan(0.01);
      expect(errorsOf(run, poses).end.millimetres).toBeLessThan(3000 * alongSigma);
    });

    it('does not drift while the robot stands', () => {
      // The first scan stands alone at first, with the noise of its own few points.
      for (const pose of poses.slice(0, STILL))
        expect(errorOf(run, poses[0], pose).millimetres).toBeLessThan(10);
      const centre = (from: number, to: number) =>
        [0, 1, 2].map((k) => median(poses.slice(from, to).map(({ T_map_sensor }) => T_map_sensor.t[k])));
      const [early, late] = [centre(STILL - 10, STILL - 5), centre(STILL - 5, STILL)];
      expect(Math.hypot(...late.map((value, k) => value - early[k]))).toBeLessThan(0.002);
    });

    it('starts in motion, the gyro telling how', async () => {
      expectGood(run, await place(run, run.scans.slice(DRIVING)));
    });

    it('needs no inertial unit from a still start', async () => {
      const deaf = await place(
        run,
        run.scans.map((scan) => ({ ...scan, imu: [] })),
      );
      expectGood(run, deaf);
      expect(deaf.every(({ gyroBias }) => gyroBias === null)).toBe(true);
      const poses = await place(run, run.scans.slice(0, DRIVING), { ...ODOMETRY_DEFAULTS, gyro: false });
      expect(deaf.slice(0, DRIVING)).toEqual(poses);
    });

    it('uses the gyro as soon as it knows its bias', () => {
      const calibrated = poses.slice(STILL);
      expect(calibrated.every(({ gyroBias }) => gyroBias !== null)).toBe(true);
    });
  },
);

describe(`odometry through trouble, along a simulated rough drive (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  let run: Run;
  beforeAll(async () => {
    const { simulated, scans } = await driveOf('rough');
    // Ten metres are enough to go wrong on.
    run = { simulated, scans: scans.slice(0, 75) };
  });

  it('leaves a gyro of wrong units alone', async () => {
    const wrong = run.scans.map((scan) => ({
      ...scan,
      imu: scan.imu.map((sample) => {
        const [x, y, z] = sample.gyro;
        return { ...sample, gyro: [57.3 * x, 57.3 * y, 57.3 * z] as const };
      }),
    }));
    const odometry = new Odometry(run.simulated.sensor);
    const place = await placeWith(odometry, wrong);
    expect(odometry.gyroBelievable).toBe(false);
    expect(errorsOf(run, place).end.millimetres).toBeLessThan(60);
  });

  it('bridges every seventh scan lost, and one and a half seconds at once', async () => {
    expectGood(
      run,
      await place(
        run,
        run.scans.filter((_, i) => i % 7 !== 3),
      ),
    );
    expectGood(
      run,
      await place(
        run,
        run.scans.filter((_, i) => i < 50 || i >= 65),
      ),
    );
  });

  it('bridges scans without a return, says that they matched nothing, and goes on', async () => {
    const poses = await place(
      run,
      run.scans.map((scan, i) => (i >= 50 && i < 54 ? blind(scan) : scan)),
    );
    expectGood(run, poses);
    for (const { quality, scanIndex } of poses)
      expect(quality.inliers === 0).toBe(scanIndex === 0 || (scanIndex >= 50 && scanIndex < 54));
    expect(poses[51].quality).toMatchObject({ degenerate: true, weakSigma: Number.POSITIVE_INFINITY });
    expect(alignmentQuality({ poses }).warnings.map(({ code }) => code)).toContain('scans-not-matched');
  });

  it('believes the stamps, not the rotation rate of the metadata', async () => {
    const scans = run.scans.slice(0, 40);
    const { sensor } = run.simulated;
    const expected = await placeWith(new Odometry(sensor), scans);
    for (const rotationHz of [20, 5])
      expect(await placeWith(new Odometry({ ...sensor, rotationHz }), scans)).toEqual(expected);
  });

  it('starts after scans without a return', async () => {
    const poses = await place(
      run,
      run.scans.map((scan, i) => (i < 3 ? blind(scan) : scan)),
    );
    expectGood(run, poses);
  });

  it('stands lost packets: the first, the last, a quarter of all', async () => {
    const poses = await place(
      run,
      run.scans.map((scan, i) =>
        withoutPackets(scan, (packet) => {
          if (i % 3 === 0) return packet === 0;
          if (i % 3 === 1) return packet > 50;
          return random.below(4) === 0;
        }),
      ),
    );
    expectGood(run, poses);
  });

  it('lives on one packet of a scan', async () => {
    const poses = await place(
      run,
      run.scans.map((scan, i) => (i === 45 ? withoutPackets(scan, (packet) => packet !== 20) : scan)),
    );
    expectGood(run, poses);
  });

  it.each(tiered(CLOCKS, [CLOCKS[2]]))('stands a clock that is %s', async (_name, ns) => {
    const poses = await place(
      run,
      run.scans.map((scan, i) => (i < 50 ? scan : later(scan, ns))),
    );
    expectGood(run, poses);
    expect(errorOf(run, poses[0], poses[50]).millimetres).toBeLessThan(40);
  });
});
