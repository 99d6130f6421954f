import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { JSON_SCHEMAS } from './every-option/schemas.ts';
import { lastJson, runCli } from './run-cli.ts';
import { runHere } from './run-here.ts';

/** Corners of a box of 2 x 3 x 4 with its lowest corner at 100, 200, 10, and its faces. */
const CORNERS = Array.from({ length: 8 }, (_, i) => [
  100 + 2 * (i & 1),
  200 + 3 * ((i >> 1) & 1),
  10 + 4 * (i >> 2),
]);
const FACES = [
  ...[0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4],
  ...[2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5],
];
const BOX = { triangles: 12, min: [100, 200, 10], max: [102, 203, 14], volume: 24 };
const faces = (from: number): number[][] =>
  Array.from({ length: FACES.length / 3 }, (_, i) => FACES.slice(3 * i, 3 * i + 3).map((at) => at + from));

const boxObj = `${CORNERS.map((at) => `v ${at.join(' ')}\n`).join('')}${faces(1)
  .map((face) => `f ${face.join(' ')}\n`)
  .join('')}`;
const surface = `<Surfaces><Surface name="Caja"><Definition surfType="TIN"><Pnts>${CORNERS.map(
  ([x, y, z], i) => `<P id="${i + 1}">${y} ${x} ${z}</P>`,
).join('')}</Pnts><Faces>${faces(1)
  .map((face) => `<F>${face.join(' ')}</F>`)
  .join('')}</Faces></Definition></Surface></Surfaces>`;
const alignment = `<Alignments><Alignment name="Rampa 1" length="30" staStart="100"><CoordGeom><Line><Start>0 0</Start><End>0 30</End></Line></CoordGeom></Alignment>
<Alignment name="Mala" length="1" staStart="0"><CoordGeom></CoordGeom></Alignment></Alignments>`;
const landXml = (inner: string): string =>
  `<?xml version="1.0"?>\n<LandXML xmlns="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><Units><Metric linearUnit="meter"/></Units>${inner}</LandXML>`;
const dxfLine = (layer: string, from: number[], to: number[]): string =>
  [
    '0',
    'LINE',
    '8',
    layer,
    '10',
    from[0],
    '20',
    from[1],
    '30',
    from[2],
    '11',
    to[0],
    '21',
    to[1],
    '31',
    to[2],
  ].join('\n');
const dxf = `0\nSECTION\n2\nENTITIES\n${[
  dxfLine('EJE', [0, 0, 0], [30, 40, 0]),
  dxfLine('EJE', [30, 40, 0], [30, 40, 12]),
  dxfLine('MURO', [0, 0, 0], [5, 0, 0]),
].join('\n')}\n0\nENDSEC\n0\nEOF\n`;

