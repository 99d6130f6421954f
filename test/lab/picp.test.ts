import { describe, expect, it } from 'vitest';
import { horn, PAIR_SUMS } from '../../src-core/math/horn.ts';
import { hash3, seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { type PicpPool, picpBy, serialPool } from '../../src-lab/picp/picp.ts';
import { drawBound, isDrawn } from '../../src-lab/picp/picp-draw.ts';
import { mergeShares, type PicpSums, pointsOf, shareOf } from '../../src-lab/picp/picp-share.ts';
import {
  type PointSet,
  REGISTRATION_DEFAULTS,
  type RegistrationProblem,
} from '../../src-lab/problem/method.ts';
import { type AccelerationId, PICP_DEFAULTS, type PicpOptions } from '../../src-lab/problem/picp-options.ts';
import { METHODS } from '../../src-lab/register/methods.ts';
import { register } from '../../src-lab/register/register.ts';
import { BruteForce } from '../../src-lab/search/brute-force.ts';
import { filledWith, saddle, transformed } from './clouds.ts';

const SEED = 53;
const T = exp([0.1, -0.08, 0.12, 0.2, -0.1, 0.1]);

function sumsWith(
  source: PointSet,
  target: PointSet,
  picp: Partial<PicpOptions>,
  pass = 0,
  pose: Rigid = identity(),
): PicpSums {
  const options = {
    ...REGISTRATION_DEFAULTS,
    search: 'voxel-bins' as const,
    picp: { ...PICP_DEFAULTS, ...picp },
  };
  const crew = serialPool({ source, target, T_target_source: pose, options, cancel: NEVER_CANCELLED });
  return mergeShares(crew.match(pose, pass));
}

describe('the shares of the workers', () => {
  it('are single points in turn where the runs are of one, as in the paper', () => {
    const { starts, run } = shareOf(36_100, 3, 11, true, 1);
    expect(run).toBe(1);
    expect([...starts]).toEqual(
      Array.from({ length: 3282 }, (_, k) => 3 + 11 * k).filter((at) => at < 36_100),
    );
  });

  it('do not take the same columns of every row of a scan, whatever their width', () => {
    // 12 workers with runs of 16 in rows of 192 points, and so on: dealt in turn, each would have one strip.
    for (const [workers, columns] of [
      [12, 192],
      [16, 1024],
      [8, 128],
    ]) {
      const { starts } = shareOf(64 * columns, 1, workers, true);
      const runs = columns / 16;
      const perColumn = new Float64Array(runs);
      for (const start of starts) perColumn[Math.floor((start % columns) / 16)]++;
      // 64 rows: 64 / workers in each column on the mean, spread as draws are.
      expect(perColumn.filter((count) => count > 0).length).toBeGreaterThan(0.7 * runs);
      expect(Math.max(...perColumn)).toBeLessThan(64 / workers + 5 * Math.sqrt(64 / workers));
    }
  });

  it.each([1, 2, 3, 7, 50])('hold every point once, as evenly as can be: %d workers', (workers) => {
    for (const shuffle of [false, true]) {
      for (const points of [0, 1, 6, 7, 8, 100, 1000, 36_100]) {
        const shares = Array.from({ length: workers }, (_, w) => shareOf(points, w, workers, shuffle));
        const held = shares.map(({ starts, run, end }) =>
          [...starts].flatMap((start) =>
            Array.from({ length: Math.min(run, end - start) }, (_, k) => start + k),
          ),
        );
        expect(held.flat().sort((a, b) => a - b)).toEqual(Array.from({ length: points }, (_, k) => k));
        const counts = held.map(({ length }) => length);
        expect(shares.map(pointsOf)).toEqual(counts);
        // A run more or less.
        expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(
          Math.max(1, points / workers / 16),
        );
      }
    }
  });
});

describe(`pICP (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const target = filledWith(500, () => [random.uniform() * 6, random.uniform() * 4, random.uniform()]);
  const source = transformed(
    invert(T),
    filledWith(301, (i) => [...target.xyz.subarray(3 * i, 3 * i + 3)]),
  );

  /** Pairs by brute force, summed by their definitions (eq. 1, 2). */
  function plainSums(pose: Rigid): { pairs: number[]; squared: number; squares: number[] } {
    const search = new BruteForce(target);
    const moved = transformed(pose, source).xyz;
    const pairs = Array.from({ length: source.count }, (_, i) => {
      const [x, y, z] = moved.subarray(3 * i, 3 * i + 3);
      const q = search.nearest(x, y, z, Number.POSITIVE_INFINITY);
      return {
        p: [...source.xyz.subarray(3 * i, 3 * i + 3)],
        q: [...target.xyz.subarray(3 * q, 3 * q + 3)],
        moved: [x, y, z],
      };
    });
    const n = pairs.length;
    const mean = (of: 'p' | 'q', k: number): number => pairs.reduce((sum, pair) => sum + pair[of][k], 0) / n;
    const p = [0, 1, 2].map((k) => mean('p', k));
    const q = [0, 1, 2].map((k) => mean('q', k));
    const covariance = Array.from({ length: 9 }, (_, k) => {
      const [a, b] = [Math.floor(k / 3), k % 3];
      return pairs.reduce((sum, pair) => sum + (pair.p[a] - p[a]) * (pair.q[b] - q[b]), 0);
    });
    return {
      pairs: [n, ...p, ...q, ...covariance],
      squared: pairs.reduce(
        (sum, pair) => sum + pair.q.reduce((s, v, k) => s + (v - pair.moved[k]) ** 2, 0),
        0,
      ),
      squares: Array.from({ length: 9 }, (_, k) =>
        pairs.reduce((sum, pair) => sum + pair.p[Math.floor(k / 3)] * pair.p[k % 3], 0),
      ),
    };
  }

  for (const shuffle of [false, true]) {
    it.each([1, 2, 3, 7])(`adds up the sums of %d workers, shuffle ${shuffle}`, (workers) => {
      const pose = exp([0.02, 0, 0.05, 0.1, 0, 0]);
      const sums = sumsWith(source, target, { workers, shuffle }, 0, pose);
      const plain = plainSums(pose);
      for (let k = 0; k < PAIR_SUMS; k++) expect(sums.pairs[k]).toBeCloseTo(plain.pairs[k], 8);
      for (let k = 0; k < 9; k++) expect(sums.squares[k]).toBeCloseTo(plain.squares[k], 8);
      expect(sums.squared).toBeCloseTo(plain.squared, 8);
      expect(sums.milliseconds.length).toBe(workers);
    });
  }

  it.each([1, 2, 3, 7])('finds with %d workers what icp-point finds', (workers) => {
    const options = { search: 'voxel-bins' as const, picp: { ...PICP_DEFAULTS, workers } };
    const shared = register(source, target, { ...options, method: 'picp' });
    const alone = register(source, target, { ...options, method: 'icp-point' });
    expect(shared.iterations).toBe(alone.iterations);
    expect(shared.stopped).toBe(alone.stopped);
    expect(shared.inliers).toBe(alone.inliers);
    for (let k = 0; k < 9; k++)
      expect(shared.T_target_source.R[k]).toBeCloseTo(alone.T_target_source.R[k], 10);
    for (let k = 0; k < 3; k++)
      expect(shared.T_target_source.t[k]).toBeCloseTo(alone.T_target_source.t[k], 9);
    const largest = Math.max(...alone.H);
    for (let k = 0; k < 36; k++) expect(Math.abs(shared.H[k] - alone.H[k])).toBeLessThan(1e-9 * largest);
    expect(shared.rms).toBeCloseTo(alone.rms, 9);
  });

  it('is content with more workers than points', () => {
    const few = filledWith(4, (i) => [...source.xyz.subarray(3 * i, 3 * i + 3)]);
    expect(sumsWith(few, target, { workers: 9 }).pairs[0]).toBe(4);
  });

  it('draws other points for each pass when thinned, about as many as asked for, the same again', () => {
    const first = sumsWith(source, target, { workers: 3, thinning: 0.25 });
    const second = sumsWith(source, target, { workers: 3, thinning: 0.25 }, 1);
    expect(Math.abs(first.pairs[0] - 75)).toBeLessThan(25);
    expect(second.pairs).not.toEqual(first.pairs);
    expect(sumsWith(source, target, { workers: 3, thinning: 0.25 }).pairs).toEqual(first.pairs);
    expect(sumsWith(source, target, { workers: 3, thinning: 0.25, seed: 2 }).pairs).not.toEqual(first.pairs);
  });

  it.each([2, 3, 7])('draws the same points with %d workers as with one', (workers) => {
    for (const shuffle of [false, true]) {
      const shared = sumsWith(source, target, { workers, shuffle, thinning: 0.25 });
      const alone = sumsWith(source, target, { workers: 1, thinning: 0.25 });
      for (let k = 0; k < PAIR_SUMS; k++) expect(shared.pairs[k]).toBeCloseTo(alone.pairs[k], 8);
      expect(shared.squared).toBeCloseTo(alone.squared, 8);
    }
  });

  it('draws all with the thinning 1, and none by rounding with the least', () => {
    for (const pass of [0, 1, 2]) {
      for (let point = 0; point < 1000; point++) {
        expect(isDrawn(SEED, pass, point, drawBound(1))).toBe(true);
        expect(isDrawn(SEED, pass, point, drawBound(1e-12))).toBe(hash3(SEED, pass, point) === 0);
      }
    }
  });

  it('comes near with a part of the points', () => {
    const picp = { ...PICP_DEFAULTS, workers: 2, thinning: 0.5 };
    const result = register(source, target, { method: 'picp', maxIterations: 60, picp });
    expect(rotationAngle(compose(invert(T), result.T_target_source).R)).toBeLessThan(1e-2);
  });
});

describe('acceleration', () => {
  const target = saddle(40);
  const d = Math.PI / 180;
  const source = transformed(invert(exp([7 * d, -5 * d, 8 * d, 0.4, -0.3, 0.5])), target);
  const run = (acceleration: AccelerationId): ReturnType<typeof register> =>
    register(source, target, {
      method: 'picp',
      rmsTolerance: 1e-7,
      rmsThreshold: 1e-6,
      picp: { ...PICP_DEFAULTS, acceleration },
    });

  it.each(['coupled', 'decoupled'] as const)('%s never raises the error, and needs fewer steps', (kind) => {
    const plain = run('none');
    const fast = run(kind);
    for (let k = 1; k < fast.iterations; k++) {
      expect(fast.rmsPerIteration[k]).toBeLessThanOrEqual(fast.rmsPerIteration[k - 1] + 1e-12);
    }
    expect(fast.iterations).toBeLessThan(plain.iterations);
    expect(fast.rms).toBeLessThan(1e-5);
  });

  it('discards a leap to fewer matches than a transform needs, near as they are', () => {
    const picp = { ...PICP_DEFAULTS, workers: 1, acceleration: 'coupled' as const };
    const options = { method: 'picp' as const, rmsTolerance: 1e-7, rmsThreshold: 1e-6, picp };
    /** Matches two copies of target points in a pass. @returns errors of the passes, and the result */
    const runWith = (passOfTwo: number | null) => {
      const errors: number[] = [];
      const gather = (problem: RegistrationProblem): PicpPool => {
        const crew = serialPool(problem);
        return {
          match(T, pass) {
            const two = transformed(invert(T), { count: 2, xyz: problem.target.xyz.slice(0, 6) });
            const numbers =
              pass === passOfTwo
                ? serialPool({ ...problem, source: two }).match(T, pass)
                : crew.match(T, pass);
            const { pairs, squared } = mergeShares(numbers);
            errors.push(Math.sqrt(squared / pairs[0]));
            return numbers;
          },
          close: crew.close,
        };
      };
      const methods = { ...METHODS, picp: picpBy(gather) };
      return { errors, found: register(source, target, options, NEVER_CANCELLED, methods) };
    };
    const whole = runWith(null);
    // A step whose error is that of no iteration: a leap took its place.
    const leap = 1 + whole.errors.findIndex((e, k) => k > 0 && !whole.found.rmsPerIteration.includes(e));
    expect(leap).toBeGreaterThan(4);
    const { errors, found: result } = runWith(leap);
    expect(errors[leap]).toBeLessThan(errors[leap - 1]);
    expect(result.rmsPerIteration).toContain(errors[leap - 1]);
    expect(result.stopped).toBe(whole.found.stopped);
    expect(result.rms).toBeLessThan(1e-5);
  });
});

describe('few points, of which half are drawn', () => {
  it('the normal matrix is that of the matches of the pose that stays', () => {
    const target = saddle(12);
    const copy = transformed(invert(T), target);
    const source = filledWith(7, (i) => [...copy.xyz.subarray(60 * i, 60 * i + 3)]);
    const endings = [1, 2, 3, 4, 5, 6, 7, 8].map((seed) =>
      register(source, target, {
        method: 'picp',
        rmsTolerance: 0,
        rmsThreshold: 0,
        picp: { ...PICP_DEFAULTS, thinning: 0.6, seed },
      }),
    );
    const tooFew = endings.filter(({ stopped }) => stopped === 'too-few-matches');
    expect(tooFew.length).toBeGreaterThan(2);
    for (const { H, inliers } of tooFew) expect(H[21]).toBe(inliers);
  });
});

describe('Horn on merged shares', () => {
  it('gives the pose of a copy in one step where the pairs are right', () => {
    const target = saddle(10);
    const near = exp([1e-3, 0, -1e-3, 0.002, 0, 0]);
    const source = transformed(invert(near), target);
    const pose = horn(sumsWith(source, target, { workers: 3 }).pairs) as Rigid;
    expect(rotationAngle(compose(invert(near), pose).R)).toBeLessThan(1e-9);
  });
});
