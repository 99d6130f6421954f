import { describe, expect } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { idealInstrument } from '../../src-core/model/instrument-range.ts';
import { type VolumeOptions, volumeBetween } from '../../src-core/tunnel/volume/volume.ts';
import type { ProfileOptions } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { ProfileAccumulator } from '../../src-core/tunnel/wall/profile-accumulator.ts';
import type { WallSurface } from '../../src-core/tunnel/wall/wall-surface.ts';
import { it, tiered } from '../support/tier.ts';
import { expectVolume } from './expect-volume.ts';
import {
  axisAlong,
  BAUL,
  BAUL_AREA,
  bend,
  NOISE,
  onBaul,
  onCircle,
  put,
  type Sampled,
  sampleDrive,
  scanDrive,
  straight,
} from './solids.ts';

const SEED = 41;
const COUNT = 400_000;

function wallOf(axis: Axis, points: Sampled, options?: Partial<ProfileOptions>): WallSurface {
  const accumulator = new ProfileAccumulator(axis, options);
  accumulator.add(points.xyz, points.origin);
  return accumulator.wall();
}

describe(`volumes of analytic drives sampled with ${1000 * NOISE} mm of noise (seed ${SEED})`, () => {
  it('a cylinder', () => {
    const line = straight();
    const points = sampleDrive(line, onCircle(2), [0, 12], COUNT, SEED);
    const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
    expectVolume(volumeBetween(wall, 1, 11), Math.PI * 4 * 10, 1e-3);
  });

  it('a straight baúl, with partial first and last intervals', () => {
    const line = straight();
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED);
    const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
    const volume = volumeBetween(wall, 1.234, 10.87);
    expectVolume(volume, BAUL_AREA * (10.87 - 1.234), 1e-3);
    expect(volume.length).toBeCloseTo(10.87 - 1.234, 9);
    expect(volume.warnings).toEqual([]);
    expect(volume.measuredShare).toBeGreaterThan(0.999);
  });

  it('a baúl that was given as two vertices only', () => {
    const line = straight();
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED);
    const wall = wallOf(axisAlong(line, 0, 12, 12), points);
    expectVolume(volumeBetween(wall, 1, 11), BAUL_AREA * 10, 1e-3);
  });

  const lines: [string, number, number][] = [
    ['the middle', 0, 0],
    ['the floor', 0, -BAUL.line],
    ['the crown', 0, BAUL.height - BAUL.line],
    ['one wall', 1.9, 0.4],
  ];
  it.each(tiered(lines, [lines[3]]))('a baúl on a bend of 25 m radius, axis along %s', (_, left, up) => {
    const radius = 25;
    const line = bend(radius);
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED);
    // The axis runs on a circle of its own radius, with its own chainage; the void turns about the same centre.
    const axis = axisAlong(line, 0, 12, 0.5, [left, up]);
    const truth = BAUL_AREA * 10;
    const wall = wallOf(axis, points);
    expectVolume(volumeBetween(wall, 1, 11), truth, 1e-3);
  });

  it('a baúl on a bend given by vertices 5 m apart', () => {
    const line = bend(25);
    const points = sampleDrive(line, onBaul, [0, 22], 2 * COUNT, SEED);
    const wall = wallOf(axisAlong(line, 0, 20, 5), points);
    // Sections at the vertices stand on the circle's radii, so the void between them is known.
    expectVolume(volumeBetween(wall, 5, 15), BAUL_AREA * 10, 1e-3);
  });

  it('a baúl on a ramp of 1:8, by slope and by horizontal chainage', () => {
    const line = straight(1 / 8);
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED);
    const slope = axisAlong(line, 0, 12, 0.5);
    expectVolume(volumeBetween(wallOf(slope, points), 1, 11), BAUL_AREA * 10, 1e-3);
    const plan = 8 / Math.hypot(8, 1);
    const horizontal: Axis = { ...slope, chainage: slope.chainage.map((s) => s * plan), kind: 'horizontal' };
    const volume = volumeBetween(wallOf(horizontal, points), 1, 11);
    expectVolume(volume, (BAUL_AREA * 10) / plan, 1e-3);
    expect(volume.length).toBeCloseTo(10 / plan, 9);
  });

  it('a taper, where one long average end area is too large by the second difference and the prismoidal rule is not', () => {
    const line = straight();
    const scale = (s: number): number => 0.7 + 0.05 * s;
    const points = sampleDrive(line, onBaul, [0, 12], 2 * COUNT, SEED, scale);
    const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
    const truth = (BAUL_AREA * (scale(11) ** 3 - scale(1) ** 3)) / (3 * 0.05);
    expectVolume(volumeBetween(wall, 1, 11), truth, 1e-3);
    const long = volumeBetween(wall, 1, 11, { every: 20 });
    // A quadratic area: the trapezoid errs by A'' L^3 / 12.
    const bias = (2 * 0.05 ** 2 * BAUL_AREA * 10 ** 3) / 12;
    expect(bias / truth).toBeGreaterThan(0.02);
    expect(Math.abs(long.methods.endArea - bias - truth) / truth).toBeLessThan(1e-3);
    expect(Math.abs(long.methods.prismoidal / truth - 1)).toBeLessThan(1e-3);
    expect(long.volume.value).toBe(volumeBetween(wall, 1, 11).volume.value);
    expect(long.warnings.map((warning) => warning.code)).toContain('methods-disagree');
  });

  it('a baúl at a northing of 8.6 million and a level of 4200 m', () => {
    const line = straight(-0.12, [385_123.456, 8_612_345.678, 4_187.25]);
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED);
    const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
    expectVolume(volumeBetween(wall, 1, 11), BAUL_AREA * 10, 1e-3);
  });

  it('holes in a wall and in the crown: filled, marked, counted in the ±', () => {
    const line = straight();
    const hole = (s: number, l: number, u: number): boolean =>
      (s > 3 && s < 4 && l > 2 && Math.abs(u) < 0.5) || (s > 7 && s < 7.8 && Math.abs(l) < 0.6 && u > 0);
    const points = sampleDrive(line, onBaul, [0, 12], COUNT, SEED, undefined, (...p) => !hole(...p));
    const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
    const volume = volumeBetween(wall, 1, 11);
    expectVolume(volume, BAUL_AREA * 10, 1e-3);
    const surface = 10 * (BAUL.width + 2 * BAUL.wallHeight + 2 * 1.2943 * 2.339);
    expect(volume.measuredShare).toBeCloseTo(1 - (1 + 0.8 * 1.2) / surface, 2);
    const inHole = wall.profileAt(3.5, 0.2)!;
    const filled = [...inHole.measured.keys()].filter((i) => inHole.measured[i] === 0);
    expect(filled.length).toBeGreaterThan(5);
    for (const i of filled) expect(inHole.outline[2 * i]).toBeCloseTo(BAUL.width / 2, 1);
    const filledWall = volume.uncertainty.find((part) => part.source === 'filled-wall')!.sigma;
    expect(filledWall).toBeGreaterThan(0);
    expect(filledWall).toBeLessThan(1e-4 * volume.volume.value);
  });
});

