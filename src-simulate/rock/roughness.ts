import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { smoothstep } from '../motion/smoothstep.ts';
import type { Section } from './section.ts';
import { VALUE_NOISE_SIGMA, valueNoise3 } from './value-noise.ts';

/** One octave of the wall roughness. */
interface Octave {
  /** Approximate wavelength, m. */
  readonly wavelength: number;
  /** Standard deviation of the radial displacement, m. */
  readonly sigma: number;
}

/** Deviation of the rock from the nominal section. */
export interface RoughnessOptions {
  readonly octaves: readonly Octave[];
  /** Standard deviation of the displacement that is constant along the drive, m: a smooth drive is out of round too. */
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

/** A shotcreted or bored drive: out of round by centimetres, rough by millimetres, the same along its whole length. */
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

/** Step back at the end of a round, as a share of its length. */
const STEP_BACK = 0.06;
/**
 * Radius of the cylinder on which the noise is evaluated, m, about that of the drive, so that wavelengths are true
 * metres.
 */
const NOISE_RADIUS = 2.4;

/** Radial displacement of the rock outward (m) at a chainage and the i-th of the angles it was built for. */
export type Displacement = (s: number, i: number) => number;

/**
 * Builds the displacement field of a seed; periodic in the angle by construction.
 *
 * @param angles rad from left towards up, at which it can be evaluated
 */
export function buildDisplacement(
  options: RoughnessOptions,
  section: Section,
  angles: Float64Array,
  seed: number,
): Displacement {
  const { octaves, prismaticSigma, meanOverbreak, scallopDepth, roundLength, floorFactor } = options;
  const roundPhase = seededRandom(subSeed(seed, 'rounds')).uniform() * roundLength;
  const layers = octaves.map(({ wavelength, sigma }, i) => ({
    seed: subSeed(seed, `octave ${i}`),
    scale: 2 / wavelength,
    gain: sigma / VALUE_NOISE_SIGMA,
  }));
  const prismaticSeed = subSeed(seed, 'prismatic');
  const scallopSeed = subSeed(seed, 'scallop');
  const floor = -section.options.axisHeight;
  const across = angles.map((theta) => NOISE_RADIUS * Math.cos(theta));
  const up = angles.map((theta) => NOISE_RADIUS * Math.sin(theta));
  // Muck and the loader's bucket make the floor a different surface: no scallops, less relief.
  const aboveFloor = angles.map((theta) =>
    smoothstep((section.radiusAt(theta) * Math.sin(theta) - floor) / 0.6),
  );
  const prismatic = angles.map(
    (_, i) =>
      (prismaticSigma / VALUE_NOISE_SIGMA) * valueNoise3(prismaticSeed, 0.5, across[i] / 0.6, up[i] / 0.6),
  );

  return (s, i) => {
    const [y, z] = [across[i], up[i]];
    let noise = prismatic[i];
    for (const layer of layers) {
      noise += layer.gain * valueNoise3(layer.seed, s * layer.scale, y * layer.scale, z * layer.scale);
    }
    const relief = noise * (floorFactor + (1 - floorFactor) * aboveFloor[i]);
    if (aboveFloor[i] === 0) return relief;
    const rounds = (s + roundPhase) / roundLength;
    const round = Math.floor(rounds);
    const share = 0.6 + 0.4 * valueNoise3(scallopSeed, round + 0.5, y / 1.5, z / 1.5);
    return relief + aboveFloor[i] * (meanOverbreak + scallopDepth * share * grownShare(rounds - round));
  };
}

/** Share of the scallop depth: overbreak grows along a round and steps back at its end. */
function grownShare(along: number): number {
  const growing = 1 - STEP_BACK;
  return along < growing ? along / growing : 1 - smoothstep((along - growing) / STEP_BACK);
}
