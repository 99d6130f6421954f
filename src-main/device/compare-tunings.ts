import { GpuContext } from '../../src-core/gpu/context.ts';
import type { Kernel } from '../../src-core/gpu/kernel.ts';
import type { ShaderSource } from '../../src-core/gpu/shader-source.ts';
import type { GpuTuning } from '../../src-core/gpu/tuning.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { TuningWork } from './tuning-works.ts';

/**
 * Greatest difference between equal poses, rad and m: sums in another order round differently, a wrong kernel is
 * off by more.
 */
const SAME_POSE = 1e-3;

/** Timing of one tuning. */
export interface TuningTrial {
  readonly tuning: GpuTuning;
  /**
   * Median of each workload, ms; null: the kernels do not run with this tuning on this adapter, for the reason in
   * `why`.
   */
  readonly milliseconds: Readonly<Record<string, number>> | null;
  readonly why: string | null;
  /** Geometric mean over the workloads of the time relative to the reference tuning; 1 is equally fast. */
  readonly relative: number | null;
}

export interface TuningBench {
  readonly device: GPUDevice;
  readonly shaders: ShaderSource;
  /** Compiled kernels, shared between tunings. */
  readonly kernels: Map<string, Promise<Kernel>>;
  /** Repetitions of each workload. */
  readonly rounds: number;
  /** Called before each run of a workload; throws to cancel the comparison. */
  readonly beforeEach: () => void;
}

/**
 * Times workloads interleaved, round by round, so that a temporary disturbance of the machine affects all of them.
 *
 * @param works each runs `warmUp` times before it is timed
 * @returns the median of each, ms
 */
export async function interleavedMedians(
  works: readonly (() => Promise<unknown>)[],
  rounds: number,
  warmUp = 1,
): Promise<number[]> {
  const times = works.map((): number[] => []);
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [k, work] of works.entries()) {
      const start = performance.now();
      await work();
      if (round >= warmUp) times[k].push(performance.now() - start);
    }
  }
  return times.map((own) => own.sort((a, b) => a - b)[own.length >> 1]);
}

/**
 * Times workloads under several tunings in turn. A tuning that does not compile for the device, or changes a
 * result, is rejected.
 *
 * @param standard the reference tuning, one of `tunings`
 * @throws SocavonError if the reference tuning does not run; what `beforeEach` throws
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

/** Reason why a tuning cannot be used on the device, or null. */
async function unfitness(
  works: readonly TuningWork[],
  gpu: GpuContext,
  expected: readonly ArrayLike<number>[],
  beforeEach: () => void,
): Promise<string | null> {
  let values: ArrayLike<number>[];
  try {
    values = await resultsOf(works, gpu, beforeEach);
  } catch (error) {
    // Thrown by a kernel that does not compile.
    if (error instanceof SocavonError && error.code === 'internal')
      return 'its kernels do not compile for this adapter';
    throw error;
  }
  const differs = values.some((own, k) =>
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
