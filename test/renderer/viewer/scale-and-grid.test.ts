import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { axesOf, metresPerPixel, project, type View } from '../../../src-renderer/viewer/camera.ts';
import { gridFor, gridLabels, gridPieces, groundUnder } from '../../../src-renderer/viewer/ground-grid.ts';
import { scaleBarOf } from '../../../src-renderer/viewer/scale-bar.ts';
import { addScaled, type Vector } from '../../../src-renderer/viewer/vector.ts';

const AT: Vector = [352_118.237, 9_001_447.916, 4213.08];
const SIZE = { width: 940, height: 610 };
const TAKEN = { left: 0, top: 480, right: 220, bottom: 610 };
const SEED = 20_261;

/** Views from everywhere, from 2 cm to 20 km across. */
function views(projection: View['projection']): View[] {
  const random = seededRandom(SEED);
  return Array.from({ length: 60 }, (): View => {
    const pitch = Math.PI * (random.uniform() - 0.5);
    return {
      target: AT,
      yaw: 7 * random.normal(),
      pitch,
      distance: 10 ** (6 * random.uniform() - 1.5),
      projection,
    };
  });
}

/** 1, 2 or 5 times a power of ten. */
function isRound(metres: number): boolean {
  const power = Math.floor(Math.log10(metres) + 1e-9);
  return [1, 2, 5].some((digit) => Math.abs(metres / (digit * 10 ** power) - 1) < 1e-9);
}

const apart = (view: View, a: Vector, b: Vector): number => {
  const [p, q] = [project(view, SIZE, a), project(view, SIZE, b)];
  return Math.hypot(p.x - q.x, p.y - q.y);
};

describe.each(['perspective', 'orthographic'] as const)('the scale bar, %s, seed 20261', (projection) => {
  it('is as long as a known distance at the pivot, which is round and not too small', () => {
    for (const view of views(projection)) {
      const { metres, pixels, depth } = scaleBarOf(view, SIZE, 150);
      const { right, up } = axesOf(view);
      for (const direction of [right, up]) {
        const drawn = apart(view, AT, addScaled(AT, direction, metres));
        expect(Math.abs(drawn / pixels - 1)).toBeLessThan(1e-5);
      }
      expect(isRound(metres)).toBe(true);
      expect(pixels).toBeLessThanOrEqual(150 + 1e-9);
      expect(pixels).toBeGreaterThanOrEqual(60 - 1e-9);
      expect(depth).toBe(projection === 'perspective' ? view.distance : null);
    }
  });

  it('holds at every depth only where it says so', () => {
    const view: View = { ...views(projection)[0], distance: 40 };
    const { metres, pixels, depth } = scaleBarOf(view, SIZE, 150);
    const { right, back } = axesOf(view);
    const nearer = addScaled(AT, back, 20);
    const drawn = apart(view, nearer, addScaled(nearer, right, metres));
    expect(drawn / pixels).toBeCloseTo(depth === null ? 1 : 2, 6);
  });
});

describe.each(['perspective', 'orthographic'] as const)(
  'the grid on the ground, %s, seed 20261',
  (projection) => {
    const path = Float64Array.from(
      { length: 300 },
      (_, i) => AT[i % 3] + (i % 3 === 2 ? 0 : 1.3 * Math.floor(i / 3)),
    );
    const ground = groundUnder(path)!;

    it('is round, not too close, bounded, and lies on multiples of its spacing', () => {
      for (const view of views(projection)) {
        const grid = gridFor(view, SIZE, ground)!;
        expect(isRound(grid.spacing)).toBe(true);
        const pixels = grid.spacing / metresPerPixel(view, SIZE, view.distance);
        expect(pixels).toBeGreaterThanOrEqual(70 - 1e-6);
        expect(pixels).toBeLessThanOrEqual(175 + 1e-6);
        const ends = gridPieces(grid);
        expect(ends.length / 6).toBeLessThanOrEqual(2 * 122);
        for (let i = 0; i < ends.length; i += 6) {
          expect(ends[i + 2]).toBe(ground.elevation);
          const isEast = ends[i] === ends[i + 3];
          const value = isEast ? ends[i] : ends[i + 1];
          if (!isEast) expect(ends[i + 1]).toBe(ends[i + 4]);
          expect(Math.abs(value / grid.spacing - Math.round(value / grid.spacing))).toBeLessThan(1e-6);
        }
      }
    });

    it('writes coordinates within the picture, on their lines, and none over another', () => {
      let count = 0;
      for (const view of views(projection)) {
        const grid = gridFor(view, SIZE, ground)!;
        const labels = gridLabels(grid, view, SIZE, 14, [TAKEN]);
        count += labels.length;
        for (const { axis, value, x, y } of labels) {
          expect(x).toBeGreaterThanOrEqual(14 - 1e-6);
          expect(x).toBeLessThanOrEqual(SIZE.width - 14 + 1e-6);
          expect(y).toBeGreaterThanOrEqual(14 - 1e-6);
          expect(y).toBeLessThanOrEqual(SIZE.height - 14 + 1e-6);
          expect(x < TAKEN.right && x + 84 > TAKEN.left && y > TAKEN.top && y - 18 < TAKEN.bottom).toBe(
            false,
          );
          expect(offLine(view, grid.elevation, axis, value, x, y)).toBeLessThan(0.05);
        }
        labels.forEach((a, i) => {
          for (const b of labels.slice(i + 1))
            expect(Math.abs(a.x - b.x) >= 84 || Math.abs(a.y - b.y) >= 18).toBe(true);
        });
      }
      expect(count).toBeGreaterThan(100);
    });

    it('is not there without a path, nor for a pivot far from it', () => {
      expect(groundUnder(new Float64Array(0))).toBeNull();
      const [view] = views(projection);
      const far: View = { ...view, distance: 10, target: [AT[0] + 50_000, AT[1], AT[2]] };
      expect(gridFor(far, SIZE, ground)).toBeNull();
    });
  },
);

/**
 * How far a place on the screen is from a line of constant east or north, px: where the ray of the place, worked out
 * from its definition, meets the ground, as seen on the screen.
 */
function offLine(view: View, elevation: number, axis: 0 | 1, value: number, x: number, y: number): number {
  const { right, up, back } = axesOf(view);
  const half = Math.tan(Math.PI / 8);
  const [u, v] = [(2 * x - SIZE.width) / SIZE.height, 1 - (2 * y) / SIZE.height].map((share) => share * half);
  const plane = addScaled(addScaled([0, 0, 0], right, u), up, v);
  const isPerspective = view.projection === 'perspective';
  const from = isPerspective
    ? addScaled(view.target, back, view.distance)
    : addScaled(view.target, plane, view.distance);
  const ray = isPerspective ? addScaled(plane, back, -1) : addScaled([0, 0, 0], back, -1);
  const reach = (elevation - from[2]) / ray[2];
  const met = addScaled(from, ray, reach);
  const on = met.map((own, k) => (k === axis ? value : own)) as unknown as Vector;
  const [p, q] = [project(view, SIZE, met), project(view, SIZE, on)];
  return Math.hypot(p.x - q.x, p.y - q.y);
}
