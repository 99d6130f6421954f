import { describe, expect, it } from 'vitest';
import { solveCholesky } from '../../src-core/math/cholesky.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { solveDetermined, undeterminedDirections } from '../../src-lab/problem/determined.ts';

const SEED = 35;

function matrixOf(rows: readonly (readonly number[])[]): Float64Array {
  return Float64Array.from({ length: 36 }, (_, k) =>
    rows.reduce((sum, row) => sum + row[Math.floor(k / 6)] * row[k % 6], 0),
  );
}

/** Rows [p x n, n] of points on a surface. */
function planeRows(
  points: readonly (readonly number[])[],
  normal: (p: readonly number[]) => number[],
): number[][] {
  return points.map((p) => {
    const n = normal(p);
    return [p[1] * n[2] - p[2] * n[1], p[2] * n[0] - p[0] * n[2], p[0] * n[1] - p[1] * n[0], ...n];
  });
}

describe(`a 6x6 system that may be singular (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const somewhere = (): number[] => [random.normal() * 8, random.normal() * 8, random.normal() * 8];
  const unit = (v: readonly number[]): number[] => v.map((c) => c / Math.hypot(...v));

  it('is solved as by Cholesky where all is determined, whatever the size of the cloud', () => {
    for (const size of [1e-3, 1, 1e4]) {
      const points = Array.from({ length: 50 }, () => somewhere().map((v) => v * size));
      const H = matrixOf(planeRows(points, () => unit(somewhere())));
      const b = Array.from({ length: 6 }, () => random.normal());
      const expected = solveCholesky(H, b, 6)!;
      const x = solveDetermined(H, b);
      for (let k = 0; k < 6; k++) expect(x[k] / expected[k]).toBeCloseTo(1, 8);
      expect(undeterminedDirections(H)).toEqual([]);
    }
  });

  it('moves nothing along what a plane leaves open, and names two shifts and a turn', () => {
    const points = Array.from({ length: 50 }, () => [random.normal() * 8, random.normal() * 8, 0]);
    const rows = planeRows(points, () => [0, 0, 1]);
    const H = matrixOf(rows);
    const motion = [0.01, -0.02, 0.5, 3, 4, 0.1];
    const b = rows.reduce(
      (sum, row) => sum.map((v, k) => v + row[k] * row.reduce((e, r, i) => e + r * motion[i], 0)),
      Array<number>(6).fill(0),
    );
    expect([...solveDetermined(H, b)]).toEqual([0.01, -0.02, 0, 0, 0, 0.1].map((v) => expect.closeTo(v, 9)));
    const [a, c, turn, ...more] = undeterminedDirections(H);
    expect(more).toEqual([]);
    for (const shift of [a, c]) {
      expect(Math.hypot(...shift.subarray(0, 3))).toBeLessThan(1e-9);
      expect(Math.abs(shift[5])).toBeLessThan(1e-9);
    }
    expect([...turn].map(Math.abs)).toEqual([0, 0, 1, 0, 0, 0].map((v) => expect.closeTo(v, 9)));
  });

  it('names the shift along a tunnel that is the same everywhere', () => {
    const points = Array.from({ length: 200 }, () => {
      const angle = random.uniform() * 7;
      return [random.normal() * 8, 3 * Math.cos(angle), 2 * Math.sin(angle)];
    });
    const H = matrixOf(planeRows(points, ([, y, z]) => unit([0, y / 9, z / 4])));
    const directions = undeterminedDirections(H);
    expect(directions.length).toBe(1);
    expect([...directions[0]].map(Math.abs)).toEqual([0, 0, 0, 1, 0, 0].map((v) => expect.closeTo(v, 9)));
  });

  it('of zeros moves nothing and leaves all six open', () => {
    expect([...solveDetermined(new Float64Array(36), [1, 2, 3, 4, 5, 6])]).toEqual([0, 0, 0, 0, 0, 0]);
    expect(undeterminedDirections(new Float64Array(36)).length).toBe(6);
  });
});
