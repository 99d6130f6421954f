import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { beforeAll, describe, expect, it } from 'vitest';
import { PcapWriter } from '../../../src-core/io/capture/pcap-writer.ts';
import { NOMINAL_SENSORS } from '../../../src-core/model/nominal-sensor.ts';
import { openAtomicSink } from '../../../src-main/files/atomic-sink.ts';
import { socavonProgram } from '../../../src-main/hosts/cli/program.ts';
import {
  DRIVE_SEED,
  type SurveyedDrive,
  simulatedDrive,
  surveyedDrive,
} from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { refused, refusedByProcess } from './refused.ts';
import { endOf, lastJson, startCli } from './run-cli.ts';

let drive: string;
let capture: string;
let surveyed: SurveyedDrive;

beforeAll(async () => {
  drive = await simulatedDrive('legacy16');
  capture = join(drive, 'capture.pcap');
  surveyed = await surveyedDrive();
});

/** A folder of the person's, with what the test puts there. */
function place(files: Record<string, string | Uint8Array> = {}): string {
  const folder = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

/** Runs where nothing may be left behind: neither project nor results, nor the folder for them. */
async function refusedCleanly(captures: string[], ...more: string[]) {
  const folder = temporaryFolder();
  const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'deep', 'out')];
  const refusal = await refused(1, 'run', ...captures, ...files, ...more);
  expect(readdirSync(folder)).toEqual([]);
  return refusal;
}

function changedMetadata(change: (metadata: Record<string, Record<string, unknown>>) => void): string {
  const metadata = JSON.parse(readFileSync(join(drive, 'metadata.json'), 'utf8'));
  change(metadata);
  return join(place({ 'other.json': JSON.stringify(metadata) }), 'other.json');
}

