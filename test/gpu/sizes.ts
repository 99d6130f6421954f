import { it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { SEARCH_IDS } from '../../src-core/model/registration-ids.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith, transformed } from '../lab/clouds.ts';
import { tiered } from '../support/tier.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

export const SIZES_SEED = 91;
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

/** Sizes around the edges of workgroups, within a group of tests whose tuning they are to run with. */
export function describeSizes(gpu: () => GpuContext): void {
  const expectSame = async (pair: Pair): Promise<void> => {
    for (const method of ['icp-point', 'icp-plane'] as const) {
      const options = { method, search: 'voxel-bins', maxIterations: 2 } as const;
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
    }
  };

  it.each(tiered([6, 63, 64, 65, 257, 1000], [6, 64, 65, 257]))('%i points against 257', async (count) => {
    await expectSame([transformed(MOTION, corner(count, SIZES_SEED + count)), corner(257, SIZES_SEED)]);
  });

  it.each(tiered([15, 63, 64, 65, 1000], [15, 65]))('65 points against %i', async (count) => {
    await expectSame([transformed(MOTION, corner(65, SIZES_SEED + 1)), corner(count, SIZES_SEED + count)]);
  });

  it('a target of so many bins that their prefix sum takes many workgroups', async () => {
    // More bins than 64 workgroups of 64 threads take with 8 each.
    const target = corner(12_000, SIZES_SEED + 4);
    const pair: Pair = [transformed(MOTION, corner(100, SIZES_SEED + 5)), target];
    const options = { method: 'icp-plane', search: 'voxel-bins', maxIterations: 2 } as const;
    expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
  });
}

/** Three points against three, and against many, with each search structure. */
export function describeLeastSizes(gpu: () => GpuContext): void {
  it.each(SEARCH_IDS)('three points with %s', async (search) => {
    const three = corner(3, SIZES_SEED + 2);
    for (const target of [three, corner(64, SIZES_SEED + 3)]) {
      const pair: Pair = [transformed(MOTION, three), target];
      const options = { method: 'icp-point', search, maxIterations: 2 } as const;
      expectTwins(await onBothEngines(gpu(), pair, options), pair, options);
    }
  });
}
