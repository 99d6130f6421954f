/**
 * Small dense matrices of n x n numbers, row-major, and vectors of n. Each product writes into `out` if given,
 * which must be neither factor, and allocates a new array otherwise; sums run in the order of the index.
 */

/** Scalar product of two vectors of equal length. */
export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i];
  return sum;
}

/** `A x`. */
export function timesVector(
  A: Float64Array,
  x: ArrayLike<number>,
  n: number,
  out = new Float64Array(n),
): Float64Array {
  for (let i = 0; i < n; i++) {
    let sum = 0;
    for (let j = 0; j < n; j++) sum += A[n * i + j] * x[j];
    out[i] = sum;
  }
  return out;
}

/** `A B`; fast if A has many zeros. */
export function timesMatrix(
  A: Float64Array,
  B: Float64Array,
  n: number,
  out = new Float64Array(n * n),
): Float64Array {
  out.fill(0);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < n; k++) {
      const a = A[n * i + k];
      if (a === 0) continue;
      for (let j = 0; j < n; j++) out[n * i + j] += a * B[n * k + j];
    }
  return out;
}

/** `A B^T`. */
export function timesTransposed(
  A: Float64Array,
  B: Float64Array,
  n: number,
  out = new Float64Array(n * n),
): Float64Array {
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      let sum = 0;
      for (let k = 0; k < n; k++) sum += A[n * i + k] * B[n * j + k];
      out[n * i + j] = sum;
    }
  return out;
}

/** Copies the lower triangle of A onto the upper one, in place: symmetric to the last bit. @returns A */
export function mirrorLower(A: Float64Array, n: number): Float64Array {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) A[n * j + i] = A[n * i + j];
  return A;
}
