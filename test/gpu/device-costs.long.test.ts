import { expect, it } from 'vitest';
import { completeOptions } from '../../src-lab/clouds/complete-options.ts';
import { mostWeights } from '../../src-lab/soft/soft-work.ts';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { measureRegistration } from '../../src-main/device/measure-registration.ts';
import { saddlePair } from '../../src-main/device/trial-clouds.ts';
import { describeOnGpu, openKeptGpu, SMALL_GROUPS } from './software-device.ts';

/** Weights of EM-ICP on the pair of saddles that is timed. */
function weights(points: number): number {
  const { source, target } = saddlePair(points);
  return mostWeights(points, points, completeOptions({ method: 'em-icp' }, source, target));
}

const METHODS = [
  ['icp-point', 'voxel-bins', 2 * 64, 2 * 256],
  ['em-icp', 'kd-tree', weights(64), weights(256)],
] as const;

describeOnGpu('what a registration costs', (gpu) => {
  it.each(METHODS)(
    'by %s with %s is timed at two sizes on both engines',
    async (method, search, small, large) => {
      expect(gpu().device).toBeDefined();
      const engine = new GpuEngine({ open: openKeptGpu, tuning: SMALL_GROUPS });
      const { cpu, gpu: card } = await measureRegistration({ kind: 'register', method, search }, engine, 256);
      await engine.destroy();
      for (const line of [cpu, card]) {
        expect([line.small.work, line.large.work]).toEqual([small, large]);
        expect(line.small.ms).toBeGreaterThan(0);
        expect(line.large.ms).toBeGreaterThan(0);
      }
      expect(cpu.startMs).toBe(0);
      expect(card.startMs).toBeGreaterThan(0);
    },
  );
});
