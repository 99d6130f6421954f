import { distance3, norm3 } from '../../math/vec3.ts';
import { type Message, message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { Rigid } from '../../model/rigid.ts';
import { type MapUp, pairErrors, placeOnGrid } from './place-on-grid.ts';

type Place = readonly [number, number, number];

/** A point in two frames, m. */
export interface PointPair {
  readonly from: Place;
  readonly to: Place;
}

/** What the two frames are, for the sentences: 'the map', 'the mine grid'. */
interface PairFrames {
  readonly from: Message;
  readonly to: Message;
}

/** A rigid transform by points, with the distance that remains at each, m. */
interface PointFit {
  readonly T_to_from: Rigid;
  readonly residuals: readonly number[];
}

/** Standard deviation of a point that a person picks on a wall, m. */
const PICK_SIGMA = 0.05;
/** Least distance between two points, m: nearer ones fix no direction. */
const LEAST_APART = 0.5;
/** Greatest difference between the distances of two points in the two frames, m, and as a share of the distance. */
const MOST_STRETCH = 0.5;
const STRETCH_SHARE = 0.05;
/** Least cosine between the two up directions of a fit: two surveys of one drive stand the same way up. */
const LEAST_UPRIGHT = 0.5;

/**
 * Fits the rigid transform of least squares to points known in two frames: three that are not on a line or, if the up
 * direction of `from` is known and `to` is levelled, two.
 *
 * @param gravity up in the frame `from`; null: the points alone decide, and the fit must not turn it over
 * @throws SocavonError 'not-determined' with what is wrong at which points
 */
export function fitPointPairs(
  pairs: readonly PointPair[],
  gravity: MapUp | null,
  frames: PairFrames,
): PointFit {
  const least = gravity === null ? 3 : 2;
  if (pairs.length < least) throw refused(message('pairs-few', { count: pairs.length, least }));
  requireSound(pairs, frames);
  const picked = pairs.map(({ from, to }) => ({ map: from, grid: to, sigma: PICK_SIGMA }));
  const placed = placeOnGrid(picked, gravity);
  if (placed.kind === 'open')
    throw refused(gravity === null ? message('pairs-on-line') : message('pairs-plumb'));
  const { T_grid_map: T_to_from } = placed;
  if (gravity === null && T_to_from.R[8] < LEAST_UPRIGHT) throw refused(message('pairs-turned-over'));
  return { T_to_from, residuals: pairErrors(T_to_from, picked).map(norm3) };
}

/** Refuses points on top of each other, and distances that differ: one of the two was picked somewhere else. */
function requireSound(pairs: readonly PointPair[], { from, to }: PairFrames): void {
  let worst = { stretch: 0, values: { one: 0, other: 0, here: '', there: '' } };
  for (let b = 1; b < pairs.length; b++)
    for (let a = 0; a < b; a++) {
      const here = distance3(pairs[a].from, pairs[b].from);
      const there = distance3(pairs[a].to, pairs[b].to);
      const names = { one: a + 1, other: b + 1 };
      if (here < LEAST_APART)
        throw refused(message('pairs-same', { ...names, metres: here.toFixed(2), frame: from }));
      if (there < LEAST_APART)
        throw refused(message('pairs-same', { ...names, metres: there.toFixed(2), frame: to }));
      const stretch = Math.abs(here - there) / Math.max(MOST_STRETCH, STRETCH_SHARE * here);
      const values = { ...names, here: here.toFixed(2), there: there.toFixed(2) };
      if (stretch > worst.stretch) worst = { stretch, values };
    }
  if (worst.stretch > 1) throw refused(message('pairs-distance', { ...worst.values, from, to }));
}

function refused(why: Message): SocavonError {
  return new SocavonError('not-determined', why);
}
