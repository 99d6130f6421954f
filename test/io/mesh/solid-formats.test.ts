import { deflateSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportMeshes } from '../../../src-core/io/mesh/export-meshes.ts';
import { readSolid, type SolidOptions } from '../../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SOLID_EXTENSIONS } from '../../../src-core/model/file-endings.ts';
import { endingsOf, formatsOf, type MeshFormat } from '../../../src-core/model/survey-content.ts';
import { memoryFolder } from '../export/clouds.ts';
import { driveMeshes, NOTES } from './drive-meshes.ts';
import { CORNERS, FACES } from './tetrahedron.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (file: string | Uint8Array, name: string, options: Partial<SolidOptions> = {}) =>
  readSolid(typeof file === 'string' ? bytesOf(file) : file, name, options);
const volumeOf = async (...changes: Parameters<typeof read>): Promise<number> =>
  enclosedVolume((await read(...changes)).mesh);
/** A folder of texts. */
const beside =
  (files: Readonly<Record<string, string>>) =>
  async (name: string): Promise<Uint8Array | null> =>
    Object.hasOwn(files, name) ? bytesOf(files[name]) : null;

/** Where a mine of the central Andes lies, m. */
const FAR = [352_118, 9_123_456, 4213];

describe('every mesh that is written is read again as a solid', () => {
  const { solid, surface } = driveMeshes();
  const folder = memoryFolder();
  beforeAll(() =>
    exportMeshes([solid.mesh, surface], folder, { ...NOTES, formats: formatsOf('meshes') }, SILENT_CONTEXT),
  );
  const nameOf = (format: MeshFormat, mesh = 'solid'): string =>
    `${mesh}${format === 'stl' || format === 'glb' ? '-local' : ''}${endingsOf('meshes', format)[0]}`;
  /** What rounding a coordinate by half of this may do, m: f32 within 4 m of an origin, or the digits of the text. */
  const steps: Record<MeshFormat, number> = {
    stl: 2 ** -21,
    glb: 2 ** -21,
    obj: 1e-5,
    dxf: 1e-5,
    landxml: 1e-5,
    datamine: 1e-5,
    surpac: 1e-4,
    ply: 0,
    omf: 0,
  };
  const options = { beside: async (name: string) => folder.files.get(name) ?? null };

  it.each(formatsOf('meshes'))('%s: the same volume within its rounding, in the grid', async (format) => {
    const { mesh } = await read(folder.files.get(nameOf(format))!, nameOf(format), options);
    // Errors of vertices are independent: far fewer than all of the wall, about 110 m², moves one way.
    expect(Math.abs(enclosedVolume(mesh) / solid.enclosed - 1)).toBeLessThan(1e-9 + steps[format] / 10);
    expect(mesh.triangles.length).toBe(solid.mesh.triangles.length);
    for (let k = 0; k < 3; k++) {
      const first = mesh.origin[k] + mesh.xyz[3 * mesh.triangles[0] + k];
      const meant = solid.mesh.origin[k] + solid.mesh.xyz[3 * solid.mesh.triangles[0] + k];
      expect(Math.abs(first - meant)).toBeLessThanOrEqual(steps[format] / 2 + 1e-5);
    }
  });

  it.each(formatsOf('meshes'))(
    '%s: its open wall is refused with its open edges and a place',
    async (format) => {
      const name = nameOf(format, 'wall-surface');
      await expect(read(folder.files.get(name)!, name, options)).rejects.toThrow(
        /is not closed: \d+ edges belong to one triangle only, the first at 3521\d\d\.\d\d, 91234\d\d\.\d\d, /,
      );
    },
  );

  it('and the dialogs offer the ending of each', () => {
    for (const format of formatsOf('meshes'))
      expect(SOLID_EXTENSIONS).toContain(endingsOf('meshes', format)[0].split('.').at(-1));
  });
});

