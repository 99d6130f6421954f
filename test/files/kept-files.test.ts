import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { exportFolder } from '../../src-main/files/export-folder.ts';
import { PROJECT_DEFAULTS, Project } from '../../src-main/project/project.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const PCAP = Uint8Array.of(0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0);
const RECORDINGS: readonly [string, Uint8Array][] = [
  ['pcap', PCAP],
  ['pcapng', Uint8Array.of(0x0a, 0x0d, 0x0d, 0x0a, 0, 0)],
  ['MCAP', Uint8Array.from(Buffer.from('\x89MCAP0\r\n', 'latin1'))],
  ['ROS bag', Uint8Array.from(Buffer.from('#ROSBAG V2.0\n'))],
];

async function write(path: string, options?: Parameters<typeof openAtomicSink>[1]): Promise<void> {
  const sink = await openAtomicSink(path, options);
  await sink.write(Uint8Array.of(1));
  await sink.close();
}

describe('what nothing is written over', () => {
  it.each(RECORDINGS)('a recording, %s, whatever its name is', async (format, bytes) => {
    const folder = temporaryFolder();
    for (const name of ['map.ply', 'drive.pcap', 'design.json']) {
      const path = join(folder, name);
      writeFileSync(path, bytes);
      await expect(write(path)).rejects.toThrow(`${path} is a recording of a sensor (${format})`);
      await expect(exportFolder(folder).create(name)).rejects.toMatchObject({ code: 'file-unwritable' });
      expect(new Uint8Array(readFileSync(path))).toEqual(bytes);
    }
  });

  it('a project, open or not', async () => {
    const path = join(temporaryFolder(), 'map.ply');
    const project = Project.open(path, { ...PROJECT_DEFAULTS, create: true });
    await expect(write(path)).rejects.toThrow(`${path} is a project`);
    project.close();
    const before = readFileSync(path);
    await expect(write(path, { isCapture: true })).rejects.toThrow(`${path} is a project`);
    expect(readFileSync(path)).toEqual(before);
  });

  it('is not what is made again: results, empty files, a simulated recording, a trajectory as MCAP', async () => {
    const folder = temporaryFolder();
    const path = (name: string): string => join(folder, name);
    writeFileSync(path('map.ply'), 'ply\nformat ascii 1.0\n');
    writeFileSync(path('empty.json'), '');
    writeFileSync(path('capture.pcap'), PCAP);
    writeFileSync(path('trajectory.mcap'), RECORDINGS[2][1]);
    await write(path('map.ply'));
    await write(path('empty.json'));
    await write(path('new.json'));
    await write(path('capture.pcap'), { isCapture: true });
    await (await exportFolder(folder).create('trajectory.mcap')).close();
    for (const name of ['map.ply', 'empty.json', 'new.json', 'capture.pcap'])
      expect([...readFileSync(path(name))]).toEqual([1]);
  });

  it('and a folder of the name is refused as one', async () => {
    const path = join(temporaryFolder(), 'map.ply');
    mkdirSync(path);
    await expect(write(path)).rejects.toMatchObject({ code: 'file-unwritable' });
    expect(existsSync(path)).toBe(true);
  });
});
