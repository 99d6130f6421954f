import { symmetric6 } from '../../src-core/math/normal-system.ts';
import { compose, expScaled, expSo3, log } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { determinesAll, solveDetermined } from '../problem/determined.ts';
import type { PointSet, RegistrationOptions, StopReason } from '../problem/method.ts';
import type { Iterate, Minimiser } from './iterate.ts';
import { addNdtPair, clearNdtSums, ndtMixture, ndtSums } from './ndt-score.ts';
import type { VoxelDistributions } from './voxel-distributions.ts';

/** Shortest step to try, as a fraction of Newton's. */
const SHORTEST_STEP = 1e-4;
/** Promised decrease of the cost, as a share of it, below which a pose without a better one is the minimum. */
const MINIMUM = 1e-6;
/** Offsets to the voxels that a point is compared with: its own and those across its faces. */
const SEVEN = [
  [0, 0, 0],
  [-1, 0, 0],
  [1, 0, 0],
  [0, -1, 0],
  [0, 1, 0],
  [0, 0, -1],
  [0, 0, 1],
] as const;

/**
 * Newton's method on the score of moved points in voxel distributions (Magnusson 2009, algorithm 2), with the
 * Gauss-Newton matrix where the Hessian is not positive definite, and Armijo's rule for the step length. A point
 * outside of all distributions scores nothing.
 */
export class NdtMinimiser implements Minimiser {
  readonly #source: PointSet;
  readonly #map: VoxelDistributions;
  readonly #edge: number;
  readonly #options: RegistrationOptions;
  readonly #offsets: readonly (readonly [number, number, number])[];
  readonly #mixture;
  readonly #sums = ndtSums();
  readonly #q = new Float64Array(3);
  readonly #x = new Float64Array(3);
  #at: Rigid | null = null;

  constructor(source: PointSet, map: VoxelDistributions, edge: number, options: RegistrationOptions) {
    this.#source = source;
    this.#map = map;
    this.#edge = edge;
    this.#options = options;
    this.#offsets = options.ndt.cells === 'one' ? SEVEN.slice(0, 1) : SEVEN;
    this.#mixture = ndtMixture(options.ndt.outlierShare);
  }

  /**
   * The distance of a pair is its Mahalanobis distance times the standard deviation across the surface, m, and its
   * weight in the root mean square its share of a perfect pair's score.
   */
  evaluate(T_target_source: Rigid): Iterate {
    const { count, xyz } = this.#source;
    const { R, t } = T_target_source;
    const [q, map, sums] = [this.#q, this.#map, this.#sums];
    clearNdtSums(sums);
    this.#at = T_target_source;
    let inliers = 0;
    for (let at = 0; at < 3 * count; at += 3) {
      for (let a = 0; a < 3; a++)
        q[a] = R[3 * a] * xyz[at] + R[3 * a + 1] * xyz[at + 1] + R[3 * a + 2] * xyz[at + 2] + t[a];
      const [i, j, k] = [
        Math.floor(q[0] / this.#edge),
        Math.floor(q[1] / this.#edge),
        Math.floor(q[2] / this.#edge),
      ];
      let isPaired = false;
      for (const [di, dj, dk] of this.#offsets) {
        const voxel = map.find(i + di, j + dj, k + dk);
        if (voxel >= 0 && this.#add(voxel)) isPaired = true;
      }
      if (isPaired) inliers++;
    }
    return { T_target_source, rms: Math.sqrt(sums.squared / sums.near), inliers };
  }

  #add(voxel: number): boolean {
    const { means, inverses, thickness } = this.#map;
    const [q, x] = [this.#q, this.#x];
    for (let a = 0; a < 3; a++) x[a] = q[a] - means[3 * voxel + a];
    const B = inverses.subarray(6 * voxel, 6 * voxel + 6);
    return addNdtPair(this.#sums, this.#mixture, B, thickness[voxel], q, x);
  }

  /** Negative score at the last evaluated pose. */
  get cost(): number {
    return this.#sums.cost;
  }

  step(): Iterate | StopReason {
    const { hessian, gaussNewton } = this.#sums;
    const [newton, safe] = [symmetric6(hessian), symmetric6(gaussNewton)];
    const gradient = this.#sums.gradient.slice();
    const from = this.#at!;
    const { cost } = this;
    let promised = 0;
    // Eq. 6.11. Where Newton's model holds no step lower, as next to the border of a voxel, Gauss-Newton's may.
    for (const matrix of determinesAll(newton) ? [newton, safe] : [safe]) {
      const x = solveDetermined(
        matrix,
        gradient.map((value) => -value),
      );
      const slope = gradient.reduce((sum, value, k) => sum + value * x[k], 0);
      const next = this.#search(from, x, slope, cost);
      if (next !== null) return next;
      promised = -slope / 2;
    }
    return promised < MINIMUM * -cost ? 'converged' : 'no-descent';
  }

  /** Shortens a step by Armijo's rule; null if none lowers the cost. */
  #search(from: Rigid, x: Float64Array, slope: number, cost: number): Iterate | null {
    const { armijoShrink, armijoDecrease } = this.#options;
    const direction = log({ R: expSo3(x[0], x[1], x[2]), t: x.slice(3) });
    const longest = Math.min(1, this.#edge / this.#displacement(from, x));
    for (let alpha = longest; alpha > SHORTEST_STEP * longest; alpha *= armijoShrink) {
      const next = this.evaluate(compose(expScaled(direction, alpha), from));
      if (this.cost - cost <= armijoDecrease * alpha * slope) return next;
    }
    return null;
  }

  /** Root mean square by which a step moves the points, to first order, m: the model holds within about a voxel. */
  #displacement({ R, t }: Rigid, [wx, wy, wz, vx, vy, vz]: Float64Array): number {
    const { count, xyz } = this.#source;
    let sum = 0;
    for (let at = 0; at < 3 * count; at += 3) {
      const [x, y, z] = [0, 1, 2].map(
        (a) => R[3 * a] * xyz[at] + R[3 * a + 1] * xyz[at + 1] + R[3 * a + 2] * xyz[at + 2] + t[a],
      );
      sum += (wy * z - wz * y + vx) ** 2 + (wz * x - wx * z + vy) ** 2 + (wx * y - wy * x + vz) ** 2;
    }
    return Math.sqrt(sum / count);
  }

  /** Gauss-Newton's matrix, of pairs whose distances are those of `evaluate`. */
  normalMatrix(): Float64Array {
    const { d1, d2 } = this.#mixture;
    const { gaussNewton, thickness, near } = this.#sums;
    return symmetric6(gaussNewton).map((value) => (value * thickness) / (-d1 * d2 * near));
  }
}
