import { describe, expect, it } from 'vitest';
import { type DesignSection, wholeAxis } from '../../../src-core/model/design.ts';
import { AxisGeometry } from '../../../src-core/tunnel/axis/axis-geometry.ts';
import {
  longView,
  planView,
  sectionView,
  slabBetween,
  walked,
  walkView,
} from '../../../src-renderer/viewer/axis-views.ts';
import { axesOf, eyeOf, project, VIEW_DEFAULTS, type View } from '../../../src-renderer/viewer/camera.ts';
import { boxEdges, isShown, NO_CLIP } from '../../../src-renderer/viewer/clip.ts';
import { coloured, commonRange, NO_VALUE, rangeOfValues } from '../../../src-renderer/viewer/colour.ts';
import { designDistances } from '../../../src-renderer/viewer/design-distances.ts';
import { addScaled, dot, length, subtract, type Vector } from '../../../src-renderer/viewer/vector.ts';

const SIZE = { width: 1000, height: 600 };
const EAST = 352_118;
const NORTH = 9_001_447;

/** A quarter of a circle of 40 m to the left, climbing, in a mine grid. */
const AXIS = (() => {
  const count = 60;
  const xyz = new Float64Array(3 * count);
  const chainage = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const angle = ((Math.PI / 2) * i) / (count - 1);
    xyz.set([EAST + 40 * Math.sin(angle), NORTH + 40 * (1 - Math.cos(angle)), 4200 + 4 * angle], 3 * i);
    if (i > 0)
      chainage[i] =
        chainage[i - 1] + Math.hypot(...[0, 1, 2].map((k) => xyz[3 * i + k] - xyz[3 * i - 3 + k]));
  }
  return new AxisGeometry({ chainage, xyz, kind: 'slope', source: 'given' });
})();
const spheres = [AXIS.start, AXIS.end].map((chainage) => ({
  centre: AXIS.frameAt(chainage).origin,
  radius: 3,
}));

describe('views along the axis', () => {
  it.each([5, 20, 45])('a section looks up-chainage: left is left, up is up, at chainage %d', (chainage) => {
    const frame = AXIS.frameAt(chainage);
    const view = sectionView(VIEW_DEFAULTS, frame);
    const { right, up, back } = axesOf(view);
    expect(dot(back, frame.tangent)).toBeCloseTo(-1, 9);
    expect(dot(right, frame.left)).toBeCloseTo(-1, 9);
    expect(dot(up, frame.up)).toBeCloseTo(1, 9);
    const { x } = project(view, SIZE, addScaled(frame.origin, frame.left, 2));
    expect(x).toBeLessThan(SIZE.width / 2);
  });

  it('a plan has north up and shows both ends', () => {
    const view = planView(VIEW_DEFAULTS, SIZE, spheres);
    const south = project(view, SIZE, [EAST, NORTH, 4200]);
    expect(project(view, SIZE, [EAST, NORTH + 10, 4200]).y).toBeLessThan(south.y);
    expect(project(view, SIZE, [EAST + 10, NORTH, 4200]).x).toBeGreaterThan(south.x);
  });

  it('a long-section runs to the right with the chainage', () => {
    const view = longView(VIEW_DEFAULTS, SIZE, spheres, AXIS);
    const places = [0, 20, 40, 60].map((chainage) => project(view, SIZE, AXIS.frameAt(chainage).origin).x);
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(axesOf(view).up[2]).toBeCloseTo(1, 12);
  });

  it('someone who walks stands on the axis, looks ahead, and keeps looking where he looked', () => {
    const [from, to] = [AXIS.frameAt(10), AXIS.frameAt(30)];
    const start = walkView(VIEW_DEFAULTS, from);
    expect(length(subtract(eyeOf(start), from.origin))).toBeLessThan(1e-6);
    const ahead = walked(start, from, to);
    expect(length(subtract(eyeOf(ahead), to.origin))).toBeLessThan(1e-6);
    const aside: View = { ...start, yaw: start.yaw + 0.3 };
    const turn = walked(aside, from, to).yaw - ahead.yaw;
    expect(turn).toBeCloseTo(0.3, 9);
  });

  it('a slab shows what lies between its chainages and nothing of another stretch', () => {
    const slab = slabBetween(AXIS, 20, 24);
    const shown = (chainage: number, left = 0): boolean => {
      const { origin, left: side } = AXIS.frameAt(chainage);
      return isShown({ box: null, slab }, addScaled(origin, side, left));
    };
    expect([19, 21, 23, 25].map((chainage) => shown(chainage))).toEqual([false, true, true, false]);
    expect([shown(22, 2.5), shown(22, -2.5), shown(60)]).toEqual([true, true, false]);
    expect(isShown(NO_CLIP, [0, 0, 0])).toBe(true);
  });
});

