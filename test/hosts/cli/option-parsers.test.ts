import { InvalidArgumentError } from 'commander';
import { describe, expect, it } from 'vitest';
import {
  parseChainageRange,
  parseNonNegative,
  parsePose,
  parsePositive,
  parseSeed,
} from '../../../src-main/hosts/cli/option-parsers.ts';

describe('a pose', () => {
  it('is read in the order of the TUM format', () => {
    const half = Math.SQRT1_2;
    const { R, t } = parsePose(`  500123.25 8654321.5 4200 0 0 ${half} ${half}`);
    expect([...t]).toEqual([500123.25, 8654321.5, 4200]);
    [0, -1, 0, 1, 0, 0, 0, 0, 1].forEach((value, i) => {
      expect(R[i]).toBeCloseTo(value, 12);
    });
  });

  it('may have commas, and a quaternion that was rounded', () => {
    const { R } = parsePose('1,2,3, 0,0,0.3827,0.9239');
    const squares = R[0] ** 2 + R[3] ** 2 + R[6] ** 2;
    expect(squares).toBeCloseTo(1, 14);
    expect(Math.atan2(R[3], R[0])).toBeCloseTo(Math.PI / 4, 3);
  });

  it.each([
    ['1 2 3', 'there are 3'],
    ['', 'there is 1'],
    ['1 2 3 0 0 0 1 9', 'there are 8'],
    ['1 2 three 0 0 0 1', '"three" is not a number'],
    ['1 2 3 0 0 0 0', 'length 0.0000'],
    ['1 2 3 0 0 0 1.1', 'length 1.1000'],
    ['1 2 NaN 0 0 0 1', '"NaN" is not a number'],
    ['1 2 1e999999 0 0 0 1', 'is not a number'],
  ])('is refused as %j', (text, sentence) => {
    expect(() => parsePose(text)).toThrow(InvalidArgumentError);
    expect(() => parsePose(text)).toThrow(sentence);
  });
});

describe('chainages', () => {
  it.each([
    ['10:35.5', 10, 35.5],
    ['-5:0', -5, 0],
    ['0+010:0+120.5', 10, 120.5],
    ['1+200:1250', 1200, 1250],
    ['-1+250:-1', -1250, -1],
    [' 3 : 4 ', 3, 4],
  ])('are read from %j', (text, from, to) => {
    expect(parseChainageRange(text)).toEqual({ from, to });
  });

  it.each([
    ['10', 'FROM:TO'],
    ['1:2:3', 'FROM:TO'],
    ['20:10', '20 is not less than 10'],
    ['5:5', '5 is not less than 5'],
    [':5', '"" is not a number'],
    ['a:5', '"a" is not a number'],
    ['0+1200:5', 'is not a number'],
  ])('are refused as %j', (text, sentence) => {
    expect(() => parseChainageRange(text)).toThrow(sentence);
  });
});

describe('numbers', () => {
  it('are read as a person writes them', () => {
    expect([parsePositive('0.5'), parsePositive('.5'), parsePositive('1e2'), parsePositive('+3.')]).toEqual([
      0.5, 0.5, 100, 3,
    ]);
    expect([parseNonNegative('0'), parseSeed('4294967295')]).toEqual([0, 4294967295]);
  });

  it.each([
    [parsePositive, '0', 'more than 0'],
    [parsePositive, '-1', 'more than 0'],
    [parsePositive, '0,5', 'with a point'],
    [parsePositive, '0x10', 'is not a number'],
    [parsePositive, 'Infinity', 'is not a number'],
    [parseNonNegative, '-0.1', '0 or more'],
    [parseSeed, '1.5', 'whole number'],
    [parseSeed, '-1', 'It takes 0 to 4294967295'],
    [parseSeed, '4294967296', 'It takes 0 to 4294967295'],
  ])('%o refuses %j', (parse, text, sentence) => {
    expect(() => parse(text)).toThrow(sentence);
  });
});
