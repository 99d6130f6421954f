import { invertSymmetric } from '../math/cholesky.ts';
import { compose, invert } from '../math/se3.ts';
import { message } from '../messages/message.ts';
import { type Control, type ControlObservation, NO_CONTROL } from '../model/control.ts';
import { SocavonError } from '../model/errors.ts';
import type { ScanPose } from '../model/pose.ts';
import { type AnchorOptions, chooseAnchors } from './anchors.ts';
import { type EdgeErrorModel, edgeCovariance } from './edge-covariance.ts';
import { type Factor, factorOf } from './factor.ts';
import { controlFactors, type NodeOfScan } from './factors/control-factors.ts';
import type { PathLength } from './factors/path-length.ts';
import type { PoseGraph } from './pose-graph.ts';
import { posePrior } from './pose-prior.ts';
import { relativePose } from './relative-pose.ts';
import { undetermined } from './solver/check-graph.ts';

/** Pose graph of a trajectory without loop closures. */
interface TrajectoryGraph {
  /** Nodes of the graph: indices into the poses. */
  readonly anchors: readonly number[];
  readonly graph: PoseGraph;
  /** Observations of control points; the k-th is the factor `firstSighting + k`. */
  readonly observations: readonly ControlObservation[];
  readonly firstSighting: number;
  /** True if it contains more than the odometry and the first pose. */
  readonly isControlled: boolean;
  /** True if the first pose is fixed because nothing else is. */
  readonly isFirstFixed: boolean;
}

/** Standard deviation of a fixed first pose, rad and m. */
const FIXED_SIGMA = 1e-6;

/**
 * Builds the pose graph of a trajectory: anchors, odometry edges, and control factors. If neither a pose nor enough
 * points are known, the first pose is fixed.
 *
 * @param poses in the frame of `control`, less `origin`
 * @param must scans that are anchors in any case
 * @throws SocavonError 'not-determined' if there are points, but too few to determine a trajectory
 */
export function trajectoryGraph(
  poses: readonly ScanPose[],
  control: Control,
  origin: readonly [number, number, number],
  options: { readonly anchors: AnchorOptions; readonly edges: EdgeErrorModel },
  must: readonly number[] = [],
): TrajectoryGraph {
  const indexOf = new Map(poses.map(({ scanIndex }, index) => [scanIndex, index]));
  const anchors = chooseAnchors(poses, options.anchors, wantedAnchors(control, must, indexOf));
  const nodeOf = (scanIndex: number): NodeOfScan | null => {
    const index = indexOf.get(scanIndex);
    if (index === undefined) return null;
    const node = Math.max(
      0,
      anchors.findLastIndex((anchor) => anchor <= index),
    );
    const [T_map_anchor, T_map_scan] = [poses[anchors[node]].T_map_sensor, poses[index].T_map_sensor];
    const T_node_scan = anchors[node] === index ? null : compose(invert(T_map_anchor), T_map_scan);
    return { node, T_node_scan, T_map_scan };
  };
  const edges = odometryEdges(poses, anchors, options.edges);
  const known =
    control === NO_CONTROL ? { factors: [], observations: [] } : controlFactors(control, origin, nodeOf);
  const lengths = knownLengths(control, (scan) => nodeOf(scan)?.node ?? null);
  const start = hasGauge(control, known.observations) ? [] : [fixedNodeFactor(poses)];
  return {
    anchors,
    graph: {
      poses: anchors.map((index) => poses[index].T_map_sensor),
      factors: [...start, ...edges, ...known.factors],
      lengths,
    },
    observations: known.observations,
    firstSighting: start.length + edges.length,
    isFirstFixed: start.length > 0,
    isControlled: known.factors.length > 0 || lengths.length > 0,
  };
}

/**
 * Odometry factors between consecutive anchors.
 *
 * @param anchors indices into `poses`
 * @param firstNode node of the graph that is the first anchor; the others follow it
 */
export function odometryEdges(
  poses: readonly ScanPose[],
  anchors: readonly number[],
  model: EdgeErrorModel,
  firstNode = 0,
): Factor[] {
  return anchors.slice(1).map((to, k) => {
    const from = anchors[k];
    const covariance = edgeCovariance(poses.slice(from, to + 1), model);
    const information = invertSymmetric(covariance, 6);
    if (information === null)
      throw new Error('The covariance of an edge has a least variance in every direction.');
    const T_from_to = compose(invert(poses[from].T_map_sensor), poses[to].T_map_sensor);
    return factorOf(relativePose(firstNode + k, firstNode + k + 1, T_from_to), information);
  });
}

/** Scans that must be anchors themselves: the ends of known lengths and the scans of known poses. */
function wantedAnchors(
  control: Control,
  must: readonly number[],
  indexOf: ReadonlyMap<number, number>,
): Set<number> {
  const scans = [
    ...must,
    ...control.knownLengths.flatMap(({ fromScan, toScan }) => [fromScan, toScan]),
    ...[...control.knownPoses, ...(control.references ?? [])].map(({ scanIndex }) => scanIndex),
  ];
  return new Set(scans.flatMap((scan) => indexOf.get(scan) ?? []));
}

/** @throws SocavonError 'usage' */
function knownLengths(
  { knownLengths: statedLengths }: Control,
  nodeOf: (scan: number) => number | null,
): PathLength[] {
  return statedLengths.map(({ fromScan, toScan, length, sigma }) => {
    const [from, to] = [nodeOf(fromScan), nodeOf(toScan)];
    if (from === null || to === null || from >= to)
      throw new SocavonError('usage', message('known-length-scans', { from: fromScan, to: toScan }));
    return { from, to, length, sigma };
  });
}

/**
 * True if the control fixes the gauge of the trajectory: a known pose, three points, or two and gravity. Without
 * any, the first pose is fixed.
 *
 * @throws SocavonError 'not-determined' if there are points, but too few
 */
function hasGauge(
  { knownPoses, references = [], gravity }: Control,
  observations: readonly ControlObservation[],
): boolean {
  if (knownPoses.length + references.length > 0) return true;
  const names = new Set(observations.map(({ name }) => name)).size;
  if (names === 0) return false;
  if (names >= 3 || (names === 2 && gravity.length > 0)) return true;
  throw undetermined(message('graph-few-control', { count: names }));
}

/** Prior that fixes a node at the first pose. */
export function fixedNodeFactor(poses: readonly ScanPose[], node = 0): Factor {
  const information = new Float64Array(36);
  for (let i = 0; i < 6; i++) information[7 * i] = 1 / FIXED_SIGMA ** 2;
  return factorOf(posePrior(node, poses[0].T_map_sensor), information);
}
