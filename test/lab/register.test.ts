import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, expSo3, identity, invert, multiply3, rotationAngle } from '../../src-core/math/se3.ts';
import { symmetricEigen } from '../../src-core/math/symmetric-eigen.ts';
import {
  isSoftMethod,
  METHOD_IDS,
  type MethodId,
  type SearchId,
} from '../../src-core/model/registration-ids.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../../src-lab/clouds/match-limit.ts';
import type { PointSet, RegistrationOptions } from '../../src-lab/problem/method.ts';
import { planeDistance, pointDistance } from '../../src-lab/problem/surface-distance.ts';
import { register } from '../../src-lab/register/register.ts';
import { filledWith, saddle, transformed } from './clouds.ts';
import { pair, thinned } from './shared-pair.ts';

const SEED = 36;
const DEGREES = Math.PI / 180;
const SEARCHES: SearchId[] = ['brute-force', 'kd-tree', 'voxel-bins'];
/** Methods that find the exact transform between copies of one cloud. */
const EXACT: MethodId[] = ['icp-point', 'icp-plane', 'newton-point', 'newton-plane', 'newton-second-order'];
const HARD: MethodId[] = [...EXACT, 'icp-approx'];

/** A wavy floor with two walls: every direction is held. */
function room(count: number, seed: number): PointSet {
  const random = seededRandom(seed);
  return filledWith(count, (i) => {
    const [a, b] = [random.uniform() * 6, random.uniform() * 6];
    if (i % 4 === 0) return [a, 0.2 * Math.cos(2 * a), b / 2];
    if (i % 4 === 1) return [0.3 * Math.sin(b), a, b / 2];
    return [a, b, 0.4 * Math.sin(a) * Math.cos(b)];
  });
}

function errorOf(pose: Rigid, truth: Rigid): { turn: number; shift: number } {
  const off = compose(invert(truth), pose);
  return { turn: rotationAngle(off.R), shift: Math.hypot(...off.t) };
}

function expectTransform(pose: Rigid, truth: Rigid, turn: number, shift: number): void {
  const error = errorOf(pose, truth);
  expect(error.turn).toBeLessThan(turn);
  expect(error.shift).toBeLessThan(shift);
}

describe('every hard method at any scale (seed 61)', () => {
  // The least change of the RMS and the RMS that is enough are lengths, and must not end small clouds at the start.
  const hard = METHOD_IDS.filter(
    (id) => !isSoftMethod(id) && id !== 'newton-custom' && id !== 'icp-intensity',
  );
  const result = (method: MethodId, scale: number): Rigid => {
    const random = seededRandom(61);
    const surface = (count: number): PointSet =>
      filledWith(count, () => {
        const [x, y] = [4 * random.uniform() - 2, 4 * random.uniform() - 2];
        return [scale * x, scale * y, scale * (x * x - y * y)];
      });
    const target = surface(1500);
    const truth = exp([0.02, -0.03, 0.05, 0.1 * scale, -0.05 * scale, 0.08 * scale]);
    const source = transformed(invert(truth), surface(1200));
    // Where longer steps end among these few points depends on the tolerance; newton-lengths.test.ts scales that too.
    return register(source, target, { method, armijoLongest: 1 }).T_target_source;
  };

  it.each(hard)('%s finds at 1e-3 and 1e6 what it finds at 1', (method) => {
    const usual = result(method, 1);
    for (const scale of [1e-3, 1e6]) {
      const { R, t } = result(method, scale);
      expect(rotationAngle(multiply3(R, invert(usual).R))).toBeLessThan(1e-3);
      expect(Math.hypot(...t.map((v, k) => v / scale - usual.t[k]))).toBeLessThan(2e-3);
    }
  });
});

