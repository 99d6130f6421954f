import { MEASURED } from '../wall/cells/wall-grid.ts';
import type { WallSurface } from '../wall/wall-surface.ts';
import type { UncertaintyComponent } from './component.ts';

/**
 * Gaps. Their volume is that of the drive between the closed sections on both sides: its area may be any that
 * the drive has elsewhere. Observed void beyond that line, as of a cross-cut whose floor no ray reached, is
 * missing in the value and counts with its whole size.
 */
export const unsurveyedGap: UncertaintyComponent = {
  source: 'unsurveyed-gap',
  equation: 11,
  reach: 'local',
  sigma({ wall, integral }) {
    let length = 0;
    let beyond = 0;
    for (const { from, to } of integral.gaps) {
      length += wall.geometry.lengthBetween(from, to);
      beyond += seenBeyond(wall, from, to);
    }
    return Math.hypot(length * integral.areaSpread, beyond);
  },
};

/** Void that measured cells of open slabs show beyond the drive's line on the nearest closed slabs, m^3. */
function seenBeyond(wall: WallSurface, from: number, to: number): number {
  const { grid, rings, recesses, options } = wall;
  const { bins, slabs, radius, state } = grid;
  const width = (2 * Math.PI) / bins;
  let sum = 0;
  for (let k = 0; k < slabs; k++) {
    if (rings.closed[k] === 1) continue;
    const length = wall.lengthWithin(k, from, to);
    if (length === 0) continue;
    const near = nearestClosed(rings.closed, k);
    for (let j = 0; j < bins; j++) {
      const cell = k * bins + j;
      if (state[cell] !== MEASURED) continue;
      const line = recesses.driveRadius[near * bins + j];
      if (radius[cell] > line + options.surfaceGap)
        sum += ((radius[cell] ** 2 - line ** 2) / 2) * width * length;
    }
  }
  return sum;
}

function nearestClosed(closed: Uint8Array, k: number): number {
  for (let distance = 1; ; distance++) {
    if (closed[k - distance] === 1) return k - distance;
    if (closed[k + distance] === 1) return k + distance;
  }
}
