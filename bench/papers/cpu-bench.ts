import { median } from '../../src-core/math/statistics.ts';
import type { PointSet } from '../../src-core/registration/method.ts';
import { register } from '../../src-core/registration/register.ts';
import { iterations, type Options, type PaperBench } from './paper-bench.ts';
import { ONCE, type Repeats, repeated } from './timing.ts';

const REPEATS: Repeats = { warmUp: 1, most: 9, budgetMs: 2500 };
/** Slower passes are timed a few at once only. */
const SLOW_PASS_MS = 200;

/** The reference on this processor, one thread. */
export function cpuBench(bunnyFolder: string): PaperBench {
  return {
    engine: 'cpu',
    bunnyFolder,
    async align(source, target, options) {
      const runs = await repeated(REPEATS, () => register(source, target, options));
      return { result: runs[0].value, ms: median(runs.map(({ ms }) => ms)) };
    },
    async keep(target, options) {
      return {
        // The reference keeps nothing of a target, but says what its stages took.
        async align(source, T_target_source, repeats = true) {
          const all = { ...options, T_target_source };
          const runs = await repeated(repeats ? REPEATS : ONCE, () => register(source, target, all));
          const stages = runs.map(({ value }) => value.milliseconds);
          return {
            result: runs[0].value,
            ms: median(stages.map(({ iterations }) => iterations)),
            buildMs: median(stages.map(({ structure, normals }) => structure + normals)),
          };
        },
        destroy() {},
      };
    },
    async iterationMs(source, target, options) {
      const first = passMs(source, target, { ...options, ...iterations(2) });
      if (first > SLOW_PASS_MS) return first;
      const runs = await repeated(REPEATS, () => passMs(source, target, { ...options, ...iterations(10) }));
      return median(runs.map(({ value }) => value));
    },
  };
}

/** Time of one pass over the source: each iteration is one, and the start another. */
function passMs(source: PointSet, target: PointSet, options: Options): number {
  const { milliseconds, iterations } = register(source, target, options);
  return milliseconds.iterations / (iterations + 1);
}
