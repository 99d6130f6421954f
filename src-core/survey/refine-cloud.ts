import type { FittedPick } from '../closing/control/local-fit.ts';
import { type GridPair, pairErrors, placeOnGrid } from '../closing/control/place-on-grid.ts';
import { checkUncertainty } from '../graph/check-uncertainty.ts';
import { invertSymmetric } from '../math/cholesky.ts';
import { applyToPoint, compose, invert, multiply3, transpose3 } from '../math/se3.ts';
import { distance3, norm3 } from '../math/vec3.ts';
import { message } from '../messages/message.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { CloudAccuracy } from '../model/cloud-survey.ts';
import type { ControlPoint, ControlResidual } from '../model/control.ts';
import { SocavonError } from '../model/errors.ts';
import type { PickedPoint } from '../model/picked-point.ts';
import type { ScanPose } from '../model/pose.ts';
import type { AnchorPose } from '../model/refined-trajectory.ts';
import type { Rigid } from '../model/rigid.ts';
import { fitCloudPicks, fitsOf, refuseUnlisted } from './picked-points.ts';
import type { SurveyRefinement } from './refine.ts';

/** Control of a cloud: the surveyor's list, and where a person picked its points. */
interface CloudControl {
  /** Name of the list, for sentences. */
  readonly list: string;
  readonly points: readonly ControlPoint[];
  readonly picks: readonly PickedPoint[];
}

/** A picked point by its local fit. */
export interface NamedFit extends FittedPick {
  readonly pick: PickedPoint;
}

/** A point of the list with where the cloud shows it. */
interface SeenPoint {
  readonly point: ControlPoint;
  readonly fit: NamedFit;
}

/** Least number of control points of a rigid body. */
const LEAST_POINTS = 3;
/** Normal quantile of 0.999, for that of chi-square. */
const Z_999 = 3.09;

/**
 * Stage cloud and picked points -> pose of the cloud in the mine grid, as the refinement of a survey: one rigid transform
 * over the control points by least squares. A point that contradicts the others is left out while three remain. Check
 * points constrain nothing; their ± has that of the transform in it.
 *
 * @param points the cloud in its own frame
 * @param path of the cloud in the same frame, one position at least
 * @throws SocavonError 'not-determined' for too few, contradictory or misplaced points; CancelledError
 */
export async function refineCloud(
  points: AsyncIterable<PointCloud>,
  path: readonly ScanPose[],
  control: CloudControl,
  accuracy: CloudAccuracy,
): Promise<{ readonly refinement: SurveyRefinement; readonly fits: readonly NamedFit[] }> {
  const seen = await seenPoints(points, control);
  const held = seen.filter(({ point }) => point.role === 'control');
  if (held.length < LEAST_POINTS)
    throw new SocavonError(
      'not-determined',
      message('picks-few', { count: held.length, list: control.list }),
    );
  const { adjusted, leftOut } = robustly(held, accuracy);
  const { T_grid_cloud } = adjusted;
  const anchors = path.map(
    (pose): AnchorPose => ({
      scanIndex: pose.scanIndex,
      T_map_sensor: compose(T_grid_cloud, pose.T_map_sensor),
      covariance: covarianceAt(adjusted, pose.T_map_sensor, accuracy),
    }),
  );
  const nearest = (fit: NamedFit): AnchorPose =>
    anchors.reduce((best, one) => {
      const place = applyToPoint(T_grid_cloud, ...fit.place);
      return distance3(one.T_map_sensor.t, place) < distance3(best.T_map_sensor.t, place) ? one : best;
    });
  const seenNames = new Set(seen.map(({ point }) => point.name));
  return {
    fits: seen.map(({ fit }) => fit),
    refinement: {
      refined: true,
      frame: 'mine-grid',
      T_grid_map: T_grid_cloud,
      poses: anchors.map(({ scanIndex, T_map_sensor }) => ({ scanIndex, T_map_sensor })),
      graph: {
        anchors,
        loops: [],
        residuals: seen.map((one) => residualOf(one, nearest(one.fit), T_grid_cloud)),
        leftOut: leftOut.map(({ point, fit }) => ({
          name: point.name,
          scanIndex: nearest(fit).scanIndex,
        })),
        chi2: adjusted.chi2,
        degreesOfFreedom: adjusted.degreesOfFreedom,
      },
      unseen: control.points.filter(({ name }) => !seenNames.has(name)).map(({ name }) => name),
    },
  };
}

