import { type EliminationOrder, rowPosition } from './elimination-order.ts';
import { SelectedInverse } from './selected-inverse.ts';
import {
  BLOCK,
  factorBlock,
  solveLower,
  solveRightTransposed,
  solveUpper,
  subtractProductTransposed,
  subtractTimes,
  subtractTransposedTimes,
} from './small-blocks.ts';

/** Least pivot as a share of the diagonal entry; less is rounding, and the direction is not determined. */
const LEAST_PIVOT = 1e-13;

/** Symmetric matrix of 6x6 blocks, one row and column of blocks a node. */
export interface BlockMatrix {
  /** 36 numbers a node. */
  readonly diagonal: Float64Array;
  /** Nodes of each block off the diagonal, two numbers; each pair once. */
  readonly pairs: Int32Array;
  /** 36 numbers a pair: rows of the first node, columns of the second. */
  readonly offDiagonal: Float64Array;
}

/**
 * Sparse Cholesky factorisation `A = L L^T` in blocks of 6x6, eliminating in a given order (George, Liu 1981,
 * Computer Solution of Large Sparse Positive Definite Systems). Its memory is the blocks of L, known from the
 * symbolic factorisation.
 */
export class BlockCholesky {
  readonly #order: EliminationOrder;
  readonly #count: number;
  readonly #diagonal: Float64Array;
  readonly #below: Float64Array;
  readonly #scale: Float64Array;
  readonly #solution: Float64Array;

  constructor(order: EliminationOrder) {
    this.#order = order;
    this.#count = order.nodeAt.length;
    this.#diagonal = new Float64Array(BLOCK * this.#count);
    this.#below = new Float64Array(BLOCK * order.rows.length);
    this.#scale = new Float64Array(6 * this.#count);
    this.#solution = new Float64Array(6 * this.#count);
  }

  /**
   * @param damping share of each diagonal entry that is added to it (Levenberg-Marquardt)
   * @returns null on success, or the node whose pose the matrix does not determine
   */
  factorise(matrix: BlockMatrix, damping: number): number | null {
    this.#gather(matrix, damping);
    const { starts, rows, nodeAt } = this.#order;
    const [diagonal, below] = [this.#diagonal, this.#below];
    for (let step = 0; step < this.#count; step++) {
      if (!factorBlock(diagonal, BLOCK * step, this.#scale, 6 * step, LEAST_PIVOT)) return nodeAt[step];
      const [from, to] = [starts[step], starts[step + 1]];
      for (let at = from; at < to; at++) solveRightTransposed(below, BLOCK * at, diagonal, BLOCK * step);
      for (let a = from; a < to; a++) {
        const column = rows[a];
        subtractProductTransposed(diagonal, BLOCK * column, below, BLOCK * a, below, BLOCK * a);
        // The remaining rows here are all rows of that column, in the same order.
        let into = starts[column];
        for (let b = a + 1; b < to; b++) {
          while (rows[into] !== rows[b]) into++;
          subtractProductTransposed(below, BLOCK * into, below, BLOCK * b, below, BLOCK * a);
        }
      }
    }
    return null;
  }

  /** `x <- A^-1 x`, 6 numbers a node. */
  solve(x: Float64Array): void {
    const { starts, rows, nodeAt } = this.#order;
    const [diagonal, below, y] = [this.#diagonal, this.#below, this.#solution];
    for (let step = 0; step < this.#count; step++) {
      for (let i = 0; i < 6; i++) y[6 * step + i] = x[6 * nodeAt[step] + i];
    }
    for (let step = 0; step < this.#count; step++) {
      solveLower(diagonal, BLOCK * step, y, 6 * step);
      for (let at = starts[step]; at < starts[step + 1]; at++)
        subtractTimes(y, 6 * rows[at], below, BLOCK * at, y, 6 * step);
    }
    for (let step = this.#count - 1; step >= 0; step--) {
      for (let at = starts[step]; at < starts[step + 1]; at++)
        subtractTransposedTimes(y, 6 * step, below, BLOCK * at, y, 6 * rows[at]);
      solveUpper(diagonal, BLOCK * step, y, 6 * step);
    }
    for (let step = 0; step < this.#count; step++) {
      for (let i = 0; i < 6; i++) x[6 * nodeAt[step] + i] = y[6 * step + i];
    }
  }

  /**
   * Blocks of the inverse at the positions where L has blocks, from the last column to the first (Takahashi, Fagan,
   * Chin 1973): the covariance of every node, and of every two that share a factor, at the cost of one more
   * factorisation.
   */
  selectedInverse(): SelectedInverse {
    return new SelectedInverse(this.#order, this.#diagonal, this.#below);
  }

  #gather({ diagonal, pairs, offDiagonal }: BlockMatrix, damping: number): void {
    const { stepOf } = this.#order;
    this.#below.fill(0);
    for (let node = 0; node < this.#count; node++) {
      const step = stepOf[node];
      this.#diagonal.set(diagonal.subarray(BLOCK * node, BLOCK * (node + 1)), BLOCK * step);
      for (let i = 0; i < 6; i++) {
        this.#diagonal[BLOCK * step + 7 * i] *= 1 + damping;
        this.#scale[6 * step + i] = this.#diagonal[BLOCK * step + 7 * i];
      }
    }
    for (let k = 0; 2 * k < pairs.length; k++) {
      const [row, column] = [stepOf[pairs[2 * k]], stepOf[pairs[2 * k + 1]]];
      const at = BLOCK * rowPosition(this.#order, Math.min(row, column), Math.max(row, column));
      for (let i = 0; i < 6; i++) {
        for (let j = 0; j < 6; j++)
          this.#below[at + (row > column ? 6 * i + j : 6 * j + i)] += offDiagonal[BLOCK * k + 6 * i + j];
      }
    }
  }
}