describe(`socavon run refuses (simulated drive, seed ${DRIVE_SEED}) the capture`, () => {
  it('that does not exist', async () => {
    const path = join(temporaryFolder(), 'none.pcap');
    const refusal = await refusedCleanly([path]);
    expect(refusal).toMatchObject({
      code: 'file-missing',
      message: `There is no file ${path}; check the name and the folder.`,
    });
    // The others are run in this process: one of its own says the same.
    const folder = temporaryFolder();
    const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
    expect(await refusedByProcess(1, 'run', path, ...files)).toEqual(refusal);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('that is a folder', async () => {
    expect(await refusedCleanly([drive])).toMatchObject({
      code: 'file-unreadable',
      message: `${drive} is a folder; name a file in it.`,
    });
  });

  it.skipIf(process.platform === 'win32')('that is a device', async () => {
    const refusal = await refusedCleanly(['/dev/zero']);
    expect(refusal.message).toBe(
      '/dev/zero is a pipe, a socket or a device and no regular file; copy what it gives to a file first.',
    );
  });

  it('that is empty', async () => {
    const path = join(place({ 'capture.pcap': '' }), 'capture.pcap');
    const refusal = await refusedCleanly([path, '--metadata', join(drive, 'metadata.json')]);
    expect(refusal).toMatchObject({
      code: 'capture-empty',
      message: expect.stringContaining('is empty (0 bytes)'),
    });
  });

  it('that is cut before one rotation is whole', async () => {
    const path = join(place(), 'capture.pcap');
    copyFileSync(capture, path);
    truncateSync(path, 20_000);
    const refusal = await refusedCleanly([path, '--metadata', join(drive, 'metadata.json')]);
    expect(refusal.code).toBe('capture-truncated');
    expect(refusal.message).toMatch(
      /capture\.pcap is cut before the end of its first rotation .*copy the capture again/,
    );
  });

  it('without lidar packets, naming the ports and sizes that it does hold', async () => {
    const path = join(place(), 'office.pcap');
    const pcap = new PcapWriter(await openAtomicSink(path));
    for (let i = 0; i < 3; i++) await pcap.write(BigInt(i), 68, 67, new Uint8Array(300));
    for (let i = 0; i < 5; i++) await pcap.write(BigInt(i), 53, 7502, new Uint8Array(100));
    await pcap.close();
    const refusal = await refusedCleanly([path, '--metadata', join(drive, 'metadata.json')]);
    expect(refusal.code).toBe('capture-empty');
    expect(refusal.message).toContain(
      'office.pcap holds no lidar packets; it holds 5 packets of 100 bytes to port 7502, 3 packets of 300 bytes to port 67',
    );
  });

  it('that is a trajectory', async () => {
    const refusal = await refusedCleanly([
      join(drive, 'truth_tum.txt'),
      '--metadata',
      join(drive, 'metadata.json'),
    ]);
    expect(refusal.code).toBe('file-format');
    expect(refusal.message).toContain('truth_tum.txt is a trajectory');
  });

  it('that is given twice', async () => {
    const refusal = await refusedCleanly([capture, capture]);
    expect(refusal).toMatchObject({
      code: 'capture-known',
      message: expect.stringContaining('give it once'),
    });
  });
});

describe('socavon run refuses the metadata', () => {
  it('that is missing: names what was looked for and the way out', async () => {
    const path = join(place(), 'nivel-4200.pcap');
    copyFileSync(capture, path);
    const refusal = await refusedCleanly([path]);
    expect(refusal.code).toBe('metadata-missing');
    expect(refusal.message).toMatch(
      /^No sensor metadata for nivel-4200\.pcap: looked in .* for nivel-4200\.json, .*metadata\.json.*--metadata.*--sensor os1-16\.$/,
    );
  });

  it.each([
    ['malformed JSON', '{"prod_line": "OS-1', 'metadata-malformed', /broken\.json is no valid JSON/],
    ['no metadata', '{"volume": 1}', 'metadata-malformed', /broken\.json/],
    ['no text', Buffer.from([0, 1, 2, 0xff]), 'file-format', /broken\.json is no plain text/],
  ])('that is %s', async (_, content, code, sentence) => {
    const refusal = await refusedCleanly([
      capture,
      '--metadata',
      join(place({ 'broken.json': content }), 'broken.json'),
    ]);
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(sentence) });
  });

  it('of a sensor with more beams', async () => {
    const path = changedMetadata(({ beam_intrinsics, lidar_data_format }) => {
      const twice = (key: string) => {
        beam_intrinsics[key] = [...(beam_intrinsics[key] as number[]), ...(beam_intrinsics[key] as number[])];
      };
      twice('beam_altitude_angles');
      twice('beam_azimuth_angles');
      lidar_data_format.pixels_per_column = 32;
      lidar_data_format.pixel_shift_by_row = new Array(32).fill(0);
    });
    const refusal = await refusedCleanly([capture, '--metadata', path]);
    expect(refusal.code).toBe('metadata-mismatch');
    expect(refusal.message).toMatch(
      /were expected, found were \d+ of 3392 bytes \(LEGACY of 16 channels\); give the metadata/,
    );
  });

  it('of another mode', async () => {
    const path = changedMetadata(({ config_params, lidar_data_format }) => {
      config_params.lidar_mode = '2048x10';
      lidar_data_format.columns_per_frame = 2048;
      lidar_data_format.column_window = [0, 2047];
    });
    const refusal = await refusedCleanly([capture, '--metadata', path]);
    expect(refusal.code).toBe('metadata-mismatch');
    expect(refusal.message).toMatch(/number their columns up to 1023, the metadata says 2048/);
  });

  it('other than that of the earlier import of the same capture', async () => {
    const project = join(place(), 'copy.socavon');
    copyFileSync(surveyed.project, project);
    const files = ['--project', project, '--out', join(temporaryFolder(), 'out')];
    const refusal = await refused(1, 'run', capture, ...files, '--sensor', 'os1-16');
    expect(refusal.code).toBe('capture-known');
    expect(refusal.message).toMatch(
      /imported with the metadata metadata\.json; start a new project to import it with os1-16/,
    );
  });
});

