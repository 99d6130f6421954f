import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, gzipSync, zstdCompressSync } from 'node:zlib';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CancelSource, NEVER_CANCELLED, SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { captureFilesOf } from '../../src-main/files/bag-folder.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { filesToImport } from '../../src-main/files/files-to-import.ts';
import { hashFile } from '../../src-main/files/hash-file.ts';
import { beginInputs, refuseKeptFile } from '../../src-main/files/kept-files.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { mountSmallDisk } from '../fixtures/special-disks.ts';
import { HAS_BZIP2, packedByBzip2 } from '../io/bytes/bzip2-program.ts';
import { writeDb3 } from '../io/logs/log-writers.ts';
import { ousterDrive, packetMessages } from '../io/logs/ouster-drive.ts';
import { importAll } from '../io/reading.ts';

const folder = mkdtempSync(join(tmpdir(), 'socavon-packed-'));
const cache = join(folder, 'cache');
const before = process.env.SOCAVON_CACHE;
const file = (name: string): string => join(folder, name);
/** What is left in the cache, with or without a name. */
const leftovers = (): string[] => readdirSync(join(cache, 'bags'));
/** Files of the cache that this process holds open. */
const openFiles = (): number =>
  readdirSync('/proc/self/fd').filter((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).startsWith(join(cache, 'bags'));
    } catch {
      return false;
    }
  }).length;

const { pcap, metadata } = await ousterDrive(3);
const messages = await packetMessages(pcap, metadata, 'cdr');
const expected = await importAll([pcap], metadata);
writeDb3(file('drive.db3'), messages);
const plain = readFileSync(file('drive.db3'));
const halves = [plain.subarray(0, 70_001), plain.subarray(70_001)];
const zstd = zstdCompressSync(plain, { params: { [constants.ZSTD_c_checksumFlag]: 1 } });

beforeAll(() => {
  process.env.SOCAVON_CACHE = cache;
});
afterEach(() => void vi.useRealTimers());
afterAll(() => {
  if (before === undefined) delete process.env.SOCAVON_CACHE;
  else process.env.SOCAVON_CACHE = before;
  rmSync(folder, { recursive: true });
});

function written(name: string, bytes: Uint8Array): string {
  writeFileSync(file(name), bytes);
  return file(name);
}

