import { expect, it } from 'vitest';
import { quickAngle } from '../../../src-core/closing/dynamic/image-grid.ts';

it('is atan2 to 1e-5 rad in every direction', () => {
  for (let i = -1800; i <= 1800; i++) {
    const angle = (i * Math.PI) / 1800;
    const [x, y] = [3 * Math.cos(angle), 3 * Math.sin(angle)];
    const off = Math.abs(quickAngle(y, x) - Math.atan2(y, x));
    expect(Math.min(off, 2 * Math.PI - off)).toBeLessThan(1.2e-5);
  }
  expect(quickAngle(0, 0)).toBe(0);
});
