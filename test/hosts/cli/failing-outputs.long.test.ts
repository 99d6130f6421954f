import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DRIVE_SEED, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { lastJson, runCli } from './run-cli.ts';

/** Folders that stand where a file is to be: nothing can take their names. */
const IN_THE_WAY = [
  'map.las',
  'report.pdf',
  'solid.omf',
  'scans/000003.ply',
  'tables.xlsx',
  'trajectory.tum',
];

describe(`run with every kind of output (seed ${DRIVE_SEED})`, () => {
  it('names those that cannot be written, writes and enters the others, and ends with 1', async () => {
    const { capture, project: surveyed, ending: undisturbed } = await surveyedDrive();
    const folder = temporaryFolder();
    const [project, out] = [join(folder, 'drive.socavon'), join(folder, 'out')];
    copyFileSync(surveyed, project);
    for (const name of IN_THE_WAY) mkdirSync(join(out, name), { recursive: true });
    const args = ['run', capture, '--project', project, '--out', out, '--json'];
    const outputs = ['--scans', 'pcd,ply', '--meshes', 'omf,obj', '--tables', 'xlsx,gpkg'];
    const ending = await runCli(...args, ...outputs, '--grade-base', '100');
    expect(ending.status).toBe(1);
    const data = lastJson(ending) as {
      volume: object;
      files: string[];
      failed: { output: string; code: string; message: string }[];
      warnings: { code: string; message: string }[];
    };
    expect(data.volume).toEqual(lastJson(undisturbed).volume);
    expect(data.warnings.map(({ code }) => code)).toContain('figure-missing');
    expect(data.failed.map(({ output }) => output).sort()).toEqual(
      IN_THE_WAY.map((name) => (name.startsWith('scans/') ? 'scans/*.ply' : name)).sort(),
    );
    for (const { output, code, message } of data.failed) {
      expect(code).toBe('file-unwritable');
      expect(message).toMatch(/ is a folder, and no file can be written in its place; /);
      expect(ending.stderr).toContain(`error: Not written: ${output}. ${message}`);
    }
    expect(ending.stderr).not.toContain('    at ');
    // The other scans are all there, those of the format that failed are all gone.
    const scans = readdirSync(join(out, 'scans'));
    expect(scans.filter((name) => name.endsWith('.ply'))).toEqual(['000003.ply']);
    expect(scans.filter((name) => name.endsWith('.pcd')).length).toBeGreaterThan(50);
    expect(data.files).toContain('scans/');
    for (const name of data.files) expect(existsSync(join(out, name))).toBe(true);
    const names = [...readdirSync(out), ...scans];
    expect(names.filter((name) => name.endsWith('.part'))).toEqual([]);

    const written = data.files.filter((name) => name !== 'scans/').concat('scans/000002.pcd');
    const verified = await runCli('verify', project, ...written.map((name) => join(out, name)), '--json');
    expect(verified.status).toBe(0);
    expect(readFileSync(join(out, 'report.html'), 'utf8')).toContain('100 m');

    // What is stored is the survey: another run makes what was missing.
    const again = await runCli(...args.with(-2, join(folder, 'again')), '--scans', 'ply');
    expect(again.status).toBe(0);
    expect(lastJson(again).volume).toEqual(data.volume);
    expect(readdirSync(join(folder, 'again', 'scans')).length).toBeGreaterThan(50);
  }, 1_800_000);
});
