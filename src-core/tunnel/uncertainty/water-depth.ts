import { waterSigma } from '../wall/water/pool-depth.ts';
import type { UncertaintyComponent } from './component.ts';

/** Rock under standing water, and returns that may be of either, with all of their void: docs/volume.md, 4.6. */
export const waterDepth: UncertaintyComponent = {
  source: 'water-depth',
  equation: 10,
  reach: 'local',
  sigma({ wall, from, to }) {
    const { water } = wall.grid;
    if (water === undefined) return null;
    const shareOf = (k: number): number => wall.lengthWithin(k, from, to) / wall.options.slab;
    const undecided = water.undecided.reduce(
      (sum, part) =>
        sum +
        (part.volume * Math.max(0, Math.min(to, part.to) - Math.max(from, part.from))) /
          (part.to - part.from),
      0,
    );
    return Math.hypot(waterSigma(water, shareOf), undecided);
  },
};
