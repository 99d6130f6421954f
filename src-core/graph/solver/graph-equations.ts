import { solveCholesky } from '../../math/cholesky.ts';
import { dot } from '../../math/dense.ts';
import type { Rigid } from '../../model/rigid.ts';
import { type Linearised, linearised, whiten } from '../factor.ts';
import { linearisePathLength } from '../factors/path-length.ts';
import type { PoseGraph } from '../pose-graph.ts';
import { BlockCholesky, type BlockMatrix } from './block-cholesky.ts';
import { eliminationOrder } from './elimination-order.ts';
import type { SelectedInverse } from './selected-inverse.ts';
import { BLOCK } from './small-blocks.ts';

/**
 * Normal equations `H d = b` of a pose graph, 6 numbers a node. Factors of one or two nodes are assembled into the
 * sparse matrix S; a known path length, whose row u touches every node of the path, is separate:
 * `H = S + sum u u^T` is solved by the Sherman-Morrison-Woodbury formula, so that one long row does not fill the
 * Cholesky factor.
 */
export class GraphEquations {
  readonly #graph: PoseGraph;
  readonly #matrix: BlockMatrix;
  readonly #cholesky: BlockCholesky;
  /** Index of each factor's off-diagonal block; -1: it has one node. */
  readonly #pairOf: Int32Array;
  readonly #b: Float64Array;
  readonly #room: Linearised = linearised();
  readonly #rows: Float64Array[];
  /** `S^-1 u` of each row. */
  #solved: Float64Array[] = [];
  #inverse: SelectedInverse | null = null;

