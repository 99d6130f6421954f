import { type DriveMesh, FACE_KINDS, type FaceKind } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import {
  localCoordinate,
  type MeshFormatCode,
  type MeshInFile,
  type MeshNotes,
  readRecords,
  recordBatches,
} from './mesh-format.ts';

const MAGIC = 0x46546c67;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const FLOAT = 5126;
const UNSIGNED_INT = 5125;
const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;
/** glTF is right-handed with y up: easting is its x, elevation its y, northing its -z; columns of a 4 x 4 matrix. */
const Y_UP = [1, 0, 0, 0, 0, 0, -1, 0, 0, 1, 0, 0, 0, 0, 0, 1];
/** Colours of the faces, linear: rock, what was guessed, what was bridged, caps. */
const COLOURS: Readonly<Record<FaceKind, readonly [number, number, number, number]>> = {
  measured: [0.5, 0.5, 0.5, 1],
  interpolated: [0.9, 0.5, 0.05, 1],
  bridged: [0.8, 0.05, 0.05, 1],
  cap: [0.1, 0.25, 0.6, 1],
};

/** A number per vertex, under the name that glTF gives attributes of an application. */
interface VertexColumn {
  readonly name: '_MEASURED' | '_CHAINAGE' | '_OVERBREAK';
  readonly values: ArrayLike<number>;
}

/**
 * glTF 2.0 as one binary file (Khronos Group): vertices of single precision about an origin that the `extras` of the node
 * say must be added, a primitive with a colour of its own for each kind of faces, the values of the vertices as
 * attributes `_MEASURED`, `_CHAINAGE` and `_OVERBREAK`. The last is left out if a vertex has none: glTF has no NaN.
 */
export const GLB: MeshFormatCode = {
  frame: 'local',
  step: 0,
  *pieces(mesh, notes) {
    const vertices = mesh.xyz.length / 3;
    const columns = columnsOf(mesh);
    const json = padded(new TextEncoder().encode(JSON.stringify(documentOf(mesh, columns, notes))));
    const bin = 12 * vertices + 4 * vertices * columns.length + 4 * mesh.triangles.length;
    const words = (...values: number[]): Uint8Array => new Uint8Array(Uint32Array.from(values).buffer);
    yield words(MAGIC, 2, 12 + 8 + json.length + 8 + bin, json.length, JSON_CHUNK);
    yield json;
    yield words(bin, BIN_CHUNK);
    yield* recordBatches(vertices, 12, (view, at, i) => {
      for (let k = 0; k < 3; k++)
        view.setFloat32(at + 4 * k, localCoordinate(mesh, notes.localOrigin, i, k), true);
    });
    for (const { values } of columns)
      yield* recordBatches(vertices, 4, (view, at, i) => view.setFloat32(at, values[i], true));
    yield* recordBatches(mesh.triangles.length, 4, (view, at, i) =>
      view.setUint32(at, mesh.triangles[i], true),
    );
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const head = await source.read(0, 20);
    const view = new DataView(head.buffer, head.byteOffset, head.length);
    const length = view.getUint32(12, true);
    if (view.getUint32(0, true) !== MAGIC || view.getUint32(8, true) !== source.size)
      throw new Error('no GLB of this size');
    const text = new TextDecoder().decode(await source.read(20, length));
    const { nodes, meshes, accessors, bufferViews } = JSON.parse(text) as ReturnType<typeof documentOf>;
    const offsetOf = (accessor: number): number => {
      const { bufferView, byteOffset = 0 } = accessors[accessor];
      return 20 + length + 8 + bufferViews[bufferView].byteOffset + byteOffset;
    };
    const { primitives } = meshes[0];
    const { POSITION: position, ...others } = primitives[0].attributes;
    const vertices = accessors[position].count;
    const floats = async (accessor: number, each: number): Promise<Float32Array> => {
      const values = new Float32Array(each * vertices);
      await readRecords(source, offsetOf(accessor), values.length, 4, (bytes, at, i) => {
        values[i] = bytes.getFloat32(at, true);
      });
      return values;
    };
    const triangles = new Uint32Array(
      primitives.reduce((sum, { indices }) => sum + accessors[indices].count, 0),
    );
    const kind = new Uint8Array(triangles.length / 3);
    let first = 0;
    for (const { indices, extras } of primitives) {
      const { count } = accessors[indices];
      const before = first;
      await readRecords(source, offsetOf(indices), count, 4, (bytes, at, i) => {
        triangles[before + i] = bytes.getUint32(at, true);
      });
      first += count;
      kind.fill(FACE_KINDS.indexOf(extras.kind), before / 3, first / 3);
    }
    const names = { _MEASURED: 'measured', _CHAINAGE: 'chainage', _OVERBREAK: 'overbreak' } as const;
    const values: Partial<Record<(typeof names)[keyof typeof names], Float32Array>> = {};
    for (const [name, accessor] of Object.entries(others) as [keyof typeof names, number][])
      values[names[name]] = await floats(accessor, 1);
    return { origin: nodes[0].extras.add, xyz: await floats(position, 3), triangles, kind, ...values };
  },
};

