import { invertSymmetric, solveCholesky } from '../../math/cholesky.ts';
import { dot } from '../../math/dense.ts';
import { median, SIGMA_OF_MAD } from '../../math/statistics.ts';
import type { Patch } from './walls/convergence-patches.ts';

/**
 * Uncertainty of the later map relative to the earlier one at a chainage: standard deviations along the axis,
 * left and up, m.
 */
export type RelativeUncertainty = (chainage: number) => readonly [along: number, left: number, up: number];

/** Length of path from which a place of the wall is seen, m: a map that is off by u may be rotated by u over it. */
const SEEN_FROM = 10;
/** Number of parameters: shifts along, left and up, then rotations about these axes. */
const MOTIONS = 6;
/** Iterations with weights that fall with the residual, then with Tukey's biweight. */
const STEPS = { falling: 8, ending: 6 };
const TUKEY = 4.685;
/** Least standard deviation of a patch, m. */
const SUREST = 2e-4;

/** A patch with its position in the convergence map, and the slope of the wall along the axis there. */
export interface PlacedPatch {
  readonly patch: Patch;
  readonly row: number;
  readonly slope: number;
  /** Standard deviation of its distance due to noise alone, m. */
  readonly sigma: number;
}

/** Local registration of the later map to the earlier one about one row of patches. */
interface RegisteredRow {
  /** Offset of the later map to the left and up there, m. */
  readonly left: number;
  readonly up: number;
  /** Share of a patch's distance due to that offset, and its standard deviation, m. */
  at(placed: PlacedPatch): { readonly distance: number; readonly sigma: number };
}

/**
 * Registers the later map to the earlier wall about one row: the rigid motion that most of the patches within
 * `SEEN_FROM` agree on, with Tukey's weights, which reject patches that moved. The stated relative
 * uncertainty of the map is the other observation: no motion beyond it is accepted, and where the two maps
 * are known to coincide nothing is subtracted.
 *
 * The scatter of the patches about one rigid motion stays in the uncertainty, as far as the relative
 * uncertainty allows: if half of a wall moved and half did not, neither half is reported as moved.
 *
 * @param patches of the rows around
 * @param step length of a row, m
 * @param place relative uncertainty of the later map at the row
 */
export function registerRow(
  patches: readonly PlacedPatch[],
  row: number,
  step: number,
  place: ReturnType<RelativeUncertainty>,
): RegisteredRow {
  const [along, left, up] = place;
  if (Math.hypot(along, left, up) === 0) return { left: 0, up: 0, at: () => ({ distance: 0, sigma: 0 }) };
  const turn = Math.hypot(left, up) / SEEN_FROM;
  const sigmas = [along, left, up, turn, turn, turn];
  const rates = (placed: PlacedPatch): Float64Array<ArrayBuffer> =>
    motionRates(placed, (placed.row - row) * step).map((rate, k) => rate * sigmas[k]);
  const near = patches
    .filter((placed) => Math.abs(placed.row - row) * step < SEEN_FROM)
    .map((placed) => ({
      rates: rates(placed),
      distance: placed.patch.mean,
      sigma: Math.max(SUREST, placed.sigma),
      share: (1 - ((Math.abs(placed.row - row) * step) / SEEN_FROM) ** 3) ** 3,
    }));
  const { motion, covariance, otherwise } = agreedMotion(near);
  return {
    left: motion[1] * left,
    up: motion[2] * up,
    at: (placed) => {
      const own = rates(placed);
      const statedSigma = Math.hypot(...own);
      const estimated = Math.sqrt(quadratic(covariance, own));
      return {
        distance: dot(own, motion),
        sigma: Math.min(statedSigma, Math.hypot(estimated, Math.min(statedSigma, otherwise))),
      };
    },
  };
}

interface Observed {
  /** Change of the distance per standard deviation of each motion, m. */
  readonly rates: Float64Array;
  readonly distance: number;
  readonly sigma: number;
  /** Weight by distance along the axis, 0..1. */
  readonly share: number;
}

