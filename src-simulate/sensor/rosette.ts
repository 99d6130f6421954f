import { seededRandom, subSeed } from '../../src-core/math/random.ts';
import { castEcho, recordEcho } from '../cast-scan.ts';
import type { Drive } from '../drive.ts';
import { BEAMS, ROTATION_HZ } from '../os1-16.ts';
import { emptyBlock } from './cast-firing.ts';
import type { Echo } from './ray-tracer.ts';

/** A sensor whose points follow a rosette: a single direction at each instant, and no rows and columns. */
export interface Rosette {
  readonly pointsPerSecond: number;
  /** Writes the unit vector of its ray at an instant, s since the start: x forwards, y left, z up. */
  directionAt(seconds: number, out: Float64Array): void;
}

const RADIANS = Math.PI / 180;

/** Revolutions a second of the two prisms of a Mid-40, and what each turns a ray by, degrees. */
const PRISMS = { first: 7294 / 60, second: -4664 / 60, deflectionDeg: 38.4 / 4 };

/**
 * Livox Mid-40: two Risley prisms that turn against each other at 7294 and 4664 rpm (Brazeal, Wilkinson and Hochmair 2021,
 * "A rigorous observation model for the Risley prism-based Livox Mid-40 lidar sensor", Sensors 21), here of small angles,
 * over its circular field of 38.4 degrees; 100 000 points a second.
 */
const MID_40: Rosette = {
  pointsPerSecond: 100_000,
  directionAt: (seconds, out) => {
    const [a, b] = [2 * Math.PI * PRISMS.first * seconds, 2 * Math.PI * PRISMS.second * seconds];
    const across = PRISMS.deflectionDeg * RADIANS * (Math.cos(a) + Math.cos(b));
    const up = PRISMS.deflectionDeg * RADIANS * (Math.sin(a) + Math.sin(b));
    const off = Math.hypot(across, up);
    const share = off === 0 ? 0 : Math.sin(off) / off;
    out[0] = Math.cos(off);
    out[1] = share * across;
    out[2] = share * up;
  },
};

/** Field of view of a Mid-360 about its axis, degrees, and an invented motion within it, Hz. */
const FIELD = { lowestDeg: -7, highestDeg: 52 };
const SWEEPS = { turns: 10.37, nods: 1013.9 };

/**
 * A sensor with the field of view (360 by -7 to 52 degrees) and the 200 000 points a second of a Livox Mid-360, by its
 * data sheet. How its ray moves within the field is not published: here it turns, and nods a hundred times a turn, at rates
 * that do not repeat. It leans ahead by 45 degrees, as on carried mappers, so that it sees crown, floor and far ahead, and its
 * extrinsic is set so that x is ahead and z up, as the maker's programs let it be.
 */
const MID_360: Rosette = {
  pointsPerSecond: 200_000,
  directionAt: (seconds, out) => {
    const azimuth = 2 * Math.PI * SWEEPS.turns * seconds;
    const phase = (SWEEPS.nods * seconds) % 1;
    const share = phase < 0.5 ? 2 * phase : 2 - 2 * phase;
    const elevation = (FIELD.lowestDeg + share * (FIELD.highestDeg - FIELD.lowestDeg)) * RADIANS;
    const ahead = Math.cos(elevation) * Math.cos(azimuth);
    const along = Math.sin(elevation);
    out[0] = Math.SQRT1_2 * (ahead + along);
    out[1] = Math.cos(elevation) * Math.sin(azimuth);
    out[2] = Math.SQRT1_2 * (along - ahead);
  },
};

/** Sensors with a rosette that the simulator knows. */
export const ROSETTES = { 'mid-40': MID_40, 'mid-360': MID_360 } as const satisfies Record<string, Rosette>;
export type RosetteName = keyof typeof ROSETTES;

/** Points of a rosette as its sensor measured them: ranges in whole millimetres along its rays. */
interface RosettePoints {
  readonly count: number;
  /** 3 * count, m, sensor frame at the instant of each point; zeros: no return. */
  readonly xyz: Float64Array;
  readonly reflectivity: Uint16Array;
  /** s since the start of the drive. */
  readonly seconds: Float64Array;
}

/** Casts the points of a frame, a tenth of a second, each from the true pose at its own instant. */
export function castRosette(
  drive: Drive,
  { pointsPerSecond, directionAt }: Rosette,
  frame: number,
): RosettePoints {
  const { options, trajectory, schedule, walker } = drive;
  const count = Math.round(pointsPerSecond / ROTATION_HZ);
  const random = seededRandom(subSeed(options.surveySeed ?? options.seed, `frame ${frame}`));
  const block = emptyBlock(count);
  const xyz = new Float64Array(3 * count);
  const seconds = new Float64Array(count);
  const [pose, ray, d] = [
    { R: new Float64Array(9), t: new Float64Array(3) },
    new Float64Array(6),
    new Float64Array(3),
  ];
  const echo: Echo = { kind: 'none', range: 0, albedo: 0, cosine: 1, gain: 1, chancy: false };
  for (let i = 0; i < count; i++) {
    const id = frame * count + i;
    const time = id / pointsPerSecond;
    seconds[i] = time;
    directionAt(time, d);
    trajectory.poseInto(time, pose);
    const { R, t } = pose;
    const { chainage } = schedule.at(time);
    walker?.followTo(chainage);
    for (let k = 0; k < 3; k++) {
      ray[k] = t[k];
      ray[3 + k] = R[3 * k] * d[0] + R[3 * k + 1] * d[1] + R[3 * k + 2] * d[2];
    }
    castEcho(drive, ray, chainage, id, echo);
    recordEcho(drive, block, i, echo, i % BEAMS, time, random);
    const range = block.rangeMm[i] / 1000;
    for (let k = 0; k < 3; k++) xyz[3 * i + k] = range * d[k];
  }
  return { count, xyz, reflectivity: block.reflectivity, seconds };
}
