import { compose, invert, multiply3, rotationAngle, transpose3 } from '../../math/se3.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import type { LoopRefusal } from '../../model/loop.ts';
import type { Rigid } from '../../model/rigid.ts';
import { loopVerdict } from '../loops/loop-criteria.ts';
import type { LoopRegistration } from '../loops/loop-registration.ts';
import type { JoinPair, JoinRegistrar, JoinTrajectory } from './join-places.ts';
import type { JoinOptions } from './join-question.ts';

/** Pair of anchors with an initial guess of the join. */
export interface JoinTrial {
  readonly pair: JoinPair;
  readonly T_map1_map2: Rigid;
}

/** A trial after its registration. */
export interface RegisteredTrial {
  readonly pair: JoinPair;
  readonly registration: LoopRegistration;
  readonly T_map1_map2: Rigid;
  readonly refusal: LoopRefusal;
}

/**
 * Registers each trial; each place is judged by its own walls alone.
 *
 * @param reach uncertainty of a trial along the drive, m
 * @returns in the order given
 */
export async function registerTrials(
  trials: readonly JoinTrial[],
  first: JoinTrajectory,
  second: JoinTrajectory,
  registrar: JoinRegistrar,
  reach: number,
  options: JoinOptions,
  context: StageContext,
): Promise<RegisteredTrial[]> {
  const looked: RegisteredTrial[] = [];
  for (const { pair, T_map1_map2: T_start } of trials) {
    throwIfCancelled(context.cancel, 'work-join');
    const registration = await registrar.registerBy(pair, T_start, reach);
    const T_map1_b = compose(first.poseOf(pair.a), registration.T_a_b);
    const T_map1_map2 = compose(T_map1_b, invert(second.poseOf(pair.b)));
    looked.push({ pair, registration, T_map1_map2, refusal: loopVerdict(registration, 0, options.criteria) });
    const done = { kind: 'progress', stage: 'refine', done: looked.length, total: trials.length } as const;
    context.emit({ ...done, unit: 'places' });
  }
  return looked;
}

/**
 * Selects the seed of the join: the trial with the best fit, if it passes the criteria and no other join fits
 * nearly as well.
 *
 * @param looked at least one
 */
export function chooseSeed(
  looked: readonly RegisteredTrial[],
  second: JoinTrajectory,
  { criteria, sameWithin, sameAngle }: JoinOptions,
): { readonly seed: RegisteredTrial; readonly refusal: LoopRefusal } {
  const byFit = looked.toSorted((x, y) => scoreOf(y) - scoreOf(x));
  const seed = byFit.find(({ refusal }) => refusal === 'none') ?? byFit[0];
  if (seed.refusal !== 'none') return { seed, refusal: seed.refusal };
  // Where the drive is self-similar, a place on other walls fits as well, whichever other criterion rejects
  // it.
  const isRivalled = byFit.some(
    (other) =>
      scoreOf(other) > criteria.maxRival * scoreOf(seed) &&
      !isSame(other.T_map1_map2, seed.T_map1_map2, second.poseOf(seed.pair.b), sameWithin, sameAngle),
  );
  return { seed, refusal: isRivalled ? 'ambiguous' : 'none' };
}

function scoreOf({ registration: { figures } }: RegisteredTrial): number {
  return figures.overlap * figures.inlierShare;
}

/** True if two joins place a pose at the same position and orientation. */
function isSame(one: Rigid, other: Rigid, at: Rigid, within: number, angle: number): boolean {
  const [a, b] = [compose(one, at), compose(other, at)];
  const apart = Math.hypot(a.t[0] - b.t[0], a.t[1] - b.t[1], a.t[2] - b.t[2]);
  return apart < within && rotationAngle(multiply3(transpose3(a.R), b.R)) < angle;
}
