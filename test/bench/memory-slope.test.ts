import { expect, it } from 'vitest';
import { memorySlope } from '../../bench/support/memory-slope.ts';

const looks = (mib: (at: number) => number) =>
  Array.from({ length: 30 }, (_, i) => ({ at: 2 * i, mib: mib(2 * i) }));

it('the slope of memory is that of a straight line after the first third', () => {
  expect(memorySlope(looks((at) => 300 + 0.5 * at))).toBeCloseTo(0.5, 12);
  expect(memorySlope(looks((at) => (at < 20 ? 1000 - at : 300)))).toBeCloseTo(0, 12);
  // Noise that is the same on both sides of the middle does not tilt it.
  expect(memorySlope(looks((at) => 300 - 2 * at + 5 * Math.cos((Math.PI * (at - 39)) / 6)))).toBeCloseTo(
    -2,
    1,
  );
});

it('there is none of fewer than three looks', () => {
  expect(memorySlope(looks(() => 1).slice(0, 2))).toBeNull();
});
