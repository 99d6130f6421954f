import { fitOutline, pierce } from './fit-outline.ts';
import type { TargetSearchOptions } from './target-options.ts';
import { outlineOf } from './target-outline.ts';
import type { TargetPass } from './target-pass.ts';
import { planeOfPass, type TargetPlane } from './target-plane.ts';

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
  /** Scan that came nearest to it; the centre is best known from its pose. */
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

/** Where the walls do not hold the motion, its speed may be this wrong, m/s (see `alignment-quality`). */
const LOOSE_SPEED_SIGMA = 0.6;
/** A fixed thing wanders by less than this share of its size when other parts of it come into view. */
const WANDERING = 0.6;
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

/** Decides whether what shone during a pass is a target of the kind that was put up, and where its centre is. */
export function judgePass(pass: TargetPass, options: TargetSearchOptions): PassVerdict {
  const nearest = pass.scans.reduce((best, scan) => (scan.range < best.range ? scan : best));
  const returns = pass.bright.reduce((sum, value) => sum + value, 0);
  const seen = {
    scanIndex: nearest.scanIndex,
    place: meanOf(pass),
    firstScan: pass.scans[0].scanIndex,
    lastScan: pass.scans[pass.scans.length - 1].scanIndex,
    scans: pass.scans.length,
    returns,
    range: nearest.range,
  };
  const no = (verdict: NoTarget, sentence: string): PassVerdict => ({
    verdict,
    sentence,
    target: null,
    ...seen,
  });
  if (returns < options.minReturns)
    return no('few-returns', `It shone in ${returns} returns only; a target needs ${options.minReturns}.`);
  if (pass.scans.length < options.minScans)
    return no('few-scans', `${pass.scans.length} scans saw it; a target needs ${options.minScans}.`);
  const speedSigma = pass.scans.some(({ loose }) => loose !== null) ? LOOSE_SPEED_SIGMA : 0;
  const wandered = wandering(pass);
  const allowed = WANDERING * options.size + 2 * speedSigma * wandered.seconds;
  if (wandered.distance > allowed)
    return no(
      'moves',
      `It moved by ${wandered.distance.toFixed(2)} m while it was seen: a vest, a vehicle or a mirror image in water.`,
    );
  const plane = planeOfPass(pass);
  if (plane === null) return no('few-returns', 'Too few of its returns lie together.');
  const [flat, across, along] = plane.scatter;
  const half = options.size / 2;
  if (along > FAR_TOO_LARGE * half && speedSigma === 0)
    return no(
      'too-large',
      `It is about ${(4 * along).toFixed(2)} m across; the targets are ${options.size} m: a sign or a wet patch.`,
    );
  if (flat > options.flatness)
    return no(
      'not-flat',
      `It is no plate: its returns scatter by ${(1000 * flat).toFixed(0)} mm off a plane.`,
    );
  if (across < LINE_SHARE * half)
    return no(
      'thin',
      'What shone is no wider than a line: a stripe of tape, or a plate that only one beam crossed.',
    );
  const rays = pierce(pass, plane, RAY_REACH * half, options.poseSigma, nearest.seconds);
  const outline = outlineOf(options.shape, options.size);
  const fit = fitOutline(rays, outline, speedSigma);
  const size = `${options.shape} of ${options.size} m`;
  const looks = 2 * (half + fit.bloom);
  if (fit.bloom > LARGER.share * options.size + LARGER.spot)
    return no('too-large', `It looks ${looks.toFixed(2)} m across; the targets are ${options.size} m.`);
  if (fit.bloom < -SMALLER * options.size)
    return no('too-small', `It looks ${looks.toFixed(2)} m across; the targets are ${options.size} m.`);
  if (fit.brightOutside > MOST_OUTSIDE)
    return no(
      'too-large',
      `${percent(fit.brightOutside)} of what shone lies outside a ${size}: a sign or a wet patch.`,
    );
  if (fit.dullInside > MOST_DULL)
    return no(
      'too-small',
      `${percent(fit.dullInside)} of a ${size} there does not shine: a smaller thing or a stripe.`,
    );
  const covariance = covarianceOf(plane, fit.covariance, rays.slope, fit.centre, options);
  const sigma = Math.sqrt((covariance[0] + covariance[4] + covariance[8]) / 3);
  if (!fit.converged || !(sigma <= options.maxSigma))
    return no(
      'edges-unseen',
      `Its edges were not seen well enough: the centre is known to ${Number.isFinite(sigma) ? `${(1000 * sigma).toFixed(0)} mm` : 'nothing'}, asked are ${(1000 * options.maxSigma).toFixed(0)} mm.`,
    );
  const centre = [0, 1, 2].map(
    (k) => plane.centre[k] + fit.centre[0] * plane.along[k] + fit.centre[1] * plane.up[k],
  ) as [number, number, number];
  return {
    verdict: 'target',
    sentence: `A ${size}, centre known to ${(1000 * sigma).toFixed(0)} mm.`,
    target: { scanIndex: nearest.scanIndex, centre, covariance, normal: plane.normal },
    ...seen,
  };
}

function percent(share: number): string {
  return `${(100 * share).toFixed(0)} %`;
}

function meanOf({ scans }: TargetPass): [number, number, number] {
  return [0, 1, 2].map((k) => scans.reduce((sum, { centroid }) => sum + centroid[k], 0) / scans.length) as [
    number,
    number,
    number,
  ];
}

/** How far the middle of what shone moved from the first third of the scans to the last. */
function wandering({ scans }: TargetPass): { distance: number; seconds: number } {
  const third = Math.max(Math.floor(scans.length / 3), 1);
  const mean = (some: TargetPass['scans'], of: (scan: TargetPass['scans'][number]) => number): number =>
    some.reduce((sum, scan) => sum + of(scan), 0) / some.length;
  const [first, last] = [scans.slice(0, third), scans.slice(-third)];
  const step = [0, 1, 2].map((k) => mean(last, (s) => s.centroid[k]) - mean(first, (s) => s.centroid[k]));
  return {
    distance: Math.hypot(...step),
    seconds: mean(last, (s) => s.seconds) - mean(first, (s) => s.seconds),
  };
}

/**
 * Within the plane from the fit; where the plane is wrong the centre slides along the mean ray; and what every pose of
 * the pass may be off, which no number of returns lessens.
 */
function covarianceOf(
  plane: TargetPlane,
  inPlane: Float64Array,
  slope: readonly number[],
  centre: readonly [number, number],
  options: TargetSearchOptions,
): Float64Array {
  const { along, up, scatter, returns } = plane;
  const tilt = scatter[0] / Math.max(scatter[1], 1e-6);
  const lever = Math.hypot(...centre);
  const depth = (scatter[0] ** 2 + (lever * tilt) ** 2) / returns + options.rangeBiasSigma ** 2;
  const covariance = new Float64Array(9);
  for (let a = 0; a < 3; a++) {
    for (let b = 0; b < 3; b++) {
      covariance[3 * a + b] =
        inPlane[0] * along[a] * along[b] +
        inPlane[1] * (along[a] * up[b] + up[a] * along[b]) +
        inPlane[3] * up[a] * up[b] +
        depth * slope[a] * slope[b] +
        (a === b ? options.poseSigma ** 2 : 0);
    }
  }
  return covariance;
}
