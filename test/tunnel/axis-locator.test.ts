import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { Axis } from '../../src-core/model/axis.ts';
import { AxisGeometry } from '../../src-core/tunnel/axis/axis-geometry.ts';
import { AxisLocator } from '../../src-core/tunnel/axis/axis-locator.ts';
import { axisAlong, bend, straight } from './solids.ts';

const SEED = 5;
const REACH = 8;

function axisOf(count: number, at: (i: number) => number[]): Axis {
  const xyz = Float64Array.from({ length: 3 * count }, (_, i) => at(Math.floor(i / 3))[i % 3]);
  const chainage = new Float64Array(count);
  for (let i = 1; i < count; i++)
    chainage[i] =
      chainage[i - 1] +
      Math.hypot(
        xyz[3 * i] - xyz[3 * i - 3],
        xyz[3 * i + 1] - xyz[3 * i - 2],
        xyz[3 * i + 2] - xyz[3 * i - 1],
      );
  return { chainage, xyz, kind: 'slope', source: 'given' };
}

const AXES: [string, Axis][] = [
  ['two vertices', axisAlong(straight(0.1, [1e5, 8.6e6, 4000]), 100, 160, 60)],
  ['a bend, dense', axisAlong(bend(25), 0, 60, 0.25)],
  ['a bend, coarse', axisAlong(bend(25), 0, 60, 5)],
  [
    'a waving, climbing drive',
    axisOf(400, (i) => [i * 0.7, 12 * Math.sin(i / 45), 3 * Math.sin(i / 60) + 0.05 * i]),
  ],
  [
    'a spiral ramp whose turns lie 10 m above each other',
    axisOf(500, (i) => [20 * Math.cos(i / 40), 20 * Math.sin(i / 40), (10 * i) / (80 * Math.PI)]),
  ],
  [
    'two legs 14 m apart and a bend of 180 degrees',
    axisOf(300, (i) => {
      if (i < 120) return [i * 0.5, 0, 0];
      if (i < 180)
        return [
          60 + 7 * Math.sin(((i - 120) * Math.PI) / 60),
          7 - 7 * Math.cos(((i - 120) * Math.PI) / 60),
          0,
        ];
      return [60 - (i - 180) * 0.5, 14, 0];
    }),
  ],
  ['corners of 30 degrees every 20 m', axisOf(6, (i) => [20 * i, i % 2 === 0 ? 0 : 5.4, 0.3 * i])],
];

/** Every section that holds the point, by bisection on each segment; the nearest. */
function bruteForce(
  geometry: AxisGeometry,
  p: readonly number[],
): { chainage: number; distance: number } | null {
  let best: { chainage: number; distance: number } | null = null;
  for (let i = 0; i + 1 < geometry.nodeCount; i++) {
    const point = (u: number): number[] =>
      [0, 1, 2].map(
        (k) => geometry.node[3 * i + k] + u * (geometry.node[3 * i + 3 + k] - geometry.node[3 * i + k]),
      );
    const ahead = (u: number): number =>
      point(u).reduce((sum, c, k) => {
        const n =
          geometry.normal[3 * i + k] + u * (geometry.normal[3 * i + 3 + k] - geometry.normal[3 * i + k]);
        return sum + (p[k] - c) * n;
      }, 0);
    if (ahead(0) < 0 || ahead(1) >= 0) continue;
    let low = 0;
    let high = 1;
    for (let step = 0; step < 60; step++) {
      const middle = (low + high) / 2;
      if (ahead(middle) >= 0) low = middle;
      else high = middle;
    }
    const distance = Math.hypot(...point(low).map((c, k) => c - p[k]));
    if (best !== null && best.distance <= distance) continue;
    best = {
      chainage: geometry.chainage[i] + low * (geometry.chainage[i + 1] - geometry.chainage[i]),
      distance,
    };
  }
  return best;
}

