import { solveCholesky } from '../../../math/cholesky.ts';
import type { PiercedRays } from './pierce-rays.ts';
import type { Outline } from './target-outline.ts';

export interface OutlineFit {
  /** Centre, (along, up) from the plane's centre, m. */
  readonly centre: readonly [number, number];
  /** 2x2, row-major, m^2. */
  readonly covariance: Float64Array;
  /** Apparent excess of the target's half size, m. */
  readonly bloom: number;
  /** Share of the bright rays that pierce the plane well outside the outline, and of the dull rays well inside. */
  readonly brightOutside: number;
  readonly dullInside: number;
  readonly converged: boolean;
}

/** Probability of a stray return: bright outside, or dull inside. */
const STRAY = 0.02;
/** Prior of the apparent excess, m: half a spot, with its standard deviation. */
const BLOOM = { mean: 0.01, sigma: 0.01 };
/** Softening of the edge per stage; wide at first, so that an initial guess half a target away still converges. */
const SOFTENINGS = [6, 3, 1.5, 1];
const STEPS = 20;
/** Step length below which the search has converged, m. */
const SETTLED = 1e-4;
/** Distance from the outline that counts as well inside or outside, as a share of the half size. */
const WELL = 0.3;
/** Parameters: centre along, centre up, bloom, speed error. */
const N = 4;

/**
 * Fits the centre of a target of known outline by maximum likelihood over its rays: a ray that pierces the plane at
 * the signed distance d from the outline is bright with the probability `1 / (1 + exp(d / softness))`, up to
 * strays. Dull returns next to, above and below the target thus bound it as well as bright ones do, and occluded
 * parts do not count. Fisher scoring (McCullagh and Nelder 1989, ch. 2) with Levenberg's damping; the covariance is
 * the inverse of the information.
 *
 * @param speedSigma speed error of scans with an unconstrained direction, m/s
 */
export function fitOutline(rays: PiercedRays, outline: Outline, speedSigma: number): OutlineFit {
  const x = startOf(rays);
  const priorPrecision = [0, 0, 1 / BLOOM.sigma ** 2, speedSigma > 0 ? 1 / speedSigma ** 2 : 1e12];
  const system = (soften: number) => score(rays, outline, x, soften, priorPrecision);
  let converged = false;
  for (const soften of SOFTENINGS) {
    converged = false;
    let damping = 1e-3;
    let now = system(soften);
    for (let step = 0; step < STEPS && !converged; step++) {
      const H = now.information.slice();
      for (let k = 0; k < N; k++) H[k * N + k] *= 1 + damping;
      const dx = solveCholesky(H, now.gradient, N);
      if (dx === null) break;
      const before = x.slice();
      for (let k = 0; k < N; k++) x[k] += Math.min(Math.max(dx[k], -outline.half), outline.half);
      const next = system(soften);
      converged = Math.hypot(dx[0], dx[1]) < SETTLED;
      if (next.logLikelihood >= now.logLikelihood) {
        now = next;
        damping /= 4;
      } else {
        x.set(before);
        damping *= 8;
      }
    }
  }
  return { ...shares(rays, outline, x), ...covarianceOf(system(1).information), bloom: x[2], converged };
}

function startOf({ count, at, bright }: PiercedRays): Float64Array {
  let [u, v, n] = [0, 0, 0];
  for (let i = 0; i < count; i++) {
    if (bright[i] === 0) continue;
    u += at[2 * i];
    v += at[2 * i + 1];
    n++;
  }
  return Float64Array.of(n > 0 ? u / n : 0, n > 0 ? v / n : 0, BLOOM.mean, 0);
}

function distanceOf(
  rays: PiercedRays,
  i: number,
  outline: Outline,
  x: Float64Array,
  out: Float64Array,
): number {
  const moved = x[3] * rays.seconds[i];
  const u = rays.at[2 * i] + moved * rays.shift[2 * i] - x[0];
  const v = rays.at[2 * i + 1] + moved * rays.shift[2 * i + 1] - x[1];
  outline.distance(u, v, out);
  return out[0] - x[2];
}

function score(
  rays: PiercedRays,
  outline: Outline,
  x: Float64Array,
  soften: number,
  priorPrecision: readonly number[],
): { logLikelihood: number; gradient: Float64Array; information: Float64Array } {
  const gradient = new Float64Array(N);
  const information = new Float64Array(N * N);
  const g = new Float64Array(3);
  const J = new Float64Array(N);
  let logLikelihood = 0;
  for (let i = 0; i < rays.count; i++) {
    const width = soften * rays.softness[i];
    const d = distanceOf(rays, i, outline, x, g) / width;
    const inside = 1 / (1 + Math.exp(d));
    const p = STRAY + (1 - 2 * STRAY) * inside;
    const y = rays.bright[i];
    logLikelihood += Math.log(y === 1 ? p : 1 - p);
    // d p / d x = p' (d distance / d x) / width
    const slope = (-(1 - 2 * STRAY) * inside * (1 - inside)) / width;
    J[0] = -g[1];
    J[1] = -g[2];
    J[2] = -1;
    J[3] = rays.seconds[i] * (g[1] * rays.shift[2 * i] + g[2] * rays.shift[2 * i + 1]);
    const weight = 1 / (p * (1 - p));
    for (let a = 0; a < N; a++) {
      gradient[a] += weight * (y - p) * slope * J[a];
      for (let b = 0; b < N; b++) information[a * N + b] += weight * slope * slope * J[a] * J[b];
    }
  }
  const mean = [0, 0, BLOOM.mean, 0];
  for (let a = 0; a < N; a++) {
    gradient[a] -= priorPrecision[a] * (x[a] - mean[a]);
    information[a * N + a] += priorPrecision[a];
    logLikelihood -= 0.5 * priorPrecision[a] * (x[a] - mean[a]) ** 2;
  }
  return { logLikelihood, gradient, information };
}

function covarianceOf(information: Float64Array): { covariance: Float64Array } {
  const covariance = new Float64Array(4).fill(Number.POSITIVE_INFINITY);
  for (let a = 0; a < 2; a++) {
    const e = new Float64Array(N);
    e[a] = 1;
    const column = solveCholesky(information, e, N);
    if (column === null) return { covariance: Float64Array.of(Infinity, 0, 0, Infinity) };
    for (let b = 0; b < 2; b++) covariance[2 * b + a] = column[b];
  }
  return { covariance };
}

function shares(
  rays: PiercedRays,
  outline: Outline,
  x: Float64Array,
): Pick<OutlineFit, 'centre' | 'brightOutside' | 'dullInside'> {
  const well = WELL * outline.half;
  const g = new Float64Array(3);
  const counts = { bright: 0, outside: 0, inside: 0, dull: 0 };
  for (let i = 0; i < rays.count; i++) {
    const d = distanceOf(rays, i, outline, x, g);
    const shone = rays.bright[i] === 1;
    if (shone) {
      counts.bright++;
      if (d > well) counts.outside++;
    }
    if (d < -well) {
      counts.inside++;
      if (!shone) counts.dull++;
    }
  }
  return {
    centre: [x[0], x[1]],
    brightOutside: counts.outside / Math.max(counts.bright, 1),
    dullInside: counts.dull / Math.max(counts.inside, 1),
  };
}
