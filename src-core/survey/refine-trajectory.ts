import { LOOP_SEARCH_DEFAULTS, type LoopSearchOptions } from '../closing/loops/loop-question.ts';
import { closeLoops } from '../closing/loops/loop-search.ts';
import type { ScanSource } from '../closing/loops/loop-submap.ts';
import { ANCHOR_DEFAULTS, type AnchorOptions } from '../graph/anchors.ts';
import { carryCorrections } from '../graph/carry-corrections.ts';
import { checkUncertainty } from '../graph/check-uncertainty.ts';
import { EDGE_ERROR_DEFAULTS, type EdgeErrorModel } from '../graph/edge-covariance.ts';
import { type AnchorCovariance, covariancesOfAnchors } from '../graph/path-covariance.ts';
import { trajectoryGraph } from '../graph/trajectory-graph.ts';
import { applyToPoint, multiply3, rotateVector, transpose3 } from '../math/se3.ts';
import { message } from '../messages/message.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import type { Control, ControlResidual } from '../model/control.ts';
import { SocavonError } from '../model/errors.ts';
import type { LoopDecision } from '../model/loop.ts';
import type { ScanPose, Trajectory } from '../model/pose.ts';
import type { RefinedTrajectory } from '../model/refined-trajectory.ts';
import type { Rigid } from '../model/rigid.ts';

export interface RefineOptions {
  readonly anchors: AnchorOptions;
  readonly edges: EdgeErrorModel;
  /** null: no loop search; loops that the user accepted are closed all the same. */
  readonly loops: LoopSearchOptions | null;
}

export const REFINE_DEFAULTS: RefineOptions = {
  anchors: ANCHOR_DEFAULTS,
  edges: EDGE_ERROR_DEFAULTS,
  loops: LOOP_SEARCH_DEFAULTS,
};

export interface RefineDiagnostics {
  /** False: there was no factor besides the odometry, and the trajectory is the input, unchanged. */
  readonly refined: boolean;
  readonly loopsLookedAt: number;
  readonly loopsClosed: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly seconds: number;
}

/**
 * Stage poses -> refined poses: a pose graph over anchors of the trajectory, with factors of the odometry
 * between them, of loop closures and of external observations (points, gravity, poses, lengths). The input
 * poses are not changed; the refined ones are a product of their own. The same input gives the same poses.
 *
 * @param trajectory by the odometry, in the frame of `control`: approximately the mine grid
 *   (`placeTrajectory`), or the map's own if no point and no pose is known; then the first pose is fixed
 * @param decisions the user's decisions on loops
 * @throws SocavonError 'not-determined' if the points do not constrain the trajectory, 'too-few-points' if it
 *   is empty; errors of the store; CancelledError
 */
export async function refineTrajectory(
  trajectory: Trajectory,
  store: ScanSource,
  control: Control,
  decisions: readonly LoopDecision[],
  options: RefineOptions,
  context: StageContext,
): Promise<StageResult<RefinedTrajectory, RefineDiagnostics>> {
  const started = performance.now();
  if (trajectory.poses.length === 0) throw new SocavonError('too-few-points', message('refine-no-pose'));
  const given = trajectory.poses;
  const origin = originOf(given);
  const poses = given.map((pose) => ({ ...pose, T_map_sensor: shifted(pose.T_map_sensor, origin, -1) }));
  const decided = decisions.flatMap(({ fromScan, toScan }) => [fromScan, toScan]);
  const base = trajectoryGraph(poses, control, origin, options, decided);
  const { anchors, graph, observations, firstSighting } = base;
  const search = options.loops ?? { ...LOOP_SEARCH_DEFAULTS, rounds: 0 };
  const closed = await closeLoops({ source: store, poses, anchors, graph, decisions }, search, context);
  const { adjustment, loops } = closed;

  const isConstrained = base.isControlled || loops.some(({ accepted }) => accepted);
  const nodes = [...adjustment.poses];
  // Bit for bit, without the fraction of a millimetre that the solver leaves.
  if (base.isFirstFixed) nodes[0] = poses[0].T_map_sensor;
  const moved = isConstrained ? withPoses(given, carryCorrections(poses, anchors, nodes), origin) : given;
  const withCovariance = anchors.map((index, node) => ({
    scanIndex: given[index].scanIndex,
    T_map_sensor: moved[index].T_map_sensor,
    covariance: adjustment.equations.covarianceOf([node]),
  }));
  const value: RefinedTrajectory = {
    trajectory: isConstrained ? { poses: moved } : trajectory,
    graph: {
      anchors: withCovariance,
      loops,
      residuals: residualsOf(control, moved, withCovariance),
      leftOut: observations.flatMap(({ name, scanIndex }, k) =>
        adjustment.weights[firstSighting + k] === 0 ? [{ name: name as string, scanIndex }] : [],
      ),
      chi2: adjustment.chi2,
      degreesOfFreedom: adjustment.degreesOfFreedom,
    },
  };
  return {
    value,
    diagnostics: {
      refined: isConstrained,
      loopsLookedAt: loops.length,
      loopsClosed: loops.filter(({ accepted }) => accepted).length,
      iterations: adjustment.iterations,
      converged: adjustment.converged,
      seconds: (performance.now() - started) / 1000,
    },
  };
}

/** Whole metres near the first pose: northings of eight digits would cost the residuals their precision. */
function originOf([{ T_map_sensor }]: readonly ScanPose[]): [number, number, number] {
  const [x, y, z] = T_map_sensor.t;
  return [Math.round(x), Math.round(y), Math.round(z)];
}

function shifted({ R, t }: Rigid, origin: readonly number[], sign: 1 | -1): Rigid {
  return { R, t: t.map((value, i) => value + sign * origin[i]) };
}

/** Scans at their new poses, with the pose quality of the odometry, its directions rotated accordingly. */
function withPoses(
  given: readonly ScanPose[],
  moved: readonly Rigid[],
  origin: readonly number[],
): ScanPose[] {
  return given.map((pose, i) => {
    const T_map_sensor = shifted(moved[i], origin, 1);
    const R_new_old = multiply3(T_map_sensor.R, transpose3(pose.T_map_sensor.R));
    const weakDirection = rotateVector(R_new_old, ...pose.quality.weakDirection);
    return { ...pose, T_map_sensor, quality: { ...pose.quality, weakDirection } };
  });
}

/** Residual of each observed control point, observed minus listed position; of check points with its uncertainty. */
function residualsOf(
  { points, observations }: Control,
  poses: readonly ScanPose[],
  anchors: readonly AnchorCovariance[],
): ControlResidual[] {
  const surveyed = new Map(points.map((point) => [point.name, point]));
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  return observations.flatMap((observation) => {
    const { name, scanIndex, pSensor } = observation;
    const point = name === null ? undefined : surveyed.get(name);
    const pose = poseOf.get(scanIndex);
    if (point === undefined || pose === undefined) return [];
    const { role, easting, northing, elevation } = point;
    const [x, y, z] = applyToPoint(pose.T_map_sensor, ...pSensor);
    const error = [x - easting, y - northing, z - elevation] as const;
    const residual = { name: point.name, role, scanIndex, error, distance: Math.hypot(...error) };
    if (role !== 'check') return [residual];
    const [covariance] = covariancesOfAnchors([pose], anchors);
    const plusMinus = checkUncertainty(observation, point, pose.T_map_sensor, covariance, error);
    return [plusMinus === null ? residual : { ...residual, plusMinus }];
  });
}
