import { angleOf } from './cells/typical-section.ts';
import type { WallSurface } from './wall-surface.ts';

/** A region of the section per slab: area, m^2, and first moments about the axis, m^3. */
export interface SlabRegions {
  readonly area: Float64Array;
  readonly momentLeft: Float64Array;
  readonly momentUp: Float64Array;
}

/** Sections of the drive alone, its niches and cross-cuts closed along the wall line; 0 in open slabs. */
export function driveSections({ grid, rings, recesses, centre }: WallSurface): SlabRegions {
  const { slabs, bins } = grid;
  const width = (2 * Math.PI) / bins;
  const area = rings.area.slice();
  const momentLeft = rings.momentLeft.slice();
  const momentUp = rings.momentUp.slice();
  for (let k = 0; k < slabs; k++) {
    if (rings.closed[k] === 0) continue;
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (recesses.number[cell] === 0) continue;
      const [r, drive] = [grid.radius[cell], recesses.driveRadius[cell]];
      const beyond = (width * (r * r - drive * drive)) / 2;
      const third = (width * (r ** 3 - drive ** 3)) / 3;
      area[k] -= beyond;
      momentLeft[k] -= beyond * centre[2 * k] + third * Math.cos(angleOf(j, bins));
      momentUp[k] -= beyond * centre[2 * k + 1] + third * Math.sin(angleOf(j, bins));
    }
  }
  return { area, momentLeft, momentUp };
}
