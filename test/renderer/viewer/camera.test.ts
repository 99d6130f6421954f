import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import {
  axesOf,
  depthRangeOf,
  eyeOf,
  eyeToClip,
  fittedView,
  lookedAroundView,
  orbitedView,
  pannedView,
  project,
  unproject,
  type View,
  zoomedView,
} from '../../../src-renderer/viewer/camera.ts';
import { isInSight } from '../../../src-renderer/viewer/sight.ts';
import { cross, dot, length, subtract, type Vector } from '../../../src-renderer/viewer/vector.ts';

const SIZE = { width: 800, height: 500 };
const AT: Vector = [352_118.237, 9_001_447.916, 4213.08];
const VIEWS: View[] = (['perspective', 'orthographic'] as const).flatMap((projection) => [
  { target: AT, yaw: 0.7, pitch: 0.4, distance: 35, projection },
  { target: AT, yaw: -2.9, pitch: Math.PI / 2, distance: 120, projection },
  { target: AT, yaw: 1.2, pitch: -1.1, distance: 3, projection },
]);

/** A point by the matrix that the graphics card gets, with its f32: pixels from the left and the top, and clip depth. */
function drawn(view: View, point: Vector, halfDepth: boolean): [number, number, number] {
  const range = depthRangeOf(view, [{ centre: AT, radius: 60 }]);
  const m = eyeToClip(view, SIZE, range, halfDepth);
  const p = [...subtract(point, eyeOf(view)).map(Math.fround), 1];
  const [x, y, z, w] = [0, 1, 2, 3].map((row) =>
    p.reduce((sum, value, k) => sum + m[4 * k + row] * value, 0),
  );
  return [((x / w + 1) * SIZE.width) / 2, ((1 - y / w) * SIZE.height) / 2, z / w];
}

describe('the camera', () => {
  it.each(VIEWS)('has axes square to each other, right-handed, and right level: %o', (view) => {
    const { right, up, back } = axesOf(view);
    for (const axis of [right, up, back]) expect(length(axis)).toBeCloseTo(1, 12);
    expect(dot(right, up)).toBeCloseTo(0, 12);
    expect(length(subtract(cross(right, up), back))).toBeLessThan(1e-12);
    expect(right[2]).toBe(0);
  });

  it('looks north up in plan', () => {
    const { right, up } = axesOf({ ...VIEWS[0], yaw: -Math.PI / 2, pitch: Math.PI / 2 });
    expect(length(subtract(right, [1, 0, 0]))).toBeLessThan(1e-12);
    expect(length(subtract(up, [0, 1, 0]))).toBeLessThan(1e-12);
  });

  it.each(VIEWS)(
    'draws points where it says, to a thousandth of a pixel at a northing of nine million: %o',
    (view) => {
      const random = seededRandom(7);
      for (let k = 0; k < 200; k++) {
        const point = AT.map((value) => value + 8 * random.normal()) as unknown as Vector;
        const { x, y, depth } = project(view, SIZE, point);
        if (view.projection === 'perspective' && depth < 0.5) continue;
        for (const halfDepth of [true, false]) {
          const [dx, dy, dz] = drawn(view, point, halfDepth);
          expect(Math.abs(dx - x)).toBeLessThan(1e-3 * Math.max(1, Math.abs(x - 400) / 100));
          expect(Math.abs(dy - y)).toBeLessThan(1e-3 * Math.max(1, Math.abs(y - 250) / 100));
          expect(dz).toBeGreaterThanOrEqual(halfDepth ? -1e-6 : -1 - 1e-6);
          expect(dz).toBeLessThanOrEqual(1 + 1e-6);
        }
        expect(length(subtract(unproject(view, SIZE, x, y, depth), point))).toBeLessThan(1e-6);
      }
    },
  );

  it.each(VIEWS)('keeps what lies under the pointer when it comes nearer: %o', (view) => {
    const held = unproject(view, SIZE, 130, 410, view.distance);
    const next = zoomedView(view, SIZE, 130, 410, 0.4);
    const { x, y } = project(next, SIZE, held);
    expect([x, y]).toEqual([expect.closeTo(130, 5), expect.closeTo(410, 5)]);
  });

  it.each(VIEWS)('shifts what lies at the target with the hand: %o', (view) => {
    const { x, y } = project(pannedView(view, SIZE, 30, -20), SIZE, view.target);
    expect([x, y]).toEqual([expect.closeTo(430, 5), expect.closeTo(230, 5)]);
  });

  it('turns about the target, looks around from the eye, and stops at straight down', () => {
    const [view] = VIEWS;
    expect(orbitedView(view, 1, 9).pitch).toBe(Math.PI / 2);
    expect(orbitedView(view, 1, 0).target).toBe(view.target);
    expect(length(subtract(eyeOf(lookedAroundView(view, 0.3, 0.2)), eyeOf(view)))).toBeLessThan(1e-8);
  });

  it.each(VIEWS)('fits what it is given into the window: %o', (view) => {
    const spheres = [
      { centre: AT, radius: 3 },
      { centre: [AT[0] + 90, AT[1] - 40, AT[2] + 12] as Vector, radius: 8 },
    ];
    const next = fittedView(view, SIZE, spheres);
    for (const { centre, radius } of spheres)
      for (const axis of [0, 1, 2])
        for (const side of [-radius, radius]) {
          const point = centre.map((value, k) => value + (k === axis ? side : 0)) as unknown as Vector;
          const { x, y, depth } = project(next, SIZE, point);
          expect(x).toBeGreaterThanOrEqual(0);
          expect(x).toBeLessThanOrEqual(SIZE.width);
          expect(y).toBeGreaterThanOrEqual(0);
          expect(y).toBeLessThanOrEqual(SIZE.height);
          if (next.projection === 'perspective') expect(depth).toBeGreaterThan(0);
        }
  });

  it.each(VIEWS)('knows what is in sight: no sphere with a point in the window is left out: %o', (view) => {
    const random = seededRandom(11);
    let out = 0;
    for (let k = 0; k < 500; k++) {
      const centre = AT.map((value) => value + 60 * random.normal()) as unknown as Vector;
      const radius = 5 * random.uniform();
      const seen = isInSight({ centre, radius }, view, SIZE);
      if (!seen) out++;
      for (let i = 0; i < 20 && !seen; i++) {
        const way = [random.normal(), random.normal(), random.normal()] as const;
        const at = radius / length(way);
        const point: Vector = [centre[0] + at * way[0], centre[1] + at * way[1], centre[2] + at * way[2]];
        const { x, y, depth } = project(view, SIZE, point);
        const inside = x > 0 && x < SIZE.width && y > 0 && y < SIZE.height;
        expect(inside && (view.projection === 'orthographic' || depth > 0)).toBe(false);
      }
    }
    expect(out).toBeGreaterThan(50);
  });
});
