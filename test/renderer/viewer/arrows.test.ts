import { describe, expect, it } from 'vitest';
import { arrowPieces, crossPieces, doubleArrow } from '../../../src-renderer/viewer/arrows.ts';

const piecesOf = (ends: Float64Array): number[][] =>
  Array.from({ length: ends.length / 6 }, (_, i) => [...ends.subarray(6 * i, 6 * i + 6)]);

describe('arrows of lines', () => {
  it('go from tail to tip, with a head that ends at the tip, wherever they point', () => {
    for (const tip of [
      [3, 0, 0],
      [0, -2, 0],
      [0, 0, 5],
      [1, 2, -2],
    ] as const) {
      // biome-ignore format: a list
      const [shaft, ...head] = piecesOf(arrowPieces([[[0, 0, 0], tip]]));
      expect(shaft).toEqual([0, 0, 0, ...tip]);
      expect(head).toHaveLength(4);
      const long = Math.hypot(...tip);
      for (const [x, y, z, ...end] of head) {
        expect(end).toEqual([...tip]);
        // All barbs lie at the same place along the shaft, as far from it on every side.
        expect((x * tip[0] + y * tip[1] + z * tip[2]) / long).toBeCloseTo(0.72 * long, 9);
        expect(Math.hypot(x, y, z)).toBeCloseTo(Math.hypot(0.72, 0.112) * long, 9);
      }
    }
  });

  it('keep millimetres at northings of eight digits', () => {
    const tail = [345_678.901, 8_612_345.678, 4321.1] as const;
    const [shaft] = piecesOf(arrowPieces([[tail, [tail[0] + 0.001, tail[1], tail[2]]]]));
    expect(shaft[3] - shaft[0]).toBeCloseTo(0.001, 8);
  });

  it('are none where nothing moved', () => {
    expect(arrowPieces([[[1, 2, 3], [1, 2, 3]]])).toHaveLength(0); // biome-ignore format: one arrow
  });

  it('point both ways for a direction of any length, and cross at a point', () => {
    const tips = piecesOf(doubleArrow([1, 1, 1], [0, 9, 0], 1.5)).filter(
      (piece) => piece[0] === 1 && piece[1] === 1,
    );
    expect(tips.map((piece) => piece.slice(3))).toEqual([[1, 2.5, 1], [1, -0.5, 1]]); // biome-ignore format: two tips
    expect(piecesOf(crossPieces([[1, 2, 3]], 0.5))).toEqual([
      [0.5, 2, 3, 1.5, 2, 3],
      [1, 1.5, 3, 1, 2.5, 3],
      [1, 2, 2.5, 1, 2, 3.5],
    ]);
  });
});
