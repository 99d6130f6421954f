import { copyFileSync, readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect } from 'vitest';
import packageJson from '../../../package.json' with { type: 'json' };
import { parseTum } from '../../../src-core/io/tables/tum.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import {
  CHAINAGE,
  DRIVE_SEED,
  type SurveyedDrive,
  simulatedDrive,
  surveyedDrive,
  truthOf,
} from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { type Ending, lastJson, runCli } from './run-cli.ts';

const FILES = [
  'calibration.json',
  'map.las',
  'map.ply',
  'outlines.csv',
  'profiles.csv',
  'report.html',
  'report.pdf',
  'trajectory.tum',
  'volume.json',
];
/** Metres between the vertices of the drawn map: files are not what these tests look at. */
const COARSE = ['--map-voxel', '0.3'];

let drive: string;
let surveyed: SurveyedDrive;

beforeAll(async () => {
  drive = await simulatedDrive('legacy16');
  surveyed = await surveyedDrive();
});

function textIn(folder: string, name: string): string {
  return readFileSync(join(folder, name), 'utf8');
}

function volumeIn(folder: string): VolumeJson {
  return JSON.parse(textIn(folder, 'volume.json'));
}

async function describeProject(path: string) {
  const { sessions } = lastJson(await runCli('info', path, '--json')) as {
    sessions: { scans: number; runs: { state: string; poses: number }[] }[];
  };
  return sessions;
}

/** Standard error without the lines of progress. */
function notes({ stderr }: Ending): string[] {
  return stderr
    .split('\n')
    .filter((line) => line !== '' && !/^(import|align|map|measure|export): \d/.test(line));
}