describe(`a known transform (seed ${SEED})`, () => {
  const target = room(1500, SEED);
  const truth = exp([0.02, -0.03, 0.04, 0.08, -0.05, 0.06]);
  const source = transformed(invert(truth), target);

  describe.each(SEARCHES)('with %s', (search) => {
    it.each(EXACT)('is found by %s, and its inverse the other way round', (method) => {
      const there = register(source, target, { method, search });
      expectTransform(there.T_target_source, truth, 1e-6, 1e-5);
      expect(there).toMatchObject({ inliers: 1500, undetermined: [], stopped: 'error-threshold' });
      expect(there.rmsPerIteration).toHaveLength(there.iterations);
      expect(there.rms).toBe(there.rmsPerIteration.at(-1));
      expectTransform(
        register(target, source, { method, search }).T_target_source,
        invert(truth),
        1e-6,
        1e-5,
      );
    });

    it('is found nearly by icp-approx', () => {
      const { T_target_source } = register(source, target, { method: 'icp-approx', search });
      const limit = search === 'kd-tree' ? 0.03 : 1e-5;
      expectTransform(T_target_source, truth, limit, limit);
    });
  });

  it.each(HARD)(
    'is found by %s from a start near it, with the iterations of the way that is left',
    (method) => {
      const near = compose(truth, exp([0.001, 0, -0.001, 0.002, 0.001, 0]));
      const fromNear = register(source, target, { method, T_target_source: near });
      expect(fromNear.iterations).toBeLessThan(register(source, target, { method }).iterations);
      if (method !== 'icp-approx') expectTransform(fromNear.T_target_source, truth, 1e-6, 1e-5);
    },
  );

  it.each(HARD)('is the same by %s in frames that are shifted a thousand kilometres', (method) => {
    const T_far_source = exp([0, 0, 0, 1e6, -1e6, 1e6]);
    const T_far_target = exp([0, 0, 0, -1e6, 1e6, 5e5]);
    const here = register(source, target, { method }).T_target_source;
    const far = register(transformed(T_far_source, source), transformed(T_far_target, target), {
      method,
      T_target_source: compose(T_far_target, invert(T_far_source)),
    }).T_target_source;
    expectTransform(compose(compose(invert(T_far_target), far), T_far_source), here, 1e-7, 1e-6);
  });

  it('of points with noise is found within what the noise leaves', () => {
    const random = seededRandom(SEED + 1);
    const noisy = filledWith(source.count, (i) =>
      [...source.xyz.subarray(3 * i, 3 * i + 3)].map((v) => v + 0.01 * random.normal()),
    );
    for (const method of HARD) {
      const { T_target_source, stopped } = register(noisy, target, { method, normalNeighbours: 10 });
      expect(stopped).not.toBe('no-descent');
      expectTransform(
        T_target_source,
        truth,
        method === 'icp-approx' ? 0.03 : 5e-3,
        method === 'icp-approx' ? 0.03 : 5e-3,
      );
    }
  });
});

describe(`what comes with the transform (seed ${SEED})`, () => {
  const target = room(800, SEED + 2);
  const source = transformed(exp([0.02, 0.01, -0.02, 0.05, 0.05, 0]), room(700, SEED + 3));

  it.each(HARD)(
    'by %s: H of the returned pose is symmetric and not negative, with its eigenvalues',
    (method) => {
      const { H, eigenvalues, milliseconds } = register(source, target, { method });
      for (let k = 0; k < 36; k++) expect(H[k]).toBeCloseTo(H[6 * (k % 6) + Math.floor(k / 6)], 9);
      expect([...eigenvalues]).toEqual([...symmetricEigen(H, 6).values]);
      expect(eigenvalues[0]).toBeGreaterThan(0);
      expect(milliseconds.total).toBeGreaterThanOrEqual(milliseconds.structure + milliseconds.iterations);
    },
  );

  it('H of the points is sum J^T J of the moved points about the mean of the target', () => {
    const { H, T_target_source } = register(source, target, { method: 'icp-point' });
    const moved = transformed(T_target_source, source).xyz;
    const mean = [0, 1, 2].map(
      (k) => target.xyz.filter((_, at) => at % 3 === k).reduce((a, b) => a + b) / target.count,
    );
    const expected = new Float64Array(36);
    for (let i = 0; i < source.count; i++) {
      const [x, y, z] = mean.map((m, k) => moved[3 * i + k] - m);
      const J = [
        [0, z, -y, 1, 0, 0],
        [-z, 0, x, 0, 1, 0],
        [y, -x, 0, 0, 0, 1],
      ];
      for (const row of J) for (let k = 0; k < 36; k++) expected[k] += row[Math.floor(k / 6)] * row[k % 6];
    }
    for (let k = 0; k < 36; k++) expect(Math.abs(H[k] - expected[k])).toBeLessThan(1e-8 * H[0]);
    const newton = register(source, target, { method: 'newton-point', T_target_source, maxIterations: 0 });
    for (let k = 0; k < 36; k++) expect(Math.abs(newton.H[k] - expected[k])).toBeLessThan(1e-8 * H[0]);
  });

  it.each(['newton-point', 'newton-plane', 'newton-second-order'] as const)(
    'the objective of %s never rises, whatever the start',
    (method) => {
      const random = seededRandom(SEED + 4);
      for (let trial = 0; trial < 5; trial++) {
        const T_target_source = exp(Array.from({ length: 6 }, () => 0.4 * random.normal()));
        const first = register(source, target, { method, T_target_source, maxIterations: 0 }).rms;
        const { rmsPerIteration } = register(source, target, { method, T_target_source });
        for (const [k, rms] of rmsPerIteration.entries()) {
          expect(rms).toBeLessThanOrEqual(k === 0 ? first : rmsPerIteration[k - 1]);
        }
      }
    },
  );

  it('iterations end at the limit, and with the limit 0 nothing moves', () => {
    const none = register(source, target, { maxIterations: 0 });
    expect(none).toMatchObject({ stopped: 'iteration-limit', iterations: 0, rmsPerIteration: [] });
    expectTransform(none.T_target_source, identity(), 1e-12, 1e-12);
    expect(register(source, target, { method: 'icp-point', maxIterations: 3 })).toMatchObject({
      stopped: 'iteration-limit',
      iterations: 3,
    });
  });
});

