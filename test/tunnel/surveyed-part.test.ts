import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { extendedAxis } from '../../src-core/tunnel/axis/axis-extended.ts';
import { volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { gatherWall, type MeasuredPath } from '../../src-core/tunnel/wall/gather-drive.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { type MadeRecess, sampleRecess } from './simple-recess.ts';
import {
  ARCH_RADIUS,
  axisAlong,
  BAUL,
  BAUL_AREA,
  type Line,
  onBaul,
  put,
  type Sampled,
  sampleDrive,
  straight,
} from './solids.ts';

const SEEDS = [71, 72, 73];
const UNBIASED = { rangeBias: 0 };
const [WAY, FACE] = [{ from: 4, to: 12 }, 18.54];

describe('a drive that bends beyond the way of the robot', () => {
  it.each([25, 40, -40])('by %d m of radius shows no recess before its face', (radius) => {
    const line = bendAfter(WAY.to, radius);
    for (const seed of SEEDS) {
      const axis = extendedAxis(axisAlong(line, WAY.from, WAY.to, 0.5), 12);
      const points = sampleDrive(line, onBaul, [0, FACE], 150_000, seed);
      const wall = wallOf(axis, [points, face(line, seed)]);
      const { surveyedFrom: from, surveyedTo: to } = wall;
      const { recesses, drive, volume } = volumeBetween(wall, from, to, UNBIASED);
      // Where the drive has turned away too far, its wall can no more be told from an opening.
      expect(to, `seed ${seed}`).toBeGreaterThan(Math.abs(radius) < 30 ? WAY.to + 2.5 : FACE - 1.6);
      expect(recesses, `seed ${seed}`).toEqual([]);
      expect(drive.value).toBe(volume.value);
      // The last section stands square to the axis, which the drive crosses at an angle.
      expect(Math.abs(volume.value / (BAUL_AREA * (to - from)) - 1)).toBeLessThan(0.01);
    }
  });
});

describe(`an opening beyond the way of the robot (seed ${SEEDS[0]})`, () => {
  const niche: MadeRecess = { side: 'left', from: 14.03, to: 16.07, depth: 1.5, height: 2.3 };
  const line = straight();
  const axis = extendedAxis(axisAlong(line, WAY.from, WAY.to, 0.5), 12);
  const surveyed = (end: number, opening: MadeRecess): WallSurface => {
    const inOpening = (s: number, left: number, up: number): boolean =>
      s > opening.from && s < opening.to && left > BAUL.width / 2 - 0.01 && up < opening.height - BAUL.line;
    const drive = sampleDrive(
      line,
      onBaul,
      [0, end],
      250_000,
      SEEDS[0],
      undefined,
      (...at) => !inOpening(...at),
    );
    return wallOf(axis, [drive, before(end - 0.05, sampleRecess(opening, SEEDS[0]))]);
  };

  it('with wall behind it is a recess', () => {
    const wall = surveyed(20, niche);
    const { recesses, drive } = volumeBetween(wall, 2, wall.surveyedTo, UNBIASED);
    expect(wall.surveyedTo).toBeGreaterThan(19.5);
    expect(recesses.map(({ name, side }) => `${name} ${side}`)).toEqual(['N1 left']);
    expect(Math.abs(drive.value / (BAUL_AREA * (wall.surveyedTo - 2)) - 1)).toBeLessThan(2e-3);
  });

  it('whose far side was not seen ends what was surveyed', () => {
    const wall = surveyed(15.6, { ...niche, to: 17.5 });
    const { recesses, drive } = volumeBetween(wall, 2, wall.surveyedTo, UNBIASED);
    expect(wall.surveyedTo).toBeLessThan(niche.from + 1e-9);
    expect(wall.surveyedTo).toBeGreaterThan(niche.from - 0.4);
    expect(recesses).toEqual([]);
    expect(Math.abs(drive.value / (BAUL_AREA * (wall.surveyedTo - 2)) - 1)).toBeLessThan(1e-3);
  });
});

describe(`a given axis that runs on into the rock (seed ${SEEDS[0]})`, () => {
  const line = straight();
  const points = sampleDrive(line, onBaul, [0, FACE], 200_000, SEEDS[0]);
  const input = axisAlong(line, 0, 22, 0.5);
  const measured = async (from: number, to: number) => {
    const clouds = (async function* () {
      for (const { xyz, origin } of [points, face(line, SEEDS[0])])
        yield { xyz, origin, count: xyz.length / 3, reflectivity: new Uint16Array(xyz.length / 3) };
    })();
    const { value } = await gatherWall(
      clouds,
      pathAlong(line, from, to),
      input,
      PROFILE_DEFAULTS,
      SILENT_CONTEXT,
    );
    return value;
  };

  it('is measured up to the face, as one that follows the robot is', async () => {
    const { wall, axis } = await measured(WAY.from, WAY.to);
    expect(wall.surveyedTo).toBeLessThan(FACE);
    expect(wall.surveyedTo).toBeGreaterThan(FACE - 0.3);
    expect(wall.surveyedFrom).toBe(0);
    expect(axis).toBe(input);
  });
});

/** Straight up to a chainage, then round a circle that turns left (right for a negative radius), m. */
function bendAfter(start: number, radius: number): Line {
  return {
    at: (s) => {
      const a = Math.max(0, s - start) / radius;
      const ahead = Math.min(s, start);
      return {
        p: [ahead + radius * Math.sin(a), radius * (1 - Math.cos(a)), 0],
        left: [-Math.sin(a), Math.cos(a), 0],
        up: [0, 0, 1],
      };
    },
  };
}

/** The points before a chainage of the straight line. */
function before(end: number, { xyz, origin }: Sampled): Sampled {
  const { p } = straight().at(1);
  const stored: number[] = [];
  for (let i = 0; i < xyz.length; i += 3)
    if (xyz[i] * p[0] + xyz[i + 1] * p[1] < end) stored.push(...xyz.subarray(i, i + 3));
  return { xyz: Float32Array.from(stored), origin };
}

function pathAlong(line: Line, from: number, to: number): MeasuredPath {
  const R = Float64Array.of(1, 0, 0, 0, 1, 0, 0, 0, 1);
  const poses = Array.from({ length: 2 * (to - from) + 1 }, (_, i) => ({
    T_map_sensor: { R, t: Float64Array.from(line.at(from + i / 2).p) },
    quality: { heldBy: 'walls' as const, matched: 1 },
  }));
  return { poses };
}

function wallOf(axis: Axis, parts: readonly Sampled[]): WallSurface {
  const accumulator = new ProfileAccumulator(axis);
  for (const { xyz, origin } of parts) accumulator.add(xyz, origin);
  return accumulator.wall();
}

/** Points of the rock that a drive ends at. */
function face(line: Line, seed: number): Sampled {
  const random = seededRandom(seed);
  const count = 40_000;
  const xyz = new Float32Array(3 * count);
  for (let i = 0; i < count; i++) {
    const left = BAUL.width * (random.uniform() - 0.5);
    const roof = BAUL.height - ARCH_RADIUS + Math.sqrt(ARCH_RADIUS ** 2 - left * left);
    put(line, FACE + 0.02 * random.normal(), left, roof * random.uniform() - BAUL.line, [0, 0, 0], xyz, i);
  }
  return { xyz, origin: [0, 0, 0] };
}
