import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { previewCapture } from '../../../src-main/jobs/preview/preview-capture.ts';
import { simulatedDrive } from '../../fixtures/surveyed-drive.ts';
import { HAS_BZIP2, packedByBzip2 } from '../../io/bytes/bzip2-program.ts';

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
    expect(whole.scanShare).toBeGreaterThan(0);
    for (const name of ['scans', 'recorded']) expect(fact(whole, name)).not.toMatch(/part|least/);
  });

  it('shows the first scan of one that is compressed, and offers no others, which cannot be sought', async ({
    skip,
  }) => {
    if (!HAS_BZIP2) return skip('bzip2 is missing');
    const folder = mkdtempSync(join(tmpdir(), 'socavon-preview-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const drive = await simulatedDrive('legacy16');
    // Several rotations, cut within one.
    const start = readFileSync(join(drive, 'capture.pcap')).subarray(0, 4_000_000);
    copyFileSync(join(drive, 'metadata.json'), join(folder, 'metadata.json'));
    for (const [name, bytes] of [
      ['start.pcap.bz2', packedByBzip2(start)],
      ['start.pcap.zst', zstdCompressSync(start)],
      ['start.pcap.gz', gzipSync(start)],
    ] as const) {
      writeFileSync(join(folder, name), bytes);
      const preview = await previewCapture(join(folder, name), {}, SILENT_CONTEXT);
      expect(preview.scanShare, name).toBeNull();
      expect(preview.firstScan?.points.xyz.length, name).toBeGreaterThan(3000);
      expect(preview.facts[0].message).toMatch(/pcap \((?:bzip2|zstd|gzip)\)/);
    }
  });
});
