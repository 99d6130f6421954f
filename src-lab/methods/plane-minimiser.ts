import { addRow, clearSystem, normalSystem, symmetric6 } from '../../src-core/math/normal-system.ts';
import { compose, expSo3 } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import { solveDetermined } from '../problem/determined.ts';
import type { StopReason } from '../problem/method.ts';
import type { Iterate, Minimiser } from './iterate.ts';
import type { Matches } from './matches.ts';

/**
 * Closest-point iteration with the point-to-plane error (thesis 2.13). With the rotation linearised (2.14), the error
 * `n . (p + theta x p + t - q)` is linear in the step (theta, t). The transformed point replaces the thesis' point in
 * the sensor frame, and n the normal there, because the step is applied on the left.
 */
export class PlaneMinimiser implements Minimiser {
  readonly #matches: Matches;
  readonly #normals: Float64Array;
  readonly #system = normalSystem();
  readonly #J = new Float64Array(6);
  #at: Rigid | null = null;

  /** @param normals of the template's elements, 3 numbers each; an element with 0 0 0 matches nothing */
  constructor(matches: Matches, normals: Float64Array) {
    this.#matches = matches;
    this.#normals = normals;
  }

  evaluate(T_target_source: Rigid): Iterate {
    const matches = this.#matches;
    matches.update(T_target_source);
    this.#at = T_target_source;
    const { moved, element, weights } = matches;
    const places = matches.template.xyz;
    const normals = this.#normals;
    const system = this.#system;
    let sum = 0;
    let total = 0;
    let inliers = 0;
    clearSystem(system);
    for (let i = 0, at = 0; i < element.length; i++, at += 3) {
      if (element[i] < 0) continue;
      const to = 3 * element[i];
      const nx = normals[to];
      const ny = normals[to + 1];
      const nz = normals[to + 2];
      if (nx === 0 && ny === 0 && nz === 0) continue;
      const x = moved[at];
      const y = moved[at + 1];
      const z = moved[at + 2];
      const error = nx * (x - places[to]) + ny * (y - places[to + 1]) + nz * (z - places[to + 2]);
      const weight = weights?.[i] ?? 1;
      sum += weight * error * error;
      total += weight;
      inliers++;
      pointToPlaneJacobian(x, y, z, nx, ny, nz, this.#J);
      addRow(system, this.#J, error, weight);
    }
    return { T_target_source, rms: Math.sqrt(sum / total), inliers };
  }

  step(): Iterate | StopReason {
    const [wx, wy, wz, ...t] = solveDetermined(this.normalMatrix(), this.#system.b);
    const step = { R: expSo3(wx, wy, wz), t: Float64Array.from(t) };
    return this.evaluate(compose(step, this.#at!));
  }

  normalMatrix(): Float64Array {
    return symmetric6(this.#system.H);
  }
}
