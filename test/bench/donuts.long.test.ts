import { describe, expect, it } from 'vitest';
import { DONUT_DRIVES, DONUT_SENSORS, donutPairs, drawDonuts } from '../../bench/donuts/draw-donuts.ts';
import { isSilent, registerDonutPair } from '../../bench/donuts.ts';
import { compose, identity, invert } from '../../src-core/math/se3.ts';
import { ringsOf } from '../../src-lab/clouds/scan-rings.ts';
import { judgePose } from '../../src-lab/register/judge-pose.ts';

const SENSORS = Object.keys(DONUT_SENSORS) as (keyof typeof DONUT_SENSORS)[];

describe('two donuts of one drive', () => {
  it('are registered right or not at all, each sensor in each drive once, seeds 301 to 324', () => {
    // 24 seeds in a row meet each of three drives and eight sensors in each combination.
    let right = 0;
    for (const pair of donutPairs(24, false, 300)) {
      const outcome = registerDonutPair(pair, null);
      const which = `${pair.seed}: ${pair.sensor} in a ${pair.drive} drive`;
      expect(isSilent(outcome), which).toBe(false);
      if (pair.drive === 'smooth') {
        // Nothing but noise holds the pose along it.
        expect(outcome.verdict, which).toBe('weak');
        continue;
      }
      expect(outcome.verdict, which).not.toBe('refused');
      if (outcome.verdict === 'converged') right++;
      // Beyond three times the root of the summed variances once in some thousand, were the doubt exact.
      expect(outcome.sigmas, which).toBeLessThan(3);
    }
    // Of sixteen in rough drives; a sensor of sixteen beams may see too little of one for two centimetres.
    expect(right).toBeGreaterThanOrEqual(14);
  });

  it('are never stated as converged where they show two different drives, seeds 301 to 306', () => {
    for (const pair of donutPairs(6, true, 300))
      expect(registerDonutPair(pair, null).verdict, `${pair.seed}`).toBe('refused');
  });

  it('are told of every method whose pose the rings held, seeds 307 to 309', () => {
    for (const pair of donutPairs(3, false, 306))
      for (const method of ['icp-point', 'icp-plane', 'newton-plane', 'ndt'] as const)
        expect(isSilent(registerDonutPair(pair, method)), `${pair.seed} by ${method}`).toBe(false);
  });

  it('are scans by their rings, whatever the sensor, seed 1', () => {
    for (const sensor of SENSORS) {
      const { source, target } = drawDonuts(1, sensor, DONUT_DRIVES[0]);
      for (const scan of [source, target]) expect(ringsOf(scan), sensor).not.toBeNull();
    }
  });

  it('leave a pose that their start attracted, and refuse it where they may not move, seed 6', () => {
    const pair = drawDonuts(6, 'os1-16', 'straight', { metres: [0.5, 1], degrees: [0, 3] });
    const edge = Math.max(...[pair.source, pair.target].map((scan) => ringsOf(scan)?.edge ?? 0));
    const input = { edge, T_start: identity() };
    const stuck = judgePose(pair.source, pair.target, identity(), input);
    expect(stuck).toMatchObject({ verdict: 'refused', reason: 'better-elsewhere' });
    const left = judgePose(pair.source, pair.target, identity(), { ...input, mayMove: true });
    expect(left.verdict).toBe('converged');
    const off = compose(left.T_target_source, invert(pair.T_target_source));
    expect(Math.hypot(...off.t)).toBeLessThan(0.02);
  });
});
