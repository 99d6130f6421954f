import { type CancelToken, type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { JoinPlace } from '../../model/session-join.ts';
import { loopVerdict } from '../loops/loop-criteria.ts';
import { positionSigma, squaredDistance } from '../loops/loop-gate.ts';
import type { LoopRegistration } from '../loops/loop-registration.ts';
import { JoinGraph } from './join-graph.ts';
import type { JoinPair, JoinRegistrar, JoinTrajectory } from './join-places.ts';
import type { JoinOptions } from './join-question.ts';
import type { RegisteredTrial } from './join-seed.ts';

/** The join graph with its accepted factors, and every candidate that was tried. */
export interface WalkedJoin {
  readonly graph: JoinGraph;
  readonly places: readonly JoinPlace[];
}

/**
 * Extends a join from its seed along the second session's path in both directions: each anchor near the first
 * session is registered and added to the graph if it lies within the gate of the graph.
 *
 * @throws errors of the scan sources; CancelledError
 */
export async function walkJoin(
  seed: RegisteredTrial,
  first: JoinTrajectory,
  second: JoinTrajectory,
  registrar: JoinRegistrar,
  options: JoinOptions,
  context: StageContext,
): Promise<WalkedJoin> {
  const { cancel, emit } = context;
  const graph = new JoinGraph(first, second, seed.T_map1_map2, options);
  graph.add(seed.pair, seed.registration);
  const placeOf = placeBetween(first, second);
  const looked: LookedPlace[] = [{ place: placeOf(seed.pair, seed.registration, Number.NaN), factor: 0 }];
  let factors = 1;
  const stops = stopsFrom(seed.pair.b, second, options);
  for (const [k, b] of stops.entries()) {
    throwIfCancelled(cancel, 'work-join');
    emit({ kind: 'progress', stage: 'refine', done: k + 1, total: stops.length, unit: 'places' });
    const { anchor: a, distance } = first.nearest(graph.adjusted(cancel).poses[b]);
    const predicted = graph.predicted({ a, b }, cancel);
    const sigma = positionSigma(predicted.covariance);
    if (distance > options.maxDistance + 3 * sigma) continue;
    const registration = await registrar.register({ a, b }, predicted.T_a_b, 3 * sigma);
    const chi2 = squaredDistance(
      predicted.T_a_b,
      registration.T_a_b,
      predicted.covariance,
      registration.covariance,
    );
    const refusal = loopVerdict(registration, chi2, options.criteria);
    const place = { ...placeOf({ a, b }, registration, chi2), accepted: refusal === 'none', refusal };
    looked.push({ place, factor: place.accepted ? factors : null });
    if (!place.accepted) continue;
    graph.add({ a, b }, registration);
    factors++;
  }
  return { graph, places: looked.map((place) => judged(graph, place, cancel)) };
}

/** A registered place, with the index of its factor in the graph; null: rejected at once. */
interface LookedPlace {
  readonly place: JoinPlace;
  readonly factor: number | null;
}

/** The place with the verdict of the whole graph on its factor: rejected if the other places contradict it. */
function judged(graph: JoinGraph, { place, factor }: LookedPlace, cancel: CancelToken): JoinPlace {
  if (factor === null) return place;
  const { counts, chi2 } = graph.verdict(factor, cancel);
  return { ...place, accepted: counts, refusal: counts ? 'none' : 'contradicted', chi2 };
}

/** Returns a function that builds the accepted place of a pair of anchors from its registration. */
function placeBetween(first: JoinTrajectory, second: JoinTrajectory) {
  return ({ a, b }: JoinPair, { T_a_b, covariance, figures }: LoopRegistration, chi2: number): JoinPlace => ({
    firstScan: first.scanOf(a),
    secondScan: second.scanOf(b),
    T_first_second: T_a_b,
    covariance,
    figures,
    accepted: true,
    refusal: 'none',
    chi2,
  });
}

/** Anchors of the second session to try, nearest to the seed first, where the predicted pose is the most certain. */
function stopsFrom(seed: number, second: JoinTrajectory, { spacing, maxPlaces }: JoinOptions): number[] {
  const whole = second.pathOf(second.anchors.length - 1);
  const apart = Math.max(spacing, whole / maxPlaces);
  const stops: number[] = [];
  for (const sign of [-1, 1]) {
    let last = second.pathOf(seed);
    for (let b = seed + sign; b >= 0 && b < second.anchors.length; b += sign) {
      if (Math.abs(second.pathOf(b) - last) < apart) continue;
      stops.push(b);
      last = second.pathOf(b);
    }
  }
  const distance = (b: number): number => Math.abs(second.pathOf(b) - second.pathOf(seed));
  return stops.sort((x, y) => distance(x) - distance(y) || x - y);
}
