import { expect, it } from 'vitest';
import { decimatedPoints } from '../../src-core/contract/decimated-points.ts';
import { Points } from '../../src-core/contract/shapes.ts';
import { decodeMessage, encodeMessage } from '../../src-core/contract/wire.ts';

const xyz = Float32Array.from({ length: 30 }, (_, i) => i / 8);
const reflectivity = Uint16Array.from({ length: 10 }, (_, i) => i);

it('takes one point in so many of a cloud that travels, the last of them too', () => {
  const points = decimatedPoints({ origin: [1, 2, 3], xyz, reflectivity, scanIndex: null }, 4);
  expect(points).toEqual({
    origin: [1, 2, 3],
    xyz: Float32Array.of(0, 1 / 8, 2 / 8, 12 / 8, 13 / 8, 14 / 8, 24 / 8, 25 / 8, 26 / 8),
    reflectivity: Uint16Array.of(0, 4, 8),
    scanIndex: null,
  });
  expect(decimatedPoints({ ...points, reflectivity: null }, 8).xyz).toEqual(points.xyz.subarray(0, 3));
});

it('copies of a cloud of the core only as many points as it has', () => {
  const points = decimatedPoints({ count: 7, origin: [0, 0, 0], xyz, reflectivity });
  expect(points.xyz).toEqual(xyz.subarray(0, 21));
  expect(points.reflectivity).toEqual(reflectivity.subarray(0, 7));
  expect(points.scanIndex).toBeNull();
  expect(points.xyz.buffer).not.toBe(xyz.buffer);
});

it('keeps what the accelerometer measured meanwhile, also over a socket', () => {
  const force = [0.5, -0.25, 9.75] as const;
  const points = decimatedPoints({ count: 10, origin: [0, 0, 0], xyz, force }, 3);
  expect(points.force).toEqual(force);
  expect(points.force).not.toBe(force);
  expect(Points.parse(decodeMessage(encodeMessage(points))).force).toEqual(force);
  expect(decimatedPoints({ count: 10, origin: [0, 0, 0], xyz }, 3)).not.toHaveProperty('force');
});
