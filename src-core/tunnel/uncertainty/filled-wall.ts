import type { UncertaintyComponent } from './component.ts';

/** Rock behind the interpolated holes of the wall: docs/volume.md, 4.4. */
export const filledWall: UncertaintyComponent = {
  source: 'filled-wall',
  equation: 7,
  reach: 'local',
  sigma: ({ unseen }) => unseen.filled,
};
