import { describe, expect } from 'vitest';
import { fitPick, type LocalPoints } from '../../../src-core/closing/control/local-fit.ts';
import { type Random, seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, exp } from '../../../src-core/math/se3.ts';
import type { PickedPoint, PickFeature } from '../../../src-core/model/picked-point.ts';
import { IS_LONG, it } from '../../support/tier.ts';

const SEED = 21;
const NOISE = 0.003;
/** Mine coordinates: f32 would step by a metre there. */
const MINE = [356_789.25, 9_123_456.789, 4210.5] as const;

type Point = [number, number, number];

function pick(feature: PickFeature, size: number | null, off: Point = [0, 0, 0]): PickedPoint {
  return { name: 'P1', place: [MINE[0] + off[0], MINE[1] + off[1], MINE[2] + off[2]], feature, size };
}

/** Points about the truth at the origin, as they lie about the click; turned as drawn. */
function about(points: readonly Point[], click: Point, bright?: readonly number[]): LocalPoints {
  return {
    xyz: Float64Array.from(points.flatMap((p) => p.map((value, k) => value - click[k]))),
    reflectivity: bright ? Float64Array.from(bright) : null,
  };
}

/** Half a sphere about the origin as seen from -x, on a stand before a wall. */
function ballBeforeWall(radius: number, { uniform, normal }: Random): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < 400; i++) {
    const [y, z] = [radius * (2 * uniform() - 1), radius * (2 * uniform() - 1)];
    const rest = radius ** 2 - y * y - z * z;
    if (rest > 0) points.push([-Math.sqrt(rest) + NOISE * normal(), y, z]);
  }
  for (let i = 0; i < 400; i++)
    points.push([0.25 + NOISE * normal(), 0.8 * uniform() - 0.4, 0.8 * uniform() - 0.4]);
  return points;
}

/** Three walls that meet at the origin under the angles of a turned and skewed box. */
function corner({ uniform, normal }: Random): Point[] {
  const points: Point[] = [];
  for (let i = 0; i < 900; i++) {
    const [u, v, w] = [0.5 * uniform(), 0.5 * uniform(), NOISE * normal()];
    const on: Point = i % 3 === 0 ? [w, u, v] : i % 3 === 1 ? [u, w, v] : [u, v, w];
    points.push([on[0] + 0.3 * on[1], on[1], on[2] - 0.2 * on[0]]);
  }
  return points;
}

function turned(points: readonly Point[], random: Random): Point[] {
  const T = exp([random.normal(), random.normal(), random.normal(), 0, 0, 0]);
  return points.map(([x, y, z]) => applyToPoint(T, x, y, z));
}

/** Distance of a fit from the truth at the origin, m, and in its standard deviations. */
function errorOf({ place, sigma }: ReturnType<typeof fitPick>) {
  const metres = Math.hypot(...place.map((value, k) => value - MINE[k]));
  return { metres, sigma, sigmas: metres / (Math.sqrt(3) * sigma) };
}

