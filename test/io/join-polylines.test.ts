import { describe, expect, it } from 'vitest';
import { joinPolylines } from '../../src-core/io/cad/join-polylines.ts';
import { seededRandom } from '../../src-core/math/random.ts';
import type { NamedPolyline } from '../../src-core/model/polyline.ts';
import { lengthOf } from './drawings.ts';

const piece = (points: readonly number[], name = '0', line = 1): NamedPolyline => ({
  name,
  points: Float64Array.from(points),
  closed: false,
  line,
});

describe('pieces of a drawing laid end to end', () => {
  it('closes an outline of loose lines, whichever way round each was drawn', () => {
    const [square, ...others] = joinPolylines([
      piece([0, 0, 0, 4, 0, 0], 'D', 5),
      piece([0, 3, 0, 0, 0, 0], 'D', 2),
      piece([4, 3, 0, 4, 0, 0], 'D', 9),
      piece([0, 3, 0, 2, 4, 0, 4, 3, 0], 'D', 7),
    ]);
    expect(others).toEqual([]);
    expect([...square.points]).toEqual([0, 0, 0, 4, 0, 0, 4, 3, 0, 2, 4, 0, 0, 3, 0]);
    expect([square.closed, square.line, square.name]).toEqual([true, 2, 'D']);
  });

  it('keeps the direction of the first piece of an open line', () => {
    const [line] = joinPolylines([
      piece([2, 0, 0, 3, 0, 0]),
      piece([2, 0, 0, 0, 0, 0]),
      piece([4, 0, 0, 3, 0, 0]),
    ]);
    expect([...line.points]).toEqual([0, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0]);
    expect(line.closed).toBe(false);
  });

  it('joins what is a hair apart, not what is a finger apart, nor other layers', () => {
    const [a, b] = [piece([0, 0, 0, 1, 0, 0]), (x: number, name = '0') => piece([x, 0, 0, 2, 0, 0], name)];
    expect(joinPolylines([a, b(1.0009)])).toHaveLength(1);
    expect(joinPolylines([a, b(1.01)])).toHaveLength(2);
    expect(joinPolylines([a, b(1, 'other')])).toHaveLength(2);
  });

  it('joins nothing where three ends meet, and leaves closed lines alone', () => {
    const closed = { ...piece([0, 0, 0, 1, 0, 0, 1, 1, 0]), closed: true };
    const star = [piece([0, 0, 0, 1, 0, 0]), piece([1, 0, 0, 2, 1, 0]), piece([1, 0, 0, 2, -1, 0])];
    expect(joinPolylines([...star, closed])).toEqual([...star, closed]);
  });

  for (const seed of [1, 2, 3, 4, 5])
    it(`puts shattered outlines together again (seed ${seed})`, () => {
      const random = seededRandom(seed);
      const outlines = [0, 1, 2].map((k) => {
        const n = 5 + random.below(20);
        return Array.from({ length: n }, (_, i) => {
          const angle = (2 * Math.PI * i) / n;
          const radius = 2 + random.uniform();
          return [350_000 + 20 * k + radius * Math.cos(angle), 9_123_456 + radius * Math.sin(angle), 4300];
        });
      });
      const pieces = outlines
        .flatMap((ring) =>
          ring.map((a, i) => {
            const b = ring[(i + 1) % ring.length];
            return piece(random.uniform() < 0.5 ? [...a, ...b] : [...b, ...a]);
          }),
        )
        .map((one) => ({ one, key: random.uniform() }))
        .sort((a, b) => a.key - b.key)
        .map(({ one }) => one);
      const back = joinPolylines(pieces);
      expect(back.map(({ closed }) => closed)).toEqual([true, true, true]);
      const lengths = (lines: readonly NamedPolyline[]): number[] =>
        lines.map(lengthOf).sort((a, b) => a - b);
      const meant = lengths(outlines.map((ring) => ({ ...piece(ring.flat()), closed: true })));
      lengths(back).forEach((length, i) => {
        expect(length).toBeCloseTo(meant[i], 8);
      });
    });
});
