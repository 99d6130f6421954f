import { afterEach, describe, expect, it, vi } from 'vitest';
import { seededRandom } from '../../../src-core/math/random.ts';
import { axesOf, eyeOf, metresPerPixel, project, type View } from '../../../src-renderer/viewer/camera.ts';
import type { Steered } from '../../../src-renderer/viewer/navigation.ts';
import {
  cameraOnPlan,
  fromPlan,
  onPlan,
  planOf,
  standingAt,
} from '../../../src-renderer/viewer/plan-inset.ts';
import { addScaled, length, subtract, type Vector } from '../../../src-renderer/viewer/vector.ts';
import {
  lookingAt,
  moveView,
  pivotedView,
  turnedInPlace,
  viewBetween,
} from '../../../src-renderer/viewer/view-motion.ts';

const AT: Vector = [352_118.237, 9_001_447.916, 4213.08];
const SIZE = { width: 940, height: 610 };
const VIEW: View = { target: AT, yaw: 3, pitch: 0.3, distance: 25, projection: 'perspective' };

function points(seed: number): Vector[] {
  const random = seededRandom(seed);
  return Array.from(
    { length: 100 },
    () => AT.map((value) => value + 8 * random.normal()) as unknown as Vector,
  );
}

describe('the pivot, seed 5', () => {
  it.each(['perspective', 'orthographic'] as const)(
    'comes to the middle of the picture, seen from the same direction and as large as before: %s',
    (projection) => {
      for (const point of points(5)) {
        const view: View = { ...VIEW, projection };
        const before = project(view, SIZE, point);
        if (before.depth < 0.1) continue;
        const next = pivotedView(view, point, before.depth);
        const { x, y, depth } = project(next, SIZE, point);
        expect([x, y]).toEqual([expect.closeTo(470, 6), expect.closeTo(305, 6)]);
        expect(axesOf(next)).toEqual(axesOf(view));
        const [a, b] = [metresPerPixel(view, SIZE, before.depth), metresPerPixel(next, SIZE, depth)];
        expect(b / a).toBeCloseTo(1, 9);
      }
    },
  );

  it('is looked at from where one stands in the walk', () => {
    for (const point of points(6)) {
      const next = lookingAt(VIEW, point);
      expect(length(subtract(eyeOf(next), eyeOf(VIEW)))).toBeLessThan(1e-6);
      expect(next.target).toBe(point);
    }
    expect(lookingAt(VIEW, eyeOf(VIEW))).toBe(VIEW);
    const above = lookingAt(VIEW, addScaled(eyeOf(VIEW), [0, 0, -1], 4));
    expect(above).toMatchObject({ pitch: expect.closeTo(Math.PI / 2, 9), yaw: VIEW.yaw });
  });
});

