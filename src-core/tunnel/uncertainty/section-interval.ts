import type { WallSurface } from '../wall/wall-surface.ts';
import type { UncertaintyComponent } from './component.ts';

export const sectionInterval: UncertaintyComponent = {
  source: 'section-interval',
  equation: 6,
  reach: 'local',
  sigma: ({ wall, from, to }) => sectionIntervalUncertainty(wall, from, to),
};

/**
 * Uncertainty of the volume due to the slab thickness, m^3. A slab's points determine its mean radius, the
 * area needs the mean of the square: along a slope g of the wall within a slab of thickness h that is (g h)^2
 * / 12 more, always of the same sign in each cell.
 *
 * The interval of the profiles does not contribute: the slabs leave nothing out between them.
 */
export function sectionIntervalUncertainty(wall: WallSurface, from: number, to: number): number {
  const { bins, radius } = wall.grid;
  const { closed } = wall.rings;
  const width = (2 * Math.PI) / bins;
  let sum = 0;
  wall.forEachClosed(from, to, (k, length) => {
    if (k === 0 || k === closed.length - 1 || closed[k - 1] === 0 || closed[k + 1] === 0) return;
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      const rise = (radius[cell + bins] - radius[cell - bins]) / 2;
      sum += ((width * length) / 2) * ((rise * rise) / 12);
    }
  });
  return sum;
}
