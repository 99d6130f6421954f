import { dot } from '../../src-core/math/dense.ts';
import { compose, expScaled, expSo3, log } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { solveDetermined } from '../problem/determined.ts';
import type { RegistrationOptions, StopReason } from '../problem/method.ts';
import { QUADRATIC_STRIDE } from '../problem/surface-distance.ts';
import type { Iterate, Minimiser } from './iterate.ts';
import type { Matches } from './matches.ts';
import { addQuadratic, clearNewtonSystem, newtonSystem, symmetricF } from './newton-system.ts';

/** Shortest step to try, as a fraction of the Newton step. */
const SHORTEST_STEP = 1e-6;

/** A step that was taken: its Newton direction, what the objective falls by along it at most, and its length. */
interface Step {
  readonly x: Float64Array;
  readonly promised: number;
  readonly alpha: number;
}

/**
 * Quadratic squared distance (eq. 9) of an element at the offset u = q - s* from it, m; see `SurfaceDistance`.
 *
 * @param out receives A, b and c
 * @param point index of the query point in the source
 */
export type QuadraticAt = (
  element: number,
  ux: number,
  uy: number,
  uz: number,
  out: Float64Array,
  point: number,
) => void;

/** Quadratics that do not depend on the query point, stored one after another by element. */
export function storedQuadratics(quadratics: Float64Array): QuadraticAt {
  return (element, _x, _y, _z, out) => {
    const at = QUADRATIC_STRIDE * element;
    for (let k = 0; k < QUADRATIC_STRIDE; k++) out[k] = quadratics[at + k];
  };
}

/**
 * Damped Newton descent on a quadratic approximant of the squared distance (Zabatani and Bronstein, algorithm 2; eq.
 * 9-19): the pairs' quadratics add up to one in the step x, its minimiser gives the direction, and the Armijo rule
 * (algorithm 1) the step length, on the exact objective: coefficients are evaluated again at the end of the step.
 *
 * The pairs of the far field hold a point in all directions, where the surface holds it in one: along the surface the
 * quadratic rises several times as steeply as the distance, and whole steps creep. There the rule begins with the length
 * that would have ended the last step at its minimum, by the slopes at its two ends: the line search over all lengths
 * that section 3.2 names, without a pass of its own.
 */
export class NewtonMinimiser implements Minimiser {
  readonly #matches: Matches;
  readonly #quadraticAt: QuadraticAt;
  readonly #options: RegistrationOptions;
  readonly #longest: number;
  readonly #system = newtonSystem();
  readonly #quadratic = new Float64Array(QUADRATIC_STRIDE);
  #at: Rigid | null = null;
  /** Weighted sum of squared distances, m^2; points without a match count with the largest distance that a match may have. */
  #objective = 0;
  /** Sum of the weights of the matched points. */
  #matched = 0;
  #last: Step | null = null;

  /** @param longest first step that is tried at most, in Newton steps; 1: the paper's algorithm 1 */
  constructor(matches: Matches, quadraticAt: QuadraticAt, options: RegistrationOptions, longest = 1) {
    this.#matches = matches;
    this.#quadraticAt = quadraticAt;
    this.#options = options;
    this.#longest = longest;
  }

  evaluate(T_target_source: Rigid): Iterate {
    const matches = this.#matches;
    matches.update(T_target_source);
    const { moved, element, weights } = matches;
    const places = matches.template.xyz;
    const system = this.#system;
    const quadratic = this.#quadratic;
    let inliers = 0;
    let total = 0;
    let unmatched = 0;
    clearNewtonSystem(system);
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      const weight = weights?.[i] ?? 1;
      if (element[i] < 0) {
        unmatched += weight;
        continue;
      }
      const to = 3 * element[i];
      const x = moved[at];
      const y = moved[at + 1];
      const z = moved[at + 2];
      const ux = x - places[to];
      const uy = y - places[to + 1];
      const uz = z - places[to + 2];
      this.#quadraticAt(element[i], ux, uy, uz, quadratic, i);
      // Eq. 17.
      if (weight !== 1) for (let k = 0; k < QUADRATIC_STRIDE; k++) quadratic[k] *= weight;
      addQuadratic(system, quadratic, x, y, z, ux, uy, uz);
      total += weight;
      inliers++;
    }
    // Coefficients c and A of the caller or of a curved cell may make a sum slightly negative.
    const sum = Math.max(0, system.h);
    this.#at = T_target_source;
    this.#objective = sum + (unmatched > 0 ? unmatched * this.#options.maxDistance ** 2 : 0);
    this.#matched = total;
    return { T_target_source, rms: Math.sqrt(sum / total), inliers };
  }

  /**
   * Algorithm 1. The slope is that at the start of the step, -2 g.x; the paper's `2 (x.F x - g.x)` is that at its
   * end.
   */
  step(): Iterate | StopReason {
    const { armijoShrink, armijoDecrease, rmsTolerance } = this.#options;
    const { g } = this.#system;
    const from = this.#at!;
    const objective = this.#objective;
    const matched = this.#matched;
    const x = solveDetermined(this.normalMatrix(), g);
    const promised = dot(g, x);
    const direction = log({ R: expSo3(x[0], x[1], x[2]), t: x.slice(3) });
    const first = this.#firstLength();
    for (let alpha = first; alpha > SHORTEST_STEP; alpha *= armijoShrink) {
      const next = this.evaluate(compose(expScaled(direction, alpha), from));
      if (this.#objective - objective > armijoDecrease * alpha * -2 * promised) continue;
      this.#last = { x, promised, alpha };
      return next;
    }
    const rmsNow = Math.sqrt(objective / matched);
    const rmsPromised = Math.sqrt(Math.max(0, objective - promised) / matched);
    return rmsNow - rmsPromised < rmsTolerance ? 'converged' : 'no-descent';
  }

  /** Length at which the last step would have met its minimum, at least 1; the longest if it fell ever more steeply. */
  #firstLength(): number {
    if (this.#last === null || this.#longest <= 1) return 1;
    const { x, promised, alpha } = this.#last;
    const bend = promised - dot(this.#system.g, x);
    return bend > 0 ? Math.min(Math.max(1, (alpha * promised) / bend), this.#longest) : this.#longest;
  }

  normalMatrix(): Float64Array {
    return symmetricF(this.#system);
  }
}
