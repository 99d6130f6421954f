import { message } from '../../src-core/messages/message.ts';
import { throwIfCancelled } from '../../src-core/model/context.ts';
import { SocavonError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type {
  MethodResult,
  RegistrationOptions,
  RegistrationProblem,
  StopReason,
} from '../problem/method.ts';

/** Minimum pairs of a rigid transform. */
export const MIN_PAIRS = 3;

/** Pose with its matching error. */
export interface Iterate {
  readonly T_target_source: Rigid;
  /** Root mean square of the distances, as defined by the method, m. */
  readonly rms: number;
  readonly inliers: number;
}

/** Iterative minimiser of the registration error. */
export interface Minimiser {
  /** Matches under a pose and accumulates the sums that a step from there needs. */
  evaluate(T_target_source: Rigid): Iterate;
  /** Takes a step from the last evaluated pose and evaluates the result; or returns the reason why there is none. */
  step(): Iterate | StopReason;
  /** Normal matrix at the last evaluated pose, see `RegistrationResult.H`. */
  normalMatrix(): Float64Array;
}

/**
 * Steps until a stop rule of the thesis (3.3.8) applies: the error changes by less than delta or falls below the
 * threshold, or the iteration limit is reached.
 *
 * @throws SocavonError 'too-few-points' if the initial guess has fewer matches than a rigid transform needs;
 *   CancelledError
 */
export function iterate(
  minimiser: Minimiser,
  problem: RegistrationProblem,
): Omit<MethodResult, 'milliseconds'> {
  const { options, cancel, onProgress } = problem;
  const rmsPerIteration: number[] = [];
  const poses: Rigid[] = [];
  let current = minimiser.evaluate(problem.T_target_source);
  if (current.inliers < MIN_PAIRS) throw tooFewMatches(current.inliers, problem);
  let stopped: StopReason | null = current.rms < options.rmsThreshold ? 'error-threshold' : null;
  while (stopped === null) {
    throwIfCancelled(cancel, 'work-register');
    if (rmsPerIteration.length >= options.maxIterations) {
      stopped = 'iteration-limit';
      break;
    }
    const next = minimiser.step();
    if (typeof next === 'string' || next.inliers < MIN_PAIRS) {
      stopped = typeof next === 'string' ? next : 'too-few-matches';
      // The step was tried and rejected: restores the matches of the pose that remains.
      minimiser.evaluate(current.T_target_source);
      break;
    }
    const change = Math.abs(next.rms - current.rms);
    current = next;
    rmsPerIteration.push(current.rms);
    if (options.keepPoses) poses.push(current.T_target_source);
    const iterations = rmsPerIteration.length;
    onProgress?.({ done: iterations, total: null, iterations, rms: current.rms });
    if (current.rms < options.rmsThreshold) stopped = 'error-threshold';
    else if (change < options.rmsTolerance) stopped = 'converged';
  }
  return {
    ...current,
    iterations: rmsPerIteration.length,
    rmsPerIteration,
    poses,
    H: minimiser.normalMatrix(),
    stopped,
  };
}

/** @param pairs source points with a match under the initial guess */
export function tooFewMatches(
  pairs: number,
  { options, source }: { readonly options: RegistrationOptions; readonly source: { readonly count: number } },
): SocavonError {
  const { maxDistance } = options;
  const figures = { count: source.count, found: pairs, least: MIN_PAIRS };
  return new SocavonError(
    'too-few-points',
    Number.isFinite(maxDistance)
      ? message('matches-few-within', { ...figures, metres: maxDistance })
      : message('matches-few', figures),
  );
}
