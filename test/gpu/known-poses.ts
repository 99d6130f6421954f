import { describe, expect, it } from 'vitest';
import type { GpuContext } from '../../src-core/gpu/context.ts';
import { compose, expSo3, identity, invert, multiply3, rotationAngle } from '../../src-core/math/se3.ts';
import type { Rigid } from '../../src-core/model/rigid.ts';
import { suggestMaxDistance } from '../../src-lab/clouds/match-limit.ts';
import { registerOnGpu } from '../../src-lab/gpu/register-gpu.ts';
import { saddle, transformed } from '../lab/clouds.ts';
import { pair, thinned } from '../lab/shared-pair.ts';

const DEGREES = Math.PI / 180;
/** Methods that find the exact transform between copies of one cloud. */
const EXACT = ['icp-point', 'icp-plane', 'newton-point', 'newton-plane', 'newton-second-order'] as const;

function expectTransform(pose: Rigid, truth: Rigid, turn: number, shift: number): void {
  const off = compose(invert(truth), pose);
  expect(rotationAngle(off.R)).toBeLessThan(turn);
  expect(Math.hypot(...off.t)).toBeLessThan(shift);
}

/** Tests against poses that are known, within a group of tests that has the kernels compiled: that takes most of their time. */
export function describeKnownPoses(gpu: () => GpuContext): void {
  describe("every second row and column of the thesis' saddle, 4096 points", () => {
    const turn = multiply3(
      multiply3(expSo3(0, 0, 8 * DEGREES), expSo3(0, -5 * DEGREES, 0)),
      expSo3(7 * DEGREES, 0, 0),
    );
    const T_source_target = { R: turn, t: Float64Array.of(0.4, -0.3, 0.5) };
    const target = saddle(64);
    const source = transformed(T_source_target, target);

    it.each(EXACT)('%s ends below 1e-5', async (method) => {
      const { T_target_source, rms } = await registerOnGpu(gpu(), source, target, {
        method,
        search: 'voxel-bins',
      });
      expect(rms).toBeLessThan(1e-5);
      expectTransform(T_target_source, invert(T_source_target), 1e-5, 1e-5);
    });
  });

  describe(`a real outdoor pair thinned to 0.25 m${pair.absent ? ' (no shared data here)' : ''}`, () => {
    it.skipIf(pair.absent).each([...EXACT, 'icp-approx'] as const)(
      '%s ends within 0.8 degrees and 6 cm',
      async (method) => {
        const [source, target] = [await thinned(pair.source), await thinned(pair.target)];
        const maxDistance = suggestMaxDistance(source, target, identity());
        const { T_target_source } = await registerOnGpu(gpu(), source, target, {
          method,
          search: 'voxel-bins',
          maxDistance,
        });
        expectTransform(T_target_source, pair.truth(), 0.8 * DEGREES, 0.06);
      },
    );
  });
}
