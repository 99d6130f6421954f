import { horn, PairAccumulator } from '../../src-core/math/horn.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { pointNormalMatrix } from '../methods/point-minimiser.ts';
import type {
  MethodResult,
  PointSet,
  RegistrationProblem,
  RegistrationProgress,
  StopReason,
} from '../problem/method.ts';
import { noPointsInReach } from '../problem/soft-refusal.ts';
import { hasConverged, rmsRadius, type Schedule, stepLength } from '../problem/soft-schedule.ts';
import {
  type SoftMatch,
  softInliers,
  softMatch,
  softPairSums,
  softRms,
  transformPointsInto,
} from './soft-match.ts';

/** Computes the weights of all pairs at temperature index k: fills `match` from the source under the pose. */
type MatchAt = (k: number, moved: Float64Array, match: SoftMatch) => void;

/** Annealing of the pose of a soft method through the temperatures. */
export class SoftAnnealing {
  T_target_source: Rigid;
  readonly #rmsPerIteration: number[] = [];
  readonly #poses: Rigid[] = [];
  readonly #keepPoses: boolean;
  readonly #source: PointSet;
  readonly #schedule: Schedule;
  readonly #matchAt: MatchAt;
  readonly #match: SoftMatch;
  readonly #moved: Float64Array;
  readonly #spread: number;
  readonly #onProgress: RegistrationProgress | undefined;
  readonly #pairs = new PairAccumulator();
  readonly #began = performance.now();
  #reported = 0;

  constructor(
    { source, T_target_source, options, onProgress }: RegistrationProblem,
    schedule: Schedule,
    matchAt: MatchAt,
  ) {
    this.T_target_source = T_target_source;
    this.#source = source;
    this.#keepPoses = options.keepPoses;
    this.#schedule = schedule;
    this.#matchAt = matchAt;
    this.#match = softMatch(source.count);
    this.#moved = new Float64Array(3 * source.count);
    this.#spread = rmsRadius(source);
    this.#onProgress = onProgress;
  }

  /**
   * Runs the temperatures from index `first` up to but excluding `end`: at each, pose steps until it converges.
   *
   * @returns reason to stop, or null
   */
  run(first: number, end: number): StopReason | null {
    const { temperatures, stepsPerTemperature, tolerance } = this.#schedule;
    if (first < end) this.#rematch(first);
    for (let k = first; k < end; k++) {
      this.#report(k);
      let stepsHere = 0;
      let displacement = 0;
      for (let isAtRest = false; !isAtRest; ) {
        const next = horn(softPairSums(this.#source, this.#match, this.#pairs));
        if (next === null) return 'too-few-matches';
        const step = stepLength(this.T_target_source, next, this.#spread);
        this.T_target_source = next;
        displacement += step;
        stepsHere++;
        isAtRest = step < tolerance || stepsHere === stepsPerTemperature;
        const { hardness, total } = this.#match;
        const left = temperatures - k - 1;
        const isSettled =
          isAtRest && left > 0 && hasConverged(hardness / total, displacement, left, tolerance);
        // The last match, which yields the quality of the result, is computed at the last temperature.
        this.#rematch(isAtRest && !isSettled && k + 1 < end ? k + 1 : k);
        this.#rmsPerIteration.push(softRms(this.#match));
        if (this.#keepPoses) this.#poses.push(this.T_target_source);
        this.#report(k + stepsHere / stepsPerTemperature);
        if (isSettled) return 'converged';
      }
    }
    return null;
  }

  /**
   * Partial result; null for `stopped` means that the temperature schedule was completed.
   *
   * @throws SocavonError 'too-few-points' if nothing matched from the start
   */
  alignment(stopped: StopReason | null): MethodResult {
    if (stopped === 'too-few-matches' && this.#rmsPerIteration.length === 0) throw noPointsInReach();
    const { weight } = this.#match;
    return {
      T_target_source: this.T_target_source,
      iterations: this.#rmsPerIteration.length,
      rmsPerIteration: this.#rmsPerIteration,
      poses: this.#poses,
      rms: softRms(this.#match),
      inliers: softInliers(this.#match),
      H: pointNormalMatrix(this.#moved, (i) => weight[i]),
      stopped: stopped ?? 'annealed',
      milliseconds: { structure: 0, normals: 0, iterations: performance.now() - this.#began },
    };
  }

  /** A temperature after a half turn is one of those that were counted before. */
  #report(temperature: number): void {
    this.#reported = Math.max(this.#reported, temperature);
    this.#onProgress?.({
      done: this.#reported,
      total: this.#schedule.temperatures,
      iterations: this.#rmsPerIteration.length,
      rms: this.#rmsPerIteration.at(-1) ?? Number.NaN,
    });
  }

  #rematch(k: number): void {
    transformPointsInto(this.T_target_source, this.#source, this.#moved);
    this.#matchAt(k, this.#moved, this.#match);
  }
}
