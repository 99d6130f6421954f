import { describe, expect, it } from 'vitest';
import { LOOP_PLACE_DEFAULTS, loopPlaces } from '../../../src-core/closing/loops/loop-places.ts';
import { exp } from '../../../src-core/math/se3.ts';
import type { Rigid } from '../../../src-core/model/rigid.ts';
import { cpuMilliseconds } from '../../support/cpu-time.ts';

/** Anchors along a polyline, 1.5 m apart, with the length of the path up to each. */
function along(corners: readonly (readonly [number, number, number])[]): { poses: Rigid[]; path: number[] } {
  const poses: Rigid[] = [];
  const path: number[] = [];
  let gone = 0;
  for (let k = 1; k < corners.length; k++) {
    const [a, b] = [corners[k - 1], corners[k]];
    const length = Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    for (let s = 0; s < length; s += 1.5) {
      const t = Float64Array.from(a, (value, i) => value + (s / length) * (b[i] - value));
      // Heading along the leg: the way back looks the other way.
      poses.push({ R: exp([0, 0, Math.atan2(b[1] - a[1], b[0] - a[0]), 0, 0, 0]).R, t });
      path.push(gone + s);
    }
    gone += length;
  }
  return { poses, path };
}

const sure = (poses: readonly Rigid[]): number[] => poses.map(() => 0.05);

describe('places that a trajectory may have seen twice', () => {
  it('are those that an out-and-back passes twice, the surest first', () => {
    const { poses, path } = along([
      [0, 0, 0],
      [60, 0, 0],
      [0, 0.5, 0],
    ]);
    const places = loopPlaces(poses, path, sure(poses));
    expect(places.length).toBeGreaterThan(7);
    expect(places.length).toBeLessThan(12);
    for (const { from, to, pathBetween, distance } of places) {
      expect(Math.abs(poses[from].t[0] - poses[to].t[0])).toBeLessThan(3);
      expect(pathBetween).toBeCloseTo(path[to] - path[from], 9);
      expect(distance).toBeLessThan(3.3);
    }
    const between = places.map(({ pathBetween }) => pathBetween);
    expect(between).toEqual(between.toSorted((a, b) => a - b));
    expect(between[0]).toBeGreaterThanOrEqual(LOOP_PLACE_DEFAULTS.minPathBetween);
  });

  it('are the same wherever it turns, to any side and downwards', () => {
    const [sideways, down] = [
      [0, 60, 0],
      [0, 3, -60],
    ].map(([x, y, z]) => {
      const { poses, path } = along([
        [0, 0, 0],
        [x + 45, 0, 0],
        [x + 45, y, z],
        [x + 45, y + 0.5, z],
        [x + 45, 0.5, 0],
      ]);
      return loopPlaces(poses, path, sure(poses));
    });
    for (const places of [sideways, down]) expect(places.length).toBeGreaterThan(7);
  });

  it('are a crossing, and the end of a ring', () => {
    const crossing = along([
      [0, 0, 0],
      [40, 0, 0],
      [40, 30, 0],
      [20, 30, 0],
      [20, -20, 0],
    ]);
    const places = loopPlaces(crossing.poses, crossing.path, sure(crossing.poses));
    expect(places.length).toBe(1);
    expect(crossing.poses[places[0].to].t[0]).toBeCloseTo(20, 0);
    expect(Math.abs(crossing.poses[places[0].to].t[1])).toBeLessThan(3);
  });

  it('are none in a drive that goes on and on, however little is known of it', () => {
    const { poses, path } = along([
      [0, 0, 0],
      [200, 0, 0],
      [300, 100, 0],
    ]);
    expect(
      loopPlaces(
        poses,
        path,
        poses.map(() => 5),
      ),
    ).toEqual([]);
  });

  it('are looked for as far as the trajectory may be off, and no farther than said', () => {
    const { poses, path } = along([
      [0, 0, 0],
      [60, 0, 0],
      [60, 12, 0],
      [0, 12, 0],
    ]);
    expect(loopPlaces(poses, path, sure(poses))).toEqual([]);
    expect(
      loopPlaces(
        poses,
        path,
        poses.map(() => 3),
      ).length,
    ).toBeGreaterThan(3);
    const near = { ...LOOP_PLACE_DEFAULTS, maxUncertainty: 5 };
    expect(
      loopPlaces(
        poses,
        path,
        poses.map(() => 3),
        near,
      ),
    ).toEqual([]);
  });

  it('are spread out when there are many', () => {
    const { poses, path } = along([
      [0, 0, 0],
      [1500, 0, 0],
      [0, 0.5, 0],
    ]);
    const places = loopPlaces(poses, path, sure(poses));
    expect(places.length).toBeLessThanOrEqual(LOOP_PLACE_DEFAULTS.maxPlaces);
    expect(places.length).toBeGreaterThan(LOOP_PLACE_DEFAULTS.maxPlaces / 2);
    expect(Math.max(...places.map(({ pathBetween }) => pathBetween))).toBeGreaterThan(2900);
  });

  it('are found in a moment for a robot that goes to and fro for two hours', () => {
    const turns = Array.from({ length: 11 }, (_, k) => [k % 2 === 0 ? 0 : 600, 0.1 * k, 0] as const);
    const { poses, path } = along(turns);
    expect(poses.length).toBeGreaterThan(3900);
    const started = cpuMilliseconds();
    const places = loopPlaces(poses, path, sure(poses));
    expect(places.length).toBeLessThanOrEqual(LOOP_PLACE_DEFAULTS.maxPlaces);
    // A second on a laptop; twenty of them say that each pair was compared with each.
    expect(cpuMilliseconds() - started).toBeLessThan(20_000);
  });
});
