import { joinCandidates } from '../closing/joins/join-candidates.ts';
import { JoinRegistrar, JoinTrajectory } from '../closing/joins/join-places.ts';
import { joinProfile } from '../closing/joins/join-profile.ts';
import type { JoinOptions, JoinSide } from '../closing/joins/join-question.ts';
import { chooseSeed, type JoinTrial, registerTrials } from '../closing/joins/join-seed.ts';
import { type WalkedJoin, walkJoin } from '../closing/joins/join-walk.ts';
import { carryCorrections } from '../graph/carry-corrections.ts';
import { compose, invert } from '../math/se3.ts';
import { type Message, message } from '../messages/message.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { LoopRefusal } from '../model/loop.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { JoinStart, PlacedScan, SessionJoin } from '../model/session-join.ts';

export interface JoinDiagnostics {
  /** Number of candidate poses tried, and of registrations after one was chosen. */
  readonly trials: number;
  readonly placesLookedAt: number;
  readonly placesHeld: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly seconds: number;
}

/** Error for two sessions that cannot be joined; its code is that of the loop closure rules. */
function joinRefusal(refusal: LoopRefusal): SocavonError {
  return new SocavonError('not-determined', message('join-refused', { why: reasonOf(refusal) }));
}

function reasonOf(refusal: LoopRefusal): Message {
  switch (refusal) {
    case 'length-unobserved':
      return message('join-length-unobserved');
    case 'ambiguous':
      return message('join-ambiguous');
    case 'contradicted':
    case 'outside-gate':
      return message('join-contradicted', { refusal });
    default:
      return message('join-no-overlap', { refusal });
  }
}

/**
 * Stage two sessions -> the second in the map of the first: an initial guess that is supplied, or found from
 * the relief of the walls; registrations of places that both sessions passed, made like loop closures; and a
 * pose graph of the second session over them, with the first one fixed. The input poses are not changed, even
 * if both may move: the result is a product of its own. A join that fits nearly as well at another place, or
 * whose length is unconstrained, is rejected and never guessed.
 *
 * @throws SocavonError 'not-determined' with the reason, 'too-few-points' for a session without poses,
 *   'chainage-range' for a chainage off the trajectory of the first; errors of the sources; CancelledError
 */
export async function joinSessions(
  firstSide: JoinSide,
  secondSide: JoinSide,
  start: JoinStart,
  options: JoinOptions,
  context: StageContext,
): Promise<StageResult<SessionJoin, JoinDiagnostics>> {
  const started = performance.now();
  if (firstSide.poses.length === 0 || secondSide.poses.length === 0)
    throw new SocavonError('too-few-points', message('join-no-pose'));
  const [origin1, origin2] = [originOf(firstSide.poses), originOf(secondSide.poses)];
  const first = new JoinTrajectory(nearOrigin(firstSide, origin1), options);
  const second = new JoinTrajectory(nearOrigin(secondSide, origin2), options);
  const registrar = new JoinRegistrar(first, second, options, context.cancel);
  const trials = await trialsOf(first, second, shiftedStart(start, origin1), options, context);
  if (trials.length === 0) throw joinRefusal('little-overlap');
  const reach = start.kind === 'pose' ? options.poseReach : 0;
  const looked = await registerTrials(trials, first, second, registrar, reach, options, context);
  const { seed, refusal } = chooseSeed(looked, second, options);
  if (refusal !== 'none') throw joinRefusal(refusal);
  const walked = await walkJoin(seed, first, second, registrar, options, context);
  const acceptedCount = walked.places.filter(({ accepted }) => accepted).length;
  if (acceptedCount < options.minPlaces) throw joinRefusal(refusalOf(walked));

  const adjustment = walked.graph.adjusted(context.cancel);
  const placed = carryCorrections(second.side.poses, second.anchors, adjustment.poses);
  const poses = placedScans(secondSide.poses, placed, origin1);
  const moved = options.both
    ? carryCorrections(first.side.poses, first.anchors, adjustment.poses.slice(second.anchors.length))
    : null;
  return {
    value: {
      T_map1_map2: compose(poses[0].T_map1_sensor, invert(secondSide.poses[0].T_map_sensor)),
      poses,
      anchors: second.anchors.map((index, node) => ({
        scanIndex: secondSide.poses[index].scanIndex,
        T_map_sensor: poses[index].T_map1_sensor,
        covariance: adjustment.equations.covarianceOf([node]),
      })),
      firstPoses: moved && placedScans(firstSide.poses, moved, origin1),
      places: walked.places,
      chi2: adjustment.chi2,
      degreesOfFreedom: adjustment.degreesOfFreedom,
    },
    diagnostics: {
      trials: looked.length,
      placesLookedAt: walked.places.length,
      placesHeld: acceptedCount,
      iterations: adjustment.iterations,
      converged: adjustment.converged,
      seconds: (performance.now() - started) / 1000,
    },
  };
}

