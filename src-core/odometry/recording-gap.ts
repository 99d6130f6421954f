import { expSo3, logSo3, multiply3, rotateVector } from '../math/se3.ts';
import { cross3, distance3, dot3, unit3, type Vec3 } from '../math/vec3.ts';
import type { Rigid } from '../model/rigid.ts';

/** Greatest speed of a robot, m/s: bounds where it can be after a gap. */
const GREATEST_SPEED = 2.5;
/** Longest distance that is searched, m: beyond it the walls seen before and after hardly overlap. */
const FARTHEST = 30;
/** Distance between candidates, m: the basin of the match is wider. */
const STEP = 0.5;
/** Curvatures of the path that are tried where no gyro tells the turn, 1/m: drives bend by 20 m or more. */
const CURVATURES = [0, 1 / 50, -1 / 50, 1 / 22, -1 / 22];
/** Turns on the spot that are tried besides, rad: the basin of the match is wider. */
const TURN_STEP = Math.PI / 18;
/** Candidates closer than this have the same answer, m. */
const APART = 1;

/** Where the sensor was before a gap, and what is known of the motion meanwhile; map frame. */
interface BeforeGap {
  readonly T_map_sensor: Rigid;
  /** Rotation within the gap by the gyro, sensor frame; null: not recorded. */
  readonly turn: Float64Array | null;
  /** Unit vector along the drive. */
  readonly along: Vec3;
  readonly seconds: number;
}

/**
 * Poses at which the sensor may be after a gap in the recording: on arcs along the drive, forward and back, within what
 * a robot can drive meanwhile.
 */
export function posesAfterGap({ T_map_sensor, turn, along, seconds }: BeforeGap): Rigid[] {
  const reach = Math.min(GREATEST_SPEED * seconds + 1, FARTHEST);
  const { R, t } = T_map_sensor;
  // The sensor's z axis, made normal to the drive, is up.
  const z: Vec3 = [R[2], R[5], R[8]];
  const lean = dot3(z, along);
  const across = z.map((value, i) => value - lean * along[i]);
  const up = unit3(across);
  const left = cross3(up, along);
  const place = (distance: number, angle: number, R_after: Float64Array): Rigid => {
    // On an arc that turns by the angle: chord and sagitta.
    const [ahead, aside] =
      Math.abs(angle) < 1e-6
        ? [distance, 0]
        : [(distance * Math.sin(angle)) / angle, (distance * (1 - Math.cos(angle))) / angle];
    return { R: R_after, t: t.map((value, i) => value + ahead * along[i] + aside * left[i]) };
  };
  const byGyro = turn && {
    R: multiply3(R, turn),
    angle: dot3(rotateVector(R, ...logSo3(turn)), up),
  };
  const poses: Rigid[] = [];
  const count = Math.ceil(reach / STEP);
  for (let k = -count; k <= count; k++) {
    const distance = k * STEP;
    if (byGyro !== null) poses.push(place(distance, byGyro.angle, byGyro.R));
    else
      for (const curvature of distance === 0 ? [0] : CURVATURES) {
        const angle = curvature * distance;
        const turn_map = expSo3(up[0] * angle, up[1] * angle, up[2] * angle);
        poses.push(place(distance, angle, multiply3(turn_map, R)));
      }
  }
  return poses;
}

/** Poses of a robot that turned on the spot during a gap; none if a gyro tells the turn. */
export function turnsOnTheSpot({ T_map_sensor: { R, t }, turn }: BeforeGap): Rigid[] {
  if (turn !== null) return [];
  const count = Math.round((2 * Math.PI) / TURN_STEP);
  return Array.from({ length: count - 1 }, (_, k) => ({
    R: multiply3(R, expSo3(0, 0, (k + 1) * TURN_STEP)),
    t: t.slice(),
  }));
}

/** Curvature of the path across a gap (1 sigma), 1/m: that of the arcs above. */
const CURVATURE_SIGMA = 1 / 32;
/** Largest standard deviation of the turn across a gap, rad, and least one of the place across the drive, m. */
const TURN_SIGMA = 0.5;
const ACROSS_SIGMA = 0.3;

/**
 * Covariance of a pose after a gap whose end was not found, relative to that before it: 6x6, row-major, rotation (rad)
 * first, then translation (m), sensor frame.
 *
 * @param along unit vector along the drive, sensor frame
 * @param metres that the robot may have driven
 * @param alongSigma m
 * @param turnSigma of the rotation by the gyro, rad; null: not recorded
 */
export function lostCovariance(
  along: Vec3,
  metres: number,
  alongSigma: number,
  turnSigma: number | null,
): number[] {
  const turn = Math.min(turnSigma ?? CURVATURE_SIGMA * metres, TURN_SIGMA);
  const across = Math.hypot(ACROSS_SIGMA, (turn * metres) / 2);
  const covariance = new Array<number>(36).fill(0);
  for (let i = 0; i < 3; i++) {
    covariance[7 * i] = turn ** 2;
    for (let j = 0; j < 3; j++)
      covariance[6 * (i + 3) + j + 3] =
        (i === j ? across ** 2 : 0) + (alongSigma ** 2 - across ** 2) * along[i] * along[j];
  }
  return covariance;
}

/** A candidate after its match. */
export interface MatchedCandidate {
  readonly T_map_sensor: Rigid;
  /** True if the scan was read as that of a sensor that stands, not with the mean motion since the gap began. */
  readonly stands: boolean;
  /** Points that lie on the planes of the map, and those that fall on any. */
  readonly inliers: number;
  readonly matched: number;
}

/** Weight of a point off the planes that it falls on: rare at the right place, common at a wrong one. */
const OFF_WEIGHT = 8;
/** Least score for a place to be found again, as a share of the scan's points. */
const LEAST_SCORE = 0.15;
/** Score of the next best place, relative to the best: above it the place is ambiguous. */
const RIVAL_SHARE = 0.7;

/**
 * The place that the walls tell beyond doubt, among candidates; null: none, or several alike. A place scores by the
 * points that lie on the walls of the map, less those that contradict them.
 *
 * @param points of the scan that take part in the match
 */
export function unambiguous(
  candidates: readonly MatchedCandidate[],
  points: number,
): MatchedCandidate | null {
  const score = ({ inliers, matched }: MatchedCandidate): number =>
    inliers - OFF_WEIGHT * (matched - inliers);
  const best = candidates.reduce((most, one) => (score(one) > score(most) ? one : most));
  if (score(best) < LEAST_SCORE * points) return null;
  const { t } = best.T_map_sensor;
  const isRival = (one: MatchedCandidate): boolean =>
    score(one) > RIVAL_SHARE * score(best) && distance3(one.T_map_sensor.t, t) > APART;
  return candidates.some(isRival) ? null : best;
}
