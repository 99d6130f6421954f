import { invertSymmetric, solveCholesky } from '../math/cholesky.ts';
import { horn, PAIR_SUMS, PairAccumulator } from '../math/horn.ts';
import { applyToPoint, compose, expSo3, multiply3, rotateVector } from '../math/se3.ts';
import { minus3, type Vec3 } from '../math/vec3.ts';
import { message } from '../messages/message.ts';
import { SocavonError } from '../model/errors.ts';
import { instrumentRangeOf } from '../model/instrument-range.ts';

/** A surveyed target as the scans show it. */
export interface ControlSighting {
  /** Centre, frame of the poses, m. */
  readonly map: readonly [number, number, number];
  /** Mean unit ray from the sensor to it, the same frame. */
  readonly ray: readonly [number, number, number];
  /** Surveyed place, mine grid, m. */
  readonly grid: readonly [number, number, number];
  /** Standard deviation of each coordinate of both together, m. */
  readonly sigma: number;
}

/** Surveyed targets around the sensor. */
export interface CheckControl {
  readonly sightings: readonly ControlSighting[];
  /**
   * Standard deviation of what ranges on reflective sheeting are off by against those on rock, m: the same on all
   * targets, so that no number of them reduces it.
   */
  readonly sheeting: number;
}

/** Range offset common to all ranges that surveyed targets show, m. */
interface ControlBias {
  readonly value: number;
  readonly sigma: number;
}

/** Unknowns: rotation, translation, range offset. */
const UNKNOWNS = 7;
/** Fewest targets that leave something to check the seven unknowns with. */
const LEAST_TARGETS = 4;
/** Largest standard deviation of an offset that is worth having, m, without that of the sheeting. */
const USEFUL_SIGMA = 0.005;
const ITERATIONS = 12;

/**
 * The range offset by surveyed targets: with ranges that are too long by b, every target appears b farther along its
 * ray, which no rotation or translation of all of them explains. Weighted least squares of

     R (p_i - b d_i) + t = g_i

 * over R, t and b (Gauss-Newton). Targets all on one side are moved together, and show nothing.
 *
 * @throws SocavonError 'usage' if there are too few targets, or they do not stand around the sensor
 */
export function biasByControl({ sightings, sheeting }: CheckControl): ControlBias {
  const count = new Set(sightings.map(({ grid }) => grid.join())).size;
  if (count < LEAST_TARGETS)
    throw new SocavonError('usage', message('calibrate-few-targets', { count, least: LEAST_TARGETS }));
  const solved = solve(sightings);
  if (solved === null || solved.sigma > USEFUL_SIGMA)
    throw new SocavonError('usage', message('calibrate-targets-aside', { count }));
  return { value: solved.value, sigma: Math.hypot(solved.sigma, sheeting) };
}

/**
 * A measured offset together with the maker's bound, a uniform distribution (GUM 4.3.7): the weighted mean of both, or
 * the measured one alone where it contradicts the bound.
 */
export function withMakersBound({ value, sigma }: ControlBias, productLine: string): ControlBias {
  const bound = instrumentRangeOf(productLine).rangeBias;
  if (Math.abs(value) > bound + 2 * sigma) return { value, sigma };
  const prior = bound ** 2 / 3;
  const share = prior / (prior + sigma ** 2);
  return { value: share * value, sigma: Math.sqrt(share) * sigma };
}

function solve(sightings: readonly ControlSighting[]): ControlBias | null {
  const gridCentre = centreOf(sightings.map(({ grid }) => grid));
  const mapCentre = centreOf(sightings.map(({ map }) => map));
  const local = sightings.map(({ map, grid, ...rest }) => ({
    ...rest,
    map: minus3(map, mapCentre),
    grid: minus3(grid, gridCentre),
  }));
  const pairs = new PairAccumulator();
  for (const { map, grid, sigma } of local) pairs.add(...map, ...grid, 1 / sigma ** 2);
  const sums = new Float64Array(PAIR_SUMS);
  pairs.sumsInto(sums);
  let T = horn(sums);
  if (T === null) return null;
  let bias = 0;
  const H = new Float64Array(UNKNOWNS ** 2);
  const b = new Float64Array(UNKNOWNS);
  let chi2 = 0;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    H.fill(0);
    b.fill(0);
    chi2 = 0;
    for (const { map, ray, grid, sigma } of local) {
      const p: Vec3 = [map[0] - bias * ray[0], map[1] - bias * ray[1], map[2] - bias * ray[2]];
      const error = minus3(applyToPoint(T, ...p), grid);
      // T <- T (exp w, 0) + (0, dt):  d(R p) = -R [p]x w
      const turn = multiply3(T.R, Float64Array.of(0, p[2], -p[1], -p[2], 0, p[0], p[1], -p[0], 0));
      const along = rotateVector(T.R, ...ray);
      for (let k = 0; k < 3; k++) {
        const row = [turn[3 * k], turn[3 * k + 1], turn[3 * k + 2], 0, 0, 0, -along[k]];
        row[3 + k] = 1;
        for (let i = 0; i < UNKNOWNS; i++) {
          b[i] -= (row[i] * error[k]) / sigma ** 2;
          for (let j = 0; j < UNKNOWNS; j++) H[UNKNOWNS * i + j] += (row[i] * row[j]) / sigma ** 2;
        }
        chi2 += (error[k] / sigma) ** 2;
      }
    }
    const x = solveCholesky(H, b, UNKNOWNS);
    if (x === null) return null;
    T = {
      R: compose(T, { R: expSo3(x[0], x[1], x[2]), t: new Float64Array(3) }).R,
      t: T.t.map((value, k) => value + x[3 + k]),
    };
    bias += x[6];
    if (Math.hypot(x[0], x[1], x[2]) < 1e-12 && Math.hypot(x[3], x[4], x[5], x[6]) < 1e-10) break;
  }
  const covariance = invertSymmetric(H, UNKNOWNS);
  if (covariance === null) return null;
  // Targets that agree worse than they should make the offset as much worse.
  const scatter = Math.max(1, chi2 / (3 * sightings.length - UNKNOWNS));
  return { value: bias, sigma: Math.sqrt(scatter * covariance[UNKNOWNS ** 2 - 1]) };
}

function centreOf(points: readonly (readonly [number, number, number])[]): Vec3 {
  return [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length) as Vec3;
}
