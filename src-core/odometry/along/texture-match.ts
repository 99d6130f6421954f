import type { ReflectivityMap } from '../match/reflectivity-map.ts';

/** When the walls' texture is believed. */
export interface TextureOptions {
  /** Returns that are asked, in two halves. */
  returns: number;
  /** Places so far off along the direction are looked at for a rival of the best, m. */
  reach: number;
  /** Correlation of the returns with the map that the best place needs at least. */
  minCorrelation: number;
  /** A rival that correlates by more than this share of the best makes it ambiguous. */
  maxRival: number;
}

export const TEXTURE_DEFAULTS: TextureOptions = {
  returns: 4000,
  reach: 1.5,
  minCorrelation: 0.3,
  maxRival: 0.8,
};

/** Returns at an asked pose. */
export interface TexturedPoints {
  readonly count: number;
  /** 3 * count, map frame, m. */
  readonly xyz: Float64Array;
  /** Reflectivity contrast of each. */
  readonly contrast: Float32Array;
}

/** Why the texture was believed, or not. */
export type TextureVerdict =
  | 'believed'
  /** Too few of the returns fall on texture that was seen before. */
  | 'too-few'
  /** Nothing along the direction fits better than elsewhere: a wall of one colour. */
  | 'no-texture'
  /** More than one place fits: a texture that repeats itself. */
  | 'ambiguous'
  /** The place that one half of the returns asks for is not that of the other half. */
  | 'halves-differ';

export interface TextureMatch {
  readonly verdict: TextureVerdict;
  /** Where the texture fits, along the direction from the asked pose, m; 0 where it is not believed. */
  readonly shift: number;
  /** Standard deviation of the shift, m; infinite where it is not believed. */
  readonly sigma: number;
  /** Of the best place, -1 .. 1. */
  readonly correlation: number;
}

/** Steps of the search for rivals and of the search for the place itself, m. */
const COARSE = 0.15;
const FINE = 0.05;
/** One return in so many looks for rivals. */
const COARSE_STRIDE = 4;
/** Returns on known texture that a correlation needs. */
const MIN_RETURNS = 150;
/** Steps from the coarse place to the fine one. */
const MAX_STEPS = 8;
/** The halves may differ by so many of their standard deviations. */
const AGREEMENT = 4;
/**
 * Neighbouring returns share cells, and the map has errors of its own, so the scatter of the shifts is larger than
 * independent returns would have it (`npm run bench -- texture`).
 */
const INFLATION = 2;

/**
 * Where along a direction the texture of the walls fits the map: the shift with the largest correlation between the
 * returns' contrast and that of the cells they fall into. The two halves of the returns, drawn at random, look for it
 * apart, so that each is the other's held-out test; and it is looked for over `reach`, far beyond where it can be, so
 * that a texture that repeats itself (bolt rows, mesh, steel sets) shows its rivals.
 *
 * @param u unit, map frame
 * @param gate the shift is at most about this, m: how wrong the asked pose can be along u
 */
export function matchTexture(
  map: ReflectivityMap,
  points: TexturedPoints,
  u: readonly [number, number, number],
  gate: number,
  options: TextureOptions,
): TextureMatch {
  const place = onlyPlace(map, points, u, gate, options);
  if (typeof place === 'string') return refused(place, 0);
  const [even, odd] = [0, 1].map((half) =>
    refine(
      remembered((shift) => correlate(map, points, u, shift, half, 2)),
      place.shift,
    ),
  );
  if (even === null || odd === null) return refused('no-texture', place.correlation);
  const apart = Math.abs(even.shift - odd.shift);
  if (apart > AGREEMENT * Math.hypot(even.sigma, odd.sigma))
    return refused('halves-differ', place.correlation);
  const [a, b] = [1 / even.sigma ** 2, 1 / odd.sigma ** 2];
  return {
    verdict: 'believed',
    shift: (a * even.shift + b * odd.shift) / (a + b),
    sigma: 1 / Math.sqrt(a + b),
    correlation: (even.correlation + odd.correlation) / 2,
  };
}

function refused(verdict: TextureVerdict, correlation: number): TextureMatch {
  return { verdict, shift: 0, sigma: Number.POSITIVE_INFINITY, correlation };
}

