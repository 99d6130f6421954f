/**
 * Nodes, in standard deviations, and weight of each in the Gauss-Hermite rule of three points for the mean of a square under a
 * normal shift; at the node 0 nothing changes.
 */
export const SHIFT_NODES = [-Math.sqrt(3), Math.sqrt(3)];
export const SHIFT_WEIGHT = 1 / 6;

/** Beyond this the normal distribution is 0 or 1 to the last bit. */
const FAR = 9;

/**
 * Half-width of the interval about 0 that contains a given share of the sum of a uniform and a normal quantity,
 * independent and both zero-mean: the propagation of distributions of JCGM 101, where a coverage factor of 1.96
 * would be too large for a bounded component.
 *
 * @param halfWidth of the uniform one
 * @param sigma standard deviation of the normal one
 * @param share 0..1
 */
export function coverageHalfWidth(halfWidth: number, sigma: number, share: number): number {
  if (sigma === 0) return share * halfWidth;
  let [low, high] = [0, halfWidth + FAR * sigma];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (sharesWithin(middle, halfWidth, sigma) < share) low = middle;
    else high = middle;
  }
  return high;
}

/** P(|x| <= limit) of that sum. */
function sharesWithin(limit: number, halfWidth: number, sigma: number): number {
  // A narrower uniform part has no effect, and the difference below would lose its digits.
  if (halfWidth < 1e-4 * sigma) return 2 * normalShare(limit / sigma) - 1;
  const rise = integralOfShare((limit + halfWidth) / sigma) - integralOfShare((limit - halfWidth) / sigma);
  return (sigma / halfWidth) * rise - 1;
}

/** Integral of the standard normal distribution function from minus infinity. */
function integralOfShare(x: number): number {
  return x * normalShare(x) + density(x);
}

/** Standard normal distribution function, by its series about 0. */
export function normalShare(x: number): number {
  if (x > FAR) return 1;
  if (x < -FAR) return 0;
  let term = x;
  let sum = x;
  for (let n = 3; Math.abs(term) > 1e-17 * Math.abs(sum); n += 2) {
    term *= (x * x) / n;
    sum += term;
  }
  return 0.5 + density(x) * sum;
}

function density(x: number): number {
  return Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI);
}

/** Standard deviation of a uniform quantity of a half-width (GUM 4.3.7). */
export function uniformSigma(halfWidth: number): number {
  return halfWidth / Math.sqrt(3);
}
