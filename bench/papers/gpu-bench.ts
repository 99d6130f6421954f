import { GpuContext } from '../../src-core/gpu/context.ts';
import { median } from '../../src-core/math/statistics.ts';
import { registerOnGpu, TargetOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import type { RegistrationResult } from '../../src-lab/problem/method.ts';
import { shaders } from '../gpu/shaders.ts';
import { treeBuild } from '../gpu/tree-build.ts';
import { iterations, type KeptTarget, type PaperBench } from './paper-bench.ts';
import { longerMs, ONCE, type Repeats, type Run, repeated, wallClock } from './timing.ts';

const REPEATS: Repeats = { warmUp: 2, most: 15, budgetMs: 700 };
/** Iterations of a short and a long run: their difference leaves out the call itself. */
const SHORT = 1;
const LONG = 11;
/** Pairs of a short and a long run: a difference of a few tenths of a millisecond needs many. */
const PAIRS: Repeats = { warmUp: 3, most: 101, budgetMs: 1500 };
/** A rebuild is the cost to be measured; a first build also compiles. */
const BUILDS: Repeats = { warmUp: 1, most: 3, budgetMs: 1500 };

/**
 * The twins on a graphics card.
 *
 * @param isTimed false for an adapter that computes on the processor: its times say nothing of a card
 */
export function gpuBench(gpu: GpuContext, isTimed: boolean, bunnyFolder: string): PaperBench {
  const run = async <T>(repeats: Repeats, work: () => Promise<T>) =>
    repeated(isTimed ? repeats : ONCE, work, wallClock);
  const medianMs = (runs: readonly Run<unknown>[]) => (isTimed ? median(runs.map(({ ms }) => ms)) : null);
  const aligned = (runs: [Run<RegistrationResult>, ...Run<RegistrationResult>[]]) => ({
    result: runs[0].value,
    ms: medianMs(runs),
  });
  const bench: PaperBench = {
    engine: 'gpu',
    bunnyFolder,
    async align(source, target, options) {
      return aligned(await run(REPEATS, () => registerOnGpu(gpu, source, target, options)));
    },
    async keep(target, options) {
      let built: TargetOnGpu | null = null;
      const builds = await run(BUILDS, async () => {
        built?.destroy();
        built = await TargetOnGpu.build(gpu, target, options);
        return built;
      });
      const last = builds[builds.length - 1].value;
      const buildMs = medianMs(builds);
      return {
        async align(source, T_target_source, repeats = true) {
          const runs = await run(repeats ? REPEATS : ONCE, () => last.register(source, T_target_source));
          return { ...aligned(runs), buildMs };
        },
        destroy: () => last.destroy(),
      };
    },
    async tree(target, leafPoints) {
      const { levels, whole } = await treeBuild(gpu, target, leafPoints);
      return { levels, ms: medianMs(await run(REPEATS, whole)) };
    },
    async iterationMs(source, target, options) {
      const keep = (count: number) => bench.keep(target, { ...options, ...iterations(count) });
      const [short, long] = [await keep(SHORT), await keep(LONG)];
      try {
        const once = (keptTarget: KeptTarget) => () => keptTarget.align(source, null, false);
        // An adapter that is not timed runs both all the same, to try them.
        if (!isTimed) {
          await once(short)();
          await once(long)();
          return null;
        }
        return (await longerMs(PAIRS, once(short), once(long), wallClock)) / (LONG - SHORT);
      } finally {
        short.destroy();
        long.destroy();
      }
    },
    withKernels({ tuning, texts }) {
      const other = new GpuContext(gpu.device, (name) => texts[name] ?? shaders(name), tuning);
      return { ...gpuBench(other, isTimed, bunnyFolder), destroy: () => other.destroy() };
    },
  };
  return bench;
}
