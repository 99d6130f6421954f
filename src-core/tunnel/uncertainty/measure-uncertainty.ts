import { POSE_SWAY, stepCovariance } from '../../graph/edge-covariance.ts';
import { type AnchorCovariance, covariancesOfAnchors } from '../../graph/path-covariance.ts';
import { coverageHalfWidth, uniformSigma } from '../../math/coverage.ts';
import { invert, rotateVector } from '../../math/se3.ts';
import { cross3, dot3, minus3, unit3, type Vec3 } from '../../math/vec3.ts';
import type { InstrumentRange } from '../../model/instrument-range.ts';
import { type ScanPose, withoutBridged } from '../../model/pose.ts';

/** A point of the map that a measure takes, and the scan that saw it. */
export interface MeasuredPoint {
  /** Map frame, m. */
  readonly point: Vec3;
  readonly scanIndex: number;
}

/** A figure of one or more points, by how it changes with them. */
interface MeasuredFigure {
  readonly points: readonly MeasuredPoint[];
  /** Its derivatives by the coordinates of each point in turn, 3 each: unit of the figure per m. */
  readonly gradient: ArrayLike<number>;
  /** True for a place in the frame of the map; false for what a motion of the whole map leaves as it is. */
  readonly isAbsolute: boolean;
}

/** Uncertainty of a figure in its own unit. */
interface FigureUncertainty {
  /** Expanded, 95 %. */
  readonly plusMinus: number;
  /** Standard uncertainty by the noise of the ranges and what is peculiar to single beams and rays. */
  readonly noise: number;
  /** Bound of what is common to all ranges. */
  readonly bias: number;
  /** Standard uncertainty by the poses of the scans. */
  readonly registration: number;
}

/** Level of confidence of ±. */
const SHARE = 0.95;

/**
 * Uncertainty of figures that are read from points of a map, by first-order propagation (GUM 5.1.2): with the gradient
 * g_i of a figure by point i, which its scan saw along the unit vector u_i,
 *
 * - range: each range has its own noise, `sum (g_i u_i)^2`; the bias is common to all, `(sum g_i u_i)`, so that it
 *   lengthens the distance of two walls on both sides of the sensor and leaves that of two points of one wall;
 * - poses: every step of the odometry between the points moves those behind it, by the covariance of
 *   `graph/edge-covariance`; a pose sways by itself (`POSE_SWAY`), and all points of one scan with it.
 *
 * A refined map is better than its odometry, and of its anchors only the single covariances are known, not how they
 * belong together: the lesser of two upper bounds counts, the steps alone and the sum of the standard deviations that
 * the anchors give each point. Directions of rays count as exact, as in the volume; nothing is known of the angle at
 * which a ray met the wall, so its bias by incidence has the maker's whole bound.
 *
 * @param poses of the map, consecutive
 * @param anchors of the refined graph, in order of time; null: not refined
 * @returns one per figure; null where a scan has no pose
 */
export function figureUncertainties(
  figures: readonly MeasuredFigure[],
  poses: readonly ScanPose[],
  anchors: readonly AnchorCovariance[] | null,
  instrument: InstrumentRange,
): (FigureUncertainty | null)[] {
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  const steps = stepVariances(figures, poses);
  const covarianceOf = anchors && anchors.length > 0 ? anchorsOfScans(poses, anchors) : null;
  return figures.map((figure, k) => {
    if (!figure.points.every(({ scanIndex }) => poseOf.has(scanIndex))) return null;
    const seen = figure.points.map(({ point, scanIndex }, i) => {
      const pose = poseOf.get(scanIndex)!;
      const g = gradientOf(figure, i);
      return { pose, lever: leverOf(pose, point, g), along: dot3(g, rayOf(pose, point)) };
    });
    const common = Math.abs(seen.reduce((sum, { along }) => sum + along, 0));
    const own = Math.hypot(0, ...seen.map(({ along }) => along));
    const { rangeNoise, rangeBias, incidenceBias, spreadBias, warmUpBias, beamSigma } = instrument;
    // By incidence each point errs on its own: at 60 degrees by all of the bound that grows as 1 / cos - 1.
    const slant = uniformSigma(Math.hypot(incidenceBias, spreadBias));
    const noise = own * Math.hypot(rangeNoise, beamSigma, slant);
    const bias = common * rangeBias;
    const byAnchors =
      covarianceOf === null
        ? Number.POSITIVE_INFINITY
        : seen.reduce(
            (sum, { pose, lever }) => sum + Math.sqrt(form(covarianceOf.get(pose.scanIndex)!, lever)),
            0,
          );
    const walked = figure.isAbsolute && covarianceOf !== null ? Number.POSITIVE_INFINITY : steps[k];
    const registration = Math.sqrt(Math.min(walked, byAnchors ** 2) + swayVariance(seen));
    const sigma = Math.hypot(noise, registration, uniformSigma(common * warmUpBias));
    return { plusMinus: coverageHalfWidth(bias, sigma, SHARE), noise, bias, registration };
  });
}

