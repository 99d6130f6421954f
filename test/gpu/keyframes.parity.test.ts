import { expect, it } from 'vitest';
import { GpuScanAligner } from '../../src-core/gpu/gpu-scan-aligner.ts';
import { compose, exp, identity } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { CpuScanAligner } from '../../src-core/odometry/cpu-scan-aligner.ts';
import type { ScanMotion } from '../../src-core/odometry/frame/deskewed-scan.ts';
import type { Submap } from '../../src-core/odometry/match/submap.ts';
import { ODOMETRY_DEFAULTS, type OdometryOptions } from '../../src-core/odometry/odometry-options.ts';
import { FEW_GROUPS, NEVER_FAILS } from './scan-fixtures.ts';
import { boxScan, sensorOf, taskOf } from './scan-tasks.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 83;
const full = sensorOf(16, 1024);
const walls = [0, 1, 2, 3].map((k) => boxScan(full, SEED + k));
const SPINNING: ScanMotion = { twist: Float64Array.of(0.02, -0.01, 0.15, 0.2, 0.03, -0.01), gyroBias: null };
const BY_GYRO: ScanMotion = { twist: SPINNING.twist, gyroBias: [0.01, -0.02, 0.005] };

/** Number of points and sums of each bin of each level, by its key. */
function contentsOf({ levels }: Submap): Map<string, number[]>[] {
  return levels.map(
    (bins) =>
      new Map(
        Array.from({ length: bins.count }, (_, bin) => [
          bins.keys.subarray(3 * bin, 3 * bin + 3).join(),
          [bins.points[bin], ...bins.sumsOf(bin)],
        ]),
      ),
  );
}

/** Rounding of a point's coordinate on the device, as a share of the edge of its bin. */
const UNIT = 1e-7;
/** Half the spacing of floats at 8 m: where a coordinate is rounded to the neighbouring float. */
const NEIGHBOUR = 5e-7;

/** The same bins with the same points, and sums as near as the units of the device are fine. */
function expectSameSums(submap: Submap, expected: Submap): void {
  const own = contentsOf(expected);
  let bins = 0;
  let rounded = 0;
  contentsOf(submap).forEach((level, k) => {
    const { size } = expected.levels[k];
    expect([...level.keys()].sort()).toEqual([...own[k].keys()].sort());
    for (const [key, [points, ...sums]] of level) {
      const [count, ...theirs] = own[k].get(key)!;
      expect(points, key).toBe(count);
      const off = sums.map((sum, at) => Math.abs(sum - theirs[at]) / (at < 3 ? 1 : size));
      expect(Math.max(...off), key).toBeLessThan(NEIGHBOUR + points * size * UNIT);
      if (Math.max(...off) > points * size * UNIT) rounded++;
      bins++;
    }
  });
  expect(bins).toBeGreaterThan(500);
  expect(rounded).toBeLessThan(0.005 * bins);
}

describeOnGpu(
  `keyframes on the device (seed ${SEED})`,
  (gpu) => {
    const withBoth = async (
      options: OdometryOptions,
      work: (device: GpuScanAligner, cpu: CpuScanAligner) => Promise<void>,
    ): Promise<void> => {
      const device = await GpuScanAligner.create(gpu(), NEVER_FAILS, full, options);
      await work(device, new CpuScanAligner(full, options));
      device.destroy();
    };

    const FAR: Rigid = {
      R: exp([0.02, 0.01, 2.1, 0, 0, 0]).R,
      t: Float64Array.of(-999_999.7, 8_601_447.3, 42),
    };
    it.each<[string, Rigid, ScanMotion]>([
      ['by constant velocity', identity(), SPINNING],
      ['by the gyro', identity(), BY_GYRO],
      ['far from the origin of the map', FAR, SPINNING],
    ])('fill the same bins as on the CPU, de-skewed %s', async (_how, T, motion) => {
      await withBoth(ODOMETRY_DEFAULTS, async (device, cpu) => {
        walls.forEach((scan, k) => {
          const there = compose(T, exp([0, 0, 0.1 * k, 0.4 * k, 0.05 * k, 0]));
          for (const aligner of [device, cpu]) aligner.insert(taskOf(full, scan), there, motion);
        });
        const submap = await device.copySubmap();
        expectSameSums(submap, cpu.copySubmap());
        expect(submap.texture.count).toBe(cpu.texture.count);
      });
    });

    it('are added from the scan that was just matched as from one that was not', async () => {
      await withBoth(ODOMETRY_DEFAULTS, async (device, cpu) => {
        const prior = { T_map_sensor: identity(), rotationSigma: 0.01, translationSigma: 0.02 };
        for (const [k, scan] of walls.entries()) {
          // Another gyro bias than in the match, as once it has learnt from it.
          const task = taskOf(full, scan, { prior, gyroBias: [0.02, 0, 0] });
          if (k > 0) await device.match(task, NEVER_CANCELLED);
          for (const aligner of [device, cpu]) aligner.insert(task, identity(), BY_GYRO);
        }
        expectSameSums(await device.copySubmap(), cpu.copySubmap());
      });
    });

    it('move to larger tables, however many are added without a match', async () => {
      const options = { ...ODOMETRY_DEFAULTS, submap: { ...ODOMETRY_DEFAULTS.submap, radius: 30 } };
      await withBoth(options, async (device, cpu) => {
        for (let k = 0; k < 12; k++) {
          const T = exp([0, 0, 0, 6 * k, 0.01 * k, 0]);
          for (const aligner of [device, cpu]) aligner.insert(taskOf(full, walls[k % 4]), T, SPINNING);
          if (k % 5 === 4) await device.settled();
        }
        expectSameSums(await device.copySubmap(), cpu.copySubmap());
      });
    });

    it('go on from a copy, of this engine to the last bit', async () => {
      await withBoth(ODOMETRY_DEFAULTS, async (device, cpu) => {
        const again = await GpuScanAligner.create(gpu(), NEVER_FAILS, full, ODOMETRY_DEFAULTS);
        const fromCpu = await GpuScanAligner.create(gpu(), NEVER_FAILS, full, ODOMETRY_DEFAULTS);
        const aligners = [device, cpu, again, fromCpu];
        for (const [k, scan] of walls.entries()) {
          if (k === 2) {
            again.clear(await device.copySubmap());
            fromCpu.clear(cpu.copySubmap());
          }
          const T = exp([0, 0, 0.05 * k, 0.3 * k, 0, 0]);
          for (const aligner of aligners.slice(0, k < 2 ? 2 : 4))
            aligner.insert(taskOf(full, scan), T, SPINNING);
        }
        const expected = contentsOf(await device.copySubmap());
        expect(contentsOf(await again.copySubmap())).toEqual(expected);
        expectSameSums(await fromCpu.copySubmap(), cpu.copySubmap());
        const task = taskOf(full, boxScan(full, 99), { opening: 0.1 });
        const own = await device.match(task, NEVER_CANCELLED);
        expect(await again.match(task, NEVER_CANCELLED)).toEqual(own);
        again.clear();
        expect((await again.copySubmap()).bins).toBe(0);
        for (const aligner of [again, fromCpu]) aligner.destroy();
      });
    });
  },
  {},
  FEW_GROUPS,
);
