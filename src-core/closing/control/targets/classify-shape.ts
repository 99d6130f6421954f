import { remark } from '../../../messages/remark.ts';
import type { TargetSearchOptions } from '../target-options.ts';
import type { AnchorScan } from './anchor-scan.ts';
import { fitOutline, type OutlineFit } from './fit-outline.ts';
import { type Judgement, rejection } from './pass-verdict.ts';
import { pierceRays } from './pierce-rays.ts';
import { bulgeOf } from './plate-bulge.ts';
import { centreCovariance } from './target-covariance.ts';
import { outlineOf } from './target-outline.ts';
import type { TargetPass } from './target-pass.ts';
import { planeOfPass } from './target-plane.ts';

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
