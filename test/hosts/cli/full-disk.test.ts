import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, onTestFinished } from 'vitest';
import { canMount, mountSmallDisk, type SpecialDisk } from '../../fixtures/special-disks.ts';
import {
  DRIVE_SEED,
  type SurveyedDrive,
  simulatedDrive,
  surveyedDrive,
} from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { IS_LONG, it } from '../../support/tier.ts';
import { refusedByProcess as refused } from './refused.ts';
import { lastJson, runCli } from './run-cli.ts';

const MOUNTS = canMount();
const WHY_SKIPPED = MOUNTS ? '' : ' (SKIPPED: needs Linux and the right to mount)';

let surveyed: SurveyedDrive;
beforeAll(async () => {
  if (MOUNTS) surveyed = await surveyedDrive();
});

function smallDisk(bytes: number): SpecialDisk {
  const disk = mountSmallDisk(bytes)!;
  onTestFinished(() => disk.unmount());
  return disk;
}

describe.skipIf(!MOUNTS)(`a disk that is full or read-only (seed ${DRIVE_SEED})${WHY_SKIPPED}`, () => {
  it('in the import of a new project: nothing is left on it', async () => {
    const disk = smallDisk(2 << 20);
    const project = join(disk.path, 'new.socavon');
    const out = join(temporaryFolder(), 'out');
    const refusal = await refused(1, 'run', surveyed.capture, '--project', project, '--out', out);
    expect(refusal.code).toBe('disk-full');
    expect(refusal.message).toBe(
      `The disk is full: ${project} could not be written. Free some space or name another disk; what was whole before is kept.`,
    );
    expect(refusal.stderr).toMatch(/^import: \d/m);
    expect(readdirSync(disk.path)).toEqual([]);
  });

  it.runIf(IS_LONG)('in a further import: what the project held stays whole', async () => {
    const disk = smallDisk(7 << 20);
    const project = join(disk.path, 'drive.socavon');
    copyFileSync(surveyed.project, project);
    const before = lastJson(await runCli('info', project, '--json'));
    const other = join(await simulatedDrive('thesis64'), 'capture.pcap');
    const out = join(temporaryFolder(), 'out');
    const refusal = await refused(1, 'run', other, '--project', project, '--out', out);
    expect(refusal.code).toBe('disk-full');
    const after = lastJson(await runCli('info', project, '--json'));
    expect(after.sessions).toEqual(before.sessions);
  });

  it('while the map is exported: that costs the map only, no half file, and the next run aligns nothing', async () => {
    const disk = smallDisk(3 << 20);
    const folder = temporaryFolder();
    const project = join(folder, 'drive.socavon');
    copyFileSync(surveyed.project, project);
    const args = ['run', surveyed.capture, '--project', project, '--out'];
    const full = await runCli(...args, disk.path, '--json');
    expect(full.status).toBe(1);
    const { failed, files, volume } = lastJson(full) as {
      failed: { output: string; code: string; message: string }[];
      files: string[];
      volume: object;
    };
    expect(failed.map(({ output, code }) => [output, code])).toEqual([
      ['map.ply', 'disk-full'],
      ['map.las', 'disk-full'],
    ]);
    expect(failed[0].message).toMatch(/map\.(ply|las|points\.\w+\.part) could not be written/);
    expect(full.stderr).toMatch(/^error: Not written: map\.ply, map\.las\. The disk is full/m);
    expect(full.stderr).toMatch(/^export: \d/m);
    expect(volume).toEqual(lastJson(surveyed.ending).volume);
    expect(readdirSync(disk.path).sort()).toEqual([...files].sort());

    const out = join(folder, 'out');
    const ending = await runCli(...args, out, '--json');
    expect(ending.status).toBe(0);
    expect(ending.stderr).not.toMatch(/^align:/m);
    expect(readFileSync(join(out, 'volume.json'))).toEqual(readFileSync(join(surveyed.out, 'volume.json')));
  });

  it('that is read-only is refused as out folder before any work', async () => {
    const disk = smallDisk(1 << 20);
    disk.makeReadOnly();
    const folder = temporaryFolder();
    const project = join(folder, 'new.socavon');
    const refusal = await refused(1, 'run', surveyed.capture, '--project', project, '--out', disk.path);
    expect(refusal.code).toBe('file-unwritable');
    expect(refusal.stderr).toBe(
      `error: ${disk.path} cannot be written (it is read-only); name a folder that this user may write to.\n`,
    );
    expect(readdirSync(folder)).toEqual([]);
  });
});
