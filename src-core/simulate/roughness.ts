import { seededRandom, subSeed } from '../math/random.ts';
import type { Section } from './section.ts';
import { smoothstep } from './smoothstep.ts';
import { VALUE_NOISE_SIGMA, valueNoise3 } from './value-noise.ts';

/** One scale of wall roughness. */
export interface Octave {
  /** Metres from bump to bump, about. */
  readonly wavelength: number;
  /** Standard deviation of the radial displacement, m. */
  readonly sigma: number;
}

/** How the rock deviates from the nominal section. */
export interface RoughnessOptions {
  readonly octaves: readonly Octave[];
  /** Displacement that does not change along the drive, m (sigma): a smooth drive is out of round too. */
  readonly prismaticSigma: number;
  /** Mean radial overbreak of walls and crown, m. */
  readonly meanOverbreak: number;
  /** Radial growth along one blasting round before the section steps back, m; 0 for none. */
  readonly scallopDepth: number;
  /** Length of a blasting round, m. */
  readonly roundLength: number;
  /** Roughness of the floor relative to that of the walls. */
  readonly floorFactor: number;
}

/** Drill-and-blast rock. */
export const ROUGH_ROCK: RoughnessOptions = {
  octaves: [
    { wavelength: 6, sigma: 0.05 },
    { wavelength: 2.4, sigma: 0.04 },
    { wavelength: 1, sigma: 0.025 },
    { wavelength: 0.45, sigma: 0.013 },
    { wavelength: 0.22, sigma: 0.006 },
  ],
  prismaticSigma: 0,
  meanOverbreak: 0.05,
  scallopDepth: 0.18,
  roundLength: 3,
  floorFactor: 0.7,
};

/** A shotcreted or bored drive: out of round by centimetres, rough by millimetres, the same all along. */
export const SMOOTH_ROCK: RoughnessOptions = {
  octaves: [{ wavelength: 0.5, sigma: 0.002 }],
  prismaticSigma: 0.02,
  meanOverbreak: 0.01,
  scallopDepth: 0,
  roundLength: 3,
  floorFactor: 1,
};

/** The nominal section itself: for tests against closed formulas. */
export const EXACT_ROCK: RoughnessOptions = {
  octaves: [],
  prismaticSigma: 0,
  meanOverbreak: 0,
  scallopDepth: 0,
  roundLength: 3,
  floorFactor: 1,
};

/** The step back at the end of a round takes this share of its length. */
const STEP_BACK = 0.06;
/** The noise lives on a cylinder of about the drive's radius, so that wavelengths are true metres. */
const NOISE_RADIUS = 2.4;

/** Radial displacement of the rock outward (m) as a function of chainage and angle. */
export type Displacement = (s: number, theta: number) => number;

/** Builds the displacement field of a seed; periodic in the angle by construction. */
export function buildDisplacement(options: RoughnessOptions, section: Section, seed: number): Displacement {
  const { octaves, prismaticSigma, meanOverbreak, scallopDepth, roundLength, floorFactor } = options;
  const random = seededRandom(subSeed(seed, 'rounds'));
  const roundPhase = random.uniform() * roundLength;
  const layers = octaves.map(({ wavelength, sigma }, i) => ({
    seed: subSeed(seed, `octave ${i}`),
    scale: 2 / wavelength,
    gain: sigma / VALUE_NOISE_SIGMA,
  }));
  const prismaticSeed = subSeed(seed, 'prismatic');
  const scallopSeed = subSeed(seed, 'scallop');
  const floor = -section.options.axisHeight;

  return (s, theta) => {
    const [y, z] = [NOISE_RADIUS * Math.cos(theta), NOISE_RADIUS * Math.sin(theta)];
    // Muck and the loader's bucket make the floor its own kind of surface: no scallops, less relief.
    const aboveFloor = smoothstep((section.radiusAt(theta) * Math.sin(theta) - floor) / 0.6);
    let noise = 0;
    for (const layer of layers) {
      noise += layer.gain * valueNoise3(layer.seed, s * layer.scale, y * layer.scale, z * layer.scale);
    }
    if (prismaticSigma > 0) {
      noise += (prismaticSigma / VALUE_NOISE_SIGMA) * valueNoise3(prismaticSeed, 0.5, y / 0.6, z / 0.6);
    }
    let scallop = 0;
    if (scallopDepth > 0) {
      const rounds = (s + roundPhase) / roundLength;
      const round = Math.floor(rounds);
      const along = rounds - round;
      const grown =
        along < 1 - STEP_BACK ? along / (1 - STEP_BACK) : 1 - smoothstep((along - 1 + STEP_BACK) / STEP_BACK);
      const share = 0.6 + 0.4 * valueNoise3(scallopSeed, round + 0.5, y / 1.5, z / 1.5);
      scallop = scallopDepth * share * grown;
    }
    return noise * (floorFactor + (1 - floorFactor) * aboveFloor) + aboveFloor * (meanOverbreak + scallop);
  };
}
