import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { openFileSource } from '../../src-main/files/file-source.ts';
import { hashFile } from '../../src-main/files/hash-file.ts';
import { temporaryFolder } from '../project/fixtures.ts';

describe('file source', () => {
  it('reads any part, shorter only at the end', async () => {
    const bytes = randomBytes(5000);
    const path = join(temporaryFolder(), 'capture.pcap');
    writeFileSync(path, bytes);
    const source = await openFileSource(path);
    expect(source).toMatchObject({ name: 'capture.pcap', path, size: 5000 });
    for (const [offset, length] of [
      [0, 24],
      [24, 16],
      [4990, 100],
      [0, 10_000],
      [5000, 1],
      [6000, 1],
      [17, 0],
    ])
      expect(Buffer.from(await source.read(offset, length))).toEqual(bytes.subarray(offset, offset + length));
    await source.close();
  });
});

describe('atomic sink', () => {
  it('is seen under its name only once closed, whole, and replaces what was there', async () => {
    const folder = join(temporaryFolder(), 'made', 'for', 'it');
    const path = join(folder, 'volume.json');
    const first = await openAtomicSink(path);
    await first.write(Buffer.from('old'));
    await first.close();

    const second = await openAtomicSink(path);
    const pieces = [
      randomBytes(10),
      randomBytes(1 << 20),
      randomBytes(0),
      randomBytes(300_000),
      randomBytes(7),
    ];
    for (const piece of pieces) {
      await second.write(piece);
      expect(readFileSync(path, 'utf8')).toBe('old');
    }
    await second.close();
    expect(readFileSync(path).equals(Buffer.concat(pieces))).toBe(true);
    expect(readdirSync(folder)).toEqual(['volume.json']);
  });

  it('takes the bytes at once: the caller may use its buffer again', async () => {
    const path = join(temporaryFolder(), 'a.bin');
    const sink = await openAtomicSink(path);
    const buffer = new Uint8Array(3);
    for (let i = 0; i < 4; i++) await sink.write(buffer.fill(i));
    await sink.close();
    expect([...readFileSync(path)]).toEqual([0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3]);
  });

  it('leaves nothing when aborted, and the old file as it was', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'map.ply'), 'old');
    const sink = await openAtomicSink(join(folder, 'map.ply'));
    await sink.write(randomBytes(400_000));
    await sink.abort();
    await sink.abort();
    expect(readdirSync(folder)).toEqual(['map.ply']);
    expect(readFileSync(join(folder, 'map.ply'), 'utf8')).toBe('old');
    await expect(sink.write(randomBytes(1))).rejects.toThrow('after it was finished');
  });
});

describe('hash of a file', () => {
  it.each([0, 1, 1 << 20, (1 << 20) + 1, 3_000_000])('is SHA-256 for %d bytes', async (length) => {
    const bytes = randomBytes(length);
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, bytes);
    expect(await hashFile(path)).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('can be cancelled', async () => {
    const path = join(temporaryFolder(), 'f');
    writeFileSync(path, 'x');
    await expect(hashFile(path, { cancelled: true })).rejects.toMatchObject({ code: 'cancelled' });
  });
});