interface Place {
  readonly shift: number;
  readonly correlation: number;
}

/** The best place within reach, to a coarse step, or why there is none. */
function onlyPlace(
  map: ReflectivityMap,
  points: TexturedPoints,
  u: readonly [number, number, number],
  gate: number,
  { reach, minCorrelation, maxRival }: TextureOptions,
): Place | TextureVerdict {
  const steps = Math.ceil(Math.max(reach, 2 * gate) / COARSE);
  const correlations = Array.from({ length: 2 * steps + 1 }, (_, k) =>
    correlate(map, points, u, (k - steps) * COARSE, 0, COARSE_STRIDE),
  ).map(({ r, returns }) => (returns < MIN_RETURNS ? Number.NEGATIVE_INFINITY : r));
  let best = 0;
  correlations.forEach((r, k) => {
    if (r > correlations[best]) best = k;
  });
  const peak = correlations[best];
  if (peak === Number.NEGATIVE_INFINITY) return 'too-few';
  if (peak < minCorrelation) return 'no-texture';
  const shift = (best - steps) * COARSE;
  if (Math.abs(shift) > gate + COARSE) return 'ambiguous';
  const hasRival = correlations.some((r, k) => {
    const isPeak = r >= (correlations[k - 1] ?? r) && r >= (correlations[k + 1] ?? r);
    return Math.abs(k - best) > 1 && isPeak && r > maxRival * peak;
  });
  return hasRival ? 'ambiguous' : { shift, correlation: peak };
}

/** Top of the correlation near a start by a parabola through three places; null where it has none. */
function refine(
  score: (shift: number) => Correlation,
  start: number,
): (Place & { readonly sigma: number }) | null {
  let at = start;
  for (let step = 0; step < MAX_STEPS; step++) {
    const [low, mid, high] = [score(at - FINE), score(at), score(at + FINE)];
    if (mid.returns < MIN_RETURNS) return null;
    if (Math.max(low.r, high.r) > mid.r) {
      at += high.r > low.r ? FINE : -FINE;
      continue;
    }
    const bend = (low.r - 2 * mid.r + high.r) / FINE ** 2;
    if (!(bend < 0 && mid.r > 0)) return null;
    return {
      shift: at - (high.r - low.r) / (2 * FINE) / bend,
      // Of a least-squares fit of one signal to another that correlates by r: (1 - r^2) / (-r r'' n).
      sigma: INFLATION * Math.sqrt((1 - mid.r ** 2) / (-mid.r * bend * mid.returns)),
      correlation: mid.r,
    };
  }
  return null;
}

/** The same function, which asks only once for each number: a step up or down asks again for places it came by. */
function remembered(score: (shift: number) => Correlation): (shift: number) => Correlation {
  const known = new Map<number, Correlation>();
  return (shift) => {
    const found = known.get(shift) ?? score(shift);
    known.set(shift, found);
    return found;
  };
}

interface Correlation {
  readonly r: number;
  /** Returns that fell on texture. */
  readonly returns: number;
}

/** Pearson correlation of every `stride`-th return from `first` with the map, moved along u. */
function correlate(
  map: ReflectivityMap,
  { count, xyz, contrast }: TexturedPoints,
  [ux, uy, uz]: readonly [number, number, number],
  shift: number,
  first: number,
  stride: number,
): Correlation {
  const dx = ux * shift;
  const dy = uy * shift;
  const dz = uz * shift;
  let returns = 0;
  let a = 0;
  let b = 0;
  let aa = 0;
  let bb = 0;
  let ab = 0;
  for (let i = first; i < count; i += stride) {
    const known = map.at(xyz[3 * i] + dx, xyz[3 * i + 1] + dy, xyz[3 * i + 2] + dz);
    if (Number.isNaN(known)) continue;
    const seen = contrast[i];
    returns++;
    a += seen;
    b += known;
    aa += seen * seen;
    bb += known * known;
    ab += seen * known;
  }
  const scatter = (aa - (a * a) / returns) * (bb - (b * b) / returns);
  return { r: scatter > 0 ? (ab - (a * b) / returns) / Math.sqrt(scatter) : 0, returns };
}
