/** Eigenvalues ascending; `vectors[k]` is the unit eigenvector of `values[k]`. */
export interface SymmetricEigen {
  readonly values: Float64Array;
  readonly vectors: readonly Float64Array[];
}

/**
 * Eigen-decomposition of a symmetric n x n matrix by cyclic Jacobi rotations: slow but accurate to the last bits,
 * also for close or zero eigenvalues. For the small systems of registration (3x3, 4x4, 6x6).
 *
 * @param matrix n * n numbers, row-major; not modified
 */
export function symmetricEigen(matrix: ArrayLike<number>, n: number): SymmetricEigen {
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  const a = diagonalised(matrix, n, v);
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => a[i * n + i] - a[j * n + j]);
  return {
    values: Float64Array.from(order, (k) => a[k * n + k]),
    vectors: order.map((k) => Float64Array.from({ length: n }, (_, i) => v[i * n + k])),
  };
}

/** `symmetricEigen(matrix, n).values`, to the same numbers. */
export function symmetricEigenvalues(matrix: ArrayLike<number>, n: number): Float64Array {
  const a = diagonalised(matrix, n, null);
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = a[i * n + i];
  return values.sort();
}

/** The matrix after all rotations, which are applied to the columns of `v` too. */
function diagonalised(matrix: ArrayLike<number>, n: number, v: Float64Array | null): Float64Array {
  const a = new Float64Array(n * n);
  for (let at = 0; at < a.length; at++) a[at] = matrix[at];
  for (let sweep = 0; sweep < 64; sweep++) {
    let off = 0;
    let diagonal = 0;
    for (let i = 0; i < n; i++) {
      diagonal += a[i * n + i] ** 2;
      for (let j = i + 1; j < n; j++) off += a[i * n + j] ** 2;
    }
    if (off <= 1e-32 * (diagonal + off)) break;
    for (let p = 0; p < n - 1; p++) {
      for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
    }
  }
  return a;
}

function rotate(a: Float64Array, v: Float64Array | null, n: number, p: number, q: number): void {
  const apq = a[p * n + q];
  if (apq === 0) return;
  const theta = (a[q * n + q] - a[p * n + p]) / (2 * apq);
  // No hypot: it is ten times slower, and if the square overflows the tangent is correctly 0.
  const tangent = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const cosine = 1 / Math.sqrt(tangent * tangent + 1);
  const sine = tangent * cosine;
  for (let k = 0; k < n; k++) {
    const akp = a[k * n + p];
    const akq = a[k * n + q];
    a[k * n + p] = cosine * akp - sine * akq;
    a[k * n + q] = sine * akp + cosine * akq;
  }
  for (let k = 0; k < n; k++) {
    const apk = a[p * n + k];
    const aqk = a[q * n + k];
    a[p * n + k] = cosine * apk - sine * aqk;
    a[q * n + k] = sine * apk + cosine * aqk;
  }
  if (v === null) return;
  for (let k = 0; k < n; k++) {
    const vkp = v[k * n + p];
    const vkq = v[k * n + q];
    v[k * n + p] = cosine * vkp - sine * vkq;
    v[k * n + q] = sine * vkp + cosine * vkq;
  }
}
