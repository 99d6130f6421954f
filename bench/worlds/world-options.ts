import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import type { InstrumentOptions } from '../../src-simulate/instrument.ts';
import {
  mineBolts,
  mineEffects,
  mineMesh,
  minePools,
  roughHandling,
} from '../../src-simulate/mine-effects.ts';
import type { AlignmentElement } from '../../src-simulate/motion/drive-alignment.ts';
import { SIMULATE_DEFAULTS, type SimulateOptions } from '../../src-simulate/options.ts';
import { BEAMS } from '../../src-simulate/os1-16.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { EXACT_ROCK } from '../../src-simulate/rock/roughness.ts';
import type { WorldDrive, WorldKind, WorldName, WorldRock } from './seeds.ts';

/**
 * The individual instrument of a world: sigma 0.02 degrees of the beam elevations and 4 mm of the beam offsets; a bias by
 * incidence whose sign is always that of a spot that spreads along the wall; noise by range and signal; a spot of 0.2
 * degrees. `long` is what `bias` and `mine` add: ranges 8 mm long, and 6 mm of warming up.
 */
const INSTRUMENT = {
  elevationDeg: 0.02,
  offset: 0.004,
  secant: { least: 0.002, most: 0.008 },
  noise: { least: 0.008, perMetre: 2e-4, atOnePhoton: 0.12 },
  spotDeg: 0.2,
  long: { rangeBias: 0.008, warmUp: { bias: 0.006, seconds: 300 } },
} as const;

/** Radius of the curve of a smooth drive, m, and its gradient. */
const SMOOTH = { radius: 40, grade: 0.02 };

/** A gallery with plane walls whose distance was taped: the robot drives a few metres of it, m and m/s. */
const ROOM = { length: 18, start: 4, standoff: 9, speed: 0.5 };

/** Draws the instrument of a drive: normal offsets and elevations, uniform size of the bias by incidence. */
export function worldInstrument(seed: number, isLong: boolean): InstrumentOptions {
  const random = seededRandom(subSeed(seed, 'world instrument'));
  const perBeam = (sigma: number) => Array.from({ length: BEAMS }, () => sigma * random.normal());
  const beamElevations = perBeam(INSTRUMENT.elevationDeg);
  const beamOffsets = perBeam(INSTRUMENT.offset);
  const { least, most } = INSTRUMENT.secant;
  return {
    beamElevations,
    beamOffsets,
    secantBias: least + (most - least) * random.uniform(),
    noise: INSTRUMENT.noise,
    spotDeg: INSTRUMENT.spotDeg,
    ...(isLong ? INSTRUMENT.long : {}),
  };
}

/** Options of one drive of a world. */
export function worldOptions(world: WorldName, { seed, length, speed, line }: WorldDrive): SimulateOptions {
  const [kind, rock] = world.split('-') as [WorldKind, WorldRock];
  return {
    ...presetOptions(rock, length),
    ...(rock === 'smooth' ? { alignment: smoothLine(line, length) } : {}),
    seed,
    speed,
    ...effectsOf(kind, length),
    ...instrumentsOf(kind, seed),
  };
}

/** Options of the drive by which the same instrument is calibrated before, and the true distance of the walls, m. */
export function roomOptions(world: WorldName, { seed }: WorldDrive): SimulateOptions {
  const [kind] = world.split('-') as [WorldKind];
  return {
    ...SIMULATE_DEFAULTS,
    ...ROOM,
    alignment: [{ length: ROOM.length, radius: null, grade: 0 }],
    roughness: EXACT_ROCK,
    seed: subSeed(seed, 'room'),
    ...instrumentsOf(kind, seed),
  };
}

function smoothLine(line: WorldDrive['line'], length: number): AlignmentElement[] {
  const element = (share: number, radius: number | null) => ({
    length: share * length,
    radius,
    grade: SMOOTH.grade,
  });
  return line === 'straight'
    ? [element(1, null)]
    : [element(0.4, null), element(0.35, SMOOTH.radius), element(0.25, null)];
}

function effectsOf(kind: WorldKind, length: number): Partial<SimulateOptions> {
  const bolts = mineBolts({ from: 0.3 * length, to: 0.85 * length });
  switch (kind) {
    case 'wet':
      return { pools: minePools(length) };
    case 'mesh':
      return { mesh: mineMesh(length), bolts };
    case 'dust': {
      const { dust, walker } = mineEffects(length);
      return { dust, walker, bolts, pools: minePools(length) };
    }
    case 'mine':
      return mineEffects(length);
    case 'handled':
      return roughHandling(SIMULATE_DEFAULTS, length);
    default:
      return {};
  }
}

function instrumentsOf(kind: WorldKind, seed: number): Partial<SimulateOptions> {
  if (kind === 'clean') return {};
  return { instrument: worldInstrument(seed, kind === 'bias' || kind === 'mine'), imuErrors: 'drawn' };
}
