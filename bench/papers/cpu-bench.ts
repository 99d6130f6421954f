import { median } from '../../src-core/math/statistics.ts';
import type { RegistrationResult } from '../../src-lab/problem/method.ts';
import { register } from '../../src-lab/register/register.ts';
import { buildKdTree } from '../../src-lab/search/kd-tree-build.ts';
import { iterations, type PaperBench } from './paper-bench.ts';
import { ONCE, type Repeats, type Run, repeated, threadClock } from './timing.ts';

const REPEATS: Repeats = { warmUp: 1, most: 9, budgetMs: 2500 };
const TREES: Repeats = { warmUp: 1, most: 5, budgetMs: 5000 };
/** Slower passes are timed a few at once only. */
const SLOW_PASS_MS = 200;

/**
 * The reference on this processor, one thread, whose processor time counts.
 *
 * @param workers of pICP
 */
export function cpuBench(bunnyFolder: string, workers?: readonly number[]): PaperBench {
  return {
    engine: 'cpu',
    bunnyFolder,
    ...(workers && { workers }),
    async align(source, target, options) {
      const runs = await repeated(REPEATS, () => register(source, target, options), threadClock);
      return { result: runs[0].value, ms: median(runs.map(({ ms }) => ms)) };
    },
    async keep(target, options) {
      return {
        // The reference reuses nothing of a target, but reports the time of its stages.
        async align(source, T_target_source, repeats = true) {
          const all = { ...options, T_target_source };
          const runs = await repeated(
            repeats ? REPEATS : ONCE,
            () => register(source, target, all),
            threadClock,
          );
          const stages = runs.map(stagesOf);
          return {
            result: runs[0].value,
            ms: median(stages.map(({ iterations }) => iterations)),
            buildMs: median(stages.map(({ structure, normals }) => structure + normals)),
          };
        },
        destroy() {},
      };
    },
    async tree(target, leafPoints) {
      const runs = await repeated(TREES, () => buildKdTree(target, leafPoints), threadClock);
      return { levels: runs[0].value.levels, ms: median(runs.map(({ ms }) => ms)) };
    },
    async iterationMs(source, target, options) {
      const runsOf = (repeats: Repeats, count: number) =>
        repeated(repeats, () => register(source, target, { ...options, ...iterations(count) }), threadClock);
      const first = passMs((await runsOf(ONCE, 2))[0]);
      return first > SLOW_PASS_MS ? first : median((await runsOf(REPEATS, 10)).map(passMs));
    },
  };
}

/** Time of one pass over the source: each iteration is one, and the start another. */
function passMs(run: Run<RegistrationResult>): number {
  return stagesOf(run).iterations / (run.value.iterations + 1);
}

/** The registration times its stages by the wall clock; each gets its share of the processor time. */
function stagesOf({ value, ms }: Run<RegistrationResult>): RegistrationResult['milliseconds'] {
  const { structure, normals, iterations, total } = value.milliseconds;
  const share = ms / total;
  return {
    structure: share * structure,
    normals: share * normals,
    iterations: share * iterations,
    total: ms,
  };
}
