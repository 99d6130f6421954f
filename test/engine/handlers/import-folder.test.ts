import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished } from 'vitest';
import { Project } from '../../../src-main/project/project.ts';
import { FRAMES_SEED, framesFolder } from '../../fixtures/frames-folder.ts';
import { simulatedDrive } from '../../fixtures/surveyed-drive.ts';
import { lastJson } from '../../hosts/cli/run-cli.ts';
import { runHere } from '../../hosts/cli/run-here.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { it, tiered } from '../../support/tier.ts';
import { engineThread } from '../engine-thread.ts';

/** An engine with an empty project open, that may read and write a folder. */
async function opened(folder: string) {
  const engine = engineThread();
  onTestFinished(() => engine.kill());
  engine.tell({ kind: 'grant', path: folder, scope: 'folder', write: true });
  const { call } = engine.client;
  const path = join(folder, 'window.socavon');
  await call('project.create', { path });
  return { call, path };
}

const NO_SENSOR = { metadata: null, sensor: null };

/** Captures that the stored sessions of a project name, with their digests, and their scans. */
function stored(path: string) {
  const project = Project.open(path, { readonly: true });
  try {
    return project.sessions.all().map(({ id, scanCount, cloud }) => ({
      scanCount,
      isCloud: cloud !== null,
      captures: project.captures.of(id).map(({ name, sha256, sizeBytes }) => ({ name, sha256, sizeBytes })),
    }));
  } finally {
    project.close();
  }
}

describe(`a folder of the clouds of a drive, imported by the engine (seed ${FRAMES_SEED})`, () => {
  it.each(tiered(['pcd', 'kitti'] as const, ['kitti']))(
    'of %s is told and imported as the command line does',
    async (format) => {
      const folder = temporaryFolder();
      cpSync(await framesFolder(format), folder, { recursive: true });
      const frames = join(folder, 'frames');
      const { call, path } = await opened(folder);
      expect(await call('capture.files', { path: frames })).toEqual({ paths: [frames] });
      const preview = await call('capture.preview', { path: frames, ...NO_SENSOR });
      const info = await runHere('info', frames, '--json');
      const json = lastJson(info) as { frames: number; points: number; sensor: { productLine: string } };
      expect([preview.kind, preview.name]).toEqual(['frames', 'frames']);
      const fact = preview.facts.find(({ label }) => label === 'frames')!;
      expect(fact.sentence!.values).toMatchObject({ count: json.frames, points: json.points });
      expect(preview.problems.filter(({ blocks }) => blocks)).toEqual([]);
      // Each point of the PCD files has a time.
      const instant = preview.problems.some(({ sentence }) => sentence?.code === 'frames-instant');
      expect(instant).toBe(format === 'kitti');
      const [group, ...others] = await call('capture.sensors', { paths: [frames] });
      expect([group.sensor.sentence?.code, group.paths, others]).toEqual(['clouds-of-a-drive', [frames], []]);

      await call('capture.import', { paths: [frames], ...NO_SENSOR, cloud: null });
      const again = await call('capture.import', { paths: [frames], ...NO_SENSOR, cloud: null });
      expect(again.alreadyThere).toBe(true);
      // Placed by the poses of another program it is a cloud, whose accuracy somebody states.
      const other = temporaryFolder();
      cpSync(await framesFolder(format), other, { recursive: true });
      const second = await opened(other);
      const poses = join(other, 'poses.txt');
      await second.call('capture.import', {
        ...{ paths: [join(other, 'frames')], ...NO_SENSOR },
        cloud: { unit: null, scanner: 'mobile', trajectory: poses },
      });
      await call('project.close', {});
      await second.call('project.close', {});
      const [session] = stored(path);
      expect([session.scanCount, session.isCloud]).toEqual([json.frames, false]);
      expect(stored(second.path)[0]).toMatchObject({ isCloud: true, captures: session.captures });
    },
    300_000,
  );

  it('offers the captures of another folder as files, in the order of their names', async () => {
    const folder = temporaryFolder();
    const captures = join(folder, 'captures');
    mkdirSync(captures);
    const drive = await simulatedDrive('legacy16');
    for (const name of ['part10.pcap', 'part9.pcap'])
      copyFileSync(join(drive, 'capture.pcap'), join(captures, name));
    copyFileSync(join(drive, 'metadata.json'), join(captures, 'metadata.json'));
    const { call } = await opened(folder);
    const paths = ['part9.pcap', 'part10.pcap'].map((name) => join(captures, name));
    expect(await call('capture.files', { path: captures })).toEqual({ paths });
    // A file is itself.
    expect(await call('capture.files', { path: paths[0] })).toEqual({ paths: [paths[0]] });
  }, 300_000);

  it('refuses in one sentence what is no such folder', async () => {
    const folder = temporaryFolder();
    const make = (name: string): string => {
      mkdirSync(join(folder, name));
      return join(folder, name);
    };
    const { call } = await opened(folder);
    const refusal = (path: string) => call('capture.files', { path }).catch((error) => error);
    const empty = make('empty');
    expect((await refusal(empty)).message).toBe(
      `${empty} has nothing to import: neither captures nor clouds; choose the folder that has them.`,
    );
    writeFileSync(join(empty, 'notes.txt'), 'x');
    expect(await refusal(empty)).toMatchObject({ code: 'capture-empty' });

    const source = join(await framesFolder('pcd'), 'frames');
    const mixed = make('mixed');
    for (const name of readdirSync(source).slice(0, 3)) copyFileSync(join(source, name), join(mixed, name));
    writeFileSync(join(mixed, 'drive.pcap'), '');
    expect(await refusal(mixed)).toMatchObject({ code: 'usage', sentence: { code: 'folder-mixed' } });

    const many = make('many');
    for (let i = 0; i < 1001; i++) writeFileSync(join(many, `${i}.pcap`), '');
    expect((await refusal(many)).message).toMatch(/has 1.?001 captures; 1.?000 can be imported at once/);

    expect(await refusal(join(folder, 'gone'))).toMatchObject({ code: 'file-missing' });
    // Nobody else's folder is listed.
    expect(await refusal(temporaryFolder())).toMatchObject({ code: 'path-refused' });
    if (process.getuid?.() !== 0) {
      const closed = make('closed');
      chmodSync(closed, 0);
      expect(await refusal(closed)).toMatchObject({ code: 'file-unreadable' });
      chmodSync(closed, 0o700);
    }
  }, 120_000);

  it('says in the sheet why clouds are no drive, and imports a single cloud as one', async () => {
    const folder = temporaryFolder();
    const source = join(await framesFolder('pcd'), 'frames');
    const two = join(folder, 'two');
    mkdirSync(two);
    const [first] = readdirSync(source).filter((name) => name.endsWith('.pcd'));
    copyFileSync(join(source, first), join(two, first));
    const { call } = await opened(folder);
    expect(await call('capture.files', { path: two })).toEqual({ paths: [join(two, first)] });
    const header = 'ply\nformat ascii 1.0\nelement vertex 1\n';
    const fields = 'property float x\nproperty float y\nproperty float z\nend_header\n';
    writeFileSync(join(two, 'other.ply'), `${header}${fields}1 2 3\n`);
    const [path] = (await call('capture.files', { path: two })).paths;
    const preview = await call('capture.preview', { path, ...NO_SENSOR });
    expect(preview.problems.some(({ blocks }) => blocks)).toBe(true);
    const info = await runHere('info', two, '--json');
    const json = lastJson(info) as { refused: { message: string } };
    expect(preview.problems.map(({ message }) => message)).toContain(json.refused.message);
  }, 120_000);
});