describe('a movement of the view', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('begins and ends where it should, and turns the shorter way round', () => {
    const to: View = { ...VIEW, yaw: -3, pitch: -0.4, distance: 100 };
    expect(viewBetween(VIEW, to, 1)).toBe(to);
    const half = viewBetween(VIEW, to, 0.5);
    expect(Math.cos(half.yaw)).toBeCloseTo(-1, 9);
    expect(half.distance).toBeCloseTo(50, 9);
    expect(half.target).toEqual(AT.map((value) => expect.closeTo(value, 6)));
  });

  it('leaves the eye where it is when only the direction changes', () => {
    const to = turnedInPlace(VIEW, -2, 1.1);
    expect(length(subtract(eyeOf(to), eyeOf(VIEW)))).toBeLessThan(1e-8);
    for (const share of [0.1, 0.5, 0.9]) {
      const eye = eyeOf(viewBetween(VIEW, to, share));
      expect(length(subtract(eye, eyeOf(VIEW)))).toBeLessThan(1e-6);
    }
  });

  /** Runs a movement frame by frame of 50 ms. @returns the views of the frames */
  async function frames(
    viewer: Steered,
    to: View,
    reduced: boolean,
    each: () => void = () => {},
  ): Promise<View[]> {
    const waiting: (() => void)[] = [];
    const seen: View[] = [];
    let now = 1000;
    vi.stubGlobal('requestAnimationFrame', (run: () => void) => waiting.push(run));
    vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const ended = moveView(viewer, to);
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      now += 50;
      run();
      seen.push(viewer.view);
      each();
    }
    await ended;
    vi.restoreAllMocks();
    return seen;
  }

  it('arrives in a third of a second, by frames in between', async () => {
    const viewer: Steered = { view: VIEW, size: SIZE };
    const to: View = { ...VIEW, yaw: 1 };
    const seen = await frames(viewer, to, false);
    expect(seen).toHaveLength(6);
    expect(new Set(seen.map(({ yaw }) => yaw)).size).toBe(6);
    expect(viewer.view).toBe(to);
  });

  it('is there at once for who prefers less motion', async () => {
    const viewer: Steered = { view: VIEW, size: SIZE };
    const to: View = { ...VIEW, yaw: 1 };
    expect(await frames(viewer, to, true)).toEqual([]);
    expect(viewer.view).toBe(to);
  });

  it('gives way to a hand on the mouse', async () => {
    const viewer: Steered = { view: VIEW, size: SIZE };
    const own: View = { ...VIEW, pitch: 1 };
    const seen = await frames(viewer, { ...VIEW, yaw: 1 }, false, () => {
      viewer.view = own;
    });
    expect(seen).toHaveLength(2);
    expect(viewer.view).toBe(own);
  });
});

describe('the small plan', () => {
  const path = Float64Array.from([...AT, AT[0] + 60, AT[1] + 20, AT[2] + 1]);
  const plan = planOf(path, { width: 168, height: 112 }, 16);

  it('holds the whole path, north up, and gives a place back to the millimetre', () => {
    const [first, last] = [onPlan(plan, AT), onPlan(plan, path.subarray(3))];
    expect(last[0] - first[0]).toBeCloseTo(136, 6);
    expect(first[1] - last[1]).toBeCloseTo((136 * 20) / 60, 6);
    for (const point of points(8)) {
      const [east, north] = fromPlan(plan, ...onPlan(plan, point));
      expect(Math.hypot(east - point[0], north - point[1])).toBeLessThan(1e-3);
    }
  });

  it('shows the camera with a cone as wide as the picture', () => {
    const view: View = { ...VIEW, pitch: 0 };
    const { at, cone } = cameraOnPlan(plan, view, SIZE, 30);
    expect(at).toEqual(onPlan(plan, eyeOf(view)));
    // The place at the left edge of the picture, at the depth of the pivot.
    const { right } = axesOf(view);
    const half = view.distance * Math.tan(Math.PI / 8) * (SIZE.width / SIZE.height);
    const [left, wide] = [-half, half].map((off) => onPlan(plan, addScaled(AT, right, off)));
    for (const [end, edge] of [
      [cone![0], left],
      [cone![1], wide],
    ]) {
      const [a, b] = [
        Math.atan2(end[1] - at[1], end[0] - at[0]),
        Math.atan2(edge[1] - at[1], edge[0] - at[0]),
      ];
      expect(Math.cos(a - b)).toBeCloseTo(1, 9);
    }
    expect(cameraOnPlan(plan, { ...VIEW, pitch: Math.PI / 2 }, SIZE, 30).cone).toBeNull();
  });

  it('moves the camera there at its height', () => {
    const next = standingAt(VIEW, [AT[0] + 7, AT[1] - 3]);
    expect(eyeOf(next)).toEqual([
      expect.closeTo(AT[0] + 7, 6),
      expect.closeTo(AT[1] - 3, 6),
      expect.closeTo(eyeOf(VIEW)[2], 6),
    ]);
    expect(axesOf(next)).toEqual(axesOf(VIEW));
  });
});
