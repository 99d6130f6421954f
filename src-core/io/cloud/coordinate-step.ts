import type { Bounds } from '../../model/bounds.ts';
import type { PointCloud } from '../../model/cloud.ts';
import type { CloudReader } from './cloud-reader.ts';
import { OUTER_SHARE, SpreadSample } from './spread-sample.ts';

/**
 * Steps of the coordinates of a cloud. Between two numbers of its type a file has no place for a wall: single precision at a
 * northing of 9 000 000 m has one for each metre.
 */

/** Above this step, m, a cloud is measured with a warning and a wider ±, and above the other one not at all. */
export const COARSE_STEP = 0.01;
export const LARGEST_STEP = 0.1;

/** Distance from a number of single precision to the next one, at a size. */
export function singleStep(size: number): number {
  const place = Math.abs(size);
  return place < 2 ** -126 ? 2 ** -149 : 2 ** (Math.floor(Math.log2(place)) - 23);
}

/** Points that tell the step of a file: few, as a folder may have thousands of files. */
const STEP_SAMPLE = 8192;

/** Finds the step of the coordinates of a cloud while its points are read. */
export class StepWatch {
  readonly #sample = new SpreadSample(STEP_SAMPLE);
  readonly #reader: Pick<CloudReader, 'grain' | 'scanPoses'>;
  readonly #metres: number;

  /** @param metres per unit of the coordinates */
  constructor(reader: Pick<CloudReader, 'grain' | 'scanPoses'>, metres: number) {
    this.#reader = reader;
    this.#metres = metres;
  }

  /** The points as they come, looked at. */
  async *watched(chunks: AsyncIterable<PointCloud>): AsyncGenerator<PointCloud> {
    for await (const chunk of chunks) {
      this.#sample.add(chunk);
      yield chunk;
    }
  }

  /** Box of each coordinate's middle 99.9 %, in the unit of the file; null: there is no point. */
  innerBox(): Bounds | null {
    return this.#sample.innerBox(OUTER_SHARE);
  }

  /** The coarsest step of the points so far, m. */
  step(): number {
    const least = COARSE_STEP / this.#metres;
    return this.#metres * Math.max(...coordinateStep(this.#sample, this.#reader, least));
  }
}

/** Share of the points that are nearer to zero than the size that counts: the rest may be strays. */
const SIZE_SHARE = 0.95;
/** Points without which nothing is said of what values they take. */
const SEEN_FROM = 100;

/**
 * The coarsest step of the coordinates of a cloud along each axis, in its units: of the type that the file stores them in, at
 * the size that they have, and of the values themselves, which may have been through a coarser type before. Call after the
 * points were read.
 *
 * @param sample of its points, in the units of the file
 * @param least steps below it are not looked for in the values
 */
export function coordinateStep(
  sample: SpreadSample,
  { grain, scanPoses }: Pick<CloudReader, 'grain' | 'scanPoses'>,
  least: number,
): [number, number, number] {
  const axes = [0, 1, 2] as const;
  if (sample.count === 0) return [0, 0, 0];
  const sizes = axes.map((axis) => sizeAlong(sample, axis, scanPoses ?? []));
  const steps = axes.map((axis) => {
    const ofType = grain?.(axis, sizes[axis]) ?? 0;
    return Math.max(ofType, seenSingle(sample.axis(axis), ofType, least));
  });
  const lattice = seenLattice(sample, least);
  return [0, 1, 2].map((axis) => Math.max(steps[axis], lattice)) as [number, number, number];
}

/** The size of the numbers along an axis: about the station, where the points have one, else as they are. */
function sizeAlong(
  sample: SpreadSample,
  axis: 0 | 1 | 2,
  stations: NonNullable<CloudReader['scanPoses']>,
): number {
  const scans = sample.scans();
  const far = (i: number): number | null => {
    const pose = stations[scans[i] >= 0 ? scans[i] : 0];
    if (pose === null || pose === undefined) return null;
    return Math.hypot(...([0, 1, 2] as const).map((k) => sample.axis(k)[i] - pose.t[k]));
  };
  const sizes = Float64Array.from(sample.axis(axis), (value, i) => far(i) ?? Math.abs(value)).sort();
  return sizes[Math.floor(SIZE_SHARE * (sizes.length - 1))];
}

