import { SocavonError } from '../model/errors.ts';

/**
 * Upper triangular U with `U^T U = information` (Cholesky).
 *
 * @param information n x n, row-major, symmetric
 * @param what name of the factor for the error message
 * @throws SocavonError 'internal' if it is not positive definite
 */
export function whiteningOf(information: ArrayLike<number>, n: number, what: string): Float64Array {
  const U = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = information[n * i + j];
      for (let k = 0; k < j; k++) sum -= U[n * k + i] * U[n * k + j];
      if (i !== j) U[n * j + i] = sum / U[n * j + j];
      else {
        // Negated so that NaN is rejected too.
        if (!(sum > 1e-14 * information[n * i + i]))
          throw new SocavonError('internal', `The information of a ${what} is not positive definite.`);
        U[n * i + i] = Math.sqrt(sum);
      }
    }
  }
  return U;
}

/** 99.9 % quantile of chi-square by dimension 1..6. */
export const CHI2_999 = [Number.NaN, 10.83, 13.82, 16.27, 18.47, 20.52, 22.46] as const;
