import { describe, expect, it } from 'vitest';
import { exportMeshes, type MeshFile } from '../../../src-core/io/mesh/export-meshes.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { type DriveMesh, FACE_KINDS } from '../../../src-core/model/mesh.ts';
import { MESH_FORMATS, type MeshFormat } from '../../../src-core/model/survey-content.ts';
import { solidVolume } from '../../../src-core/tunnel/closed-solid.ts';
import { openEdges } from '../../tunnel/open-edges.ts';
import { memoryFolder } from '../export/clouds.ts';
import { driveMeshes, NOTES, START } from './drive-meshes.ts';

const { surface, solid } = driveMeshes();
const folder = memoryFolder();
const files = await exportMeshes(
  [surface, solid.mesh],
  folder,
  { ...NOTES, formats: MESH_FORMATS },
  SILENT_CONTEXT,
);

function textOf(fileName: string): string {
  return new TextDecoder('latin1').decode(folder.files.get(fileName)!);
}

/** Corners of the triangles of a binary STL, in its own coordinates. */
function stlCorners(bytes: Uint8Array): number[][] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: 3 * view.getUint32(80, true) }, (_, i) => {
    const at = 84 + 50 * Math.floor(i / 3) + 12 + 12 * (i % 3);
    return [0, 4, 8].map((offset) => view.getFloat32(at + offset, true));
  });
}

