import type { PicpPool } from '../../src-lab/picp/picp.ts';
import { SHARE_NUMBERS } from '../../src-lab/picp/picp-share.ts';
import type { PointSet, RegistrationOptions, RegistrationProblem } from '../../src-lab/problem/method.ts';
import { type SearchArrays, searchArrays } from '../../src-lab/search/search-structures.ts';
import { ownModule } from '../files/own-module.ts';
import { startPasses } from './pass-threads.ts';
import type { PicpShare } from './picp-board.ts';
import { sharedArrays } from './shared-arrays.ts';
import { threadsToUse } from './threads-to-use.ts';

const WORKER = ownModule('device/picp-worker');

/**
 * pICP workers as threads over shared memory. The calling thread blocks while they match, so it must not be the one
 * that handles the user's input: `registerJob` uses a separate thread.
 *
 * @throws SocavonError 'engine-unavailable' if a thread fails
 */
export function threadPool(problem: RegistrationProblem): PicpPool {
  const workers = threadsOf(problem);
  const { numbers } = sharedArrays({ numbers: new Float64Array(SHARE_NUMBERS * workers) });
  const share = (): Omit<PicpShare, 'worker' | 'workers' | 'board' | 'pose'> => ({
    ...sharedProblem(problem),
    numbers,
  });
  const { match, close } = startPasses<PicpShare>(WORKER, workers, share, problem.cancel);
  return {
    match(T, pass) {
      match(T, pass);
      return numbers;
    },
    close,
  };
}

/** Threads of a run of pICP: at most one a point. */
export function threadsOf({ source, options }: RegistrationProblem): number {
  return Math.min(options.picp.workers ?? threadsToUse(), source.count);
}

/** Clouds, search structure and options of pICP, the arrays in shared memory. */
export function sharedProblem({ source, target, options }: RegistrationProblem): {
  readonly source: PointSet;
  readonly target: PointSet;
  readonly built: SearchArrays;
  readonly options: Pick<RegistrationOptions, 'maxDistance' | 'picp'>;
} {
  const built = searchArrays(options.search, target);
  return {
    source: sharedArrays(source),
    target: sharedArrays(target),
    built: (built.arrays === null ? built : { ...built, arrays: sharedArrays(built.arrays) }) as SearchArrays,
    options: { maxDistance: options.maxDistance, picp: options.picp },
  };
}
