import { median, SIGMA_OF_MAD } from '../math/statistics.ts';
import { ENTRIES, LOCAL, type PatchRows } from './patch-rows.ts';

/** Tukey's constant: 95 % efficient for normal residuals. */
const TUKEY = 4.685;
/** Least scatter of a patch, m: that of a range on a plane. */
const LEAST_SCATTER = 0.004;
/** Standard deviation of a slope of a patch, half widths: a patch that is seen along one line has a free one. */
const SLOPE_SIGMA = 1;

/** Normal equations of all patches, the unknowns of the patches eliminated. */
interface NormalEquations {
  /** size * size, row-major, lower triangle. */
  readonly A: Float64Array;
  readonly b: Float64Array;
}

/** Weight of every ray: Tukey's, over the square of the scatter of its patch. */
export function rayWeights(rows: PatchRows, remaining: Float64Array): Float64Array {
  const weights = new Float64Array(rows.rows);
  for (let patch = 0; patch < rows.patches; patch++) {
    const from = rows.first[patch];
    const to = rows.first[patch + 1];
    const sizes = Array.from(remaining.subarray(from, to), Math.abs);
    const scatter = Math.max(LEAST_SCATTER, SIGMA_OF_MAD * median(sizes));
    for (let r = from; r < to; r++) {
      const u = remaining[r] / (TUKEY * scatter);
      weights[r] = Math.abs(u) >= 1 ? 0 : (1 - u * u) ** 2 / scatter ** 2;
    }
  }
  return weights;
}

/**
 * Residuals of all rays at parameters `x`, each patch's own plane fitted to them.
 *
 * @param x null: all zero
 */
export function residualsAt(rows: PatchRows, x: Float64Array | null, weights: Float64Array): Float64Array {
  const out = new Float64Array(rows.rows);
  for (let r = 0; r < rows.rows; r++) {
    let sum = rows.residual[r];
    if (x !== null)
      for (let e = ENTRIES * r; e < ENTRIES * (r + 1); e++) sum -= rows.value[e] * x[rows.column[e]];
    out[r] = sum;
  }
  for (let patch = 0; patch < rows.patches; patch++) {
    const from = rows.first[patch];
    const to = rows.first[patch + 1];
    const inverse = localInverse(rows, weights, from, to);
    const right = [0, 0, 0];
    for (let r = from; r < to; r++)
      for (let k = 0; k < LOCAL; k++) right[k] += weights[r] * rows.local[LOCAL * r + k] * out[r];
    const fitted = [0, 1, 2].map(
      (k) => inverse[3 * k] * right[0] + inverse[3 * k + 1] * right[1] + inverse[3 * k + 2] * right[2],
    );
    for (let r = from; r < to; r++)
      for (let k = 0; k < LOCAL; k++) out[r] -= rows.local[LOCAL * r + k] * fitted[k];
  }
  return out;
}

/** Inverse of a patch's own 3x3 normal matrix. */
function localInverse(rows: PatchRows, weights: Float64Array, from: number, to: number): Float64Array {
  let [a, b, c, d, e, f] = [0, 0, 0, 0, 0, 0];
  for (let r = from; r < to; r++) {
    const w = weights[r];
    const u = rows.local[LOCAL * r + 1];
    const v = rows.local[LOCAL * r + 2];
    a += w;
    b += w * u;
    c += w * v;
    d += w * u * u;
    e += w * u * v;
    f += w * v * v;
  }
  a += 1e-9;
  d += SLOPE_SIGMA ** -2;
  f += SLOPE_SIGMA ** -2;
  const A = d * f - e * e;
  const B = c * e - b * f;
  const C = b * e - c * d;
  const D = a * f - c * c;
  const E = b * c - a * e;
  const F = a * d - b * b;
  const det = a * A + b * B + c * C;
  return Float64Array.of(A, B, C, B, D, E, C, E, F).map((value) => value / det);
}