  constructor(graph: PoseGraph) {
    this.#graph = graph;
    const { poses, factors, lengths } = graph;
    const pairs: number[] = [];
    const known = new Map<number, number>();
    this.#pairOf = Int32Array.from(factors, ({ residual: { nodes } }) => {
      if (nodes.length < 2) return -1;
      const key = Math.min(...nodes) * poses.length + Math.max(...nodes);
      const equation = known.get(key);
      if (equation !== undefined) return equation;
      known.set(key, pairs.length / 2);
      pairs.push(Math.min(...nodes), Math.max(...nodes));
      return pairs.length / 2 - 1;
    });
    this.#matrix = {
      diagonal: new Float64Array(BLOCK * poses.length),
      pairs: Int32Array.from(pairs),
      offDiagonal: new Float64Array((BLOCK / 2) * pairs.length),
    };
    this.#cholesky = new BlockCholesky(eliminationOrder(poses.length, pairs));
    this.#b = new Float64Array(6 * poses.length);
    this.#rows = lengths.map(() => new Float64Array(6 * poses.length));
  }

  /**
   * Assembles the equations at the given poses.
   *
   * @param weights of each factor; 0: omitted
   * @returns the cost: weighted sum of the squared whitened residuals
   */
  linearise(poses: readonly Rigid[], weights: Float64Array): number {
    this.#matrix.diagonal.fill(0);
    this.#matrix.offDiagonal.fill(0);
    this.#b.fill(0);
    let cost = 0;
    this.#graph.factors.forEach((factor, f) => {
      if (weights[f] === 0) return;
      cost += weights[f] * whiten(factor, poses, this.#room);
      this.#add(f, weights[f]);
    });
    this.#graph.lengths.forEach((length, k) => {
      const row = this.#rows[k].fill(0);
      const r = linearisePathLength(length, poses, row);
      cost += r * r;
      for (let i = 0; i < row.length; i++) this.#b[i] -= r * row[i];
    });
    return cost;
  }

  /**
   * Factorises the matrix.
   *
   * @param damping share of each diagonal entry that is added to it
   * @returns null on success, or the node whose pose it does not determine
   */
  factorise(damping: number): number | null {
    this.#inverse = null;
    const node = this.#cholesky.factorise(this.#matrix, damping);
    if (node !== null) return node;
    this.#solved = this.#rows.map((row) => {
      const x = row.slice();
      this.#cholesky.solve(x);
      return x;
    });
    return null;
  }

  /** Step `d` to the minimum of the linearised cost; after `factorise`. */
  step(): Float64Array {
    const d = this.#b.slice();
    this.solve(d);
    return d;
  }

  /** `x <- H^-1 x`; after `factorise`. */
  solve(x: Float64Array): void {
    this.#cholesky.solve(x);
    if (this.#rows.length === 0) return;
    const onRows = this.#rows.map((row) => dot(row, x));
    const share = this.#solveRows(onRows);
    this.#solved.forEach((column, k) => {
      for (let i = 0; i < x.length; i++) x[i] -= share[k] * column[i];
    });
  }

  /**
   * Joint covariance of nodes that are identical or share a factor, from the selected inverse; after
   * `factorise(0)`.
   *
   * @returns (6 * nodes.length)^2 numbers, row-major, each node in its own frame (rad, m)
   */
  covarianceOf(nodes: readonly number[]): Float64Array {
    this.#inverse ??= this.#cholesky.selectedInverse();
    const n = 6 * nodes.length;
    const out = new Float64Array(n * n);
    nodes.forEach((a, i) => {
      nodes.forEach((b, j) => {
        this.#inverse?.addBlock(a, b, out, 6 * n * i + 6 * j, n);
      });
    });
    const onRows = (k: number): number[] =>
      this.#solved.map((column) => column[6 * nodes[Math.floor(k / 6)] + (k % 6)]);
    for (let j = 0; this.#rows.length > 0 && j < n; j++) {
      const share = this.#solveRows(onRows(j));
      for (let i = 0; i < n; i++) out[n * i + j] -= dot(share, onRows(i));
    }
    return out;
  }

  /**
   * Joint covariance of any nodes, by 6 solves each; after `factorise(0)`.
   *
   * @returns as `covarianceOf`
   */
  jointCovariance(nodes: readonly number[]): Float64Array {
    const n = 6 * nodes.length;
    const out = new Float64Array(n * n);
    const x = new Float64Array(this.#b.length);
    for (let j = 0; j < n; j++) {
      x.fill(0);
      x[6 * nodes[Math.floor(j / 6)] + (j % 6)] = 1;
      this.solve(x);
      for (let i = 0; i < n; i++) out[n * i + j] = x[6 * nodes[Math.floor(i / 6)] + (i % 6)];
    }
    return out;
  }

  /** `(I + U^T S^-1 U)^-1 y`. */
  #solveRows(y: readonly number[]): Float64Array {
    const m = this.#rows.length;
    const M = new Float64Array(m * m);
    for (let i = 0; i < m; i++) {
      for (let j = 0; j < m; j++) M[m * i + j] = dot(this.#rows[i], this.#solved[j]) + (i === j ? 1 : 0);
    }
    const x = solveCholesky(M, y, m);
    if (x === null)
      throw new Error('The matrix of the known lengths is the identity and more, so it has a factor.');
    return x;
  }

  #add(f: number, weight: number): void {
    const { nodes, dimension } = this.#graph.factors[f].residual;
    const { r, J } = this.#room;
    const { diagonal, offDiagonal } = this.#matrix;
    for (let a = 0; a < nodes.length; a++) {
      addProduct(diagonal, BLOCK * nodes[a], J[a], J[a], dimension, weight);
      for (let i = 0; i < 6; i++) {
        let sum = 0;
        for (let k = 0; k < dimension; k++) sum += J[a][6 * k + i] * r[k];
        this.#b[6 * nodes[a] + i] -= weight * sum;
      }
    }
    if (nodes.length < 2) return;
    const [low, high] = nodes[0] < nodes[1] ? [J[0], J[1]] : [J[1], J[0]];
    addProduct(offDiagonal, BLOCK * this.#pairOf[f], low, high, dimension, weight);
  }
}

/** `out += weight A^T B`; A and B have `dimension` rows. */
function addProduct(
  out: Float64Array,
  at: number,
  A: Float64Array,
  B: Float64Array,
  dimension: number,
  weight: number,
): void {
  for (let k = 0; k < dimension; k++) {
    for (let i = 0; i < 6; i++) {
      const w = weight * A[6 * k + i];
      if (w === 0) continue;
      for (let j = 0; j < 6; j++) out[at + 6 * i + j] += w * B[6 * k + j];
    }
  }
}