describe(`finding the section of a point (seed ${SEED})`, () => {
  it.each(AXES)('is the nearest of all sections: %s', (_, axis) => {
    const random = seededRandom(SEED);
    const geometry = new AxisGeometry(axis);
    const locator = new AxisLocator(geometry, REACH);
    let compared = 0;
    for (let i = 0; i < 3000; i++) {
      // Jumping at random along the axis: the last segment is no help.
      const frame = geometry.frameAt(geometry.start + random.uniform() * (geometry.end - geometry.start));
      const left = 6.5 * (2 * random.uniform() - 1);
      const up = 4 * (2 * random.uniform() - 1);
      const p = [0, 1, 2].map(
        (k) => frame.origin[k] - geometry.origin[k] + left * frame.left[k] + up * frame.up[k],
      );
      const truth = bruteForce(geometry, p);
      if (truth === null || truth.distance >= REACH) continue;
      compared++;
      expect(locator.locate(p[0], p[1], p[2])).toBe(true);
      expect(Math.hypot(locator.left, locator.up)).toBeCloseTo(truth.distance, 7);
      expect(locator.chainage).toBeCloseTo(truth.chainage, 6);
    }
    expect(compared).toBeGreaterThan(2900);
  });

  it.each(AXES)('undoes the section frames: %s', (_, axis) => {
    const random = seededRandom(SEED + 1);
    const geometry = new AxisGeometry(axis);
    const locator = new AxisLocator(geometry, REACH);
    for (let i = 0; i < 1000; i++) {
      const frame = geometry.frameAt(geometry.start + random.uniform() * (geometry.end - geometry.start));
      const left = 3 * (2 * random.uniform() - 1);
      const up = 3 * (2 * random.uniform() - 1);
      const p = [0, 1, 2].map(
        (k) => frame.origin[k] - geometry.origin[k] + left * frame.left[k] + up * frame.up[k],
      );
      locator.locate(p[0], p[1], p[2]);
      expect(locator.chainage).toBeCloseTo(frame.chainage, 6);
      expect(locator.left).toBeCloseTo(left, 6);
      expect(locator.up).toBeCloseTo(up, 6);
    }
  });

  it('runs on straight beyond the ends', () => {
    const geometry = new AxisGeometry(axisAlong(straight(0, [0, 0, 0], 0), 10, 20, 1));
    const locator = new AxisLocator(geometry, REACH);
    expect(locator.locate(-14, 1, 2)).toBe(true);
    expect([locator.chainage, locator.left, locator.up].map((v) => Number(v.toFixed(9)))).toEqual([-4, 1, 2]);
    expect(locator.locate(17, -1, 0.5)).toBe(true);
    expect([locator.chainage, locator.left, locator.up].map((v) => Number(v.toFixed(9)))).toEqual([
      27, -1, 0.5,
    ]);
  });

  it.each(AXES.slice(0, 3))('undoes the section frames beyond the ends: %s', (_, axis) => {
    const random = seededRandom(SEED + 2);
    const geometry = new AxisGeometry(axis);
    const locator = new AxisLocator(geometry, REACH);
    for (const beyond of [-6, -0.3, 0.3, 6]) {
      const frame = geometry.frameAt(beyond < 0 ? geometry.start + beyond : geometry.end + beyond);
      const [left, up] = [3 * (2 * random.uniform() - 1), 3 * (2 * random.uniform() - 1)];
      const p = [0, 1, 2].map(
        (k) => frame.origin[k] - geometry.origin[k] + left * frame.left[k] + up * frame.up[k],
      );
      expect(locator.locate(p[0], p[1], p[2])).toBe(true);
      expect(locator.chainage).toBeCloseTo(frame.chainage, 6);
      expect(locator.left).toBeCloseTo(left, 6);
      expect(locator.up).toBeCloseTo(up, 6);
    }
  });

  it('says so of points out of reach and of points that are no numbers', () => {
    const geometry = new AxisGeometry(axisAlong(bend(25), 0, 60, 0.5));
    const locator = new AxisLocator(geometry, REACH);
    expect(locator.locate(10, -30, 0)).toBe(false);
    expect(locator.locate(Number.NaN, 0, 0)).toBe(false);
    expect(locator.locate(0.5, 0, 0)).toBe(true);
  });
});

describe('sections along an axis', () => {
  it('left is level, up is not rolled, both square to the tangent', () => {
    for (const [, axis] of AXES) {
      const geometry = new AxisGeometry(axis);
      for (let s = geometry.start; s < geometry.end; s += 1.7) {
        const { tangent, left, up } = geometry.frameAt(s);
        expect(left[2]).toBe(0);
        expect(up[2]).toBeGreaterThan(0);
        const dot = (a: readonly number[], b: readonly number[]): number =>
          a.reduce((sum, v, k) => sum + v * b[k], 0);
        for (const [a, b, value] of [
          [tangent, left, 0],
          [tangent, up, 0],
          [left, up, 0],
          [tangent, tangent, 1],
          [left, left, 1],
          [up, up, 1],
        ] as const)
          expect(dot(a, b)).toBeCloseTo(value, 12);
      }
    }
  });

  it('a circle turns by its angle and is as long as its arc', () => {
    const geometry = new AxisGeometry(axisAlong(bend(25), 0, 50, 0.25));
    const turn = geometry.turnBetween(10, 35);
    expect(turn.turnLeft).toBeCloseTo(1, 4);
    expect(turn.turnUp).toBeCloseTo(0, 9);
    expect(turn.length).toBeCloseTo(25, 3);
    expect(geometry.lengthBetween(10, 35)).toBeCloseTo(25, 3);
    for (const curvature of geometry.curvatureAtVertices().slice(1, -1))
      expect(curvature).toBeCloseTo(0.04, 4);
  });

  it('turns add up over any split and cancel back and forth', () => {
    const geometry = new AxisGeometry(AXES[3][1]);
    const marks = [geometry.start - 3, 1.23, 40, 40.001, 200, geometry.end + 5];
    const whole = geometry.turnBetween(marks[0], marks[5]);
    const parts = marks.slice(1).map((mark, i) => geometry.turnBetween(marks[i], mark));
    const back = geometry.turnBetween(marks[5], marks[0]);
    for (const key of ['length', 'turnLeft', 'turnUp'] as const) {
      expect(parts.reduce((sum, part) => sum + part[key], 0)).toBeCloseTo(whole[key], 6);
      expect(back[key]).toBe(-whole[key]);
    }
  });

  it('stand square to a long straight part, whatever its corners', () => {
    const geometry = new AxisGeometry(AXES[6][1]);
    const { tangent } = geometry.frameAt(30);
    const [, axis] = AXES[6];
    const d = [0, 1, 2].map((k) => axis.xyz[6 + k] - axis.xyz[3 + k]);
    for (let k = 0; k < 3; k++) expect(tangent[k]).toBeCloseTo(d[k] / Math.hypot(...d), 12);
  });
});
