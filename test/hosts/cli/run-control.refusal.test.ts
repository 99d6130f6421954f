import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { CONTROLLED_SEED, type ControlledDrive, controlledDrive } from '../../fixtures/controlled-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { refused } from './refused.ts';

let drive: ControlledDrive;
beforeAll(async () => {
  drive = await controlledDrive();
}, 1_800_000);

const THREE = 'T1,10,0,1\nT2,12,4,1\nT3,16,0,2\n';

/** Runs with a list of this text where nothing may be left behind. */
async function refusedList(status: number, list: string, ...more: string[]) {
  const folder = temporaryFolder();
  const points = join(temporaryFolder(), 'points.csv');
  writeFileSync(points, list);
  const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
  const refusal = await refused(status, 'run', drive.capture, ...files, '--control', points, ...more);
  expect(readdirSync(folder)).toEqual([]);
  return refusal;
}

describe(`socavon run refuses (simulated drive, seed ${CONTROLLED_SEED}) control points`, () => {
  it.each([
    ['that are empty', '', 'file-format', 'points.csv: it has no point'],
    ['with a decimal comma', 'T1;350123,45;8600000;10\n', 'file-format', 'line 1: .*decimal comma'],
    ['of one name', 'T1,1,2,3\nT1,4,5,6\n', 'file-format', 'line 2: .*already in line 1'],
    ['with the columns swapped', 'T1,8600000,350000,4000\n', 'file-format', 'look swapped'],
  ])('%s, before anything is computed', async (_, list, code, says) => {
    const refusal = await refusedList(1, list);
    expect(refusal.code).toBe(code);
    expect(refusal.message).toMatch(new RegExp(says));
  });

  it('that are too few to hold a survey', async () => {
    const refusal = await refusedList(1, 'T1,1,2,3\n');
    expect(refusal).toMatchObject({
      code: 'not-determined',
      message: expect.stringContaining('points.csv leaves 1 point to constrain the survey; three'),
    });
  });

  it('that are all but one kept to check by', async () => {
    const refusal = await refusedList(1, THREE, '--check', 'T1,T3');
    expect(refusal).toMatchObject({ code: 'not-determined', message: expect.stringContaining('leaves 1') });
  });

  it('of which one to check by is not in the list', async () => {
    const refusal = await refusedList(2, THREE, '--check', 'T1,T8');
    expect(refusal).toMatchObject({
      code: 'usage',
      message: 'points.csv has no point T8 to check by; it has T1, T2, T3.',
    });
  });

  it('to check by without any list', async () => {
    const folder = temporaryFolder();
    const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
    const refusal = await refused(2, 'run', drive.capture, ...files, '--check', 'T1');
    expect(refusal.message).toBe('There are no control points to check by; give their list with --control.');
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that are not there', async () => {
    const folder = temporaryFolder();
    const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
    const refusal = await refused(1, 'run', drive.capture, ...files, '--control', join(folder, 'none.csv'));
    expect(refusal.code).toBe('file-missing');
  });

  it('of another mine, and says what was found', async () => {
    const folder = temporaryFolder();
    const project = join(folder, 'drive.socavon');
    copyFileSync(drive.project, project);
    const points = join(folder, 'points.csv');
    writeFileSync(points, 'P1,350100,8600000,4100\nP2,350131,8600004,4101\nP3,350170,8600001,4104\n');
    const files = ['--project', project, '--out', join(folder, 'out')];
    const refusal = await refused(1, 'run', drive.capture, ...files, '--control', points);
    expect(refusal.code).toBe('not-determined');
    expect(refusal.message).toMatch(/do not place the survey\. \d+ targets were found; 0 of them/);
    expect(readdirSync(folder).sort()).toEqual(['drive.socavon', 'points.csv']);
  }, 1_800_000);

  it.each([
    ['--known-length', '5:2:10:0.1', 'FROM must be the earlier scan'],
    ['--known-length', '5:20:10', 'FROM:TO:METRES:SIGMA'],
    ['--known-length', '5:20:-1:0.1', 'It takes 0.01 to 10000 m'],
  ])('or a length: %s %s', async (option, value, says) => {
    const folder = temporaryFolder();
    const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
    const refusal = await refused(2, 'run', drive.capture, ...files, option, value);
    expect(refusal.message).toContain(says);
  });
});
