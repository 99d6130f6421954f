import { addRow, clearSystem, normalSystem, symmetric6 } from '../../src-core/math/normal-system.ts';
import { compose, expSo3 } from '../../src-core/math/se3.ts';
import { median, SIGMA_OF_MAD } from '../../src-core/math/statistics.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { pointToPlaneJacobian } from '../../src-core/odometry/match/point-to-plane.ts';
import { solveDetermined } from '../problem/determined.ts';
import { KdTree } from '../search/kd-tree.ts';
import type { WeighedPair } from './pose-covariance.ts';
import type { Surface } from './surface.ts';

/** Least cosine of the normals of a pair: surfaces that cross do not lie on each other. */
const LEAST_COSINE = 0.75;

/** How one surface lies on another under a pose. */
export interface SurfaceFit {
  readonly T_target_source: Rigid;
  /** Distances of the matched source points to the planes of the target, m. */
  readonly distances: Float64Array;
  /** Their standard deviation by the median, m. */
  readonly sigma: number;
  /** Mean place of the matched points in the target's frame, m. */
  readonly centre: readonly number[];
  /** Normal matrix of the match, as in `RegistrationResult.H`. */
  readonly H: Float64Array;
}

/** Fits a thinned source to a thinned target. */
export class SurfaceFitter {
  readonly #source: Surface;
  readonly #target: Surface;
  readonly #search: KdTree;
  readonly #system = normalSystem();
  readonly #J = new Float64Array(6);

  constructor(source: Surface, target: Surface) {
    this.#source = source;
    this.#target = target;
    this.#search = new KdTree(target);
  }

  /**
   * Point-to-plane iterations from a pose: pairs within a limit whose normals agree.
   *
   * @param limits greatest distance of a pair in each step, m
   */
  refined(T_target_source: Rigid, limits: readonly number[], last: number): SurfaceFit {
    let T = T_target_source;
    for (const limit of limits) {
      this.#match(T, limit, true);
      const [wx, wy, wz, ...t] = solveDetermined(symmetric6(this.#system.H), this.#system.b);
      T = compose({ R: expSo3(wx, wy, wz), t: Float64Array.from(t) }, T);
    }
    return this.fitAt(T, last);
  }

  /** @param limit greatest distance of a pair, m */
  fitAt(T_target_source: Rigid, limit: number): SurfaceFit {
    const { distances, centre } = this.#match(T_target_source, limit, false);
    const sigma = distances.length > 0 ? SIGMA_OF_MAD * median(distances.map(Math.abs)) : limit;
    return { T_target_source, distances, sigma, centre, H: symmetric6(this.#system.H) };
  }

  /**
   * Shows each pair at a pose, with the weight that a step of `refined` within the same limit gives it.
   *
   * @param limit greatest distance of a pair, m
   */
  pairsAt(T_target_source: Rigid, limit: number, each: (pair: WeighedPair) => void): void {
    this.#match(T_target_source, limit, true, each);
  }

  #match(
    { R, t }: Rigid,
    limit: number,
    isWeighted: boolean,
    each: ((pair: WeighedPair) => void) | null = null,
  ): { distances: Float64Array; centre: number[] } {
    const { count, xyz, normals } = this.#source;
    const target = this.#target;
    const system = this.#system;
    const distances: number[] = [];
    const centre = [0, 0, 0];
    clearSystem(system);
    for (let at = 0; at < 3 * count; at += 3) {
      const x = R[0] * xyz[at] + R[1] * xyz[at + 1] + R[2] * xyz[at + 2] + t[0];
      const y = R[3] * xyz[at] + R[4] * xyz[at + 1] + R[5] * xyz[at + 2] + t[1];
      const z = R[6] * xyz[at] + R[7] * xyz[at + 1] + R[8] * xyz[at + 2] + t[2];
      const to = 3 * this.#search.nearest(x, y, z, limit * limit);
      if (to < 0) continue;
      const mx = R[0] * normals[at] + R[1] * normals[at + 1] + R[2] * normals[at + 2];
      const my = R[3] * normals[at] + R[4] * normals[at + 1] + R[5] * normals[at + 2];
      const mz = R[6] * normals[at] + R[7] * normals[at + 1] + R[8] * normals[at + 2];
      let nx = target.normals[to];
      let ny = target.normals[to + 1];
      let nz = target.normals[to + 2];
      const cosine = mx * nx + my * ny + mz * nz;
      if (Math.abs(cosine) < LEAST_COSINE) continue;
      const sign = cosine < 0 ? -1 : 1;
      // The mean of both normals (Rusinkiewicz 2019, symmetric ICP): flat against the noise of either.
      nx += sign * mx;
      ny += sign * my;
      nz += sign * mz;
      const length = Math.sqrt(nx * nx + ny * ny + nz * nz);
      nx /= length;
      ny /= length;
      nz /= length;
      const error = nx * (x - target.xyz[to]) + ny * (y - target.xyz[to + 1]) + nz * (z - target.xyz[to + 2]);
      distances.push(error);
      centre[0] += x;
      centre[1] += y;
      centre[2] += z;
      pointToPlaneJacobian(x, y, z, nx, ny, nz, this.#J);
      const scaled = error / limit;
      // Tukey's weight: what lies farther than the limit along the normal is no pair at all.
      const weight = isWeighted ? (1 - Math.min(1, scaled * scaled)) ** 2 : 1;
      addRow(system, this.#J, error, weight);
      each?.({ J: this.#J, error, weight, place: [x, y, z] });
    }
    return {
      distances: Float64Array.from(distances),
      centre: centre.map((sum) => sum / Math.max(1, distances.length)),
    };
  }
}
