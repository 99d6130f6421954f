import { describe, expect, it } from 'vitest';
import { csvNumber, csvTable } from '../../../src-core/io/tables/csv-table.ts';
import { measuresCsv } from '../../../src-renderer/features/map/measure-csv.ts';
import { copiedText, figureText, labelText } from '../../../src-renderer/features/map/measure-text.ts';
import type { MapMeasure } from '../../../src-renderer/stores/map-measures.ts';
import { number as written } from '../../../src-renderer/ui/format.ts';
import { figuresOf, type MeasureKind } from '../../../src-renderer/viewer/measure-figures.ts';
import type { Vector } from '../../../src-renderer/viewer/vector.ts';

function measure(
  kind: MeasureKind,
  points: readonly Vector[],
  name: string,
  plusMinus: readonly number[] | null,
): MapMeasure {
  return {
    id: name,
    kind,
    name,
    points,
    scans: points.map((_, i) => (i === 0 ? null : i)),
    isShown: true,
    figures: figuresOf(kind, points),
    plusMinus,
    unknown: plusMinus === null ? 'noScan' : null,
  };
}

const [A, B, C]: Vector[] = [
  [350_000.125, 9_000_000.001, 4210.5],
  [350_003.125, 9_000_004.001, 4210.5],
  [350_003.125, 9_000_004.001, 4222.5],
];
const DISTANCE = measure('distance', [A, B, C], 'Span "A", east', [0.0123]);
const ANGLE = measure('angle', [A, B, C], 'Face', [0.01]);
const POINT = measure('point', [B], 'Bolt 7', [0.1, 0.2, 0.3]);
const UNKNOWN = measure('area', [A, B, C], 'Area 1', null);
const number = (value: number, digits: number): string => written(value, 'en-GB', digits);

describe('measures as a table', () => {
  const text = measuresCsv([DISTANCE, ANGLE, POINT, UNKNOWN], 'mine-grid');
  const table = csvTable(text.replaceAll('Span ""A"", east', 'Span A'));
  const of = (row: number, column: string): number =>
    csvNumber(table.rows[row], table.columns.indexOf(column));

  it('has a line for each point, with the same number of cells', () => {
    expect(table.rows).toHaveLength(3 + 3 + 1 + 3);
    for (const { fields } of table.rows) expect(fields).toHaveLength(table.columns.length);
    expect(text).toContain('"Span ""A"", east",distance,');
    expect(text.endsWith('\r\n')).toBe(true);
  });

  it('has millimetres of the mine grid, and the values with their ±', () => {
    expect([of(1, 'easting_m'), of(1, 'northing_m'), of(1, 'elevation_m')]).toEqual(
      [...B].map((value) => Number(value.toFixed(4))),
    );
    expect(of(0, 'value')).toBe(17);
    expect(of(0, 'plus_minus')).toBe(0.0123);
    expect([of(0, 'horizontal_m'), of(0, 'height_difference_m')]).toEqual([5, 12]);
    expect(of(3, 'value')).toBe(90);
    expect(of(3, 'plus_minus')).toBeCloseTo((0.01 * 180) / Math.PI, 4);
    expect(of(6, 'plus_minus_northing_m')).toBe(0.2);
  });

  it('leaves what is not known empty and says why', () => {
    const [, , plusMinus, why] = ['value', 'unit', 'plus_minus', 'plus_minus_unknown'].map(
      (name) => table.rows[7].fields[table.columns.indexOf(name)],
    );
    expect([plusMinus, why]).toEqual(['', 'noScan']);
    expect(table.rows[7].fields[table.columns.indexOf('scan')]).toBe('');
  });
});

describe('measures as text', () => {
  it('writes the value with its ± in the unit of its kind', () => {
    expect(figureText(DISTANCE, 0, number)).toBe('17.000\u00a0m ±\u00a00.012\u00a0m');
    expect(figureText(ANGLE, 0, number)).toBe('90.00° ±\u00a00.57°');
    expect(figureText(UNKNOWN, 0, number)).toBe('30.000\u00a0m² ±?');
    expect(labelText(POINT, number)).toBe('Bolt 7');
  });

  it('writes a dash where the points make no measure', () => {
    expect(figureText(measure('angle', [A, A, B], 'x', null), 0, number)).toBe('–');
  });

  it('copies every point', () => {
    const copied = copiedText(DISTANCE, ['E', 'N', 'Z'], number).split('\n');
    expect(copied).toHaveLength(2 + 3);
    expect(copied[2]).toBe('1\t350,000.125\t9,000,000.001\t4,210.500');
    expect(copiedText(POINT, ['E', 'N', 'Z'], number)).toContain('N\t9,000,004.001');
  });
});
