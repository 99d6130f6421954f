import { SIMULATE_DEFAULTS } from './options.ts';

/** Least and greatest of a number, both taken, in a unit. */
interface Range {
  readonly unit: string;
  readonly min: number;
  readonly max: number;
}

const range = (unit: string, min: number, max: number): Range => ({ unit, min, max });

const { start, standoff, section } = SIMULATE_DEFAULTS;
/** Way that the sensor goes at least, m. */
const LEAST_WAY = 4;
/** At 10 Hz and a walk 20 000 scans and two gigabytes. */
const LONGEST = 2000;

/** Least length of a drive in which the sensor starts and stops so far from its ends, m. */
export function leastLength(of: { readonly start: number; readonly standoff: number }): number {
  return of.start + of.standoff + LEAST_WAY;
}

/**
 * Shortest drive that is surveyed from end to end, m: a 16-beam sensor sees crown and floor only some 8 m ahead, so a
 * shorter path leaves a gap in the middle.
 */
const SHORTEST_SAMPLE = 28;

const LENGTH = range('m', leastLength(SIMULATE_DEFAULTS), LONGEST);
/** Of one error of the ranges. */
const BIAS = range('mm', -200, 200);
/** A patch of the wall moves by this share of the width at most, so that the drive stays one. */
const INWARD = (1000 * section.width) / 8;
const OUTWARD = (1000 * section.width) / 4;

/**
 * What the simulator takes of the numbers that the command line hands over, in its units: the one table of `--help`, of
 * the parser, and of the checks of the simulator. What depends on another number, such as a chainage on the length, is
 * the widest here.
 */
export const SIMULATOR_RANGES = {
  length: LENGTH,
  sample: range('m', SHORTEST_SAMPLE, LONGEST),
  speed: range('m/s', 0.1, 5),
  /** Between groups of targets: closer ones would overlap. */
  targets: range('m', 7, LONGEST),
  targetSize: range('m', 0.05, 1),
  stand: range('s', 0, 600),
  reverse: range('m', 0.1, LONGEST - standoff - start),
  turn: range('deg', -720, 720),
  lift: range('m', 0.05, 0.6),
  walker: range('m', 1.5, 30),
  face: LENGTH,
  closed: range('mm', -OUTWARD, INWARD),
  scaled: range('mm', -INWARD, OUTWARD),
  albedoPeriod: range('m', 0.1, 100),
  waterLevel: range('m', -1, 1),
  waterDepth: range('m', 0, 2),
  waterMirror: range('', 0, 1),
  dustRate: range('per m', 0, 10),
  muck: range('m', 0.05, section.height / 2),
  /** Of a vehicle: beyond is rock. */
  left: range('m', -section.width / 2, section.width / 2),
  bias: BIAS,
  /** Standard deviations: five times as much is an error that the simulator takes of one beam. */
  beamOffsets: range('mm', 0, BIAS.max / 5),
  beamAngles: range('deg', 0, 0.4),
  spot: range('deg', 0, 2),
  blooming: range('deg', 0, 5),
  /** Of a knock, of which roll has 0.8. */
  jolt: range('deg', -25, 25),
  gap: range('s', 0, 600),
  lostPackets: range('', 0, 0.9),
} as const satisfies Record<string, Range>;
