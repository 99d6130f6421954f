import { type CancelToken, throwIfCancelled } from '../../model/context.ts';
import type { Rigid } from '../../model/rigid.ts';
import { alignFrames } from './join-path.ts';
import type { JoinProfile } from './join-profile.ts';

export interface JoinCandidateOptions {
  /** Length of the piece of the second session that is slid along the first, m. */
  readonly window: number;
  /** ... and so much of it must lie in the first, m. */
  readonly leastWindow: number;
  /** Pieces at most; a longer session has them farther apart. */
  readonly maxWindows: number;
  /** Answers nearer than this along the way are one, m. */
  readonly apart: number;
  /** The best so many are looked at more closely. */
  readonly count: number;
}

export const JOIN_CANDIDATE_DEFAULTS: JoinCandidateOptions = {
  window: 10,
  leastWindow: 5,
  maxWindows: 40,
  apart: 2,
  count: 8,
};

/** Where the second session may lie in the first. */
export interface JoinCandidate {
  readonly T_map1_map2: Rigid;
  /** Metres along each way where the two look alike. */
  readonly firstAt: number;
  readonly secondAt: number;
  /** Driven against each other there. */
  readonly isOpposite: boolean;
  /** Correlation of the relief, times the root of how much of the window was compared: 1 at best. */
  readonly score: number;
}

/** Parts of the first session's way that are looked at, m. */
export interface JoinRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Slides pieces of the second session's walls along the first's, as they are and turned round.
 *
 * @param start where the second session begins on the first's way; null: anywhere
 * @returns the best first; pieces that tell the same join are one
 */
export function joinCandidates(
  first: JoinProfile,
  second: JoinProfile,
  start: JoinRange | null,
  options: JoinCandidateOptions,
  cancel: CancelToken,
): JoinCandidate[] {
  const { slab } = first;
  const length = Math.min(Math.round(options.window / slab), second.frames.length);
  const least = Math.min(Math.round(options.leastWindow / slab), length);
  const last = second.frames.length - length;
  const windows = Math.min(options.maxWindows, 1 + Math.ceil((2 * last) / length));
  const found: JoinCandidate[] = [];
  for (let w = 0; w < windows; w++) {
    throwIfCancelled(cancel, 'work-join');
    const from = windows === 1 ? 0 : Math.round((w * last) / (windows - 1));
    for (const isOpposite of [false, true]) {
      const sign = isOpposite ? -1 : 1;
      // The middle of the piece may stand anywhere on the first's way.
      for (let at = 0; at < first.frames.length; at++) {
        const middle = from + Math.floor(length / 2);
        const begin = (at - sign * middle) * slab;
        if (start !== null && (begin < start.from || begin > start.to)) continue;
        const score = likeness(first, second, { from, length, least, at, sign });
        if (score <= 0) continue;
        const T_map1_map2 = alignFrames(first.frames[at], second.frames[middle], isOpposite);
        found.push({ T_map1_map2, firstAt: at * slab, secondAt: middle * slab, isOpposite, score });
      }
    }
  }
  found.sort((a, b) => b.score - a.score);
  const kept: JoinCandidate[] = [];
  for (const candidate of found) {
    if (kept.length === options.count) break;
    if (!kept.some((other) => isSameJoin(other, candidate, options.apart))) kept.push(candidate);
  }
  return kept;
}

function isSameJoin(a: JoinCandidate, b: JoinCandidate, within: number): boolean {
  const begin = ({ firstAt, secondAt, isOpposite }: JoinCandidate): number =>
    firstAt - (isOpposite ? -1 : 1) * secondAt;
  return a.isOpposite === b.isOpposite && Math.abs(begin(a) - begin(b)) < within;
}

interface Piece {
  /** First slab of the second session's piece, and its slabs. */
  readonly from: number;
  readonly length: number;
  /** Slabs that both must have. */
  readonly least: number;
  /** Slab of the first session where the middle of the piece lies. */
  readonly at: number;
  /** -1: against each other. */
  readonly sign: 1 | -1;
}

/** Share of a slab's sectors that must be known on average. */
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
      // Turned round, left is right.
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
