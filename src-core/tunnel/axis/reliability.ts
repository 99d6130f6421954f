import { EDGE_ERROR_DEFAULTS, type EdgeErrorModel, POSE_SWAY } from '../../graph/edge-covariance.ts';
import type { AnchorCovariance } from '../../graph/path-covariance.ts';
import {
  covariancesFromStart,
  covariancesOfAnchors,
  positionVariance,
  stepVarianceAlong,
} from '../../graph/path-covariance.ts';
import type { Axis } from '../../model/axis.ts';
import { ALONG_CONSTRAINTS, type ScanPose, type Trajectory } from '../../model/pose.ts';
import { NO_RELIABILITY, type ReliabilityProfile } from '../../model/reliability.ts';
import { AxisGeometry } from './axis-geometry.ts';
import { AxisLocator } from './axis-locator.ts';
import { ReliabilityCells } from './trajectory/reliability-cells.ts';

/** Adjusted pose graph as input of the reliability strip (`survey/refine-trajectory`). */
export interface RefinedAnchors {
  /** In order of time, one or more. */
  readonly anchors: readonly AnchorCovariance[];
  /** Reference that the graph is constrained to. */
  readonly reference: ReliabilityProfile['reference'];
}

/** Poses farther from the axis than this have no chainage, m. */
const REACH = 50;
/**
 * The robot has turned back if it is this far from the farthest point of its path, m: sway and stops are no
 * turns.
 */
const TURN = 2;
/** Shorter cells at the ends of the path are merged with their neighbour, m. */
const SLIVER = 0.25;

/**
 * Reliability strip of a trajectory: for every metre of chainage what constrained the motion, the standard
 * deviation of the position relative to the start, and of the length of that metre, by the error model of the
 * odometry's edges.
 *
 * If the robot passes more than once, the first pass counts as long as the passes are not connected by
 * factors: its positions define the axis. With a refined graph, which connects them, the passes are
 * independent measurements of one metre, and the positions have the graph's own covariance.
 *
 * @param refined null: the trajectory is the odometry's own
 * @throws SocavonError axis-unusable
 */
export function reliability(
  { poses }: Trajectory,
  axis: Axis,
  refined: RefinedAnchors | null = null,
  model: EdgeErrorModel = EDGE_ERROR_DEFAULTS,
): ReliabilityProfile {
  const reference = refined?.reference ?? 'start';
  const geometry = new AxisGeometry(axis);
  const chainages = chainagesOf(poses, geometry);
  const edges = edgesOf(chainages);
  if (edges.length < 2) return { ...NO_RELIABILITY, reference };
  const legs = legsOf(chainages);
  const cells = new ReliabilityCells(edges);
  const withoutScale = { ...model, scaleSigma: 0 };
  const covariances =
    refined === null ? covariancesFromStart(poses, model) : covariancesOfAnchors(poses, refined.anchors);
  let i = 0;
  for (const covariance of covariances) {
    const pose = poses[i];
    const [before, here] = [i > 0 ? chainages[i - 1] : Number.NaN, chainages[i]];
    if (Number.isFinite(here)) {
      const { tangent, left, up } = geometry.frameAt(here);
      if (Number.isFinite(before))
        cells.addStep({
          from: Math.min(before, here),
          to: Math.max(before, here),
          leg: legs[i],
          heldBy: ALONG_CONSTRAINTS.indexOf(pose.quality.heldBy),
          weakShare: pose.quality.weakShare,
          variance: stepVarianceAlong(poses[i - 1], pose, tangent, withoutScale),
        });
      const sigmas = [tangent, left, up].map((u) =>
        Math.hypot(Math.sqrt(positionVariance(pose, covariance, u)), POSE_SWAY.translation),
      );
      cells.visit(here, legs[i], sigmas);
    }
    i++;
  }
  return cells.strip(refined !== null, model.scaleSigma ** 2 * model.scaleLength, reference);
}

/** Chainage of each pose; NaN if it is away from the axis. */
function chainagesOf(poses: readonly ScanPose[], geometry: AxisGeometry): Float64Array {
  const locator = new AxisLocator(geometry, REACH);
  const [x, y, z] = geometry.origin;
  return Float64Array.from(poses, ({ T_map_sensor: { t } }) =>
    locator.locate(t[0] - x, t[1] - y, t[2] - z) ? locator.chainage : Number.NaN,
  );
}

/** Whole metres between the ends of the path, and the ends. */
function edgesOf(chainages: Float64Array): Float64Array<ArrayBuffer> {
  const known = chainages.filter(Number.isFinite);
  const from = known.reduce((least, value) => Math.min(least, value), Number.POSITIVE_INFINITY);
  const to = known.reduce((most, value) => Math.max(most, value), Number.NEGATIVE_INFINITY);
  if (!(to > from)) return new Float64Array(0);
  const edges = [from];
  for (let metre = Math.ceil(from + SLIVER); metre < to - SLIVER; metre++) edges.push(metre);
  return Float64Array.from([...edges, to]);
}

/** Number of the pass of each pose: it increases at every turn back. */
function legsOf(chainages: Float64Array): Uint32Array {
  const legs = new Uint32Array(chainages.length);
  let [leg, direction, extreme, turnedAt] = [0, 0, Number.NaN, 0];
  chainages.forEach((here, i) => {
    legs[i] = leg;
    if (!Number.isFinite(here)) return;
    if (Number.isNaN(extreme)) extreme = here;
    if (direction === 0 ? Math.abs(here - extreme) > TURN : direction * (here - extreme) > 0) {
      direction = Math.sign(here - extreme);
      [extreme, turnedAt] = [here, i];
    } else if (direction !== 0 && direction * (extreme - here) > TURN) {
      leg++;
      legs.fill(leg, turnedAt + 1, i + 1);
      direction = -direction;
      [extreme, turnedAt] = [here, i];
    }
  });
  return legs;
}
