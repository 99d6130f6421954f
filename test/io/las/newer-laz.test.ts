import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memorySource } from '../../../src-core/io/bytes/byte-stream.ts';
import { openLas } from '../../../src-core/io/cloud/las-reader.ts';
import { formatMessage } from '../../../src-core/messages/message.ts';
import { rawLas } from './las-file.ts';

const sample = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(import.meta.dirname, 'samples', name)));

async function pointsOf(name: string, bytes: Uint8Array, changes: readonly string[]) {
  const reader = await openLas(memorySource(name, bytes));
  const names = changes.filter((one) => reader.scalarNames!.includes(one));
  const points: number[][] = [];
  for await (const { count, xyz, origin, scalars = [] } of reader.chunks(names))
    for (let i = 0; i < count; i++)
      points.push([
        ...[0, 1, 2].map((k) => origin[k] + xyz[3 * i + k]),
        ...scalars.map((values) => values[i]),
      ]);
  return { points, names, reader };
}

/** Offset of the record of the compression, after its head. */
function lazRecordAt(bytes: Uint8Array): number {
  const at = Buffer.from(bytes).indexOf('laszip encoded');
  return at - 2 + 54;
}

/** The same file with another version of its items, or size of its chunks. */
function changed(bytes: Uint8Array, change: (view: DataView, record: number) => void): Uint8Array {
  const copy = bytes.slice();
  change(new DataView(copy.buffer), lazRecordAt(copy));
  return copy;
}

const withVersion = (bytes: Uint8Array, version: number): Uint8Array =>
  changed(bytes, (view, record) => {
    const items = view.getUint16(record + 32, true);
    for (let i = 0; i < items; i++) view.setUint16(record + 34 + 6 * i + 4, version, true);
  });

const ASKED = ['gps_time', 'intensity', 'scanner_channel', 'classification', 'red', 'nir', 'echo'];

describe('points with waveforms in LAZ', () => {
  it.each(['pdrf9-1.4', 'pdrf10-1.4'])('are read without them, all else as in the LAS: %s', async (name) => {
    const plain = await pointsOf('a.las', sample(`laspy-${name}.las`), ASKED);
    const packed = await pointsOf('a.laz', sample(`laspy-${name}.laz`), ASKED);
    expect(packed.points).toHaveLength(40);
    expect(packed).toMatchObject({ points: plain.points, names: plain.names });
    expect(new Set(plain.points.map((one) => one[5])).size).toBe(4);
  });

  it('are refused where a layer is longer than the chunk', async () => {
    const bytes = sample('laspy-pdrf9-1.4.laz');
    const view = new DataView(bytes.buffer);
    const start = view.getUint32(96, true) + 8;
    view.setUint32(start + view.getUint16(105, true) + 4 + 4 * 9, 1 << 20, true);
    await expect(pointsOf('a.laz', bytes, [])).rejects.toThrow('damaged');
  });
});

describe('LAZ items of version 4', () => {
  it('are read: places, times and intensities; what follows the scanner channel is left out', async () => {
    // A point itself is the same in both versions: LASzip's readers differ in what colours and extra bytes follow.
    const request = ['gps_time', 'intensity', 'scanner_channel', 'classification'];
    const plain = await pointsOf('a.las', sample('laspy-pdrf7-1.4.las'), request);
    const { points, reader } = await pointsOf(
      'a.laz',
      withVersion(sample('laspy-pdrf7-1.4.laz'), 4),
      request,
    );
    expect(points).toEqual(plain.points);
    expect(reader.scalarNames).not.toContain('red');
    expect(reader.scalarNames).not.toContain('echo');
    expect(plain.reader.scalarNames).toEqual(expect.arrayContaining(['red', 'echo']));
  });

  it('of a later version are called newer, and not damaged', async () => {
    const later = withVersion(sample('laspy-pdrf7-1.4.laz'), 5);
    await expect(openLas(memorySource('a.laz', later))).rejects.toThrow(/version 5, newer than 3 and 4/);
  });
});

describe('a chunk size of zero', () => {
  it('means chunks of any size, as their table states', async () => {
    const bytes = new Uint8Array(sample('../../cloud/data/pdal/1.2-with-color.copc.laz'));
    const zero = changed(bytes, (view, record) => {
      expect(view.getUint32(record + 12, true)).toBe(2 ** 32 - 1);
      view.setUint32(record + 12, 0, true);
    });
    const as = await pointsOf('a.laz', bytes, []);
    const without = await pointsOf('a.laz', zero, []);
    expect(without.points.length).toBeGreaterThan(1000);
    expect(without.points).toEqual(as.points);
  });
});

describe('LAS 1.5', () => {
  it('is read, plain and compressed', async () => {
    const plain = await pointsOf('a.las', sample('laspy-pdrf6-1.5.las'), ASKED);
    const packed = await pointsOf('a.laz', sample('laspy-pdrf6-1.5.laz'), ASKED);
    expect(plain.reader.origin!.layout).toBe('1.5, PDRF 6');
    expect(plain.points).toHaveLength(40);
    expect(packed.points).toEqual(plain.points);
    for (const [east, north, up] of plain.points) {
      expect(east).toBeGreaterThan(356_788.9);
      expect(east).toBeLessThan(356_829.1);
      expect(north).toBeGreaterThan(9_123_455.9);
      expect(up).toBeGreaterThan(4209.9);
    }
  });

  it('counts its times from the offset that it states', async () => {
    const bytes = sample('laspy-pdrf6-1.5.las');
    const view = new DataView(bytes.buffer);
    view.setUint16(6, view.getUint16(6, true) | 1 | (1 << 6), true);
    view.setUint16(391, 1300, true);
    const { reader } = await pointsOf('a.las', bytes, []);
    expect(reader.origin!.clockZero).toBe(315_964_800 - 18 + 1300e6);
  });

  it('of a later version is called newer, and not damaged', async () => {
    const bytes = rawLas({ minor: 4, format: 6, points: [] });
    for (const [major, minor] of [
      [1, 6],
      [2, 0],
    ]) {
      bytes[24] = major;
      bytes[25] = minor;
      const error = await openLas(memorySource('a.las', bytes)).catch((thrown: Error) => thrown);
      expect((error as Error).message).toContain(`LAS ${major}.${minor}, newer than LAS 1.0 to 1.5`);
      expect((error as Error).message).not.toContain('damaged');
    }
  });
});

describe('a LAS whose points lie outside the box of its header', () => {
  it('is refused with the switch that reads it, and read by it', async () => {
    const bytes = sample('laspy-pdrf6-1.5.las');
    const good = await pointsOf('a.las', bytes, []);
    new DataView(bytes.buffer).setFloat64(179, 356_790, true);
    await expect(pointsOf('a.las', bytes, [])).rejects.toMatchObject({
      sentence: { code: 'las-outside-box' },
    });
    const reader = await openLas(memorySource('a.las', bytes), () => {}, true);
    expect(reader.announcedBounds).toBeNull();
    let count = 0;
    for await (const chunk of reader.chunks()) count += chunk.count;
    expect(count).toBe(good.points.length);
    expect(formatMessage({ code: 'las-outside-box', values: {} }, 'en', 'cli')).toContain('--ignore-box');
  });
});
