import { solveCholesky } from '../../../math/cholesky.ts';
import { dot3 } from '../../../math/vec3.ts';
import { remark } from '../../../messages/remark.ts';
import type { TargetSearchOptions } from '../target-options.ts';
import type { AnchorScan } from './anchor-scan.ts';
import { fitOutline, type OutlineFit } from './fit-outline.ts';
import { type Judgement, rejection } from './pass-verdict.ts';
import { pierceRays } from './pierce-rays.ts';
import { outlineOf } from './target-outline.ts';
import type { TargetPass, UnconstrainedMotion } from './target-pass.ts';
import { planeOfPass, type TargetPlane } from './target-plane.ts';

/** Largest bulge of a plate, as a share of its allowed scatter. */
const BULGE_SHARE = 0.4;
/** Scatter within the plane, as a share of the half size, below which only one line ever crossed the object. */
const LINE_SHARE = 0.18;
/** Rays up to this many half sizes from the middle take part in the fit. */
const RAY_REACH = 2.6;
/** Tolerance of the apparent size, on all sides: share of the size plus half a spot, m. */
const LARGER = { share: 0.08, spot: 0.02 };
const SMALLER = 0.1;
/** Shares of rays against the outline above which the object does not have this outline. */
const MOST_OUTSIDE = 0.12;
const MOST_DULL = 0.2;
/** Extent in half sizes above which the object is rejected by its scatter alone. */
const FAR_TOO_LARGE = 1.6;

/** Least number of returns to measure a bulge. */
const LEAST_RETURNS = 30;
/** Least bulge that is significant, in standard deviations. */
const SIGMAS = 5;
/** Terms of the surface: 1, u, v, u^2, uv, v^2. */
const N = 6;

/**
 * Bulge of the bright surface: distance from its tangent plane at `reach` from the middle, m, in the direction of
 * greatest curvature. A plate has none, a person's chest some centimetres. From the quadric through the returns; 0:
 * not significant.
 */
function bulgeOf(pass: TargetPass, plane: TargetPlane, reach: number): number {
  const { centre, normal, along, up, scatter } = plane;
  const H = new Float64Array(N * N);
  const b = new Float64Array(N);
  let count = 0;
  for (let i = 0; i < pass.bright.length; i++) {
    if (pass.bright[i] === 0) continue;
    const p = [0, 1, 2].map((k) => pass.point[3 * i + k] - centre[k]);
    // Normalised by the reach, so that the terms are of similar magnitude.
    const [u, v, off] = [dot3(along, p) / reach, dot3(up, p) / reach, dot3(normal, p)];
    if (Math.abs(off) > 3 * Math.max(scatter[0], 1e-3)) continue;
    const row = [1, u, v, u * u, u * v, v * v];
    for (let r = 0; r < N; r++) {
      b[r] += row[r] * off;
      for (let c = 0; c < N; c++) H[N * r + c] += row[r] * row[c];
    }
    count++;
  }
  if (count < LEAST_RETURNS) return 0;
  const x = solveCholesky(H, b, N);
  if (x === null) return 0;
  const sigma = (k: number): number => {
    const e = new Float64Array(N);
    e[k] = 1;
    return scatter[0] * Math.sqrt(solveCholesky(H, e, N)?.[k] ?? Number.POSITIVE_INFINITY);
  };
  // Eigenvalues of [[uu, uv/2], [uv/2, vv]].
  const [uu, uv, vv] = [x[3], x[4], x[5]];
  const mean = (uu + vv) / 2;
  const apart = Math.hypot((uu - vv) / 2, uv / 2);
  const most = Math.max(Math.abs(mean + apart), Math.abs(mean - apart));
  return most > SIGMAS * Math.hypot(sigma(3), sigma(5)) ? most : 0;
}

/**
 * Covariance of a target's centre, 3x3 row-major, m^2, map frame: within the plane from the fit; along the mean ray
 * from the error of the plane; and from the uncertainty of the anchor pose, which averaging does not reduce.
 *
 * @param slope mean over the rays of `direction / (normal . direction)`
 * @param loose unconstrained direction of the scan that the centre is given in
 */