interface Agreed {
  /** Motion in units of its prior standard deviations. */
  readonly motion: Float64Array;
  readonly covariance: Float64Array;
  /** Scatter of the patches about the motion beyond their noise, m. */
  readonly otherwise: number;
}

function agreedMotion(near: readonly Observed[]): Agreed {
  let motion = new Float64Array(MOTIONS);
  let scale = 1;
  const deviations = (): number[] =>
    near.map(({ rates, distance, sigma }) => Math.abs(distance - dot(rates, motion)) / sigma);
  const solved = (weightOf: (deviation: number) => number): Float64Array => {
    const off = deviations();
    const { normal, right } = normalEquations(near, (i) => weightOf(off[i]) / scale ** 2);
    motion = Float64Array.from(solveCholesky(normal, right, MOTIONS) ?? motion);
    return normal;
  };
  for (let step = 0; step < STEPS.falling; step++) solved((off) => 1 / Math.max(1, off));
  let normal = new Float64Array(MOTIONS * MOTIONS);
  for (let step = 0; step < STEPS.ending; step++) {
    scale = Math.max(1, SIGMA_OF_MAD * median(deviations()) || 1);
    const end = TUKEY * scale;
    normal = Float64Array.from(solved((off) => (off < end ? (1 - (off / end) ** 2) ** 2 : 0)));
  }
  const scatter =
    SIGMA_OF_MAD * median(near.map(({ rates, distance }) => Math.abs(distance - dot(rates, motion))));
  const noise = median(near.map(({ sigma }) => sigma));
  return {
    motion,
    covariance: invertSymmetric(normal, MOTIONS) ?? new Float64Array(MOTIONS * MOTIONS),
    otherwise: Math.sqrt(Math.max(0, scatter ** 2 - noise ** 2)) || 0,
  };
}

/** Normal equations of the prior, one observation per motion, and the patches. */
function normalEquations(
  near: readonly Observed[],
  weightOf: (index: number) => number,
): { normal: Float64Array<ArrayBuffer>; right: Float64Array<ArrayBuffer> } {
  const normal = new Float64Array(MOTIONS * MOTIONS);
  const right = new Float64Array(MOTIONS);
  for (let k = 0; k < MOTIONS; k++) normal[k * MOTIONS + k] = 1;
  near.forEach(({ rates, distance, sigma, share }, i) => {
    const weight = (share * weightOf(i)) / sigma ** 2;
    for (let a = 0; a < MOTIONS; a++) {
      right[a] += weight * rates[a] * distance;
      for (let b = 0; b <= a; b++) normal[a * MOTIONS + b] += weight * rates[a] * rates[b];
    }
  });
  return { normal, right };
}

/**
 * Derivative of a patch's distance by shift (per metre) and rotation (per radian) of the later map about the
 * middle of a row.
 *
 * @param ahead chainage of the patch relative to the row, m
 */
function motionRates({ patch, slope }: PlacedPatch, ahead: number): Float64Array<ArrayBuffer> {
  const [left, up] = patch.place;
  const [byLeft, byUp] = patch.normal;
  // A wall that widens along the axis comes nearer where the map is shifted forward.
  const byAlong = -slope;
  return Float64Array.of(
    byAlong,
    byLeft,
    byUp,
    byUp * left - byLeft * up,
    byAlong * up - byUp * ahead,
    byLeft * ahead - byAlong * left,
  );
}

/** x' A x; A is given by its lower triangle. */
function quadratic(A: Float64Array, x: Float64Array): number {
  let sum = 0;
  for (let a = 0; a < MOTIONS; a++)
    for (let b = 0; b < MOTIONS; b++) sum += x[a] * A[Math.max(a, b) * MOTIONS + Math.min(a, b)] * x[b];
  return sum;
}
