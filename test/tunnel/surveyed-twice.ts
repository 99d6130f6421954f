import { type Random, seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import type { Volume } from '../../src-core/model/tunnel.ts';
import { type VolumeOptions, volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { waveRelief } from './wave-relief.ts';

const RADIUS = 2.2;
const LENGTH = 10;
const [FROM, TO] = [1, 9];
const BEAMS = 16;
export const AXIS: Axis = {
  chainage: Float64Array.of(0, LENGTH),
  xyz: Float64Array.of(0, 0, 0, LENGTH, 0, 0),
  kind: 'slope',
  source: 'given',
};

/** Ray of a simulated sensor, and where it starts. */
export interface Ray {
  readonly cosine: number;
  readonly range: number;
  readonly beam: number;
  readonly pass: number;
}

/** What is wrong with a sensor or its poses. */
export interface Fault {
  /** Further length of a range, m. */
  readonly range?: (ray: Ray) => number;
  /** Displacement of the map, left and up, m. */
  readonly shift?: (scan: number, pass: number) => readonly [number, number];
}

const relief = (random: Random) => waveRelief(random, { waves: 8, height: 0.017, radius: RADIUS });

/** Volume of a rough cylinder that a sensor of 16 beams drives through, out and back. */
export function surveyedTwice(
  seed: number,
  fault: Fault = {},
  { options = {} as Partial<VolumeOptions>, ...how } = {} as WallOptions & {
    options?: Partial<VolumeOptions>;
  },
) {
  return volumeBetween(wallTwice(seed, fault, how), FROM, TO, options);
}

interface WallOptions {
  readonly perScan?: number;
  /** True if it is known which beam, scan and pass a point is of. */
  readonly known?: boolean;
}

/** The wall of that cylinder. */
export function wallTwice(
  seed: number,
  fault: Fault = {},
  { perScan = 3000, known = true }: WallOptions = {},
): WallSurface {
  const random = seededRandom(seed);
  const rock = relief(random);
  const accumulator = new ProfileAccumulator(AXIS);
  const xyz = new Float32Array(3 * perScan);
  const beam = new Uint8Array(perScan);
  const places = Array.from({ length: 36 }, (_, i) => -4 + 0.5 * i);
  const route = [...places, ...places.toReversed().map((place) => place - 0.25)];
  route.forEach((place, scan) => {
    const pass = scan < places.length ? 0 : 1;
    const [left, up] = fault.shift?.(scan, pass) ?? [0, 0];
    for (let i = 0; i < perScan; i++) {
      beam[i] = i % BEAMS;
      const elevation = (((i % BEAMS) - 7.5) * 2.1 * Math.PI) / 180;
      const azimuth = 2 * Math.PI * random.uniform();
      const d = [
        Math.cos(elevation) * Math.cos(azimuth),
        Math.cos(elevation) * Math.sin(azimuth),
        Math.sin(elevation),
      ];
      const across = Math.hypot(d[1], d[2]);
      const angle = Math.atan2(d[2], d[1]);
      let range = RADIUS / across;
      for (let step = 0; step < 4; step++) range = (RADIUS + rock(place + range * d[0], angle)) / across;
      const ray = { cosine: across, range, beam: i % BEAMS, pass };
      const measured = range + 0.015 * random.normal() + (fault.range?.(ray) ?? 0);
      const isSeen = measured < 40;
      xyz[3 * i] = isSeen ? place + measured * d[0] : Number.NaN;
      xyz[3 * i + 1] = measured * d[1] + left;
      xyz[3 * i + 2] = measured * d[2] + up;
    }
    accumulator.add(xyz, [0, 0, 0], perScan, null, [place, left, up], known ? { beam, scan, pass } : null);
  });
  return accumulator.wall();
}

/** Codes of the warnings for halves that differ. */
export function differing({ warnings }: Volume): string[] {
  return warnings.flatMap(({ code, sentence }) => (code === 'halves-differ' ? [sentence!.code] : []));
}

/** Standard uncertainty for what halves showed, m^3. */
export function unmodelled({ uncertainty }: Volume): number {
  return uncertainty.find(({ source }) => source === 'unmodelled')!.sigma;
}