describe('PLY', () => {
  const vertices = ['element vertex 4', ...['x', 'y', 'z'].map((axis) => `property double ${axis}`)];
  const places = CORNERS.map((place) => place.join(' '));
  const list = 'property list uchar int vertex_indices';
  const faces = ['element face 4', list];
  const rows = FACES.map((face) => `3 ${face.join(' ')}`);
  const ply = (header: readonly string[], ...body: readonly string[]): string =>
    ['ply', 'format ascii 1.0', ...header, 'end_header', ...body, ''].join('\n');

  it.each([
    ['faces before vertices', ply([...faces, ...vertices], ...rows, ...places)],
    [
      'edges and elements of a user between',
      ply(
        [
          ...vertices,
          ...['element edge 1', 'property int vertex1', 'property list uchar float odd'],
          ...faces,
          ...['element user 1', 'property char a'],
        ],
        ...[...places, '7 2 0.5 0.5', ...rows, '1'],
      ),
    ],
    [
      'more numbers in the lines of the faces than the header says',
      ply([...vertices, ...faces], ...places, ...rows.map((row) => `${row} 6 0.1 0.2 0.3`)),
    ],
    [
      'another list before that of the corners',
      ply(
        [...vertices, 'element face 4', 'property list uchar float texcoord', list],
        ...[...places, ...rows.map((row) => `2 0.5 0.5 ${row}`)],
      ),
    ],
    [
      'a value of a vertex that is no number',
      ply(
        [...vertices, 'property float quality', ...faces],
        ...[...places.map((place) => `${place} nan`), ...rows],
      ),
    ],
    [
      'a face in two lines',
      ply([...vertices, ...faces], ...[...places, ...rows.map((row) => row.replace(' ', '\n'))]),
    ],
  ])('is read with %s', async (_, text) => {
    expect(await volumeOf(text, 'a.ply')).toBeCloseTo(1 / 6, 12);
  });

  /** Two tetrahedra, whose faces nobody could order among each other: one strip, and one in three pieces. */
  const two = [...places, ...CORNERS.map(([x, y, z]) => `${x + 5} ${y} ${z}`)];
  const strips = ['6 0 2 1 3 0 2', '12 4 6 5 7 -1 5 7 4 -1 4 7 6'];
  const twice = ['element vertex 8', ...vertices.slice(1)];

  it.each(['tristrips before', 'tristrips behind'])(
    'with %s the vertices: every second triangle turned, anew behind each -1',
    async (order) => {
      const header = ['element tristrips 2', 'property list int int vertex_indices'];
      const text =
        order === 'tristrips before'
          ? ply([...header, ...twice], ...strips, ...two)
          : ply([...twice, ...header], ...two, ...strips);
      expect(await volumeOf(text, 'a.ply')).toBeCloseTo(1 / 3, 12);
    },
  );

  it.each([true, false])(
    'binary, little-endian %s, strips before faces before vertices',
    async (isLittle) => {
      const header = [
        'ply',
        `format binary_${isLittle ? 'little' : 'big'}_endian 1.0`,
        ...['element tristrips 1', 'property list int int vertex_indices'],
        ...['element face 4', list],
        ...['element vertex 8', 'property double x', 'property double y', 'property double z'],
        'end_header\n',
      ].join('\n');
      const bytes = new Uint8Array(2000);
      const view = new DataView(bytes.buffer);
      bytes.set(bytesOf(header));
      let at = header.length;
      const put = (size: number, set: (at: number) => void): void => {
        set(at);
        at += size;
      };
      for (const value of [6, 0, 2, 1, 3, 0, 2]) put(4, (to) => view.setInt32(to, value, isLittle));
      for (const face of FACES) {
        put(1, (to) => view.setUint8(to, 3));
        for (const corner of face) put(4, (to) => view.setInt32(to, corner + 4, isLittle));
      }
      for (const word of two.join(' ').split(' '))
        put(8, (to) => view.setFloat64(to, Number(word), isLittle));
      expect(await volumeOf(bytes.subarray(0, at), 'a.ply')).toBeCloseTo(1 / 3, 12);
      await expect(read(bytes.subarray(0, at - 1), 'a.ply')).rejects.toThrow(/ends in the middle/);
    },
  );

  it.each([
    [
      'a vertex with a number too many',
      ply([...vertices, ...faces], '0 0 0 9', ...places.slice(1), ...rows),
      /line 10: .*"0 0 0 9"/,
    ],
    [
      'a face with a corner too few',
      ply([...vertices, ...faces], ...places, '3 0 2', ...rows.slice(1)),
      /line 15: .*"3 0 1 3"/,
    ],
    [
      'a strip of a vertex that is not there',
      ply([...vertices, 'element tristrips 1', list], ...places, '3 0 1 4'),
      /face 1 names vertex 4/,
    ],
    [
      'a strip whose -1 cannot be one',
      ply([...vertices, 'element tristrips 1', list], ...places, '3 0 1 -2'),
      /names vertex -2/,
    ],
  ])('is refused with %s', async (_, text, sentence) => {
    await expect(read(text, 'a.ply')).rejects.toThrow(sentence);
  });
});

