import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { validateBytes } from 'gltf-validator';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exportMeshes } from '../../../src-core/io/mesh/export-meshes.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { FACE_KINDS } from '../../../src-core/model/mesh.ts';
import { formatsOf } from '../../../src-core/model/survey-content.ts';
import { exportFolder } from '../../../src-main/files/export-folder.ts';
import { packageHere, programHere } from '../export/programs.ts';
import { driveMeshes, NOTES, START } from './drive-meshes.ts';

const run = promisify(execFile);
/** Debian's own: ezdxf is installed for it. */
const PYTHON = '/usr/bin/python3';

const ezdxf = programHere('ezdxf', [PYTHON, '-c', 'import ezdxf'], 'apt-get install python3-ezdxf');
const cloudCompare = programHere('CloudCompare', ['which', 'CloudCompare'], 'apt-get install cloudcompare');
const meshlab = programHere('meshlabserver', ['which', 'meshlabserver'], 'apt-get install meshlab');
const xvfb = programHere('xvfb-run', ['which', 'xvfb-run'], 'apt-get install xvfb');
const xmllint = programHere('xmllint', ['xmllint', '--version'], 'apt-get install libxml2-utils');

const omf = packageHere('omf-python', [PYTHON, '-c', 'import omf'], 'pip install omf==1.0.1');

/** Surface of an OMF with its values as omf-python has them. */
const OMF_REPORT = `
import json, omf, sys
project = omf.OMFReader(sys.argv[1]).get_project()
project.validate()
[surface] = project.elements
geometry = surface.geometry
data = [{"name": d.name, "location": d.location, "values": d.array.array.tolist(),
         "words": list(d.legends[0].values.array) if isinstance(d, omf.MappedData) else None} for d in surface.data]
print(json.dumps({"name": surface.name, "vertices": geometry.vertices.array.flatten().tolist(),
                  "triangles": geometry.triangles.array.flatten().tolist(), "data": data}))
`;

/** Faces, layers, volume and edges of a DXF as ezdxf has them. */
const EZDXF_REPORT = `
import ezdxf, json, sys
from ezdxf.render import MeshVertexMerger
doc = ezdxf.readfile(sys.argv[1])
audit = doc.audit()
layers, mesh, six = {}, MeshVertexMerger(precision=4), 0
shift = ezdxf.math.Vec3(${START.join(', ')})
for face in doc.modelspace().query("3DFACE"):
    layers[face.dxf.layer] = layers.get(face.dxf.layer, 0) + 1
    a, b, c = [p - shift for p in face.wcs_vertices()[:3]]
    six += a.dot(b.cross(c))
    mesh.add_face([a, b, c])
edges = {}
for face in mesh.faces:
    for i in range(3):
        key = (face[i], face[(i + 1) % 3])
        edges[key] = edges.get(key, 0) + 1
open_ = sum(1 for (a, b), n in edges.items() if n != 1 or edges.get((b, a)) != 1)
print(json.dumps({"errors": [e.message for e in audit.errors], "fixes": [e.message for e in audit.fixes],
                  "layers": layers, "volume": six / 6, "open": open_}))
`;

const { surface, solid } = driveMeshes();
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'socavon-meshes-'));
  const options = { ...NOTES, formats: formatsOf('meshes') };
  await exportMeshes([surface, solid.mesh], exportFolder(folder), options, SILENT_CONTEXT);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('the GLB in the validator of glTF', () => {
  it.each(['solid-local.glb', 'wall-surface-local.glb'])(
    '%s: finds no error and no warning',
    async (file) => {
      const { issues, info } = await validateBytes(new Uint8Array(await readFile(join(folder, file))));
      expect(issues.messages.filter(({ code }) => code !== 'UNUSED_OBJECT')).toEqual([]);
      expect([issues.numErrors, issues.numWarnings]).toEqual([0, 0]);
      const mesh = file.startsWith('solid') ? solid.mesh : surface;
      expect(info.version).toBe('2.0');
      expect(info.totalTriangleCount).toBe(mesh.kind.length);
      expect(info.materialCount).toBe(new Set(mesh.kind).size);
    },
  );
});

describe.skipIf(!ezdxf)('the DXF in ezdxf', () => {
  it('finds nothing to mend, a closed solid and its volume', async () => {
    const { stdout } = await run(PYTHON, ['-c', EZDXF_REPORT, join(folder, 'solid.dxf')]);
    const result = JSON.parse(stdout);
    expect([result.errors, result.fixes, result.open]).toEqual([[], [], 0]);
    // Coordinates to a hundredth of a millimetre: half of that at most, over 110 m2 of wall, mostly averaged out.
    expect(Math.abs(result.volume - solid.enclosed)).toBeLessThan(1e-3);
    const counts = [...new Set(solid.mesh.kind)].map(
      (kind) => solid.mesh.kind.filter((one) => one === kind).length,
    );
    expect(Object.values(result.layers)).toEqual(counts);
  });
});

