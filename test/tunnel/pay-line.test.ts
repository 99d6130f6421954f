import { expect, it } from 'vitest';
import type { DesignSection } from '../../src-core/model/design.ts';
import { designOutline } from '../../src-core/tunnel/design.ts';
import { designDistance } from '../../src-core/tunnel/design-distance.ts';
import { payLine } from '../../src-core/tunnel/pay-line.ts';

const LIMIT = 0.15;

it.each<DesignSection>([
  { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 },
  { shape: 'baul', width: 4, height: 4, wallHeight: 2, axisHeight: 0 },
  { shape: 'circle', diameter: 4, axisHeight: 2 },
])('lies everywhere as far outside of walls and crown as was said: %j', (design) => {
  const outline = designOutline(design);
  const paid = designOutline(payLine(design, LIMIT)!);
  const floor = -design.axisHeight;
  for (let i = 0; i < paid.length; i += 2) {
    const isFloor = design.shape !== 'circle' && paid[i + 1] < floor + 1e-9;
    if (isFloor) expect(paid[i + 1]).toBeCloseTo(floor, 9);
    else {
      // Over the corner of a springline the two lines meet a little farther out.
      const distance = designDistance(outline, paid[i], paid[i + 1]);
      expect(distance).toBeGreaterThan(LIMIT - 5e-4);
      expect(distance).toBeLessThan(1.03 * LIMIT);
    }
  }
});

it('moves the walls and the roof of a rectangle, and has none of a free outline', () => {
  expect(payLine({ shape: 'rectangle', width: 4, height: 3, axisHeight: 1 }, 0.5)).toEqual({
    shape: 'rectangle',
    width: 5,
    height: 3.5,
    axisHeight: 1,
  });
  const points = [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const;
  expect(payLine({ shape: 'polyline', points, axisHeight: 0 }, 0.1)).toBeNull();
});
