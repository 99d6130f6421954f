import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { NO_SENSOR } from '../../../src-core/model/sensor.ts';
import { CPU_SCAN_ENGINE } from '../../../src-core/odometry/cpu-scan-aligner.ts';
import { previewCapture } from '../../../src-main/jobs/preview/preview-capture.ts';
import { ChosenScanEngine } from '../../../src-main/jobs/session/choose-scan-engine.ts';
import { livoxDrive } from '../../io/livox-drive.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-livox-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('timed clouds', () => {
  it('are aligned on the processor, whatever is faster', async () => {
    const engine = await ChosenScanEngine.of('auto', SILENT_CONTEXT, {
      choose: async () => {
        throw new Error('asked which engine is faster');
      },
    });
    const work = { scans: 100_000, begunBy: null };
    for (const profile of ['LIVOX', 'CLOUD_FRAMES', 'POINTCLOUD2_POINTS'] as const)
      expect(await engine.forWork({ ...work, sensor: { ...NO_SENSOR, profile } })).toBe(CPU_SCAN_ENGINE);
    await expect(engine.forWork({ ...work, sensor: NO_SENSOR })).rejects.toThrow('which engine');
  });

  it.each(['pcap', 'lvx2'] as const)(
    'of a Livox as %s are previewed as they look from the sensor',
    async (kind) => {
      const built = livoxDrive(3);
      writeFileSync(join(folder, `drive.${kind}`), built[kind]);
      const { facts, firstScan, metadata } = await previewCapture(
        join(folder, `drive.${kind}`),
        {},
        SILENT_CONTEXT,
      );
      expect(metadata).toBeNull();
      expect(facts.map(({ message }) => message).join('\n')).toContain('Livox Mid-360 or HAP');
      const { points, image } = firstScan!;
      expect(points.xyz.length).toBeGreaterThan(30_000);
      // Each point is in the pixel of its direction, unless a nearer one is.
      let own = 0;
      for (let i = 0; i < points.xyz.length; i += 3) {
        const [x, y, z] = points.xyz.subarray(i, i + 3);
        const row = Math.floor(90 - (Math.asin(z / Math.hypot(x, y, z)) * 180) / Math.PI);
        const column = Math.floor(2 * (180 - (Math.atan2(y, x) * 180) / Math.PI));
        const mm = image.rangeMm[row * image.columns + Math.min(column, image.columns - 1)];
        const range = Math.round(1000 * Math.hypot(x, y, z));
        expect(mm).toBeLessThanOrEqual(range + 1);
        if (mm >= range - 1) own++;
      }
      expect(own).toBeGreaterThan(points.xyz.length / 3 / 2);
    },
  );
});
