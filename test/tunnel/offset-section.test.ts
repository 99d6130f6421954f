import { describe, expect, it } from 'vitest';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { designDistance } from '../../src-core/math/polygon-distance.ts';
import { polygonOverlap } from '../../src-core/math/polygon-overlap.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { DesignSection } from '../../src-core/model/design.ts';
import { designOutline } from '../../src-core/tunnel/design/design.ts';
import { offsetOutline } from '../../src-core/tunnel/design/offset-section.ts';

const SEED = 41;
const SECTIONS: DesignSection[] = [
  { shape: 'baul', width: 4.5, height: 4, wallHeight: 2.5, axisHeight: 1.7 },
  { shape: 'baul', width: 4, height: 4, wallHeight: 2, axisHeight: 0 },
  { shape: 'baul', width: 4, height: 1.5, wallHeight: 0, axisHeight: 0 },
  { shape: 'baul-radius', width: 4.5, wallHeight: 2.5, archRadius: 2.6, axisHeight: 0, axisLeft: 0.3 },
  { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 },
  { shape: 'trapezoid', bottomWidth: 4.2, topWidth: 3.4, height: 3.5, axisHeight: 0 },
  { shape: 'horseshoe', width: 5, height: 5, wallRadius: 5, invertRadius: 5, axisHeight: 1 },
  { shape: 'horseshoe', width: 5, height: 4.6, wallRadius: 6, invertRadius: 0, axisHeight: 1 },
  { shape: 'circle', diameter: 4, axisHeight: 2 },
  { shape: 'three-centre', width: 5, height: 4.2, wallHeight: 2.4, shoulderRadius: 1, axisHeight: 1.5 },
  // Its shoulders vanish where it is moved inwards.
  { shape: 'three-centre', width: 5, height: 4.2, wallHeight: 2.4, shoulderRadius: 0.12, axisHeight: 1.5 },
];

/** The section as a free outline, its floor named. */
function asPolyline(section: DesignSection): DesignSection {
  const outline = designOutline({ ...section, axisHeight: 0, axisLeft: 0 });
  const points = Array.from(
    { length: outline.length / 2 },
    (_, i) => [outline[2 * i], outline[2 * i + 1]] as const,
  );
  const { axisHeight, axisLeft } = section;
  return { shape: 'polyline', points, floorSides: [0], axisHeight, axisLeft };
}

describe('a line that follows the design', () => {
  it.each(SECTIONS)(
    'lies everywhere as far outside or inside of walls and crown as was said: %j',
    (section) => {
      const outline = designOutline(section);
      for (const distance of [0.15, -0.15]) {
        const moved = offsetOutline(section, distance);
        const corner =
          section.shape === 'rectangle' || section.shape === 'trapezoid' ? Math.SQRT2 * 1.05 : 1.05;
        let near = 0;
        for (let i = 0; i < moved.length; i += 2) {
          const result = designDistance(outline, moved[i], moved[i + 1]);
          const share = result / distance;
          // On the floor it stays, and meets the walls there.
          if (Math.abs(result) < 1e-6) continue;
          if (moved[i + 1] < outline[1] + 0.2 && section.shape !== 'circle') continue;
          expect(share).toBeGreaterThan(0.99);
          expect(share).toBeLessThan(corner);
          near++;
        }
        expect(near).toBeGreaterThan(1);
      }
    },
  );

  it.each(SECTIONS.filter(({ shape }) => !['circle', 'horseshoe'].includes(shape)))(
    'is the same by its figures and by its polygon: %j',
    (section) => {
      for (const [distance, floor] of [
        [0.2, 0],
        [-0.2, 0],
        [0.1, 0.1],
        [-0.1, -0.1],
        [0.25, 0.1],
      ]) {
        // Below its floor an arch without walls has no line to follow: figures carry it on upright, polygons as it leans.
        if (section.shape === 'baul' && section.wallHeight === 0 && floor !== 0) continue;
        const byFigures = offsetOutline(section, distance, floor);
        const byPolygon = offsetOutline(asPolyline(section), distance, floor);
        const { onlyFirst, onlySecond } = polygonOverlap(byFigures, byPolygon);
        // Arcs of many sides: the sides' mitres stand 0.01 mm out.
        expect(onlyFirst.area + onlySecond.area).toBeLessThan(1e-3);
      }
    },
  );

  it('moves the floor where it is told to', () => {
    const rectangle = { shape: 'rectangle', width: 4, height: 3, axisHeight: 1 } as const;
    expect(measurePolygon(offsetOutline(rectangle, 0.5)).area).toBeCloseTo(5 * 3.5, 12);
    expect(measurePolygon(offsetOutline(rectangle, 0.5, 0.5)).area).toBeCloseTo(5 * 4, 12);
    expect(Math.min(...offsetOutline(rectangle, 0.5).filter((_, i) => i % 2 === 1))).toBe(-1);
    expect(Math.min(...offsetOutline(rectangle, 0.5, 0.5).filter((_, i) => i % 2 === 1))).toBe(-1.5);
  });

  it('vanishes where it is moved too far inwards, and says so', () => {
    for (const section of [...SECTIONS, ...SECTIONS.map(asPolyline)])
      expect(() => offsetOutline(section, -3, -3), section.shape).toThrow('vanishes');
  });
});

