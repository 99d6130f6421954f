import { describe, expect, it } from 'vitest';
import { seededRandom } from '../../src-core/math/random.ts';
import type { PointCloud } from '../../src-core/model/cloud.ts';
import { VoidPathFinder } from '../../src-core/tunnel/axis/void-path.ts';

/** Points of the wall of a tube of radius 2 m about a line, by arc length, with noise. */
function tube(
  at: (s: number) => readonly [number, number, number],
  length: number,
  { seed = 1, points = 40_000, noise = 0.02, order = 'along' as 'along' | 'random' } = {},
): PointCloud {
  const random = seededRandom(seed).uniform;
  const origin = at(0).map(Math.floor) as [number, number, number];
  const xyz = new Float32Array(3 * points);
  for (let i = 0; i < points; i++) {
    const s = length * (order === 'along' ? i / points : random());
    const [x, y, z] = at(s);
    const [x1, y1] = at(s + 0.01);
    const heading = Math.atan2(y1 - y, x1 - x);
    const angle = 2 * Math.PI * random();
    const radius = 2 + noise * (random() - 0.5);
    const across = radius * Math.cos(angle);
    xyz.set(
      [x - across * Math.sin(heading), y + across * Math.cos(heading), z + radius * Math.sin(angle)].map(
        (value, k) => value - origin[k],
      ),
      3 * i,
    );
  }
  return { count: points, origin, xyz };
}

function pathOf(...clouds: readonly PointCloud[]) {
  const finder = new VoidPathFinder();
  for (const cloud of clouds) finder.add(cloud);
  return finder.path();
}

/** Greatest distance of the positions from a line. */
function farthest(positions: Float64Array, at: (s: number) => readonly number[], length: number): number {
  let worst = 0;
  for (let i = 0; i < positions.length; i += 3) {
    let nearest = Number.POSITIVE_INFINITY;
    for (let s = 0; s <= length; s += 0.05) {
      const [x, y, z] = at(s);
      nearest = Math.min(nearest, Math.hypot(positions[i] - x, positions[i + 1] - y, positions[i + 2] - z));
    }
    worst = Math.max(worst, nearest);
  }
  return worst;
}

/** Mine-grid coordinates: f32 would step by a metre there. */
const [E0, N0] = [356_789, 8_765_432];
const straight = (s: number) => [E0 + s, N0, 4200] as const;
const bend = (s: number) =>
  [E0 + 25 * Math.sin(s / 25), N0 + 25 * (1 - Math.cos(s / 25)), 4200 + 0.1 * s] as const;
/** Two legs 16 m apart, joined by a half circle: 12 m of rock between their walls. */
const hairpin = (s: number) =>
  s < 40
    ? ([E0 + s, N0, 4200] as const)
    : s < 40 + 8 * Math.PI
      ? ([E0 + 40 + 8 * Math.sin((s - 40) / 8), N0 + 8 - 8 * Math.cos((s - 40) / 8), 4200] as const)
      : ([E0 + 80 + 8 * Math.PI - s, N0 + 16, 4200] as const);
/** The axis in the middle of the map is found from any line inside the void: within its radius, m. */
const INSIDE = 2;

describe('the path through a void without a trajectory', () => {
  it.each([
    ['a straight drive', straight, 60],
    ['a bend of 25 m that climbs', bend, 60],
    ['a hairpin of 8 m', hairpin, 105],
  ] as const)('runs along the middle of %s, seed 1', (_, at, length) => {
    const { positions, share, width } = pathOf(tube(at, length));
    expect(farthest(positions, at, length)).toBeLessThan(INSIDE);
    expect(share).toBeGreaterThan(0.99);
    expect(width).toBeGreaterThan(3);
    expect(width).toBeLessThan(6);
    // It reaches the ends but for half the width and a metre.
    const along = positions.length / 3;
    expect(along).toBeGreaterThan(length - width - 3);
  });

  it('begins at the end of the first points of the cloud, seed 2', () => {
    const { positions } = pathOf(tube((s) => straight(60 - s), 60, { seed: 2 }));
    expect(positions[0]).toBeGreaterThan(positions[positions.length - 3]);
  });

  it('does not depend on the order of the points but for its sense, seed 3', () => {
    const { positions } = pathOf(tube(bend, 60, { seed: 3, order: 'random' }));
    expect(farthest(positions, bend, 60)).toBeLessThan(INSIDE);
  });

  it('follows the longest way of a drive with a cross-cut, seed 4', () => {
    const crosscut = tube((s) => [E0 + 30, N0 + 2 + s, 4200], 12, { seed: 4, points: 9000 });
    const { positions } = pathOf(tube(straight, 60, { seed: 4 }), crosscut);
    expect(farthest(positions, straight, 60)).toBeLessThan(INSIDE);
  });

  it('passes over noise that hangs together with nothing, seed 5', () => {
    const random = seededRandom(5).uniform;
    const xyz = new Float32Array(3 * 400).map(() => 60 * random());
    const { positions, share } = pathOf(tube(straight, 60, { seed: 5 }), {
      count: 400,
      origin: [E0, N0 + 100, 4300],
      xyz,
    });
    expect(share).toBeLessThan(1);
    expect(farthest(positions, straight, 60)).toBeLessThan(INSIDE);
  });

  it('refuses a chamber, which has no direction, seed 6', () => {
    const random = seededRandom(6).uniform;
    const xyz = new Float32Array(3 * 60_000);
    for (let i = 0; i < xyz.length; i += 3) {
      const [x, y, z] = [random() - 0.5, random() - 0.5, random() - 0.5];
      const r = 5 / Math.hypot(x, y, z);
      xyz.set([r * x, r * y, r * z], i);
    }
    expect(() => pathOf({ count: 60_000, origin: [0, 0, 0], xyz })).toThrowError(
      expect.objectContaining({ code: 'axis-unusable' }),
    );
  });

  it('refuses a cloud in two parts, and one without points', () => {
    const other = tube((s) => [E0 + s, N0 + 50, 4200], 60);
    for (const clouds of [[tube(straight, 60), other], []])
      expect(() => pathOf(...clouds)).toThrowError(expect.objectContaining({ code: 'axis-unusable' }));
  });
});
