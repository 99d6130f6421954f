import { compose, invert, isTwistWithin, log } from '../math/se3.ts';
import type { Vec3 } from '../math/vec3.ts';
import type { CancelToken } from '../model/context.ts';
import type { Rigid } from '../model/rigid.ts';
import type { AlongMotion, ResolvedMotion } from './along/along-motion.ts';
import type { MotionPrior } from './match/motion-prior.ts';
import { type Observability, observe } from './match/observability.ts';
import type { MatchResult } from './match/scan-matcher.ts';
import { type PreparedScan, secondsBetween } from './prepared-scan.ts';
import type { ScanAligner, ScanMatchTask } from './scan-aligner.ts';
import type { Track } from './track.ts';

/** A scan that is to be placed, after the previous one. */
export interface NextScan {
  readonly scan: PreparedScan;
  readonly previous: PreparedScan;
  /** State of the motion along the drive, advanced to this scan. */
  readonly along: AlongMotion;
}

/** Where a scan is looked for. */
interface Expected {
  readonly prior: MotionPrior;
  /** Initial width of the robust kernel, m. */
  readonly opening: number;
  /** Unit vector along the drive, map frame, where nothing tells the place: see `AlongMotion.resolve`. */
  readonly unobserved?: Vec3;
  /** Pose from which the motion within the scan is taken; absent: that of the previous scan. */
  readonly T_map_from?: Rigid;
}

/** A scan matched but not yet committed to the submap. */
export interface Found {
  readonly match: MatchResult;
  readonly seen: Observability;
  readonly resolved: ResolvedMotion;
  /** State of the motion along the drive, advanced to this scan. */
  readonly along: AlongMotion;
  /** Pose at the middle of the previous scan that the motion is taken from. */
  readonly T_map_from: Rigid;
  /** True if the sensor has not moved since the previous scan. */
  readonly stands: boolean;
  /** Covariance of the step, if the place after a gap was not found. */
  readonly lost?: readonly number[];
}

/**
 * Matches a scan with the submap and resolves its position along the drive where the geometry does not constrain it.
 *
 * @throws CancelledError, and errors of the engine
 */
export async function findScan(
  track: Track,
  aligner: ScanAligner,
  { scan, previous, along }: NextScan,
  { prior, opening, unobserved, T_map_from = track.T_map_middle }: Expected,
  cancel: CancelToken,
): Promise<Found> {
  const thinning = track.keyframes < track.options.keyframesAtStart ? 1 : track.options.thinning;
  const task = matchTask(track, { scan, previous }, { prior, opening, thinning, T_map_previous: T_map_from });
  const { perRotation, gyroBias } = task;
  const matching = aligner.match(task, cancel);
  // While a device works: what will be asked of a scan that turns out to be where it was expected.
  if (matching instanceof Promise && unobserved === undefined) hasStood(track, scan, prior.T_map_sensor);
  const match = await matching;
  const walls = observe(match.system, match.T_map_sensor.R, track.options.observability);
  const stands = unobserved === undefined && !walls.degenerate && hasStood(track, scan, match.T_map_sensor);
  const T_map_middle = stands ? track.T_map_middle : match.T_map_sensor;
  const seen = unobserved === undefined ? walls : { ...walls, weakDirection: unobserved };
  const twist = log(compose(invert(T_map_from), T_map_middle)).map((value) => value * perRotation);
  const matched = {
    scan,
    T_map_middle,
    seen,
    motion: { twist, gyroBias },
    priorSigma: prior.translationSigma,
  };
  const resolved = along.resolve(matched, aligner.texture, unobserved !== undefined);
  return { match, seen, resolved, along, T_map_from, stands };
}

/** The request to an engine for a scan after the previous one. */
export function matchTask(
  track: Track,
  { scan, previous }: Pick<NextScan, 'scan' | 'previous'>,
  how: Pick<ScanMatchTask, 'prior' | 'opening' | 'thinning' | 'T_map_previous'>,
): ScanMatchTask {
  return {
    ...scan,
    ...how,
    perRotation: scan.clock.period / secondsBetween(previous, scan),
    gyroBias: track.usedBias(scan),
  };
}

/** True if the sensor has not moved since the previous scan, by a match that the walls determine. */
function hasStood({ T_map_middle, standstill }: Track, { scan }: PreparedScan, T_map_found: Rigid): boolean {
  const moved = log(compose(invert(T_map_middle), T_map_found));
  // The rays of a timed cloud are others in every scan: only the match tells.
  if (scan.xyz !== undefined) return isTwistWithin(moved, CLOUD_STILL);
  return isTwistWithin(moved, MATCH_ERROR) && standstill.holds(scan);
}

/**
 * Largest error of a match to the map of few scans (rad, m), several times what was seen
 * (docs/decisions/0022-a-sensor-that-stands.md).
 */
const MATCH_ERROR = { turn: 0.01, shift: 0.03 };

/**
 * Motion of a timed cloud against the map that is no motion (rad, m): what the matches of a sensor that stands scatter by. All
 * scans of a standstill are compared with its pose, so that a robot that creeps is behind by this at most.
 */
const CLOUD_STILL = { turn: 0.001, shift: 0.004 };
