import { horn } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type Iterate, iterate, MIN_PAIRS, type Minimiser } from '../methods/iterate.ts';
import { movedNormalMatrix } from '../methods/point-minimiser.ts';
import type { Method, RegistrationProblem, StopReason } from '../problem/method.ts';
import { rmsRadius } from '../problem/soft-schedule.ts';
import { stopwatch } from '../problem/stopwatch.ts';
import { SEARCH_STRUCTURES } from '../search/search-structures.ts';
import { pointTemplate } from '../search/template.ts';
import { PicpAcceleration } from './picp-acceleration.ts';
import { mergeShares, type PicpSums, PicpWorker, SHARE_NUMBERS, shareOf } from './picp-share.ts';

/** Worker pool that matches the shares of pICP: threads of a host, or the calling thread. */
export interface PicpPool {
  /** Matches all shares under a pose: `SHARE_NUMBERS` numbers per worker. */
  match(T: Rigid, pass: number): Float64Array;
  close(): void;
}

/**
 * pICP (Langis, Greenspan, Godin): point-to-point ICP with the points split over workers. Each worker matches its
 * share and returns 16 sums; the parent adds them up and solves for the pose by Horn's method.
 *
 * @param gather creates the worker pool for a problem, ready to use
 */
export function picpBy(gather: (problem: RegistrationProblem) => PicpPool): Method {
  return (problem) => {
    const watch = stopwatch();
    const crew = gather(problem);
    try {
      const structure = watch.lap();
      const result = iterate(new PicpMinimiser(crew, problem), problem);
      return { ...result, milliseconds: { structure, normals: 0, iterations: watch.lap() } };
    } finally {
      crew.close();
    }
  };
}

/**
 * Runs the workers of pICP one after another in the calling thread: the reference.
 *
 * @param longestRun see `shareOf`
 */
export function serialPool({ source, target, options }: RegistrationProblem, longestRun?: number): PicpPool {
  const template = pointTemplate(target, SEARCH_STRUCTURES[options.search](target), options.maxDistance);
  const workers = Math.min(options.picp.workers ?? 1, source.count);
  const crew = Array.from({ length: workers }, (_, worker) => {
    const share = shareOf(source.count, worker, workers, options.picp.shuffle, longestRun);
    return new PicpWorker(source, template, share, options.picp);
  });
  const numbers = new Float64Array(SHARE_NUMBERS * workers);
  return {
    match(T, pass) {
      crew.forEach((worker, k) => {
        worker.match(T, pass, numbers.subarray(SHARE_NUMBERS * k, SHARE_NUMBERS * (k + 1)));
      });
      return numbers;
    },
    close() {},
  };
}

export const picp: Method = picpBy(serialPool);

/** Pose and the sums of its pass. */
interface Evaluated {
  readonly T: Rigid;
  readonly sums: PicpSums;
}

/** The parent's part of pICP: computes the pose of each iteration, and accepts or discards extrapolated steps. */
class PicpMinimiser implements Minimiser {
  readonly #crew: PicpPool;
  readonly #acceleration: PicpAcceleration | null;
  #at: Evaluated | null = null;
  /** State at which the last step started. */
  #from: Evaluated | null = null;
  #passes = 0;

  constructor(crew: PicpPool, { source, options }: RegistrationProblem) {
    this.#crew = crew;
    const { acceleration } = options.picp;
    this.#acceleration =
      acceleration === 'none' ? null : new PicpAcceleration(acceleration, rmsRadius(source));
  }

  evaluate(T_target_source: Rigid): Iterate {
    // Restores the state before a rejected step: a new random subset would have other matches than those that
    // led here.
    this.#at = this.#from?.T === T_target_source ? this.#from : this.#matched(T_target_source);
    const { pairs, squared } = this.#at.sums;
    return { T_target_source, rms: Math.sqrt(squared / pairs[0]), inliers: pairs[0] };
  }

  #matched(T: Rigid): Evaluated {
    return { T, sums: mergeShares(this.#crew.match(T, this.#passes++)) };
  }

  step(): Iterate | StopReason {
    this.#from = this.#at;
    const T = this.#at === null ? null : horn(this.#at.sums.pairs);
    if (T === null) return 'too-few-matches';
    const next = this.evaluate(T);
    if (next.inliers < MIN_PAIRS) return next;
    const leap = this.#acceleration?.leap(T, next.rms ** 2) ?? null;
    if (leap === null) return next;
    const here = this.#at;
    const ahead = this.evaluate(leap);
    if (ahead.inliers >= MIN_PAIRS && ahead.rms < next.rms) {
      this.#acceleration?.clear();
      return ahead;
    }
    this.#at = here;
    return next;
  }

  normalMatrix(): Float64Array {
    if (this.#at === null) return new Float64Array(36);
    const { T, sums } = this.#at;
    const [n, x, y, z] = sums.pairs;
    return movedNormalMatrix(n, Float64Array.of(n * x, n * y, n * z), sums.squares, T);
  }
}
