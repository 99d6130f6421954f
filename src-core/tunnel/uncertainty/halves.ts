import type { Stretch } from '../../model/axis.ts';
import type { HalfName } from '../../model/tunnel.ts';
import { PER_ANGLE, PER_SPLIT, SPLITS, type Split } from '../wall/cells/half-sums.ts';
import type { HalfSums } from '../wall/cells/wall-grid.ts';
import type { WallIntegral } from '../wall/wall-integral.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import { FEWEST_BLOCKS, observedErrors } from './instrument-posterior.ts';
import type { RangeLever } from './range-lever.ts';

/** What the halves may differ by according to the other components of the ±, m. */
export interface HalfLimits {
  /** Bound of what is common to all ranges. */
  readonly bias: number;
  /** Bounds of the biases by incidence: that grows as 1 - cos, at 75 degrees, and as 1 / cos - 1. */
  readonly incidence: number;
  readonly spread: number;
  /** Standard deviation of the offset of one beam. */
  readonly beam: number;
  /** Standard deviation of the lateral position of a scan, and what of it moves a wall as a whole. */
  readonly lateral: number;
  readonly radial: number;
}

/** Estimate with its standard error, m. */
interface Estimate {
  readonly value: number;
  readonly sigma: number;
}

/** A difference of halves that the other components do not explain. */
export interface HalfDifference {
  readonly half: HalfName;
  /** Chainages where it shows. */
  readonly stretches: readonly Stretch[];
  /** Of the range bias and the bias by incidence, of one beam, or of the wall of one half from that of the other, m. */
  readonly size: Estimate;
  readonly slant: Estimate | null;
  /** Rows of the beam table, from 1. */
  readonly beams: readonly number[];
  /** What the volume may be off by for it, m^3. */
  readonly volume: number;
}

/** Result of comparing the halves of the points of a wall. */
export interface HalfComparison {
  /** Halves that could be compared. */
  readonly compared: readonly HalfName[];
  readonly differences: readonly HalfDifference[];
}

/** Standard errors that an estimate must exceed its limit by. */
const FACTOR = 2;
/** Standard deviations beyond which halves differ: 1 in 16,000 if the scatter of the blocks were normal. */
const SPLIT_FACTOR = 4;
/** Least share of the wall that both halves of a split must show. */
const LEAST_SHARED = 0.2;
/** Blocks of a stretch that is named: about 5 m. */
const WINDOW = 6;

/**
 * Compares independent halves of the points of a wall between two chainages: the returns by how the rays met the wall
 * and from how far, the beams, odd and even scans, rays up and down the chainage, and two passes. All are compared
 * within patches of 0.3 m, in which both halves see the same rock, and standard errors are those of the jackknife over
 * blocks of 0.9 m of drive.
 */
export function compareHalves(
  wall: WallSurface,
  integral: WallIntegral,
  lever: RangeLever,
  [from, to]: readonly [number, number],
  limits: HalfLimits,
): HalfComparison {
  const { halves } = wall.grid;
  if (halves === undefined) return { compared: [], differences: [] };
  const range = new BlockRange(wall, halves, from, to);
  const compared: HalfName[] = [];
  const differences: HalfDifference[] = [];
  const add = (half: HalfName, difference: Omit<HalfDifference, 'half'> | null | undefined): void => {
    if (difference === undefined) return;
    compared.push(half);
    if (difference !== null) differences.push({ half, ...difference });
  };
  add('angles', anglesDiffer(range, lever, limits));
  add('beams', beamsDiffer(range, lever, limits));
  for (const split of SPLITS) add(split, splitDiffers(range, split, integral.surface, limits));
  return { compared, differences };
}

/** Blocks of a wall between two chainages. */
class BlockRange {
  readonly sums: HalfSums;
  readonly #wall: WallSurface;
  /** Blocks with points. */
  readonly blocks: number[] = [];

  constructor(wall: WallSurface, sums: HalfSums, from: number, to: number) {
    this.sums = sums;
    this.#wall = wall;
    for (let block = 0; block < sums.blocks; block++) {
      const { from: a, to: b } = this.stretchOf(block);
      if (Math.min(b, to) - Math.max(a, from) < (b - a) / 2) continue;
      if (sums.angles[block * PER_ANGLE] > 0) this.blocks.push(block);
    }
  }

