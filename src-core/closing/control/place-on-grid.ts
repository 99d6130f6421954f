import { solveCholesky } from '../../math/cholesky.ts';
import { horn, PAIR_SUMS, PairAccumulator } from '../../math/horn.ts';
import { applyToPoint, compose, expSo3, multiply3, rotateVector } from '../../math/se3.ts';
import { symmetricEigen } from '../../math/symmetric-eigen.ts';
import { minus3 } from '../../math/vec3.ts';
import { message } from '../../messages/message.ts';
import { type Remark, remark } from '../../messages/remark.ts';
import type { Rigid } from '../../model/rigid.ts';
import { levelling } from './map-up.ts';

/** Corresponding point in both frames, m. */
export interface GridPair {
  readonly map: readonly [number, number, number];
  readonly grid: readonly [number, number, number];
  /** Standard deviation of each coordinate of both together, m. */
  readonly sigma: number;
}

/** Up direction in the map, with its standard deviation, rad. */
export interface MapUp {
  readonly up: readonly [number, number, number];
  readonly sigma: number;
}

type GridPlacement =
  | { readonly kind: 'placed'; readonly T_grid_map: Rigid }
  /** Not determined; the remark states what is missing. */
  | { readonly kind: 'open'; readonly remark: Remark };

/**
 * Least spread of the points across a line, m; below this, or some of their sigmas, the rotation about the line is
 * undetermined.
 */
const LEAST_SPREAD = 0.2;
const SPREAD_SIGMAS = 5;
const ITERATIONS = 12;

/**
 * Estimates the transform from map to mine grid from surveyed points and, if measured, the up direction: three
 * points not on a line are enough; with gravity, two that are not one above the other.
 *
 * Starts from Horn's closed form or, with gravity, from the levelled map rotated in plan, and ends at the weighted
 * least squares of both (Gauss-Newton on SO(3) x R^3). Computed about the points' own centroids, so that northings
 * of eight digits cost no precision.
 */
export function placeOnGrid(pairs: readonly GridPair[], gravity: MapUp | null): GridPlacement {
  if (pairs.length === 0) return open('control-none');
  if (pairs.length === 1) return open('control-one');
  const mapCentre = centreOf(pairs, ({ map }) => map);
  const gridCentre = centreOf(pairs, ({ grid }) => grid);
  const local = pairs.map(({ map, grid, sigma }) => ({
    map: minus3(map, mapCentre),
    grid: minus3(grid, gridCentre),
    sigma,
  }));
  const sigma = Math.sqrt(local.reduce((sum, pair) => sum + pair.sigma ** 2, 0) / local.length);
  const least = Math.max(LEAST_SPREAD, SPREAD_SIGMAS * sigma);
  if (gravity === null) {
    if (pairs.length === 2) return open('control-two');
    if (spreads(local.map(({ map }) => map))[1] < least) return open('control-on-line');
  } else {
    const plan = local.map(({ grid }): [number, number, number] => [grid[0], grid[1], 0]);
    if (spreads(plan)[0] < least) return open('control-plumb');
  }
  const start = gravity === null ? hornOf(local) : levelStart(local, gravity.up);
  const refined = refine(start, local, gravity);
  if (refined === null) return open('control-turn');
  const turned = rotateVector(refined.R, ...mapCentre);
  return {
    kind: 'placed',
    T_grid_map: {
      R: refined.R,
      t: Float64Array.from(gridCentre, (value, k) => value + (refined.t[k] - turned[k])),
    },
  };
}

/** Observed minus surveyed of each pair, grid axes, m. */
export function pairErrors(T_grid_map: Rigid, pairs: readonly GridPair[]): [number, number, number][] {
  return pairs.map(({ map, grid }) => minus3(applyToPoint(T_grid_map, ...map), grid));
}

type Vector = readonly [number, number, number];

type WhyOpen =
  | 'control-none'
  | 'control-one'
  | 'control-two'
  | 'control-on-line'
  | 'control-plumb'
  | 'control-turn';

function open(why: WhyOpen): GridPlacement {
  return { kind: 'open', remark: remark(why, { needed: message('control-needed') }) };
}

