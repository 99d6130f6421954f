import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, describe, expect, it } from 'vitest';
import { SILENT_CONTEXT } from '../../src-core/model/context.ts';
import { captureFilesOf } from '../../src-main/files/bag-folder.ts';
import { openCaptureSource } from '../../src-main/files/capture-source.ts';
import { resolveSensor } from '../../src-main/files/resolve-sensor.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { Project } from '../../src-main/project/project.ts';
import { mcapOf, writeDb3 } from '../io/logs/log-writers.ts';
import { ousterDrive, packetMessages } from '../io/logs/ouster-drive.ts';
import { importAll } from '../io/reading.ts';
import { vlpCapture } from '../io/velodyne-drive.ts';

const folder = mkdtempSync(join(tmpdir(), 'socavon-rosbag2-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string): string => join(folder, name);

const SCANS = 4;
const { pcap, metadata } = await ousterDrive(SCANS);
const messages = await packetMessages(pcap, metadata, 'cdr');
writeDb3(file('drive_0.db3'), messages);
const expected = await importAll([pcap], metadata);

describe('a ROS 2 bag of storage sqlite3', () => {
  it('gives the scans and readings of the capture to the bit', async () => {
    const source = await openCaptureSource(file('drive_0.db3'));
    const read = await importAll([source], metadata);
    await source.close();
    expect(read.scans).toEqual(expected.scans);
    expect(read.imu).toEqual(expected.imu);
    expect(read.health.truncatedBytes).toBe(0);
  });

  it('of 2020, whose topics name no format, gives the same', async () => {
    copyFileSync(file('drive_0.db3'), file('old.db3'));
    const db = new Database(file('old.db3'));
    db.exec("UPDATE topics SET serialization_format = ''");
    db.close();
    const source = await openCaptureSource(file('old.db3'));
    expect((await importAll([source], metadata)).scans).toEqual(expected.scans);
    await source.close();
  });

  it('is read anywhere, in pieces of any length', async () => {
    const source = await openCaptureSource(file('drive_0.db3'));
    const whole = await source.read(0, source.size);
    expect(whole.length).toBe(source.size);
    for (const [at, length] of [
      [0, 1],
      [5, 700],
      [100_001, 40_000],
      [source.size - 20, 100],
      [source.size, 5],
    ])
      expect(await source.read(at, length)).toEqual(whole.slice(at, at + length));
    await source.close();
  });

  it('holds its metadata, so that none is looked for', async () => {
    const { sensor, metadata: result } = await resolveSensor(file('drive_0.db3'), {});
    expect(sensor.productLine).toBe('OS-1-16-A0');
    expect(result).toEqual({ name: 'drive_0.db3', text: metadata });
  });

  it('a folder of several files becomes one session, in the order of their numbers', async () => {
    const bag = file('bag');
    mkdirSync(bag);
    const half = messages.findIndex(({ ns }) => ns > messages[0].ns + 200_000_000n);
    writeDb3(join(bag, 'bag_9.db3'), messages.slice(0, half));
    writeDb3(join(bag, 'bag_10.db3'), messages.slice(half));
    writeFileSync(join(bag, 'metadata.yaml'), 'rosbag2_bagfile_information: {}\n');
    expect((await captureFilesOf(bag)).map((path) => path.slice(bag.length + 1))).toEqual([
      'bag_9.db3',
      'bag_10.db3',
    ]);
    const project = Project.open(file('a.socavon'), { create: true });
    const { session } = await importFiles(project, [bag], {}, SILENT_CONTEXT);
    expect(session.scanCount).toBe(SCANS);
    expect((await project.scanStore(session).read(3)).scan.rangeMm).toEqual(expected.scans[3].rangeMm);
    project.close();
  });

  it('another database, and one that is damaged, are refused', async () => {
    const project = Project.open(file('b.socavon'), { create: true });
    project.close();
    copyFileSync(file('b.socavon'), file('other.db3'));
    await expect(openCaptureSource(file('other.db3'))).rejects.toThrow(
      /other.db3 is an SQLite database, but no ROS 2 bag/,
    );
    const bytes = readFileSync(file('drive_0.db3'));
    writeFileSync(file('cut.db3'), bytes.subarray(0, bytes.length / 2));
    await expect(
      openCaptureSource(file('cut.db3')).then((source) => importAll([source], metadata)),
    ).rejects.toThrow(/cut.db3 is a database that cannot be read/);
  });
});

describe('what a file is, is found before its metadata', () => {
  it.each([
    ['map.las', 'LASF\0\0\0\0', /map.las is a point cloud \(LAS\), not a capture/],
    [
      'drive.lvx',
      'livox_tech\0\0\0\0\0\0\x01\x01',
      /drive.lvx is a recording of a Livox in the older format LVX, which is not read/,
    ],
    [
      'drive.mcap.zst',
      '\x28\xb5\x2f\xfd\0\0',
      /drive.mcap.zst holds nothing readable, its zstd data break off/,
    ],
    [
      'wide.mcap.zst',
      '\x28\xb5\x2f\xfd\0\xa0',
      /compressed with zstd in a way that is not read, .*: unpack it with the program zstd/,
    ],
    ['drive.zip', 'PK\x03\x04\0\0', /drive.zip is an archive/],
  ])('%s', async (name, start, sentence) => {
    writeFileSync(file(name), Buffer.concat([Buffer.from(start, 'latin1'), Buffer.alloc(300)]));
    await expect(resolveSensor(file(name), {})).rejects.toThrow(sentence);
  });

  it('bare points of KITTI', async () => {
    const points = Float32Array.from({ length: 400 }, (_, i) => (i % 4 === 3 ? 0.5 : 3 + (i % 17)));
    writeFileSync(file('000000.bin'), new Uint8Array(points.buffer));
    await expect(resolveSensor(file('000000.bin'), {})).rejects.toThrow(/000000.bin holds bare points/);
  });

  it('a Velodyne needs no metadata, and refuses some that is given', async () => {
    writeFileSync(file('vlp.pcap'), await vlpCapture(2, 'dual'));
    const { sensor, metadata: result } = await resolveSensor(file('vlp.pcap'), {});
    expect([sensor.productLine, result]).toEqual(['Velodyne VLP-16', null]);
    writeFileSync(file('metadata.json'), metadata);
    await expect(resolveSensor(file('vlp.pcap'), { metadata: file('metadata.json') })).rejects.toThrow(
      /recording of a Velodyne VLP-16, which needs no metadata/,
    );
    const project = Project.open(file('c.socavon'), { create: true });
    const { session } = await importFiles(project, [file('vlp.pcap')], {}, SILENT_CONTEXT);
    const { scan } = await project.scanStore(session).read(0);
    expect(scan.columnTurn?.some((turn) => turn < 0)).toBe(true);
    expect(scan.second?.rangeMm).toEqual(scan.rangeMm);
    project.close();
  });

  it('an MCAP without lidar names its topics', async () => {
    const other = messages
      .slice(1, 3)
      .map((each) => ({ ...each, type: 'sensor_msgs/Image', topic: '/camera' }));
    writeFileSync(file('camera.mcap'), await mcapOf(other));
    await expect(resolveSensor(file('camera.mcap'), {})).rejects.toThrow(
      /without lidar data that are read; it holds \/camera \(sensor_msgs\/Image, 2\)/,
    );
  });
});