/** Candidates to try first. @throws SocavonError 'chainage-range' */
async function trialsOf(
  first: JoinTrajectory,
  second: JoinTrajectory,
  start: JoinStart,
  options: JoinOptions,
  context: StageContext,
): Promise<JoinTrial[]> {
  if (start.kind === 'pose') return trialsBy(first, second, start.T_map1_sensor, options);
  const length = first.path[first.path.length - 1];
  if (start.kind === 'near' && !(start.chainage >= 0 && start.chainage <= length))
    throw new SocavonError(
      'chainage-range',
      message('join-start-outside', { length: length.toFixed(2), chainage: start.chainage }),
    );
  const { nearReach } = options;
  const range =
    start.kind === 'near' ? { from: start.chainage - nearReach, to: start.chainage + nearReach } : null;
  const profileOf = ({ side, path }: JoinTrajectory) =>
    joinProfile(side.source, side.poses, path, options.profile, context);
  const candidates = joinCandidates(
    await profileOf(first),
    await profileOf(second),
    range,
    options.candidates,
    context.cancel,
  );
  return candidates.map(({ firstAt, secondAt, T_map1_map2 }) => ({
    pair: { a: first.anchorAt(firstAt), b: second.anchorAt(secondAt) },
    T_map1_map2,
  }));
}

/** The first places along the second session's trajectory that overlap the first's under the supplied pose. */
function trialsBy(
  first: JoinTrajectory,
  second: JoinTrajectory,
  T_map1_sensor: Rigid,
  { maxDistance, poseReach, spacing, candidates }: JoinOptions,
): JoinTrial[] {
  const T_map1_map2 = compose(T_map1_sensor, invert(second.side.poses[0].T_map_sensor));
  const trials: JoinTrial[] = [];
  let last = Number.NEGATIVE_INFINITY;
  for (let b = 0; b < second.anchors.length && trials.length < candidates.count; b++) {
    if (second.pathOf(b) - last < spacing) continue;
    const { anchor, distance } = first.nearest(compose(T_map1_map2, second.poseOf(b)));
    if (distance > maxDistance + poseReach) continue;
    trials.push({ pair: { a: anchor, b }, T_map1_map2 });
    last = second.pathOf(b);
  }
  return trials;
}

function refusalOf({ places }: WalkedJoin): LoopRefusal {
  return places.find(({ refusal }) => refusal !== 'none')?.refusal ?? 'little-overlap';
}

/** Whole metres near the first pose: f64 is enough for northings, but the sums of the graph should not carry them. */
function originOf([{ T_map_sensor }]: readonly ScanPose[]): number[] {
  return Array.from(T_map_sensor.t, Math.round);
}

function nearOrigin({ source, poses }: JoinSide, origin: readonly number[]): JoinSide {
  const moved = poses.map((pose) => ({ ...pose, T_map_sensor: shifted(pose.T_map_sensor, origin, -1) }));
  return { source, poses: moved };
}

function shiftedStart(start: JoinStart, origin: readonly number[]): JoinStart {
  return start.kind === 'pose'
    ? { kind: 'pose', T_map1_sensor: shifted(start.T_map1_sensor, origin, -1) }
    : start;
}

function placedScans(
  given: readonly ScanPose[],
  placed: readonly Rigid[],
  origin: readonly number[],
): PlacedScan[] {
  return given.map(({ scanIndex }, i) => ({ scanIndex, T_map1_sensor: shifted(placed[i], origin, 1) }));
}

function shifted({ R, t }: Rigid, origin: readonly number[], sign: 1 | -1): Rigid {
  return { R, t: t.map((value, i) => value + sign * origin[i]) };
}