describe(`a caller's distance (seed ${SEED})`, () => {
  const target = room(600, SEED + 5);
  const source = transformed(exp([0.02, 0.01, -0.02, 0.05, 0.05, 0]), target);

  it.each([
    ['newton-point', pointDistance],
    ['newton-plane', planeDistance],
  ] as const)('that is that of %s gives its result', (method, customDistance) => {
    for (const cellLevel of [null, 6]) {
      // Steps longer than a whole one are newton-point's alone.
      const known = register(source, target, { method, cellLevel, armijoLongest: 1 });
      const own = register(source, target, { method: 'newton-custom', customDistance, cellLevel });
      expect({ ...own, milliseconds: null }).toEqual({ ...known, milliseconds: null });
    }
  });

  it('to a surface 0.1 m above the target ends 0.1 m above it', () => {
    const floor = filledWith(900, (i) => [(i % 30) / 5, Math.floor(i / 30) / 5, 0]);
    // ((q - s).n - 0.1)^2 with n upwards: A = n n^T, b = 0.1 n, c = 0.01.
    const { T_target_source, rms, undetermined } = register(floor, floor, {
      method: 'newton-custom',
      customDistance: ({ normal }, coefficients) => {
        planeDistance({ index: 0, position: normal, normal }, coefficients);
        coefficients[8] = 0.1;
        coefficients[9] = 0.01;
      },
    });
    expect([...T_target_source.t]).toEqual([0, 0, 0.1].map((v) => expect.closeTo(v, 9)));
    expect(rms).toBeLessThan(1e-9);
    expect(undetermined).toHaveLength(3);
  });
});

describe('cells on fewer levels of the k-d tree', () => {
  const target = saddle(40);
  const truth = exp([0.03, -0.02, 0.04, 0.05, 0.04, -0.03]);
  const source = transformed(invert(truth), target);

  it.each(['icp-approx', 'newton-point', 'newton-plane', 'newton-second-order'] as const)(
    'make %s less accurate, level by level',
    (method) => {
      const rms = [4, 7, Number.POSITIVE_INFINITY].map(
        (cellLevel) => register(source, target, { method, cellLevel }).rms,
      );
      expect(rms[0]).toBeGreaterThan(1.5 * rms[1]);
      expect(rms[1]).toBeGreaterThan(1.5 * rms[2]);
    },
  );

  it('are those of the search asked for', () => {
    const at = (search: SearchId): Rigid =>
      register(source, target, { method: 'newton-plane', search, cellLevel: 8 }).T_target_source;
    expect(at('brute-force')).toEqual(at('voxel-bins'));
    expect(at('kd-tree')).not.toEqual(at('brute-force'));
  });
});

