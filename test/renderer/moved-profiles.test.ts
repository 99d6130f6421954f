import { expect, it } from 'vitest';
import type { ProfileConvergence } from '../../src-core/model/convergence.ts';
import { movedProfiles } from '../../src-renderer/features/epochs/moved-profiles.ts';

const still: ProfileConvergence = {
  from: 0,
  to: 1,
  mean: 0,
  inward: null,
  outward: null,
  laid: [0, 0],
  width: { before: 4, closed: 0.004, detection: 0.003 },
  height: null,
};
const moved = { ...still, from: 1, to: 2, inward: -0.02 };

it('lists profiles whose wall moved, not those of which only a closure passed by chance', () => {
  expect(movedProfiles([still, moved], 0.02)).toEqual([moved]);
});

it('lists nothing where 0.0 % of the wall moved', () => {
  expect(movedProfiles([still, moved], 0.0004)).toEqual([]);
});
