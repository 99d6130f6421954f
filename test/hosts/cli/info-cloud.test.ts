import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refused } from './refused.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

const STATIONS = new URL('../../io/cloud/data/translationWithoutRotation.e57', import.meta.url);
const XYZ = Array.from({ length: 400 }, (_, i) => `${i % 40} ${(i * 7) % 5} ${(i * 3) % 4}\n`).join('');
const TUM = '0 0 0 0 0 0 0 1\n1 1 0 0 0 0 0 1\n';
const PLY = 'ply\nformat ascii 1.0\nelement vertex 0\nproperty float x\nend_header\n';

let folder: string;
const path = (name: string): string => join(folder, name);

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-info-'));
  writeFileSync(path('drive.xyz'), XYZ);
  writeFileSync(path('scans.e57'), readFileSync(STATIONS));
  writeFileSync(path('cut.e57'), readFileSync(STATIONS).subarray(0, 1500));
  writeFileSync(path('walk.tum'), TUM);
  writeFileSync(path('design.dxf'), '  0\nSECTION\n  2\nENTITIES\n  0\nENDSEC\n  0\nEOF\n');
  writeFileSync(path('packed.ply.gz'), gzipSync(PLY));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('socavon info of a cloud', () => {
  it('says what it is, what is odd, and how it is measured', async () => {
    const { status, stdout } = await runHere('info', path('drive.xyz'), '--language', 'en');
    expect(status).toBe(0);
    expect(stdout).toMatch(/drive\.xyz: point cloud of another program\n/);
    expect(stdout).toMatch(/\n {2}points +400\n/);
    expect(stdout).toMatch(/\n {2}extent +39\.00 × 4\.00 × 3\.00 m\n/);
    expect(stdout).toContain('drive.xyz does not state its unit: metres are assumed.');
    expect(stdout).toMatch(/Measure it: socavon run .*drive\.xyz --project FILE --out FOLDER\n/);
    for (const option of ['--cloud-unit', '--trajectory', '--scanner']) expect(stdout).toContain(option);
  });

  it('keeps control characters of names from the terminal', async () => {
    const name = 'evil\u001b[2J\u009b.ply';
    const property = 'property float \u001b[31mhot';
    const head = `ply\nformat ascii 1.0\ncomment made \u001b[2J\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\n${property}\nend_header\n`;
    writeFileSync(path(name), Buffer.from(`${head}1 2 3 4\n2 3 4 5\n`, 'latin1'));
    const { status, stdout, stderr } = await runHere('info', path(name), '--language', 'en');
    expect(status).toBe(0);
    expect(stdout).toContain('\ufffd[31mhot');
    expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('says it in Spanish', async () => {
    const { stdout } = await runCli('info', path('drive.xyz'), '--language', 'es');
    expect(stdout).toMatch(/drive\.xyz: nube de puntos de otro programa\n/);
    expect(stdout).toMatch(/\n {2}extensión +39\.00 × 4\.00 × 3\.00 m\n/);
    expect(stdout).toContain('Mídala: socavon run');
  });

  it('gives the same to a program, with stations, and what is not there as null', async () => {
    const { stdout } = await runHere('info', path('scans.e57'), '--json');
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'cloud',
      cloud: {
        format: 'e57',
        layout: '1.0',
        unit: { metres: 1, by: 'format' },
        crs: null,
        time: null,
        stations: [{ position: expect.any(Array), points: expect.any(Number) }],
      },
      warnings: expect.any(Array),
      next: [expect.stringContaining('socavon run'), expect.stringContaining('--scanner')],
    });
  });

  it('of several files tells each, and goes on after one that is damaged', async () => {
    const { status, stdout } = await runHere(
      'info',
      ...['cut.e57', 'drive.xyz', 'walk.tum'].map(path),
      '--json',
      '--language',
      'en',
    );
    expect(status).toBe(1);
    expect(JSON.parse(stdout).files).toMatchObject([
      { kind: 'refused' },
      { kind: 'cloud' },
      { kind: 'trajectory', format: 'TUM', poses: 2, length: 1 },
    ]);
  });

  it('lists the clouds and trajectories of a folder', async () => {
    const inner = path('survey');
    mkdirSync(inner);
    writeFileSync(join(inner, 'drive.xyz'), XYZ);
    writeFileSync(join(inner, 'walk.tum'), TUM);
    const result = lastJson(await runHere('info', inner, '--json')) as {
      files: { name: string; role: string }[];
    };
    expect(result.files.map(({ name, role }) => [name, role])).toEqual([
      ['drive.xyz', 'cloud'],
      ['walk.tum', 'trajectory'],
    ]);
  });
});

describe('a file in the place of another says what it is for:', () => {
  const run = (name: string, ...more: string[]): string[] => [
    ...['run', path(name), '--project', path('p.socavon'), '--out', path('out'), '--language', 'en', ...more],
  ];

  it.each([
    [
      'walk.tum',
      'trajectory',
      /walk\.tum is a trajectory \(TUM.*give the cloud, and this file with --trajectory/,
    ],
    ['design.dxf', 'format', /design\.dxf is a drawing \(DXF\), .*--design or --axis/],
  ])('%s, for run, which info describes', async (name, kind, sentence) => {
    expect((await refused(1, ...run(name))).message).toMatch(sentence);
    const info = await runHere('info', path(name), '--json');
    expect(info.status).toBe(0);
    expect(lastJson(info)).toMatchObject({ kind });
  });

  it('a packed cloud, for run and info', async () => {
    const sentence = /packed\.ply\.gz is a point cloud \(PLY\) packed with gzip: unpack it/;
    expect((await refused(1, ...run('packed.ply.gz'))).message).toMatch(sentence);
    expect((await refused(1, 'info', path('packed.ply.gz'))).message).toMatch(sentence);
  });

  it('a cloud with the options of a capture', async () => {
    const { message } = await refused(2, ...run('drive.xyz', '--sensor', 'os1-64'));
    expect(message).toMatch(/--sensor is for captures of a sensor, and drive\.xyz is a cloud/);
  });

  it('a cloud for calibrate, which takes captures', async () => {
    const { message } = await refused(2, 'calibrate', path('drive.xyz'));
    expect(message).toMatch(/is a cloud of another program: it has no scans to align/);
  });
});

describe('a LAS whose points lie outside the box of its header', () => {
  it('is refused by info and register with the switch that reads it, and read with it', async () => {
    const bytes = readFileSync(new URL('../../io/cloud/data/pdal/1.2-with-color.las', import.meta.url));
    writeFileSync(path('sound.las'), bytes);
    const [least, most] = [187, 179].map((at) => bytes.readDoubleLE(at));
    bytes.writeDoubleLE((least + most) / 2, 179);
    writeFileSync(path('box.las'), bytes);
    const commands = [
      ['info', path('box.las')],
      ['register', path('box.las'), path('sound.las')],
    ];
    for (const command of commands) {
      const info = await runHere(...command, '--json', '--language', 'en');
      expect(info.status).toBe(1);
      expect(`${info.stdout}${info.stderr}`).toContain('if its points are sound, read it with --ignore-box');
      const read = await runHere(...command, '--ignore-box', '--json');
      expect(read.status, read.stderr).toBe(0);
    }
    const json = lastJson(await runHere('info', path('box.las'), '--ignore-box', '--json')) as {
      cloud: { look: { points: number } };
    };
    expect(json.cloud.look.points).toBe(1065);
  });
});