describe(`free outlines that are moved (seed ${SEED})`, () => {
  const free = (points: readonly (readonly [number, number])[]): DesignSection => ({
    shape: 'polyline',
    points,
    floorSides: [],
    axisHeight: 0,
  });

  it('keep reflex corners sharp, and fill a notch narrower than twice the way', () => {
    const notched = free([
      [0, 0],
      [4, 0],
      [4, 3],
      [2.1, 3],
      [2.1, 2],
      [1.9, 2],
      [1.9, 3],
      [0, 3],
    ]);
    const filled = offsetOutline(notched, 0.2);
    expect(measurePolygon(filled).area).toBeCloseTo(4.4 * 3.4, 9);
    const part = offsetOutline(notched, 0.05);
    // 0.1 wide, from 2.05 up to 3.05.
    expect(measurePolygon(part).area).toBeCloseTo(4.1 * 3.1 - 0.1 * 1, 9);
  });

  it('that fall into two pieces are refused', () => {
    const neck = free([
      [0, 0],
      [2, 0],
      [2, 0.9],
      [3, 0.9],
      [3, 0],
      [5, 0],
      [5, 2],
      [3, 2],
      [3, 1.1],
      [2, 1.1],
      [2, 2],
      [0, 2],
    ]);
    expect(() => offsetOutline(neck, -0.2)).toThrow('falls into pieces');
  });

  it('enclose what lies within the way, point by point', () => {
    const random = seededRandom(SEED);
    for (let round = 0; round < 12; round++) {
      const n = 12 + Math.floor(20 * random.uniform());
      const points = Array.from({ length: n }, (_, i) => {
        const angle = (2 * Math.PI * i) / n;
        const radius = 2 + 0.25 * random.normal();
        return [radius * Math.cos(angle), radius * Math.sin(angle)] as const;
      });
      const section = free(points);
      const outline = designOutline(section);
      for (const distance of [0.12, -0.12]) {
        const moved = offsetOutline(section, distance);
        for (let k = 0; k < 400; k++) {
          const [x, y] = [6 * random.uniform() - 3, 6 * random.uniform() - 3];
          const before = designDistance(outline, x, y);
          const isInside = designDistance(moved, x, y) < 0;
          // Corners that open are carried on to a point: there it reaches farther than the way itself.
          if (before < distance - 1e-6) expect(isInside || distance < 0, `${x} ${y}`).toBe(true);
          if (before > Math.max(4 * distance, distance) + 1e-6) expect(isInside, `${x} ${y}`).toBe(false);
          if (distance < 0 && before < 4 * distance) expect(isInside, `${x} ${y}`).toBe(true);
        }
      }
    }
  });
});
