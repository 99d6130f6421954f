import { type EliminationOrder, rowPosition } from './elimination-order.ts';
import { BLOCK, multiply6, solveLower } from './small-blocks.ts';

/**
 * Blocks of `A^-1` at the positions where the Cholesky factor L of A has blocks; see
 * `BlockCholesky.selectedInverse`.
 */
export class SelectedInverse {
  readonly #order: EliminationOrder;
  /** Diagonal blocks, by step. */
  readonly #diagonal: Float64Array;
  readonly #below: Float64Array;

  /** @param l blocks of L on the diagonal, by step @param lBelow blocks below the diagonal */
  constructor(order: EliminationOrder, l: Float64Array, lBelow: Float64Array) {
    this.#order = order;
    this.#diagonal = new Float64Array(l.length);
    this.#below = new Float64Array(lBelow.length);
    for (let step = order.nodeAt.length - 1; step >= 0; step--) this.#addColumn(step, l, lBelow);
  }

  /**
   * Adds the block of two nodes, rows of the first and columns of the second, to a matrix.
   *
   * @param a the nodes are identical or share a factor
   * @param at first entry of the block in `out` @param stride numbers of a row of `out`
   */
  addBlock(a: number, b: number, out: Float64Array, at: number, stride: number): void {
    const { stepOf } = this.#order;
    const block = new Float64Array(BLOCK);
    this.#block(stepOf[a], stepOf[b], block);
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) out[at + stride * i + j] += block[6 * i + j];
    }
  }

  #addColumn(step: number, l: Float64Array, lBelow: Float64Array): void {
    const { starts, rows } = this.#order;
    const [from, to] = [starts[step], starts[step + 1]];
    const [Z, Zd] = [this.#below, this.#diagonal];
    const inverse = lowerInverse(l, BLOCK * step);
    const block = new Float64Array(BLOCK);
    // Y = L_kj L_jj^-1 for each row k of this column j: Z_ij = -sum_k Z_ik Y_k.
    const Y = Array.from({ length: to - from }, (_, k) => {
      const y = new Float64Array(BLOCK);
      multiply6(lBelow.subarray(BLOCK * (from + k), BLOCK * (from + k + 1)), inverse, y);
      return y;
    });
    for (let i = from; i < to; i++) {
      for (let k = from; k < to; k++) {
        this.#block(rows[i], rows[k], block);
        subtractProduct(Z, BLOCK * i, block, Y[k - from]);
      }
    }
    // Z_jj = (L_jj L_jj^T)^-1 - sum_k Y_k^T Z_kj.
    for (let a = 0; a < 6; a++) {
      for (let b = 0; b < 6; b++) {
        let sum = 0;
        for (let k = 0; k < 6; k++) sum += inverse[6 * k + a] * inverse[6 * k + b];
        for (let k = from; k < to; k++) {
          for (let c = 0; c < 6; c++) sum -= Y[k - from][6 * c + a] * Z[BLOCK * k + 6 * c + b];
        }
        Zd[BLOCK * step + 6 * a + b] = sum;
      }
    }
  }

  /** Block of two steps of one clique, which is always computed before it is needed. */
  #block(row: number, column: number, out: Float64Array): void {
    if (row === column) {
      for (let i = 0; i < BLOCK; i++) out[i] = this.#diagonal[BLOCK * row + i];
      return;
    }
    const at = BLOCK * rowPosition(this.#order, Math.min(row, column), Math.max(row, column));
    const Z = this.#below;
    for (let i = 0; i < 6; i++) {
      for (let j = 0; j < 6; j++) out[6 * i + j] = row > column ? Z[at + 6 * i + j] : Z[at + 6 * j + i];
    }
  }
}

function lowerInverse(l: Float64Array, at: number): Float64Array {
  const out = new Float64Array(BLOCK);
  const x = new Float64Array(6);
  for (let column = 0; column < 6; column++) {
    x.fill(0);
    x[column] = 1;
    solveLower(l, at, x, 0);
    for (let i = 0; i < 6; i++) out[6 * i + column] = x[i];
  }
  return out;
}

/** `C <- C - A B`. */
function subtractProduct(c: Float64Array, at: number, A: Float64Array, B: Float64Array): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += A[6 * i + k] * B[6 * k + j];
      c[at + 6 * i + j] -= sum;
    }
  }
}