describe('socavon run refuses the project', () => {
  it('made by a newer version, which stays as it is, byte for byte', async () => {
    const folder = place();
    const path = join(folder, 'future.socavon');
    copyFileSync(surveyed.project, path);
    const database = new Database(path);
    database.pragma('user_version = 99');
    database.close();
    const [bytes, { mtimeMs }] = [readFileSync(path), statSync(path)];
    const refusal = await refused(1, 'run', capture, '--project', path, '--out', join(folder, 'out'));
    expect(refusal.code).toBe('project-newer');
    expect(refusal.message).toMatch(
      /newer version of Socavón \(project version 99.*update the program.*not touched/,
    );
    expect(readFileSync(path).equals(bytes)).toBe(true);
    expect(statSync(path).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(folder)).toEqual(['future.socavon']);
  });

  it('that is the capture, given by mistake', async () => {
    const bytes = readFileSync(capture);
    const out = join(temporaryFolder(), 'out');
    const refusal = await refused(1, 'run', capture, '--project', capture, '--out', out);
    expect(refusal).toMatchObject({
      code: 'project-format',
      message: `${capture} is not a Socavón project; name a .socavon file, or one that does not exist yet to start a new project.`,
    });
    expect(readFileSync(capture).equals(bytes)).toBe(true);
  });

  it('of another program', async () => {
    const path = join(place(), 'photos.db');
    const database = new Database(path);
    database.exec('CREATE TABLE photos (id INTEGER)');
    database.close();
    const refusal = await refused(
      1,
      'run',
      capture,
      '--project',
      path,
      '--out',
      join(temporaryFolder(), 'out'),
    );
    expect(refusal).toMatchObject({
      code: 'project-format',
      message: expect.stringContaining('another program'),
    });
  });

  it('in a place where none can be', async () => {
    const path = join(capture, 'new.socavon');
    const refusal = await refused(
      1,
      'run',
      capture,
      '--project',
      path,
      '--out',
      join(temporaryFolder(), 'out'),
    );
    expect(refusal).toMatchObject({
      code: 'file-unwritable',
      message: expect.stringContaining('part of its path is a file'),
    });
  });
});

describe('socavon run refuses before any work', () => {
  it('an out folder that cannot be', async () => {
    const folder = place({ file: '' });
    const project = join(folder, 'new.socavon');
    for (const out of [join(folder, 'file'), join(folder, 'file', 'out')]) {
      const refusal = await refused(1, 'run', capture, '--project', project, '--out', out);
      expect(refusal.code).toBe('file-unwritable');
      expect(refusal.stderr).toBe(
        `error: ${out} cannot be written: part of its path is a file, not a folder; name another folder.\n`,
      );
    }
    expect(existsSync(project)).toBe(false);
  });

  it.skipIf(process.platform !== 'linux')('--engine gpu where there is no driver of a GPU', async () => {
    const folder = temporaryFolder();
    const files = ['--project', join(folder, 'new.socavon'), '--out', join(folder, 'out')];
    const args = ['run', capture, ...files, '--engine', 'gpu', '--json'];
    const ending = await endOf(startCli(args, { VK_DRIVER_FILES: '/nowhere' }));
    expect(ending.status).toBe(1);
    expect(lastJson(ending).error).toMatchObject({ code: 'engine-unavailable' });
    // Dawn itself complains first that it found no Vulkan.
    expect(ending.stderr).toMatch(
      /(^|\n)error: No GPU adapter was found; use the CPU engine, or see [^\n]*\n$/,
    );
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each([
    ['that is missing', null, 'file-missing', /There is no file/],
    [
      'that is the capture',
      'capture',
      'axis-unusable',
      /its ending is none of .*\.csv.*; save it as one of those/,
    ],
    [
      'with a word for a number',
      'chainage,x,y,z\n0,0,0,0\n1,east,0,0\n',
      'axis-unusable',
      /line 3: the x "east" is not a number/,
    ],
    [
      'whose chainage is of another line',
      '0,0,0,0\n5,1,0,0\n',
      'axis-unusable',
      /line 2: the chainage grows by 5\.000 m where/,
    ],
    ['of one vertex', '0,0,0,0\n', 'axis-unusable', /has one vertex/],
  ])('an axis %s', async (_, content, code, sentence) => {
    const path =
      content === 'capture' ? capture : join(place(content ? { 'axis.csv': content } : {}), 'axis.csv');
    const refusal = await refusedCleanly([capture, '--axis', path]);
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect(refusal.stderr).not.toContain('import:');
  });

  it('chainages beyond the given axis', async () => {
    const refusal = await refusedCleanly([
      capture,
      '--axis',
      join(drive, 'truth_axis.csv'),
      '--chainage',
      '100:150',
    ]);
    expect(refusal.code).toBe('chainage-range');
    expect(refusal.message).toMatch(
      /100:150 lies outside the axis truth_axis\.csv, which runs from 0 to 30;/,
    );
    expect(refusal.stderr).not.toContain('import:');
  });

  it.each([
    [
      'in millimetres',
      '{"shape":"baul","width":4500,"height":4200,"wallHeight":2500}',
      /"width" is 4500.*millimetres/,
    ],
    ['of an unknown shape', '{"shape":"egg"}', /its "shape" is "egg"; give "baul"/],
    ['of malformed JSON', '{"shape":', /not valid JSON/],
  ])('a design %s', async (_, content, sentence) => {
    const path = join(place({ 'design.json': content }), 'design.json');
    const refusal = await refusedCleanly([capture, '--design', path]);
    expect(refusal).toMatchObject({ code: 'design-unusable', message: expect.stringMatching(sentence) });
    expect(refusal.stderr).not.toContain('import:');
  });
});

describe('socavon run refuses what does not meet the map, and keeps the map to look at', () => {
  it.each([
    [
      'an axis elsewhere',
      'axis',
      'axis-off-map',
      /No point of the map lies near the axis: it runs \d+ m off the map/,
    ],
    [
      'chainages beyond the wall',
      'chainage',
      'chainage-range',
      /100:150 lies outside the surveyed wall, which is known from -?0\.\d+:1[78]\.\d+/,
    ],
  ])('%s', async (_, what, code, sentence) => {
    const folder = place({ 'axis.csv': '0,5000,0,0\n30,5030,0,0\n' });
    const [project, out] = [join(folder, 'copy.socavon'), join(folder, 'out')];
    copyFileSync(surveyed.project, project);
    const wrong = what === 'axis' ? ['--axis', join(folder, 'axis.csv')] : ['--chainage', '100:150'];
    const refusal = await refused(
      1,
      'run',
      capture,
      '--project',
      project,
      '--out',
      out,
      '--map-voxel',
      '0.5',
      ...wrong,
    );
    expect(refusal).toMatchObject({ code, message: expect.stringMatching(sentence) });
    expect(readdirSync(out).sort()).toEqual(['map.las', 'map.ply', 'trajectory.tum']);
  });
});

describe('socavon run answers wrong usage with exit status 2', () => {
  it.each([
    ['no capture', ['--project', 'p', '--out', 'o'], /missing required argument 'capture'/],
    ['no project', ['a.pcap', '--out', 'o'], /required option '--project <file>' not specified/],
    ['no out folder', ['a.pcap', '--project', 'p'], /required option '--out <dir>' not specified/],
    [
      'a pose of three numbers',
      ['--origin-pose', '1 2 3'],
      /Give seven numbers "x y z qx qy qz qw"; there are 3/,
    ],
    ['a pose without rotation', ['--origin-pose', '1 2 3 0 0 0 0'], /has the length 0\.0000 instead of 1/],
    ['a reversed range', ['--chainage', '20:5'], /FROM must be less than TO; 20 is not less than 5/],
    ['no range', ['--chainage', '20'], /Give two chainages as FROM:TO/],
    ['an interval of 0', ['--interval', '0'], /--interval <m>.* It takes 0\.01 to 100 m/],
    ['an interval of a micrometre', ['--interval', '1e-6'], /It takes 0\.01 to 100 m/],
    [
      'a chainage beyond any mine',
      ['--chainage', '0:1e9'],
      /argument '0:1e9' is invalid. It takes -1000000 to 1000000 m/,
    ],
    ['a negative voxel', ['--map-voxel', '-1'], /It takes 0 to 5 m/],
    ['an unknown engine', ['--engine', 'abacus'], /Allowed choices are auto, cpu, gpu/],
    ['an unknown sensor', ['--sensor', 'os9'], /Allowed choices are os1-16/],
    ['an unknown language', ['--language', 'qu'], /Allowed choices are es, en/],
    [
      'sensor and metadata',
      ['--sensor', 'os1-16', '--metadata', 'm.json'],
      /cannot be used with option '--metadata/,
    ],
  ])('%s', async (_, args, sentence) => {
    const isWhole = args[0].startsWith('--') && args[0] !== '--project';
    const all = isWhole ? ['a.pcap', '--project', 'p', '--out', 'o', ...args] : args;
    const refusal = await refused(2, 'run', ...all);
    expect(refusal).toMatchObject({ code: 'usage', message: expect.stringMatching(sentence) });
  });

  it('and offers the sensors that there are', () => {
    const run = socavonProgram().commands.find((command) => command.name() === 'run')!;
    const sensor = run.options.find(({ long }) => long === '--sensor')!;
    expect(sensor.argChoices).toEqual(NOMINAL_SENSORS);
  });
});

describe('what a killed run left half-written', () => {
  it('is removed when it is old, and left alone while it may be alive', async () => {
    const folder = place({
      '.map.las.0123abcd.part': 'half',
      '.map.ply.89abcdef.part': 'half',
      'mine.part': '',
    });
    const { utimes } = await import('node:fs/promises');
    await utimes(join(folder, '.map.las.0123abcd.part'), 1e9, 1e9);
    await refused(
      1,
      'run',
      join(folder, 'none.pcap'),
      '--project',
      join(folder, 'p.socavon'),
      '--out',
      folder,
    );
    expect(readdirSync(folder).sort()).toEqual(['.map.ply.89abcdef.part', 'mine.part']);
  });
});
