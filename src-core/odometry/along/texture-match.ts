import type { ReflectivityMap } from '../match/reflectivity-map.ts';

/** Acceptance criteria of a texture match. */
export interface TextureOptions {
  /** Returns used, split into two halves. */
  readonly returns: number;
  /** Half-width of the search for rivals along the direction, m. */
  readonly reach: number;
  /** Least correlation of the returns with the map at the best shift. */
  readonly minCorrelation: number;
  /** Share of the best correlation above which a rival makes the match ambiguous. */
  readonly maxRival: number;
}

export const TEXTURE_DEFAULTS: TextureOptions = {
  returns: 4000,
  reach: 1.5,
  minCorrelation: 0.3,
  maxRival: 0.8,
};

/** Returns placed at the initial guess. */
export interface TexturedPoints {
  readonly count: number;
  /** 3 * count, map frame, m. */
  readonly xyz: Float64Array;
  /** Reflectivity contrast of each return. */
  readonly contrast: Float32Array;
}

/** Verdict on a texture match: accepted, or the reason why not. */
type TextureVerdict =
  | 'believed'
  /** Too few of the returns fall on texture that was mapped before. */
  | 'too-few'
  /** No shift along the direction fits better than the others: a wall of uniform reflectivity. */
  | 'no-texture'
  /** More than one shift fits: a repetitive texture. */
  | 'ambiguous'
  /** The two halves of the returns give different shifts. */
  | 'halves-differ';

export interface TextureMatch {
  readonly verdict: TextureVerdict;
  /** Shift along the direction from the initial guess, m; 0 if rejected. */
  readonly shift: number;
  /** Standard deviation of the shift, m; infinite if rejected. */
  readonly sigma: number;
  /** Correlation at the best shift, -1 .. 1. */
  readonly correlation: number;
}

/** Steps of the coarse search for rivals and of the fine search, m. */
const COARSE = 0.15;
const FINE = 0.05;
/** The search for rivals uses every nth return. */
const COARSE_STRIDE = 4;
/** Least number of returns on known texture for a correlation. */
const MIN_RETURNS = 150;
/** Most steps from the coarse to the fine optimum. */
const MAX_STEPS = 8;
/** Largest difference between the halves, in standard deviations. */
const AGREEMENT = 4;
/**
 * Inflation of the standard deviation of the shift: neighbouring returns share cells, and the map has errors of its
 * own, so that the shifts scatter more than independent returns would (`npm run bench -- texture`).
 */
const INFLATION = 2;

/**
 * Registers the wall texture to the map along a direction: finds the shift with the largest correlation between the
 * contrast of the returns and that of the cells they fall into. Two random halves of the returns are matched
 * separately, each a held-out test of the other. The search covers `reach`, far beyond the possible shift, so that
 * a repetitive texture (bolt rows, mesh, steel sets) shows its rivals.
 *
 * @param u unit, map frame
 * @param gate largest accepted shift, m: the uncertainty of the initial guess along u
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

/** Returns the best shift within reach to a coarse step, or the reason why there is none. */
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

/** Refines the maximum of the correlation near a start by a parabola through three shifts; null: no maximum there. */
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
      // Variance of a least-squares fit of two signals with correlation r:
      // (1 - r^2) / (-r r'' n).
      sigma: INFLATION * Math.sqrt((1 - mid.r ** 2) / (-mid.r * bend * mid.returns)),
      correlation: mid.r,
    };
  }
  return null;
}

/** Memoises a correlation function: an ascent in either direction evaluates the same shifts again. */
function remembered(score: (shift: number) => Correlation): (shift: number) => Correlation {
  const known = new Map<number, Correlation>();
  return (shift) => {
    const correlation = known.get(shift) ?? score(shift);
    known.set(shift, correlation);
    return correlation;
  };
}

interface Correlation {
  readonly r: number;
  /** Returns that fell on mapped texture. */
  readonly returns: number;
}

/** Pearson correlation of every `stride`-th return from `first` with the map, shifted along u. */
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
