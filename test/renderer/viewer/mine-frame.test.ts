import { expect, it } from 'vitest';
import { parsePoseText } from '../../../src-core/math/pose-text.ts';
import { toFirstScan, toMap } from '../../../src-renderer/viewer/mine-frame.ts';

it('takes a place to a mine grid at a northing of nine million and back, to a millionth of a millimetre', () => {
  const T_grid_first = parsePoseText('350000.125 9000000.001 4210.5 0 0 0.6 0.8');
  const place = [12.345678, -3.25, 1.875] as const;
  const there = toMap(T_grid_first, place);
  expect(there[2]).toBeCloseTo(4212.375, 9);
  expect(there[1]).toBeGreaterThan(9_000_000);
  toFirstScan(T_grid_first, there).forEach((value, k) => {
    expect(Math.abs(value - place[k])).toBeLessThan(1e-8);
  });
});

it('leaves places where they are while nobody said where the first scan stands', () => {
  expect(toMap(null, [1, 2, 3])).toEqual([1, 2, 3]);
  expect(toFirstScan(null, [1, 2, 3])).toEqual([1, 2, 3]);
});
