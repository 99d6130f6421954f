import { expect, it } from 'vitest';
import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert, rotationAngle, rotationOf } from '../../src-core/math/se3.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { filledWith } from '../lab/clouds.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';
import { F32, shortestLever2 } from './twins.ts';

const SEED = 43;
describeOnGpu(`Horn's method in f32 (seed ${SEED})`, (gpu) => {
  const random = seededRandom(SEED);
  const box = (): number[] => [5 * random.normal(), 3 * random.normal(), random.normal()];
  const clouds: Record<string, PointSet> = {
    'in general position': filledWith(100, box),
    'about a place 50 m off': filledWith(100, () => box().map((v, k) => v + [50, -30, 10][k])),
    three: filledWith(3, box),
    'in a plane': filledWith(100, () => [5 * random.normal(), random.normal(), 2]),
    'on a line': filledWith(100, () => [0.6, 0.64, -0.48].map((v) => v * 5 * random.normal())),
    'in one place': filledWith(5, () => [1, 2, 3]),
    'in a mirror': filledWith(100, box),
  };

  it.each(Object.keys(clouds))('the step for pairs %s', async (name) => {
    const points = clouds[name].xyz;
    const motions = [1e-5, 0.01, 0.5].map((size) =>
      exp([size, -2 * size, size, 3 * size, size, -size].map((v) => v * (1 + 0.1 * random.normal()))),
    );
    const pairs = new PairAccumulator();
    const rows = 23;
    const input = new Float32Array(rows * motions.length);
    const exact = motions.map((T, m) => {
      pairs.clear();
      const total = new Float64Array(rows);
      for (let at = 0; at < points.length; at += 3) {
        const p = points.subarray(at, at + 3);
        const moved = applyToPoint(T, p[0], p[1], p[2]);
        // With noise, so that no motion is exact; and in a mirror, where the best rotation is not the best orthogonal matrix.
        const noise = name === 'on a line' || name === 'in one place' ? 0 : 1e-3;
        const q = moved.map((v, k) => (name === 'in a mirror' && k === 2 ? -v : v) + noise * random.normal());
        pairs.add(p[0], p[1], p[2], q[0], q[1], q[2], 1);
        const d = q.map((v, k) => v - p[k]);
        const products = [p[0] * p[0], p[0] * p[1], p[0] * p[2], p[1] * p[1], p[1] * p[2], p[2] * p[2]];
        const pd = Array.from(p).flatMap((v) => Array.from(d, (w) => v * w));
        [1, ...p, ...d, ...products, ...pd, d[0] ** 2 + d[1] ** 2 + d[2] ** 2].forEach((v, k) => {
          total[k] += v;
        });
      }
      input.set(total, rows * m);
      const sums = new Float64Array(PAIR_SUMS);
      pairs.sumsInto(sums);
      return horn(sums)!;
    });
    const output = await runTestKernel(
      gpu(),
      ['jacobi', 'rigid', 'eigen4', 'horn'],
      'var<private> total: array<f32, 32>;',
      `for (var k = 0u; k < ROWS; k++) { total[k] = input[ROWS * i + k]; }
       let step = hornStep();
       for (var k = 0u; k < 4u; k++) { output[7u * i + k] = step.rotation[k]; }
       for (var k = 0u; k < 3u; k++) { output[7u * i + 4u + k] = step.translation[k]; }`,
      input,
      motions.length,
      7,
    );
    const reach = Math.max(...points.map(Math.abs));
    const lever2 = shortestLever2(clouds[name]);
    exact.forEach((T, m) => {
      const [x, y, z, w] = output.subarray(7 * m, 7 * m + 4);
      const own = {
        R: rotationOf([x, y, z, w]),
        t: Float64Array.from(output.subarray(7 * m + 4, 7 * m + 7)),
      };
      // Squares of the reach round, and are divided by squares of the lever; all of it as a part of the turn.
      const amplified = 8 * F32 * (reach ** 2 / lever2) * rotationAngle(T.R) + F32 ** 1.5;
      // In one place eigenvectors are any four, which add up to no turn but for their own rounding.
      const rounding = lever2 > 0 ? amplified : 16 * F32;
      expect(rotationAngle(compose(invert(T), own).R), `turn ${m}`).toBeLessThanOrEqual(rounding);
      const shift = Math.hypot(...own.t.map((v, k) => v - T.t[k]));
      expect(shift, `shift ${m}`).toBeLessThanOrEqual(
        8 * F32 * (reach + Math.hypot(...T.t)) + rounding * reach,
      );
    });
  });
});
