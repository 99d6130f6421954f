import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PointCloud } from '../../../src-core/model/cloud.ts';
import type { ChamberFigures } from '../../../src-core/survey/chamber-files.ts';
import { box, boxObj, MIDDLE, pointsOf } from '../../tunnel/chambers.ts';
import { refused } from './refused.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

/** As wide as it is long: without a direction that a path could follow. */
const ROOM = box(5, 5, 4.5);
const INSIDE = MIDDLE.join(',');

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'socavon-chamber-'));
  const hidden = ([x, y, z]: number[]): boolean => z > 0 && Math.hypot(x - 1, y) < 1;
  writeText('room.xyz', pointsOf(ROOM, { count: 40_000, noise: 0.004, hidden }, 1));
});
afterAll(() => rmSync(folder, { recursive: true }));

function writeText(name: string, { count, origin, xyz }: PointCloud): void {
  const lines = Array.from({ length: count }, (_, i) =>
    [0, 1, 2].map((k) => (origin[k] + xyz[3 * i + k]).toFixed(4)).join(' '),
  );
  // Two marks for no return, which are no places.
  writeFileSync(join(folder, name), `${['1e12 0 0', '0 -2e15 0', ...lines].join('\n')}\n`);
}

describe('socavon chamber', () => {
  const project = (): string => join(folder, 'room.socavon');

  it('measures a cloud that run refuses for want of an axis, and writes its solid', async () => {
    // A chamber has no axis; it is imported nevertheless.
    const run = ['run', join(folder, 'room.xyz'), '--project', project(), '--out', join(folder, 'run')];
    const { message, stderr } = await refused(1, ...run);
    expect(message).toMatch(/chamber|axis/);
    expect(stderr).toContain('room.xyz: 2 of 40002 points are left out');
    const out = join(folder, 'solid');
    const meshes = 'stl,obj,ply,glb,dxf,landxml';
    const data = lastJson(
      await runHere('chamber', project(), '--inside', INSIDE, '--out', out, '--meshes', meshes, '--json'),
    ) as unknown as ChamberFigures;
    expect(Math.abs(data.volume.value - ROOM.volume)).toBeLessThan(data.volume.plusMinus);
    expect(data.openings).toHaveLength(1);
    expect(data.openings[0].easting).toBeCloseTo(MIDDLE[0] + 1, 0);
    const written = JSON.parse(readFileSync(join(out, 'chamber.json'), 'utf8'));
    expect(written.volume).toEqual(data.volume);
    expect(written.files).toHaveLength(6);
    for (const { file } of written.files) expect(existsSync(join(out, file))).toBe(true);
  });

  it('compares the void with a solid, a design, and writes what lies on either side of it', async () => {
    // 0.3 m inside on all sides: 5 x 5 x 4.5 less 4.4 x 4.4 x 3.9.
    const design = join(folder, 'stope.obj');
    writeFileSync(design, boxObj([4.4, 4.4, 3.9]));
    const out = join(folder, 'compared');
    const against = ['--against', design, '--against-place', '0.01'];
    const call = ['chamber', project(), '--inside', INSIDE, ...against, '--out', out];
    const data = lastJson(await runHere(...call, '--json')) as unknown as ChamberFigures;
    const { beyond, short, reference } = data.against!;
    expect(reference).toBeCloseTo(4.4 * 4.4 * 3.9, 2);
    expect(Math.abs(beyond.value - (ROOM.volume - 4.4 * 4.4 * 3.9))).toBeLessThan(beyond.plusMinus);
    expect(short.value).toBeLessThan(0.01);
    const { files, against: written } = JSON.parse(readFileSync(join(out, 'chamber.json'), 'utf8'));
    expect(written).toEqual(data.against);
    expect(files.map(({ mesh }: { mesh: string }) => mesh)).toContain('beyond');
    for (const { file } of files) expect(existsSync(join(out, file))).toBe(true);
    const { stdout } = await runHere('chamber', project(), '--inside', INSIDE, '--against', design);
    expect(stdout).toMatch(/stope\.obj: solid of 75\.50 m³, of which .* beyond it 3\d\.\d\d ± \d+\.\d\d m³/);
    expect(stdout).toMatch(/each centimetre of it changes them by up to/);
    expect(stdout).toMatch(/stope\.obj states no unit: metres are taken/);
  });

  it('refuses a solid that is open, elsewhere or in another unit', async () => {
    const design = join(folder, 'open.obj');
    writeFileSync(design, boxObj([4.4, 4.4, 3.9]).replace(/^f .*\n/m, ''));
    const refusal = async (...options: string[]): Promise<string> =>
      (await refused(1, 'chamber', project(), '--inside', INSIDE, ...options)).message;
    expect(await refusal('--against', design)).toMatch(/open\.obj is not closed: 4 edges/);
    writeFileSync(design, boxObj([4.4, 4.4, 3.9]));
    expect(await refusal('--against', design, '--against-unit', 'mm')).toMatch(/another unit/);
    expect(await refusal('--against', join(folder, 'none.stl'))).toMatch(/none\.stl/);
    const unit = ['--against-unit', 'mm'];
    expect((await refused(2, 'chamber', project(), '--inside', INSIDE, ...unit)).message).toMatch(
      /--against/,
    );
  });

  it('compares with the named surface of a LandXML, and with a DTM that lies beside its STR', async () => {
    const corners: number[][] = [];
    const faces: number[][] = [];
    for (const line of boxObj([4.4, 4.4, 3.9]).split('\n')) {
      const [word, ...numbers] = line.trim().split(/\s+/);
      if (word === 'v') corners.push(numbers.map(Number));
      const [first, ...others] = numbers.map((number) => Number(number.split('/')[0]));
      if (word === 'f') for (let k = 1; k < others.length; k++) faces.push([first, others[k - 1], others[k]]);
    }
    const surface = (name: string, some: number[][]): string =>
      `<Surface name="${name}"><Definition surfType="TIN"><Pnts>${corners.map(([x, y, z], i) => `<P id="${i + 1}">${y} ${x} ${z}</P>`).join('')}</Pnts><Faces>${some.map((face) => `<F>${face.join(' ')}</F>`).join('')}</Faces></Definition></Surface>`;
    writeFileSync(
      join(folder, 'stope.xml'),
      `<LandXML version="1.2"><Units><Metric linearUnit="meter"/></Units><Surfaces>${surface('topography', faces.slice(1))}${surface('stope', faces)}</Surfaces></LandXML>`,
    );
    const header = ['stope,,,', '0, 0.000, 0.000, 0.000, END'];
    writeFileSync(
      join(folder, 'stope.dtm'),
      [
        'stope.str,',
        header[1],
        'OBJECT, 1,',
        'TRISOLATION, 1,',
        ...faces.map((face, i) => `${i + 1}, ${face.join(', ')}, 0, 0, 0,`),
        'END',
        '',
      ].join('\r\n'),
    );
    const call = (...options: string[]) => ['chamber', project(), '--inside', '0,0,0', ...options];
    const refusal = async (...options: string[]): Promise<string> =>
      (await refused(1, ...call(...options))).message;
    const xml = ['--against', join(folder, 'stope.xml')];
    expect(await refusal(...xml)).toMatch(/holds 2 surfaces: "topography", "stope".*--against-part NAME/);
    expect(await refusal(...xml, '--against-part', 'topography')).toMatch(
      /stope\.xml is not closed: 3 edges/,
    );
    expect(
      (await refused(2, 'chamber', project(), '--inside', INSIDE, '--against-part', 'x')).message,
    ).toMatch(/--against/);
    const dtm = ['--against', join(folder, 'stope.dtm')];
    expect(await refusal(...dtm)).toMatch(/stope\.dtm needs stope\.str, which is not beside it/);
    writeFileSync(
      join(folder, 'stope.str'),
      [
        header[0],
        '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000',
        ...corners.map(([x, y, z]) => `32000, ${y}, ${x}, ${z}`),
        '0, 0.000, 0.000, 0.000, END',
        '',
      ].join('\r\n'),
    );
    // The solid is read first: what is refused then is the place, which is outside.
    for (const options of [[...xml, '--against-part', 'stope'], dtm])
      expect(await refusal(...options)).toMatch(/None of the places/);
  });

  it('says the openings in both languages', async () => {
    const { stdout: text } = await runHere('chamber', project(), '--inside', INSIDE);
    expect(text).toMatch(/^void 11\d\.\d\d ± \d+\.\d\d m³/);
    expect(text).toMatch(/opening of \d\.\d\d m² at 35679\d\./);
    const { stdout: spanish } = await runCli('chamber', project(), '--inside', INSIDE, '--language', 'es');
    expect(spanish).toMatch(/abertura de \d\.\d\d m² en 35679\d\./);
  });

  it('refuses to guess what is inside, and a place outside; nothing is written', async () => {
    const out = join(folder, 'nothing');
    expect((await refused(1, 'chamber', project(), '--out', out)).message).toMatch(/place inside the void/);
    expect((await refused(1, 'chamber', project(), '--out', out, '--inside', '0,0,0')).message).toMatch(
      /None of the places/,
    );
    expect(existsSync(out)).toBe(false);
    expect((await refused(2, 'chamber', project(), '--inside', '1,2')).message).toMatch(/x,y,z/);
    expect((await refused(2, 'chamber', project(), '--inside', INSIDE, '--cell', '9')).message).toMatch(
      /0\.05/,
    );
  });
});
