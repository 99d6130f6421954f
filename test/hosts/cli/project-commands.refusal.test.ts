import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Project } from '../../../src-main/project/project.ts';
import { type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { captureFile, health, temporaryFolder } from '../../project/fixtures.ts';
import { refused } from './refused.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

let surveyed: SurveyedDrive;

beforeAll(async () => {
  surveyed = await surveyedDrive();
}, 1_800_000);

const FILES: Record<string, string> = {
  'far.csv': '0,5000,0,0\n30,5030,0,0\n',
  'wide.json': '{"shape":"baul","width":4500,"height":4200,"wallHeight":2500}',
  'bow.json': '{"shape":"polyline","points":[[-2,0],[2,4],[2,0],[-2,4]]}',
  'none.txt': '# no chainage\n',
  'solid.obj': 'v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n',
  'open.str': [
    'section, 21-Nov-26,,',
    '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000',
    '1, 0, -2, 0',
    '1, 0, 2, 0',
    '1, 0, 2, 3',
    '0, 0.000, 0.000, 0.000,',
    '0, 0.000, 0.000, 0.000, END',
    '',
  ].join('\r\n'),
  'back.csv': 'name,from,to\nD-1,12,8\n',
};

it.each([
  ['a session that is not there', ['--session', '4'], 'usage', /no session 4; it has 1\.$/],
  ['an axis outside of the map', ['--axis', 'far.csv'], 'axis-off-map', /./],
  ['chainages outside of the map', ['--chainage', '500:600'], 'chainage-range', /./],
  ['a chainage range reversed', ['--chainage', '12:8'], 'usage', /12 is not less than 8/],
  ['an empty chainage range', ['--chainage', '8:8'], 'usage', /8 is not less than 8/],
  [
    'a drawn section that is open',
    ['--design', 'open.str', '--design-unit', 'm'],
    'design-unusable',
    /is open/,
  ],
  ['a contract without a design', ['--tolerance', '0.1:0.1'], 'usage', /--tolerance .* give --design too/],
  [
    'a solid as design without an axis',
    ['--design', 'solid.obj'],
    'usage',
    /solid\.obj is a solid: .* \(--axis FILE\)/,
  ],
  [
    'a view of a solid as design',
    ['--design', 'solid.obj', '--design-view', 'down-chainage'],
    'usage',
    /--design-view applies to a drawn section/,
  ],
  [
    'a solid elsewhere as design',
    ['--design', 'solid.obj', '--axis', 'far.csv'],
    'design-unusable',
    /passes through no part of this solid/,
  ],
  ['a round that is reversed', ['--rounds', 'back.csv'], 'rounds-unusable', /line 2: "D-1, 12, 8"/],
  ['a design in millimetres', ['--design', 'wide.json'], 'design-unusable', /is it in millimetres\?/],
  ['a design that crosses itself', ['--design', 'bow.json'], 'design-unusable', /./],
  ['no density', ['--density', '0'], 'density-unusable', /density of 0/],
  ['a density in kg/m³', ['--density', '2700'], 'density-unusable', /kg\/m³/],
  ['an empty list of chainages', ['--stations', 'none.txt'], 'chainage-range', /none\.txt has no chainage/],
  ['chainages that are none', ['--stations', '10,north'], 'chainage-range', /"north" is not a chainage/],
  [
    'a vehicle of no wheelbase that fits it',
    ['--vehicle', '2x2x4', '--wheelbase', '6'],
    'vehicle-unusable',
    /./,
  ],
  ['a place of no vehicle', ['--vehicle-place', 'middle'], 'usage', /give --vehicle too/],
  ['a line of no axis', ['--axis-line', 'EJE'], 'usage', /--axis-line .* give --axis too/],
  ["a floor's design that is none", ['--grade-design', '0:120'], 'grade-unusable', /"0:120" is not a run/],
  ["a floor's design reversed", ['--grade-design', '20:5:2'], 'grade-unusable', /20:5 is empty or reversed/],
])('socavon volume refuses %s in one sentence', async (_, more, code, sentence) => {
  const folder = temporaryFolder();
  const project = join(folder, 'drive.socavon');
  copyFileSync(surveyed.project, project);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  const args = more.map((word) => (word in FILES ? join(folder, word) : word));
  const out = join(folder, 'out');
  const refusal = await refused(code === 'usage' ? 2 : 1, 'volume', project, '--out', out, ...args);
  expect(refusal).toMatchObject({ code, message: expect.stringMatching(sentence) });
  expect(readdirSync(folder)).not.toContain('out');
});

it.each([
  [
    'a gradient over more than the floor',
    ['--grade-base', '100'],
    /without the gradient .* shorter than the 100 m/,
  ],
  [
    'sections that are all beyond it',
    ['--stations', '500,600'],
    /without the sections .* None of the 2 requested/,
  ],
  ['a design of another stretch', ['--design', 'away.json'], /without over- and underbreak/],
])(
  'socavon volume says that %s is missing, and gives the volume',
  async (_, more, sentence) => {
    const folder = temporaryFolder();
    const project = join(folder, 'drive.socavon');
    copyFileSync(surveyed.project, project);
    const section = { shape: 'circle', diameter: 5, axisHeight: 2 };
    const away = { stretches: [{ name: 'far', from: 400, to: 500, section }] };
    writeFileSync(join(folder, 'away.json'), JSON.stringify(away));
    const args = more.map((word) => (word === 'away.json' ? join(folder, word) : word));
    const ending = await runHere('volume', project, ...args, '--json');
    expect(ending).toMatchObject({ status: 0 });
    const { volume, warnings } = lastJson(ending) as unknown as {
      volume: { value: number };
      warnings: { code: string; message: string }[];
    };
    expect(volume).toEqual(lastJson(surveyed.ending).volume);
    expect(warnings.find(({ code }) => code === 'figure-missing')?.message).toMatch(sentence);
  },
  1_800_000,
);

it.each([
  ['volume', ['--unrolled', '--min-clearance', '--earlier']],
  ['profiles', ['--density', '--rounds', '--range-bias', '--grade-base', '--vehicle', '--unrolled']],
  ['unroll', ['--interval', '--pay-line', '--density', '--grade-base', '--vehicle', '--unrolled']],
  ['compare', ['--chainage', '--design', '--vehicle', '--unrolled']],
])('socavon %s takes no option that would do nothing in it', async (command, options) => {
  for (const option of options) {
    const refusal = await refused(2, command, 'drive.socavon', '--out', 'out', option, '1');
    expect(refusal.message).toContain('unknown option');
  }
});

it('refuses what is said of an earlier survey that is not given, and rounds told twice', async () => {
  const pose = ['--earlier-pose', '0 0 0 0 0 0 1'];
  const refusal = await refused(2, 'unroll', surveyed.project, '--out', 'out', ...pose);
  expect(refusal.message).toContain('give --earlier too');
  const twice = await refused(2, 'compare', surveyed.project, '--rounds', '1,2', '--round-length', '1:2');
  expect(twice.message).toContain('cannot be used with');
});

it('profiles tells no area of an open section: it names the chainage, and refuses where none is closed', async () => {
  const folder = temporaryFolder();
  const project = join(folder, 'drive.socavon');
  copyFileSync(surveyed.project, project);
  const out = ['--out', join(folder, 'out')];
  const ending = await runHere('profiles', project, ...out, '--stations', '8,500', '--json');
  expect(ending).toMatchObject({ status: 0 });
  const { profiles, openStations, warnings } = lastJson(ending) as unknown as {
    profiles: { chainage: number }[];
    openStations: number[];
    warnings: { code: string; message: string }[];
  };
  expect(profiles.map(({ chainage }) => chainage)).toEqual([8]);
  expect(openStations).toEqual([500]);
  expect(warnings.find(({ code }) => code === 'profile-open')?.message).toContain('no area: 500.00');
  const table = readFileSync(join(folder, 'out', 'profiles.csv'), 'utf8')
    .trim()
    .split('\n');
  expect(table).toHaveLength(2);
  expect(await refused(1, 'profiles', project, ...out, '--stations', '500,600')).toMatchObject({
    code: 'chainage-range',
    message: expect.stringContaining('None of the 2 requested chainages'),
  });
}, 1_800_000);

it('every command refuses a session that is not aligned, and a project that is none', async () => {
  const folder = temporaryFolder();
  const path = join(folder, 'new.socavon');
  copyFileSync(surveyed.project, path);
  const project = Project.open(path);
  const { sensor } = project.sessions.get(1)!;
  const incoming = project.beginImport([captureFile('again', 'ab'.repeat(32))], null);
  const { id } = incoming.finish(sensor, health(0));
  project.close();
  const out = ['--out', join(folder, 'out')];
  for (const command of [['profiles', ...out], ['volume'], ['unroll', ...out], ['report', ...out]]) {
    const [name, ...more] = command;
    const refusal = await refused(1, name, path, '--session', String(id), ...more);
    expect(refusal).toMatchObject({
      code: 'not-aligned',
      message: expect.stringContaining('not all aligned'),
    });
    const missing = await refused(1, name, join(folder, 'none.socavon'), ...more);
    expect(missing.code).toBe('file-missing');
  }
  expect(readdirSync(folder)).not.toContain('out');
}, 1_800_000);
