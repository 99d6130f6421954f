import { TARGET_SIZES } from '../model/control.ts';
import { MAX_RANGE_BIAS } from '../model/instrument-range.ts';
import { FARTHEST_METRES } from '../model/place-limit.ts';
import type { NumberBounds } from './field.ts';

/** Bounds of a number that a command takes. */
export interface CommandNumber extends NumberBounds {
  /** Whole numbers only; left out: any. */
  readonly integer?: boolean;
}

function within(unit: string, min: number, max: number): CommandNumber {
  return { unit, min, max };
}

function count(min: number, max: number): CommandNumber {
  return { ...within('', min, max), integer: true };
}

/** Chainages: a thousand kilometres, of which no mine has a drive. */
export const CHAINAGE_BOUNDS = { unit: 'm', min: -1e6, max: 1e6 } as const satisfies NumberBounds;

/**
 * Least and greatest of the numbers that commands take beside those of the measurement (`MEASURE_FIELDS`), of the
 * registration methods (`LAB_FIELDS`) and of the simulator (`SIMULATOR_RANGES`): what lies beyond is mistyped, and would take hours or all memory before it fails.
 */
export const COMMAND_NUMBERS = {
  /** A coordinate in the mine grid. */
  place: within('m', -FARTHEST_METRES, FARTHEST_METRES),
  heading: within('deg', -360, 360),
  /** A length between two scans, as it was taped. */
  knownLength: within('m', 0.01, 10_000),
  knownLengthSigma: within('m', 1e-5, 10),
  /** Of targets: diameter of discs, side of squares. */
  targetSize: within('m', TARGET_SIZES.least, TARGET_SIZES.most),
  /** Of anything that is counted or numbered, as sessions and scans are. */
  number: count(0, 0x7fffffff),
  seed: count(0, 0xffffffff),
  port: count(0, 65_535),
  cloud: { pointAccuracy: within('m', 0, MAX_RANGE_BIAS), lengthAccuracy: within('%', 0, 10) },
  /** Edge of the cubes of which the map files keep a point. */
  mapVoxel: within('m', 0, 5),
  chamber: { againstPlace: within('m', 1e-4, 100) },
  calibrate: { distance: within('m', 0.1, 500), distanceSigma: within('m', 1e-5, 1) },
  /** With fewer points normals have too few neighbours. */
  tune: { points: count(64, 4_194_304), rounds: count(1, 1000) },
} as const;
