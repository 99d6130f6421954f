/** Solution of a symmetric positive definite system with the first columns of its inverse. */
interface ColumnSolution {
  readonly x: Float64Array;
  /** n * count, row-major: the first `count` columns of the inverse. */
  readonly inverse: Float64Array;
}

/**
 * Solves A x = b by Cholesky factorisation, and for the first `count` columns of the inverse at once.
 *
 * @param A n * n, row-major, lower triangle; overwritten by its factor
 * @returns null if A is not positive definite to working precision
 */
export function solveColumns(
  A: Float64Array,
  b: Float64Array,
  n: number,
  count: number,
): ColumnSolution | null {
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[n * i + j];
      for (let k = 0; k < j; k++) sum -= A[n * i + k] * A[n * j + k];
      if (i !== j) A[n * i + j] = sum / A[n * j + j];
      else {
        // Negated so that NaN is refused too.
        if (!(sum > 1e-14 * Math.abs(A[n * i + i]))) return null;
        A[n * i + i] = Math.sqrt(sum);
      }
    }
  }
  const width = count + 1;
  const X = new Float64Array(n * width);
  for (let i = 0; i < n; i++) {
    X[width * i + count] = b[i];
    if (i < count) X[width * i + i] = 1;
  }
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) subtractRow(X, width, i, k, A[n * i + k]);
    scaleRow(X, width, i, 1 / A[n * i + i]);
  }
  for (let i = n - 1; i >= 0; i--) {
    scaleRow(X, width, i, 1 / A[n * i + i]);
    for (let k = 0; k < i; k++) subtractRow(X, width, k, i, A[n * i + k]);
  }
  const x = new Float64Array(n);
  const inverse = new Float64Array(n * count);
  for (let i = 0; i < n; i++) {
    x[i] = X[width * i + count];
    for (let k = 0; k < count; k++) inverse[count * i + k] = X[width * i + k];
  }
  return { x, inverse };
}

function subtractRow(X: Float64Array, width: number, to: number, from: number, factor: number): void {
  if (factor === 0) return;
  for (let k = 0; k < width; k++) X[width * to + k] -= factor * X[width * from + k];
}

function scaleRow(X: Float64Array, width: number, row: number, factor: number): void {
  for (let k = 0; k < width; k++) X[width * row + k] *= factor;
}
