import type { Rigid } from '../model/rigid.ts';
import { whiteningOf } from './whitening.ts';

/** Residual of one or two nodes with its Jacobians; one file each. */
export interface Residual {
  /** Type of the residual, for messages and evidence. */
  readonly kind: 'relative-pose' | 'pose-prior' | 'point-sighting' | 'gravity-direction';
  /** Indices of its nodes, all different. */
  readonly nodes: readonly number[];
  /** Dimension of the residual, 1..6. */
  readonly dimension: number;
  /** True if it constrains its nodes absolutely, not only relative to each other. */
  readonly isAbsolute: boolean;
  /**
   * Residual and Jacobians at the given poses, with each node's pose perturbed on the right: `T <- T exp(d)`, d
   * rotation first.
   *
   * @param poses of all nodes of the graph
   * @param r receives `dimension` numbers
   * @param J one per node, receives `dimension` x 6 numbers, row-major
   */
  linearise(poses: readonly Rigid[], r: Float64Array, J: readonly Float64Array[]): void;
}

/** A residual with its information matrix. */
export interface Factor {
  readonly residual: Residual;
  /** Upper triangular U with `U^T U = information`, dimension x dimension, row-major. */
  readonly whitening: Float64Array;
  /** Squared whitened residual above which the factor is an outlier; null: it is never rejected. */
  readonly gate: number | null;
}

/**
 * Builds a factor from a residual and its information matrix.
 *
 * @param information inverse covariance of the residual, dimension x dimension, row-major, symmetric
 * @param gate see `Factor`
 * @throws SocavonError 'internal' if the information is not positive definite
 */
export function factorOf(
  residual: Residual,
  information: ArrayLike<number>,
  gate: number | null = null,
): Factor {
  return { residual, whitening: whiteningOf(information, residual.dimension, residual.kind), gate };
}

/** Scratch buffer for one linearised factor. */
export interface Linearised {
  readonly r: Float64Array;
  readonly J: readonly [Float64Array, Float64Array];
}

export function linearised(): Linearised {
  return { r: new Float64Array(6), J: [new Float64Array(36), new Float64Array(36)] };
}

/**
 * Linearises a factor and whitens its residual and Jacobians, so that the covariance of the residual is the
 * identity.
 *
 * @returns squared whitened residual
 */
export function whiten({ residual, whitening }: Factor, poses: readonly Rigid[], out: Linearised): number {
  const n = residual.dimension;
  residual.linearise(poses, out.r, out.J);
  multiplyUpper(whitening, out.r, n, 1);
  for (let k = 0; k < residual.nodes.length; k++) multiplyUpper(whitening, out.J[k], n, 6);
  let squared = 0;
  for (let i = 0; i < n; i++) squared += out.r[i] * out.r[i];
  return squared;
}

/** `A <- U A` in place: row i needs only rows from i on, which are still unchanged. */
function multiplyUpper(U: Float64Array, A: Float64Array, n: number, columns: number): void {
  for (let i = 0; i < n; i++) {
    for (let c = 0; c < columns; c++) {
      let sum = 0;
      for (let k = i; k < n; k++) sum += U[n * i + k] * A[columns * k + c];
      A[columns * i + c] = sum;
    }
  }
}
