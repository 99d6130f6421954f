import { horn } from '../../src-core/math/horn.ts';
import { identity } from '../../src-core/math/se3.ts';
import { mean } from '../../src-core/math/statistics.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { PicpPool } from '../../src-lab/picp/picp.ts';
import { mergeShares, type PicpSums } from '../../src-lab/picp/picp-share.ts';
import { REGISTRATION_DEFAULTS, type RegistrationProblem } from '../../src-lab/problem/method.ts';
import { PICP_DEFAULTS, type PicpOptions } from '../../src-lab/problem/picp-options.ts';
import type { ImagePair } from './picp-images.ts';
import type { Clock } from './timing.ts';

/** The paper's iterations of each run. */
export const PICP_ITERATIONS = 80;

/** The paper's child processes, and what their parent makes of that which they send. */
export interface Children {
  match(T: Rigid, pass: number): void;
  /** The parent's sums of the pass under that pose. */
  sums(T: Rigid): Pick<PicpSums, 'pairs' | 'squared' | 'milliseconds'>;
  close(): void;
}

/** What was seen of each iteration. */
export interface Watched {
  /** Milliseconds of each worker. */
  readonly workers: number[][];
  /** Milliseconds until the last worker was done. */
  readonly pass: number[];
  /** Milliseconds of the parent: sums and pose. */
  readonly parent: number[];
  /** Mean square distance, m^2. */
  readonly mse: number[];
  /** Milliseconds since the first iteration began. */
  readonly ms: number[];
}

/**
 * pICP by hand, to see each worker's time and each iteration's error.
 *
 * @param gather threads; or the workers one after another, where each one's time is to be its own work and no waiting
 */
export function watched(
  gather: (problem: RegistrationProblem) => PicpPool,
  pair: ImagePair,
  picp: Partial<PicpOptions>,
  clock: Clock,
  iterations = PICP_ITERATIONS,
): Watched {
  const summing = (problem: RegistrationProblem): Children => {
    const { match, close } = gather(problem);
    let numbers = new Float64Array();
    return {
      match(T, pass) {
        numbers = match(T, pass) as Float64Array<ArrayBuffer>;
      },
      sums: () => mergeShares(numbers),
      close,
    };
  };
  return watchedChildren(summing, pair, picp, clock, iterations);
}

/** As `watched`, with children that may send something else than sums. */
export function watchedChildren(
  gather: (problem: RegistrationProblem) => Children,
  pair: ImagePair,
  picp: Partial<PicpOptions>,
  clock: Clock,
  iterations: number,
): Watched {
  const problem = problemOf(pair, picp);
  const children = gather(problem);
  const seen: Watched = { workers: [], pass: [], parent: [], mse: [], ms: [] };
  try {
    const elapsed = clock();
    let T = problem.T_target_source;
    for (let pass = 0, from = 0; pass < iterations; pass++) {
      children.match(T, pass);
      const matched = elapsed();
      const { pairs, squared, milliseconds } = children.sums(T);
      T = horn(pairs) ?? T;
      const end = elapsed();
      seen.workers.push([...milliseconds]);
      seen.pass.push(matched - from);
      seen.parent.push(end - matched);
      seen.mse.push(squared / pairs[0]);
      seen.ms.push(end);
      from = end;
    }
  } finally {
    children.close();
  }
  return seen;
}

/** pICP on a pair of images, by voxel bins, from where they are. */
export function problemOf(
  { floating, reference }: ImagePair,
  picp: Partial<PicpOptions>,
): RegistrationProblem {
  return {
    source: floating,
    target: reference,
    T_target_source: identity(),
    options: { ...REGISTRATION_DEFAULTS, search: 'voxel-bins', picp: { ...PICP_DEFAULTS, ...picp } },
    cancel: NEVER_CANCELLED,
  };
}

/** Means of an iteration, ms: they add up to its time. */
export interface IterationParts {
  /** Work of the worker that took longest. */
  readonly slowest: number;
  /** Work of all workers together. */
  readonly all: number;
  /** From the request to the last worker's end, without its work: waking the threads and being woken. */
  readonly waiting: number;
  /** Of the parent alone: sums and pose. */
  readonly parent: number;
}

export function partsOf({ workers, pass, parent }: Watched): IterationParts {
  const slowest = workers.map((own) => Math.max(...own));
  return {
    slowest: mean(slowest),
    all: mean(workers.map((own) => own.reduce((sum, ms) => sum + ms, 0))),
    waiting: mean(pass.map((ms, k) => ms - slowest[k])),
    parent: mean(parent),
  };
}