function centreCovariance(
  plane: TargetPlane,
  fit: Pick<OutlineFit, 'covariance' | 'centre'>,
  slope: readonly number[],
  loose: UnconstrainedMotion | null,
  { rangeBiasSigma, poseSigma }: TargetSearchOptions,
): Float64Array {
  const { along, up, scatter, returns } = plane;
  const tilt = scatter[0] / Math.max(scatter[1], 1e-6);
  const lever = Math.hypot(...fit.centre);
  const depth = (scatter[0] ** 2 + (lever * tilt) ** 2) / returns + rangeBiasSigma ** 2;
  const C = fit.covariance;
  const covariance = new Float64Array(9);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      covariance[3 * a + b] =
        C[0] * along[a] * along[b] +
        C[1] * (along[a] * up[b] + up[a] * along[b]) +
        C[3] * up[a] * up[b] +
        depth * slope[a] * slope[b] +
        (a === b ? poseSigma ** 2 : 0) +
        (loose === null ? 0 : loose.placeSigma ** 2 * loose.direction[a] * loose.direction[b]);
    }
  }
  return covariance;
}

/**
 * Classifies bright returns as target or not by their outline, and estimates the centre.
 *
 * @param speedSigma speed error of the poses along the drive within the pass, m/s
 */
export function classifyShape(
  pass: TargetPass,
  anchor: AnchorScan,
  speedSigma: number,
  options: TargetSearchOptions,
): Judgement {
  const plane = planeOfPass(pass);
  if (plane === null) return rejection('few-returns', remark('target-scattered'));
  const [flat, across, along] = plane.scatter;
  const half = options.size / 2;
  const seconds = pass.scans[pass.scans.length - 1].seconds - pass.scans[0].seconds;
  const { size } = options;
  if (along > FAR_TOO_LARGE * half + speedSigma * seconds) {
    const metres = (4 * along).toFixed(2);
    return rejection('too-large', remark('target-large', { metres, size }));
  }
  if (flat > options.flatness) {
    const millimetres = (1000 * flat).toFixed(0);
    return rejection('not-flat', remark('target-not-flat', { millimetres }));
  }
  const bulge = bulgeOf(pass, plane, half);
  if (bulge > BULGE_SHARE * options.flatness) {
    const millimetres = (1000 * bulge).toFixed(0);
    return rejection('not-flat', remark('target-bulges', { millimetres }));
  }
  if (across < LINE_SHARE * half) return rejection('thin', remark('target-thin'));
  const rays = pierceRays(pass, plane, RAY_REACH * half, options.poseSigma, anchor.scan.seconds);
  const fit = fitOutline(rays, outlineOf(options.shape, options.size), speedSigma);
  const misfit = misfitOf(fit, options);
  if (misfit !== null) return misfit;
  const covariance = centreCovariance(plane, fit, rays.slope, anchor.loose, options);
  const sigma = Math.sqrt((covariance[0] + covariance[4] + covariance[8]) / 3);
  if (!fit.converged || !(sigma <= options.maxSigma)) {
    const millimetres = (1000 * options.maxSigma).toFixed(0);
    return rejection('edges-unseen', remark('target-edges', { millimetres }));
  }
  const centre = [0, 1, 2].map(
    (k) => plane.centre[k] + fit.centre[0] * plane.along[k] + fit.centre[1] * plane.up[k],
  ) as [number, number, number];
  const millimetres = (1000 * sigma).toFixed(0);
  return {
    verdict: 'target',
    remark: remark('target-found', { size, millimetres }),
    target: { scanIndex: anchor.scan.scanIndex, centre, covariance, normal: plane.normal },
  };
}

function misfitOf(fit: OutlineFit, { size }: TargetSearchOptions): Judgement | null {
  const metres = (size + 2 * fit.bloom).toFixed(2);
  const looks = remark('target-looks', { metres, size });
  if (fit.bloom > LARGER.share * size + LARGER.spot) return rejection('too-large', looks);
  if (fit.bloom < -SMALLER * size) return rejection('too-small', looks);
  if (fit.brightOutside > MOST_OUTSIDE) {
    const percent = (100 * fit.brightOutside).toFixed(0);
    return rejection('too-large', remark('target-outside', { percent, size }));
  }
  if (fit.dullInside > MOST_DULL) {
    const percent = (100 * fit.dullInside).toFixed(0);
    return rejection('too-small', remark('target-dull', { percent, size }));
  }
  return null;
}