function columnsOf({ measured, chainage, overbreak }: DriveMesh): VertexColumn[] {
  const isWhole = overbreak?.every(Number.isFinite) ?? false;
  return [
    { name: '_MEASURED', values: measured },
    ...(chainage === null ? [] : [{ name: '_CHAINAGE', values: chainage } as const]),
    ...(overbreak !== null && isWhole ? [{ name: '_OVERBREAK', values: overbreak } as const] : []),
  ];
}

/** The JSON of the file; its buffer holds vertices, then each column, then vertex numbers. */
function documentOf(
  mesh: DriveMesh,
  columns: readonly VertexColumn[],
  { application, project, localOrigin }: MeshNotes,
) {
  const { name, xyz, triangles, kind } = mesh;
  const vertices = xyz.length / 3;
  const groups = FACE_KINDS.map((word, place) => ({
    word,
    first: kind.indexOf(place),
    count: kind.lastIndexOf(place) - kind.indexOf(place) + 1,
  })).filter(({ first }) => first >= 0);
  const vertexBytes = 12 * vertices;
  const columnBytes = 4 * vertices;
  const indexAt = vertexBytes + columns.length * columnBytes;
  const attributes: Record<string, number> = { POSITION: 0 };
  columns.forEach(({ name: column }, i) => {
    attributes[column] = i + 1;
  });
  return {
    asset: { version: '2.0', generator: `${application.name} ${application.version}`.trim() },
    scene: 0,
    scenes: [{ name: project, nodes: [0] }],
    nodes: [
      {
        name,
        mesh: 0,
        matrix: Y_UP,
        extras: {
          add: [...localOrigin] as [number, number, number],
          frame:
            'metres; before the matrix of the node: x easting, y northing, z elevation of the mine grid, less these',
        },
      },
    ],
    meshes: [
      {
        name,
        primitives: groups.map(({ word }, i) => ({
          attributes: attributes as { POSITION: number },
          indices: columns.length + 1 + i,
          material: i,
          mode: 4,
          extras: { kind: word },
        })),
      },
    ],
    materials: groups.map(({ word }) => ({
      name: word,
      doubleSided: true,
      pbrMetallicRoughness: { baseColorFactor: COLOURS[word], metallicFactor: 0, roughnessFactor: 1 },
    })),
    accessors: [
      {
        bufferView: 0,
        byteOffset: 0,
        componentType: FLOAT,
        count: vertices,
        type: 'VEC3',
        ...boundsOf(mesh, localOrigin),
      },
      ...columns.map((_, i) => ({
        bufferView: i + 1,
        byteOffset: 0,
        componentType: FLOAT,
        count: vertices,
        type: 'SCALAR',
      })),
      ...groups.map(({ first, count }) => ({
        bufferView: columns.length + 1,
        byteOffset: 12 * first,
        componentType: UNSIGNED_INT,
        count: 3 * count,
        type: 'SCALAR',
      })),
    ],
    bufferViews: [
      { buffer: 0, byteOffset: 0, byteLength: vertexBytes, target: ARRAY_BUFFER },
      ...columns.map((_, i) => ({
        buffer: 0,
        byteOffset: vertexBytes + i * columnBytes,
        byteLength: columnBytes,
        target: ARRAY_BUFFER,
      })),
      { buffer: 0, byteOffset: indexAt, byteLength: 4 * triangles.length, target: ELEMENT_ARRAY_BUFFER },
    ],
    buffers: [{ byteLength: indexAt + 4 * triangles.length }],
  };
}

/** Least and greatest coordinate, as the numbers in the buffer are. */
function boundsOf(
  mesh: DriveMesh,
  localOrigin: readonly [number, number, number],
): { min: number[]; max: number[] } {
  const [min, max] = [new Array<number>(3).fill(Infinity), new Array<number>(3).fill(-Infinity)];
  for (let i = 0; i < mesh.xyz.length / 3; i++)
    for (let k = 0; k < 3; k++) {
      const value = Math.fround(localCoordinate(mesh, localOrigin, i, k));
      min[k] = Math.min(min[k], value);
      max[k] = Math.max(max[k], value);
    }
  return { min, max };
}

/** A chunk's length is a multiple of four: JSON is filled with blanks. */
function padded(json: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(4 * Math.ceil(json.length / 4)).fill(0x20);
  bytes.set(json);
  return bytes;
}
