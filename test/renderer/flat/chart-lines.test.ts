import { describe, expect, it } from 'vitest';
import { bandPath, chartPath, chartScale } from '../../../src-renderer/features/flat/chart-lines.ts';

const same = (value: number): number => value;

describe('a chart along the drive', () => {
  it('parts its lines where nothing is known', () => {
    const points = [
      [0, 1],
      [1, 2],
      [2, null],
      [3, Number.NaN],
      [4, 5],
    ] as const;
    expect(chartPath(points, same, same)).toBe('M0.0 1.0L1.0 2.0M4.0 5.0');
  });

  it('closes a band for each piece that has a width', () => {
    const band = [[0, 1, 2], [1, 1, 3], null, [5, 0, 1]] as const;
    expect(bandPath(band, same, same)).toBe('M0.0 2.0L1.0 3.0L1.0 1.0L0.0 1.0Z');
  });

  it('takes whole steps about the values, and no less than is asked for', () => {
    const wide = chartScale([3.2, null, 7.9, Number.NaN], 1, 5);
    expect(wide.low).toBeLessThanOrEqual(3.2);
    expect(wide.high).toBeGreaterThanOrEqual(7.9);
    const flat = chartScale([5, 5], 0.2, 4);
    expect(flat.high - flat.low).toBeGreaterThanOrEqual(0.2 - 1e-9);
    const none = chartScale([null], 1, 4);
    expect(none.high).toBeGreaterThan(none.low);
  });
});