/** Corners that share their coordinates as one vertex, as programs that read STL join them. */
function welded(corners: readonly number[][]): Pick<DriveMesh, 'xyz' | 'triangles' | 'origin'> {
  const numbers = new Map<string, number>();
  const xyz: number[] = [];
  const triangles = corners.map((corner) => {
    const key = corner.join(' ');
    if (!numbers.has(key)) {
      numbers.set(key, numbers.size);
      xyz.push(...corner);
    }
    return numbers.get(key)!;
  });
  return { origin: [0, 0, 0], xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
}

describe('meshes of a drive at a northing of 9,123,456.789 m', () => {
  it('have every kind of face', () => {
    expect(FACE_KINDS.map((_, place) => solid.mesh.kind.includes(place))).toEqual([true, true, true, true]);
    expect(FACE_KINDS.map((_, place) => surface.kind.includes(place))).toEqual([true, true, false, false]);
  });

  it('are written in every format, named by what they are and whether they are local', () => {
    expect(files.map(({ fileName }) => fileName)).toEqual(
      ['wall-surface', 'solid'].flatMap((name) => [
        ...[
          `${name}-local.stl`,
          `${name}.obj`,
          `${name}.ply`,
          `${name}-local.glb`,
          `${name}.dxf`,
          `${name}.xml`,
        ],
      ]),
    );
    expect([...folder.files.keys()]).toEqual(files.map(({ fileName }) => fileName));
  });

  it('say what must be added, whole metres near the drive and the same in all files', () => {
    const added = files.filter(({ fileName }) => fileName.includes('-local')).map(({ add }) => add);
    expect(new Set(added.map(String)).size).toBe(1);
    added[0].forEach((value, k) => {
      expect(Number.isInteger(value)).toBe(true);
      expect(Math.abs(value - START[k])).toBeLessThan(15);
    });
    for (const { fileName, add } of files) if (!fileName.includes('-local')) expect(add).toEqual([0, 0, 0]);
    expect(textOf('solid-local.stl').slice(0, 80)).toContain(
      `Add E ${added[0][0]} N ${added[0][1]} Z ${added[0][2]} `,
    );
    expect(textOf('solid-local.glb')).toContain(`"add":[${added[0].join(',')}]`);
  });

  it('as STL are closed where corners have the same numbers, and enclose the volume', () => {
    const mesh = welded(stlCorners(folder.files.get('solid-local.stl')!));
    expect(openEdges(mesh.triangles)).toBe(0);
    // A micrometre of single precision over a wall of 16 m round and 7 m long.
    expect(Math.abs(solidVolume(mesh) - solid.enclosed)).toBeLessThan(2e-4);
    expect(solidVolume(mesh)).toBeGreaterThan(0);
  });

  it('as STL keep every millimetre about their origin', () => {
    const { add } = files.find(({ fileName }) => fileName === 'solid-local.stl')!;
    const corners = stlCorners(folder.files.get('solid-local.stl')!);
    const { origin, xyz, triangles } = solid.mesh;
    let worst = 0;
    corners.forEach((corner, i) => {
      corner.forEach((value, k) => {
        worst = Math.max(worst, Math.abs(add[k] + value - origin[k] - xyz[3 * triangles[i] + k]));
      });
    });
    expect(worst).toBeLessThan(1e-6);
  });

  it('as OBJ have groups by what the faces rest on', () => {
    const lines = textOf('solid.obj').split('\n');
    expect(lines.filter((line) => line.startsWith('g '))).toEqual(FACE_KINDS.map((kind) => `g ${kind}`));
    expect(lines.filter((line) => line.startsWith('f '))).toHaveLength(solid.mesh.kind.length);
    const [, easting, northing] = lines
      .find((line) => line.startsWith('v '))!
      .split(' ')
      .map(Number);
    expect(Math.abs(easting - START[0])).toBeLessThan(20);
    expect(Math.abs(northing - START[1])).toBeLessThan(20);
  });

  it('as DXF have a layer for each kind', () => {
    const text = textOf('solid.dxf');
    const layers = [...text.matchAll(/\r?\n3DFACE\r?\n[\s\S]*?\r?\n *8\r?\n(\w+)\r?\n/g)].map(
      ([, layer]) => layer,
    );
    const names = ['PARED_MEDIDA', 'PARED_COMPLETADA', 'PARED_SIN_SECCIONES', 'TAPAS'];
    expect(layers).toEqual([...solid.mesh.kind].map((kind) => names[kind]));
  });

  it('are the same bytes when written again', async () => {
    const again = memoryFolder();
    await exportMeshes([surface, solid.mesh], again, { ...NOTES, formats: MESH_FORMATS }, SILENT_CONTEXT);
    for (const [name, bytes] of folder.files) expect(again.files.get(name)).toEqual(bytes);
  });

  it('have the overbreak of every vertex, or none in a format that has no NaN', async () => {
    const some = {
      ...surface,
      overbreak: surface.overbreak!.map((value, i) => (i === 7 ? Number.NaN : value)),
    };
    const written = memoryFolder();
    await exportMeshes([some], written, { ...NOTES, formats: ['ply', 'glb'] }, SILENT_CONTEXT);
    const json = new TextDecoder().decode(written.files.get('wall-surface-local.glb')!.subarray(0, 3000));
    expect(json).toContain('_CHAINAGE');
    expect(json).not.toContain('_OVERBREAK');
    expect(textOf('wall-surface-local.glb')).toContain('_OVERBREAK');
  });
});

describe('a mesh file damaged on its way to the disk', () => {
  const sizeOf = (format: MeshFormat): number =>
    folder.files.get(
      files.find((file: MeshFile) => file.mesh === 'solid' && file.format === format)!.fileName,
    )!.length;

  it.each(
    MESH_FORMATS.flatMap((format) =>
      [10, 0.2, 0.8].map((place): [MeshFormat, number] => [
        format,
        place < 1 ? Math.floor(place * sizeOf(format)) : place,
      ]),
    ),
  )('%s byte %i: is refused and removed', async (format, at) => {
    const damaged = memoryFolder((_, bytes) => {
      bytes[at] ^= 0x04;
    });
    await expect(
      exportMeshes([solid.mesh], damaged, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
    ).rejects.toMatchObject({
      code: 'export-mismatch',
      message: expect.stringContaining('was read back after writing and differs'),
    });
    expect(damaged.files.size).toBe(0);
  });

  it.each(MESH_FORMATS)('%s cut short: is refused and removed', async (format) => {
    const cut = memoryFolder();
    const short = {
      ...cut,
      open: async (name: string) => {
        const file = await cut.open(name);
        const size = file.size - 40;
        return {
          ...file,
          size,
          read: async (at: number, n: number) => (await file.read(at, n)).subarray(0, Math.max(0, size - at)),
        };
      },
    };
    await expect(
      exportMeshes([solid.mesh], short, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'export-mismatch' });
    expect(cut.files.size).toBe(0);
  });
});

describe('a mesh that cannot be written', () => {
  const moved = (metres: number): DriveMesh => ({
    ...solid.mesh,
    xyz: solid.mesh.xyz.map((value, i) => (i === 0 ? value + metres : value)),
  });

  it('is refused in single precision when it is longer than 8 km, with what to do', async () => {
    const none = memoryFolder();
    for (const format of ['stl', 'glb'] as const)
      await expect(
        exportMeshes([moved(9000)], none, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
      ).rejects.toMatchObject({ code: 'export-range', message: expect.stringMatching(/4096 m .*OBJ, PLY/) });
    expect(none.files.size).toBe(0);
    await exportMeshes(
      [moved(9000)],
      none,
      { ...NOTES, formats: ['obj', 'ply', 'dxf', 'landxml'] },
      SILENT_CONTEXT,
    );
    expect(none.files.size).toBe(4);
  });

  it.each(MESH_FORMATS)('%s: is refused for a coordinate that is not a number', async (format) => {
    const none = memoryFolder();
    await expect(
      exportMeshes([moved(Number.NaN)], none, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'export-range' });
    expect(none.files.size).toBe(0);
  });

  it('leaves no file of a format that was cancelled', async () => {
    const none = memoryFolder();
    const cancel = { cancelled: true };
    await expect(
      exportMeshes([solid.mesh], none, { ...NOTES, formats: ['ply'] }, { cancel, emit: () => {} }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(none.files.size).toBe(0);
  });
});
