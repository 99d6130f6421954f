import type { UncertaintyComponent } from './component.ts';

/** Relief in its own shadow inside measured cells: docs/volume.md, 4.4. */
export const hiddenRelief: UncertaintyComponent = {
  source: 'hidden-relief',
  equation: 8,
  reach: 'local',
  sigma: ({ unseen }) => unseen.hidden,
};
