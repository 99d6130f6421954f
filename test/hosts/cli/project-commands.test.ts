import { copyFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, expect } from 'vitest';
import { DXF_READER_DEFAULTS, readDxf } from '../../../src-core/io/cad/dxf/dxf-reader.ts';
import { readStr } from '../../../src-core/io/cad/str-reader.ts';
import { DEFAULT_GROUND_CLEARANCE } from '../../../src-core/model/clearance.ts';
import type { VolumeJson } from '../../../src-core/report/volume-json.ts';
import type { ChamberFigures } from '../../../src-core/survey/chamber-files.ts';
import { Project } from '../../../src-main/project/project.ts';
import { withoutMoment } from '../../fixtures/report-moment.ts';
import { DRIVE_SEED, type SurveyedDrive, surveyedDrive } from '../../fixtures/surveyed-drive.ts';
import { temporaryFolder } from '../../project/fixtures.ts';
import { describe, IS_LONG, it } from '../../support/tier.ts';
import { lastJson } from './run-cli.ts';
import { runHere } from './run-here.ts';

/** Of 4 x 3 m, drawn upright in the mine: northing first, easting and elevation vary. */
const DRAWN_SECTION = [
  'seccion, 21-Nov-26,,',
  '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000',
  ...[
    [350000, 4300],
    [350004, 4300],
    [350004, 4303],
    [350000, 4303],
    [350000, 4300],
  ].map(([easting, elevation]) => `1, 9123456.000, ${easting}.000, ${elevation}.000`),
  '0, 0.000, 0.000, 0.000,',
  '0, 0.000, 0.000, 0.000, END',
  '',
].join('\r\n');

const LOGOS = resolve(import.meta.dirname, '../../fixtures/logos');

let surveyed: SurveyedDrive;

beforeAll(async () => {
  surveyed = await surveyedDrive();
}, 1_800_000);

/** A copy of the surveyed project in a folder of its own. */
function copied(): { folder: string; project: string } {
  const folder = temporaryFolder();
  const project = join(folder, 'drive.socavon');
  copyFileSync(surveyed.project, project);
  return { folder, project };
}