describe(`a drive seen from a path through it, with things standing in it (seed ${SEED})`, () => {
  const axis = axisAlong(straight(0, [0, 0, 0], 0), 0, 20, 0.5);
  const truth = BAUL_AREA * 14;

  it('a person and a box on the floor', () => {
    const points = scanDrive(
      [
        {
          box: [
            [8, 1, 0],
            [8.4, 1.5, 1.75],
          ],
        },
        {
          box: [
            [12, -1.6, 0],
            [13, -0.7, 1],
          ],
        },
      ],
      20,
      900_000,
      SEED,
    );
    expectVolume(volumeBetween(wallOf(axis, points), 3, 17), truth, 1e-3);
  });

  it('a duct of 0.6 m along the whole drive, which hides a strip of the crown', () => {
    const points = scanDrive([{ duct: { left: 1.1, height: 3.3, radius: 0.3 } }], 20, 900_000, SEED);
    const volume = volumeBetween(wallOf(axis, points), 3, 17);
    expectVolume(volume, truth, 1e-3);
    expect(volume.measuredShare).toBeLessThan(0.97);
    const stored = volumeBetween(wallOf(axis, points, { maxObjectWidth: 0 }), 3, 17);
    expect(stored.volume.value).toBeLessThan(0.99 * truth);
  });

  it('stray returns behind and in front of the wall', () => {
    const random = seededRandom(SEED);
    const points = scanDrive([], 20, 900_000, SEED);
    const strays = new Float32Array(3 * 9000);
    for (let i = 0; i < 9000; i++) {
      const a = 2 * Math.PI * random.uniform();
      const r = 8 * random.uniform();
      put(
        straight(0, [0, 0, 0], 0),
        20 * random.uniform(),
        r * Math.cos(a),
        r * Math.sin(a),
        [0, 0, 0],
        strays,
        i,
      );
    }
    const accumulator = new ProfileAccumulator(axis);
    accumulator.add(strays, [0, 0, 0]);
    accumulator.add(points.xyz, points.origin);
    expectVolume(volumeBetween(accumulator.wall(), 3, 17), truth, 1e-3);
  });
});