describe('a clipping box', () => {
  const box = { centre: [EAST, NORTH, 4200] as Vector, half: [3, 2, 1] as Vector, yaw: 0.5 };
  const inside = (along: number, aside: number, z: number): boolean => {
    const [c, s] = [Math.cos(0.5), Math.sin(0.5)];
    return isShown({ box, slab: null }, [
      EAST + c * along - s * aside,
      NORTH + s * along + c * aside,
      4200 + z,
    ]);
  };

  it('turns about the vertical', () => {
    expect([inside(2.9, 1.9, 0.9), inside(3.1, 0, 0), inside(0, 2.1, 0), inside(0, 0, -1.1)]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('has twelve edges, four of each length', () => {
    const edges = boxEdges(box);
    const lengths = Array.from({ length: edges.length / 6 }, (_, i) =>
      Math.round(Math.hypot(...[0, 1, 2].map((k) => edges[6 * i + 3 + k] - edges[6 * i + k]))),
    );
    expect(lengths.toSorted()).toEqual([2, 2, 2, 2, 4, 4, 4, 4, 6, 6, 6, 6]);
  });
});

describe('what colours stand for', () => {
  const frame = AXIS.frameAt(20);
  const design: DesignSection = { shape: 'circle', diameter: 4, axisHeight: 2 };
  const origin: [number, number, number] = [EAST, NORTH, 4200];
  const places = [0.5, 1.5, 2, 2.25, 3].map((left) =>
    subtract(addScaled(frame.origin, frame.left, left), origin),
  );
  const points = {
    origin,
    xyz: Float32Array.from([...places.flat(), 500, 500, 0]),
    reflectivity: null,
    scanIndex: Uint32Array.from([0, 1, 2, 3, 4, 5]),
  };

  it('the distance to the design: negative inside, positive outside, none where it is no part of the drive', () => {
    const result = designDistances(AXIS, wholeAxis(design))(points);
    [-1.5, -0.5, 0, 0.25, 1].forEach((expected, i) => {
      expect(Math.abs(result[i] - expected)).toBeLessThan(0.005);
    });
    expect(result[5]).toBe(NO_VALUE);
  });

  it('height in the map frame, and time by scan', () => {
    expect(coloured('height', points, {})[0]).toBeCloseTo(frame.origin[2], 3);
    expect([...coloured('time', points, { secondsOfScan: [0, 0.1, 0.25] }).slice(1, 4)]).toEqual([
      Math.fround(0.1),
      0.25,
      3,
    ]);
    expect([...coloured('reflectivity', points, {})]).toEqual(new Array(6).fill(NO_VALUE));
    expect([...coloured('distance', points, {})]).toEqual(new Array(6).fill(NO_VALUE));
  });

  it('a range that outliers do not stretch, and that is even for distances', () => {
    const values = Float32Array.from({ length: 5000 }, (_, i) => (i === 7 ? 1e6 : i % 100));
    const [low, high] = rangeOfValues(values)!;
    expect(low).toBeLessThan(2);
    expect(high).toBeLessThan(101);
    expect(rangeOfValues(new Float32Array(0))).toBeNull();
    expect(rangeOfValues(new Float32Array(10).fill(NO_VALUE))).toBeNull();
    expect(commonRange('distance', [[-0.1, 0.4], null])).toEqual([-0.4, 0.4]);
    expect(commonRange('height', [])).toEqual([0, 1]);
  });
});