describe('points that do not determine a transform', () => {
  const random = seededRandom(SEED + 6);
  const drive: Partial<RegistrationOptions> = { rmsThreshold: 0 };

  it.each(['icp-plane', 'newton-plane', 'newton-second-order'] as const)(
    'in a plane: %s says which directions, and moves only along the others',
    (method) => {
      const plane = filledWith(400, () => [random.uniform() * 5, random.uniform() * 5, 0]);
      const source = transformed(exp([0.02, -0.01, 0, 0, 0, 0.05]), plane);
      const { T_target_source, undetermined } = register(source, plane, { ...drive, method });
      expect(undetermined).toHaveLength(3);
      const flat = transformed(T_target_source, source).xyz.filter((_, at) => at % 3 === 2);
      expect(Math.max(...flat.map(Math.abs))).toBeLessThan(1e-6);
      expect(Math.abs(T_target_source.R[1])).toBeLessThan(1e-3);
    },
  );

  it('in a line: icp-point leaves the turn about it as it was at the start', () => {
    const line = filledWith(100, () => [random.uniform() * 5, 0, 0]);
    const T_start = exp([0.7, 0, 0, 0, 0, 0]);
    for (const method of ['icp-point', 'newton-point'] as const) {
      const source = transformed(exp([0, 0, 0, 0.003, 0.02, 0]), line);
      const { T_target_source, undetermined } = register(source, line, {
        ...drive,
        method,
        T_target_source: T_start,
      });
      expect(undetermined).toHaveLength(1);
      expect([...undetermined[0]].map(Math.abs)).toEqual([1, 0, 0, 0, 0, 0].map((v) => expect.closeTo(v, 6)));
      expect(Math.atan2(T_target_source.R[7], T_target_source.R[8])).toBeCloseTo(0.7, 1);
      const moved = transformed(T_target_source, source).xyz;
      expect(Math.max(...moved.filter((_, at) => at % 3 !== 0).map(Math.abs))).toBeLessThan(1e-6);
    }
  });

  it('in one place: brought there without a turn', () => {
    const place = filledWith(5, () => [1, 2, 3]);
    const { T_target_source } = register(transformed(exp([0, 0, 0, 1, 1, 1]), place), place, {
      method: 'icp-point',
    });
    expectTransform(T_target_source, exp([0, 0, 0, -1, -1, -1]), 1e-12, 1e-12);
  });

  it('five in general position are enough', () => {
    const five = filledWith(5, () => [random.uniform(), random.uniform(), random.uniform()]);
    const truth = exp([0.02, 0.01, 0.02, 0.01, 0.02, 0.01]);
    const { T_target_source } = register(transformed(invert(truth), five), five, { method: 'icp-point' });
    expectTransform(T_target_source, truth, 1e-9, 1e-9);
  });
});

describe("the thesis' saddle, 16384 points", () => {
  const turn = multiply3(
    multiply3(expSo3(0, 0, 8 * DEGREES), expSo3(0, -5 * DEGREES, 0)),
    expSo3(7 * DEGREES, 0, 0),
  );
  const T_source_target = { R: turn, t: Float64Array.of(0.4, -0.3, 0.5) };
  const target = saddle(128);
  const source = transformed(T_source_target, target);

  it.each([
    ['icp-point', 27],
    ['icp-plane', 4],
  ] as const)(
    'takes %s about the %d iterations of table 4.2, to an error below 10^-5',
    (method, published) => {
      const { T_target_source, iterations, rms } = register(source, target, { method });
      expect(Math.abs(iterations - published)).toBeLessThanOrEqual(2);
      expect(rms).toBeLessThan(1e-5);
      expectTransform(T_target_source, invert(T_source_target), 1e-5, 1e-5);
    },
  );

  it.each(EXACT)('ends below 10^-5 by %s with the limit that the clouds suggest', (method) => {
    const maxDistance = suggestMaxDistance(source, target, identity());
    const { T_target_source } = register(source, target, { method, maxDistance });
    expectTransform(T_target_source, invert(T_source_target), 1e-5, 1e-5);
  });
});

describe(`a real outdoor pair thinned to 0.25 m${pair.absent ? ' (no shared data here)' : ''}`, () => {
  it.skipIf(pair.absent)('ends within 0.8 degrees and 6 cm by every hard-match method', async () => {
    const [source, target] = [await thinned(pair.source), await thinned(pair.target)];
    const maxDistance = suggestMaxDistance(source, target, identity());
    for (const method of HARD) {
      const { T_target_source } = register(source, target, { method, maxDistance });
      expectTransform(T_target_source, pair.truth(), 0.8 * DEGREES, 0.06);
    }
  });
});
