import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { openAtomicSink } from '../../src-main/files/atomic-sink.ts';
import { exportFolder } from '../../src-main/files/export-folder.ts';
import { openFileSource } from '../../src-main/files/file-source.ts';
import { hashFile } from '../../src-main/files/hash-file.ts';
import { beginInputs } from '../../src-main/files/kept-files.ts';
import { readBytes } from '../../src-main/files/read-bytes.ts';
import { readText } from '../../src-main/files/read-text.ts';
import { writeTextFile } from '../../src-main/files/write-text-file.ts';
import { Captures } from '../../src-main/project/captures.ts';
import { Connection } from '../../src-main/project/connection.ts';
import { PROJECT_DEFAULTS, Project } from '../../src-main/project/project.ts';
import { lastJson } from '../hosts/cli/run-cli.ts';
import { runHere } from '../hosts/cli/run-here.ts';
import { temporaryFolder } from '../project/fixtures.ts';

const PCAP = Uint8Array.of(0xd4, 0xc3, 0xb2, 0xa1, 2, 0, 4, 0);
const RECORDINGS: readonly [string, Uint8Array][] = [
  ['pcap', PCAP],
  ['pcapng', Uint8Array.of(0x0a, 0x0d, 0x0d, 0x0a, 0, 0)],
  ['MCAP', Uint8Array.from(Buffer.from('\x89MCAP0\r\n', 'latin1'))],
  ['ROS bag', Uint8Array.from(Buffer.from('#ROSBAG V2.0\n'))],
  ['Ouster OSF', Uint8Array.from(Buffer.from('\0\0\0\x10\0\0\0\0OSF$', 'latin1'))],
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
    await (await exportFolder(folder).create('map.ply')).close();
    await write(path('map.ply'), { isCloud: true });
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

describe('an output over an input of the same command', () => {
  const ply = 'ply\nformat ascii 1.0\nelement vertex 0\nend_header\n';

  /** A folder with a file that a command has read. */
  async function readBy(read: (path: string) => Promise<unknown>, name: string, text = ply) {
    const folder = temporaryFolder();
    const path = join(folder, name);
    writeFileSync(path, text);
    beginInputs();
    await read(path);
    return { folder, path };
  }
  afterEach(() => beginInputs());

  it.each([
    ['a cloud', 'map.ply', async (path: string) => (await openFileSource(path)).close()],
    ['a trajectory', 'trajectory.tum', readText],
    ['a list of points', 'picks.csv', readText],
    ['a drawing', 'profiles.dxf', readBytes],
  ] as const)('is refused, and both are named: %s', async (_, name, read) => {
    const { folder, path } = await readBy(read, name);
    await expect(exportFolder(folder).create(name)).rejects.toThrow(
      `${path} would replace ${path}, which this command reads`,
    );
    await expect(writeTextFile(path, 'other')).rejects.toMatchObject({ code: 'file-unwritable' });
    expect(readFileSync(path, 'utf8')).toBe(ply);
  });

  it('is known by what it is, whichever links and names lead to it', async () => {
    const { folder, path } = await readBy(readText, 'control.csv', 'a,1,2,3\n');
    symlinkSync(path, join(folder, 'by-symlink.csv'));
    linkSync(path, join(folder, 'by-hard-link.csv'));
    symlinkSync(folder, `${folder}-linked`);
    for (const other of [
      join(folder, 'by-symlink.csv'),
      join(folder, 'by-hard-link.csv'),
      join(folder, '..', basename(folder), 'control.csv'),
      join(`${folder}-linked`, 'control.csv'),
    ])
      await expect(writeTextFile(other, 'x')).rejects.toThrow(`${other} would replace ${path}`);
  });

  it('is no file in the place on the disk of an input that is gone', async () => {
    const { folder, path } = await readBy(readText, 'scratch.csv', 'a,1,2,3\n');
    const other = join(folder, 'table.csv');
    renameSync(path, other);
    await writeTextFile(other, 'x');
    expect(readFileSync(other, 'utf8')).toBe('x');
  });

  it('is noted for the threads that are started later', async () => {
    const { path } = await readBy(readText, 'control.csv');
    const file = fileURLToPath(new URL('../../src-main/files/kept-files.ts', import.meta.url));
    const worker = new Worker(
      `import('file://${file}').then(({ refuseKeptFile }) => refuseKeptFile(${JSON.stringify(path)})).catch(
         (error) => require('node:worker_threads').parentPort.postMessage(error.message));`,
      { eval: true },
    );
    const [said] = await once(worker, 'message');
    expect(said).toContain('which this command reads');
  });

  it('is not what a command writes and reads back, nor what the command before it has read', async () => {
    const { folder, path } = await readBy(readText, 'control.csv', 'a,1,2,3');
    beginInputs();
    await writeTextFile(path, 'x');
    const files = exportFolder(folder);
    for (let i = 0; i < 2; i++) {
      await (await files.create('map.ply')).close();
      await (await files.open('map.ply')).close();
    }
  });
});

describe('a cloud', () => {
  it.each([
    ['design.ply', 'ply\nformat ascii 1.0\n'],
    ['design.json', 'LASF'],
    ['design.xyz', '1 2 3\n'],
    ['design.e57', 'ASTM-E57'],
  ])('is not written over by anything else: %s', async (name, text) => {
    const path = join(temporaryFolder(), name);
    writeFileSync(path, text);
    await expect(writeTextFile(path, '{}')).rejects.toThrow(`${path} is a cloud of points`);
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('that an open project was made of is kept, by its bytes, wherever it lies', async () => {
    const folder = temporaryFolder();
    const [cloud, moved] = [join(folder, 'cloud.xyz'), join(folder, 'out', 'map.ply')];
    writeFileSync(cloud, Array.from({ length: 400 }, (_, i) => `${i % 20} ${i / 20} 1\n`).join(''));
    mkdirSync(join(folder, 'out'));
    copyFileSync(cloud, moved);
    const path = join(folder, 'p.socavon');
    const project = Project.open(path, { create: true });
    const file = { name: 'cloud.xyz', sizeBytes: statSync(cloud).size, sha256: await hashFile(cloud) };
    const captures = new Captures(new Connection(path, { readonly: false, busyTimeoutMs: 100 }));
    expect(captures.ofSize(file.sizeBytes)).toEqual([]);
    const importing = project.beginImport([{ ...file, modifiedAt: new Date().toISOString() }], null);
    for (const name of [cloud, moved]) {
      await expect(exportFolder(dirname(name)).create(basename(name))).rejects.toThrow(
        `${name} is a file that the project ${path} was made of`,
      );
      await expect(openAtomicSink(name, { isCapture: true })).rejects.toMatchObject({
        code: 'file-unwritable',
      });
    }
    importing.abort();
    project.close();
    await (await exportFolder(dirname(moved)).create('map.ply')).close();
  });
});

describe('a run', () => {
  it.each(['map.ply', 'map.las', 'trajectory.tum'])(
    'whose output would replace its input %s is refused before it computes anything',
    async (name) => {
      const folder = temporaryFolder();
      const [path, cloud] = [join(folder, name), join(folder, 'cloud.xyz')];
      writeFileSync(cloud, '1 2 3\n');
      writeFileSync(path, 'ply\n');
      const inputs = name === 'trajectory.tum' ? [cloud, '--trajectory', path] : [path];
      const files = ['--project', join(folder, 'p.socavon'), '--out', folder];
      const ending = await runHere('run', ...inputs, ...files, '--engine', 'cpu', '--json');
      expect(ending.status).toBe(1);
      expect(lastJson(ending)).toMatchObject({
        error: { code: 'file-unwritable', message: expect.stringContaining(`${path} would replace ${path}`) },
      });
      expect(readFileSync(path, 'utf8')).toBe('ply\n');
      expect(readdirSync(folder).sort()).toEqual(['cloud.xyz', name].sort());
    },
  );
});
