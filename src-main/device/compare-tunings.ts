import { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import type { ShaderSource } from '../../src-core/gpu/shader-source.ts';
import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import { interleavedMedians } from './interleaved-medians.ts';
import type { TuningWork } from './tuning-works.ts';

/** Sums in another order round otherwise; a kernel that goes wrong is off by more: rad and m. */
const SAME_POSE = 1e-3;

/** How one tuning did. */
export interface TuningTrial {
  readonly tuning: GpuTuning;
  /** Median of each work; null: the kernels do not run so on this adapter, `why` says why. */
  readonly milliseconds: Readonly<Record<string, number>> | null;
  readonly why: string | null;
  /** Geometric mean over the works of the time against the standard's; 1 is as fast. */
  readonly relative: number | null;
}

export interface TuningBench {
  readonly device: GPUDevice;
  readonly shaders: ShaderSource;
  /** Compiled ones, which tunings share. */
  readonly kernels: Map<string, Promise<Kernel>>;
  /** Times that each work is timed. */
  readonly rounds: number;
  /** Called before each call of a work; throws to end it all. */
  readonly beforeEach: () => void;
}

/**
 * Times works under some tunings in turn. One that does not compile for the device, or changes a result, is left out.
 *
 * @param standard the tuning to compare with, one of `tunings`
 * @throws SocavonError where the standard does not run; what `beforeEach` throws
 */
export async function compareTunings(
  works: readonly TuningWork[],
  tunings: readonly GpuTuning[],
  standard: GpuTuning,
  { device, shaders, kernels, rounds, beforeEach }: TuningBench,
): Promise<TuningTrial[]> {
  const contexts = tunings.map((tuning) => new GpuContext(device, shaders, tuning, kernels));
  const at = tunings.indexOf(standard);
  try {
    const expected = await resultsOf(works, contexts[at], beforeEach);
    const why: (string | null)[] = [];
    for (const gpu of contexts) why.push(await unfitness(works, gpu, expected, beforeEach));
    const fit = contexts.filter((_, k) => why[k] === null);
    const medians: number[][] = [];
    for (const work of works) {
      const calls = fit.map((gpu) => async () => {
        beforeEach();
        await work.run(gpu);
      });
      medians.push(await interleavedMedians(calls, rounds));
    }
    const standardColumn = fit.indexOf(contexts[at]);
    return tunings.map((tuning, k): TuningTrial => {
      const column = fit.indexOf(contexts[k]);
      if (column < 0) return { tuning, milliseconds: null, why: why[k], relative: null };
      return {
        tuning,
        milliseconds: Object.fromEntries(works.map(({ name }, w) => [name, medians[w][column]])),
        why: null,
        relative: geometricMean(medians.map((times) => times[column] / times[standardColumn])),
      };
    });
  } finally {
    for (const gpu of contexts) gpu.destroy();
  }
}

/** Why a tuning cannot be used on the device, or null. */
async function unfitness(
  works: readonly TuningWork[],
  gpu: GpuContext,
  expected: readonly ArrayLike<number>[],
  beforeEach: () => void,
): Promise<string | null> {
  let found: ArrayLike<number>[];
  try {
    found = await resultsOf(works, gpu, beforeEach);
  } catch (error) {
    // What a kernel that does not compile throws.
    if (error instanceof SocavonError && error.code === 'internal')
      return 'its kernels do not compile for this adapter';
    throw error;
  }
  const differs = found.some((own, k) =>
    Array.from(own).some((value, at) => !(Math.abs(value - expected[k][at]) <= SAME_POSE)),
  );
  return differs ? 'its results are not those of the default' : null;
}

async function resultsOf(
  works: readonly TuningWork[],
  gpu: GpuContext,
  beforeEach: () => void,
): Promise<ArrayLike<number>[]> {
  const results: ArrayLike<number>[] = [];
  for (const work of works) {
    beforeEach();
    results.push(await work.run(gpu));
  }
  return results;
}

function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}