type Lever = readonly number[];

function gradientOf({ gradient }: MeasuredFigure, i: number): Vec3 {
  return [gradient[3 * i], gradient[3 * i + 1], gradient[3 * i + 2]];
}

/** Unit vector from the sensor to a point, map frame. */
function rayOf({ T_map_sensor: { t } }: ScanPose, point: Vec3): Vec3 {
  return unit3(minus3(point, t));
}

/** Derivative of a figure by a perturbation at the right of a pose that a point moves with: rotation first. */
function leverOf({ T_map_sensor }: ScanPose, point: Vec3, g: Vec3): Lever {
  const { R } = invert(T_map_sensor);
  const q = rotateVector(R, ...minus3(point, T_map_sensor.t));
  const h = rotateVector(R, ...g);
  return [...cross3(q, h), ...h];
}

/** `a^T C a`. */
function form(C: Float64Array, a: Lever): number {
  let sum = 0;
  for (let i = 0; i < 6; i++) for (let j = 0; j < 6; j++) sum += a[i] * C[6 * i + j] * a[j];
  return Math.max(0, sum);
}

/** Variance of each figure by the steps of the odometry between its first point, or the start, and its last. */
function stepVariances(figures: readonly MeasuredFigure[], poses: readonly ScanPose[]): number[] {
  const spans = figures.map(({ points, isAbsolute }) => {
    const scans = points.map(({ scanIndex }) => scanIndex);
    return [isAbsolute ? -1 : Math.min(...scans), Math.max(...scans)];
  });
  const last = spans.reduce((most, [, to]) => Math.max(most, to), -1);
  const variances = figures.map(() => 0);
  const observed = withoutBridged(poses);
  for (let m = 1; m < observed.length; m++) {
    const [before, pose] = [observed[m - 1], observed[m]];
    if (before.scanIndex >= last) break;
    let C: Float64Array | null = null;
    figures.forEach((figure, k) => {
      const [from, to] = spans[k];
      if (pose.scanIndex <= from || before.scanIndex >= to) return;
      C ??= stepCovariance(before, pose);
      const lever = [0, 0, 0, 0, 0, 0];
      figure.points.forEach(({ point, scanIndex }, i) => {
        // A scan within a covered stretch moves with the scan that ends it.
        if (scanIndex <= before.scanIndex) return;
        leverOf(pose, point, gradientOf(figure, i)).forEach((value, axis) => {
          lever[axis] += value;
        });
      });
      variances[k] += form(C, lever);
    });
  }
  return variances;
}

/** Variance by the sway of each scan, which all of its points share. */
function swayVariance(seen: readonly { readonly pose: ScanPose; readonly lever: Lever }[]): number {
  const ofScan = new Map<number, number[]>();
  for (const { pose, lever } of seen) {
    const sum = ofScan.get(pose.scanIndex) ?? [0, 0, 0, 0, 0, 0];
    ofScan.set(
      pose.scanIndex,
      sum.map((value, axis) => value + lever[axis]),
    );
  }
  let variance = 0;
  for (const lever of ofScan.values())
    lever.forEach((value, axis) => {
      variance += (value * (axis < 3 ? POSE_SWAY.rotation : POSE_SWAY.translation)) ** 2;
    });
  return variance;
}

function anchorsOfScans(
  poses: readonly ScanPose[],
  anchors: readonly AnchorCovariance[],
): Map<number, Float64Array> {
  const covariances = new Map<number, Float64Array>();
  let i = 0;
  for (const covariance of covariancesOfAnchors(poses, anchors))
    covariances.set(poses[i++].scanIndex, covariance);
  return covariances;
}
