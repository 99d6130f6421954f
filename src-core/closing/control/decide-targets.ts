import { applyToPoint, invert } from '../../math/se3.ts';
import type { ControlObservation, TargetDecision } from '../../model/control.ts';
import type { ScanPose } from '../../model/pose.ts';
import type { TargetSearch } from './target-finder.ts';
import type { PassVerdict } from './targets/pass-verdict.ts';

/** A bright object with the verdict of the rules and the user's decision. */
export interface DecidedTarget {
  readonly candidate: PassVerdict;
  /** Position in the sensor frame, as in an observation; see `model/control`. */
  readonly pSensor: readonly [number, number, number];
  readonly decision: TargetDecision | null;
  /** null: not used. */
  readonly observation: ControlObservation | null;
}

/** Largest distance of a decision from its candidate, m: more than poses move, less than targets are apart. */
const NEAR = 0.5;
/** Number of scans by which the pass of a candidate may begin earlier or end later when it is detected again. */
const SLACK_SCANS = 3;
/** Standard deviation of the centre of a manually accepted target, as a share of its size. */
const BY_HAND_SHARE = 0.25;

/**
 * Applies the user's decisions to the detected targets: each applies to the candidate nearest to its position among
 * those that its scan saw.
 *
 * @param size of the targets, m
 */
export function applyTargetDecisions(
  { candidates, candidateOf, observations }: TargetSearch,
  poses: readonly ScanPose[],
  decisions: readonly TargetDecision[],
  size: number,
): DecidedTarget[] {
  const poseOf = new Map(poses.map((pose) => [pose.scanIndex, pose]));
  const decisionOf = new Map<number, TargetDecision>();
  for (const decision of decisions) {
    const pose = poseOf.get(decision.scan);
    if (pose === undefined) continue;
    const place = applyToPoint(pose.T_map_sensor, ...decision.pSensor);
    const nearest = nearestOf(candidates, decision.scan, place);
    if (nearest !== null) decisionOf.set(nearest, decision);
  }
  const observationOf = new Map(observations.map((observation, k) => [candidateOf[k], observation]));
  return candidates.map((candidate, i) => {
    const controlObservation = observationOf.get(i) ?? null;
    const decision = decisionOf.get(i) ?? null;
    const T_map_sensor = poseOf.get(candidate.scanIndex)!.T_map_sensor;
    const pSensor = controlObservation?.pSensor ?? applyToPoint(invert(T_map_sensor), ...candidate.place);
    const observation =
      decision === null
        ? controlObservation
        : decision.verdict === 'refuse'
          ? null
          : { ...(controlObservation ?? byHand(candidate, pSensor, size)), name: decision.name };
    return { candidate, pSensor, decision, observation };
  });
}

/** Centre of a candidate, or the mean of its bright returns; map frame, m. */
export function targetPosition({ target, place }: PassVerdict): readonly [number, number, number] {
  return target?.centre ?? place;
}

function nearestOf(
  candidates: readonly PassVerdict[],
  scan: number,
  place: readonly [number, number, number],
): number | null {
  let nearest: number | null = null;
  let least = NEAR;
  candidates.forEach((candidate, i) => {
    if (scan < candidate.firstScan - SLACK_SCANS || scan > candidate.lastScan + SLACK_SCANS) return;
    const away = Math.hypot(...targetPosition(candidate).map((value, k) => value - place[k]));
    if (away > least) return;
    least = away;
    nearest = i;
  });
  return nearest;
}

function byHand(
  { scanIndex, firstScan, lastScan, scans, returns }: PassVerdict,
  pSensor: readonly [number, number, number],
  size: number,
): ControlObservation {
  const sigma = BY_HAND_SHARE * size;
  const covariance = Float64Array.of(sigma ** 2, 0, 0, 0, sigma ** 2, 0, 0, 0, sigma ** 2);
  return {
    ...{ scanIndex, name: null, pSensor, covariance, sigma, source: 'hand' },
    ...{ firstScan, lastScan, scans, returns },
  };
}
