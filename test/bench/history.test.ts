import { describe, expect, it } from 'vitest';
import { compareRows, figureOf, type HistoryRow, rowAt } from '../../bench/support/history.ts';

const row = (code: string, figures: Record<string, number[]>): HistoryRow => ({
  at: '2026-11-26T00:00:00.000Z',
  code,
  machine: 'one',
  load: 0,
  figures: Object.fromEntries(Object.entries(figures).map(([name, values]) => [name, figureOf(values)])),
});

describe('the history of a bench', () => {
  const rows = [row('aaaa1111', {}), row('12345678', {}), row('bbbb2222', {}), row('aaaa1111+', {})];

  it('gives a row by its place from either end, or by its commit, the last of several', () => {
    expect(rowAt(rows, '1')).toBe(rows[0]);
    expect(rowAt(rows, '-1')).toBe(rows[3]);
    expect(rowAt(rows, 'bbbb')).toBe(rows[2]);
    expect(rowAt(rows, 'aaaa1111')).toBe(rows[3]);
    expect(rowAt(rows, '12345')).toBe(rows[1]);
  });

  it.each(['0', '5', '-5', 'cccc'])('names the rows that there are where %s is none', (which) => {
    expect(() => rowAt(rows, which)).toThrow(/No row .*; there are 1: aaaa1111 of 2026-11-26, 2: 12345678/);
  });

  it('calls over three percent slower, by the median, and leaves out what only one row has', () => {
    const before = row('a', { s: [10, 9, 30], mib: [100], old: [1], more: [50] });
    const after = row('b', { s: [10.2, 10.3, 10.4], mib: [103.5], new: [1], more: [48] });
    const result = compareRows(before, after).map(({ name, verdict }) => [name, verdict]);
    expect(result).toEqual([
      ['s', 'same'],
      ['mib', 'slower'],
      ['more', 'faster'],
    ]);
    expect(compareRows(before, after)[0].before).toEqual({ median: 10, least: 9, most: 30 });
  });
});
