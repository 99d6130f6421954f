import { expect } from 'vitest';
import { horn, PAIR_SUMS, PairAccumulator } from '../../src-core/math/horn.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import { applyToPoint, compose, exp, invert, rotationAngle } from '../../src-core/math/se3.ts';
import { NEVER_CANCELLED } from '../../src-core/model/context.ts';
import { CancelledError } from '../../src-core/model/errors.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import type { RegistrationProblem } from '../../src-lab/problem/method.ts';
import { SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';
import { bestHalfTurn, halfTurns, withHalfTurn } from '../../src-lab/soft/half-turns.ts';
import { softassign } from '../../src-lab/soft/softassign.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { describe, it, tiered } from '../support/tier.ts';
import { alignable, bunny, centred, lopsidedCloud, movedCloud } from './soft-fixtures.ts';

const SEED = 43;
/** A few temperatures about the squared size of the clouds, all of them gone through; outliers count. */
const SHORT = {
  ...SOFTASSIGN_PAPER,
  temperatures: 3,
  stepsPerTemperature: 2,
  alpha: 0.01,
  firstTemperature: 0.01,
  temperatureFactor: 0.8,
  moutlier: 0.5,
  tryHalfTurns: false,
  tolerance: 0,
};

/** Alg. 2 with the whole matrix and its outlier row and column, as the paper writes it. */
function byTheMatrix({ source, target, T_target_source, options }: RegistrationProblem): Rigid {
  const {
    temperatures,
    stepsPerTemperature,
    sinkhornIterations,
    alpha,
    firstTemperature,
    temperatureFactor,
  } = options.softassign;
  const [n, m] = [target.count, source.count];
  let pose = T_target_source;
  let T = firstTemperature;
  for (let J = 0; J < temperatures; J++, T *= temperatureFactor) {
    for (let I = 0; I < stepsPerTemperature; I++) {
      const M = Array.from({ length: n + 1 }, () => new Float64Array(m + 1));
      for (let i = 0; i < n; i++) M[i][m] = options.softassign.moutlier as number;
      for (let j = 0; j < m; j++) M[n][j] = options.softassign.moutlier as number;
      for (let j = 0; j < m; j++) {
        const y = applyToPoint(pose, source.xyz[3 * j], source.xyz[3 * j + 1], source.xyz[3 * j + 2]);
        for (let i = 0; i < n; i++) {
          const d = Math.hypot(...y.map((v, k) => target.xyz[3 * i + k] - v));
          M[i][j] = Math.exp((alpha - d ** 2) / T) / Math.sqrt(T);
        }
      }
      for (let sweep = 0; sweep < sinkhornIterations; sweep++) {
        for (let i = 0; i < n; i++) {
          const sum = M[i].reduce((all, v) => all + v, 0);
          M[i].forEach((v, j) => {
            M[i][j] = v / sum;
          });
        }
        for (let j = 0; j < m; j++) {
          const sum = M.reduce((all, row) => all + row[j], 0);
          for (const row of M) row[j] /= sum;
        }
      }
      const pairs = new PairAccumulator();
      for (let i = 0; i < n; i++) {
        for (let j = 0; j < m; j++) {
          const [px, py, pz] = source.xyz.subarray(3 * j, 3 * j + 3);
          const [qx, qy, qz] = target.xyz.subarray(3 * i, 3 * i + 3);
          pairs.add(px, py, pz, qx, qy, qz, M[i][j]);
        }
      }
      const sums = new Float64Array(PAIR_SUMS);
      pairs.sumsInto(sums);
      pose = horn(sums) as Rigid;
    }
  }
  return pose;
}

describe(`softassign (seed ${SEED})`, () => {
  const random = seededRandom(SEED);

  it.each([
    [3, 1],
    [4, 5],
    [17, 40],
    [64, 33],
  ])('steps as the whole matrix with its outliers does: %d points on %d', (n, m) => {
    const start = exp([0.1, -0.2, 0.1, 0.01, 0, -0.01]);
    const clouds = [lopsidedCloud(random, n), lopsidedCloud(random, m)] as const;
    const problem = alignable(...clouds, { softassign: SHORT }, start);
    const { T_target_source: T, iterations, stopped } = softassign(problem);
    const expected = byTheMatrix(problem);
    for (let k = 0; k < 9; k++) expect(T.R[k]).toBeCloseTo(expected.R[k], 9);
    for (let k = 0; k < 3; k++) expect(T.t[k]).toBeCloseTo(expected.t[k], 11);
    expect(iterations).toBe(6);
    expect(stopped).toBe('annealed');
  });

  it('leaves points without a partner to the outliers', () => {
    const target = lopsidedCloud(random, 60);
    const source = { count: 70, xyz: new Float64Array(210).fill(0.4) };
    const T = exp([0.2, 0, 0.1, 0.01, 0, 0]);
    source.xyz.set(movedCloud(invert(T), target).xyz);
    const options = { ...SHORT, temperatures: 120, temperatureFactor: 0.9, alpha: 1e-4, moutlier: 1 };
    const result = softassign(alignable(source, target, { softassign: options }));
    expect(result.inliers).toBe(60);
    expect(rotationAngle(compose(invert(T), result.T_target_source).R)).toBeLessThan(1e-6);
  });

  it('brings a copy back from any attitude, and stops when nothing is left to gain', () => {
    const target = lopsidedCloud(random, 60);
    for (let trial = 0; trial < 6; trial++) {
      const axis = [random.normal(), random.normal(), random.normal()];
      const T = exp([...axis.map((v) => (Math.PI * v) / Math.hypot(...axis)), 0, 0, 0]);
      const source = movedCloud(invert(T), target);
      const options = { ...SOFTASSIGN_PAPER, firstTemperature: 0.1, alpha: 0, temperatureFactor: 0.9 };
      const result = softassign(alignable(source, target, { softassign: options }));
      expect(rotationAngle(compose(invert(T), result.T_target_source).R)).toBeLessThan(2e-2);
    }
  });

  it('goes on to the next temperature where the pose rests', () => {
    const target = lopsidedCloud(random, 40);
    const source = movedCloud(exp([0.4, 0.1, 0, 0, 0, 0]), target);
    const steps = [0, 1e-2].map(
      (tolerance) =>
        softassign(
          alignable(source, target, {
            softassign: { ...SOFTASSIGN_PAPER, temperatures: 10, tryHalfTurns: false, tolerance },
          }),
        ).iterations,
    );
    expect(steps[0]).toBe(50);
    expect(steps[1]).toBeLessThan(40);
  });

  it('refuses clouds too far apart for the temperature', () => {
    const cloud = lopsidedCloud(random, 20);
    const far = { R: exp([0, 0, 0, 0, 0, 0]).R, t: Float64Array.of(1000, 0, 0) };
    const options = { ...SOFTASSIGN_PAPER, firstTemperature: 1e-3 };
    expect(() => softassign(alignable(cloud, cloud, { softassign: options }, far))).toThrow(
      expect.objectContaining({ code: 'too-few-points', message: expect.stringMatching(/firstTemperature/) }),
    );
  });

  it('can be cancelled', () => {
    const cloud = lopsidedCloud(random, 10);
    expect(() => softassign({ ...alignable(cloud, cloud), cancel: { cancelled: true } })).toThrow(
      CancelledError,
    );
  });
});

describe(`half turns about principal axes (seed ${SEED})`, () => {
  const random = seededRandom(SEED);
  const target = lopsidedCloud(random, 200);

  it('are proper, are undone by themselves, and keep the second moments', () => {
    for (const turn of halfTurns(target)) {
      const twice = withHalfTurn(turn, withHalfTurn(turn, exp([0.3, 0.2, 0.1, 1, 2, 3])));
      const once = exp([0.3, 0.2, 0.1, 1, 2, 3]);
      for (let k = 0; k < 9; k++) expect(twice.R[k]).toBeCloseTo(once.R[k], 12);
      expect(rotationAngle(turn)).toBeCloseTo(Math.PI, 6);
      const moment = (xyz: Float64Array, a: number, b: number): number =>
        Array.from({ length: 200 }, (_, i) => xyz[3 * i + a] * xyz[3 * i + b]).reduce((sum, v) => sum + v, 0);
      const moved = movedCloud({ R: turn, t: new Float64Array(3) }, target).xyz;
      for (const [a, b] of [
        [0, 0],
        [0, 1],
        [1, 2],
        [2, 2],
      ])
        expect(moment(moved, a, b)).toBeCloseTo(moment(target.xyz, a, b), 12);
    }
  });

  it('are taken back where they were made, and left alone where not', () => {
    const T = exp([1, 2, 3, 0, 0, 0]);
    const source = movedCloud(invert(T), target);
    expect(bestHalfTurn(T, source, target, NEVER_CANCELLED)).toBe(T);
    for (const turn of halfTurns(target)) {
      const best = bestHalfTurn(withHalfTurn(turn, T), source, target, NEVER_CANCELLED);
      expect(rotationAngle(compose(invert(T), best).R)).toBeLessThan(1e-7);
    }
  });

  it('leave a cloud alone that looks the same from both sides', () => {
    const corners = {
      count: 8,
      xyz: Float64Array.from({ length: 24 }, (_, k) => ((k % 3) + 1) * (((k / 3) >> (k % 3)) & 1)),
    };
    const box = centred(corners).points;
    const T = exp([0.01, 0, 0, 0, 0, 0]);
    expect(bestHalfTurn(T, box, box, NEVER_CANCELLED)).toBe(T);
  });
});

describe('softassign on the point sets of its authors', () => {
  // Thinned clouds end at the full sets' pose within what the thinning leaves. All points take half an hour on a
  // processor: the bench `papers` runs them on the card.
  it.skipIf(SHARED_DATA === null).each(tiered([20, 8], [20]))(
    `ends at their pose on one of %d points${WHY_SKIPPED}`,
    (oneOf) => {
      const { problem, inFile } = bunny(SHARED_DATA as string, oneOf);
      const { R, t } = inFile(softassign(problem).T_target_source);
      const expected = [0.07862, 0.957777, -0.276553, -0.009173, -0.050784, -0.052671];
      [...R.subarray(0, 3), ...t].forEach((value, k) => {
        expect(Math.abs(value - expected[k])).toBeLessThan(1e-3);
      });
    },
  );

  it.skipIf(SHARED_DATA === null)(
    `rests at a half turn of it where those are not tried${WHY_SKIPPED}`,
    () => {
      const { problem, inFile } = bunny(SHARED_DATA as string, 20);
      const options = { ...problem.options, softassign: { ...SOFTASSIGN_PAPER, tryHalfTurns: false } };
      const { R } = inFile(softassign({ ...problem, options }).T_target_source);
      expect(R[1]).toBeLessThan(-0.8);
    },
  );
});
