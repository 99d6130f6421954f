import { describe, expect, it } from 'vitest';
import { completeOptions } from '../../src-lab/clouds/complete-options.ts';
import { hasFewMatches, matchedShare } from '../../src-lab/clouds/matched-share.ts';
import { EM_ICP_PAPER, TAMAKI_FIGURES } from '../../src-lab/problem/soft-options.ts';
import { checkSoftWork, mostWeights } from '../../src-lab/soft/soft-work.ts';
import { saddle } from './clouds.ts';

const cloud = saddle(4);

describe('the share of matched points', () => {
  it('is of all points, and for a thinned pICP of those that were drawn', () => {
    const share = (method: 'icp-point' | 'picp', inliers: number): number =>
      matchedShare({ inliers }, 1000, completeOptions({ method, picp: { thinning: 0.2 } }, cloud, cloud));
    expect(share('icp-point', 499)).toBe(0.499);
    expect(hasFewMatches(share('icp-point', 499))).toBe(true);
    expect(hasFewMatches(share('icp-point', 500))).toBe(false);
    expect(hasFewMatches(share('icp-point', 200), 0.3)).toBe(false);
    expect(hasFewMatches(share('icp-point', 140), 0.3)).toBe(true);
    expect(hasFewMatches(share('picp', 110))).toBe(false);
    expect(hasFewMatches(share('picp', 90))).toBe(true);
    // More may be drawn than the share says.
    expect(share('picp', 230)).toBe(1);
  });
});

describe('the work of a soft method', () => {
  it('is pairs, times passes, times steps', () => {
    const softassign = completeOptions({ method: 'softassign', ...TAMAKI_FIGURES }, cloud, cloud);
    expect(mostWeights(200, 300, softassign)).toBe(200 * 300 * 100 * 5 * 2 * 3);
    const emIcp = completeOptions(
      { method: 'em-icp', emIcp: { ...EM_ICP_PAPER, sigmaInf: 0.0075 } },
      cloud,
      cloud,
    );
    expect(mostWeights(200, 300, emIcp)).toBe(200 * 300 * 3);
    expect(mostWeights(1e7, 1e7, completeOptions({ method: 'icp-point' }, cloud, cloud))).toBe(0);
  });

  it('is refused beyond the bound of the engine, with what would fit', () => {
    const options = completeOptions({ method: 'softassign', ...TAMAKI_FIGURES }, cloud, cloud);
    expect(() => checkSoftWork('cpu', 5000, 5000, options)).not.toThrow();
    expect(() => checkSoftWork('gpu', 50_000, 50_000, options)).not.toThrow();
    // 3 * 10^12 weights on the 10^11 of the CPU: one point in six has a thirty-sixth of the pairs.
    expect(() => checkSoftWork('cpu', 32_000, 32_000, options)).toThrow(
      expect.objectContaining({
        code: 'usage',
        message: expect.stringMatching(/3e\+12 weights.*one point in 6/),
      }),
    );
  });
});