function refine(start: Rigid, pairs: readonly GridPair[], gravity: MapUp | null): Rigid | null {
  let T = start;
  for (let iteration = 0; iteration < ITERATIONS; iteration++) {
    const H = new Float64Array(36);
    const b = new Float64Array(6);
    // T <- T (exp w, 0) + (0, dt):  d(R p) = -R [p]x w
    const add = (row: ArrayLike<number>, residual: number, weight: number): void => {
      for (let i = 0; i < 6; i++) {
        b[i] -= weight * row[i] * residual;
        for (let j = 0; j < 6; j++) H[6 * i + j] += weight * row[i] * row[j];
      }
    };
    for (const { map, grid, sigma } of pairs) {
      const error = minus3(applyToPoint(T, ...map), grid);
      const J = turnJacobian(T.R, map);
      for (let k = 0; k < 3; k++) {
        const row = [J[3 * k], J[3 * k + 1], J[3 * k + 2], k === 0 ? 1 : 0, k === 1 ? 1 : 0, k === 2 ? 1 : 0];
        add(row, error[k], 1 / sigma ** 2);
      }
    }
    if (gravity !== null) {
      const up = rotateVector(T.R, ...gravity.up);
      const J = turnJacobian(T.R, gravity.up);
      for (let k = 0; k < 2; k++)
        add([J[3 * k], J[3 * k + 1], J[3 * k + 2], 0, 0, 0], up[k], 1 / gravity.sigma ** 2);
    }
    const x = solveCholesky(H, b, 6);
    if (x === null) return null;
    T = {
      R: compose(T, { R: expSo3(x[0], x[1], x[2]), t: new Float64Array(3) }).R,
      t: T.t.map((value, k) => value + x[3 + k]),
    };
    if (Math.hypot(x[0], x[1], x[2]) < 1e-12 && Math.hypot(x[3], x[4], x[5]) < 1e-10) break;
  }
  return T;
}

/** `-R [p]x`, row-major. */
function turnJacobian(R: Float64Array, [x, y, z]: Vector): Float64Array {
  return multiply3(R, Float64Array.of(0, z, -y, -z, 0, x, y, -x, 0));
}

function hornOf(pairs: readonly GridPair[]): Rigid {
  const sums = new PairAccumulator();
  for (const { map, grid, sigma } of pairs) sums.add(...map, ...grid, 1 / sigma ** 2);
  const out = new Float64Array(PAIR_SUMS);
  sums.sumsInto(out);
  // The weights are positive, so there is a solution.
  return horn(out)!;
}

/** Levelled map rotated in plan: atan2 of the summed cross and dot products is the optimal rotation. */
function levelStart(pairs: readonly GridPair[], up: Vector): Rigid {
  const level = levelling(up);
  let [sine, cosine] = [0, 0];
  for (const { map, grid, sigma } of pairs) {
    const [x, y] = rotateVector(level, ...map);
    sine += (x * grid[1] - y * grid[0]) / sigma ** 2;
    cosine += (x * grid[0] + y * grid[1]) / sigma ** 2;
  }
  const R = multiply3(expSo3(0, 0, Math.atan2(sine, cosine)), level);
  return { R, t: new Float64Array(3) };
}

/** Spread (1 sigma) of points along their principal directions, m, widest first. */
function spreads(points: readonly Vector[]): [number, number, number] {
  const mean = [0, 1, 2].map((k) => points.reduce((sum, p) => sum + p[k], 0) / points.length);
  const S = new Float64Array(9);
  for (const p of points)
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) S[3 * a + b] += ((p[a] - mean[a]) * (p[b] - mean[b])) / points.length;
  const { values } = symmetricEigen(S, 3);
  return [2, 1, 0].map((k) => Math.sqrt(Math.max(values[k], 0))) as [number, number, number];
}

function centreOf(pairs: readonly GridPair[], of: (pair: GridPair) => Vector): Vector {
  return [0, 1, 2].map((k) => pairs.reduce((sum, pair) => sum + of(pair)[k], 0) / pairs.length) as [
    number,
    number,
    number,
  ];
}
