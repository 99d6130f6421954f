import type { ColourMode, ValueRange } from './colour.ts';

/** Unit of a legend's numbers. */
type LegendUnit = 'm' | 'mm' | 's' | 'min' | 'scans' | '';

interface LegendScale {
  readonly unit: LegendUnit;
  readonly digits: number;
  /** Labels below the ramp in that unit, ascending, evenly spaced. */
  readonly marks: readonly number[];
}

/** Time range from which labels are in minutes, s. */
const LONG = 180;

/** Labels of a ramp's legend; null if its ends have no meaning. @param hasClock time is in seconds */
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