describe(`socavon run on a simulated drive (seed ${DRIVE_SEED})`, () => {
  it('ends with 0, one line of JSON, progress on standard error, and the files whole', () => {
    const { ending, out, project } = surveyed;
    expect(ending.status).toBe(0);
    expect(ending.stdout).toMatch(/^\{.*\}\n$/);
    for (const stage of ['import', 'align', 'measure', 'export'])
      expect(ending.stderr).toMatch(new RegExp(`^${stage}: .* \\(100 %\\)$`, 'm'));
    for (const drawn of ['\r', '\x1b']) expect(ending.stderr).not.toContain(drawn);
    expect(readdirSync(out).sort()).toEqual(FILES);
    expect(readdirSync(join(project, '..')).sort()).toEqual(['drive.socavon', 'ending.json', 'out']);

    const data = lastJson(ending);
    expect(Object.keys(data)).toEqual([
      'project', 'out', 'session', 'alreadyImported', 'engine', 'adapter', 'scans', 'pathLength', 'unobservedLength',
      'refinement', 'chainageFrom', 'chainageTo', 'length', 'volume', 'perMetre', 'statedFirst', 'drive', 'recesses',
      'objects', 'sections', 'methods', 'measuredShare', 'coverage', 'mapPoints', 'movedLeftOut', 'warnings', 'files',
    ]); // biome-ignore format: a list
    expect(data).toMatchObject({
      session: 1,
      alreadyImported: false,
      engine: 'cpu',
      adapter: null,
      unobservedLength: 0,
      refinement: { refined: false, frame: 'local', controlRms: null, loops: [], unseen: [] },
    });
    expect((data.files as string[]).toSorted()).toEqual(FILES);
    const {
      profiles,
      lengthPlusMinus,
      reliability,
      uncertainty,
      correction,
      halves,
      instrument,
      madeBy: _,
      ...volume
    } = volumeIn(out);
    expect(data).toMatchObject(volume);
    expect(uncertainty).not.toEqual([]);
    expect(halves).toContain('scans');
    // Nor is the wall: a perfect sensor shows less than a millimetre of any error.
    for (const error of [correction!.bias, correction!.spread])
      expect(Math.abs(error.value)).toBeLessThan(0.001);
    // A perfect sensor: nothing is corrected.
    expect(instrument!.parameters.length).toBeGreaterThan(50);
    expect(instrument!.parameters.filter(({ state }) => state === 'applied')).toEqual([]);
    expect(profiles.length).toBeGreaterThan(30);
    expect(reliability.length).toBeGreaterThan(10);
    expect(lengthPlusMinus).toBeGreaterThan(0);
  });

  it('writes volume.json as other programs read it', () => {
    const volume = volumeIn(surveyed.out);
    expect(Object.keys(volume)).toEqual([
      'chainageFrom', 'chainageTo', 'length', 'volume', 'methods', 'measuredShare', 'profiles', 'warnings',
      'lengthPlusMinus', 'reliability', 'sections', 'drive', 'recesses', 'objects', 'uncertainty',
      'correction', 'halves', 'perMetre', 'statedFirst', 'coverage', 'instrument', 'madeBy',
    ]); // biome-ignore format: a list
    expect(Object.keys(volume.volume)).toEqual(['value', 'plusMinus', 'confidence']);
    expect(Object.keys(volume.methods)).toEqual(['endArea', 'prismoidal', 'solid']);
    expect(volume.length).toBeCloseTo(volume.chainageTo - volume.chainageFrom, 5);
    for (const value of [...Object.values(volume.volume), ...Object.values(volume.methods)])
      expect(value).toBeGreaterThan(0);
    for (const warning of volume.warnings) expect(Object.keys(warning)).toEqual(['code', 'message']);
    const { program, version, captures, steps } = volume.madeBy!;
    expect([program, version]).toEqual(['Socavón', packageJson.version]);
    expect(captures.map(({ sha256 }) => sha256)).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(steps.map(({ stage }) => stage)).toEqual(['import', 'align', 'measure']);
    expect(volume.profiles.map(({ chainage }) => chainage)).toContain(10.5);
  });

  it('writes trajectory.tum: one pose a scan, the sensor clock, the first scan the origin', () => {
    const text = textIn(surveyed.out, 'trajectory.tum');
    const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    for (const line of lines) expect(line).toMatch(/^\d+\.\d{9}( -?\d+\.\d+){7}$/);
    const poses = parseTum(text, 'trajectory.tum');
    const truth = parseTum(textIn(drive, 'truth_tum.txt'), 'truth_tum.txt');
    expect(poses.map(({ stampNs }) => stampNs)).toEqual(truth.map(({ stampNs }) => stampNs));
    expect(lines[0]).toMatch(/ 0\.0+ 0\.0+ 0\.0+ 0\.0+ 0\.0+ 0\.0+ 1\.0+$/);
    const travelled = (list: typeof poses): number => {
      const [a, b] = [list[0].T_map_sensor.t, list[list.length - 1].T_map_sensor.t];
      return Math.hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
    };
    expect(Math.abs(travelled(poses) / travelled(truth) - 1)).toBeLessThan(0.003);
  });

  it('draws the report in Spanish', () => {
    expect(textIn(surveyed.out, 'report.html')).toMatch(/<html lang="es".*Volumen excavado/s);
  });

  it('asked again in the mine grid: says that the capture is there, aligns nothing twice, measures anew', async () => {
    const folder = temporaryFolder();
    const [project, out] = [join(folder, 'copy.socavon'), join(folder, 'out')];
    copyFileSync(surveyed.project, project);
    const truth = truthOf(drive);
    const section = { shape: 'baul', ...sectionOf(truth) };
    writeFileSync(join(folder, 'baul.json'), JSON.stringify(section));
    const ending = await runCli(
      'run', surveyed.capture, '--project', project, '--out', out, '--origin-pose', truth.originPose,
      '--axis', join(drive, 'truth_axis.csv'), '--chainage', CHAINAGE, '--interval', '1',
      '--design', join(folder, 'baul.json'), '--map-voxel', '0', '--language', 'en', '--json',
    ); // biome-ignore format: one command line
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(/^capture\.pcap: already imported on .* nothing was added\.$/m);
    expect(ending.stderr).toMatch(/truth_axis\.csv: the chainage follows the line in space/);
    expect(ending.stderr).not.toMatch(/^align:/m);
    const sessions = await describeProject(project);
    expect(sessions).toMatchObject([{ scans: truth.scans, runs: [{ state: 'done', poses: truth.scans }] }]);

    const data = lastJson(ending);
    expect(data).toMatchObject({ alreadyImported: true, chainageFrom: 6, chainageTo: 20 });
    expect(data.length).toBeCloseTo(14, 3);
    const { volumes } = truth.asked[0];
    const { volume, profiles, methods } = volumeIn(out);
    for (const value of [volume.value, ...Object.values(methods)])
      expect(Math.abs(value / volumes.void - 1)).toBeLessThan(0.005);
    expect(Math.abs(volume.value - volumes.void)).toBeLessThan(volume.plusMinus);
    expect(profiles.map(({ chainage }) => chainage)).toEqual(Array.from({ length: 15 }, (_, i) => 6 + i));
    const { design } = data as { design: Record<string, number> };
    expect(design.volume).toBeCloseTo(volumes.design, 0);
    expect(Math.abs(design.overbreak - volumes.overbreak)).toBeLessThan(volume.plusMinus);
    expect(Math.abs(design.underbreak - volumes.underbreak)).toBeLessThan(volume.plusMinus);

    const [first] = parseTum(textIn(out, 'trajectory.tum'), 'trajectory.tum');
    const [wanted] = parseTum(textIn(drive, 'truth_tum.txt'), 'truth_tum.txt');
    for (const axis of [0, 1, 2])
      expect(first.T_map_sensor.t[axis]).toBeCloseTo(wanted.T_map_sensor.t[axis], 5);
    expect(data.mapPoints).toBeGreaterThan(lastJson(surveyed.ending).mapPoints as number);
    expect(data.mapPoints).toBeGreaterThan(10_000 * truth.scans);
    expect(textIn(out, 'report.html')).toMatch(/<html lang="en".*baul\.json/s);
  });

  it.runIf(IS_LONG)(
    'gives the same trajectory from the 12608-byte packets, and words where no JSON is asked for',
    async () => {
      const folder = temporaryFolder();
      const capture = join(await simulatedDrive('thesis64'), 'capture.pcap');
      const [project, out] = [join(folder, 'deep', 'thesis.socavon'), join(folder, 'deep', 'out')];
      const ending = await runCli('run', capture, '--project', project, '--out', out, ...COARSE);
      expect(ending.status).toBe(0);
      expect(ending.stdout).toMatch(
        /^Volume \d+\.\d\d ± \d+\.\d\d m³, \d+\.\d\d ± \d+\.\d\d m³\/m \(95 %\) from chainage .* of the path are in it\..*\n {2}end area .*\n/,
      );
      expect(ending.stdout).toContain(`${out}: `);
      expect(textIn(out, 'trajectory.tum')).toBe(textIn(surveyed.out, 'trajectory.tum'));
    },
  );

  it.runIf(IS_LONG)(
    'goes without metadata when told the sensor, and says what was taken for it',
    async () => {
      const folder = temporaryFolder();
      const capture = join(folder, 'alone.pcap');
      copyFileSync(join(await simulatedDrive('thesis64'), 'capture.pcap'), capture);
      const [project, out] = [join(folder, 'alone.socavon'), join(folder, 'out')];
      const ending = await runCli(
      'run', capture, '--sensor', 'os1-16', '--project', project, '--out', out, ...COARSE, '--json',
    ); // biome-ignore format: one command line
      expect(ending.status).toBe(0);
      const sentence = expect.stringMatching(/^No metadata: the nominal OS1-16 was taken.*give the metadata/);
      expect(volumeIn(out).warnings[0]).toEqual({ code: 'sensor-nominal', message: sentence });
      expect(notes(ending)[0]).toMatch(/^warning: No metadata: the nominal OS1-16/);
      expect(textIn(out, 'report.html')).toContain('sensor nominal');
    },
  );

  it.runIf(IS_LONG)('takes raw donut files, and notes that they lack inertial readings', async () => {
    const folder = temporaryFolder();
    const thesis = await simulatedDrive('thesis64');
    const names = readdirSync(join(thesis, 'donuts')).sort();
    const [project, out] = [join(folder, 'donuts.socavon'), join(folder, 'out')];
    const ending = await runCli(
      'run', ...names.map((name) => join(thesis, 'donuts', name)), '--metadata', join(thesis, 'metadata.json'),
      '--project', project, '--out', out, ...COARSE, '--json',
    ); // biome-ignore format: one command line
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(/^The captures hold no inertial readings \(raw donut files never do\)/m);
    const { scans, pathLength } = lastJson(ending) as { scans: number; pathLength: number };
    expect(scans).toBe(names.length);
    const info = await runCli('info', project);
    expect(info.stdout).toMatch(/captures {7}85, 00000\.bin to 00084\.bin, 68\.6 MB\n/);
    expect(Math.abs(pathLength / truthOf(thesis).travelled - 1)).toBeLessThan(0.005);
  });

  it.runIf(IS_LONG)('uses what is whole of a capture that was cut, and warns in every place', async () => {
    const folder = temporaryFolder();
    const capture = join(folder, 'cut.pcap');
    copyFileSync(surveyed.capture, capture);
    copyFileSync(join(drive, 'metadata.json'), join(folder, 'cut.json'));
    truncateSync(capture, Math.floor(0.97 * readFileSync(surveyed.capture).length));
    const [project, out] = [join(folder, 'cut.socavon'), join(folder, 'out')];
    const ending = await runCli('run', capture, '--project', project, '--out', out, ...COARSE, '--json');
    expect(ending.status).toBe(0);
    expect(ending.stderr).toMatch(/^warning: cut\.pcap is cut: .*everything before it is used\.$/m);
    expect(lastJson(ending).warnings).toContainEqual({
      code: 'capture',
      message: expect.stringContaining('cut.pcap is cut'),
    });
    expect(volumeIn(out).warnings[0].code).toBe('capture');
    expect(textIn(out, 'report.html')).toContain('cut.pcap está cortada');
    expect(lastJson(ending).scans).toBeLessThan(truthOf(drive).scans);
    // Below a result too, in the language of the command line.
    const again = await runCli('volume', project, '--language', 'es');
    expect(again.stdout).toMatch(/^ADVERTENCIA: cut\.pcap está cortada/m);
    expect(again.stdout).not.toContain('is cut');
  });
});

/** The nominal section of the simulated drive. */
function sectionOf({ options }: ReturnType<typeof truthOf>): object {
  const { width, height, wallHeight, axisHeight } = options.section;
  return { width, height, wallHeight, axisHeight };
}