describe('OBJ', () => {
  const places = CORNERS.map((place) => `v ${place.join(' ')}`);
  it('continues a line behind a backslash, with either end of a line, but not a comment', async () => {
    for (const end of ['\n', '\r\n']) {
      const text = [
        '# C:\\meshes\\',
        'v 0 \\',
        '0 0',
        ...places.slice(1),
        'f 1 \\',
        '3\\',
        '2',
        'f 1 2 4',
        'fo 2 3 4',
        'f -4 -1 \\',
        ' -2',
        '',
      ].join(end);
      expect(await volumeOf(text, 'a.obj')).toBeCloseTo(1 / 6, 12);
    }
  });
  it('names the first line of a continued one', async () => {
    await expect(read([...places, 'f 1 \\', '2 \\', '9', ''].join('\n'), 'a.obj')).rejects.toThrow(/line 5:/);
  });
});

describe('LandXML of other programs', () => {
  const surface = (title: string, size: number, ids = ['7', '1', 'c', '22']): string =>
    `<x:Surface name="${title}"><x:SourceData><x:PntList3D>1 2 3</x:PntList3D></x:SourceData><x:Definition surfType="TIN" area2DSurf="1">
    <!-- northing, easting, elevation --><x:Pnts>${CORNERS.map(([x, y, z], i) => `<x:P  code="a" id='${ids[i]}'>\n${FAR[1] + size * y}  ${FAR[0] + size * x} ${FAR[2] + size * z} </x:P>`).join('')}
    <!-- <x:P id="7">no no no</x:P> --></x:Pnts><x:Faces>${FACES.map((face) => `<x:F n="0 0 1">${face.map((corner) => ids[corner]).join(' ')}</x:F>`).join('')}<x:F i="1">7 1 c</x:F></x:Faces></x:Definition></x:Surface>`;
  const file = (unit: string, ...surfaces: string[]): string =>
    `<?xml version="1.0"?><x:LandXML xmlns:x="http://www.landxml.org/schema/LandXML-1.2" version="1.2"><x:Units><x:Metric linearUnit="${unit}"/></x:Units><x:Surfaces>${surfaces.join('')}</x:Surfaces></x:LandXML>`;
  const grid =
    '<x:Surface name="grid"><x:Definition surfType="grid"><x:Pnts><x:P id="1">0 0 0</x:P></x:Pnts></x:Definition></x:Surface>';

  it('is read by ids in any order, without invisible faces and comments, northing first, in its unit', async () => {
    const { mesh, isDeclared } = await read(file('meter', surface('void', 2), grid), 'a.xml');
    expect(enclosedVolume(mesh)).toBeCloseTo(8 / 6, 6);
    expect([mesh.origin, isDeclared]).toEqual([FAR, true]);
    const feet = await read(file('USSurveyFoot', surface('void', 3)), 'a.xml');
    expect(enclosedVolume(feet.mesh)).toBeCloseTo((27 / 6) * (1200 / 3937) ** 3, 6);
    expect(feet.mesh.origin[1]).toBeCloseTo((FAR[1] * 1200) / 3937, -1);
  });

  it('of several surfaces takes the one that is named, and asks for a name', async () => {
    const both = file('meter', surface('ground', 1), surface('stope 4', 2), surface('ground', 3));
    expect(await volumeOf(both, 'a.xml', { part: 'stope 4' })).toBeCloseTo(8 / 6, 6);
    expect(await volumeOf(both, 'a.xml', { part: 'ground (2)' })).toBeCloseTo(27 / 6, 6);
    await expect(read(both, 'a.xml')).rejects.toThrow(
      /holds 3 surfaces: "ground", "stope 4", "ground \(2\)"/,
    );
    await expect(read(both, 'a.xml', { part: 'stope 5' })).rejects.toThrow(/no surface "stope 5"; it holds/);
  });

  it('is refused without faces, with a face of a point that is not there, and cut, in a sentence', async () => {
    await expect(read(file('meter', grid), 'a.xml')).rejects.toThrow(/holds no triangles/);
    const wrong = surface('void', 2).replace('>7 c 1<', '>7 c 99<');
    await expect(read(file('meter', wrong), 'a.xml')).rejects.toThrow(/surface "void": .*7 c 99/);
    const flat = surface('void', 2).replace(` ${FAR[2]} <`, '<');
    await expect(read(file('meter', flat), 'a.xml')).rejects.toThrow(/surface "void": no point/);
    const whole = file('meter', surface('void', 2));
    for (let length = 150; length < whole.length; length += 61)
      await expect(read(whole.slice(0, length), 'a.xml')).rejects.toThrow(
        /a\.xml ends in line \d+|a\.xml, line \d+/,
      );
    await expect(read(file('cubit', surface('void', 2)), 'a.xml')).rejects.toThrow(/unit "cubit"/);
  });
});

