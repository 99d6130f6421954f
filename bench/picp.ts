/*
 * The experiments of the pICP paper (Langis, Greenspan, Godin, fig. 3-8) on threads of this machine, as one JSON line
 * each; scans of a rough tunnel by a spinning sensor of 16 beams, 16384 points, half a metre apart.
 *
 *   npx node bench/picp.ts [MOST_WORKERS]
 */
import { availableParallelism } from 'node:os';
import { identity } from '../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../src-core/model/context.ts';
import { horn } from '../src-core/registration/horn.ts';
import { type Alignable, REGISTRATION_DEFAULTS } from '../src-core/registration/method.ts';
import { METHODS } from '../src-core/registration/methods.ts';
import { picpBy } from '../src-core/registration/picp.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../src-core/registration/picp-options.ts';
import { mergeShares } from '../src-core/registration/picp-share.ts';
import { register } from '../src-core/registration/register.ts';
import { threadCrew } from '../src-main/jobs/picp-workers.ts';
import { tunnelScan } from './gpu/clouds.ts';

const MOST_WORKERS = Number(process.argv[2] ?? availableParallelism());
const ITERATIONS = 30;
const target = tunnelScan(0, 1);
const source = tunnelScan(0.5, 2);
const methods = { ...METHODS, picp: picpBy(threadCrew) };

function print(line: Record<string, unknown>): void {
  console.log(JSON.stringify(line, (_, v) => (typeof v === 'number' ? Number(v.toPrecision(4)) : v)));
}

/** The iteration by hand, to see each worker's time and each iteration's error. */
function watched(picp: Partial<PicpOptions>): { workers: number[][]; mse: number[]; ms: number[] } {
  const problem: Alignable = {
    source,
    target,
    T_target_source: identity(),
    options: {
      ...REGISTRATION_DEFAULTS,
      search: 'voxel-bins',
      picp: { ...PICP_DEFAULTS, ...picp },
    },
    cancel: NEVER_CANCELLED,
  };
  const crew = threadCrew(problem);
  const found = { workers: [] as number[][], mse: [] as number[], ms: [] as number[] };
  try {
    const began = performance.now();
    let T = problem.T_target_source;
    for (let pass = 0; pass < ITERATIONS; pass++) {
      const { pairs, squared, milliseconds } = mergeShares(crew.match(T, pass));
      found.workers.push([...milliseconds]);
      found.mse.push(squared / pairs[0]);
      found.ms.push(performance.now() - began);
      T = horn(pairs) ?? T;
    }
  } finally {
    crew.close();
  }
  return found;
}

for (const shuffle of [false, true]) {
  const { workers, ms } = watched({ workers: Math.max(2, MOST_WORKERS), shuffle });
  const slowest = workers.map((own) => Math.max(...own));
  const even = workers.map((own) => own.reduce((sum, v) => sum + v, 0) / own.length);
  print({
    figure: 3,
    shuffle,
    workers: workers[0].length,
    slowestOverMean: slowest.map((v, k) => v / even[k]),
    ms: ms.at(-1),
  });
}
for (const thinning of [1, 0.5, 0.25, 0.1]) {
  const { mse, ms } = watched({ workers: 1, thinning });
  print({ figure: '4-6', thinning, mse, ms });
}
for (const acceleration of [false, true]) {
  const options = {
    method: 'picp' as const,
    search: 'voxel-bins' as const,
    maxIterations: ITERATIONS,
    picp: { ...PICP_DEFAULTS, workers: MOST_WORKERS, acceleration },
  };
  const { rmsPerIteration, milliseconds } = register(source, target, options, NEVER_CANCELLED, methods);
  print({
    figure: 7,
    acceleration,
    mse: rmsPerIteration.map((rms) => rms ** 2),
    ms: milliseconds.iterations,
  });
}
for (let workers = 1; workers <= MOST_WORKERS; workers *= 2) {
  const { ms } = watched({ workers });
  print({ figure: 8, workers, iterationsPerSecond: (1000 * ITERATIONS) / ms[ITERATIONS - 1] });
}
