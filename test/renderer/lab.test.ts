import { expect, it } from 'vitest';
import { expSo3 } from '../../src-core/math/se3.ts';
import { freeMotion } from '../../src-renderer/features/lab/undetermined.ts';
import { transformedPoints } from '../../src-renderer/stores/transformed-points.ts';

it('turns a cloud of a mine grid about the zero of the grid and keeps tenths of a millimetre', () => {
  const origin = [450_000, 8_900_000, 4_000] as [number, number, number];
  const xyz = Float32Array.of(1.25, -2.5, 0.75, 100, 200, -3);
  const R = [...expSo3(0.01, -0.02, 0.3)];
  const t = [12.5, -3.25, 0.125];
  const moved = transformedPoints({ origin, xyz, reflectivity: null, scanIndex: null }, { R, t });
  for (let i = 0; i < 2; i++)
    for (let k = 0; k < 3; k++) {
      const expected = [0, 1, 2].reduce((sum, j) => sum + R[3 * k + j] * (origin[j] + xyz[3 * i + j]), t[k]);
      expect(Math.abs(moved.origin[k] + moved.xyz[3 * i + k] - expected)).toBeLessThan(1e-4);
    }
  expect(moved.origin.every(Number.isInteger)).toBe(true);
});

it.each([
  [[0, 0, 0, 0, 1, 0], { kind: 'shift', turn: null, shift: [0, 1, 0] }],
  [[0, 0, -1, 0, 0, 0], { kind: 'turn', turn: [0, 0, -1], shift: null }],
  [[0.6, 0, 0, 0, 0, 0.8], { kind: 'both', turn: [1, 0, 0], shift: [0, 0, 1] }],
] as const)('reads the free motion %j', (direction, expected) => {
  expect(freeMotion(direction)).toEqual(expected);
});
