import { appendFileSync, copyFileSync, mkdirSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ProgressEvent, SILENT_CONTEXT, type StageContext } from '../../src-core/model/context.ts';
import { importFiles } from '../../src-main/project/import-files.ts';
import { PROJECT_DEFAULTS, Project } from '../../src-main/project/project.ts';
import { simulatedDrive } from '../fixtures/surveyed-drive.ts';
import { temporaryFolder } from './fixtures.ts';

/** A context in which something is done once, when the import has got so far. */
function during(change: () => void, share = 0.3): StageContext {
  let isDone = false;
  return {
    ...SILENT_CONTEXT,
    emit(event: ProgressEvent) {
      if (isDone || event.kind !== 'progress' || !(event.done > share * (event.total ?? 1))) return;
      isDone = true;
      change();
    },
  };
}

async function drive(): Promise<{ path: string; project: Project }> {
  const folder = temporaryFolder();
  const path = join(folder, 'capture.pcap');
  const source = await simulatedDrive('legacy16');
  copyFileSync(join(source, 'capture.pcap'), path);
  copyFileSync(join(source, 'metadata.json'), join(folder, 'metadata.json'));
  return { path, project: Project.open(join(folder, 'p.socavon'), { ...PROJECT_DEFAULTS, create: true }) };
}

describe('a capture that is written to while it is imported', () => {
  it.each([
    ['grows', (path: string) => appendFileSync(path, new Uint8Array(100))],
    ['is cut', (path: string) => truncateSync(path, 10_000_000)],
    ['is written anew with as many bytes', (path: string) => utimesSync(path, 1e9, 1e9)],
  ])('%s: is refused by name, and nothing of it stays', async (_, change) => {
    const { path, project } = await drive();
    const importing = importFiles(
      project,
      [path],
      {},
      during(() => change(path)),
    );
    await expect(importing).rejects.toThrow(/capture\.pcap was written to while it was imported/);
    expect(project.sessions.all()).toEqual([]);
    project.close();
  });

  it('is imported when nobody writes to it any more, with the digest of its own bytes', async () => {
    const { path, project } = await drive();
    const importing = importFiles(
      project,
      [path],
      {},
      during(() => utimesSync(path, 1e9, 1e9)),
    );
    await expect(importing).rejects.toThrow('Import it again');
    const { session, alreadyThere } = await importFiles(project, [path], {}, SILENT_CONTEXT);
    expect(alreadyThere).toBe(false);
    expect(session.scanCount).toBeGreaterThan(50);
    project.close();
  });

  it('is refused as a cloud and as a frame of a folder too', async () => {
    const folder = temporaryFolder();
    const lines = (count: number): string =>
      Array.from(
        { length: count },
        (_, i) => `${(i % 51) - 25}.125 ${(i % 7) - 3}.250 ${(i % 3) - 1}.375`,
      ).join('\n');
    const cloud = join(folder, 'map.xyz');
    writeFileSync(cloud, lines(200_000));
    const project = Project.open(join(folder, 'p.socavon'), { ...PROJECT_DEFAULTS, create: true });
    const choice = { cloud: { unit: 'm' as const } };
    const asCloud = importFiles(
      project,
      [cloud],
      choice,
      during(() => appendFileSync(cloud, '\n1 2 3'), 0),
    );
    await expect(asCloud).rejects.toThrow(/map\.xyz was written to/);
    const frames = join(folder, 'frames');
    mkdirSync(frames);
    for (let k = 0; k < 6; k++) writeFileSync(join(frames, `${k}.xyz`), lines(15_000));
    const last = join(frames, '0.xyz');
    const asFrames = importFiles(
      project,
      [frames],
      {},
      during(() => appendFileSync(last, '\n1 2 3'), 0),
    );
    await expect(asFrames).rejects.toThrow(/0\.xyz was written to/);
    // The file of their times is theirs as well.
    const times = join(frames, 'times.txt');
    writeFileSync(times, Array.from({ length: 6 }, (_, k) => `${k / 10}\n`).join(''));
    const timed = importFiles(
      project,
      [frames],
      {},
      during(() => appendFileSync(times, '0.6\n'), 0),
    );
    await expect(timed).rejects.toThrow(/times\.txt was written to/);
    expect(project.sessions.all()).toEqual([]);
    project.close();
  });
});