describe('Surpac of other programs', () => {
  const point = ([x, y, z]: readonly number[], string = 1) =>
    `${string}, ${FAR[1] + y}.000, ${FAR[0] + x}.000, ${FAR[2] + z}.000, `;
  const str = (...lines: string[]) =>
    [
      'void,01-Jan-26,,styles.ssi',
      '0, 0.000, 0.000, 0.000, 0.000, 0.000, 0.000',
      ...lines,
      '0, 0.000, 0.000, 0.000, END',
      '',
    ].join('\r\n');
  const dtm = (faces: readonly (readonly number[])[], head = 'void.str,algorithm=standard;') =>
    [
      head,
      '0, 0.000, 0.000, 0.000, END',
      'OBJECT, 1,',
      'TRISOLATION, 1, neighbours=no,validated=true,closed=yes',
      ...faces.map((face, i) => `${i + 1}, ${face.map((corner) => corner + 1).join(', ')}, 0, 0, 0,`),
      'END',
      '',
    ].join('\r\n');
  const one = str(...CORNERS.map((place) => point(place)), '0, 0.000, 0.000, 0.000,');

  it('takes its points from the STR that it names, or that has its name', async () => {
    const { mesh } = await read(dtm(FACES), 'a.dtm', { beside: beside({ 'void.str': one }) });
    expect([enclosedVolume(mesh), mesh.origin]).toEqual([expect.closeTo(1 / 6, 12), FAR]);
    for (const head of ['C:\\mine\\void.str,', 'other.str,', 'none,'])
      expect(
        await volumeOf(dtm(FACES, head), 'a.dtm', { beside: beside({ 'void.str': one, 'a.str': one }) }),
      ).toBeCloseTo(1 / 6, 12);
    await expect(read(dtm(FACES), 'a.dtm')).rejects.toThrow(/a\.dtm needs void\.str, which is not beside it/);
  });

  it('with several strings counts the records between them only if the numbers tell so', async () => {
    const parts = str(
      point(CORNERS[0]),
      '0, 0.000, 0.000, 0.000,',
      ...CORNERS.slice(1).map((place) => point(place, 2)),
    );
    const files = { beside: beside({ 'void.str': parts }) };
    expect(await volumeOf(dtm(FACES), 'a.dtm', files)).toBeCloseTo(1 / 6, 12);
    const counted = FACES.map((face) => face.map((corner) => (corner > 0 ? corner + 1 : 0)));
    expect(await volumeOf(dtm(counted), 'a.dtm', files)).toBeCloseTo(1 / 6, 12);
    const doubtful = dtm([
      [0, 2, 3],
      [3, 2, 0],
    ]);
    await expect(read(doubtful, 'a.dtm', files)).rejects.toThrow(/void\.str has several strings/);
  });

  it('is refused in a sentence where it is a pair of two surveys, cut, binary or only points', async () => {
    const few = str(...CORNERS.slice(1).map((place) => point(place)));
    await expect(read(dtm(FACES), 'a.dtm', { beside: beside({ 'void.str': few }) })).rejects.toThrow(
      /a\.dtm, line 6: point 4 is not in void\.str/,
    );
    await expect(
      read(dtm(FACES).replace(/END\r\n$/, ''), 'a.dtm', { beside: beside({ 'void.str': one }) }),
    ).rejects.toThrow(/a\.dtm ends in the middle/);
    await expect(
      read(dtm(FACES), 'a.dtm', { beside: beside({ 'void.str': one.slice(0, 200) }) }),
    ).rejects.toThrow(/void\.str/);
    await expect(read(`${dtm(FACES)}\0`, 'a.dtm')).rejects.toThrow(/binary file of Surpac/);
    await expect(read(one, 'void.str')).rejects.toThrow(/give the DTM/);
  });
});

