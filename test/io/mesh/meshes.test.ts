import { describe, expect, it } from 'vitest';
import { exportMeshes, type MeshFile } from '../../../src-core/io/mesh/export-meshes.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';
import { message } from '../../../src-core/messages/message.ts';
import { SILENT_CONTEXT } from '../../../src-core/model/context.ts';
import { SocavonError } from '../../../src-core/model/errors.ts';
import { type DriveMesh, FACE_KINDS } from '../../../src-core/model/mesh.ts';
import { formatsOf, type MeshFormat } from '../../../src-core/model/survey-content.ts';
import { openEdges } from '../../tunnel/open-edges.ts';
import { memoryFolder } from '../export/clouds.ts';
import { driveMeshes, NOTES, START } from './drive-meshes.ts';

const { surface, solid } = driveMeshes();
const folder = memoryFolder();
const files = await exportMeshes(
  [surface, solid.mesh],
  folder,
  { ...NOTES, formats: formatsOf('meshes') },
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
          `${name}.dtm`,
          `${name}.str`,
          `${name}-tr.csv`,
          `${name}-pt.csv`,
          `${name}.omf`,
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
    expect(Math.abs(enclosedVolume(mesh) - solid.enclosed)).toBeLessThan(2e-4);
    expect(enclosedVolume(mesh)).toBeGreaterThan(0);
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

  it('as Surpac have each edge of the solid between two triangles, and none at an open one', () => {
    for (const [name, { triangles }] of [
      ['solid', solid.mesh],
      ['wall-surface', surface],
    ] as const) {
      const [head, blank, object, trisolation, ...rows] = textOf(`${name}.dtm`).trimEnd().split('\r\n');
      expect([head, blank, object]).toEqual([`${name}.str,`, '0, 0.000, 0.000, 0.000, END', 'OBJECT, 1,']);
      expect(trisolation).toBe('TRISOLATION, 1, neighbours=yes,validated=false,algorithm=legacy');
      expect(rows.pop()).toBe('END');
      const records = rows.map((row) => row.split(',').slice(0, 7).map(Number));
      expect(records.map(([number]) => number)).toEqual(records.map((_, i) => i + 1));
      expect(records.flatMap((record) => record.slice(1, 4).map((point) => point - 1))).toEqual([
        ...triangles,
      ]);
      // Brute force: every triangle with the same edge in the other direction.
      records.slice(0, 400).forEach((record) => {
        const [, ...corners] = record.slice(0, 4);
        [0, 1, 2].forEach((k) => {
          const [from, to] = [corners[k], corners[(k + 1) % 3]];
          const others = records.filter((other) =>
            [1, 2, 3].some((j) => other[j] === to && other[(j % 3) + 1] === from),
          );
          expect(others.length).toBeLessThanOrEqual(1);
          expect(record[4 + k]).toBe(others[0]?.[0] ?? 0);
        });
      });
      const open = records.flatMap((record) => record.slice(4)).filter((number) => number === 0).length;
      expect(open > 0).toBe(name === 'wall-surface');
    }
  });

  it('as Surpac strings have their values beside each vertex, northing first', () => {
    const rows = textOf('solid.str').split('\r\n');
    const points = rows.filter((row) => row.startsWith('32000, ')).map((row) => row.split(', '));
    expect(points).toHaveLength(solid.mesh.xyz.length / 3);
    expect(rows[0]).toBe('solid, , Socavon Rampa "Nana" & 1,');
    expect(rows.slice(-2)).toEqual(['0, 0.0000, 0.0000, 0.0000, END', '']);
    points.forEach(([, northing, easting, , chainage, word, overbreak], i) => {
      expect(Math.abs(Number(northing) - solid.mesh.origin[1] - solid.mesh.xyz[3 * i + 1])).toBeLessThan(
        6e-5,
      );
      expect(Math.abs(Number(easting) - START[0])).toBeLessThan(20);
      expect(Math.fround(Number(chainage))).toBe(solid.mesh.chainage![i]);
      expect(word).toBe(solid.mesh.measured[i] === 1 ? 'M' : 'F');
      expect(Math.fround(Number(overbreak))).toBe(solid.mesh.overbreak![i]);
    });
  });

  it('as Datamine tables have the fields of its wireframes', () => {
    const [points, triangles] = ['solid-pt.csv', 'solid-tr.csv'].map((name) =>
      textOf(name)
        .trimEnd()
        .split('\r\n')
        .map((row) => row.split(',')),
    );
    expect(points[0]).toEqual(['PID', 'XP', 'YP', 'ZP', 'MEASURED', 'CHAINAGE', 'OVERBRK']);
    expect(triangles[0]).toEqual(['TRIANGLE', 'PID1', 'PID2', 'PID3', 'KIND']);
    expect(points).toHaveLength(solid.mesh.xyz.length / 3 + 1);
    expect(triangles.slice(1).map((row) => row[4])).toEqual([...solid.mesh.kind].map((k) => FACE_KINDS[k]));
  });

  it('are the same bytes when written again', async () => {
    const again = memoryFolder();
    await exportMeshes(
      [surface, solid.mesh],
      again,
      { ...NOTES, formats: formatsOf('meshes') },
      SILENT_CONTEXT,
    );
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
  const namesOf = (format: MeshFormat): string[] =>
    files
      .filter((file: MeshFile) => file.mesh === 'solid' && file.format === format)
      .map(({ fileName }) => fileName);

  it.each(
    formatsOf('meshes').flatMap((format) =>
      namesOf(format).flatMap((name) =>
        [10, 0.2, 0.8].map((place): [MeshFormat, string, number] => [
          format,
          name,
          place < 1 ? Math.floor(place * folder.files.get(name)!.length) : place,
        ]),
      ),
    ),
  )('%s, %s byte %i: is refused and removed', async (format, name, at) => {
    const damaged = memoryFolder((file, bytes) => {
      if (file === name) bytes[at] ^= 0x04;
    });
    await expect(
      exportMeshes([solid.mesh], damaged, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
    ).rejects.toMatchObject({
      code: 'export-mismatch',
      message: expect.stringContaining('was read back after writing and differs'),
    });
    expect(damaged.files.size).toBe(0);
  });

  it.each(formatsOf('meshes'))('%s cut short: is refused and removed', async (format) => {
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
      { ...NOTES, formats: formatsOf('meshes').filter((format) => format !== 'stl' && format !== 'glb') },
      SILENT_CONTEXT,
    );
    expect(none.files.size).toBe(9);
  });

  it.each(formatsOf('meshes'))('%s: is refused for a coordinate that is not a number', async (format) => {
    const none = memoryFolder();
    await expect(
      exportMeshes([moved(Number.NaN)], none, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
    ).rejects.toMatchObject({ code: 'export-range' });
    expect(none.files.size).toBe(0);
  });

  it.each(['surpac', 'datamine'] as const)(
    '%s: leaves neither file where the disk is full at the second one',
    async (format) => {
      const disk = memoryFolder();
      let created = 0;
      const full = {
        ...disk,
        create: async (name: string) => {
          const sink = await disk.create(name);
          if (++created === 2)
            sink.write = async () => {
              throw new SocavonError('disk-full', message('disk-full', { path: name }));
            };
          return sink;
        },
      };
      await expect(
        exportMeshes([solid.mesh], full, { ...NOTES, formats: [format] }, SILENT_CONTEXT),
      ).rejects.toMatchObject({ code: 'disk-full' });
      expect(disk.files.size).toBe(0);
    },
  );

  it('leaves no file of a format that was cancelled', async () => {
    const none = memoryFolder();
    const cancel = { cancelled: true };
    await expect(
      exportMeshes([solid.mesh], none, { ...NOTES, formats: ['ply'] }, { cancel, emit: () => {} }),
    ).rejects.toMatchObject({ code: 'cancelled' });
    expect(none.files.size).toBe(0);
  });
});
