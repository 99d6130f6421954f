import { describe, expect, it } from 'vitest';
import { alignFrames, pathFrames, smoothedPath } from '../../../src-core/closing/joins/join-path.ts';
import { pathLengths } from '../../../src-core/graph/anchors.ts';
import { applyToPoint, compose, exp, invert } from '../../../src-core/math/se3.ts';
import type { ScanPose } from '../../../src-core/model/pose.ts';
import { scanPose } from '../../graph/trajectories.ts';

const RADIUS = 25;
const RISE = 0.1;

/** On a helix to the left that rises by a tenth, the sensor upright but turned by some angle, `spacing` m apart along it. */
function helix(count: number, spacing: number, turned = 0): ScanPose[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (k * spacing) / Math.hypot(RADIUS, RISE * RADIUS);
    const T = exp([0, 0, angle + turned, 0, 0, 0]);
    T.t.set([RADIUS * Math.sin(angle), RADIUS * (1 - Math.cos(angle)), RISE * RADIUS * angle]);
    return scanPose(k, T);
  });
}

describe('frames along a path', () => {
  const poses = helix(87, 0.23, 0.7);
  const path = pathLengths(poses);
  const frames = pathFrames(poses, path, 2);

  it('stand on it every two metres, x along it, y to the left and z upwards', () => {
    expect(frames).toHaveLength(Math.floor(path[86] / 2) + 1);
    // The ends have no path on both sides.
    for (let k = 1; k < frames.length - 1; k++) {
      const { R, t } = frames[k];
      const angle = (2 * k) / Math.hypot(RADIUS, RISE * RADIUS);
      const slope = Math.hypot(1, RISE);
      const [c, s] = [Math.cos(angle), Math.sin(angle)];
      // The chord of 0.23 m is 0.3 mm from the arc, and as much shorter.
      [RADIUS * s, RADIUS * (1 - c), RISE * RADIUS * angle].forEach((value, i) => {
        expect(Math.abs(t[i] - value)).toBeLessThan(0.002);
      });
      // Of the chord over 3 m, whose ends are up to one scan off to one side.
      const x = [c / slope, s / slope, RISE / slope];
      const y = [-s, c, 0];
      const z = [(-c * RISE) / slope, (-s * RISE) / slope, 1 / slope];
      [x, y, z].forEach((axis, column) => {
        axis.forEach((value, i) => {
          expect(Math.abs(R[3 * i + column] - value)).toBeLessThan(0.25 / RADIUS);
        });
      });
    }
  });

  it('are the same for a sensor that looks elsewhere', () => {
    pathFrames(helix(87, 0.23, -1.9), path, 2).forEach(({ R, t }, k) => {
      for (let i = 0; i < 9; i++) expect(R[i]).toBeCloseTo(frames[k].R[i], 9);
      for (let i = 0; i < 3; i++) expect(t[i]).toBeCloseTo(frames[k].t[i], 9);
    });
  });

  it('are the own axes of a sensor that does not move', () => {
    const T = exp([0, 0, 0.4, 1, 2, 3]);
    const [{ R, t }] = pathFrames([scanPose(0, T), scanPose(1, T)], [0, 0], 2);
    for (let i = 0; i < 9; i++) expect(R[i]).toBeCloseTo(T.R[i], 12);
    expect([...t]).toEqual([...T.t]);
  });
});

describe('the path through a cloud without its wavering', () => {
  it('leaves a straight path where it is, and turns nothing', () => {
    const poses = Array.from({ length: 30 }, (_, k) =>
      scanPose(k, { R: exp([0.1, 0.2, 0.3, 0, 0, 0]).R, t: Float64Array.of(3 * k, -0.5 * k, 0.2 * k + 7) }),
    );
    smoothedPath(poses).forEach(({ T_map_sensor: { R, t } }, k) => {
      expect(R).toEqual(poses[k].T_map_sensor.R);
      for (let i = 0; i < 3; i++) expect(t[i]).toBeCloseTo(poses[k].T_map_sensor.t[i], 9);
    });
  });

  it('takes out most of what goes to and fro from one position to the next', () => {
    const poses = Array.from({ length: 60 }, (_, k) =>
      scanPose(k, exp([0, 0, 0, 0.5 * k, k % 2 === 0 ? 0.1 : -0.1, 0])),
    );
    for (const { T_map_sensor } of smoothedPath(poses).slice(10, 50))
      expect(Math.abs(T_map_sensor.t[1])).toBeLessThan(0.02);
  });
});

it('two frames of one place align their maps, driven the same way or the other', () => {
  const place = exp([0.1, -0.2, 2, 40, 50, 6]);
  const T_map1_map2 = exp([0.02, 0.01, 0.8, -7, 3, 1]);
  const inSecond = compose(invert(T_map1_map2), place);
  const opposite = compose(inSecond, exp([0, 0, Math.PI, 0, 0, 0]));
  for (const pose of [alignFrames(place, inSecond, false), alignFrames(place, opposite, true)]) {
    const [a, b] = [pose, T_map1_map2].map((T) => applyToPoint(T, 5, -3, 2));
    a.forEach((value, i) => {
      expect(value).toBeCloseTo(b[i], 9);
    });
  }
});
