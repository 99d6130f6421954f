import { REACH, STEP, STEPS } from './layer-histograms.ts';

/** Points of a patch as two layers: a porous one in front of the rock. */
export interface TwoLayers {
  /** Distance of the rock beyond the mean of the points, m, and scatter of its points, m. */
  readonly rock: number;
  readonly sigma: number;
  /** Distance between the layers, m. */
  readonly gap: number;
  /** Scatter of the inner layer, m: noise, and what its distance from the rock varies. */
  readonly innerSigma: number;
  /** Share of the points on the inner layer, 0..1. */
  readonly share: number;
  /** Natural logarithm of the likelihood of two layers over that of one. */
  readonly gain: number;
  /** True if no two layers show, but one that scatters between them; left out: they do. */
  readonly isBlended?: true;
  /**
   * Distance of the rock beyond the mean of the points, m, if they lay anywhere between mesh and rock; left out: rays meet the
   * two squarely, or they do not overlap.
   */
  readonly blend?: number;
}

/** Layers nearer than this many times their scatter overlap. */
const OVERLAP = 3;

/** True if points between two layers may belong to either. */
export function isOverlap({ gap, sigma }: Pick<TwoLayers, 'gap' | 'sigma'>): boolean {
  return gap < OVERLAP * sigma;
}

/** Starting values of the gap, m: mesh hangs some centimetres to two decimetres off the rock. */
const GAPS = [0.05, 0.1];
/** Most steps of the expectation-maximisation, and the change of the likelihood that ends it. */
const ROUNDS = 40;
const SETTLED = 0.02;
/** Least scatter of a layer, m: the quarters of a voxel are 25 mm wide. */
const LEAST_SIGMA = 0.006;
/** The noise of a patch is not the same in all its cells: part of its points scatter more by this factor. */
const WIDE = 1.8;
/** One layer is symmetric about its middle: with less skewness than this, and a peak, a second one is not looked for. */
const SYMMETRIC = 0.25;
const PEAKED = 2.4;
/** Nor where the points scatter less than this share of what one layer may. */
const PLAIN = 0.9;

/** Distances of the middles of the steps, m. */
const PLACE = Float64Array.from({ length: STEPS }, (_, i) => (i + 0.5) * STEP - REACH);

/** Moments of a histogram of distances. */
interface Moments {
  readonly count: number;
  readonly mean: number;
  readonly spread: number;
  /** First and last step with points. */
  readonly first: number;
  readonly last: number;
  /** True if one symmetric layer explains it. */
  readonly isSymmetric: boolean;
}

/**
 * Fits a histogram of distances from the mean wall by two layers, by maximum likelihood (Dempster, Laird and Rubin
 * 1977), and compares with one. A layer scatters normally, part of it more widely about the same middle: noise
 * of unequal size is symmetric, a second layer is not.
 *
 * @param counts points per step of distance, `STEPS` from `at` on
 * @param noise greatest scatter of one layer, m
 * @param gap distance between the layers, m; null: fitted
 * @returns null if the histogram is symmetric, as that of one layer
 */
export function fitTwoLayers(
  counts: Float64Array,
  at: number,
  noise: number,
  gap: number | null = null,
): TwoLayers | null {
  const own = counts.subarray(at, at + STEPS);
  const moments = momentsOf(own);
  const isOne = moments.spread < (moments.isSymmetric ? 1 : PLAIN) * noise;
  if (moments.count === 0 || (gap === null && isOne)) return null;
  const single = fitLayers(own, moments, noise, null, false);
  let best: Layers | null = null;
  for (const start of gap === null ? GAPS : [gap]) {
    const tried = fitLayers(own, moments, noise, start, gap !== null);
    if (best === null || tried.likelihood > best.likelihood) best = tried;
  }
  const { rock, likelihood, ...layers } = best!;
  // The mean of the points about the means of their cells is 0 but for points out of reach.
  return { ...layers, rock: rock - moments.mean, gain: likelihood - single.likelihood };
}

function momentsOf(counts: Float64Array): Moments {
  let [count, sum, first, last] = [0, 0, STEPS, -1];
  for (let i = 0; i < STEPS; i++) {
    if (counts[i] === 0) continue;
    count += counts[i];
    sum += counts[i] * PLACE[i];
    first = Math.min(first, i);
    last = i;
  }
  const mean = sum / count;
  let [second, third, fourth] = [0, 0, 0];
  for (let i = first; i <= last; i++) {
    const off = PLACE[i] - mean;
    second += counts[i] * off ** 2;
    third += counts[i] * off ** 3;
    fourth += counts[i] * off ** 4;
  }
  const spread = Math.sqrt(second / count);
  const isSymmetric =
    Math.abs(third) < SYMMETRIC * count * spread ** 3 && fourth > PEAKED * count * spread ** 4;
  return { count, mean, spread, first, last, isSymmetric };
}

interface Layers {
  readonly rock: number;
  readonly sigma: number;
  readonly gap: number;
  readonly innerSigma: number;
  readonly share: number;
  readonly likelihood: number;
}

/**
 * Expectation-maximisation.
 *
 * @param startGap null: one layer
 * @param keepsGap true if the gap is not fitted
 */
function fitLayers(
  counts: Float64Array,
  { count: n, mean, spread, first, last }: Moments,
  noise: number,
  startGap: number | null,
  keepsGap: boolean,
): Layers {
  const two = startGap !== null;
  let share = two ? 0.25 : 0;
  let gap = startGap ?? 0;
  let rock = mean + share * gap;
  let sigma = Math.max(LEAST_SIGMA, Math.min(spread, noise));
  let innerSigma = sigma;
  let wide = 0.1;
  let likelihood = Number.NEGATIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round++) {
    const before = likelihood;
    likelihood = 0;
    let nRock = 0;
    let nWide = 0;
    let wRock = 0;
    let sRock = 0;
    let qRock = 0;
    let nInner = 0;
    let sInner = 0;
    let qInner = 0;
    for (let i = first; i <= last; i++) {
      const count = counts[i];
      if (count === 0) continue;
      const u = PLACE[i];
      const narrow = (1 - share) * (1 - wide) * normal(u - rock, sigma);
      const broad = (1 - share) * wide * normal(u - rock, WIDE * sigma);
      const inner = two ? share * normal(u - rock + gap, innerSigma) : 0;
      const all = narrow + broad + inner + 1e-12;
      likelihood += count * Math.log(all);
      const b = (count * broad) / all;
      const c = (count * inner) / all;
      nRock += count - c;
      nWide += b;
      const w = (count * narrow) / all + b / WIDE ** 2;
      wRock += w;
      sRock += w * u;
      qRock += w * u * u;
      nInner += c;
      sInner += c * u;
      qInner += c * u * u;
    }
    if (nRock < 1 || (two && nInner < 1) || likelihood - before < SETTLED) break;
    rock = sRock / wRock;
    sigma = Math.max(LEAST_SIGMA, Math.sqrt(Math.max(0, (qRock - wRock * rock * rock) / nRock)));
    sigma = Math.min(noise, sigma);
    wide = Math.min(0.5, nWide / nRock);
    if (!two) continue;
    share = nInner / n;
    const inner = sInner / nInner;
    innerSigma = Math.max(0.8 * sigma, Math.sqrt(Math.max(0, qInner / nInner - inner * inner)));
    if (!keepsGap) gap = rock - inner;
  }
  return { rock, sigma, gap, innerSigma, share, likelihood };
}

function normal(u: number, sigma: number): number {
  const z = u / sigma;
  return Math.exp(-0.5 * z * z) / sigma;
}
