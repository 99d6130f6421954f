import { describe, expect, it } from 'vitest';
import { differencePieces } from '../../src-core/math/difference-pieces.ts';
import { measurePolygon } from '../../src-core/math/polygon.ts';
import { polygonOverlap } from '../../src-core/math/polygon-overlap.ts';
import { seededRandom } from '../../src-core/math/random.ts';

const SQUARE = [0, 0, 4, 0, 4, 4, 0, 4];
const total = (pieces: readonly Float64Array[]): number =>
  pieces.reduce((sum, piece) => sum + measurePolygon(piece).area, 0);

function inside(outline: ArrayLike<number>, x: number, y: number): boolean {
  let odd = false;
  const n = outline.length / 2;
  for (let i = 0, j = n - 1; i < n; j = i++) {
    const [x0, y0, x1, y1] = [outline[2 * i], outline[2 * i + 1], outline[2 * j], outline[2 * j + 1]];
    if (y0 > y !== y1 > y && x < x0 + ((y - y0) / (y1 - y0)) * (x1 - x0)) odd = !odd;
  }
  return odd;
}

describe('pieces of a difference', () => {
  it('is nothing between equal outlines, all of it where they are apart', () => {
    expect(differencePieces(SQUARE, SQUARE)).toEqual({ onlyFirst: [], onlySecond: [] });
    const apart = differencePieces(
      SQUARE,
      SQUARE.map((value, k) => (k % 2 ? value : value + 10)),
    );
    expect(apart.onlyFirst.map((piece) => [...piece])).toEqual([SQUARE]);
    expect(total(apart.onlySecond)).toBe(16);
  });

  it('goes round a hole in pieces', () => {
    const { onlyFirst, onlySecond } = differencePieces(SQUARE, [1, 1, 3, 1, 3, 3, 1, 3]);
    expect(total(onlyFirst)).toBe(12);
    expect(onlyFirst).toHaveLength(4);
    expect(onlySecond).toEqual([]);
  });

  for (const seed of [1, 2, 3, 4, 5, 6, 7, 8])
    it(`covers each point that is in one outline only, once (seed ${seed})`, () => {
      const { uniform } = seededRandom(seed);
      const rough = (): Float64Array => {
        const n = 5 + Math.floor(60 * uniform());
        const radii = Array.from({ length: n }, () => 1.6 + 0.8 * uniform());
        return Float64Array.from({ length: 2 * n }, (_, k) => {
          const angle = (2 * Math.PI * (k >> 1)) / n;
          return radii[k >> 1] * (k % 2 ? Math.sin(angle) : Math.cos(angle));
        });
      };
      const [first, second] = [rough(), rough()];
      const { onlyFirst, onlySecond } = differencePieces(first, second);
      const overlap = polygonOverlap(first, second);
      expect(total(onlyFirst)).toBeCloseTo(overlap.onlyFirst.area, 4);
      expect(total(onlySecond)).toBeCloseTo(overlap.onlySecond.area, 4);
      let hits = 0;
      for (let i = 0; i < 3000; i++) {
        const [x, y] = [5 * uniform() - 2.5, 5 * uniform() - 2.5];
        const [a, b] = [inside(first, x, y), inside(second, x, y)];
        const times = (pieces: readonly Float64Array[]): number =>
          pieces.filter((piece) => inside(piece, x, y)).length;
        expect([times(onlyFirst), times(onlySecond)]).toEqual([a && !b ? 1 : 0, b && !a ? 1 : 0]);
        if (a !== b) hits++;
      }
      expect(hits).toBeGreaterThan(100);
    });
});
