import { uniformSigma } from '../../math/coverage.ts';
import type { InstrumentPosterior, InstrumentRange } from '../../model/instrument-range.ts';
import { COVERAGE_95 } from '../../model/reliability.ts';
import type { InstrumentCorrection } from '../../model/tunnel.ts';
import { PER_ANGLE, solveAngles } from '../wall/cells/half-sums.ts';
import { type HalfSums, UNKNOWN, type WallGrid } from '../wall/cells/wall-grid.ts';
import type { DriveWall } from '../wall/gather-drive.ts';
import { integrateWall } from '../wall/wall-integral.ts';
import { WallSurface } from '../wall/wall-surface.ts';
import { type RangeLever, radiusPerBias, rangeLever } from './range-lever.ts';

/** Fewest blocks of 0.9 m whose scatter tells a standard error. */
export const FEWEST_BLOCKS = 6;
/**
 * What the relief of rough rock, mixed points and things in the drive add to the two figures of `observedErrors`, m: their
 * scatter about the truth of simulated drives, smooth to blast-rough (docs/volume.md, 4.9).
 */
const SYSTEMATIC_SIGMA = { difference: 0.0012, slant: 0.0025 };
/** Standard errors by which ranges that meet the wall squarely must be longer than slanting ones, not to be so by chance. */
const LONG_FACTOR = 2;
/** Standard deviation of a bias of which nothing is known before it is seen, m. */
const UNKNOWN_BIAS = 1;

/**
 * The errors that the ranges of a drive may have once its own scans have been asked (docs/volume.md, 4.9): the prior of what is
 * stated of the instrument, updated by what rays that met the same patch of wall at different angles differ by.
 *
 * @param halves undefined: where the points are from is not known, and the prior stands
 */
export function instrumentPosterior(
  halves: HalfSums | undefined,
  instrument: InstrumentRange,
): InstrumentPosterior {
  const { rangeBias, warmUpBias, beamSigma, beams, spreadBias, incidenceBias } = instrument;
  const priorSigma = Math.hypot(
    uniformSigma(rangeBias),
    uniformSigma(warmUpBias),
    beamSigma / Math.sqrt(beams),
  );
  const [spread, slant] = [uniformSigma(spreadBias), uniformSigma(incidenceBias)];
  const stated: Moments = { mean: [0, 0, 0], covariance: diagonal([priorSigma, spread, slant]) };
  const seen = halves && observedErrors(halves);
  if (!seen) return { ...stated, priorSigma };
  // A spot that spreads lengthens slanting ranges, if any: what is longer where rays meet the wall squarely is a bias of all, of
  // what is seen and what the spot hides of it.
  const long: Moments = {
    mean: [0, spreadBias / 2, 0],
    covariance: diagonal([UNKNOWN_BIAS, uniformSigma(spreadBias / 2), slant]),
  };
  const share = priorSigma > 0 ? longShare(seen, instrument) : 0;
  return { ...mixed(updated(stated, seen), updated(long, seen), share), priorSigma };
}

type Moments = Pick<InstrumentPosterior, 'mean' | 'covariance'>;

const diagonal = (sigmas: readonly number[]): number[] =>
  sigmas.flatMap((sigma, i) => sigmas.map((_, j) => (i === j ? sigma * sigma : 0)));

/** Kalman update of independent errors by what is seen: the first less the second, and the third. */
function updated(
  { mean, covariance: p }: Moments,
  { difference, slant, covariance: r }: ObservedErrors,
): Moments {
  const [b, c, k] = [p[0], p[4], p[8]];
  const s = [b + c + r[0] + SYSTEMATIC_SIGMA.difference ** 2, r[1], k + r[2] + SYSTEMATIC_SIGMA.slant ** 2];
  const determinant = s[0] * s[2] - s[1] * s[1];
  const inverse = [s[2] / determinant, -s[1] / determinant, s[0] / determinant];
  /** Covariance times the transpose of what each error adds to what is seen: 3 x 2. */
  const PH = [
    [b, 0],
    [-c, 0],
    [0, k],
  ];
  const gain = PH.map(([x, y]) => [x * inverse[0] + y * inverse[1], x * inverse[1] + y * inverse[2]]);
  const off = [difference - (mean[0] - mean[1]), slant - mean[2]];
  return {
    mean: gain.map(([g, h], i) => mean[i] + g * off[0] + h * off[1]),
    covariance: gain.flatMap(([g, h], i) => PH.map(([x, y], j) => p[3 * i + j] - g * x - h * y)),
  };
}

/**
 * How sure it is, 0 to 1, that the ranges are longer where they meet the wall squarely: rising over one standard error, so that
 * a drive that is measured again does not jump from one answer to the other.
 */
function longShare({ difference, covariance: r }: ObservedErrors, instrument: InstrumentRange): number {
  // One that is known of this very instrument must be contradicted.
  const beyond = difference - (instrument.isBiasKnown ? sharedBound(instrument) : 0);
  const sigma = Math.sqrt(r[0] + SYSTEMATIC_SIGMA.difference ** 2);
  return Math.min(1, Math.max(0, beyond / sigma - LONG_FACTOR));
}

/** Mean and covariance of what is either of two, the second with a probability of `share`. */
function mixed(a: Moments, b: Moments, share: number): Moments {
  const apart = b.mean.map((value, i) => value - a.mean[i]);
  const between = share * (1 - share);
  return {
    mean: a.mean.map((value, i) => value + share * apart[i]),
    covariance: a.covariance.map((value, i) => {
      const within = value + share * (b.covariance[i] - value);
      return within + between * apart[Math.floor(i / 3)] * apart[i % 3];
    }),
  };
}