describe.skipIf(!cloudCompare)('the solid in CloudCompare', () => {
  it.each(['solid-local.stl', 'solid.obj', 'solid.ply'])('%s: has the volume of the solid', async (file) => {
    const report = join(folder, `${file}.txt`);
    await run(
      'CloudCompare',
      ['-SILENT', '-O', '-GLOBAL_SHIFT', 'AUTO', join(folder, file), '-MESH_VOLUME', '-TO_FILE', report],
      { env: { ...process.env, QT_QPA_PLATFORM: 'offscreen' }, timeout: 60_000 },
    );
    const text = await readFile(report, 'utf8');
    const volume = Number(/V\s*=\s*(-?[\d.]+)/.exec(text)?.[1]);
    expect(Math.abs(volume - solid.enclosed)).toBeLessThan(0.01);
    expect((await readdir(folder)).length).toBeGreaterThan(0);
  });
});

/** MeshLab 2020 of Debian. Its OBJ reader stops at an assertion of its own, also for a tetrahedron of four lines. */
describe.skipIf(!meshlab || !xvfb)('the solid in MeshLab', () => {
  const measured = async (file: string): Promise<string> => {
    const filters = ['Compute Geometric Measures', 'Compute Topological Measures'];
    const script = join(folder, 'measures.mlx');
    const list = filters.map((name) => `<filter name="${name}"/>`).join('');
    await writeFile(script, `<!DOCTYPE FilterScript><FilterScript>${list}</FilterScript>`);
    const command = ['-a', 'meshlabserver', '-i', join(folder, file), '-s', script];
    return (await run('xvfb-run', command, { timeout: 60_000 })).stdout;
  };

  it('the STL is closed, two-manifold, with the volume of the solid', async () => {
    const result = await measured('solid-local.stl');
    expect(result).toMatch(/Mesh is two-manifold/);
    expect(result).toMatch(/Boundary Edges 0\b/);
    const volume = Number(/Mesh Volume\s+is\s+(-?[\d.]+)/.exec(result)?.[1]);
    expect(Math.abs(volume - solid.enclosed)).toBeLessThan(0.01);
  });

  // MeshLab holds coordinates in f32: at a mine's grid they step by half a metre, and no volume can be asked of it.
  it('the PLY in the grid of the mine has the edges and faces of the solid', async () => {
    const result = await measured('solid.ply');
    expect(result).toMatch(/Mesh is two-manifold/);
    expect(result).toMatch(/Boundary Edges 0\b/);
    expect(Number(/V:\s*\d+ E:\s*\d+ F:\s*(\d+)/.exec(result)?.[1])).toBe(solid.mesh.kind.length);
  });
});

describe.skipIf(!omf)('the OMF in omf-python, the reader of those who publish the format', () => {
  it.each(['solid', 'wall-surface'] as const)('%s: has every vertex, triangle and value', async (name) => {
    const mesh = name === 'solid' ? solid.mesh : surface;
    const { stdout } = await run(PYTHON, ['-c', OMF_REPORT, join(folder, `${name}.omf`)]);
    const result = JSON.parse(stdout);
    expect(result.name).toBe(name);
    expect(result.vertices).toEqual([...mesh.xyz].map((value, i) => mesh.origin[i % 3] + value));
    expect(result.triangles).toEqual([...mesh.triangles]);
    expect(
      result.data.map(({ name, location }: { name: string; location: string }) => [name, location]),
    ).toEqual([
      ['measured', 'vertices'],
      ['chainage', 'vertices'],
      ['overbreak', 'vertices'],
      ['kind', 'faces'],
    ]);
    const columns = [mesh.measured, mesh.chainage!, mesh.overbreak!, mesh.kind];
    expect(result.data.map(({ values }: { values: number[] }) => values)).toEqual(
      columns.map((of) => [...of]),
    );
    expect(result.data[3].words).toEqual([...FACE_KINDS]);
  });
});

describe.skipIf(!xmllint)('the LandXML in xmllint', () => {
  const count = async (file: string, path: string): Promise<number> => {
    const { stdout, stderr } = await run('xmllint', [
      '--nonet',
      '--huge',
      '--xpath',
      path,
      join(folder, file),
    ]);
    expect(stderr).toBe('');
    return Number(stdout);
  };

  it.each(['solid.xml', 'wall-surface.xml'])(
    '%s: is well-formed, with all points and faces',
    async (file) => {
      const mesh = file.startsWith('solid') ? solid.mesh : surface;
      const of = (name: string): string =>
        `//*[local-name()="Definition"][@surfType="TIN"]//*[local-name()="${name}"]`;
      expect(await count(file, `count(${of('P')})`)).toBe(mesh.xyz.length / 3);
      expect(await count(file, `count(${of('F')})`)).toBe(mesh.kind.length);
      // Northing first.
      const northing = await count(file, `string(substring-before(${of('P')}[1], " "))`);
      expect(Math.abs(northing - mesh.origin[1] - mesh.xyz[1])).toBeLessThan(1e-5);
    },
  );
});
