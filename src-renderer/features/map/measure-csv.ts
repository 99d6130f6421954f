import type { MapMeasure } from '../../stores/map-measures.ts';
import { csvText } from '../../ui/csv.ts';
import { lengthOf } from '../../viewer/measure.ts';
import { UNITS } from './measure-text.ts';

/** Names of the columns: m, degrees and m², whatever the window shows; ± is of 95 %. */
const COLUMNS = [
  'name',
  'kind',
  'value',
  'unit',
  'plus_minus',
  'plus_minus_unknown',
  'horizontal_m',
  'height_difference_m',
  'point',
  'easting_m',
  'northing_m',
  'elevation_m',
  'plus_minus_easting_m',
  'plus_minus_northing_m',
  'plus_minus_elevation_m',
  'scan',
  'frame',
];

/**
 * Measures as CSV, a line for each point: commas between, a point for decimals, empty where there is none.
 *
 * @param frame of the coordinates: `local` is that of the first scan
 */
export function measuresCsv(measures: readonly MapMeasure[], frame: 'mine-grid' | 'local'): string {
  return csvText(
    COLUMNS,
    measures.flatMap((measure) => {
      const { name, kind, points, scans, figures, plusMinus, unknown } = measure;
      const isPoint = kind === 'point';
      const { unit, factor } = UNITS[kind];
      const figure = isPoint ? undefined : figures[0];
      const length = kind === 'distance' ? lengthOf(points) : null;
      const spread = (axis: number): string => fixed(plusMinus?.[axis], 4);
      const digits = kind === 'angle' ? 5 : 4;
      return points.map((point, i) => [
        name,
        kind,
        fixed(figure?.value, digits, factor),
        isPoint ? '' : unit === '°' ? 'deg' : unit === 'm²' ? 'm2' : unit,
        isPoint ? '' : fixed(plusMinus?.[0], digits, factor),
        unknown ?? '',
        fixed(length?.horizontal, 4),
        fixed(length?.vertical, 4),
        i + 1,
        ...point.map((value) => fixed(value, 4)),
        ...[0, 1, 2].map((axis) => (isPoint ? spread(axis) : '')),
        scans[i] ?? '',
        frame,
      ]);
    }),
  );
}

function fixed(value: number | undefined, digits: number, factor = 1): string {
  return value === undefined ? '' : (factor * value).toFixed(digits);
}
