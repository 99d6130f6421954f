import { expect, it } from 'vitest';
import { PROFILE_DEFAULTS } from '../../src-core/tunnel/wall/cells/profile-options.ts';
import { removeObjects } from '../../src-core/tunnel/wall/cells/remove-objects.ts';

const [RINGS, BINS, WALL, FACE] = [80, 180, 2.5, 1.5];
/** Bins of a duct before the wall. */
const DUCT = Array.from({ length: 10 }, (_, i) => 50 + i);

it('a duct whose edges are seen in some rings is removed a metre on where only its face is seen, and no farther', () => {
  const radius = new Float64Array(RINGS * BINS).fill(WALL);
  for (let ring = 40; ring < 70; ring++) {
    for (const bin of DUCT) radius[ring * BINS + bin] = FACE;
    // From here on its shadow is as wide that no step from the wall to it is seen.
    if (ring >= 45)
      for (let bin = 42; bin < 68; bin++) if (!DUCT.includes(bin)) radius[ring * BINS + bin] = 0;
  }
  const before = radius.slice();
  removeObjects(radius, BINS, { ...PROFILE_DEFAULTS, slab: 0.1, maxObjectWidth: 1.5 });
  for (let ring = 0; ring < RINGS; ring++)
    for (let bin = 0; bin < BINS; bin++) {
      // The last ring with steps is 44, a metre on is 54.
      const isRemoved = DUCT.includes(bin) && ring >= 40 && ring <= 54;
      const cell = ring * BINS + bin;
      expect(radius[cell], `ring ${ring}, bin ${bin}`).toBe(isRemoved ? 0 : before[cell]);
    }
});