describe(`points picked in a cloud, by a fit to the points about them (seed ${SEED})`, () => {
  const drawn = (feature: PickFeature, size: number | null, shape: (random: Random) => Point[]) => {
    const random = seededRandom(SEED);
    return Array.from({ length: 30 }, () => {
      const points = turned(shape(random), random);
      const click: Point = [0.03 * random.normal(), 0.03 * random.normal(), 0.03 * random.normal()];
      return errorOf(fitPick(pick(feature, size, click), about(points, click)));
    });
  };

  it.each<[string, PickFeature, number | null, (random: Random) => Point[], number]>([
    [
      'the centre of a sphere before a wall',
      'sphere',
      0.145,
      (random) => ballBeforeWall(0.0725, random),
      0.003,
    ],
    ['the corner of three planes', 'corner', null, corner, 0.004],
  ])('finds %s whose click is off by centimetres, within its sigma', (_, feature, size, shape, most) => {
    const errors = drawn(feature, size, shape);
    expect(Math.max(...errors.map(({ metres }) => metres))).toBeLessThan(most);
    const rms = Math.sqrt(errors.reduce((sum, { sigmas }) => sum + sigmas ** 2, 0) / errors.length);
    // The variances are four times those of independent errors, which these are, and a millimetre more.
    expect(rms).toBeLessThan(1);
    expect(Math.max(...errors.map(({ sigma }) => sigma))).toBeLessThan(0.003);
  });

  it('takes a sphere that is clicked on its surface', () => {
    const random = seededRandom(SEED + 1);
    const click: Point = [-0.0725, 0, 0];
    const fit = fitPick(pick('sphere', 0.145, click), about(ballBeforeWall(0.0725, random), click));
    expect(errorOf(fit).metres).toBeLessThan(0.003);
  });

  it('finds spheres and corners in the noise of a sensor of centimetres, within their sigma', () => {
    const random = seededRandom(SEED + 6);
    const noise = 0.018;
    const noisy = (points: readonly Point[]): Point[] =>
      points.map((p) => p.map((value) => value + (noise / Math.sqrt(3)) * random.normal()) as Point);
    for (const [feature, size, shape, most] of [
      ['sphere', 0.3, () => ballBeforeWall(0.15, random), 0.015],
      ['corner', null, () => corner(random), 0.02],
    ] as const) {
      const errors = Array.from({ length: 20 }, () => {
        const points = noisy(turned(shape(), random));
        const click: Point = [0.03 * random.normal(), 0.03 * random.normal(), 0.03 * random.normal()];
        return errorOf(fitPick(pick(feature, size, click), about(points, click), noise));
      });
      expect(Math.max(...errors.map(({ metres }) => metres))).toBeLessThan(most);
      expect(Math.sqrt(errors.reduce((sum, { sigmas }) => sum + sigmas ** 2, 0) / 20)).toBeLessThan(1.5);
    }
    const wall = Array.from(
      { length: 3000 },
      (): Point => [random.uniform() - 0.5, random.uniform() - 0.5, noise * random.normal()],
    );
    expect(() => fitPick(pick('sphere', 0.3), about(wall, [0, 0, 0]), noise)).toThrow(/is found within/);
  });

  it('lays paint on the wall, and is no surer along it than the points are apart', () => {
    const random = seededRandom(SEED + 2);
    const wall = Array.from(
      { length: 2000 },
      (): Point => [random.uniform() - 0.5, random.uniform() - 0.5, NOISE * random.normal()],
    );
    const click: Point = [0.01, -0.02, 0.05];
    const { place, covariance } = fitPick(pick('paint', null, click), about(wall, click));
    const off = place.map((value, k) => value - MINE[k]);
    expect(off[0]).toBeCloseTo(0.01, 2);
    expect(off[1]).toBeCloseTo(-0.02, 2);
    expect(Math.abs(off[2])).toBeLessThan(0.003);
    // 2000 points a square metre are 22 mm apart: half of it, and 5 mm of aim.
    expect(Math.sqrt(covariance[0])).toBeGreaterThan(0.01);
    expect(Math.sqrt(covariance[8])).toBeGreaterThan(0.8 * NOISE);
    expect(Math.sqrt(covariance[8])).toBeLessThan(2 * NOISE);
  });

  it('finds the centre of a bright disc, and is not misled by half of it', () => {
    const random = seededRandom(SEED + 3);
    const points: Point[] = [];
    const bright: number[] = [];
    for (let i = 0; i < 3000; i++) {
      const [x, y] = [1.2 * random.uniform() - 0.6, 1.2 * random.uniform() - 0.6];
      points.push([x, y, NOISE * random.normal()]);
      bright.push(Math.hypot(x, y) < 0.15 ? 220 + 10 * random.normal() : 40 + 5 * random.normal());
    }
    const click: Point = [0.04, 0.05, 0.01];
    const fit = fitPick(pick('disc', 0.3, click), about(points, click, bright));
    const { metres, sigmas } = errorOf(fit);
    expect(metres).toBeLessThan(0.012);
    expect(sigmas).toBeLessThan(2);
    const half = bright.map((value, i) => (points[i][0] > 0 ? 40 : value));
    expect(() => fitPick(pick('disc', 0.3, click), about(points, click, half))).toThrow(/disc/);
    expect(() => fitPick(pick('disc', 0.3, click), about(points, click))).toThrow(/disc/);
  });

  it.runIf(IS_LONG)('finds the middle of a checkerboard that hangs askew, within its sigma', () => {
    const random = seededRandom(SEED + 5);
    const errors = Array.from({ length: 12 }, () => {
      const turn = 2 * Math.PI * random.uniform();
      const points: Point[] = [];
      const bright: number[] = [];
      for (let i = 0; i < 2500; i++) {
        const [u, v] = [0.6 * random.uniform() - 0.3, 0.6 * random.uniform() - 0.3];
        const [a, b] = [Math.cos(turn) * u + Math.sin(turn) * v, Math.cos(turn) * v - Math.sin(turn) * u];
        const isOn = Math.max(Math.abs(a), Math.abs(b)) < 0.15;
        points.push([u, v, NOISE * random.normal()]);
        bright.push((isOn ? (a * b > 0 ? 200 : 20) : 60) + 15 * random.normal());
      }
      const click: Point = [0.03 * random.normal(), 0.03 * random.normal(), 0.01];
      return errorOf(fitPick(pick('checkerboard', 0.3, click), about(turned(points, random), click, bright)));
    });
    // The points are 12 mm apart; a hundred of them lie at the edges.
    expect(Math.max(...errors.map(({ metres }) => metres))).toBeLessThan(0.006);
    const rms = Math.sqrt(errors.reduce((sum, { sigmas }) => sum + sigmas ** 2, 0) / errors.length);
    expect(rms).toBeLessThan(1.3);
    expect(Math.max(...errors.map(({ sigma }) => sigma))).toBeLessThan(0.008);
    const dull = Array.from(
      { length: 2500 },
      (): Point => [0.6 * random.uniform() - 0.3, 0.6 * random.uniform() - 0.3, 0],
    );
    const grey = dull.map(() => 60 + 15 * random.normal());
    expect(() => fitPick(pick('checkerboard', 0.3), about(dull, [0, 0, 0], grey))).toThrow(/checkerboard/);
  });

  it('refuses a sphere or a corner of a plain wall, and a wall where there are no points', () => {
    const random = seededRandom(SEED + 4);
    const wall = Array.from(
      { length: 3000 },
      (): Point => [random.uniform() - 0.5, random.uniform() - 0.5, NOISE * random.normal()],
    );
    for (const [feature, size] of [
      ['sphere', 0.2],
      ['corner', null],
    ] as const)
      expect(() => fitPick(pick(feature, size), about(wall, [0, 0, 0]))).toThrow(/is found within/);
    expect(() => fitPick(pick('peg', null), about([[0.1, 0, 0]], [0, 0, 0]))).toThrow(
      /by the 1 points there/,
    );
  });

  it('takes a point as it was clicked', () => {
    const { place, sigma, rms } = fitPick(pick('point', null), about([], [0, 0, 0]));
    expect(place).toEqual([...MINE]);
    expect([sigma, rms]).toEqual([0.02, null]);
  });
});
