import { describe, expect, it } from 'vitest';
import { JoinTrajectory } from '../../../src-core/closing/joins/join-places.ts';
import { JOIN_DEFAULTS } from '../../../src-core/closing/joins/join-question.ts';
import { chooseSeed, type RegisteredTrial } from '../../../src-core/closing/joins/join-seed.ts';
import { exp } from '../../../src-core/math/se3.ts';
import type { LoopRefusal } from '../../../src-core/model/loop.ts';
import { simulatedSensor } from '../../../src-simulate/os1-16.ts';
import { scanPose } from '../../graph/trajectories.ts';

const second = new JoinTrajectory(
  {
    source: {
      sensor: simulatedSensor('legacy16'),
      read: () => Promise.reject(new Error('no scan is needed')),
    },
    poses: [0, 1, 2].map((k) => scanPose(k, exp([0, 0, 0, 2 * k, 0, 0]))),
  },
  JOIN_DEFAULTS,
);

/** @param at where the join puts the second session, m along x */
function trial(at: number, inlierShare: number, refusal: LoopRefusal): RegisteredTrial {
  const T_map1_map2 = exp([0, 0, 0, at, 0, 0]);
  const figures = {
    ...{ overlap: 0.9, inlierShare, rms: 0.02, weakShare: 0.02 },
    ...{ asymmetry: 0, asymmetryAngle: 0, rival: 0.5 },
  };
  const result = { T_a_b: T_map1_map2, covariance: new Float64Array(36), converged: true, figures };
  return { pair: { a: 0, b: 1 }, registration: result, T_map1_map2, refusal };
}

const choose = (...looked: RegisteredTrial[]) => chooseSeed(looked, second, JOIN_DEFAULTS);

describe('the place that a join begins from', () => {
  it('is the one that fits best among those that the rules accept', () => {
    const best = trial(10, 0.999, 'none');
    expect(choose(trial(3, 0.6, 'poor-fit'), best, trial(10.1, 0.99, 'none'))).toEqual({
      seed: best,
      refusal: 'none',
    });
  });

  it.each<[string, LoopRefusal]>([
    ['fits nearly as well', 'none'],
    ['fits nearly as well, whatever the rules say of it', 'one-sided'],
  ])('is refused as ambiguous where another place %s', (_, refusal) => {
    expect(choose(trial(10, 0.99, 'none'), trial(16, 0.95, refusal)).refusal).toBe('ambiguous');
  });

  it('is refused for the reason of the best where none is accepted', () => {
    const looked = [trial(3, 0.5, 'poor-fit'), trial(10, 0.99, 'length-unobserved')];
    expect(choose(...looked).refusal).toBe('length-unobserved');
  });
});