describe(`sums and orders (seed ${SEED})`, () => {
  const line = bend(30);
  const scale = (s: number): number => 1 + 0.1 * Math.sin(s);
  const points = sampleDrive(line, onBaul, [0, 12], 200_000, SEED, scale);
  const axis = axisAlong(line, 0, 12, 0.5);
  const wall = wallOf(axis, points);

  it.each([
    [2, 5.5, 9],
    [1.5, 6, 11],
  ])('V(%d, %d) + V(%d, ...) = V: the integral and the end areas', (a, b, c) => {
    const [first, second, all] = [
      volumeBetween(wall, a, b),
      volumeBetween(wall, b, c),
      volumeBetween(wall, a, c),
    ];
    for (const method of ['integral', 'endArea', 'prismoidal'] as const)
      expect((first.methods[method] + second.methods[method]) / all.methods[method]).toBeCloseTo(1, 7);
  });

  it('the value adds up at any chainage', () => {
    const parts = [1, 2.3456, 2.35, 7.77777, 11];
    let sum = 0;
    for (let i = 0; i + 1 < parts.length; i++)
      sum += volumeBetween(wall, parts[i], parts[i + 1]).volume.value;
    expect(sum / volumeBetween(wall, 1, 11).volume.value).toBeCloseTo(1, 9);
  });

  it('is the same to the last bit whatever the order and the parts the points come in', () => {
    const random = seededRandom(SEED);
    const shuffled = points.xyz.slice();
    for (let i = shuffled.length / 3 - 1; i > 0; i--) {
      const j = random.below(i + 1);
      for (let k = 0; k < 3; k++) {
        const held = shuffled[3 * i + k];
        shuffled[3 * i + k] = shuffled[3 * j + k];
        shuffled[3 * j + k] = held;
      }
    }
    const accumulator = new ProfileAccumulator(axis);
    for (let i = 0; i < shuffled.length; i += 3 * 7001)
      accumulator.add(shuffled.subarray(i, Math.min(shuffled.length, i + 3 * 7001)), points.origin);
    expect(accumulator.counts.inside).toBe(points.xyz.length / 3 - accumulator.counts.beyondEnds);
    expect(volumeBetween(accumulator.wall(), 1, 11)).toEqual(volumeBetween(wall, 1, 11));
  });

  it('profiles stand at the ends and at the multiples of the interval, closed and counter-clockwise', () => {
    const profiles = wall.profiles(0.5, 1.2, 3.1);
    expect(profiles.map((profile) => profile.chainage)).toEqual([1.2, 1.5, 2, 2.5, 3, 3.1]);
    for (const profile of profiles) {
      expect(profile.area).toBeGreaterThan(0);
      expect(profile.area / (BAUL_AREA * scale(profile.chainage) ** 2)).toBeCloseTo(1, 1);
      expect(profile.measuredShare).toBeGreaterThan(0.99);
      expect(profile.support).toBeGreaterThan(1000);
    }
  });
});

