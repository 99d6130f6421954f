import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { surfelsOf } from '../../../src-renderer/viewer/surfels.ts';

const SEED = 71;
const NOISE = 0.01;

/** Points of a square of `edge` metres with this unit normal, `apart` metres from each other, with noise across it. */
function square(normal: readonly number[], edge: number, apart: number, from: readonly number[] = [0, 0, 0]) {
  const random = seededRandom(SEED);
  const [nx, ny, nz] = normal;
  const along = Math.hypot(nx, ny) > 0.1 ? [-ny, nx, 0] : [1, 0, 0];
  const size = Math.hypot(...along);
  const u = along.map((value) => value / size);
  const v = [ny * u[2] - nz * u[1], nz * u[0] - nx * u[2], nx * u[1] - ny * u[0]];
  const xyz: number[] = [];
  for (let a = 0; a < edge; a += apart)
    for (let b = 0; b < edge; b += apart) {
      const off = NOISE * (2 * random.uniform() - 1);
      for (let k = 0; k < 3; k++) xyz.push(from[k] + a * u[k] + b * v[k] + off * normal[k]);
    }
  return xyz;
}

const cloud = (xyz: readonly number[]) => ({
  origin: [352_118, 9_001_447, 4213] as [number, number, number],
  xyz: Float32Array.from(xyz),
  reflectivity: null,
  scanIndex: null,
});

const quantileOf = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))];

describe(`surfels (seed ${SEED})`, () => {
  it.each([[[0, 0, 1]], [[0, 1, 0]], [[0.6, 0, 0.8]], [[0.48, 0.6, 0.64]]])(
    'lie on the wall they are of: %s',
    (normal) => {
      const { normal: result } = surfelsOf(cloud(square(normal, 2, 0.02)), 0.1);
      const off: number[] = [];
      for (let i = 0; i < result.length; i += 4) {
        const length = Math.hypot(result[i], result[i + 1], result[i + 2]);
        expect(length).toBeGreaterThan(125);
        const along = Math.abs(
          (result[i] * normal[0] + result[i + 1] * normal[1] + result[i + 2] * normal[2]) / length,
        );
        off.push((180 / Math.PI) * Math.acos(Math.min(1, along)));
      }
      expect(quantileOf(off, 0.95)).toBeLessThan(8);
    },
  );

  it('are as far apart as the points are, each place for itself', () => {
    const dense = square([0, 0, 1], 1, 0.01);
    const sparse = square([0, 0, 1], 3, 0.06, [2, 0, 0]);
    const { spacing } = surfelsOf(cloud([...dense, ...sparse]), 0.2);
    const inner = (from: number, to: number): number => quantileOf([...spacing.subarray(from, to)], 0.5);
    expect(inner(0, dense.length / 3)).toBeGreaterThan(0.008);
    expect(inner(0, dense.length / 3)).toBeLessThan(0.014);
    expect(inner(dense.length / 3, spacing.length)).toBeGreaterThan(0.048);
    expect(inner(dense.length / 3, spacing.length)).toBeLessThan(0.08);
  });

  it('have no slant, and are no larger than the others, where a point is alone', () => {
    const wall = square([0, 0, 1], 2, 0.02);
    const { normal, spacing, usual } = surfelsOf(cloud([...wall, 1, 1, 5]), 0.5);
    const last = spacing.length - 1;
    expect([...normal.subarray(4 * last)]).toEqual([0, 0, 0, 0]);
    expect(spacing[last]).toBeLessThanOrEqual(usual);
  });

  it('of a single place have the greatest spacing and no slant', () => {
    const { spacing, normal } = surfelsOf(cloud([1, 2, 3, 1, 2, 3]), 0.25);
    expect([...spacing]).toEqual([0.25, 0.25]);
    expect(normal.every((value) => value === 0)).toBe(true);
  });
});
