import { joinCandidates } from '../closing/joins/join-candidates.ts';
import { smoothedPath } from '../closing/joins/join-path.ts';
import { JoinRegistrar, JoinTrajectory } from '../closing/joins/join-places.ts';
import { joinProfile } from '../closing/joins/join-profile.ts';
import type { JoinOptions } from '../closing/joins/join-question.ts';
import { chooseSeed, type JoinTrial, registerTrials } from '../closing/joins/join-seed.ts';
import { type CloudJoinSide, isCloudSide, type JoinSide } from '../closing/joins/join-side.ts';
import { type WalkedJoin, walkJoin } from '../closing/joins/join-walk.ts';
import { CloudWalls } from '../closing/loops/cloud-walls.ts';
import { carryCorrections } from '../graph/carry-corrections.ts';
import { addCarried } from '../graph/edge-covariance.ts';
import { horn, PAIR_SUMS, PairAccumulator } from '../math/horn.ts';
import { applyToPoint, compose, invert, log } from '../math/se3.ts';
import { type Message, message } from '../messages/message.ts';
import type { PointCloud } from '../model/cloud.ts';
import type { StageContext, StageResult } from '../model/context.ts';
import { SocavonError } from '../model/errors.ts';
import type { LoopRefusal } from '../model/loop.ts';
import type { ScanPose } from '../model/pose.ts';
import type { Rigid } from '../model/rigid.ts';
import type { JoinPlace, JoinStart, PlacedScan, SessionJoin } from '../model/session-join.ts';

interface JoinDiagnostics {
  /** Number of candidate poses tried, and of registrations after one was chosen. */
  readonly trials: number;
  readonly placesLookedAt: number;
  readonly placesHeld: number;
  readonly iterations: number;
  readonly converged: boolean;
  readonly seconds: number;
}

/**
 * Reads a cloud as a side of a join.
 *
 * @param points the cloud in the frame of `poses`
 * @param poses path through it
 */