const folder = mkdtempSync(join(tmpdir(), 'socavon-info-contents-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What `info --json` says of a file, which has to be as its schema says, with exit 0. */
async function reportOf(name: string, content: string | Uint8Array): Promise<Record<string, unknown>> {
  writeFileSync(join(folder, name), content);
  const ending = await runHere('info', join(folder, name), '--json', '--language', 'en');
  expect(ending.status, ending.stderr).toBe(0);
  const said = lastJson(ending) as Record<string, unknown>;
  expect(JSON_SCHEMAS.info.safeParse(said).error).toBeUndefined();
  return said;
}

describe('socavon info of a solid', () => {
  it.each([
    ['box.obj', boxObj, 'obj', false],
    ['box.xml', landXml(surface), 'landxml', true],
    ['wide.xml', Buffer.from(`\ufeff${landXml(surface)}`, 'utf16le'), 'landxml', true],
  ] as const)('says triangles, box, volume and unit of %s', async (name, content, format, isDeclared) => {
    const said = await reportOf(name, content);
    expect(said).toMatchObject({
      kind: 'format',
      format,
      solid: { ...BOX, unit: 'm', isDeclared },
      warnings: [],
    });
    expect((said.solid as { volume: number }).volume).toBeCloseTo(24, 9);
  });

  it('reads the table of points beside that of the triangles', async () => {
    writeFileSync(
      join(folder, 'box-pt.csv'),
      `PID,XP,YP,ZP\n${CORNERS.map((at, i) => `${i + 1},${at.join()}\n`).join('')}`,
    );
    const rows = faces(1).map((face, i) => `${i + 1},${face.join()}\n`);
    const said = await reportOf('box-tr.csv', `TRIANGLE,PID1,PID2,PID3\n${rows.join('')}`);
    expect(said).toMatchObject({
      format: 'datamine',
      read: ['chamber --against', 'run --design'],
      solid: BOX,
    });
  });

  it('warns of one that is not closed, and of one of a newer version', async () => {
    const open = await reportOf('open.obj', boxObj.split('\n').slice(0, -2).join('\n'));
    expect(open).toMatchObject({ solid: null, warnings: [expect.stringContaining('not closed')] });
    const newer = await reportOf('new.omf', 'PK\x03\x04 Open Mining Format');
    expect(newer).toMatchObject({ format: 'omf', warnings: [expect.stringContaining('version 2 of OMF')] });
  });
});

describe('socavon info of a drawing', () => {
  it('names the lines of a DXF, joined, with their lengths', async () => {
    const said = await reportOf('lines.dxf', dxf);
    expect(said).toMatchObject({
      format: 'dxf',
      solid: null,
      lines: [
        { name: 'EJE', length: 62, closed: false, station: null },
        { name: 'MURO', length: 5, closed: false, station: null },
      ],
      warnings: [],
    });
  });

  it('names the strings of an STR, closed ones with their last side', async () => {
    const ring = ['0, 0', '0, 6', '8, 6', '0, 0'].map((at) => `2, ${at}, 1.0,\n`).join('');
    const said = await reportOf(
      'two.str',
      `two, 1-Jan-26,,\n0, 0.000, 0.000, 0.000,\n1, 0, 0, 0,\n1, 30, 40, 0,\n0, 0, 0, 0,\n${ring}0, 0, 0, 0,\n0, 0, 0, 0, END\n`,
    );
    expect(said).toMatchObject({
      lines: [
        { name: '1', length: 50, closed: false },
        { name: '2', length: 24, closed: true },
      ],
    });
  });

  it('names the alignments of a LandXML beside a surface, and warns of a damaged one', async () => {
    const said = await reportOf('both.xml', landXml(alignment + surface));
    expect(said).toMatchObject({
      lines: [{ name: 'Rampa 1', length: 30, closed: false, station: 100 }],
      solid: BOX,
      warnings: [expect.stringContaining('Mala')],
    });
  });

  it('says it in the words of the user', async () => {
    const ending = await runCli('info', join(folder, 'lines.dxf'), '--language', 'es');
    expect(ending.stdout).toMatch(/línea +EJE: 62\.000 m\n/);
    expect(ending.stdout).not.toContain('advertencia');
  });
});

describe('socavon info of a trajectory', () => {
  const turned = '0 0 0 1';
  it.each([
    ['walk.tum', `# made\n5 0 0 0 ${turned}\n7.5 3 4 0 ${turned}\n9 3 4 12 ${turned}\n`, 'TUM'],
    ['walk.txt', `5 0 0 0 ${turned}\n7.5 3 4 0 ${turned}\n9 3 4 12 ${turned}`, 'TUM'],
    ['walk.csv', `time,x,y,z,qw,qx,qy,qz\n5,0,0,0,1,0,0,0\n7.5,3,4,0,1,0,0,0\n9,3,4,12,1,0,0,0\n`, 'CSV'],
  ])('says poses, path and times of %s', async (name, content, format) => {
    expect(await reportOf(name, content)).toEqual({
      kind: 'trajectory',
      path: join(folder, name),
      format,
      poses: 3,
      length: 17,
      times: { from: '5.000000000', to: '9.000000000' },
    });
  });

  it('says to the nanosecond when those of EuRoC were', async () => {
    const rows = [1403636580838555648n, 1403636580888555648n].map(
      (at, i) => `${at},${i},0,0,1,0,0,0,0,0,0\n`,
    );
    const said = await reportOf('state.csv', `#timestamp, p_RS_R_x [m], ...\n${rows.join('')}`);
    expect(said).toMatchObject({
      format: 'EuRoC',
      poses: 2,
      times: { from: '1403636580.838555648', to: '1403636580.888555648' },
    });
  });

  it('has times of KITTI only where they lie beside it', async () => {
    const matrices = [0, 2].map((x) => `1 0 0 ${x} 0 1 0 0 0 0 1 0\n`).join('');
    expect(await reportOf('05.txt', matrices)).toMatchObject({ format: 'KITTI', length: 2, times: null });
    writeFileSync(join(folder, '06-times.txt'), '0\n1.5\n');
    expect(await reportOf('06.txt', matrices)).toMatchObject({ times: { to: '1.500000000' } });
  });
});

describe('socavon info of JSON that is no metadata', () => {
  it.each([
    ['design.json', { shape: 'circle', diameter: 4 }, 'design', 'run --design'],
    ['programme.json', { stretches: [] }, 'design', 'run --design'],
    ['grid.json', { name: 'Mina', epsg: 32718 }, 'grid', 'run --grid'],
    ['cal.json', { serial: '1', productLine: 'OS-1-64', parameters: [] }, 'calibration', 'run --calibration'],
    ['volume.json', { volume: { value: 1 }, methods: {} }, 'figures', null],
    ['move.json', { method: 'icp-plane', transform: [] }, 'transform', 'register --init'],
  ])('says what %s is', async (name, json, content, place) => {
    const said = await reportOf(name, JSON.stringify(json));
    expect(said).toMatchObject({ kind: 'format', content });
    expect(said.read).toEqual(place === null ? [] : expect.arrayContaining([place]));
  });

  it('refuses what is none of these, and what is not JSON', async () => {
    for (const [name, text] of [
      ['other.json', '{"hello": 1}'],
      ['cut.json', '{"shape": '],
    ]) {
      writeFileSync(join(folder, name), text);
      const ending = await runHere('info', join(folder, name), '--language', 'en');
      expect([ending.status, ending.stderr]).toEqual([1, expect.stringContaining(name)]);
    }
  });
});

it('describes the angle correction of a Hesai by what it is for', async () => {
  const said = await reportOf('angles.csv', 'Laser id,Elevation,Azimuth\n1,15,0\n');
  expect(said).toMatchObject({ format: 'hesai-angles', content: 'metadata', read: ['run --metadata'] });
});
