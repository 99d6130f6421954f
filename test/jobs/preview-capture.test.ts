import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { previewCapture } from '../../src-main/jobs/preview-capture.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';

describe('the preview of a capture of which only the start is read', () => {
  it('says that it counted a part, and estimates the scans of the file by its size', async () => {
    const capture = join(await simulatedDrive('legacy16'), 'capture.pcap');
    const fact = (preview: Awaited<ReturnType<typeof previewCapture>>, name: string) =>
      preview.facts.find(({ label }) => label === name)!.message;
    const whole = await previewCapture(capture, {}, SILENT_CONTEXT);
    const scans = Number(fact(whole, 'scans'));
    expect(scans).toBeGreaterThan(50);

    const part = await previewCapture(capture, {}, SILENT_CONTEXT, 0.4 * statSync(capture).size);
    const [least, estimate] = fact(part, 'scans').match(/\d+/g)!.map(Number);
    expect(fact(part, 'scans')).toMatch(/^at least/);
    expect(least).toBeLessThan(scans);
    // The first and the last rotation are seldom whole.
    expect(Math.abs(estimate - scans)).toBeLessThanOrEqual(3);
    for (const name of ['recorded', 'sensor clock', 'lidar packets'])
      expect(fact(part, name)).toMatch(/in the part read$/);
    expect(part.facts.map(({ label }) => label)).toContain('looked at');
    for (const name of ['scans', 'recorded']) expect(fact(whole, name)).not.toMatch(/part|least/);
  });
});