/** The points of the list that were picked, fitted to the points of the cloud. @throws SocavonError 'not-determined' */
async function seenPoints(
  points: AsyncIterable<PointCloud>,
  { points: listed, picks }: CloudControl,
): Promise<SeenPoint[]> {
  refuseUnlisted(picks, listed);
  const named = new Map(listed.map((point) => [point.name, point]));
  const fits = fitsOf(await fitCloudPicks(points, picks));
  return fits.map((fit) => ({ point: named.get(fit.pick.name)!, fit }));
}

/** A rigid transform over points. */
interface AdjustedCloud {
  readonly T_grid_cloud: Rigid;
  /** Mean of the control points, frame of the cloud: the covariance is about it. */
  readonly centre: readonly [number, number, number];
  /** 6x6: turn in the frame of the cloud (rad), then shift in the grid (m). */
  readonly covariance: Float64Array;
  readonly chi2: number;
  readonly degreesOfFreedom: number;
}

/** Adjusts, leaving out the points that contradict the rest, worst first. @throws SocavonError 'not-determined' */
function robustly(
  held: readonly SeenPoint[],
  accuracy: CloudAccuracy,
): { readonly adjusted: AdjustedCloud; readonly leftOut: readonly SeenPoint[] } {
  let used = held;
  let adjusted = adjust(used, accuracy);
  while (adjusted.chi2 > chi2Limit(adjusted.degreesOfFreedom)) {
    if (used.length <= LEAST_POINTS) throw contradiction(used, adjusted, accuracy);
    const without = used.map((point) => {
      const rest = used.filter((other) => other !== point);
      try {
        return { rest, adjusted: adjust(rest, accuracy) };
      } catch (error) {
        // The others are on a line.
        if (error instanceof SocavonError) return null;
        throw error;
      }
    });
    const best = without.reduce((a, b) =>
      b !== null && (a === null || b.adjusted.chi2 < a.adjusted.chi2) ? b : a,
    );
    if (best === null) throw contradiction(used, adjusted, accuracy);
    ({ rest: used, adjusted } = best);
  }
  return { adjusted, leftOut: held.filter((point) => !used.includes(point)) };
}

function contradiction(
  used: readonly SeenPoint[],
  { T_grid_cloud }: AdjustedCloud,
  accuracy: CloudAccuracy,
): SocavonError {
  const pairs = pairsOf(used, accuracy);
  const worst = Math.max(...pairErrors(T_grid_cloud, pairs).map(norm3));
  const expected = Math.sqrt((3 * pairs.reduce((sum, { sigma }) => sum + sigma ** 2, 0)) / pairs.length);
  return new SocavonError(
    'not-determined',
    message('picks-contradict', {
      worst: (1000 * worst).toFixed(0),
      expected: (1000 * expected).toFixed(0),
    }),
  );
}

/** Quantile 0.999 of chi-square (Wilson and Hilferty 1931). */
function chi2Limit(freedom: number): number {
  const share = 2 / (9 * freedom);
  return freedom * (1 - share + Z_999 * Math.sqrt(share)) ** 3;
}

/** Pairs with the sigma of list, fit and cloud together: what is stated of its lengths counts from the middle of the points. */
function pairsOf(used: readonly SeenPoint[], { placeSigma, lengthShare }: CloudAccuracy): GridPair[] {
  const centre = centreOf(used);
  return used.map(({ point, fit }) => ({
    map: fit.place,
    grid: [point.easting, point.northing, point.elevation],
    sigma: Math.hypot(point.sigma, fit.sigma, placeSigma, lengthShare * distance3(fit.place, centre)),
  }));
}

function centreOf(used: readonly SeenPoint[]): [number, number, number] {
  const mean = (k: number): number => used.reduce((sum, { fit }) => sum + fit.place[k], 0) / used.length;
  return [mean(0), mean(1), mean(2)];
}