describe('Datamine tables of other programs', () => {
  const points = [
    'ZP,PID,XP,YP,COLOUR',
    ...CORNERS.map(([x, y, z], i) => `${FAR[2] + z},${10 * i + 3},${FAR[0] + x},${FAR[1] + y},2`),
  ].join('\n');
  const triangles = [
    '"PID1","PID2","PID3"',
    ...FACES.map((face) => face.map((corner) => 10 * corner + 3).join()),
  ].join('\n');
  it('are joined by the numbers of their points, columns in any order', async () => {
    const { mesh } = await read(triangles, 'Stope_TR.csv', { beside: beside({ 'Stope_PT.csv': points }) });
    expect([enclosedVolume(mesh), mesh.origin]).toEqual([expect.closeTo(1 / 6, 12), FAR]);
  });
  it('are refused where a point or a table is missing, or the points alone are given', async () => {
    const files = { beside: beside({ 'stopept.csv': points.replace(',13,', ',14,') }) };
    await expect(read(triangles, 'stopetr.csv', files)).rejects.toThrow(
      /stopetr\.csv, line 2: point 13 is not in stopept\.csv/,
    );
    await expect(read(triangles, 'stopetr.csv')).rejects.toThrow(/needs stopept\.csv/);
    await expect(read(points, 'stopept.csv')).rejects.toThrow(
      /give the table of its triangles, stopetr\.csv/,
    );
  });
});

