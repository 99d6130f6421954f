import { invertSymmetric } from '../../math/cholesky.ts';
import { applyToPoint, multiply3, rotateVector, transpose3 } from '../../math/se3.ts';
import { type Message, message } from '../../messages/message.ts';
import type { Control, ControlObservation } from '../../model/control.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Rigid } from '../../model/rigid.ts';
import { POSE_SWAY } from '../edge-covariance.ts';
import { type Factor, factorOf, type Residual } from '../factor.ts';
import { posePrior } from '../pose-prior.ts';
import { CHI2_999 } from '../whitening.ts';
import { gravityDirection } from './gravity-direction.ts';

type Vector3 = readonly [number, number, number];

/** Node that a scan belongs to, and its pose relative to that node. */
export interface NodeOfScan {
  readonly node: number;
  /** null: the scan is the node. */
  readonly T_node_scan: Rigid | null;
  /** `T_map_sensor` by odometry. */
  readonly T_map_scan: Rigid;
}

interface ControlFactors {
  readonly factors: Factor[];
  /** Observations of control points, one a factor, in the order of the point sightings in `factors`. */
  readonly observations: readonly ControlObservation[];
}

/**
 * Residual of an observed point of known coordinates: `r = T q - P`, metres in the frame of the map, with `q` the
 * point relative to the node; derivative `R [-[q]x, I]`.
 *
 * @param pScan the point in the frame of the scan, m
 * @param P its known coordinates, m, frame of the map
 * @param T_node_scan that scan relative to the node; null: the scan is the node
 */
export function pointSighting(
  node: number,
  pScan: readonly [number, number, number],
  P: readonly [number, number, number],
  T_node_scan: Rigid | null = null,
): Residual {
  const [x, y, z] = T_node_scan === null ? pScan : applyToPoint(T_node_scan, ...pScan);
  return {
    kind: 'point-sighting',
    nodes: [node],
    dimension: 3,
    isAbsolute: true,
    linearise(poses, r, J) {
      const { R, t } = poses[node];
      const out = J[0];
      for (let i = 0; i < 3; i++) {
        const [a, b, c] = [R[3 * i], R[3 * i + 1], R[3 * i + 2]];
        // The position is subtracted first, so that northings of eight digits cost no precision.
        r[i] = t[i] - P[i] + (a * x + b * y + c * z);
        out[6 * i] = c * y - b * z;
        out[6 * i + 1] = a * z - c * x;
        out[6 * i + 2] = b * x - a * y;
        out[6 * i + 3] = a;
        out[6 * i + 4] = b;
        out[6 * i + 5] = c;
      }
    },
  };
}

/**
 * Factors of the control: point sightings, gravity, known poses and ties to a reference scan; known lengths are not among
 * them. All have a gate but the known poses.
 *
 * @param origin subtracted from all coordinates, m: whole metres near the drive
 * @throws SocavonError 'usage' if an observation is of a scan that has no pose
 */
export function controlFactors(
  control: Control,
  origin: Vector3,
  nodeOf: (scanIndex: number) => NodeOfScan | null,
): ControlFactors {
  const find = (scanIndex: number, what: Message): NodeOfScan => {
    const node = nodeOf(scanIndex);
    if (node === null)
      throw new SocavonError('usage', message('observation-no-pose', { what, scan: scanIndex }));
    return node;
  };
  const surveyed = new Map(
    control.points.filter(({ role }) => role === 'control').map((point) => [point.name, point]),
  );
  const observations = control.observations.filter(({ name }) => name !== null && surveyed.has(name));
  const sightings = observations.map((observation) => {
    const point = surveyed.get(observation.name as string);
    if (point === undefined) throw new Error('Only observations of surveyed points are left.');
    const { node, T_node_scan, T_map_scan } = find(
      observation.scanIndex,
      message('observation-of', { name: point.name }),
    );
    const P: Vector3 = [point.easting - origin[0], point.northing - origin[1], point.elevation - origin[2]];
    const C = turned(observation.covariance, T_map_scan.R);
    for (let i = 0; i < 3; i++) C[4 * i] += point.sigma ** 2 + POSE_SWAY.translation ** 2;
    return factorOf(pointSighting(node, observation.pSensor, P, T_node_scan), inverse(C, 3), CHI2_999[3]);
  });
  return {
    observations,
    factors: [
      ...sightings,
      ...gravityFactors(control, find),
      ...poseFactors(control, origin, find),
      ...referenceFactors(control, origin, find),
    ],
  };
}

/** Ties to a reference scan: each has a gate, so that one to the wrong walls pulls nothing. */
function referenceFactors({ references = [] }: Control, origin: Vector3, find: Find): Factor[] {
  return references.map(({ scanIndex, T_map_sensor: { R, t }, covariance }) => {
    const { node, T_node_scan } = find(scanIndex, message('observation-reference'));
    const T = { R, t: t.map((value, k) => value - origin[k]) };
    return factorOf(posePrior(node, T, T_node_scan), inverse(covariance, 6), CHI2_999[6]);
  });
}

type Find = (scanIndex: number, what: Message) => NodeOfScan;

function gravityFactors(control: Control, find: Find): Factor[] {
  const { gravity } = control;
  const nodes = gravity.map(({ scanIndex }) => find(scanIndex, message('observation-gravity')));
  const up = isLevel(control) ? ([0, 0, 1] as const) : meanUp(control, nodes);
  // A single observation has no redundancy where the up direction itself is estimated from it.
  if (up === null) return [];
  return gravity.map(({ up: upScan, sigma }, k) => {
    const information = 1 / sigma ** 2;
    const { node, T_node_scan } = nodes[k];
    return factorOf(
      gravityDirection(node, upScan, up, T_node_scan),
      [information, 0, 0, information],
      CHI2_999[2],
    );
  });
}

function poseFactors({ knownPoses }: Control, origin: Vector3, find: Find): Factor[] {
  return knownPoses.map(({ scanIndex, T_grid_sensor, rotationSigma, positionSigma }) => {
    const { node, T_node_scan } = find(scanIndex, message('observation-pose'));
    const { R, t } = T_grid_sensor;
    const known = { R, t: t.map((value, i) => value - origin[i]) };
    const information = new Float64Array(36);
    for (let i = 0; i < 6; i++) information[7 * i] = 1 / (i < 3 ? rotationSigma : positionSigma) ** 2;
    return factorOf(posePrior(node, known, T_node_scan), information);
  });
}

/** True if the map's z is up: the map is in the mine grid. */
function isLevel({ points, knownPoses }: Control): boolean {
  return points.length > 0 || knownPoses.length > 0;
}

/** Mean up direction of all observations, for a map that is not level; null: fewer than two. */
function meanUp({ gravity }: Control, nodes: readonly NodeOfScan[]): [number, number, number] | null {
  if (gravity.length < 2) return null;
  const sum: [number, number, number] = [0, 0, 0];
  gravity.forEach(({ up, sigma }, k) => {
    const seen = rotateVector(nodes[k].T_map_scan.R, ...up);
    for (let i = 0; i < 3; i++) sum[i] += seen[i] / sigma ** 2;
  });
  const norm = Math.hypot(...sum);
  return [sum[0] / norm, sum[1] / norm, sum[2] / norm];
}

/** `R C R^T`. */
function turned(C: Float64Array, R: Float64Array): Float64Array {
  return multiply3(multiply3(R, C), transpose3(R));
}

function inverse(C: Float64Array, n: number): ArrayLike<number> {
  const inverted = invertSymmetric(C, n);
  if (inverted === null) throw new SocavonError('usage', message('observation-covariance'));
  return inverted;
}
