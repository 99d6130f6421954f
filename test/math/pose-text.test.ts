import { expect, it } from 'vitest';
import { parsePoseText, poseText } from '../../src-core/math/pose-text.ts';
import { exp } from '../../src-core/math/se3.ts';

it('reads back what it writes, also at mine-grid northings', () => {
  const pose = exp([0.3, -1.1, 2.4, 0, 0, 0]);
  pose.t.set([450_123.4567, 8_900_321.0125, -4012.3]);
  const read = parsePoseText(poseText(pose));
  expect([...read.t]).toEqual([...pose.t]);
  for (let i = 0; i < 9; i++) expect(read.R[i]).toBeCloseTo(pose.R[i], 14);
});

it.each([
  ['1 2 3', /there are 3/],
  ['1 2 3 0 0 0 x', /"x" is not a number/],
  ['1 2 3 0 0 0 2', /length 2\.0000 instead of 1/],
])('refuses %s', (text, message) => {
  expect(() => parsePoseText(text)).toThrow(message);
});
