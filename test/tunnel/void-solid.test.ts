import { describe, expect, it } from 'vitest';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { ChamberGatherer } from '../../src-core/tunnel/chamber/chamber.ts';
import { PointCells } from '../../src-core/tunnel/chamber/void/point-cells.ts';
import { type VoidSolid, voidSolid } from '../../src-core/tunnel/chamber/void/void-solid.ts';
import { MIDDLE, pointsOf, sphere } from './chambers.ts';

const SEED = 3;
const [RADIUS, EDGE, NOISE] = [1.5, 0.25, 0.003];
const AREA = 4 * Math.PI * RADIUS ** 2;
const cloud = pointsOf(sphere(RADIUS), { count: 12_000, noise: NOISE }, SEED);
const centre = MIDDLE.map((value, k) => value - cloud.origin[k]);
/** From there to the sphere's middle, over the radius. */
const shareOf = (xyz: ArrayLike<number>, at: number): number[] =>
  [0, 1, 2].map((k) => (xyz[3 * at + k] - centre[k]) / RADIUS);

describe(`the solid of a sphere of ${RADIUS} m in cells of ${EDGE} m (seed ${SEED})`, () => {
  const cells = new PointCells(EDGE);
  cells.add(cloud, MIDDLE);
  const result = voidSolid(cells, [centre], NEVER_CANCELLED);
  if (typeof result === 'string') throw new Error(result);
  const { xyz, triangles, measured, planes, volume }: VoidSolid = result;

  it('shares its vertices, as Euler has it: two more than half of its triangles', () => {
    expect(xyz.length / 3).toBe(triangles.length / 3 / 2 + 2);
  });

  it('is everywhere at the sphere and measured, and has its volume', () => {
    // Triangles within a ball of a radius that is six times their side: they lie up to 1 % of it within.
    for (let i = 0; i < xyz.length / 3; i++)
      expect(Math.abs(Math.hypot(...shareOf(xyz, i)) - 1)).toBeLessThan(0.02);
    expect(measured).toHaveLength(triangles.length / 3);
    expect(measured.every((one) => one === 1)).toBe(true);
    expect(Math.abs(volume / ((AREA * RADIUS) / 3) - 1)).toBeLessThan(0.02);
  });

  it('comes from planes that look at the middle', () => {
    expect(planes.count).toBeGreaterThan(AREA / EDGE ** 2);
    for (let p = 0; p < planes.count; p++) {
      const inward = shareOf(planes.middle, p).reduce((sum, v, k) => sum - v * planes.normal[3 * p + k], 0);
      // From points over three cells, at the rim of which the sphere is turned by a quarter of a radian.
      expect(inward).toBeGreaterThan(Math.cos(0.25));
    }
  });
});

it(`a chamber like a sphere has its surface and its volume (seed ${SEED})`, () => {
  const gatherer = new ChamberGatherer({ cell: null });
  gatherer.add(cloud, MIDDLE);
  const exact = { bias: 0, noise: NOISE, lengthShare: 0, placeSigma: 0 };
  const { surface, closed, volume } = gatherer.measure([], exact, NEVER_CANCELLED);
  expect(Math.abs(surface / AREA - 1)).toBeLessThan(0.02);
  expect(closed).toBeLessThan(0.01 * AREA);
  expect(Math.abs(volume.value - (AREA * RADIUS) / 3)).toBeLessThan(volume.plusMinus);
});
