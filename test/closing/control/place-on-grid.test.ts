import { describe, expect, it } from 'vitest';
import { levelling } from '../../../src-core/closing/control/map-up.ts';
import { type GridPair, placeOnGrid } from '../../../src-core/closing/control/place-on-grid.ts';
import { seededRandom } from '../../../src-core/math/random.ts';
import { applyToPoint, expSo3, multiply3, rotateVector, transpose3 } from '../../../src-core/math/se3.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';

const SEED = 4;
const random = seededRandom(SEED);
type Vector = [number, number, number];

/** A map whose first scan was tilted by some degrees, anywhere in a Peruvian grid. */
function truth(): Rigid {
  const tilt = expSo3(0.1 * random.normal(), 0.1 * random.normal(), 0);
  const R = multiply3(expSo3(0, 0, 6 * random.uniform() - 3), tilt);
  return { R, t: Float64Array.of(345_678.9, 8_612_345.6, 4_321.1) };
}

function pairsOf(T: Rigid, points: readonly Vector[], sigma: number): GridPair[] {
  return points.map((map) => {
    const grid = applyToPoint(T, ...map).map((value) => value + sigma * random.normal()) as Vector;
    return { map, grid, sigma: Math.max(sigma, 1e-3) };
  });
}

const upOf = (T: Rigid, sigma = 0.01) => ({ up: rotateVector(transpose3(T.R), 0, 0, 1), sigma });

function expectPlaced(placement: ReturnType<typeof placeOnGrid>): Rigid {
  if (placement.kind === 'open') throw new Error(placement.remark.message);
  return placement.T_grid_map;
}

const WALLS: Vector[] = [
  [6, 2.1, 0.3],
  [8, -2.2, -0.4],
  [10.5, 2, 0.8],
];

describe(`map to mine grid (seed ${SEED})`, () => {
  it.each([
    ['three points', WALLS, false],
    ['three points and gravity', WALLS, true],
    ['two points and gravity', WALLS.slice(0, 2), true],
    [
      'three on a line and gravity',
      [
        [0, 0, 0],
        [5, 1, 0.2],
        [10, 2, 0.4],
      ] as Vector[],
      true,
    ],
  ] as const)('%s give the transform back', (_, points, gravity) => {
    for (let trial = 0; trial < 20; trial++) {
      const T = truth();
      const pose = expectPlaced(placeOnGrid(pairsOf(T, points, 0), gravity ? upOf(T) : null));
      for (const p of [...points, [30, 1, -2] as Vector]) {
        const [a, b] = [applyToPoint(T, ...p), applyToPoint(pose, ...p)];
        // A northing of seven digits has steps of 2e-9 m.
        expect(Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])).toBeLessThan(1e-6);
      }
    }
  });

  it('is better with gravity along the drive than across three near points alone', () => {
    const errors = { with: 0, without: 0 };
    for (let trial = 0; trial < 40; trial++) {
      const T = truth();
      const near: Vector[] = [
        [2, 2, 0],
        [3, -2, 0.1],
        [4, 2, 0.2],
      ];
      const pairs = pairsOf(T, near, 0.02);
      const far: Vector = [40, 0, 0];
      const away = (pose: Rigid) => Math.abs(applyToPoint(T, ...far)[2] - applyToPoint(pose, ...far)[2]);
      errors.without += away(expectPlaced(placeOnGrid(pairs, null)));
      errors.with += away(expectPlaced(placeOnGrid(pairs, upOf(T, 0.002))));
    }
    expect(errors.with).toBeLessThan(0.3 * errors.without);
  });

  it.each([
    ['no point', [], false, 'No surveyed point was found; three'],
    ['one point', WALLS.slice(0, 1), true, 'Only one surveyed point was found'],
    ['two points without gravity', WALLS.slice(0, 2), false, 'Only two surveyed points were found'],
    [
      'three on a line without gravity',
      [
        [0, 0, 0],
        [5, 1, 0],
        [10, 2, 0],
      ] as Vector[],
      false,
      'lie on a line',
    ],
    [
      'two one above the other',
      [
        [5, 2, -1],
        [5, 2, 1],
      ] as Vector[],
      true,
      'one above the other',
    ],
  ] as const)('%s leaves it open, in words', (_, points, gravity, sentence) => {
    const T = { R: expSo3(0, 0, 1), t: Float64Array.of(350_000, 8_600_000, 4_000) };
    const placement = placeOnGrid(pairsOf(T, points as Vector[], 0), gravity ? upOf(T) : null);
    expect(placement.kind === 'open' ? placement.remark.message : 'placed').toContain(sentence);
  });

  it('takes points that lie as far off a line as five of their sigmas, and no nearer ones', () => {
    // Numbers that are whole in binary: the spread is just what is asked for.
    const sigma = 0.125;
    const placedAt = (off: number): boolean => {
      const points: Vector[] = [
        [2, off, 0],
        [-2, off, 0],
        [2, -off, 0],
        [-2, -off, 0],
      ];
      return (
        placeOnGrid(
          points.map((map) => ({ map, grid: map, sigma })),
          null,
        ).kind === 'placed'
      );
    };
    expect([5 * sigma + 0.001, 5 * sigma, 5 * sigma - 0.001].map(placedAt)).toEqual([true, true, false]);
  });

  it('levels by the shortest way, also upside down', () => {
    for (let trial = 0; trial < 50; trial++) {
      const v = [random.normal(), random.normal(), random.normal()];
      const norm = Math.hypot(...v);
      const up = v.map((value) => value / norm) as Vector;
      const R = levelling(up);
      expect(rotateVector(R, ...up)[2]).toBeCloseTo(1, 12);
      const unit = multiply3(R, transpose3(R));
      [1, 0, 0, 0, 1, 0, 0, 0, 1].forEach((value, k) => {
        expect(unit[k]).toBeCloseTo(value, 12);
      });
    }
    expect(rotateVector(levelling([0, 0, -1]), 0, 0, -1)).toEqual([0, 0, 1]);
  });
});
