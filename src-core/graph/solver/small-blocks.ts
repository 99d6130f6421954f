/**
 * Arithmetic of 6x6 blocks, row-major, in place inside larger arrays: primitives of the block Cholesky
 * factorisation.
 */

/** Numbers of a block. */
export const BLOCK = 36;

/** `out = A B`. */
export function multiply6(A: Float64Array, B: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = 0;
      for (let k = 0; k < 6; k++) sum += A[6 * i + k] * B[6 * k + j];
      out[6 * i + j] = sum;
    }
  }
}

/**
 * Replaces a symmetric block by its Cholesky factor, lower triangular.
 *
 * @param least least pivot as a share of the diagonal entry
 * @returns false: not positive definite
 */
export function factorBlock(
  a: Float64Array,
  at: number,
  scale: Float64Array,
  scaleAt: number,
  least: number,
): boolean {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = a[at + 6 * i + j];
      for (let k = 0; k < j; k++) sum -= a[at + 6 * i + k] * a[at + 6 * j + k];
      if (i !== j) a[at + 6 * i + j] = sum / a[at + 7 * j];
      else {
        // Negated so that NaN is rejected too.
        if (!(sum > least * scale[scaleAt + i])) return false;
        a[at + 7 * i] = Math.sqrt(sum);
      }
    }
    for (let j = i + 1; j < 6; j++) a[at + 6 * i + j] = 0;
  }
  return true;
}

/** `A <- A L^-T` with a lower triangular L: a block below the diagonal once its column's factor is known. */
export function solveRightTransposed(a: Float64Array, at: number, l: Float64Array, lAt: number): void {
  for (let i = 0; i < 6; i++) {
    for (let j = 0; j < 6; j++) {
      let sum = a[at + 6 * i + j];
      for (let k = 0; k < j; k++) sum -= a[at + 6 * i + k] * l[lAt + 6 * j + k];
      a[at + 6 * i + j] = sum / l[lAt + 7 * j];
    }
  }
}

/** `C <- C - A B^T`. */
export function subtractProductTransposed(
  c: Float64Array,
  cAt: number,
  a: Float64Array,
  aAt: number,
  b: Float64Array,
  bAt: number,
): void {
  for (let i = 0; i < 6; i++) {
    const row = aAt + 6 * i;
    const [a0, a1, a2, a3, a4, a5] = [a[row], a[row + 1], a[row + 2], a[row + 3], a[row + 4], a[row + 5]];
    for (let j = 0; j < 6; j++) {
      const other = bAt + 6 * j;
      c[cAt + 6 * i + j] -=
        a0 * b[other] +
        a1 * b[other + 1] +
        a2 * b[other + 2] +
        a3 * b[other + 3] +
        a4 * b[other + 4] +
        a5 * b[other + 5];
    }
  }
}

/** `x <- L^-1 x`. */
export function solveLower(l: Float64Array, at: number, x: Float64Array, xAt: number): void {
  for (let i = 0; i < 6; i++) {
    let sum = x[xAt + i];
    for (let k = 0; k < i; k++) sum -= l[at + 6 * i + k] * x[xAt + k];
    x[xAt + i] = sum / l[at + 7 * i];
  }
}

/** `x <- L^-T x`. */
export function solveUpper(l: Float64Array, at: number, x: Float64Array, xAt: number): void {
  for (let i = 5; i >= 0; i--) {
    let sum = x[xAt + i];
    for (let k = i + 1; k < 6; k++) sum -= l[at + 6 * k + i] * x[xAt + k];
    x[xAt + i] = sum / l[at + 7 * i];
  }
}

/** `y <- y - A x`. */
export function subtractTimes(
  y: Float64Array,
  yAt: number,
  a: Float64Array,
  at: number,
  x: Float64Array,
  xAt: number,
): void {
  for (let i = 0; i < 6; i++) {
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += a[at + 6 * i + k] * x[xAt + k];
    y[yAt + i] -= sum;
  }
}

/** `y <- y - A^T x`. */
export function subtractTransposedTimes(
  y: Float64Array,
  yAt: number,
  a: Float64Array,
  at: number,
  x: Float64Array,
  xAt: number,
): void {
  for (let k = 0; k < 6; k++) {
    const value = x[xAt + k];
    for (let i = 0; i < 6; i++) y[yAt + i] -= a[at + 6 * k + i] * value;
  }
}