describe('a ROS 2 bag that is compressed as a whole', () => {
  it.each([
    ['zstd, as its recorder does', 'drive_0.db3.zstd', zstd],
    ['zstd, of two frames', 'frames.db3.zst', Buffer.concat(halves.map((part) => zstdCompressSync(part)))],
    ['gzip', 'drive.db3.gz', gzipSync(plain)],
    ...(HAS_BZIP2 ? [['bzip2', 'drive.db3.bz2', packedByBzip2(plain)] as const] : []),
  ] as const)('by %s gives the scans and readings of the capture to the bit', async (_, name, bytes) => {
    const path = written(name, bytes);
    const source = await openCaptureSource(path);
    const read = await importAll([source], metadata);
    expect(leftovers(), 'its database has lost its name').toEqual([]);
    await source.close();
    expect(read.scans).toEqual(expected.scans);
    expect(read.imu).toEqual(expected.imu);
  });

  it('holds its metadata, and is known again by the digest of the compressed file', async () => {
    const path = written('known.db3.zstd', zstd);
    expect((await resolveSensor(path, {})).metadata).toEqual({ name: 'known.db3.zstd', text: metadata });
    const project = Project.open(file('a.socavon'), { create: true });
    const first = await importFiles(project, [path], {}, SILENT_CONTEXT);
    expect([first.session.scanCount, first.alreadyThere]).toEqual([3, false]);
    expect(project.captures.ofSize(statSync(path).size)).toEqual([await hashFile(path)]);
    expect((await importFiles(project, [path], {}, SILENT_CONTEXT)).alreadyThere).toBe(true);
    project.close();
  });

  it('is an input that no output of the same command replaces, and a source of its project', async () => {
    const path = written('kept.db3.zstd', zstd);
    beginInputs();
    await (await openCaptureSource(path)).close();
    await expect(refuseKeptFile(path)).rejects.toMatchObject({ code: 'file-unwritable' });
    beginInputs();
    await refuseKeptFile(path);
    const project = Project.open(file('kept.socavon'), { create: true });
    await importFiles(project, [path], {}, SILENT_CONTEXT);
    beginInputs();
    await expect(refuseKeptFile(path)).rejects.toThrow(/kept\.socavon/);
    project.close();
  });

  it('is unpacked once for all who read it one after the other, and let go some seconds later', async () => {
    const path = written('shared.db3.zstd', zstd);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const before = openFiles();
    const first = await openCaptureSource(path);
    const second = await openCaptureSource(path);
    expect(openFiles() - before).toBe(1);
    await first.close();
    await first.close();
    expect((await second.read(0, 8)).length).toBe(8);
    await second.close();
    const third = await openCaptureSource(path);
    expect(openFiles() - before).toBe(1);
    vi.advanceTimersByTime(20_000);
    expect((await third.read(0, 8)).length).toBe(8);
    await third.close();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(openFiles() - before).toBe(0);
  });

  it('with the mark of a log beside it, which a packed one has not, is read', async () => {
    writeDb3(file('log.db3'), messages);
    const db = new Database(file('log.db3'));
    db.pragma('journal_mode = WAL');
    db.close();
    const bytes = readFileSync(file('log.db3'));
    expect(bytes[18]).toBe(2);
    const source = await openCaptureSource(written('log.db3.zstd', zstdCompressSync(bytes)));
    expect((await importAll([source], metadata)).scans).toEqual(expected.scans);
    expect(leftovers()).toEqual([]);
    await source.close();
  });

  it('cut, changed, of another database or of a wrong size is refused in a sentence, and nothing is left of it', async () => {
    const damaged = Buffer.from(zstd);
    damaged[damaged.length - 2] ^= 1; // in the check sum of its contents
    const huge = Buffer.from(plain);
    huge.writeUInt32BE(0x7fff_ffff, 28);
    const longer = Buffer.concat([plain, Buffer.alloc(4096)]);
    const other = Project.open(file('o.socavon'), { create: true });
    other.close();
    const cases: [string, Uint8Array, RegExp, string][] = [
      [
        'cut.db3.zstd',
        zstd.subarray(0, zstd.length / 2),
        /^cut\.db3\.zstd holds nothing readable, its zstd data break off/,
        'capture-truncated',
      ],
      ['sum.db3.zstd', damaged, /^sum\.db3\.zstd is damaged: .* another check sum/, 'capture-format'],
      [
        'short.db3.zstd',
        zstdCompressSync(plain.subarray(0, plain.length - 4096)),
        /the recording or the copy broke off/,
        'capture-truncated',
      ],
      [
        'huge.db3.zstd',
        zstdCompressSync(huge),
        /would unpack to a database of .* no recording packs so far/,
        'capture-format',
      ],
      ['longer.db3.zstd', zstdCompressSync(longer), /would unpack to a database of/, 'capture-format'],
      [
        'other.db3.zstd',
        zstdCompressSync(readFileSync(file('o.socavon'))),
        /is an SQLite database, but no ROS 2 bag/,
        'capture-format',
      ],
      ['bz.db3.gz', gzipSync(plain).subarray(0, 100_000), /its gzip data breaks off/, 'capture-truncated'],
    ];
    for (const [name, bytes, sentence, code] of cases) {
      const open = openCaptureSource(written(name, bytes));
      await expect(open, name).rejects.toMatchObject({ code, message: expect.stringMatching(sentence) });
      expect(leftovers(), name).toEqual([]);
    }
  });

  it('is given up where the disk has no room for it, before it is filled', async ({ skip }) => {
    const disk = mountSmallDisk(64 << 20, folder);
    if (disk === null) return skip('mounting a disk needs root on Linux');
    process.env.SOCAVON_CACHE = disk.path;
    try {
      await expect(openCaptureSource(written('room.db3.zstd', zstd))).rejects.toMatchObject({
        code: 'disk-full',
        message: expect.stringMatching(/^room\.db3\.zstd .* 67\.1 MB are free.*SOCAVON_CACHE/),
      });
      expect(readdirSync(join(disk.path, 'bags'))).toEqual([]);
    } finally {
      process.env.SOCAVON_CACHE = cache;
      disk.unmount();
    }
  });

  it('is given up where the work is cancelled, and can be opened again', async () => {
    const path = written('cancel.db3.zstd', zstd);
    const cancel = new CancelSource();
    cancel.cancel();
    await expect(openCaptureSource(path, cancel)).rejects.toMatchObject({ code: 'cancelled' });
    expect(leftovers()).toEqual([]);
    await (await openCaptureSource(path, NEVER_CANCELLED)).close();
  });

  it('is one of the files of its folder, unless what it unpacks to lies there too', async () => {
    const bag = file('bag');
    mkdirSync(bag);
    for (const name of ['bag_0.db3.zstd', 'bag_1.db3.zstd', 'bag_0.db3', 'other.mcap.zstd'])
      writeFileSync(join(bag, name), '');
    const names = (paths: string[]) => paths.map((path) => path.slice(bag.length + 1));
    expect(names(await captureFilesOf(bag))).toEqual(['bag_0.db3', 'bag_1.db3.zstd', 'other.mcap.zstd']);
    const mixed = file('mixed');
    mkdirSync(mixed);
    for (const name of ['a.pcap.bz2', 'b.bag.zst', 'c.pcap.xz', 'd.bin.gz', 'e.tar.gz', 'truth.pcap.gz'])
      writeFileSync(join(mixed, name), '');
    expect((await filesToImport(mixed)).map((path) => path.slice(mixed.length + 1))).toEqual([
      'a.pcap.bz2',
      'b.bag.zst',
      'd.bin.gz',
    ]);
  });
});
