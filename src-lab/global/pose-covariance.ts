import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';

/** One pair of a fit: Jacobian of its distance, the distance (m), its robust weight, and its place in the target. */
export interface WeighedPair {
  readonly J: Float64Array;
  readonly error: number;
  readonly weight: number;
  readonly place: readonly [number, number, number];
}

/** Eigenvalue, as a share of the largest, from which on a direction is determined beyond rounding. */
const DETERMINED = 1e-9;

/**
 * Covariance of a least-squares pose whose residuals are alike within blocks of the surface, by blocks (the sandwich of
 * Liang and Zeger 1986): `H^-1 (sum of g g^T over blocks) H^-1`, g the pull of a block: neighbouring pairs share planes
 * and the rock between the rings, and are no witnesses of their own.
 */
export class PoseCovariance {
  readonly #H = new Float64Array(36);
  readonly #pulls = new Map<string, Float64Array>();
  readonly #block: number;

  /** @param block edge of a block, m */
  constructor(block: number) {
    this.#block = block;
  }

  add({ J, error, weight, place }: WeighedPair): void {
    if (!(weight > 0)) return;
    const key = place.map((at) => Math.floor(at / this.#block)).join();
    let pull = this.#pulls.get(key);
    if (pull === undefined) {
      pull = new Float64Array(6);
      this.#pulls.set(key, pull);
    }
    for (let i = 0; i < 6; i++) {
      pull[i] += weight * error * J[i];
      for (let j = 0; j < 6; j++) this.#H[6 * i + j] += weight * J[i] * J[j];
    }
  }

  /**
   * 6x6, rotation (rad) first, then translation (m); null if a direction is not determined.
   *
   * @param lever distance that makes rotations comparable with translations, m
   */
  result(lever: number): Float64Array | null {
    const scale = (k: number): number => (k < 3 ? lever : 1);
    const scaled = this.#H.map((value, at) => value / (scale(Math.floor(at / 6)) * scale(at % 6)));
    const { values, vectors } = symmetricEigen(scaled, 6);
    if (!(values[0] > DETERMINED * values[5])) return null;
    const inverse = new Float64Array(36);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += (vectors[k][i] * vectors[k][j]) / values[k];
        inverse[6 * i + j] = sum / (scale(i) * scale(j));
      }
    const covariance = new Float64Array(36);
    // Fewer blocks than directions would leave some without doubt; each block beyond them is one degree of freedom.
    const blocks = this.#pulls.size;
    const factor = blocks > 6 ? blocks / (blocks - 6) : 6;
    for (const pull of this.#pulls.values()) {
      const moved = new Float64Array(6);
      for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) moved[i] += inverse[6 * i + j] * pull[j];
      addOuter(covariance, moved, factor);
    }
    return covariance;
  }
}

/** Adds `weight * v v^T` to a 6x6 matrix. */
export function addOuter(matrix: Float64Array, v: ArrayLike<number>, weight = 1): void {
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) matrix[6 * i + j] += weight * v[i] * v[j];
}