export async function cloudJoinSide(
  points: AsyncIterable<PointCloud>,
  poses: readonly ScanPose[],
  accuracy: CloudJoinSide['accuracy'],
): Promise<CloudJoinSide> {
  const walls = new CloudWalls();
  for await (const cloud of points) walls.add(cloud);
  return { walls, poses, origin: [0, 0, 0], accuracy };
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
  if (options.both && [firstSide, secondSide].some(isCloudSide))
    throw new SocavonError('usage', message('join-both-cloud'));
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
  const rigid = isCloudSide(second.side)
    ? rigidJoin(second, adjustment.poses, acceptedAnchors(second, walked))
    : null;
  const placed = rigid
    ? secondSide.poses.map(({ T_map_sensor }) => compose(rigid, shifted(T_map_sensor, origin2, -1)))
    : carryCorrections(second.side.poses, second.anchors, adjustment.poses);
  const poses = placedScans(secondSide.poses, placed, origin1);
  const moved = options.both
    ? carryCorrections(first.side.poses, first.anchors, adjustment.poses.slice(second.anchors.length))
    : null;
  const stated = [first.side, second.side].map((side) => (isCloudSide(side) ? side.accuracy.placeSigma : 0));
  const covarianceAt = (node: number): Float64Array => {
    const C = adjustment.equations.covarianceOf([node]);
    const at = rigid ? compose(rigid, second.poseOf(node)) : adjustment.poses[node];
    return stated.some((sigma) => sigma > 0)
      ? rigidCovariance(C, adjustment.poses[node], at, Math.hypot(...stated))
      : C;
  };
  return {
    value: {
      T_map1_map2: compose(poses[0].T_map1_sensor, invert(secondSide.poses[0].T_map_sensor)),
      poses,
      anchors: second.anchors.map((index, node) => ({
        scanIndex: secondSide.poses[index].scanIndex,
        T_map_sensor: poses[index].T_map1_sensor,
        covariance: covarianceAt(node),
      })),
      firstPoses: moved && placedScans(firstSide.poses, moved, origin1),
      places: [first, second].some(({ side }) => isCloudSide(side))
        ? walked.places.map(unsmoothed(firstSide, first, secondSide, second, origin1, origin2))
        : walked.places,
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
  const profileOf = ({ side, path }: JoinTrajectory) => joinProfile(side, path, options.profile, context);
  const candidates = joinCandidates(
    await profileOf(first),
    await profileOf(second),
    range,
    options.candidates,
    context.cancel,
    isCloudSide(first.side) !== isCloudSide(second.side),
  );
  const isOfCloud = [first.side, second.side].some(isCloudSide);
  return candidates.flatMap(({ firstAt, secondAt, isOpposite, T_map1_map2 }) =>
    (isOfCloud ? CLOUD_TRIALS : [0]).flatMap((by) => {
      const [there, here] = [firstAt + (isOpposite ? -by : by), secondAt + by];
      const isOn = there >= 0 && there <= length && here >= 0 && here <= second.path[second.path.length - 1];
      if (by !== 0 && !isOn) return [];
      const b = second.anchorAt(here);
      const { anchor } = first.nearest(compose(T_map1_map2, second.poseOf(b)));
      return [{ pair: { a: isOfCloud ? anchor : first.anchorAt(there), b }, T_map1_map2 }];
    }),
  );
}

/** Distances along the path from the best place of a candidate that are tried too, m: a cloud may be thin at the best one. */
const CLOUD_TRIALS = [0, -5, 5];

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

/** Returns a function that states a place between the given poses of both paths: inside of the join those of clouds are smoothed. */
function unsmoothed(
  firstSide: JoinSide,
  first: JoinTrajectory,
  secondSide: JoinSide,
  second: JoinTrajectory,
  origin1: readonly number[],
  origin2: readonly number[],
): (place: JoinPlace) => JoinPlace {
  const offsets = (given: JoinSide, { side }: JoinTrajectory, origin: readonly number[]) =>
    new Map(
      given.poses.map(({ scanIndex, T_map_sensor }, i) => [
        scanIndex,
        compose(invert(side.poses[i].T_map_sensor), shifted(T_map_sensor, origin, -1)),
      ]),
    );
  const [one, other] = [offsets(firstSide, first, origin1), offsets(secondSide, second, origin2)];
  return (place) => {
    const T_first_second = compose(
      compose(invert(one.get(place.firstScan)!), place.T_first_second),
      other.get(place.secondScan)!,
    );
    const covariance = new Float64Array(36);
    addCarried(covariance, place.covariance, invert(other.get(place.secondScan)!));
    return { ...place, T_first_second, covariance };
  };
}

/** Nodes of the second session's accepted places. */
function acceptedAnchors(second: JoinTrajectory, { places }: WalkedJoin): number[] {
  const held = new Set(places.flatMap(({ accepted, secondScan }) => (accepted ? [secondScan] : [])));
  return [...second.anchors.keys()].filter((node) => held.has(second.scanOf(node)));
}

function refusalOf({ places }: WalkedJoin): LoopRefusal {
  return places.find(({ refusal }) => refusal !== 'none')?.refusal ?? 'little-overlap';
}

/** Whole metres near the first pose: f64 is enough for northings, but the sums of the graph should not carry them. */
function originOf([{ T_map_sensor }]: readonly ScanPose[]): number[] {
  return Array.from(T_map_sensor.t, Math.round);
}

function nearOrigin(side: JoinSide, origin: readonly number[]): JoinSide {
  const poses = side.poses.map((pose) => ({
    ...pose,
    T_map_sensor: shifted(pose.T_map_sensor, origin, -1),
  }));
  return isCloudSide(side)
    ? { ...side, poses: smoothedPath(poses), origin: side.origin.map((value, k) => value + origin[k]) }
    : { ...side, poses };
}

/** Lengths that span the frame of a place for the fit of a rigid body, m: turns count as at the walls. */
const SPAN = 2;

/**
 * The pose of a cloud as one rigid body by the anchors of its accepted places: least squares of points about them.
 *
 * @param placed poses of the anchors in the map of the first
 */
function rigidJoin(second: JoinTrajectory, placed: readonly Rigid[], accepted: readonly number[]): Rigid {
  const sums = new PairAccumulator();
  for (const node of accepted)
    for (const at of [
      [0, 0, 0],
      ...[0, 1, 2].flatMap((axis) => [-SPAN, SPAN].map((by) => [0, 1, 2].map((k) => (k === axis ? by : 0)))),
    ]) {
      const [x, y, z] = at;
      sums.add(...applyToPoint(second.poseOf(node), x, y, z), ...applyToPoint(placed[node], x, y, z), 1);
    }
  const out = new Float64Array(PAIR_SUMS);
  sums.sumsInto(out);
  const T_map1_map2 = horn(out);
  if (T_map1_map2 === null) throw new Error('Points about a place span a frame.');
  return T_map1_map2;
}

/**
 * Covariance of an anchor of a cloud: of the graph, by how much the rigid body misses it, and the stated place of a stretch
 * of its wall.
 */
function rigidCovariance(C: Float64Array, graphPose: Rigid, rigid: Rigid, placeSigma: number): Float64Array {
  const missed = log(compose(invert(rigid), graphPose));
  return C.map((value, at) => {
    const [i, j] = [Math.floor(at / 6), at % 6];
    return value + missed[i] * missed[j] + (i === j && i > 2 ? placeSigma ** 2 : 0);
  });
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
