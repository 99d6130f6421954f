import { describe, expect, it } from 'vitest';
import { LOOP_CRITERIA_DEFAULTS, loopVerdict } from '../../../src-core/closing/loops/loop-criteria.ts';
import { identity } from '../../../src-core/math/se3.ts';

/** As a true place of a rough drive shows itself. */
const TRUE_PLACE = {
  T_a_b: identity(),
  covariance: new Float64Array(36),
  converged: true,
  figures: {
    overlap: 0.94,
    inlierShare: 0.99,
    rms: 0.017,
    weakShare: 0.02,
    asymmetry: 0.002,
    asymmetryAngle: 0.0004,
    rival: 0.55,
  },
};

describe('what closes a loop', () => {
  it('is a registration without a fault', () => {
    expect(loopVerdict(TRUE_PLACE, 5)).toBe('none');
  });

  it.each([
    ['little-overlap', { overlap: 0.4 }],
    ['poor-fit', { inlierShare: 0.6 }],
    ['poor-fit', { rms: 0.08 }],
    ['length-unobserved', { weakShare: 0.005 }],
    ['one-sided', { asymmetry: 0.1 }],
    ['one-sided', { asymmetryAngle: 0.02 }],
    ['ambiguous', { rival: 0.95 }],
  ] as const)('is refused as %s for %o', (refusal, fault) => {
    expect(loopVerdict({ ...TRUE_PLACE, figures: { ...TRUE_PLACE.figures, ...fault } }, 5)).toBe(refusal);
  });

  it('is refused where it did not settle, and outside the gate of the trajectory, also where that is no number', () => {
    expect(loopVerdict({ ...TRUE_PLACE, converged: false }, 5)).toBe('not-settled');
    expect(loopVerdict(TRUE_PLACE, LOOP_CRITERIA_DEFAULTS.gate + 1)).toBe('outside-gate');
    expect(loopVerdict(TRUE_PLACE, Number.NaN)).toBe('outside-gate');
  });
});