/** Adds up the patches, each patch's own unknowns eliminated (Schur complement). @param size of the system */
export function normalEquations(rows: PatchRows, weights: Float64Array, size: number): NormalEquations {
  const A = new Float64Array(size * size);
  const b = new Float64Array(size);
  // Columns that a patch meets, in the order of their first entry, and their place in its own small matrix.
  const place = new Int32Array(size).fill(-1);
  const met = new Int32Array(size);
  let small = new Float64Array(0);
  let mixed = new Float64Array(0);
  for (let patch = 0; patch < rows.patches; patch++) {
    const from = rows.first[patch];
    const to = rows.first[patch + 1];
    let m = 0;
    for (let e = ENTRIES * from; e < ENTRIES * to; e++) {
      const column = rows.column[e];
      if (place[column] >= 0) continue;
      place[column] = m;
      met[m++] = column;
    }
    if (small.length < m * m) {
      small = new Float64Array(m * m);
      mixed = new Float64Array(LOCAL * m);
    }
    small.fill(0, 0, m * m);
    mixed.fill(0, 0, LOCAL * m);
    const right = [0, 0, 0];
    for (let r = from; r < to; r++) {
      const w = weights[r];
      if (w === 0) continue;
      const begin = ENTRIES * r;
      const l = LOCAL * r;
      for (let k = 0; k < LOCAL; k++) right[k] += w * rows.local[l + k] * rows.residual[r];
      for (let e = begin; e < begin + ENTRIES; e++) {
        const scaled = w * rows.value[e];
        const i = place[rows.column[e]];
        b[rows.column[e]] += scaled * rows.residual[r];
        for (let k = 0; k < LOCAL; k++) mixed[LOCAL * i + k] += scaled * rows.local[l + k];
        for (let o = begin; o < begin + ENTRIES; o++)
          small[m * i + place[rows.column[o]]] += scaled * rows.value[o];
      }
    }
    const inverse = localInverse(rows, weights, from, to);
    for (let i = 0; i < m; i++) {
      const at = LOCAL * i;
      const [p, q, s] = [0, 1, 2].map(
        (k) => inverse[k] * mixed[at] + inverse[3 + k] * mixed[at + 1] + inverse[6 + k] * mixed[at + 2],
      );
      const row = met[i];
      b[row] -= p * right[0] + q * right[1] + s * right[2];
      for (let j = 0; j < m; j++) {
        const column = met[j];
        if (column > row) continue;
        const to = LOCAL * j;
        A[size * row + column] += small[m * i + j] - (p * mixed[to] + q * mixed[to + 1] + s * mixed[to + 2]);
      }
    }
    for (let i = 0; i < m; i++) place[met[i]] = -1;
  }
  return { A, b };
}

/**
 * Scores of the patches along some directions: what each patch by itself pulls them by. Their scatter is the
 * covariance that holds where the rays of a patch err together, as relief and normals make them.
 *
 * @param H size * count: columns of the inverse of the normal matrix
 * @returns count * count, row-major: the sum of the squares of the scores
 */
export function patchScores(
  rows: PatchRows,
  weights: Float64Array,
  remaining: Float64Array,
  H: Float64Array,
  count: number,
): Float64Array {
  const sum = new Float64Array(count * count);
  const score = new Float64Array(count);
  for (let patch = 0; patch < rows.patches; patch++) {
    score.fill(0);
    for (let r = rows.first[patch]; r < rows.first[patch + 1]; r++) {
      const pull = weights[r] * remaining[r];
      if (pull === 0) continue;
      for (let e = ENTRIES * r; e < ENTRIES * (r + 1); e++) {
        const scaled = pull * rows.value[e];
        const at = count * rows.column[e];
        for (let k = 0; k < count; k++) score[k] += scaled * H[at + k];
      }
    }
    for (let i = 0; i < count; i++) for (let j = 0; j <= i; j++) sum[count * i + j] += score[i] * score[j];
  }
  for (let i = 0; i < count; i++) for (let j = 0; j < i; j++) sum[count * j + i] = sum[count * i + j];
  return sum;
}