/** @throws SocavonError 'not-determined' */
function adjust(used: readonly SeenPoint[], accuracy: CloudAccuracy): AdjustedCloud {
  const pairs = pairsOf(used, accuracy);
  const placed = placeOnGrid(pairs, null);
  if (placed.kind === 'open')
    throw new SocavonError(
      'not-determined',
      message('picks-unplaced', { why: placed.remark.sentence ?? placed.remark.message }),
    );
  const { T_grid_map } = placed;
  const centre = centreOf(used);
  const H = new Float64Array(36);
  let chi2 = 0;
  for (const [k, error] of pairErrors(T_grid_map, pairs).entries()) {
    const { map, sigma } = pairs[k];
    chi2 += norm3(error) ** 2 / sigma ** 2;
    const J = motionOf(T_grid_map, map, centre);
    for (let i = 0; i < 6; i++)
      for (let j = 0; j < 6; j++)
        for (let row = 0; row < 3; row++) H[6 * i + j] += (J[6 * row + i] * J[6 * row + j]) / sigma ** 2;
  }
  const covariance = invertSymmetric(H, 6);
  if (covariance === null)
    throw new SocavonError(
      'not-determined',
      message('picks-unplaced', { why: message('control-on-line', { needed: message('control-needed') }) }),
    );
  return { T_grid_cloud: T_grid_map, centre, covariance, chi2, degreesOfFreedom: 3 * used.length - 6 };
}

/** How a point moves with the turn in the frame of the cloud about a centre and the shift in the grid: 3x6, row-major. */
function motionOf({ R }: Rigid, point: ArrayLike<number>, centre: readonly number[]): Float64Array {
  const [x, y, z] = [0, 1, 2].map((k) => point[k] - centre[k]);
  const turn = multiply3(R, Float64Array.of(0, z, -y, -z, 0, x, y, -x, 0));
  const J = new Float64Array(18);
  for (let row = 0; row < 3; row++) {
    for (let k = 0; k < 3; k++) J[6 * row + k] = turn[3 * row + k];
    J[6 * row + 3 + row] = 1;
  }
  return J;
}

/** Covariance of a pose of the path in the grid, at its right; with what is stated of the cloud about the control. */
function covarianceAt(
  { T_grid_cloud, centre, covariance }: AdjustedCloud,
  T_cloud_pose: Rigid,
  { placeSigma, lengthShare }: CloudAccuracy,
): Float64Array {
  const shift = motionOf(T_grid_cloud, T_cloud_pose.t, centre);
  const toPose = transpose3(multiply3(T_grid_cloud.R, T_cloud_pose.R));
  const J = new Float64Array(36);
  const turned = transpose3(T_cloud_pose.R);
  for (let i = 0; i < 3; i++)
    for (let k = 0; k < 6; k++) {
      if (k < 3) J[6 * i + k] = turned[3 * i + k];
      for (let a = 0; a < 3; a++) J[6 * (i + 3) + k] += toPose[3 * i + a] * shift[6 * a + k];
    }
  const C = new Float64Array(36);
  for (let i = 0; i < 6; i++)
    for (let j = 0; j < 6; j++)
      for (let a = 0; a < 6; a++)
        for (let b = 0; b < 6; b++) C[6 * i + j] += J[6 * i + a] * covariance[6 * a + b] * J[6 * j + b];
  const stated = placeSigma ** 2 + (lengthShare * distance3(T_cloud_pose.t, centre)) ** 2;
  for (let i = 3; i < 6; i++) C[7 * i] += stated;
  return C;
}

function residualOf({ point, fit }: SeenPoint, near: AnchorPose, T_grid_cloud: Rigid): ControlResidual {
  const place = applyToPoint(T_grid_cloud, ...fit.place);
  const error = [place[0] - point.easting, place[1] - point.northing, place[2] - point.elevation] as const;
  const { name, role } = point;
  const residual = { name, role, scanIndex: near.scanIndex, error, distance: Math.hypot(...error) };
  if (role !== 'check') return residual;
  const pSensor = applyToPoint(invert(near.T_map_sensor), ...place);
  const turn = multiply3(transpose3(near.T_map_sensor.R), T_grid_cloud.R);
  const covariance = multiply3(multiply3(turn, fit.covariance), transpose3(turn));
  const plusMinus = checkUncertainty(
    { pSensor, covariance },
    point,
    near.T_map_sensor,
    near.covariance,
    error,
  );
  return plusMinus === null ? residual : { ...residual, plusMinus };
}