  stretchOf(block: number): Stretch {
    const { slabs } = this.sums;
    return { from: this.#wall.chainageOf(block * slabs), to: this.#wall.chainageOf((block + 1) * slabs) };
  }

  get whole(): Stretch {
    return {
      from: this.stretchOf(this.blocks[0]).from,
      to: this.stretchOf(this.blocks[this.blocks.length - 1]).to,
    };
  }

  /** Estimate from sums over the blocks, its standard error by leaving out one block after the other. */
  jackknife(estimate: (blocks: readonly number[]) => number, blocks = this.blocks): Estimate {
    const value = estimate(blocks);
    const n = blocks.length;
    const parts = blocks.map((_, i) => estimate(blocks.toSpliced(i, 1)));
    const mean = parts.reduce((sum, part) => sum + part, 0) / n;
    const square = parts.reduce((sum, part) => sum + (part - mean) ** 2, 0);
    return { value, sigma: Math.sqrt(((n - 1) / n) * square) };
  }
}

function total(values: Float64Array, blocks: readonly number[], per: number, at: number): number {
  let sum = 0;
  for (const block of blocks) sum += values[block * per + at];
  return sum;
}

/** undefined: not enough to compare; null: they agree. */
type Outcome = Omit<HalfDifference, 'half'> | null | undefined;

function anglesDiffer(range: BlockRange, lever: RangeLever, limits: HalfLimits): Outcome {
  const seen = observedErrors(range.sums, range.blocks);
  if (seen === null) return undefined;
  const [ofSize, ofBoth, ofSlant] = seen.covariance;
  const size = { value: seen.difference, sigma: Math.sqrt(ofSize) };
  const slant = { value: seen.slant, sigma: Math.sqrt(ofSlant) };
  const isBeyond = ({ value, sigma }: Estimate, limit: number): boolean =>
    Math.abs(value) - FACTOR * sigma > limit;
  // A spot that spreads lengthens slanting ranges, which looks like a bias of all that is too short.
  const isShort = size.value < 0;
  const limit = isShort ? limits.bias + limits.spread : limits.bias;
  if (!isBeyond(size, limit) && !isBeyond(slant, limits.incidence)) return null;
  const [a, b] = [isShort ? -lever.spread : lever.bias, lever.incidence];
  const variance = a * a * ofSize + 2 * a * b * ofBoth + b * b * ofSlant;
  return {
    stretches: [range.whole],
    size,
    slant,
    beams: [],
    volume: Math.hypot(a * size.value + b * slant.value, Math.sqrt(Math.max(0, variance))),
  };
}

function beamsDiffer(range: BlockRange, lever: RangeLever, limits: HalfLimits): Outcome {
  const { beams, byBeam } = range.sums;
  if (beams < 2 || range.blocks.length < FEWEST_BLOCKS) return undefined;
  const weightOf = (beam: number): number => total(byBeam, range.blocks, 2 * beams, 2 * beam);
  const all = Array.from({ length: beams }, (_, beam) => weightOf(beam)).reduce((sum, w) => sum + w, 0);
  const shares = Array.from({ length: beams }, (_, beam) => {
    const offset = range.jackknife((blocks) => {
      const weight = total(byBeam, blocks, 2 * beams, 2 * beam);
      return weight > 0 ? total(byBeam, blocks, 2 * beams, 2 * beam + 1) / weight : 0;
    });
    return { beam, offset, share: all > 0 ? weightOf(beam) / all : 0 };
  }).filter(({ offset: { value, sigma } }) => Math.abs(value) > BEAM_FACTOR * Math.hypot(limits.beam, sigma));
  if (shares.length === 0) return null;
  const worst = shares.reduce((a, b) => (Math.abs(b.offset.value) > Math.abs(a.offset.value) ? b : a));
  // Neighbours on the same patch take part in its mean, so that an offset shows by half.
  const volume = shares.reduce((sum, { offset, share }) => sum + 2 * lever.bias * offset.value * share, 0);
  return {
    stretches: [range.whole],
    size: worst.offset,
    slant: null,
    beams: shares.map(({ beam }) => beam + 1),
    volume: Math.abs(volume),
  };
}

/** Standard deviations of the offsets of beams that one must exceed; as they show by half, 6 of their own. */
const BEAM_FACTOR = 3;

/** Sum that a sum of differences is divided by. */
const WEIGHT_OF = [0, 0, 4, 5];

function splitDiffers(range: BlockRange, split: Split, surface: number, limits: HalfLimits): Outcome {
  const { splits } = range.sums;
  const per = SPLITS.length * PER_SPLIT;
  const at = SPLITS.indexOf(split) * PER_SPLIT;
  const blocks = range.blocks.filter((block) => splits[block * per + at] > 0);
  const shared = total(splits, blocks, per, at);
  if (blocks.length < FEWEST_BLOCKS || shared < LEAST_SHARED * surface) return undefined;
  // Mean difference, and least squares of a shift to the left and up: k of `PER_SPLIT`.
  const mean = (k: number, of: readonly number[]): number =>
    total(splits, of, per, at + k) / total(splits, of, per, at + WEIGHT_OF[k]);
  /** Wall of the second half outward of the first, and shifted to the left and up. */
  const estimates = [1, 2, 3].map((k) => {
    const { value, sigma } = range.jackknife((of) => mean(k, of), blocks);
    const limit = SPLIT_FACTOR * Math.hypot(sigma, k === 1 ? limits.radial : limits.lateral);
    return { k, value, sigma, limit };
  });
  const beyond = estimates.filter(({ value, limit }) => Math.abs(value) > limit);
  if (beyond.length === 0) return null;
  const worst = beyond.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a));
  const windows = Array.from({ length: Math.ceil(blocks.length / WINDOW) }, (_, i) =>
    blocks.slice(i * WINDOW, (i + 1) * WINDOW),
  );
  // The whole is a mean of the windows, so that one at least shows it.
  const shown = windows.filter((window) => Math.abs(mean(worst.k, window)) > Math.abs(worst.value) / 2);
  return {
    stretches: shown.map((window) => ({
      from: range.stretchOf(window[0]).from,
      to: range.stretchOf(window[window.length - 1]).to,
    })),
    size: worst,
    slant: null,
    beams: [],
    // The wall is a mean of both: either may be the right one.
    volume: (surface * Math.abs(estimates[0].value)) / 2,
  };
}
