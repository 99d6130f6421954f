import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportMeshes } from '../../../src-core/io/mesh/export-meshes.ts';
import { readSolid } from '../../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { memoryFolder } from '../export/clouds.ts';
import { programHere } from '../export/programs.ts';
import { driveMeshes, NOTES, START } from './drive-meshes.ts';
import { CORNERS, FACES } from './tetrahedron.ts';

const run = promisify(execFile);
/** Debian's own: ezdxf is installed for it. */
const PYTHON = '/usr/bin/python3';
const ezdxf = programHere('ezdxf', [PYTHON, '-c', 'import ezdxf'], 'apt-get install python3-ezdxf');

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, name = 'design.stl') => readSolid(bytesOf(text), name);

const stlText = (faces: readonly number[][] = FACES): string =>
  [
    'solid a',
    ...faces.flatMap((face) => [
      'facet normal 0 0 0',
      'outer loop',
      ...face.map((corner) => `vertex ${CORNERS[corner].join(' ')}`),
      'endloop',
      'endfacet',
    ]),
    'endsolid a',
    '',
  ].join('\n');
const objText = (faces: readonly string[]): string =>
  [...CORNERS.map((place) => `v ${place.join(' ')}`), ...faces.map((face) => `f ${face}`), ''].join('\n');

describe('the solid of this program', () => {
  const { solid } = driveMeshes();
  const folder = memoryFolder();
  beforeAll(() =>
    exportMeshes([solid.mesh], folder, { ...NOTES, formats: ['stl', 'obj', 'ply', 'dxf'] }, SILENT_CONTEXT),
  );

  it.each([
    // f32 about the middle of 7 m of a drive.
    ['solid-local.stl', 1e-4],
    ['solid.obj', 1e-3],
    ['solid.ply', 1e-6],
    ['solid.dxf', 1e-3],
  ])('%s has its volume again, in the grid', async (file, most) => {
    const { mesh } = await readSolid(folder.files.get(file)!, file);
    expect(Math.abs(enclosedVolume(mesh) - solid.enclosed)).toBeLessThan(most);
    const northing = mesh.origin[1] + mesh.xyz[1];
    expect(Math.abs(northing - START[1])).toBeLessThan(10);
  });
});

describe('solids of other programs', () => {
  it('a text STL, an OBJ with polygons, names of textures and counts from the end, a text PLY', async () => {
    const ply = `ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\nelement face 4\nproperty list uchar int vertex_indices\nend_header\n${CORNERS.map((place) => place.join(' ')).join('\n')}\n${FACES.map((face) => `3 ${face.join(' ')}`).join('\n')}\n`;
    const obj = objText(['1/1/1 3/2/1 2/3/1', '-4 -3 -1', '2//1 3//1 4//1', '1 4 3']);
    for (const [name, text] of [
      ['a.stl', stlText()],
      ['a.stl', stlText(FACES.map((face) => [face[0], face[2], face[1]]))],
      ['a.obj', obj],
      ['a.ply', ply],
    ])
      expect(enclosedVolume((await read(text, name)).mesh), name).toBeCloseTo(1 / 6, 9);
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => `v ${i & 1} ${(i >> 1) & 1} ${i >> 2}`).join('\n');
    const quads = ['1 3 4 2', '5 6 8 7', '1 2 6 5', '3 7 8 4', '1 5 7 3', '2 4 8 6'];
    const { mesh } = await read(`${cube}\n${quads.map((quad) => `f ${quad}`).join('\n')}\n`, 'cube.obj');
    expect(enclosedVolume(mesh)).toBeCloseTo(1, 9);
  });

  it('in the unit that is stated', async () => {
    const { mesh } = await readSolid(bytesOf(stlText()), 'a.stl', { unit: 'ft' });
    expect(enclosedVolume(mesh)).toBeCloseTo(0.3048 ** 3 / 6, 12);
  });

  it.skipIf(!ezdxf)('a polyface mesh, 3D faces and a cube in millimetres by ezdxf', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'socavon-solid-'));
    afterAll(() => rm(folder, { recursive: true, force: true }));
    const script = `
import ezdxf, sys
from ezdxf.render import MeshBuilder, forms
cube = forms.cube(center=False)
cube.scale(2000, 3000, 4000)
for name, render in (("polyface", "render_polyface"), ("faces", "render_3dfaces")):
    doc = ezdxf.new("R2000")
    doc.header["$INSUNITS"] = 4
    getattr(cube, render)(doc.modelspace())
    doc.saveas(sys.argv[1] + "/" + name + ".dxf")
`;
    await run(PYTHON, ['-c', script, folder]);
    for (const name of ['polyface.dxf', 'faces.dxf']) {
      const { mesh, unit, isDeclared } = await readSolid(await readFile(join(folder, name)), name);
      expect([unit, isDeclared]).toEqual(['mm', true]);
      expect(enclosedVolume(mesh), name).toBeCloseTo(24, 6);
    }
  });
});

describe('what is no solid is refused in a sentence', () => {
  it.each([
    ['nothing in it', 'a.stl', 'solid a\nendsolid a\n', /a\.stl holds no triangles/],
    ['an open one', 'a.stl', stlText(FACES.slice(1)), /a\.stl is not closed: 3 edges .* first at \d\.\d\d/],
    ['a wall inside', 'a.stl', stlText([...FACES, FACES[0], [0, 1, 2]]), /belong to more than two triangles/],
    ['cut', 'a.stl', stlText().slice(0, 200), /a\.stl ends in the middle|no solid that can be read/],
    [
      'words for numbers',
      'a.stl',
      stlText().replace('vertex 0 1 0', 'vertex 0 uno 0'),
      /a\.stl, line \d+: .*uno/,
    ],
    ['four corners of a facet', 'a.stl', stlText().replace('endloop', 'vertex 0 0 9'), /a\.stl, line \d+/],
    ['a vertex that is not there', 'a.obj', objText(['1 2 9']), /a\.obj, line 5: .*"f 1 2 9"/],
    ['a vertex of number 0', 'a.obj', objText(['0 1 2']), /a\.obj, line 5/],
    ['a face of two', 'a.obj', objText(['1 2']), /a\.obj, line 5/],
    [
      'a PLY that announces more',
      'a.ply',
      'ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\nend_header\n0 0 0\n',
      /a\.ply ends in the middle/,
    ],
    [
      'a PLY whose face names no vertex',
      'a.ply',
      'ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n0 0 0\n3 0 1 2\n',
      /a\.ply is damaged: face 1 names vertex 1/,
    ],
    [
      'a drawing of lines',
      'a.dxf',
      '0\nSECTION\n2\nENTITIES\n0\nENDSEC\n0\nEOF\n',
      /a\.dxf holds no triangles/,
    ],
    [
      'a text',
      'a.stl',
      'hello',
      /a\.stl is no solid that can be read; give a closed mesh .*\.ply, \.dxf, .*\.stl, \.obj/,
    ],
    ['an empty file', 'a.stl', '', /a\.stl is no solid/],
  ])('%s', async (_, name, text, message) => {
    await expect(read(text, name)).rejects.toThrow(message);
  });
});
