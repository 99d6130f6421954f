import type { ColourMode, ValueRange } from './colour.ts';

/** What a legend's numbers count. */
export type LegendUnit = 'm' | 'mm' | 's' | 'min' | 'scans' | '';

export interface LegendScale {
  readonly unit: LegendUnit;
  readonly digits: number;
  /** Numbers in that unit that are written under the ramp, the lowest first, evenly. */
  readonly marks: readonly number[];
}

/** From here on minutes say more than seconds, s. */
const LONG = 180;

/** How the legend of a ramp is lettered; null where its ends mean nothing. @param hasClock time is in seconds */
export function legendScale(mode: ColourMode, range: ValueRange, hasClock: boolean): LegendScale | null {
  const [low, high] = range;
  switch (mode) {
    case 'plain':
    case 'scan':
      return null;
    case 'height':
      return { unit: 'm', digits: 2, marks: [low, high] };
    case 'reflectivity':
      return { unit: '', digits: 0, marks: [low, high] };
    case 'convergence':
      return { unit: 'mm', digits: 0, marks: [1000 * low, 500 * (low + high), 1000 * high] };
    case 'distance':
      return { unit: 'm', digits: 2, marks: [low, (low + high) / 2, high] };
    case 'time':
      if (!hasClock) return { unit: 'scans', digits: 0, marks: [low, high] };
      if (high < LONG) return { unit: 's', digits: 1, marks: [low, high] };
      return { unit: 'min', digits: 1, marks: [low / 60, high / 60] };
  }
}
