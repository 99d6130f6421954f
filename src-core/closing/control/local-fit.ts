import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { PickedPoint } from '../../model/picked-point.ts';
import { fitCheckerboard } from './fits/checkerboard-fit.ts';
import { type BrightPoints, fitDisc } from './fits/disc-fit.ts';
import type { FeatureFit, Place } from './fits/feature-fit.ts';
import { fitCorner, fitWallPoint } from './fits/plane-fit.ts';
import { fitSphere } from './fits/sphere-fit.ts';

/** Standard deviation of a place that is taken as it was clicked, per axis, m. */
const CLICK_SIGMA = 0.02;
/** Radius about a click whose points are needed, m; of a sphere or disc its size besides. */
const REACH = 0.5;

/** Radius about a picked point whose points the fit needs, m. */
export function pickReach({ size }: PickedPoint): number {
  return REACH + (size ?? 0);
}

/** Points of a cloud about a picked point. */
export interface LocalPoints extends BrightPoints {
  /** 3 per point, relative to the click, m. */
  readonly xyz: Float64Array;
}

/** A picked point by what was fitted to the points about it. */
export interface FittedPick {
  /** In the frame of the cloud, m. */
  readonly place: Place;
  /** 3x3, row-major, m^2. */
  readonly covariance: Float64Array;
  /** Root of the mean variance of the three axes, m. */
  readonly sigma: number;
  /** Root mean square distance of the points from what was fitted, m; null: nothing was. */
  readonly rms: number | null;
  /** Points that it rests on. */
  readonly points: number;
}

/**
 * Fits the feature of a picked point to the points about it.
 *
 * @param noise standard deviation of the ranges, m; 0: that of a scanner of millimetres
 * @throws SocavonError 'not-determined' if the points there do not show the feature
 */
export function fitPick(pick: PickedPoint, points: LocalPoints, noise = 0): FittedPick {
  const feature = featureOf(pick, points, noise);
  if (feature === null || Math.hypot(...feature.place) > pickReach(pick))
    throw new SocavonError(
      'not-determined',
      message('pick-not-there', {
        name: pick.name,
        feature: message(`pick-${pick.feature}`),
        count: points.xyz.length / 3,
        metres: pickReach(pick).toFixed(2),
      }),
    );
  const { covariance } = feature;
  const place = pick.place.map((value, k) => value + feature.place[k]) as [number, number, number];
  return { ...feature, place, sigma: Math.sqrt((covariance[0] + covariance[4] + covariance[8]) / 3) };
}

/** The feature relative to the click; null: the points do not show it. */
function featureOf({ feature, size }: PickedPoint, points: LocalPoints, noise: number): FeatureFit | null {
  switch (feature) {
    case 'point': {
      const variance = CLICK_SIGMA ** 2;
      const covariance = Float64Array.of(variance, 0, 0, 0, variance, 0, 0, 0, variance);
      return { place: [0, 0, 0], covariance, rms: null, points: 0 };
    }
    case 'paint':
    case 'peg':
      return fitWallPoint(points.xyz);
    case 'corner':
      return fitCorner(points.xyz, noise);
    case 'sphere':
      return fitSphere(points.xyz, (size ?? 0) / 2, noise);
    case 'checkerboard':
      return fitCheckerboard(points, size ?? 0);
    case 'disc':
      return fitDisc(points, size ?? 0);
  }
}
