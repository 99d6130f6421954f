import { expect } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { exp } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { picpBy, serialPool } from '../../src-lab/picp/picp.ts';
import { mergeShares } from '../../src-lab/picp/picp-share.ts';
import type { PointSet, RegistrationOptions, RegistrationResult } from '../../src-lab/problem/method.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../../src-lab/problem/picp-options.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith } from '../lab/clouds.ts';
import { expectTwins, onBothEngines, type Pair } from './twins.ts';

export const PICP_SEED = 131;
/** Far for a saddle, whose pose turns into place. */
export const FAR = exp([0.12, -0.09, 0.14, 0.4, -0.3, 0.5]);
/** Near for waves, over which a pose slides slowly and straight. */
export const NEAR = exp([0.02, -0.01, 0.05, 0.2, -0.1, 0.05]);

/** Low waves over -2 .. 2 at random places, so that no two neighbours are equally far. */
export function waves(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, () => {
    const [x, y] = [4 * random.uniform() - 2, 4 * random.uniform() - 2];
    return [x, y, 0.3 * Math.sin(2 * x) * Math.cos(1.5 * y)];
  });
}

export function firstOf({ xyz }: PointSet, count: number): PointSet {
  return { count, xyz: xyz.slice(0, 3 * count) };
}

export function picpOptions(
  own: Partial<PicpOptions>,
  more: Partial<RegistrationOptions> = {},
): Partial<RegistrationOptions> {
  return { method: 'picp', search: 'voxel-bins', ...more, picp: { ...PICP_DEFAULTS, ...own } };
}

/** Expects the same of both engines, the number of iterations and why they stopped included. */
export async function expectSame(
  gpu: GpuContext,
  pair: Pair,
  options: Partial<RegistrationOptions>,
): Promise<RegistrationResult> {
  const both = await onBothEngines(gpu, pair, options);
  expectTwins(both, pair, options);
  expect(both.gpu.iterations).toBe(both.cpu.iterations);
  expect(both.gpu.stopped).toBe(both.cpu.stopped);
  return both.gpu;
}

/** Leaps that the CPU tries, and those of them that it discards: their errors are in no iteration, and are not lower. */
export function leapsOf(
  [source, target]: Pair,
  options: Partial<RegistrationOptions>,
): { readonly tried: number; readonly discarded: number } {
  const errors: number[] = [];
  const watched = picpBy((problem) => {
    const crew = serialPool(problem);
    return {
      match(T, pass) {
        const numbers = crew.match(T, pass);
        const { squared, pairs } = mergeShares(numbers);
        errors.push(Math.sqrt(squared / pairs[0]));
        return numbers;
      },
      close: crew.close,
    };
  });
  const methods = { ...METHODS, picp: watched };
  const { iterations, rmsPerIteration } = register(source, target, options, NEVER_CANCELLED, methods);
  const distinct = new Set(rmsPerIteration);
  return {
    tried: errors.length - 1 - iterations,
    discarded: errors.filter((error, k) => k > 0 && !distinct.has(error) && error >= errors[k - 1]).length,
  };
}
