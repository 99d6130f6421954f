/** Arithmetic mean; NaN for an empty list. */
export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Median by sorting a copy; NaN for an empty list. */
export function median(values: ArrayLike<number>): number {
  return quantile(values, 0.5);
}

/** Quantile 0..1 with linear interpolation between order statistics; NaN for an empty list. */
export function quantile(values: ArrayLike<number>, fraction: number): number {
  if (values.length === 0) return Number.NaN;
  const sorted = Float64Array.from(values).sort();
  const at = fraction * (sorted.length - 1);
  const below = Math.floor(at);
  // Does not read the upper neighbour if it is not needed: it may be infinite.
  if (at === below) return sorted[below];
  return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

/**
 * Order statistic without a full sort (Hoare's FIND, 1961): the value at a rank of the sorted values.
 *
 * @param values finite; reordered in place
 * @param rank 0 for the least
 */
export function orderStatistic(values: Float64Array, rank: number): number {
  let low = 0;
  let high = values.length - 1;
  while (low < high) {
    const pivot = values[rank];
    let i = low;
    let j = high;
    while (i <= j) {
      while (values[i] < pivot) i++;
      while (values[j] > pivot) j--;
      if (i > j) break;
      const swapped = values[i];
      values[i++] = values[j];
      values[j--] = swapped;
    }
    if (j < rank) low = i;
    if (rank < i) high = j;
  }
  return values[rank];
}

/** `median` of finite values without a full sort; they are reordered in place. NaN for an empty list. */
export function medianInPlace(values: Float64Array): number {
  if (values.length === 0) return Number.NaN;
  const at = 0.5 * (values.length - 1);
  const below = Math.floor(at);
  const lower = orderStatistic(values, below);
  if (at === below) return lower;
  // Those above the rank are not less.
  let upper = Number.POSITIVE_INFINITY;
  for (let i = below + 1; i < values.length; i++) if (values[i] < upper) upper = values[i];
  return lower + (at - below) * (upper - lower);
}

/** Standard deviation of a normal distribution over its median absolute deviation, 1 / Φ⁻¹(3/4). */
export const SIGMA_OF_MAD = 1.4826;

/** Root mean square; NaN for an empty list. */
export function rootMeanSquare(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] * values[i];
  return Math.sqrt(sum / values.length);
}
