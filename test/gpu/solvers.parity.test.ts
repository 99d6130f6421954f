import { expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { solveCholesky } from '../../src-core/math/cholesky.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, expSo3, log, quaternionOf } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import { solveDetermined } from '../../src-lab/problem/determined.ts';
import { runTestKernel } from './run-test-kernel.ts';
import { describeOnGpu } from './software-device.ts';

const SEED = 41;
const CASES = 40;

/** J^T J of random rows, of which `rank` are independent. */
function gram(n: number, rank: number, normal: () => number): number[] {
  const rows = Array.from({ length: rank }, () => Array.from({ length: n }, normal));
  return Array.from({ length: n * n }, (_, k) =>
    rows.reduce((sum, row) => sum + row[Math.floor(k / n)] * row[k % n], 0),
  );
}

/** Of symmetric 4x4 matrices, 16 numbers each. */
function largestEigenvectors(gpu: GpuContext, input: Float32Array<ArrayBuffer>): Promise<Float32Array> {
  return runTestKernel(
    gpu,
    ['jacobi', 'eigen4'],
    '',
    `let a = 16u * i;
     let v = largestEigenvector(Symmetric4(
       vec4f(input[a], input[a + 5], input[a + 10], input[a + 15]),
       input[a + 1], input[a + 2], input[a + 3], input[a + 6], input[a + 7], input[a + 11]), 0.0);
     for (var k = 0u; k < 4u; k++) { output[4u * i + k] = v[k]; }`,
    input,
    CASES,
    4,
  );
}

describeOnGpu(`solvers in f32 (seed ${SEED})`, (gpu) => {
  it('find the eigenvector of the largest eigenvalue of 4x4 matrices', async () => {
    const random = seededRandom(SEED);
    const matrices = Array.from({ length: CASES }, (_, k) =>
      k === 0 ? [4, 0, 0, 0, 0, 3, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1] : gram(4, 4, () => random.normal()),
    );
    const input = Float32Array.from(matrices.flat());
    const vectors = await largestEigenvectors(gpu(), input);
    matrices.forEach((matrix, i) => {
      const { values, vectors: exact } = symmetricEigen(matrix, 4);
      const aligned = Math.abs(exact[3].reduce((sum, v, k) => sum + v * vectors[4 * i + k], 0));
      const gap = (values[3] - values[2]) / values[3];
      expect(1 - aligned).toBeLessThan(1e-6 / gap);
    });
  });

  it('of the vectors that share the largest eigenvalue find the quaternion that turns least', async () => {
    const random = seededRandom(SEED + 4);
    const bases = Array.from(
      { length: CASES },
      () =>
        symmetricEigen(
          gram(4, 4, () => random.normal()),
          4,
        ).vectors,
    );
    // Two of them as for points on a line, four as for points in one place; as large as sums over many points, and as small.
    const values = (i: number): number[] =>
      (i % 2 ? [1, 1, 1, 1] : [-1, -1, 1, 1]).map((v) => v * 10 ** ((i % 9) - 4));
    const input = Float32Array.from(
      bases.flatMap((vectors, i) =>
        Array.from({ length: 16 }, (_, at) =>
          vectors.reduce((sum, v, k) => sum + values(i)[k] * v[Math.floor(at / 4)] * v[at % 4], 0),
        ),
      ),
    );
    const result = await largestEigenvectors(gpu(), input);
    bases.forEach((vectors, i) => {
      const shared = i % 2 ? vectors : vectors.slice(2);
      const projection = [0, 1, 2, 3].map((k) => shared.reduce((sum, v) => sum + v[0] * v[k], 0));
      const length = Math.hypot(...projection);
      projection.forEach((value, k) => {
        // Rounding of the vectors, over the length that is left of (1, 0, 0, 0).
        expect(Math.abs(result[4 * i + k] - value / length), `matrix ${i}`).toBeLessThan(2e-6 / length);
      });
    });
  });

  it('find the normal of a plane, and none on a line', async () => {
    const random = seededRandom(SEED + 1);
    // Neighbourhoods of a tenth of a millimetre to a kilometre.
    const matrices = Array.from({ length: CASES }, (_, k) =>
      gram(3, k < 5 ? 1 : 2 + (k % 3), () => random.normal() * 10 ** ((k % 8) - 4)),
    );
    const normals = await runTestKernel(
      gpu(),
      ['jacobi', 'eigen3'],
      '',
      `let a = 9u * i;
       let n = planeNormal(vec3f(input[a], input[a + 4], input[a + 8]), input[a + 1], input[a + 2], input[a + 5]);
       output[3u * i] = n.x; output[3u * i + 1] = n.y; output[3u * i + 2] = n.z;`,
      Float32Array.from(matrices.flat()),
      CASES,
      3,
    );
    matrices.forEach((matrix, i) => {
      const normal = normals.subarray(3 * i, 3 * i + 3);
      if (i < 5) {
        expect([...normal]).toEqual([0, 0, 0]);
        return;
      }
      const { values, vectors } = symmetricEigen(matrix, 3);
      const aligned = Math.abs(vectors[0].reduce((sum, v, k) => sum + v * normal[k], 0));
      expect(1 - aligned).toBeLessThan((1e-6 * values[2]) / (values[1] - values[0]));
    });
  });

  it('solve 6x6 systems, and move nothing along what they leave open', async () => {
    const random = seededRandom(SEED + 2);
    const systems = Array.from({ length: CASES }, (_, k) => {
      const scale = (v: number, row: number): number => v * (row < 3 ? 30 : 1);
      const H = gram(6, k % 4 === 3 ? 4 : 12, () => random.normal()).map((v, at) =>
        scale(scale(v, Math.floor(at / 6)), at % 6),
      );
      // In the range of H, as sums over the same points are.
      const some = Array.from({ length: 6 }, () => random.normal());
      const b = some.map((_, i) => some.reduce((sum, v, j) => sum + H[6 * i + j] * v, 0));
      return { H, b };
    });
    const input = systems.flatMap(({ H, b }) => {
      const lower = [...H].filter((_, k) => k % 6 <= Math.floor(k / 6));
      // The last is the sum of weights.
      return [0, 0, ...lower, ...b.map((v) => -v), 0];
    });
    const steps = await runTestKernel(
      gpu(),
      ['jacobi', 'cholesky6', 'normal-equations'],
      'var<private> total: array<f32, 32>;',
      `for (var k = 0u; k < ROWS; k++) { total[k] = input[ROWS * i + k]; }
       let x = newtonStep();
       for (var k = 0u; k < 3u; k++) { output[6u * i + k] = x.rotation[k]; output[6u * i + 3u + k] = x.translation[k]; }`,
      Float32Array.from(input),
      CASES,
      6,
    );
    systems.forEach(({ H, b }, i) => {
      const exact = solveDetermined(H, b);
      // With angles counted in arcs, as the solver does: the rows were scaled by 30.
      const arcs = H.map((v, at) => v / (at < 18 ? 30 : 1) / (at % 6 < 3 ? 30 : 1));
      const held = symmetricEigen(arcs, 6).values.filter((v, _, all) => v > 1e-6 * all[5]);
      const size = Math.hypot(...exact.map((v, k) => (k < 3 ? 30 * v : v)));
      for (let k = 0; k < 6; k++) {
        const off = Math.abs(steps[6 * i + k] - exact[k]) * (k < 3 ? 30 : 1);
        expect(off, `system ${i}`).toBeLessThan((1e-6 * size * held[held.length - 1]) / held[0]);
      }
    });
  });

  it('tell a 6x6 matrix that is not positive definite', async () => {
    const random = seededRandom(SEED + 6);
    // Positive definite, of too few rows, and with one or more directions turned down.
    const matrices = Array.from({ length: CASES }, (_, k) => {
      const H = gram(6, k % 4 === 1 ? 4 : 12, () => random.normal());
      const down = gram(6, k % 4, () => 10 * random.normal());
      return H.map((v, at) => (k % 4 > 1 ? v - down[at] : v) * (at < 18 ? 30 : 1) * (at % 6 < 3 ? 30 : 1));
    });
    const output = await runTestKernel(
      gpu(),
      ['jacobi', 'cholesky6', 'normal-equations'],
      'var<private> total: array<f32, 32>;',
      `for (var k = 0u; k < 21u; k++) { total[SYSTEM_H + k] = input[21u * i + k]; }
       output[i] = select(0.0, 1.0, determinesAll());`,
      Float32Array.from(matrices.flatMap((H) => H.filter((_, at) => at % 6 <= Math.floor(at / 6)))),
      CASES,
      1,
    );
    expect([...output]).toEqual(matrices.map((_, k) => (k % 4 === 0 ? 1 : 0)));
  });

  it('solve 6x6 systems by Cholesky, and say how small the smallest pivot is', async () => {
    const random = seededRandom(SEED + 5);
    const scales = [30, 0.1, 1, 1e3, 7, 1e-2];
    const systems = Array.from({ length: CASES }, (_, k) => {
      // Of every fourth nothing holds the last direction of the rotation, of the next that of the translation.
      const open = [null, 2, null, 5][k % 4];
      const isOpen = (at: number): boolean => at % 6 === open || Math.floor(at / 6) === open;
      const H = gram(6, 12, () => random.normal()).map((v, at) =>
        isOpen(at) ? 0 : v * scales[at % 6] * scales[Math.floor(at / 6)],
      );
      const b = scales.map((scale, i) => (i === open ? 0 : scale * random.normal()));
      return { H, b, open };
    });
    const input = systems.flatMap(({ H, b }) => [...H.filter((_, at) => at % 6 <= Math.floor(at / 6)), ...b]);
    const output = await runTestKernel(
      gpu(),
      ['cholesky6'],
      'var<private> total: array<f32, 32>;',
      `for (var k = 0u; k < 27u; k++) { total[k] = input[27u * i + k]; }
       let x = solve6(
         symmetric6(0u),
         vec3f(total[21], total[22], total[23]),
         vec3f(total[24], total[25], total[26]),
       );
       for (var k = 0u; k < 3u; k++) { output[7u * i + k] = x.rotation[k]; output[7u * i + 3u + k] = x.translation[k]; }
       output[7u * i + 6u] = x.leastPivot;`,
      Float32Array.from(input),
      CASES,
      7,
    );
    systems.forEach(({ H, b, open }, i) => {
      const held = [0, 1, 2, 3, 4, 5].filter((k) => k !== open);
      const n = held.length;
      // With a unit diagonal, as the solver scales it.
      const scale = held.map((k) => 1 / Math.sqrt(H[7 * k]));
      const unit = held.flatMap((r, i) => held.map((c, j) => H[6 * r + c] * scale[i] * scale[j]));
      const exact = solveCholesky(
        unit,
        held.map((k, j) => b[k] * scale[j]),
        n,
      )!;
      const { values } = symmetricEigen(unit, n);
      const size = Math.hypot(...exact);
      held.forEach((k, j) => {
        const off = Math.abs(output[7 * i + k] / scale[j] - exact[j]);
        expect(off, `system ${i}`).toBeLessThan((1e-6 * size * values[n - 1]) / values[0]);
      });
      const leastPivot = output[7 * i + 6];
      if (open === null) {
        // No pivot is below the smallest eigenvalue, nor above the diagonal.
        expect(leastPivot, `system ${i}`).toBeGreaterThan(0.99 * values[0]);
        expect(leastPivot, `system ${i}`).toBeLessThan(1.01);
      } else {
        expect(leastPivot, `system ${i}`).toBe(0);
        expect(output[7 * i + open], `system ${i}`).toBe(0);
      }
    });
  });

  it('move poses as f64 does', async () => {
    const random = seededRandom(SEED + 3);
    const twists = Array.from({ length: CASES }, (_, k) =>
      Array.from({ length: 6 }, () => random.normal() * (k % 3 === 0 ? 1e-4 : k % 3 === 1 ? 0.3 : 1)),
    );
    const moved = await runTestKernel(
      gpu(),
      ['rigid'],
      '',
      `let w = vec3f(input[6u * i], input[6u * i + 1], input[6u * i + 2]);
       let v = vec3f(input[6u * i + 3], input[6u * i + 4], input[6u * i + 5]);
       let step = exponential(w, v);
       let twice = composed(step, step);
       let back = twistShift(w, step.translation);
       for (var k = 0u; k < 4u; k++) { output[10u * i + k] = twice.rotation[k]; }
       for (var k = 0u; k < 3u; k++) { output[10u * i + 4u + k] = twice.translation[k]; output[10u * i + 7u + k] = back[k]; }`,
      Float32Array.from(twists.flat()),
      CASES,
      10,
    );
    twists.forEach((twist, i) => {
      const step = exp(twist);
      const twice = compose(step, step);
      const q = quaternionOf(twice.R);
      const sign = Math.sign(q.reduce((sum, v, k) => sum + v * moved[10 * i + k], 0));
      for (let k = 0; k < 4; k++) expect(sign * moved[10 * i + k]).toBeCloseTo(q[k], 6);
      for (let k = 0; k < 3; k++) expect(moved[10 * i + 4 + k]).toBeCloseTo(twice.t[k], 5);
      const back = log({ R: expSo3(twist[0], twist[1], twist[2]), t: step.t });
      for (let k = 0; k < 3; k++) expect(moved[10 * i + 7 + k]).toBeCloseTo(back[3 + k], 5);
    });
  });
});
