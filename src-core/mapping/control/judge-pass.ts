import { type AnchorScan, anchorScan } from './anchor-scan.ts';
import { fitOutline, type OutlineFit } from './fit-outline.ts';
import { meanOf, wandering } from './pass-wandering.ts';
import { pierceRays } from './pierce-rays.ts';
import { bulgeOf } from './plate-bulge.ts';
import { centreCovariance } from './target-covariance.ts';
import type { TargetSearchOptions } from './target-options.ts';
import { outlineOf } from './target-outline.ts';
import { partOfPass, type TargetPass } from './target-pass.ts';
import { planeOfPass } from './target-plane.ts';

/** Why a shining thing is not taken for a target. */
export type NoTarget =
  | 'few-returns'
  | 'few-scans'
  | 'moves'
  | 'not-flat'
  | 'thin'
  | 'too-large'
  | 'too-small'
  | 'edges-unseen';

/** A target found in one pass: its centre in the map frame. */
export interface FoundTarget {
  /** Scan that came nearest to it, or about that; see `anchor-scan`. */
  readonly scanIndex: number;
  /** Map frame, m. */
  readonly centre: readonly [number, number, number];
  /** 3x3, row-major, m^2, map frame. */
  readonly covariance: Float64Array;
  /** Unit, towards the sensor, map frame. */
  readonly normal: readonly [number, number, number];
}

/** Verdict on one pass, with the figures it rests on. */
export interface PassVerdict {
  readonly verdict: 'target' | NoTarget;
  /** One sentence for the person: what was seen, and why it is or is not a target. */
  readonly sentence: string;
  readonly target: FoundTarget | null;
  /** Scan that came nearest, and the mean of the shining returns, map frame, m. */
  readonly scanIndex: number;
  readonly place: readonly [number, number, number];
  readonly firstScan: number;
  readonly lastScan: number;
  readonly scans: number;
  readonly returns: number;
  /** Nearest that the sensor came, m. */
  readonly range: number;
}

/** A fixed thing wanders by less than this share of its size when other parts of it come into view. */
const WANDERING = 0.6;
/** A plate may bend by this share of the scatter that it may have. */
const BULGE_SHARE = 0.4;
/** Scatter within the plane, as a share of the half size, below which only one line was ever seen. */
const LINE_SHARE = 0.18;
/** Rays up to this many half sizes from the middle take part in the fit. */
const RAY_REACH = 2.6;
/** A target may look this much larger all round, as a share of its size and by half a spot, m, or smaller. */
const LARGER = { share: 0.08, spot: 0.02 };
const SMALLER = 0.1;
/** Shares of rays against the outline above which it is not the thing's. */
const MOST_OUTSIDE = 0.12;
const MOST_DULL = 0.2;
/** Larger than this many half sizes across, a look at the scatter is enough. */
const FAR_TOO_LARGE = 1.6;

/** Where poses drift along the drive, the scans this close to the anchor agree with it best. */
const NEAR_SCANS = 8;

/** Decides whether what shone during a pass is a target of the kind that was put up, and where its centre is. */
export function judgePass(pass: TargetPass, options: TargetSearchOptions): PassVerdict {
  const anchor = anchorScan(pass);
  const returns = pass.bright.reduce((sum, value) => sum + value, 0);
  const about = {
    scanIndex: anchor.scan.scanIndex,
    place: meanOf(pass),
    firstScan: pass.scans[0].scanIndex,
    lastScan: pass.scans[pass.scans.length - 1].scanIndex,
    scans: pass.scans.length,
    returns,
    range: Math.min(...pass.scans.map(({ range }) => range)),
  };
  const verdict = judge(pass, anchor, returns, options);
  return { ...about, ...verdict };
}

type Judgement = Pick<PassVerdict, 'verdict' | 'sentence' | 'target'>;

