/**
 * Solves A x = b for a symmetric positive definite n x n matrix by Cholesky factorisation.
 *
 * @param A n * n, row-major; only the lower triangle is read
 * @returns x, or null if A is not positive definite to working precision
 */
export function solveCholesky(A: ArrayLike<number>, b: ArrayLike<number>, n: number): Float64Array | null {
  const L = factor(A, n);
  return L === null ? null : substitute(L, b, n);
}

/**
 * Inverse of a symmetric positive definite matrix.
 *
 * @param A n * n, row-major; only the lower triangle is read
 * @returns n * n, symmetric to the last bit; null if A is not positive definite to working precision
 */
export function invertSymmetric(A: ArrayLike<number>, n: number): Float64Array | null {
  const L = factor(A, n);
  if (L === null) return null;
  const inverse = new Float64Array(n * n);
  const unit = new Float64Array(n);
  for (let j = 0; j < n; j++) {
    unit.fill(0);
    unit[j] = 1;
    const column = substitute(L, unit, n);
    for (let i = j; i < n; i++) {
      inverse[n * i + j] = column[i];
      inverse[n * j + i] = column[i];
    }
  }
  return inverse;
}

/**
 * True if a symmetric matrix is positive definite to working precision.
 *
 * @param A n * n, row-major; only the lower triangle is read
 */
export function isPositiveDefinite(A: ArrayLike<number>, n: number): boolean {
  return factor(A, n) !== null;
}

/** Lower triangle L of A = L L^T; null if A is not positive definite. */
function factor(A: ArrayLike<number>, n: number): Float64Array | null {
  const L = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = A[i * n + j];
      for (let k = 0; k < j; k++) sum -= L[i * n + k] * L[j * n + k];
      if (i !== j) {
        L[i * n + j] = sum / L[j * n + j];
      } else {
        // Negated so that NaN is refused too.
        if (!(sum > 1e-14 * Math.abs(A[i * n + i]))) return null;
        L[i * n + i] = Math.sqrt(sum);
      }
    }
  }
  return L;
}

function substitute(L: Float64Array, b: ArrayLike<number>, n: number): Float64Array {
  const x = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    let sum = b[i];
    for (let k = 0; k < i; k++) sum -= L[i * n + k] * x[k];
    x[i] = sum / L[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    let sum = x[i];
    for (let k = i + 1; k < n; k++) sum -= L[k * n + i] * x[k];
    x[i] = sum / L[i * n + i];
  }
  return x;
}
