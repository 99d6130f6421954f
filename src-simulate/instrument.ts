import { seededRandom, subSeed } from '../src-core/math/random.ts';
import { BEAMS } from './os1-16.ts';

/** Errors of one individual instrument; each is zero where absent. */
export interface InstrumentOptions {
  /** Range bias of all beams: every range is too long by this, m. */
  readonly rangeBias?: number;
  /** Further bias of each beam, m; one number per beam. */
  readonly beamOffsets?: readonly number[];
  /** True beam angles minus those of the metadata, degrees; one number per beam. */
  readonly beamElevations?: readonly number[];
  readonly beamAzimuths?: readonly number[];
  /** Range bias at an incidence of 75 degrees to the normal, m; it grows as 1 - cos of the incidence. */
  readonly incidenceBias?: number;
  /**
   * Range bias by incidence of a spot that spreads along the wall, m: this times 1 / cos of the incidence - 1. Beyond 80
   * degrees it grows no further.
   */
  readonly secantBias?: number;
  /** Range bias per decade of signal over the reference signal, m: weak echoes trigger late where negative. */
  readonly signalBias?: number;
  /** Range noise by range and signal; absent: `rangeNoise` of the drive. */
  readonly noise?: NoiseOptions;
  /** Range bias at the start of the recording, m, that goes as the sensor warms up, and its time constant, s. */
  readonly warmUp?: { readonly bias: number; readonly seconds: number };
  /** Full angle of the beam, degrees: a spot that can lie on two surfaces. */
  readonly spotDeg?: number;
  /** Angle about retro-reflective targets at which they still shine into the receiver, degrees. */
  readonly bloomingDeg?: number;
}

/** Range noise: the root of the sum of three squares. */
interface NoiseOptions {
  /** At strong signal, m. */
  readonly least: number;
  /** Per metre of range. */
  readonly perMetre: number;
  /** At a signal of one photon count, m; it falls with the root of the signal. */
  readonly atOnePhoton: number;
}

/** Signal at which the bias by signal is zero, photon counts: rock seen squarely at 4 m. */
const REFERENCE_SIGNAL = 400;
/** Decades about it beyond which the bias by signal grows no further. */
const DECADES = 2;
const AT_75_DEGREES = 1 - Math.cos((75 * Math.PI) / 180);
/** Cosine of the incidence at which the spread of the echo is wider than the receiver follows. */
const LEAST_COSINE = Math.cos((80 * Math.PI) / 180);

/** Realistic sizes of the errors of a first-generation OS1; see `drawnInstrument`. */
const DRAWN = {
  /** The maker's bound of the range accuracy on matt targets, m. */
  bias: 0.006,
  beamOffset: 0.0025,
  beamAngleDeg: 0.02,
  incidence: 0.003,
  signal: 0.001,
  warmUp: 0.003,
  warmUpSeconds: 300,
  spotDeg: 0.2,
  noise: { least: 0.008, perMetre: 2e-4, atOnePhoton: 0.12 },
} as const;

/**
 * Draws a realistic instrument: bias uniform within the maker's bound of 6 mm, beam offsets of 2.5 mm and beam angles
 * of 0.02 degrees (one sigma), up to 3 mm by incidence, 3 mm of warm-up over 5 minutes, noise by range and signal,
 * a spot of 0.2 degrees.
 */
export function drawnInstrument(
  seed: number,
): Required<Omit<InstrumentOptions, 'bloomingDeg' | 'secantBias'>> {
  const random = seededRandom(subSeed(seed, 'instrument'));
  const perBeam = (sigma: number) => Array.from({ length: BEAMS }, () => sigma * random.normal());
  const centred = (values: number[]) => {
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    return values.map((value) => value - mean);
  };
  return {
    rangeBias: DRAWN.bias * (2 * random.uniform() - 1),
    // A mean of the beams would be a bias of all.
    beamOffsets: centred(perBeam(DRAWN.beamOffset)),
    beamElevations: perBeam(DRAWN.beamAngleDeg),
    beamAzimuths: perBeam(DRAWN.beamAngleDeg),
    incidenceBias: DRAWN.incidence * random.uniform(),
    signalBias: DRAWN.signal * (2 * random.uniform() - 1),
    noise: DRAWN.noise,
    warmUp: { bias: DRAWN.warmUp * (2 * random.uniform() - 1), seconds: DRAWN.warmUpSeconds },
    spotDeg: DRAWN.spotDeg,
  };
}

/** Draws errors of the single beams: offsets in m and angles in degrees, one sigma; 0 draws none. */
export function drawnBeams(seed: number, offset: number, angleDeg: number): InstrumentOptions {
  const random = seededRandom(subSeed(seed, 'beams'));
  const perBeam = (sigma: number) => Array.from({ length: BEAMS }, () => sigma * random.normal());
  return {
    ...(offset > 0 ? { beamOffsets: perBeam(offset) } : {}),
    ...(angleDeg > 0 ? { beamElevations: perBeam(angleDeg), beamAzimuths: perBeam(angleDeg) } : {}),
  };
}

/** Error of a measured range: what all its parts add to the truth. */
export class RangeErrors {
  readonly #options: InstrumentOptions;
  readonly #rangeNoise: number;

  /** @param rangeNoise standard deviation of a range where the instrument has no noise of its own, m */
  constructor(options: InstrumentOptions, rangeNoise: number) {
    this.#options = options;
    this.#rangeNoise = rangeNoise;
  }

  /**
   * Systematic part, m.
   *
   * @param seconds since the start of the recording
   * @param photons signal, counts
   */
  bias(beam: number, seconds: number, cosine: number, photons: number): number {
    const { rangeBias, beamOffsets, incidenceBias, secantBias, signalBias, warmUp } = this.#options;
    let sum = rangeBias ?? 0;
    if (beamOffsets) sum += beamOffsets[beam];
    if (incidenceBias) sum += (incidenceBias * (1 - cosine)) / AT_75_DEGREES;
    if (secantBias) sum += secantBias * (1 / Math.max(cosine, LEAST_COSINE) - 1);
    if (signalBias) {
      const decades = Math.log10(Math.max(photons, 1e-3) / REFERENCE_SIGNAL);
      sum += signalBias * Math.min(Math.max(decades, -DECADES), DECADES);
    }
    if (warmUp) sum += warmUp.bias * Math.exp(-seconds / warmUp.seconds);
    return sum;
  }

  /** Standard deviation of the random part, m. */
  sigma(range: number, photons: number): number {
    const { noise } = this.#options;
    if (noise === undefined) return this.#rangeNoise;
    return Math.hypot(
      noise.least,
      noise.perMetre * range,
      noise.atOnePhoton / Math.sqrt(Math.max(photons, 1)),
    );
  }
}