describe(`what a volume is worth (seed ${SEED})`, () => {
  const line = straight();
  const points = sampleDrive(line, onCircle(2), [0, 12], 300_000, SEED);
  const wall = wallOf(axisAlong(line, 0, 12, 0.5), points);
  const sigmas = (options: Partial<VolumeOptions>): Record<string, number> =>
    Object.fromEntries(
      volumeBetween(wall, 1, 11, options).uncertainty.map(({ source, sigma }) => [source, sigma]),
    );

  it('a range bias moves the whole wall: surface times its standard deviation', () => {
    const ratio = sigmas({ rangeBias: 0.01 })['range-bias'] / ((2 * Math.PI * 2 * 10 * 0.01) / Math.sqrt(3));
    // The noise of the outline makes its length up to 2 % too large.
    expect(ratio).toBeGreaterThan(1);
    expect(ratio).toBeLessThan(1.02);
  });

  it('the volume of points with a bias lies off by just that', () => {
    const biased = wallOf(
      axisAlong(line, 0, 12, 0.5),
      sampleDrive(line, onCircle(2.01), [0, 12], 300_000, SEED),
    );
    const off = volumeBetween(biased, 1, 11).volume.value - volumeBetween(wall, 1, 11).volume.value;
    expect(off).toBeCloseTo(sigmas({ radialSigma: 0.01 })['registration-radial'], 1);
  });

  it('a length error moves the end by it: area times its standard deviation', () => {
    expect(sigmas({ alongSigma: 0.05 })['registration-along']).toBeCloseTo(Math.PI * 4 * 0.05, 2);
  });

  it('range noise is what repeated surveys scatter by', () => {
    const volumes = Array.from({ length: 8 }, (_, i) => {
      const again = sampleDrive(line, onCircle(2), [0, 6], 40_000, SEED + i);
      return volumeBetween(wallOf(axisAlong(line, 0, 6, 0.5), again), 1, 5);
    });
    const mean = volumes.reduce((sum, v) => sum + v.volume.value, 0) / volumes.length;
    const scatter = Math.sqrt(
      volumes.reduce((sum, v) => sum + (v.volume.value - mean) ** 2, 0) / (volumes.length - 1),
    );
    const stated = volumes[0].uncertainty.find((part) => part.source === 'range-noise')!.sigma;
    expect(stated / scatter).toBeGreaterThan(0.4);
    expect(stated / scatter).toBeLessThan(2.5);
  });

  it('the ± is 1.96 times the root of the squares where the instrument has no bias', () => {
    const { volume, uncertainty } = volumeBetween(wall, 1, 11, { rangeBias: 0 });
    expect(volume.confidence).toBe(0.95);
    expect(volume.plusMinus).toBeCloseTo(1.959964 * Math.hypot(...uncertainty.map((part) => part.sigma)), 6);
  });

  it('the ± is 95 % of a bias that outweighs all else: it is bounded', () => {
    const { volume, uncertainty } = volumeBetween(wall, 1, 11, {
      ...idealInstrument(NOISE),
      rangeBias: 0.05,
    });
    const bias = uncertainty.find((part) => part.source === 'range-bias')!.sigma * Math.sqrt(3);
    expect(volume.plusMinus / bias).toBeCloseTo(0.95, 2);
  });
});
