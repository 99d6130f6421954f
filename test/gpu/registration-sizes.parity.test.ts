import { afterAll, describe, it } from 'vitest';
import { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { PointSet } from '../../src-core/registration/method.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import { filledWith, transformed } from '../registration/clouds.ts';
import { describeOnGpu } from './software-device.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 91;
const MOTION = exp([0.01, -0.02, 0.015, 0.03, 0.02, -0.01]);

/** A corner of a room with waves: three sides, so that few points hold a pose. */
function corner(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, (i) => {
    const [a, b] = [4 * random.uniform(), 3 * random.uniform()];
    const height = 0.2 * Math.sin(a) * Math.cos(b);
    return [
      [a, b, height],
      [a, height, b],
      [height, a, b],
    ][i % 3];
  });
}

describeOnGpu(`sizes around the edges of workgroups (seed ${SEED})`, (gpu) => {
  const contexts = new Map<string, GpuContext>();
  /** Kernels of a tuning, compiled once. */
  const tuned = (workgroupSize: number, maxWorkgroups: number): GpuContext => {
    const key = `${workgroupSize} ${maxWorkgroups}`;
    const context =
      contexts.get(key) ?? new GpuContext(gpu().device, shadersOnDisk(), { workgroupSize, maxWorkgroups });
    contexts.set(key, context);
    return context;
  };
  afterAll(() => {
    for (const context of contexts.values()) context.destroy();
  });

  describe.each([
    // Three workgroups take 1000 points in several laps.
    [64, 3],
    [256, 512],
  ])('workgroups of %i threads, %i at most', (workgroupSize, maxWorkgroups) => {
    const expectSame = async (pair: Pair): Promise<void> => {
      for (const method of ['icp-point', 'icp-plane'] as const) {
        const options = { method, search: 'voxel-bins', maxIterations: 2 } as const;
        expectTwins(await onBothEngines(tuned(workgroupSize, maxWorkgroups), pair, options), pair, options);
      }
    };

    it.each([6, 63, 64, 65, 257, 1000])('%i points against 257', async (count) => {
      await expectSame([transformed(MOTION, corner(count, SEED + count)), corner(257, SEED)]);
    });

    it.each([15, 63, 64, 65, 1000])('65 points against %i', async (count) => {
      await expectSame([transformed(MOTION, corner(65, SEED + 1)), corner(count, SEED + count)]);
    });
  });

  it.each(['brute-force', 'kd-tree', 'voxel-bins'] as const)(
    'three points against three, and against many, with %s',
    async (search) => {
      const three = corner(3, SEED + 2);
      for (const target of [three, corner(64, SEED + 3)]) {
        const pair: Pair = [transformed(MOTION, three), target];
        const options = { method: 'icp-point', search, maxIterations: 2 } as const;
        expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
      }
    },
  );

  it('a target of so many bins that their prefix sum takes many workgroups', async () => {
    // More than 64 workgroups of 64 threads with 8 bins each.
    const target = corner(12_000, SEED + 4);
    const pair: Pair = [transformed(MOTION, corner(100, SEED + 5)), target];
    const options = { method: 'icp-plane', search: 'voxel-bins', maxIterations: 2 } as const;
    expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
  });
});
