import { describe, expect, it } from 'vitest';
import { landXmlPieces } from '../../../src-core/io/cad/landxml-writer.ts';
import { strPieces } from '../../../src-core/io/cad/str-writer.ts';

const text = (pieces: Iterable<string>): string => [...pieces].join('');

describe('the head of an alignment in LandXML', () => {
  // In plan 3-4-5 m and 12 m, of 2 and 3 m of rise.
  const points = Float64Array.of(100, 200, 10, 103, 204, 12, 103, 216, 15);
  const written = (startStation: number): string =>
    text(
      landXmlPieces({
        project: 'Mine',
        application: { name: 'Socavon', version: '1' },
        date: new Date(Date.UTC(2026, 0, 9, 5, 6, 7)),
        alignments: [{ name: 'Axis', description: '', points, startStation }],
        surfaces: [],
      }),
    );

  it.each([0, 1000.5])('has the length of its lines in plan, wherever it begins (at %f m)', (start) => {
    const file = written(start);
    const number = (pattern: RegExp): number => Number(pattern.exec(file)![1]);
    expect(number(/<Alignment [^>]*\blength="([^"]+)"/)).toBeCloseTo(17, 6);
    expect(number(/<Alignment [^>]*\bstaStart="([^"]+)"/)).toBeCloseTo(start, 6);
    const lines = [...file.matchAll(/<Line length="([^"]+)"/g)].map(([, length]) => Number(length));
    expect(lines).toEqual([5, 12]);
    const heights = [...file.matchAll(/<PVI>([^ ]+) ([^<]+)<\/PVI>/g)].map(([, at, up]) => [
      Number(at),
      Number(up),
    ]);
    expect(heights).toEqual([
      [start, 10],
      [start + 5, 12],
      [start + 17, 15],
    ]);
  });

  it('has the day and the time in UTC', () => {
    expect(written(0)).toContain(' date="2026-01-09" time="05:06:07"');
  });
});

describe('the head of a Surpac string file', () => {
  const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

  it.each(MONTHS.map((month, i) => [month, i] as const))('names the month %s', (month, i) => {
    const head = { location: 'mine', purpose: 'drive', date: new Date(Date.UTC(2026, i, 3, 23, 59)) };
    expect(text(strPieces(head, [])).split('\r\n')[0]).toBe(`mine, 03-${month}-26, drive,`);
  });

  it('of a year that ends on one digit has both', () => {
    const head = { location: 'mine', purpose: 'drive', date: new Date(Date.UTC(2007, 11, 31)) };
    expect(text(strPieces(head, [])).split('\r\n')[0]).toBe('mine, 31-Dec-07, drive,');
  });
});
