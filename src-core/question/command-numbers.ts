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

/** Places in the drive that the simulator builds; at 10 Hz a kilometre at a walk is 10 000 scans and a gigabyte. */
const ALONG = within('m', 0, 10_000);
const SECONDS = within('s', 0, 3600);
const BIAS = within('mm', -1000, 1000);
/** Angles within a beam or between beams, drawn at random: more than this and no point is where it belongs. */
const BEAM = within('deg', 1e-4, 10);

/**
 * Least and greatest of the numbers that commands take beside those of the measurement (`MEASURE_FIELDS`) and of the
 * registration methods (`LAB_FIELDS`): what lies beyond is mistyped, and would take hours or all memory before it fails.
 */
export const COMMAND_NUMBERS = {
  /** A coordinate in the mine grid. */
  place: within('m', -FARTHEST_METRES, FARTHEST_METRES),
  heading: within('deg', -360, 360),
  /** A length between two scans, as it was taped. */
  knownLength: within('m', 0.01, 10_000),
  knownLengthSigma: within('m', 1e-5, 10),
  chamber: { againstPlace: within('m', 1e-4, 100) },
  calibrate: { distance: within('m', 0.1, 500), distanceSigma: within('m', 1e-5, 1) },
  tune: { points: count(0, 4_194_304), rounds: count(0, 1000) },
  drive: { length: within('m', 1, 10_000), speed: within('m/s', 0.01, 20) },
  simulate: {
    targets: within('m', 0.1, 1000),
    targetSize: within('m', 0.01, 5),
    stand: SECONDS,
    reverse: within('m', 0, 1000),
    turn: within('deg', -3600, 3600),
    walker: within('m', 0.1, 100),
    face: ALONG,
    since: ALONG,
    moved: BIAS,
    albedoPeriod: within('m', 0.01, 1000),
    lift: within('m', -100, 100),
    waterLevel: within('m', -100, 100),
    waterDepth: within('m', 0, 100),
    share: within('', 0, 1),
    dustRate: within('per m', 1e-6, 100),
    muck: within('m', 0, 20),
    left: within('m', -30, 30),
    bias: BIAS,
    beamOffsets: within('mm', 1e-3, 1000),
    beam: BEAM,
    jolt: within('deg', -90, 90),
    time: SECONDS,
  },
} as const;
