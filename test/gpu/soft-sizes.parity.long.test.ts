import { describe, it, onTestFinished } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { SOFT_RUNS, softMetres } from './soft-runs.ts';
import { describeOnGpu, keptContext } from './software-device.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

const SEED = 173;
const MOTION = exp([0.003, 0.002, -0.001, 0.3, 0.2, -0.1]);

/**
 * The second is the standard. The other tests run with 32 threads, of which 8 take the same four points: as many groups
 * in a workgroup as in one of 256 with 64 lanes, which the adapter compiles for half a minute.
 */
const TUNINGS = [
  { softWorkgroupSize: 32, softLanes: 32, softStepThreads: 32 },
  { softWorkgroupSize: 128, softLanes: 64, softStepThreads: 256 },
  { softWorkgroupSize: 256, softLanes: 256, softStepThreads: 8 },
];

/** Two temperatures of two steps: each kernel follows each that it can follow. */
const FEW_STEPS = SOFT_RUNS.map(({ softassign, ...run }) => ({
  ...run,
  ...(softassign && { softassign: { ...softassign, temperatures: 2, stepsPerTemperature: 2 } }),
}));

describeOnGpu(`soft methods in workgroups of other sizes (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const box = (count: number): PointSet =>
    filledWith(count, () => [10 * random.uniform(), 6 * random.uniform(), 4 * random.uniform()]);
  const pairsOf = (sizes: readonly (readonly [number, number])[]): Pair[] =>
    sizes.map(([n, m]) => [transformed(MOTION, box(n)), box(m)]);
  // Around the edges of lanes, of four points, and of the points that a workgroup takes: 4 or 8.
  const pairs = pairsOf([
    [3, 7],
    [31, 9],
    [33, 65],
    [16, 257],
    [65, 255],
    [300, 40],
  ]);
  // A workgroup of 256 takes a software adapter four times as long: around its own edges.
  const pairsOfWide = pairsOf([
    [5, 257],
    [9, 255],
    [260, 9],
  ]);
  describe.each(TUNINGS)('$softLanes of $softWorkgroupSize threads take four points', (tuning) => {
    it.each(FEW_STEPS)('$method', async (options) => {
      const context = await keptContext(tuning);
      onTestFinished(() => context.destroy());
      for (const pair of tuning.softWorkgroupSize === 256 ? pairsOfWide : pairs)
        expectTwins(await onBothEngines(context, pair, options), pair, options, softMetres(pair));
    });
  });
});