/** Bound of what is common to all ranges by what is stated: of bias, warm-up and the mean of the beams, m. */
export function sharedBound({ rangeBias, warmUpBias, beamSigma, beams }: InstrumentRange): number {
  return Math.hypot(rangeBias, warmUpBias, (COVERAGE_95 * beamSigma) / Math.sqrt(beams));
}

/** What the rays of a wall say of their errors, m: see `observedErrors`. */
interface ObservedErrors {
  readonly difference: number;
  readonly slant: number;
  /** Their variances and covariance: of the first, of both, of the second. */
  readonly covariance: readonly [number, number, number];
}

/**
 * Regression of the residuals of a wall, within its patches, on how their rays met it: the bias of all ranges less the
 * coefficient of the one that grows as 1 / cos - 1, which change a radius alike but for a constant, and the one that
 * grows as 1 - cos. Standard errors are those of the jackknife over blocks of 0.9 m.
 *
 * @param known blocks that count; left out: all with points
 * @returns null: too little of the wall was met at different angles
 */
export function observedErrors(
  { angles, blocks }: HalfSums,
  known = Array.from({ length: blocks }, (_, block) => block).filter(
    (block) => angles[block * PER_ANGLE] > 0,
  ),
): ObservedErrors | null {
  const whole = new Float64Array(PER_ANGLE);
  for (const block of known) for (let i = 0; i < PER_ANGLE; i++) whole[i] += angles[block * PER_ANGLE + i];
  const n = known.length;
  if (n < FEWEST_BLOCKS) return null;
  const parts = known.map((block) => solveAngles(whole.map((sum, i) => sum - angles[block * PER_ANGLE + i])));
  const mean = [0, 1].map((k) => parts.reduce((sum, part) => sum + part[k], 0) / n);
  const covariance = (i: number, j: number): number =>
    ((n - 1) / n) * parts.reduce((sum, part) => sum + (part[i] - mean[i]) * (part[j] - mean[j]), 0);
  const [difference, slant] = solveAngles(whole);
  return { difference, slant, covariance: [covariance(0, 0), covariance(0, 1), covariance(1, 1)] };
}

/** What the errors of an instrument do to a volume, m^3. */
export interface InstrumentEffect {
  /** Their mean, by which the wall is corrected. */
  readonly mean: number;
  /**
   * Sensitivity to a metre of the prior's standard deviation of the bias of all ranges, m^2: with what of the other errors goes
   * with it, since only their difference is seen.
   */
  readonly common: number;
  /** Standard deviation of the rest of the errors by incidence. */
  readonly rest: number;
}

export function effectOn(
  lever: RangeLever,
  { mean, covariance, priorSigma }: InstrumentPosterior,
): InstrumentEffect {
  const a = [lever.bias, lever.spread, lever.incidence];
  const with_ = [0, 1, 2].map((i) => a.reduce((sum, factor, j) => sum + factor * covariance[3 * i + j], 0));
  const variance = a.reduce((sum, factor, i) => sum + factor * with_[i], 0);
  const sigma = Math.sqrt(covariance[0]);
  const shared = sigma > 0 ? Math.abs(with_[0]) / sigma : 0;
  return {
    mean: a.reduce((sum, factor, i) => sum + factor * mean[i], 0),
    common: priorSigma > 0 && sigma > 0 ? shared / priorSigma : lever.bias,
    rest: Math.sqrt(Math.max(0, variance - shared * shared)),
  };
}

/**
 * A wall as it was gathered, less what its own scans show of the errors of the instrument: so much for bounds of these errors
 * that are known, and different for others, while the points stay.
 */
export function correctedDrive(drive: DriveWall, instrument: InstrumentRange): DriveWall {
  const posterior = instrumentPosterior(drive.wall.grid.halves, instrument);
  const wall = correctedWall(drive.wall, posterior);
  return wall === drive.wall ? drive : { ...drive, wall, correctedBy: posterior };
}

/**
 * The wall less what the mean of the posterior moved each of its cells by.
 *
 * @returns the wall itself where nothing is known to move it
 */
export function correctedWall(wall: WallSurface, { mean }: InstrumentPosterior): WallSurface {
  const { geometry, options, firstSlab, centre, grid, objects, corrections } = wall;
  const { facing } = grid;
  if (facing === undefined || mean.every((value) => value === 0)) return wall;
  const radius = correctedRadius(grid, facing, mean);
  return new WallSurface(
    geometry,
    options,
    firstSlab,
    centre,
    { ...grid, radius },
    null,
    objects,
    corrections,
  );
}

function correctedRadius(
  { radius, state }: WallGrid,
  facing: Float32Array,
  mean: readonly number[],
): Float64Array {
  return radius.map((r, cell) => {
    if (state[cell] === UNKNOWN) return r;
    const per = radiusPerBias(facing[cell]);
    return r - mean[0] * per[0] - mean[1] * per[1] - mean[2] * per[2];
  });
}

/** What a wall between two chainages is corrected by. @param wall corrected */
export function instrumentCorrection(
  wall: WallSurface,
  from: number,
  to: number,
  posterior: InstrumentPosterior,
): InstrumentCorrection {
  const { mean, covariance } = posterior;
  const [bias, spread, incidence] = mean.map((value, i) => ({ value, sigma: Math.sqrt(covariance[4 * i]) }));
  const lever = rangeLever(wall, integrateWall(wall, from, to), from, to);
  return { volume: effectOn(lever, posterior).mean, bias, spread, incidence };
}
