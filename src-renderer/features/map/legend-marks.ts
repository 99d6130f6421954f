import { type ColourMode, isSuppliedByPanel, type ValueRange } from '../../viewer/colour.ts';
import { legendScale } from '../../viewer/legend.ts';

/**
 * Labels of a colour ramp from its lowest to its highest value; none if its ends have no meaning.
 *
 * @param hasClock true if time is in seconds, not only in scan order
 * @param scan the word for a scan
 */
export function legendMarks(
  mode: ColourMode,
  range: ValueRange,
  hasClock: boolean,
  number: (value: number, digits: number) => string,
  scan: string,
): string[] {
  const scale = legendScale(mode, range, hasClock);
  if (scale === null) return [];
  const { unit, digits } = scale;
  return scale.marks.map((value) => {
    const written = `${isSuppliedByPanel(mode) && value > 0 ? '+' : ''}${number(value, digits)}`;
    if (unit === 'scans') return `${scan} ${written}`;
    return unit === '' ? written : `${written} ${unit}`;
  });
}