describe('OMF of other programs', () => {
  type Objects = Record<string, unknown>;
  const PROJECT = '01234567-89ab-cdef-0123-456789abcdef';
  /** A file as its format says: a header, arrays in zlib, and a JSON of all objects. */
  function omf(
    objects: (put: (dtype: string, values: readonly number[]) => unknown) => Objects,
    version = 'OMF-v0.9.0',
  ): Buffer {
    const parts: Uint8Array[] = [];
    let at = 60;
    const json = objects((dtype, values) => {
      const size = Number(dtype[2]);
      const raw = new DataView(new ArrayBuffer(size * values.length));
      values.forEach((value, i) => {
        if (dtype === '<f8') raw.setFloat64(8 * i, value, true);
        else if (dtype === '<f4') raw.setFloat32(4 * i, value, true);
        else if (dtype === '<i8') raw.setBigInt64(8 * i, BigInt(value), true);
        else raw.setInt32(4 * i, value, true);
      });
      const packed = deflateSync(new Uint8Array(raw.buffer));
      parts.push(packed);
      at += packed.length;
      return { array: { start: at - packed.length, length: packed.length, dtype } };
    });
    const header = Buffer.alloc(60);
    header.set([0x84, 0x83, 0x82, 0x81]);
    header.write(version, 4);
    header.write(PROJECT.replaceAll('-', ''), 36, 'hex');
    header.writeBigUInt64LE(BigInt(at), 52);
    return Buffer.concat([header, ...parts, Buffer.from(JSON.stringify(json))]);
  }
  const project = (elements: string[], more: Objects = {}) => ({
    // A project that the header does not mean.
    '00000000-0000-0000-0000-000000000000': { __class__: 'Project', elements: [] },
    [PROJECT]: { __class__: 'Project', units: 'm', origin: [FAR[0], 0, 0], elements, ...more },
  });
  const surface = (
    id: string,
    title: string,
    size: number,
    put: (dtype: string, values: readonly number[]) => unknown,
    [reals, integers] = ['<f8', '<i8'],
  ) => ({
    [id]: { __class__: 'SurfaceElement', name: title, subtype: 'surface', geometry: `${id}g`, data: [] },
    [`${id}g`]: {
      __class__: 'SurfaceGeometry',
      origin: [0, FAR[1], FAR[2]],
      vertices: `${id}v`,
      triangles: `${id}t`,
    },
    [`${id}v`]: {
      __class__: 'Vector3Array',
      ...(put(
        reals,
        CORNERS.flat().map((value) => size * value),
      ) as object),
    },
    [`${id}t`]: { __class__: 'Int3Array', ...(put(integers, FACES.flat()) as object) },
  });

  it.each([
    ['<f8', '<i8'],
    ['<f4', '<i4'],
  ])(
    'of %s and %s is read about the origins of surface and project, among other elements',
    async (...types) => {
      const bytes = omf((put) => ({
        ...project(['points', 'grid', 'a']),
        points: { __class__: 'PointSetElement', name: 'points' },
        grid: { __class__: 'SurfaceElement', name: 'ground', geometry: 'gridg' },
        gridg: { __class__: 'SurfaceGridGeometry' },
        ...surface('a', 'void', 2, put, types as [string, string]),
      }));
      const { mesh, isDeclared } = await read(bytes, 'a.omf');
      expect([enclosedVolume(mesh), mesh.origin, isDeclared]).toEqual([expect.closeTo(8 / 6, 12), FAR, true]);
    },
  );

  it('in the unit of the project, or none, and refuses an unknown one', async () => {
    const of = (units: string) =>
      omf((put) => ({ ...project(['a'], { units, origin: [0, 0, 0] }), ...surface('a', 'void', 2, put) }));
    expect(await volumeOf(of('Feet'), 'a.omf')).toBeCloseTo((8 / 6) * 0.3048 ** 3, 9);
    expect((await read(of(''), 'a.omf')).isDeclared).toBe(false);
    await expect(read(of('varas'), 'a.omf')).rejects.toThrow(/unit "varas"/);
    expect(await volumeOf(of('varas'), 'a.omf', { unit: 'm' })).toBeCloseTo(8 / 6, 9);
  });

  it('of several surfaces takes the one that is named', async () => {
    const bytes = omf((put) => ({
      ...project(['a', 'b']),
      ...surface('a', 'topo', 1, put),
      ...surface('b', 'void', 2, put),
    }));
    expect(await volumeOf(bytes, 'a.omf', { part: 'void' })).toBeCloseTo(8 / 6, 12);
    await expect(read(bytes, 'a.omf')).rejects.toThrow(/holds 2 surfaces: "topo", "void"/);
  });

  it('is refused in a sentence where it is damaged, cut, or of a version that is not read', async () => {
    const bytes = omf((put) => ({ ...project(['a']), ...surface('a', 'void', 2, put) }));
    for (let length = 5; length < bytes.length; length += 37)
      await expect(read(bytes.subarray(0, length), 'a.omf')).rejects.toThrow(
        /a\.omf (?:is damaged|ends in the middle)/,
      );
    const wrong = Buffer.from(bytes);
    wrong.fill(0x55, 62, 70);
    await expect(read(wrong, 'a.omf')).rejects.toThrow(/a\.omf is damaged: its Vector3Array/);
    await expect(
      read(
        omf(() => ({}), 'OMF-v2.0.0'),
        'a.omf',
      ),
    ).rejects.toThrow(/version 2\.0\.0 of OMF, newer than/);
    await expect(read('PK\x03\x04 ... Open Mining Format 2.0', 'a.zip')).rejects.toThrow(
      /version 2 of OMF, newer/,
    );
    const outside = omf((put) => ({
      ...project(['a']),
      ...surface('a', 'void', 2, put),
      at: { __class__: 'Int3Array', ...(put('<i8', [0, 1, 9]) as object) },
    }));
    await expect(read(outside, 'a.omf')).rejects.toThrow(/face 1 names vertex 9/);
  });
});
