import { describe, expect, it } from 'vitest';
import { compose, exp } from '../../src-core/math/se3.ts';
import { AdaptiveThreshold } from '../../src-core/odometry/match/adaptive-threshold.ts';

const POSE = exp([0.2, -0.4, 2, 3000, -200, 40]);

describe('adaptive threshold', () => {
  it('starts as it is told', () => {
    expect(new AdaptiveThreshold(0.3).value).toBeCloseTo(0.3, 12);
  });

  it.each<[string, number[], number]>([
    ['of 20 mm', [0, 0, 0, 0.012, 0.016, 0], 0.02],
    ['of 2 mrad, at 15 m', [0.002, 0, 0, 0, 0, 0], 0.03],
    ['of both', [0, 0.002, 0, 0.02, 0, 0], 0.05],
    ['of half a turn', [0, 0, Math.PI, 0, 0, 0], 30],
    ['of none', [0, 0, 0, 0, 0, 0], 0],
  ])('settles at three times the usual error of the prediction: %s', (_name, error, deviation) => {
    const threshold = new AdaptiveThreshold(0.3);
    for (let scan = 0; scan < 600; scan++) threshold.learn(POSE, compose(POSE, exp(error)));
    expect(threshold.value).toBeCloseTo(3 * deviation, 4);
  });

  it('opens with one bad prediction and forgets it within 15 s', () => {
    const threshold = new AdaptiveThreshold(0.03);
    for (let scan = 0; scan < 100; scan++) threshold.learn(POSE, compose(POSE, exp([0, 0, 0, 0.01, 0, 0])));
    const calm = threshold.value;
    threshold.learn(POSE, compose(POSE, exp([0, 0, 0, 0.5, 0, 0])));
    expect(threshold.value).toBeGreaterThan(0.3);
    for (let scan = 0; scan < 150; scan++) threshold.learn(POSE, compose(POSE, exp([0, 0, 0, 0.01, 0, 0])));
    expect(threshold.value / calm).toBeLessThan(1.1);
  });

  it('goes on from its state', () => {
    const threshold = new AdaptiveThreshold(0.3);
    threshold.learn(POSE, compose(POSE, exp([0, 0, 0, 0.1, 0, 0])));
    const resumed = new AdaptiveThreshold(1);
    resumed.state = JSON.parse(JSON.stringify(threshold.state));
    expect(resumed.value).toBe(threshold.value);
  });
});
