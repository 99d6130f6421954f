import { copyFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { Project } from '../../src-main/project/project.ts';
import { type SurveyedDrive, surveyedDrive } from '../fixtures/surveyed-drive.ts';
import { captureFile, health, temporaryFolder } from '../project/fixtures.ts';
import { refused } from './refused.ts';

let surveyed: SurveyedDrive;

beforeAll(async () => {
  surveyed = await surveyedDrive();
}, 240_000);

const FILES: Record<string, string> = {
  'far.csv': '0,5000,0,0\n30,5030,0,0\n',
  'wide.json': '{"shape":"baul","width":4500,"height":4200,"wallHeight":2500}',
  'bow.json': '{"shape":"polyline","points":[[-2,0],[2,4],[2,0],[-2,4]]}',
  'none.txt': '# no chainage\n',
};

it.each([
  ['a session that is not there', ['--session', '4'], 'usage', /no session 4; it has 1\.$/],
  ['an axis outside of the map', ['--axis', 'far.csv'], 'axis-off-map', /./],
  ['chainages outside of the map', ['--chainage', '500:600'], 'chainage-range', /./],
  ['a design in millimetres', ['--design', 'wide.json'], 'design-unusable', /is it in millimetres\?/],
  ['a design that crosses itself', ['--design', 'bow.json'], 'design-unusable', /./],
  ['no density', ['--density', '0'], 'density-unusable', /density of 0/],
  ['a density in kg/m³', ['--density', '2700'], 'density-unusable', /kg\/m³/],
  ['an empty list of chainages', ['--stations', 'none.txt'], 'chainage-range', /none\.txt holds no chainage/],
  ['chainages that are none', ['--stations', '10,north'], 'chainage-range', /"north" is no chainage/],
  [
    'a vehicle of no wheelbase that fits it',
    ['--vehicle', '2x2x4', '--wheelbase', '6'],
    'vehicle-unusable',
    /./,
  ],
  ['a floor shorter than the base', ['--grade-base', '500'], 'chainage-range', /shorter than the 500 m/],
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
}, 60_000);
