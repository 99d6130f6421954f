import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import { checkFreeOutline } from '../../src-core/model/check-outline.ts';
import { cpuMilliseconds } from '../support/cpu-time.ts';

type Point = readonly [number, number];
const SEED = 5;

const turn = (a: Point, b: Point, c: Point): number =>
  Math.sign((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
const between = (a: Point, b: Point, p: Point): boolean =>
  [0, 1].every((k) => Math.min(a[k], b[k]) <= p[k] && p[k] <= Math.max(a[k], b[k]));

/** True if two sides have a point in common. */
function haveCommon([a, b]: Point[], [c, d]: Point[]): boolean {
  const ends: [Point, Point, Point][] = [
    [a, b, c],
    [a, b, d],
    [c, d, a],
    [c, d, b],
  ];
  if (ends.some(([p, q, r]) => turn(p, q, r) === 0 && between(p, q, r))) return true;
  return turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0;
}

/** The first two sides, from 1, without a common end that have a point in common, by looking at all pairs. */
function crossingOf(points: readonly Point[]): string | null {
  const n = points.length;
  const side = (i: number): Point[] => [points[i], points[(i + 1) % n]];
  for (let i = 0; i < n; i++)
    for (let j = i + 2; j < n; j++)
      if ((j + 1) % n !== i && haveCommon(side(i), side(j))) return `${i + 1} and ${j + 1}`;
  return null;
}

function refusalOf(points: readonly Point[]): string {
  try {
    checkFreeOutline({ shape: 'polyline', points, axisHeight: 1 } as never, 'a.json');
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

describe('a free outline', () => {
  it(`names the sides that cross or touch as all pairs do (seed ${SEED})`, () => {
    const { below } = seededRandom(SEED);
    const seen = { crossing: 0, plain: 0 };
    for (let round = 0; round < 3000; round++) {
      // Whole figures: sides touch, lie on each other and end on each other.
      const size = 2 + below(12);
      const points = Array.from(
        { length: 3 + below(round % 10 === 0 ? 30 : 6) },
        (): Point => [below(size), below(size)],
      );
      const said = refusalOf(points);
      if (/repeats the one before|turns back/.test(said)) continue;
      const crossing = crossingOf(points);
      const named =
        /from point (\d+) crosses the side from point (\d+)/.exec(said)?.slice(1).join(' and ') ?? null;
      expect(named, JSON.stringify(points)).toBe(crossing);
      seen[crossing === null ? 'plain' : 'crossing']++;
    }
    expect(seen.crossing).toBeGreaterThan(500);
    expect(seen.plain).toBeGreaterThan(300);
  });

  it.each<[string, number, (i: number, n: number) => Point]>([
    [
      'a circle of 100 000 points',
      100_000,
      (i, n) => [2 * Math.cos((2 * Math.PI * i) / n), 2 * Math.sin((2 * Math.PI * i) / n)],
    ],
    [
      'a comb of 100 000',
      100_000,
      (i, n) => (i === n - 1 ? [n, -1] : i === 0 ? [0, -1] : [i, i % 2 === 0 ? 0 : 1000]),
    ],
  ])('is looked through without looking at all pairs: %s', (_, n, pointOf) => {
    const points = Array.from({ length: n }, (__, i) => pointOf(i, n));
    const before = cpuMilliseconds();
    expect(refusalOf(points)).toBe('');
    expect(cpuMilliseconds() - before).toBeLessThan(5000);
  });
});
