import type { MapMeasure } from '../../stores/map-measures.ts';
import type { MeasureKind } from '../../viewer/measure-figures.ts';

type Written = (value: number, digits: number) => string;

/** How the value of a kind is written. */
interface Unit {
  readonly unit: string;
  readonly digits: number;
  readonly factor: number;
}

const METRES: Unit = { unit: 'm', digits: 3, factor: 1 };
/** Units that values are written in: m, degrees, m². */
export const UNITS: Readonly<Record<MeasureKind, Unit>> = {
  point: METRES,
  distance: METRES,
  angle: { unit: '°', digits: 2, factor: 180 / Math.PI },
  area: { unit: 'm²', digits: 3, factor: 1 },
};

/**
 * Value of a figure of a measure with its ±, such as `4.512 m ± 0.043 m`; `±?` where it is not known.
 *
 * @param axis figure: 0 easting, 1 northing, 2 elevation of a point; 0 of the others
 * @param number writes a number in the language of the window
 */
export function figureText(measure: MapMeasure, axis: number, number: Written): string {
  const figure = measure.figures[axis];
  if (figure === undefined) return '–';
  const { unit, digits, factor } = UNITS[measure.kind];
  const gap = unit === '°' ? '' : '\u00a0';
  const written = (value: number): string => `${number(factor * value, digits)}${gap}${unit}`;
  const plusMinus = measure.plusMinus?.[axis];
  const spread = plusMinus === undefined ? '±?' : `±\u00a0${written(plusMinus)}`;
  return `${written(figure.value)} ${spread}`;
}

/** Short text beside a measure in the map: its name, and the value unless it is a point. */
export function labelText(measure: MapMeasure, number: Written): string {
  return measure.kind === 'point' ? measure.name : `${measure.name}: ${figureText(measure, 0, number)}`;
}

/**
 * A measure as text to be pasted elsewhere: name, value, and its points in a line each.
 *
 * @param axes names of the coordinates in the frame of the map
 */
export function copiedText(measure: MapMeasure, axes: readonly string[], number: Written): string {
  const { name, kind, points } = measure;
  if (kind === 'point')
    return [name, ...axes.map((axis, k) => `${axis}\t${figureText(measure, k, number)}`)].join('\n');
  return [
    `${name}\t${figureText(measure, 0, number)}`,
    ['#', ...axes].join('\t'),
    ...points.map((point, i) => [`${i + 1}`, ...point.map((value) => number(value, 3))].join('\t')),
  ].join('\n');
}
