import { compose, identity } from '../../math/se3.ts';
import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { alignFrames } from './join-path.ts';
import type { JoinProfile } from './join-profile.ts';

export interface JoinCandidateOptions {
  /** Length of the window of the second session that is correlated along the first, m. */
  readonly window: number;
  /** Least overlap of the window with the first session, m. */
  readonly leastWindow: number;
  /** Most windows; in a longer session they are farther apart. */
  readonly maxWindows: number;
  /** Distance along the path below which two candidates are one, m. */
  readonly apart: number;
  /** Number of the best candidates that are registered. */
  readonly count: number;
}

export const JOIN_CANDIDATE_DEFAULTS: JoinCandidateOptions = {
  window: 10,
  leastWindow: 5,
  maxWindows: 40,
  apart: 2,
  count: 8,
};

/** Candidate position of the second session along the first. */
interface JoinCandidate {
  readonly T_map1_map2: Rigid;
  /** Chainages along each path that look alike, m. */
  readonly firstAt: number;
  readonly secondAt: number;
  /** True if the two sessions drove in opposite directions there. */
  readonly isOpposite: boolean;
  /** Correlation of the relief, times the root of the share of the window that was compared: 1 at best. */
  readonly score: number;
}

/** Range of the first session's path to search, m. */
interface JoinRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Finds candidates by sliding windows of the second session's wall relief along the first's, in both directions of
 * travel.
 *
 * @param start where the second session begins on the first's path; null: anywhere
 * @param centred true if the middles of the sections are laid on each other: the path through a cloud is not at the height
 *   of a sensor; otherwise the paths are
 * @returns the best first; windows that imply the same join are merged
 */
export function joinCandidates(
  first: JoinProfile,
  second: JoinProfile,
  start: JoinRange | null,
  options: JoinCandidateOptions,
  cancel: CancelToken,
  centred = false,
): JoinCandidate[] {
  const { slab } = first;
  const length = Math.min(Math.round(options.window / slab), second.frames.length);
  const least = Math.min(Math.round(options.leastWindow / slab), length);
  const last = second.frames.length - length;
  const windows = Math.min(options.maxWindows, 1 + Math.ceil((2 * last) / length));
  const result: JoinCandidate[] = [];
  for (let w = 0; w < windows; w++) {
    throwIfCancelled(cancel, 'work-join');
    const from = windows === 1 ? 0 : Math.round((w * last) / (windows - 1));
    for (const isOpposite of [false, true]) {
      const sign = isOpposite ? -1 : 1;
      // The middle of the window may be anywhere on the first session's path.
      for (let at = 0; at < first.frames.length; at++) {
        const middle = from + Math.floor(length / 2);
        const begin = (at - sign * middle) * slab;
        if (start !== null && (begin < start.from || begin > start.to)) continue;
        const score = likeness(first, second, { from, length, least, at, sign });
        if (score <= 0) continue;
        const T_map1_map2 = alignFrames(
          frameOf(first, at, centred),
          frameOf(second, middle, centred),
          isOpposite,
        );
        result.push({ T_map1_map2, firstAt: at * slab, secondAt: middle * slab, isOpposite, score });
      }
    }
  }
  result.sort((a, b) => b.score - a.score);
  const candidates: JoinCandidate[] = [];
  for (const candidate of result) {
    if (candidates.length === options.count) break;
    if (!candidates.some((other) => isSameJoin(other, candidate, options.apart))) candidates.push(candidate);
  }
  return candidates;
}

function frameOf({ frames, centre: [left, up] }: JoinProfile, at: number, centred: boolean): Rigid {
  return centred ? compose(frames[at], { ...identity(), t: Float64Array.of(0, left, up) }) : frames[at];
}

function isSameJoin(a: JoinCandidate, b: JoinCandidate, within: number): boolean {
  const begin = ({ firstAt, secondAt, isOpposite }: JoinCandidate): number =>
    firstAt - (isOpposite ? -1 : 1) * secondAt;
  return a.isOpposite === b.isOpposite && Math.abs(begin(a) - begin(b)) < within;
}

interface Piece {
  /** First slab of the second session's window, and its number of slabs. */
  readonly from: number;
  readonly length: number;
  /** Least number of slabs that overlap the first session. */
  readonly least: number;
  /** Slab of the first session at the middle of the window. */
  readonly at: number;
  /** -1: opposite directions. */
  readonly sign: 1 | -1;
}

/** Least mean share of a slab's sectors with data. */
const KNOWN_SHARE = 0.4;

function likeness(first: JoinProfile, second: JoinProfile, piece: Piece): number {
  const { from, length, least, at, sign } = piece;
  const { sectors } = first;
  const half = Math.floor(length / 2);
  let [n, slabs, a, b, aa, bb, ab] = [0, 0, 0, 0, 0, 0, 0];
  for (let j = 0; j < length; j++) {
    const k = at + sign * (j - half);
    if (k < 0 || k >= first.frames.length) continue;
    slabs++;
    for (let s = 0; s < sectors; s++) {
      // In the opposite direction, left and right are swapped.
      const mirrored = sign === 1 ? s : (sectors + sectors / 2 - 1 - s) % sectors;
      const x = first.relief[k * sectors + mirrored];
      const y = second.relief[(from + j) * sectors + s];
      if (Number.isNaN(x) || Number.isNaN(y)) continue;
      n++;
      a += x;
      b += y;
      aa += x * x;
      bb += y * y;
      ab += x * y;
    }
  }
  if (slabs < least || n < KNOWN_SHARE * slabs * sectors) return 0;
  const spread = Math.sqrt((aa - (a * a) / n) * (bb - (b * b) / n));
  return spread > 0 ? ((ab - (a * b) / n) / spread) * Math.sqrt(slabs / length) : 0;
}
