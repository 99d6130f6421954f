import { describe, expect, it } from 'vitest';
import { parseChainages } from '../../src-core/model/chainage-list.ts';

describe('a list of chainages', () => {
  it.each<[string, string, number[]]>([
    ['commas', '10, 20.5,0', [0, 10, 20.5]],
    ['semicolons and blanks', '10;20 30', [10, 20, 30]],
    ['one per line, with comments', '# rounds\n5.25\r\n\n1 # first\n', [1, 5.25]],
    ['kilometres', '0+250, 1+002.5', [250, 1002.5]],
    ['a CSV with a header', 'chainage_m,area_m2\n10.000,16.9\n20.000,17.1\n', [10, 20]],
    ['repeated and before the start', '3 -1.5 3', [-1.5, 3]],
  ])('%s', (_, text, chainages) => {
    expect(parseChainages(text, '--at')).toEqual(chainages);
  });

  it.each([
    ['nothing', '\n # none\n', '--at has no chainage'],
    ['a word', '10, ten', 'line 1: "ten" is not a chainage'],
    ['metres beyond a kilometre', '0+1250', '"0+1250" is not a chainage'],
    ['no number', '1\nNaN', 'line 2: "NaN"'],
    ['infinite', '1e999', '"1e999"'],
  ])('refuses %s', (_, text, part) => {
    expect(() => parseChainages(text, '--at')).toThrow(
      expect.objectContaining({ code: 'chainage-range', message: expect.stringContaining(part) }),
    );
  });
});