function judge(
  pass: TargetPass,
  anchor: AnchorScan,
  returns: number,
  options: TargetSearchOptions,
): Judgement {
  if (returns < options.minReturns)
    return no('few-returns', `It shone in ${returns} returns only; a target needs ${options.minReturns}.`);
  if (pass.scans.length < options.minScans)
    return no('few-scans', `${pass.scans.length} scans saw it; a target needs ${options.minScans}.`);
  const speedSigma = Math.max(...pass.scans.map(({ loose }) => loose?.speedSigma ?? 0));
  const wandered = wandering(pass);
  if (wandered.distance > WANDERING * options.size + 2 * speedSigma * wandered.seconds)
    return no(
      'moves',
      `It moved by ${wandered.distance.toFixed(2)} m while it was seen: a vest, a vehicle or a mirror image in water.`,
    );
  if (anchor.loose !== null) {
    const at = pass.scans.indexOf(anchor.scan);
    const near = partOfPass(pass, Math.max(at - NEAR_SCANS, 0), at + NEAR_SCANS + 1);
    const judged = judgeShape(near, anchor, speedSigma, options);
    if (judged.target !== null) return judged;
  }
  return judgeShape(pass, anchor, speedSigma, options);
}

function judgeShape(
  pass: TargetPass,
  anchor: AnchorScan,
  speedSigma: number,
  options: TargetSearchOptions,
): Judgement {
  const plane = planeOfPass(pass);
  if (plane === null) return no('few-returns', 'Too few of its returns lie together.');
  const [flat, across, along] = plane.scatter;
  const half = options.size / 2;
  const seconds = pass.scans[pass.scans.length - 1].seconds - pass.scans[0].seconds;
  if (along > FAR_TOO_LARGE * half + speedSigma * seconds)
    return no(
      'too-large',
      `It is about ${(4 * along).toFixed(2)} m across; the targets are ${options.size} m: a sign or a wet patch.`,
    );
  if (flat > options.flatness)
    return no(
      'not-flat',
      `It is no plate: its returns scatter by ${(1000 * flat).toFixed(0)} mm off a plane.`,
    );
  const bulge = bulgeOf(pass, plane, half);
  if (bulge > BULGE_SHARE * options.flatness)
    return no(
      'not-flat',
      `It is no plate: it bulges by ${(1000 * bulge).toFixed(0)} mm, as a vest or a barrel does.`,
    );
  if (across < LINE_SHARE * half)
    return no(
      'thin',
      'What shone is no wider than a line: a stripe of tape, or a plate that only one beam crossed.',
    );
  const rays = pierceRays(pass, plane, RAY_REACH * half, options.poseSigma, anchor.scan.seconds);
  const fit = fitOutline(rays, outlineOf(options.shape, options.size), speedSigma);
  const misfit = misfitOf(fit, options);
  if (misfit !== null) return misfit;
  const covariance = centreCovariance(plane, fit, rays.slope, anchor.loose, options);
  const sigma = Math.sqrt((covariance[0] + covariance[4] + covariance[8]) / 3);
  if (!fit.converged || !(sigma <= options.maxSigma))
    return no(
      'edges-unseen',
      `Its edges were not seen well enough to fix the centre to ${(1000 * options.maxSigma).toFixed(0)} mm.`,
    );
  const centre = [0, 1, 2].map(
    (k) => plane.centre[k] + fit.centre[0] * plane.along[k] + fit.centre[1] * plane.up[k],
  ) as [number, number, number];
  return {
    verdict: 'target',
    sentence: `A ${options.shape} of ${options.size} m, centre known to ${(1000 * sigma).toFixed(0)} mm.`,
    target: { scanIndex: anchor.scan.scanIndex, centre, covariance, normal: plane.normal },
  };
}

function misfitOf(fit: OutlineFit, { size, shape }: TargetSearchOptions): Judgement | null {
  const looks = (size + 2 * fit.bloom).toFixed(2);
  if (fit.bloom > LARGER.share * size + LARGER.spot)
    return no('too-large', `It looks ${looks} m across; the targets are ${size} m.`);
  if (fit.bloom < -SMALLER * size)
    return no('too-small', `It looks ${looks} m across; the targets are ${size} m.`);
  if (fit.brightOutside > MOST_OUTSIDE)
    return no(
      'too-large',
      `${percent(fit.brightOutside)} of what shone lies outside a ${shape} of ${size} m: a sign or a wet patch.`,
    );
  if (fit.dullInside > MOST_DULL)
    return no(
      'too-small',
      `${percent(fit.dullInside)} of a ${shape} of ${size} m there does not shine: a smaller thing or a stripe.`,
    );
  return null;
}

function no(verdict: NoTarget, sentence: string): Judgement {
  return { verdict, sentence, target: null };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}
