import type { RegistrationOptions } from '../../src-lab/problem/method.ts';
import { EM_ICP_PAPER, SOFTASSIGN_PAPER } from '../../src-lab/problem/soft-options.ts';
import { f32Metres, type Pair, reachOf, shortestLever2 } from './twins.ts';

/** Annealing at a tenth of clouds some metres across, gone through to its end, so that both engines take the same steps. */
export const SOFT_RUNS: readonly Partial<RegistrationOptions>[] = [
  { method: 'em-icp', emIcp: { ...EM_ICP_PAPER, sigmaP2: 1, sigmaInf: 0.5, d02: 4, tolerance: 0 } },
  {
    method: 'softassign',
    softassign: {
      ...SOFTASSIGN_PAPER,
      firstTemperature: 2,
      temperatureFactor: 0.8,
      temperatures: 3,
      alpha: 0.5,
      moutlier: 0.5,
      tryHalfTurns: false,
      tolerance: 0,
    },
  },
];

/**
 * What f32 may change of where a soft method puts points, m. Its step sums whole products, not residuals: squares of the
 * reach round, and the lever has to make up for it.
 */
export function softMetres(pair: Pair): number {
  const lever = Math.sqrt(shortestLever2(pair[1]));
  return f32Metres(pair) * Math.max(1, lever > 0 ? reachOf(pair) / lever : 0);
}