/**
 * The step of single precision at the size of values that are all numbers of it; 0: they are not.
 *
 * @param ofType step in which the file stores them, to which they were rounded once more
 */
function seenSingle(values: readonly number[], ofType: number, least: number): number {
  const sizes = Float64Array.from(values, Math.abs).sort();
  const step = singleStep(sizes[Math.floor(SIZE_SHARE * (sizes.length - 1))]);
  if (values.length < SEEN_FROM || step < least || step <= ofType) return 0;
  // A chunk holds f32 about a near origin.
  const tolerance = 0.51 * ofType + least / 100;
  return values.every((value) => Math.abs(value - Math.fround(value)) <= tolerance) ? step : 0;
}

/** The step of a lattice on which all points lie along all three axes, as rounded and thinned clouds do; 0: there is none. */
function seenLattice(sample: SpreadSample, least: number): number {
  if (sample.count < SEEN_FROM) return 0;
  const sorted = ([0, 1, 2] as const).map((axis) => Float64Array.from(sample.axis(axis)).sort());
  const lattices = sorted.map((values) => latticeOf(values, least));
  const step = Math.min(...lattices);
  // Values that are all alike along an axis tell nothing.
  if (step <= 0 || !lattices.every(Number.isFinite)) return 0;
  return sorted.every((values) => fits(values, step, least / 10)) ? step : 0;
}

/** The smallest distance between two values, as the mean of all that are its multiples; 0: below `least`. */
function latticeOf(sorted: Float64Array, least: number): number {
  let gap = Number.POSITIVE_INFINITY;
  for (let i = 1; i < sorted.length; i++) {
    const own = sorted[i] - sorted[i - 1];
    if (own > least / 10 && own < gap) gap = own;
  }
  if (!Number.isFinite(gap)) return gap;
  if (gap < 0.9 * least) return 0;
  let steps = 0;
  for (let i = 1; i < sorted.length; i++) steps += Math.round((sorted[i] - sorted[i - 1]) / gap);
  return (sorted[sorted.length - 1] - sorted[0]) / steps;
}

function fits(sorted: Float64Array, step: number, tolerance: number): boolean {
  return sorted.every((value) => {
    const from = value - sorted[0];
    return Math.abs(from - step * Math.round(from / step)) <= tolerance;
  });
}

/** Digits that a coordinate must have before its last one counts as where its writer stopped, and not as its value. */
const DIGITS = 1e4;
/** Points whose digits are all looked at; later ones now and then. */
const LOOKED_AT = 4096;
const LATER = 64;

/** The digits of the coordinates of a text: a program that prints six of them leaves steps of 10 m of a northing. */
export class DigitTally {
  readonly #finest = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  readonly #largest = [0, 0, 0];
  #points = 0;

  note(x: string, y: string, z: string): void {
    const n = this.#points++;
    if (n >= LOOKED_AT && n % LATER !== 0) return;
    this.#noteOne(0, x);
    this.#noteOne(1, y);
    this.#noteOne(2, z);
  }

  #noteOne(axis: number, word: string): void {
    const value = Math.abs(Number(word));
    if (!Number.isFinite(value) || value === 0) return;
    const [, whole = '', fraction = '', exponent = '0'] =
      /^[-+]?(\d*)\.?(\d*)(?:[eE]([-+]?\d+))?$/.exec(word) ?? [];
    const digits = whole + fraction;
    // Zeros at the end are digits of some values and of none of others.
    const zeros = digits.length - digits.replace(/0+$/, '').length;
    this.#finest[axis] = Math.min(this.#finest[axis], Number(exponent) - fraction.length + zeros);
    this.#largest[axis] = Math.max(this.#largest[axis], value);
  }

  /** `grain` of a reader of text. */
  grain = (axis: 0 | 1 | 2): number => {
    const step = 10 ** this.#finest[axis];
    return Number.isFinite(step) && this.#largest[axis] / step >= DIGITS ? step : 0;
  };
}
