import { describe, expect, it } from 'vitest';
import { parseGradeCsv } from '../../src-core/io/tables/grade-csv.ts';
import { isRoundsTable, parseRoundsCsv } from '../../src-core/io/tables/rounds-csv.ts';
import { SocavonError } from '../../src-core/model/errors.ts';

function refusal(read: () => unknown): SocavonError {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(SocavonError);
    return error as SocavonError;
  }
  throw new Error('nothing was refused');
}

describe('rounds in a table', () => {
  it('have names, in either language and with any separator; without one, their place', () => {
    expect(parseRoundsCsv('name,from,to\nD-118,10,13.2\n,13.2,16.5\n', 'r.csv')).toEqual([
      { name: 'D-118', from: 10, to: 13.2 },
      { name: '2', from: 13.2, to: 16.5 },
    ]);
    const spanish = '\uFEFF# guardia B\r\nHasta;Desde;Disparo\r\n13.2;10;"D-118"\r\n';
    expect(parseRoundsCsv(spanish, 'r.csv')).toEqual([{ name: 'D-118', from: 10, to: 13.2 }]);
  });

  it('are told from a list of chainages', () => {
    expect(isRoundsTable('name,from,to\nA,1,2')).toBe(true);
    expect(['10,13.2', 'chainage\n10\n13.2', ''].map(isRoundsTable)).toEqual([false, false, false]);
  });

  it.each([
    ['none', 'from,to\n', 'holds no round'],
    ['one that is reversed', 'from,to\n1,2\n5,4', 'line 3: "5, 4"'],
    ['one that is empty', 'from,to\n5,5', 'line 2'],
    ['one without a number', 'from,to\n1,north', 'line 2: "1, north"'],
    ['one without an end', 'from,to\n1', 'line 2'],
  ])('are refused where there is %s', (_, text, sentence) => {
    const { code, message } = refusal(() => parseRoundsCsv(text, 'r.csv'));
    expect(code).toBe('rounds-unusable');
    expect(message).toContain(sentence);
  });
});

describe('the grade of a floor in a table', () => {
  it('is elevations by chainage, or gradients from a start', () => {
    expect(parseGradeCsv('progresiva;cota\n0;4320\n120;4335.5\n', null, 'g.csv')).toEqual({
      kind: 'elevations',
      points: [
        { chainage: 0, elevation: 4320 },
        { chainage: 120, elevation: 4335.5 },
      ],
    });
    expect(parseGradeCsv('from,to,percent\n0,120,12.5\n', 4320, 'g.csv')).toEqual({
      kind: 'gradients',
      startElevation: 4320,
      runs: [{ from: 0, to: 120, percent: 12.5 }],
    });
  });

  it.each([
    ['no known columns', 'x,y\n1,2', 'neither the columns'],
    ['nothing', '', 'neither the columns'],
    ['a cell without a number', 'chainage,elevation\n0,4320\n120,-', 'line 3: "120, -" lacks a number'],
  ])('is refused with %s', (_, text, sentence) => {
    const { code, message } = refusal(() => parseGradeCsv(text, null, 'g.csv'));
    expect(code).toBe('grade-unusable');
    expect(message).toContain(sentence);
  });
});
