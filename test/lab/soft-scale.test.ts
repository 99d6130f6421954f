import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { compose, exp, identity, invert, rotationAngle } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { completeOptions } from '../../src-lab/clouds/complete-options.ts';
import { softScale } from '../../src-lab/clouds/soft-scale.ts';
import { voxelMeans } from '../../src-lab/clouds/voxel-means.ts';
import type { PointSet } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER, TAMAKI_FIGURES } from '../../src-lab/problem/soft-options.ts';
import { register } from '../../src-lab/register/register.ts';
import { SHARED_DATA, WHY_SKIPPED } from '../io/shared-data.ts';
import { filledWith, transformed } from './clouds.ts';
import { pair, thinned } from './shared-pair.ts';
import { bunny, lopsidedCloud } from './soft-fixtures.ts';

const SEED = 61;
const SOFT = ['em-icp', 'softassign'] as const;

function scaled({ count, xyz }: PointSet, by: number): PointSet {
  return { count, xyz: xyz.map((value) => by * value) };
}

function apart(a: Rigid, b: Rigid): { degrees: number; metres: number } {
  const { R, t } = compose(invert(a), b);
  return { degrees: (180 / Math.PI) * rotationAngle(R), metres: Math.hypot(...t) };
}

describe(`the figures of the soft methods (seed ${SEED})`, () => {
  const target = lopsidedCloud(seededRandom(SEED), 150);
  const T = exp([0.05, -0.04, 0.06, 0.004, -0.003, 0.002]);
  const source = transformed(invert(T), target);

  it('measure what a grid has: its spacing, its spread, and how far the start is off', () => {
    const grid = filledWith(400, (i) => [0.2 * (i % 20) + 4e5, 0.2 * Math.floor(i / 20) - 9e6, 7]);
    const lifted = transformed(exp([0, 0, 0, 0, 0, 0.35]), grid);
    const { spread, spacing, start } = softScale(lifted, grid, identity());
    expect(spacing).toBeCloseTo(0.2, 6);
    expect(start).toBeCloseTo(0.35, 6);
    // Each axis: 0.2 m times the standard deviation of 0..19.
    expect(spread).toBeCloseTo(0.2 * Math.sqrt((2 * (20 ** 2 - 1)) / 12), 6);
  });

  it.each(SOFT)(
    'scale with the clouds: %s ends alike in millimetres and in a thousand kilometres',
    (method) => {
      const one = register(source, target, { method });
      expect(apart(T, one.T_target_source).degrees).toBeLessThan(0.5);
      for (const by of [1e-3, 1e6]) {
        const other = register(scaled(source, by), scaled(target, by), { method });
        expect(other.iterations).toBe(one.iterations);
        expect(other.inliers).toBe(one.inliers);
        expect(
          apart(one.T_target_source, {
            ...other.T_target_source,
            t: other.T_target_source.t.map((v) => v / by),
          }).degrees,
        ).toBeLessThan(1e-6);
        expect(other.rms / by).toBeCloseTo(one.rms, 9);
      }
    },
  );

  it('are the caller’s where the caller chose them, and the paper’s on request', () => {
    const emIcp = { sigmaInf: 1e-7, sigmaFactor: 0.8 };
    const fitted = completeOptions({ method: 'em-icp' }, source, target).emIcp;
    expect(completeOptions({ method: 'em-icp', emIcp }, source, target).emIcp).toEqual({
      ...fitted,
      ...emIcp,
    });
    const papers = completeOptions({ method: 'softassign', ...TAMAKI_FIGURES }, source, target);
    expect(papers).toMatchObject({ emIcp: EM_ICP_PAPER, softassign: SOFTASSIGN_PAPER });
  });

  it.each([
    ['all equal', filledWith(20, () => [1, 2, 3])],
    ['on a line', filledWith(20, (i) => [i, 0, 0])],
    ['each twice', filledWith(40, (i) => [i % 20, (i % 20) ** 2, 0])],
  ])('are finite for points %s', (_, cloud) => {
    for (const method of SOFT) {
      const result = register(cloud, cloud, { method });
      expect([...result.T_target_source.R, ...result.T_target_source.t].every(Number.isFinite)).toBe(true);
      expect(result.inliers).toBe(cloud.count);
    }
  });
});

describe('the figures of the soft methods on data', () => {
  it.skipIf(pair.absent)(
    'bring an outdoor pair, thinned to 1.5 m, within its spacing of the truth',
    async () => {
      const [source, target] = [await thinned(pair.source), await thinned(pair.target)].map((cloud) =>
        voxelMeans(cloud, 1.5),
      );
      const { spacing } = softScale(source, target, identity());
      for (const method of SOFT) {
        const result = register(source, target, { method });
        const { degrees, metres } = apart(pair.truth(), result.T_target_source);
        expect(degrees).toBeLessThan(1);
        expect(metres).toBeLessThan(spacing / 2);
        expect(result.inliers).toBeGreaterThan(source.count / 2);
      }
    },
  );

  it.skipIf(SHARED_DATA === null)(
    `bring the bunny where the paper's bring it, from more than 90 degrees${WHY_SKIPPED}`,
    () => {
      const { source, target, T_target_source } = bunny(SHARED_DATA!, 20).problem;
      const fitted = register(source, target, { method: 'em-icp', T_target_source });
      const papers = register(source, target, { method: 'em-icp', T_target_source, emIcp: EM_ICP_PAPER });
      expect(apart(papers.T_target_source, fitted.T_target_source).degrees).toBeLessThan(1);
    },
  );
});
