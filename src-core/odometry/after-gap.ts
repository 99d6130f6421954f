import { multiply3, rotateVector, transpose3 } from '../math/se3.ts';
import { distance3, dot3, minus3, norm3, unit3, type Vec3 } from '../math/vec3.ts';
import type { CancelToken } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import type { AlongMotion } from './along/along-motion.ts';
import { type Found, findScan, matchTask, type NextScan } from './find-scan.ts';
import { observe } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import {
  lostCovariance,
  type MatchedCandidate,
  posesAfterGap,
  turnsOnTheSpot,
  unambiguous,
} from './recording-gap.ts';
import type { ScanAligner } from './scan-aligner.ts';
import type { Track } from './track.ts';

/** What the search after a gap or a hole found. */
interface SearchedPlace {
  /** Unit vector along the drive, map frame. */
  readonly direction: Vec3;
  /** By the accelerometer; null: it did not go on, or is not reliable. */
  readonly inertial: ReturnType<AlongMotion['acrossGap']>;
  /** Rotation by the gyro, sensor frame; null: not recorded. */
  readonly turn: Float64Array | null;
  /** Along the drive before, m/s. */
  readonly speed: number;
  /** That the walls tell beyond doubt, and the accelerometer does not exclude; null: none. */
  readonly place: MatchedCandidate | null;
}

/**
 * Finds the pose after a gap in the recording: where the walls tell it beyond doubt among all places that the robot
 * can have driven to; else where it would be at constant velocity, or by the accelerometer, which is then not
 * observed.
 *
 * @param seconds of the gap
 */
export async function findAfterGap(
  track: Track,
  aligner: ScanAligner,
  next: NextScan,
  seconds: number,
  cancel: CancelToken,
): Promise<Found> {
  const { direction, inertial, turn, speed, place } = await searchAfter(
    track,
    aligner,
    next,
    seconds,
    cancel,
  );
  const before = track.T_map_middle;
  if (place !== null) {
    const since = place.stands ? { T_map_from: place.T_map_sensor } : {};
    const placed = await findScan(
      track,
      aligner,
      next,
      { ...candidateAt(place.T_map_sensor), ...since },
      cancel,
    );
    if (!placed.seen.degenerate) {
      const metres = distance3(placed.resolved.T_map_middle.t, before.t);
      const sigma = Math.hypot(placed.resolved.sigma, GAP_SIGMA * metres);
      return { ...placed, resolved: { ...placed.resolved, sigma } };
    }
  }
  const t = before.t.map((value, i) => inertial?.position[i] ?? value + speed * seconds * direction[i]);
  const R = turn === null ? before.R : multiply3(before.R, turn);
  const along = inertial === null ? next.along.restartedAt(t) : next.along;
  const there = { ...candidateAt({ R, t }), unobserved: direction };
  const result = await findScan(track, aligner, { ...next, along }, there, cancel);
  const { sigma } = result.resolved;
  const inSensor = rotateVector(transpose3(result.resolved.T_map_middle.R), ...direction);
  const turnSigma = turn === null ? null : track.gyroBias.rotationSigma(seconds);
  const lost = lostCovariance(inSensor, Math.abs(speed) * seconds + sigma, sigma, turnSigma);
  return { ...result, lost };
}

/**
 * Position after a hole that is too short for a gap, in which a robot may have braked all the same: by the
 * accelerometer; without one where the walls tell it beyond doubt; null: neither does.
 */
export async function positionAcrossHole(
  track: Track,
  aligner: ScanAligner,
  next: NextScan,
  seconds: number,
  cancel: CancelToken,
): Promise<ArrayLike<number> | null> {
  const inertial = next.along.acrossGap(X_AXIS);
  if (inertial !== null) return inertial.position;
  const { place } = await searchAfter(track, aligner, next, seconds, cancel);
  return place?.T_map_sensor.t ?? null;
}

/** Looks for the sensor at all places that the robot can have driven to since the previous scan. */
async function searchAfter(
  track: Track,
  aligner: ScanAligner,
  next: NextScan,
  seconds: number,
  cancel: CancelToken,
): Promise<SearchedPlace> {
  const { scan, previous, along } = next;
  const before = track.T_map_middle;
  /** Matches coarsely at a place where the sensor may be. @param T_map_previous pose of the previous scan */
  const matchAt = async (T_map_sensor: Rigid, T_map_previous: Rigid): Promise<MatchResult> => {
    const how = { ...candidateAt(T_map_sensor), thinning: CANDIDATE_THINNING, T_map_previous };
    return aligner.match(matchTask(track, next, how), cancel);
  };
  const direction = await directionOf(track, () => matchAt(before, before));
  const inertial = along.acrossGap(direction);
  const turn = track.trustedTurn(previous, scan);
  const speed = dot3(rotateVector(before.R, ...track.linearVelocity), direction);
  const known = { T_map_sensor: before, turn, along: direction, seconds };
  const candidates: MatchedCandidate[] = [];
  const tryAt = async (T_map_sensor: Rigid, stands: boolean): Promise<void> => {
    const match = await matchAt(T_map_sensor, stands ? T_map_sensor : before);
    const { inliers, matched } = match.system;
    candidates.push({ T_map_sensor: match.T_map_sensor, inliers, matched, stands });
  };
  for (const pose of posesAfterGap(known)) await tryAt(pose, false);
  for (const pose of turnsOnTheSpot(known)) await tryAt(pose, true);
  const returns = scan.scan.rangeMm.reduce((count, mm) => count + (mm > 0 ? 1 : 0), 0);
  const place = unambiguous(candidates, returns / CANDIDATE_THINNING);
  // What the accelerometer excludes is another place that looks alike.
  const isExcluded =
    place !== null &&
    inertial !== null &&
    Math.abs(dot3(minus3(place.T_map_sensor.t, inertial.position), direction)) > 1 + 4 * inertial.sigma;
  return { direction, inertial, turn, speed, place: isExcluded ? null : place };
}

/** Unit vector along the drive, map frame: that of the motion; of a robot that stood, the weakest of the walls. */
async function directionOf(track: Track, matchHere: () => Promise<MatchResult>): Promise<Vec3> {
  const velocity = rotateVector(track.T_map_middle.R, ...track.linearVelocity);
  if (norm3(velocity) > STANDING_SPEED) return unit3(velocity);
  const match = await matchHere();
  return [...observe(match.system, match.T_map_sensor.R, track.options.observability).weakDirection];
}

/** How a scan is looked for at a place that is not known to centimetres. */
export const candidateAt = (T_map_sensor: Rigid) => ({
  prior: { ...CANDIDATE_PRIOR, T_map_sensor },
  opening: CANDIDATE_OPENING,
});

/** Prior of a candidate place after a gap: its spacing, and the turn that its path may have besides. */
const CANDIDATE_PRIOR = { rotationSigma: 0.05, translationSigma: 0.5 };
/** Initial width of the robust kernel there, m. */
const CANDIDATE_OPENING = 0.5;
/** Decimation of a candidate's match. */
const CANDIDATE_THINNING = 8;
/**
 * Standard deviation of a place found on the walls after a gap, per metre across it: they were seen from afar, by few
 * rings (docs/decisions/0018-gaps-in-the-recording.md).
 */
const GAP_SIGMA = 0.0025;
/** Direction of a robot that has not moved. */
export const X_AXIS: Vec3 = [1, 0, 0];
/** Speed below which the motion does not tell the direction of the drive, m/s. */
const STANDING_SPEED = 0.2;
