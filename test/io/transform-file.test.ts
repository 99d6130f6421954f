import { describe, expect, it } from 'vitest';
import { parseTransform } from '../../src-core/io/tables/transform-file.ts';
import { exp, matrix4Of } from '../../src-core/math/se3.ts';

const T = exp([0.3, -0.2, 0.5, 400123.25, 8654321.5, -3]);
const numbers = matrix4Of(T);

describe('a transform from a file', () => {
  it.each([
    ['lines of four', (m: number[]) => [0, 4, 8, 12].map((k) => m.slice(k, k + 4).join('   ')).join('\n')],
    ['commas', (m: number[]) => m.join(',')],
    [
      'brackets',
      (m: number[]) => JSON.stringify([m.slice(0, 4), m.slice(4, 8), m.slice(8, 12), m.slice(12)]),
    ],
    [
      'the result of the command',
      (m: number[]) => JSON.stringify({ transform: m, iterations: 7, rms: 0.25 }),
    ],
  ])('is read from %s to the last digit of the shift', (_, write) => {
    const read = parseTransform(write(numbers), 'start.txt');
    expect([...read.t]).toEqual([...T.t]);
    for (let k = 0; k < 9; k++) expect(read.R[k]).toBeCloseTo(T.R[k], 14);
  });

  it('is made a rotation again where its figures were rounded', () => {
    const { R } = parseTransform(numbers.map((v) => v.toFixed(4)).join(' '), 'start.txt');
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) {
        const product = R[3 * i] * R[3 * j] + R[3 * i + 1] * R[3 * j + 1] + R[3 * i + 2] * R[3 * j + 2];
        expect(product).toBeCloseTo(i === j ? 1 : 0, 14);
      }
    }
  });

  it.each([
    ['fewer numbers', '1 2 3', 'but 3'],
    ['a word', numbers.join(' ').replace(String(numbers[3]), 'east'), 'but "east"'],
    ['a scale', matrix4Of({ R: T.R.map((v) => 1.01 * v), t: T.t }).join(' '), 'is no rotation'],
    ['a mirror', matrix4Of({ R: T.R.map((v, k) => (k < 3 ? -v : v)), t: T.t }).join(' '), 'is no rotation'],
    [
      'columns for rows',
      [0, 1, 2, 3].flatMap((i) => [0, 1, 2, 3].map((j) => numbers[4 * j + i])).join(' '),
      'last row',
    ],
    ['nothing', '', 'but 0'],
  ])('is refused with %s', (_, text, sentence) => {
    expect(() => parseTransform(text, 'start.txt')).toThrow(expect.objectContaining({ code: 'file-format' }));
    expect(() => parseTransform(text, 'start.txt')).toThrow(sentence);
  });
});
