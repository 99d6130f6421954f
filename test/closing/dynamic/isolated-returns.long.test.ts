import { describe, expect, it } from 'vitest';
import { IsolatedReturns } from '../../../src-core/closing/dynamic/isolated-returns.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { type PresetName, presetOptions } from '../../../src-simulate/presets.ts';
import { simulateScans } from '../../../src-simulate/simulate-scans.ts';

describe('isolated returns of simulated drives (seed 3)', () => {
  /** Isolated returns of every third scan, and those of the dust among them. */
  async function counted(preset: PresetName): Promise<{ isolated: number; dust: number; found: number }> {
    const options = { ...presetOptions(preset, 20), seed: 3, speed: 4, stillStart: 0.2, stillEnd: 0.2 };
    const [dusty, clear] = [options, { ...options, dust: [] }].map((one) =>
      simulateScans(one, SILENT_CONTEXT),
    );
    const filter = new IsolatedReturns(dusty.sensor);
    const sum = { isolated: 0, dust: 0, found: 0 };
    for (let index = 0; index < dusty.count; index += 3) {
      const { scan } = await dusty.read(index);
      const { rangeMm } = (await clear.read(index)).scan;
      const result = new Set(filter.of(scan));
      sum.isolated += result.size;
      for (let pixel = 0; pixel < rangeMm.length; pixel++) {
        const isDust = scan.rangeMm[pixel] > 0 && rangeMm[pixel] > scan.rangeMm[pixel] + 150;
        if (!isDust) continue;
        sum.dust++;
        if (result.has(pixel)) sum.found++;
      }
    }
    return sum;
  }

  it('are at most one in ten thousand without dust, and most of the dust with it', async () => {
    const clean = await counted('crew');
    expect(clean.isolated).toBeLessThan(20);
    const { dust, found: result } = await counted('dusty');
    expect(dust).toBeGreaterThan(300);
    expect(result / dust).toBeGreaterThan(0.7);
  });
});
