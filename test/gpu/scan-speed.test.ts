import { expect, it } from 'vitest';
import { GpuEngine } from '../../src-main/device/gpu-engine.ts';
import { measureScans, trialScans } from '../../src-main/device/scan-speed.ts';
import { FEW_GROUPS } from './scan-fixtures.ts';
import { describeOnGpu, openKeptGpu } from './software-device.ts';

describeOnGpu('timing the alignment of scans', () => {
  it('gives what a scan takes on either engine, and what the engine takes before', async () => {
    const engine = new GpuEngine({ open: openKeptGpu, tuning: FEW_GROUPS });
    const { cpu, gpu } = await measureScans(engine, trialScans(8));
    await engine.destroy();
    for (const { startMs, small, large } of [cpu, gpu]) {
      expect(startMs).toBeGreaterThanOrEqual(0);
      expect(small.ms).toBeGreaterThan(0);
      expect(large.ms / large.work).toBeCloseTo(small.ms / small.work, 9);
    }
    // Device and kernels.
    expect(gpu.startMs).toBeGreaterThan(0);
  });

  it('ends where there is no adapter, before anything is simulated', async () => {
    const missing = Object.assign(new Error('none'), { code: 'engine-unavailable' });
    const engine = new GpuEngine({ open: () => Promise.reject(missing) });
    await expect(measureScans(engine)).rejects.toBe(missing);
  });
});
