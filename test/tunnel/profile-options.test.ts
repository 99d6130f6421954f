import { expect, it } from 'vitest';
import { gatheringOptions, PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';

it('gathered points belong to slab, voxel, reach, sections and reflectivity, and to nothing that only the wall needs', () => {
  const options = {
    ...PROFILE_DEFAULTS,
    ...{ slab: 0.12, voxel: 0.013, maxRadius: 14, sections: 'vertical' as const, reflectivity: true },
  };
  const own = { slab: 0.12, voxel: 0.013, maxRadius: 14, sections: 'vertical', reflectivity: true };
  expect(gatheringOptions(options)).toEqual(own);
  expect(Object.keys(options).length).toBeGreaterThan(Object.keys(own).length);
});