describe(`commands on an aligned project (simulated drive, seed ${DRIVE_SEED})`, () => {
  it.runIf(IS_LONG)(
    'chamber measures the own map of a session, closed at both ends of the drive',
    async () => {
      const { folder, project } = copied();
      const out = join(folder, 'solid');
      const said = lastJson(await runHere('chamber', project, '--out', out, '--meshes', 'ply', '--json'));
      const { volume, openings } = said as unknown as ChamberFigures;
      const run = lastJson(surveyed.ending) as unknown as VolumeJson;
      // The drive is 30 m long and has its mouths, which no wall closes; run measures what is inside of them.
      expect(volume.value).toBeGreaterThan(run.volume.value);
      expect(volume.value).toBeLessThan((run.volume.value / run.length) * 34);
      expect(openings.length).toBeGreaterThan(0);
      expect(readdirSync(out).sort()).toEqual(['chamber.json', 'chamber.ply']);
    },
  );

  it('volume tells and writes the very numbers of run', async () => {
    const { folder, project } = copied();
    const ending = await runHere('volume', project, '--out', join(folder, 'out'), '--json');
    expect(ending).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'out')).sort()).toEqual(['calibration.json', 'volume.json']);
    for (const name of ['calibration.json', 'volume.json']) {
      const copy = readFileSync(join(folder, 'out', name));
      expect(Buffer.compare(copy, readFileSync(join(surveyed.out, name)))).toBe(0);
    }
    const written = readFileSync(join(folder, 'out', 'volume.json'));
    const { project: _project, session, out: _out, ...json } = lastJson(ending);
    expect(session).toBe(1);
    expect(json).toEqual(JSON.parse(written.toString()));
  });

  it.runIf(IS_LONG)(
    'volume counts chainage from any value the other way round, over the same void, against a drawn section',
    async () => {
      const { folder, project } = copied();
      const drawn = join(folder, 'section.str');
      writeFileSync(drawn, DRAWN_SECTION);
      const whole = JSON.parse(readFileSync(join(surveyed.out, 'volume.json'), 'utf8')) as VolumeJson;
      const more = ['--chainage-start', '1000', '--chainage-reversed', '--density', '2.7', '--swell', '0.4'];
      const section = ['--design', drawn, '--design-plane', 'easting-elevation', '--design-unit', 'm'];
      const placed = ['--design-axis-at', '350002,4301.5', '--design-view', 'down-chainage'];
      more.push(...section, ...placed, '--pay-line', '0.1', '--tolerance', '0.15:0.05');
      const volume = lastJson(await runHere('volume', project, ...more, '--json')) as unknown as VolumeJson;
      expect(volume.chainageFrom).toBeGreaterThan(999);
      expect(volume.length).toBeCloseTo(whole.length, 0);
      expect(
        Math.abs(volume.volume.value / volume.length / (whole.volume.value / whole.length) - 1),
      ).toBeLessThan(0.005);
      expect(volume.tonnage!.volume.tonnes).toBeCloseTo(2.7 * volume.volume.value, 3);
      expect(volume.tonnage!.drive.loose).toBeCloseTo(1.4 * volume.drive.value, 3);
      const { design, overbreak, paid, unpaid, overBeyond, underBeyond } = volume.breaks!;
      expect(design / volume.length).toBeCloseTo(12, 3);
      expect(paid! + unpaid!).toBeCloseTo(overbreak, 3);
      expect(overBeyond).toBeLessThan(overbreak);
      expect(underBeyond).toBeDefined();
    },
  );

  it.runIf(IS_LONG)(
    'volume against the solid of its own survey, in the planes of its own axis, finds next to no breaks',
    async () => {
      const { folder, project } = copied();
      const whole = JSON.parse(readFileSync(join(surveyed.out, 'volume.json'), 'utf8')) as VolumeJson;
      await runHere('profiles', project, '--format', 'landxml', '--out', folder);
      // One file has both: the axis as an alignment, the closed solid as a TIN.
      const drive = join(folder, 'drive.xml');
      const against = ['--axis', drive, '--design', drive];
      const volume = lastJson(
        await runHere('volume', project, ...against, '--json'),
      ) as unknown as VolumeJson;
      const { design, overbreak, underbreak } = volume.breaks!;
      expect(Math.abs(design / whole.volume.value - 1)).toBeLessThan(0.02);
      for (const part of [overbreak, underbreak]) expect(part).toBeLessThan(0.02 * whole.volume.value);
      const grown = await runHere('volume', project, ...against, '--tolerance', '0.1:0.005', '--json');
      expect((lastJson(grown) as unknown as VolumeJson).breaks!.overBeyond).toBeLessThan(overbreak + 1e-9);
    },
  );

  it('volume tells the gradient of the floor and what passes, over what lies lower than a ground clearance that it names', async () => {
    const { project } = copied();
    const more = ['--vehicle', '2.2x2.4x7', '--grade-base', '5'];
    const { clearance, grade } = lastJson(
      await runHere('volume', project, ...more, '--json'),
    ) as unknown as VolumeJson;
    expect(clearance!.vehicle).toMatchObject({ width: 2.2, groundClearance: DEFAULT_GROUND_CLEARANCE });
    // Part of the wall behind the robot was not seen: nothing is in the way, but nobody may call it free.
    expect(clearance).toMatchObject({ verdict: 'unknown', blocked: [] });
    expect(clearance!.largestWidth.value).toBeGreaterThan(3.5);
    expect(clearance!.largestHeight.value).toBeGreaterThan(3.5);
    // The simulated floor is level.
    expect(Math.abs(grade!.mean.gradient)).toBeLessThan(0.01);
    expect(grade!.baseLength).toBe(5);

    const { stdout } = await runHere('volume', project, ...more, '--ground-clearance', '0');
    expect(stdout).toMatch(/2\.2 x 2\.4 x 7 m with 0 m under it does not pass/);
    expect(stdout).toMatch(/floor -?\d+\.\d\d ± \d+\.\d\d % overall; over 5 m steepest/);
  });

  it.runIf(IS_LONG)(
    'profiles writes tables and drawings at the chainages of a list, along the axis of the map',
    async () => {
      const { folder, project } = copied();
      const out = join(folder, 'out');
      const more = ['--format', 'csv,dxf,str,landxml,svg', '--stations', '6,8.5,0+10', '--axis-of', 'map'];
      const ending = await runHere('profiles', project, '--out', out, ...more, '--json');
      expect(ending).toMatchObject({ status: 0 });
      const json = lastJson(ending) as unknown as { profiles: { chainage: number }[]; files: string[] };
      expect(json.profiles.map(({ chainage }) => chainage)).toEqual([6, 8.5, 10]);
      expect(readdirSync(out).sort()).toEqual([...json.files].sort());
      expect(json.files).toEqual(
        expect.arrayContaining([
          'profiles.csv',
          'drive-plan.dxf',
          'drive-sections.dxf',
          'drive.str',
          'drive.xml',
        ]),
      );
      expect(json.files.filter((name) => name.endsWith('.svg'))).toHaveLength(3);
      const dxf = readDxf(readFileSync(join(out, 'drive-plan.dxf')), 'drive-plan.dxf', DXF_READER_DEFAULTS);
      expect(dxf.polylines.length).toBeGreaterThan(3);
      const strings = readStr(readFileSync(join(out, 'drive.str')), 'drive.str', {
        unit: 'm',
        plausibleExtent: [0.5, 1000],
      });
      expect(strings.polylines.length).toBeGreaterThan(3);
    },
  );

  it('unroll writes each layer as a picture with its place and as figures', async () => {
    const { folder, project } = copied();
    const out = join(folder, 'out');
    const ending = await runHere('unroll', project, '--out', out, '--json');
    expect(ending).toMatchObject({ status: 0 });
    const { layers } = lastJson(ending) as { layers: string[] };
    expect(layers).toEqual(['residual', 'reflectivity', 'measured']);
    for (const layer of layers) {
      const base = join(out, `unrolled-${layer}`);
      expect(readFileSync(`${base}.png`).subarray(1, 4).toString()).toBe('PNG');
      expect(readFileSync(`${base}.pgw`, 'utf8').trim().split(/\s+/)[0]).toMatch(/^0\.1/);
      expect(readFileSync(`${base}.tif`).readUInt16LE(2)).toBe(42);
    }
  });

  it('report writes PDF and HTML in both languages with what was told of the survey, which is kept', async () => {
    const { folder, project } = copied();
    const reported = ['--working', 'Rampa 4200', '--date', '2026-03-31', '--surveyor', 'Ana Quispe'];
    const more = [
      '--round-length',
      '2:3',
      '--density',
      '2.7',
      '--grade-base',
      '5',
      '--grade-design',
      '0:40:1.25',
    ];
    more.push('--vehicle', '2x2.2x5', '--vehicle-place', 'middle');
    const es = join(folder, 'es');
    const ending = await runHere(
      'report',
      project,
      '--out',
      es,
      ...reported,
      ...more,
      '--unrolled',
      '--json',
    );
    expect(ending).toMatchObject({ status: 0 });
    expect(readdirSync(es).sort()).toEqual(['report.html', 'report.pdf']);
    const spanish = readFileSync(join(es, 'report.html'), 'utf8');
    for (const words of ['Rampa 4200', 'Ana Quispe', 'Volumen excavado', 'Altura libre', '0.35 m'])
      expect(spanish).toContain(words);
    expect(readFileSync(join(es, 'report.pdf')).subarray(0, 5).toString()).toBe('%PDF-');

    const en = join(folder, 'en');
    expect(
      await runHere('report', project, '--out', en, '--language', 'en', '--format', 'html'),
    ).toMatchObject({ status: 0 });
    expect(readdirSync(en)).toEqual(['report.html']);
    const english = readFileSync(join(en, 'report.html'), 'utf8');
    for (const words of ['Rampa 4200', 'Excavated volume']) expect(english).toContain(words);
    expect(english.length).toBeLessThan(spanish.length);
    const stored = Project.open(project, { readonly: true });
    expect(stored.headings.get(1)).toMatchObject({ surveyDate: '2026-03-31', working: 'Rampa 4200' });
    stored.close();
  });

  it('report is written for Word too, with the logo of the company, which is kept until it is removed', async () => {
    const { folder, project } = copied();
    const html = (name: string): string => readFileSync(join(folder, name, 'report.html'), 'utf8');
    const report = (name: string, ...more: readonly string[]) =>
      runHere('report', project, '--out', join(folder, name), '--format', 'html', ...more);
    await report('before');
    // The last word on a form holds.
    const first = await report('first', '--format', 'docx,html', '--logo', join(LOGOS, 'rgba.png'));
    expect(first).toMatchObject({ status: 0 });
    expect(readdirSync(join(folder, 'first')).sort()).toEqual(['report.docx', 'report.html']);
    const file = readFileSync(join(folder, 'first', 'report.docx'));
    expect(file.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04');
    const picture = `data:image/png;base64,${readFileSync(join(LOGOS, 'rgba.png')).toString('base64')}`;
    expect(html('first').split(picture)).toHaveLength(2);
    expect(html('before')).toContain('<div class="mark">Socavón</div>');

    await report('next');
    expect(html('next').split(picture)).toHaveLength(2);
    for (const [name, sentence] of [
      ['logo.gif', 'Logo logo.gif: it is a GIF file; save it as PNG, JPEG or SVG.'],
      ['none.png', 'There is no file'],
    ]) {
      const refused = await report('refused', '--logo', join(LOGOS, name));
      expect(refused).toMatchObject({ status: 1, stderr: expect.stringContaining(sentence) });
      expect(existsSync(join(folder, 'refused'))).toBe(false);
    }
    // A project that another program changed brings nothing into the page but a picture.
    const keep = (logo: string): void => {
      const changed = Project.open(project);
      changed.work.set('report', null, { logo });
      changed.close();
    };
    keep(`${picture}" onerror="alert(1)`);
    await report('changed');
    expect(html('changed')).not.toMatch(/onerror|alert\(/);
    keep('data:text/html;base64,PGI+');
    expect(await report('refused')).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('it is no picture; name a PNG, JPEG or SVG'),
    });
    await report('without', '--no-logo');
    // The logo that came and went is in the audit trail.
    expect(withoutMoment(html('without'))).toBe(withoutMoment(html('before')));
  });

  it('leaves no folder behind where it refuses', async () => {
    const { folder, project } = copied();
    const out = join(folder, 'deep', 'out');
    const ending = await runHere('profiles', project, '--out', out, '--stations', '900', '--json');
    expect(ending).toMatchObject({ status: 1 });
    expect(existsSync(join(folder, 'deep'))).toBe(false);
  });
});
