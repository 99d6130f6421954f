import { describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { alignmentQuality } from '../../src-core/odometry/alignment-quality.ts';
import { presetOptions } from '../../src-simulate/presets.ts';
import { simulateScans } from '../../src-simulate/simulate-scans.ts';
import { errorsOf, place, travelled } from './simulated-run.ts';
import './rough-handling.test.ts';

describe('drives with jolts, a stop, a lift, a half turn, a cover and lost packets', () => {
  it.each([1, 2, 3])('end where they should, and what was covered is told (seed %d)', async (seed) => {
    const simulated = simulateScans({ ...presetOptions('handled', 44), speed: 2, seed }, SILENT_CONTEXT);
    const scans = await Promise.all(Array.from({ length: simulated.count }, (_, i) => simulated.read(i)));
    const run = { simulated, scans };
    const path = travelled(run, 0, scans.length - 1);
    for (const imu of [true, false]) {
      const poses = await place(run, imu ? scans : scans.map((scan) => ({ ...scan, imu: [] })));
      const { end } = errorsOf(run, poses);
      expect(end.millimetres).toBeLessThan((imu ? 1 : 1.5) * path);
      const { warnings, alongSigma } = alignmentQuality({ poses });
      expect(warnings.map(({ code }) => code)).toContain('scans-not-matched');
      expect(alongSigma).toBeLessThan(0.1);
    }
  });
});
