import { afterAll, describe, it } from 'vitest';
import { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { PointSet } from '../../src-core/registration/method.ts';
import { shadersOnDisk } from '../../src-main/device/shader-source.ts';
import { filledWith, transformed } from '../registration/clouds.ts';
import { SOFT_RUNS, softMetres } from './soft-runs.ts';
import { describeOnGpu } from './software-device.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 173;
const MOTION = exp([0.003, 0.002, -0.001, 0.3, 0.2, -0.1]);

/** The standard of 128 threads, of which 64 take the same four points, is that of the other tests. */
const TUNINGS = [
  { softWorkgroupSize: 64, softLanes: 8, softStepThreads: 64 },
  { softWorkgroupSize: 32, softLanes: 32 },
  { softWorkgroupSize: 256, softLanes: 64 },
  { softWorkgroupSize: 256, softLanes: 256, softStepThreads: 8 },
];

describeOnGpu(`soft methods in workgroups of other sizes (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const box = (count: number): PointSet =>
    filledWith(count, () => [10 * random.uniform(), 6 * random.uniform(), 4 * random.uniform()]);
  // Around the edges of lanes, of four points, and of the points that a workgroup takes: 4 to 32.
  const pairs = [
    [3, 7],
    [31, 9],
    [33, 65],
    [16, 257],
    [65, 255],
    [300, 40],
  ].map(([n, m]): Pair => [transformed(MOTION, box(n)), box(m)]);
  const kernels = new Map<string, Promise<Kernel>>();
  const contexts: GpuContext[] = [];
  afterAll(() => {
    for (const context of contexts) context.destroy();
  });

  describe.each(TUNINGS)('$softLanes of $softWorkgroupSize threads take four points', (tuning) => {
    it.each(SOFT_RUNS)('$method', async (options) => {
      const context = new GpuContext(gpu().device, shadersOnDisk(), tuning, kernels);
      contexts.push(context);
      // A workgroup of 256 takes a software adapter four times as long: the pairs around its own edges are enough.
      for (const pair of tuning.softWorkgroupSize === 256 ? pairs.slice(3) : pairs)
        expectTwins(await onBothEngines(context, pair, options), pair, options, softMetres(pair));
    });
  });
});
