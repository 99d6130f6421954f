import { describe, expect, it } from 'vitest';
import { readSolid, type SolidOptions } from '../../../src-core/io/mesh/read-solid.ts';
import { enclosedVolume } from '../../../src-core/math/closed-mesh.ts';

/** A tetrahedron of a sixth of a cubic metre in x, y, z of glTF; one strip covers its four faces. */
const CORNERS = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const FACES = [0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2];
const STRIP = [0, 2, 1, 3, 0, 2];
const FAR = [352_118, 9_123_456, 4213];

type Json = Record<string, unknown>;
type Indices = Uint8Array | Uint16Array | Uint32Array;

/** Buffer and JSON of a mesh whose vertices lie `stride` bytes apart, behind some bytes of something else. */
function gltfOf(
  nodes: Json[],
  primitives: { indices: Indices | null; mode?: number }[],
  stride = 12,
  more: Json = {},
) {
  const before = 8;
  const places = new DataView(new ArrayBuffer(before + 4 * stride));
  for (const [i, place] of CORNERS.entries())
    for (const [k, value] of place.entries()) places.setFloat32(before + stride * i + 4 * k, value, true);
  const parts: Uint8Array[] = [new Uint8Array(places.buffer)];
  let at = places.byteLength;
  const bufferViews: Json[] = [
    { buffer: 0, byteOffset: before, byteLength: 4 * stride, ...(stride > 12 && { byteStride: stride }) },
  ];
  const accessors: Json[] = [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3' }];
  const types = { 1: 5121, 2: 5123, 4: 5125 };
  for (const { indices } of primitives) {
    if (indices === null) continue;
    const bytes = new Uint8Array(4 * Math.ceil(indices.byteLength / 4));
    bytes.set(new Uint8Array(indices.buffer));
    bufferViews.push({ buffer: 0, byteOffset: at, byteLength: indices.byteLength });
    accessors.push({
      bufferView: bufferViews.length - 1,
      componentType: types[indices.BYTES_PER_ELEMENT as 1 | 2 | 4],
      count: indices.length,
      type: 'SCALAR',
    });
    parts.push(bytes);
    at += bytes.length;
  }
  let next = 1;
  const meshes = [
    {
      name: 'tetra',
      primitives: primitives.map(({ indices, mode }) => ({
        attributes: { POSITION: 0 },
        ...(indices !== null && { indices: next++ }),
        ...(mode !== undefined && { mode }),
      })),
    },
  ];
  const json: Json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes,
    meshes,
    accessors,
    bufferViews,
    buffers: [{ byteLength: at }],
    ...more,
  };
  return { json, bin: Buffer.concat(parts) };
}

function glb({ json, bin }: { json: Json; bin: Uint8Array }, version = 2): Uint8Array {
  const text = Buffer.from(JSON.stringify(json));
  const padded = Buffer.concat([text, Buffer.alloc((4 - (text.length % 4)) % 4, 0x20)]);
  const words = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
  const body = [words(padded.length, 0x4e4f534a), padded, words(bin.length, 0x004e4942), bin];
  const length = 12 + body.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([words(0x46546c67, version, length), ...body]);
}

const read = (bytes: Uint8Array, options: Partial<SolidOptions> = {}, name = 'a.glb') =>
  readSolid(bytes, name, options);
const faces = [{ indices: Uint16Array.from(FACES) }];
const one = [{ mesh: 0 }];

describe('a GLB of another program', () => {
  it.each([
    ['triangles of 8 bits', [{ indices: Uint8Array.from(FACES), mode: 4 }], 12],
    ['triangles of 16 bits, vertices among other attributes', faces, 28],
    ['triangles of 32 bits', [{ indices: Uint32Array.from(FACES) }], 12],
    ['a strip', [{ indices: Uint8Array.from(STRIP), mode: 5 }], 12],
    // The fan about corner 0 has three faces.
    [
      'a fan and a triangle',
      [{ indices: Uint8Array.from([0, 2, 1, 3, 2]), mode: 6 }, { indices: Uint8Array.from([1, 2, 3]) }],
      12,
    ],
    [
      'a strip without indices, of which two faces are missing, and these',
      [{ indices: null, mode: 5 }, { indices: Uint8Array.from([0, 3, 1, 0, 2, 3]) }],
      12,
    ],
    [
      'lines and points beside its triangles',
      [...faces, { indices: Uint8Array.from([0, 1]), mode: 1 }, { indices: null, mode: 0 }],
      12,
    ],
  ] as const)('is read: %s', async (_, primitives, stride) => {
    const { mesh, format, isDeclared } = await read(glb(gltfOf(one, [...primitives], stride)));
    expect([enclosedVolume(mesh), format, isDeclared]).toEqual([expect.closeTo(1 / 6, 7), 'gltf', true]);
  });

  it('has easting along x, northing against z, elevation along y', async () => {
    const nodes = [{ mesh: 0, translation: [FAR[0], FAR[2], -FAR[1]], scale: [2, 3, 4] }];
    const { mesh } = await read(glb(gltfOf(nodes, faces)));
    const places = [0, 1, 2].map((k) => {
      const values = [0, 1, 2, 3].map((i) => mesh.origin[k] + mesh.xyz[3 * i + k]);
      return [Math.min(...values), Math.max(...values)];
    });
    expect(places).toEqual([
      [FAR[0], FAR[0] + 2],
      [FAR[1] - 4, FAR[1]],
      [FAR[2], FAR[2] + 3],
    ]);
    expect(enclosedVolume(mesh)).toBeCloseTo(4, 6);
  });

  it('moves a mesh by the nodes above it, and counts one that is used twice, mirrored too, twice', async () => {
    const half = Math.SQRT1_2;
    // A quarter turn about y takes x to -z; then the matrix of the parent moves and mirrors it.
    const nodes = [
      { children: [1, 2], matrix: [2, 0, 0, 0, 0, 2, 0, 0, 0, 0, -2, 0, 10, 20, 30, 1] },
      { mesh: 0, rotation: [0, half, 0, half], translation: [1, 0, 0] },
      { mesh: 0, name: 'other', scale: [1, 1, -1], translation: [100, 0, 0] },
    ];
    const { mesh } = await read(glb(gltfOf(nodes, faces)));
    // Two of eight sixths: had a mirrored one kept its order, the two would cancel.
    expect(enclosedVolume(mesh)).toBeCloseTo(16 / 6, 6);
    const eastings = Array.from({ length: mesh.xyz.length / 3 }, (_, i) => mesh.origin[0] + mesh.xyz[3 * i]);
    const northings = Array.from(
      { length: mesh.xyz.length / 3 },
      (_, i) => mesh.origin[1] + mesh.xyz[3 * i + 1],
    );
    // x of the first: 2 (1 + 0..1) + 10; its z: -2 (-1..0) + 30, northing the other way.
    expect([Math.min(...eastings), Math.max(...eastings)]).toEqual([
      expect.closeTo(12, 5),
      expect.closeTo(212, 5),
    ]);
    expect([Math.min(...northings), Math.max(...northings)]).toEqual([
      expect.closeTo(-32, 5),
      expect.closeTo(-30, 5),
    ]);
    const alone = await read(glb(gltfOf(nodes, faces)), { part: 'other' });
    expect(enclosedVolume(alone.mesh)).toBeCloseTo(8 / 6, 6);
    await expect(read(glb(gltfOf(nodes, faces)), { part: 'third' })).rejects.toThrow(
      /no surface "third"; it holds "tetra", "other"/,
    );
  });

  it('has its buffer as base64, or in a file beside', async () => {
    const { json, bin } = gltfOf(one, faces);
    const text = (uri: string) =>
      Buffer.from(JSON.stringify({ ...json, buffers: [{ uri, byteLength: bin.length }] }));
    const inside = text(`data:application/octet-stream;base64,${bin.toString('base64')}`);
    expect(enclosedVolume((await read(inside, {}, 'a.gltf')).mesh)).toBeCloseTo(1 / 6, 7);
    const calls: string[] = [];
    const beside = async (name: string) => {
      calls.push(name);
      return name === 'my mesh.bin' ? bin : null;
    };
    expect(enclosedVolume((await read(text('my%20mesh.bin'), { beside }, 'a.gltf')).mesh)).toBeCloseTo(
      1 / 6,
      7,
    );
    for (const uri of ['../other.bin', 'C:%5Cother.bin', 'https://mine.example/other.bin', 'none.bin', '%ff'])
      await expect(read(text(uri), { beside }, 'a.gltf')).rejects.toThrow(/a\.gltf needs .* not beside it/);
    expect(calls).toEqual(['my mesh.bin', 'none.bin', '%ff']);
    await expect(read(text('data:;base64,***'), {}, 'a.gltf')).rejects.toThrow(/damaged/);
  });

  it.each([
    [
      'Draco',
      { extensionsRequired: ['KHR_draco_mesh_compression'] },
      /uses KHR_draco_mesh_compression, which is not read/,
    ],
    ['meshopt', { extensionsRequired: ['EXT_meshopt_compression'] }, /uses EXT_meshopt_compression/],
    [
      'quantized coordinates',
      { extensionsRequired: ['KHR_materials_unlit', 'KHR_mesh_quantization'] },
      /uses KHR_mesh_quantization/,
    ],
    [
      'copies',
      { nodes: [{ mesh: 0, extensions: { EXT_mesh_gpu_instancing: {} } }] },
      /uses EXT_mesh_gpu_instancing/,
    ],
    ['a skin', { nodes: [{ mesh: 0, skin: 0 }] }, /uses skin/],
    [
      'sparse accessors',
      { accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'VEC3', sparse: { count: 1 } }] },
      /uses sparse accessors/,
    ],
    ['a circle of nodes', { nodes: [{ children: [1] }, { children: [0] }] }, /damaged: its nodes\.0/],
    ['a node that is not there', { nodes: [{ children: [7] }] }, /damaged: its 7/],
    ['no meshes', { nodes: [{}] }, /holds no triangles/],
    [
      'an accessor beyond its buffer',
      { accessors: [{ bufferView: 0, componentType: 5126, count: 5, type: 'VEC3' }] },
      /ends in the middle/,
    ],
    [
      'a vertex that is not there',
      {
        accessors: [
          { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3' },
          { bufferView: 1, componentType: 5123, count: 12, type: 'SCALAR' },
        ],
      },
      /face 2 names vertex 3/,
    ],
    [
      'an accessor of numbers',
      { accessors: [{ bufferView: 0, componentType: 5126, count: 4, type: 'SCALAR' }] },
      /damaged: its accessors\.0/,
    ],
    ['words for numbers', { nodes: [{ mesh: 'zero' }] }, /damaged: its nodes\.0\.mesh/],
    ['version 3', { asset: { version: '3.0' } }, /version 3\.0 of glTF, newer than the version 2/],
    ['version 1', { asset: { version: '1.0' } }, /version 1\.0 of glTF, older than the version 2/],
  ])('with %s is refused in a sentence', async (_, more, sentence) => {
    await expect(read(glb(gltfOf(one, faces, 12, more)))).rejects.toThrow(sentence);
  });

  it('of another version or cut anywhere is refused in a sentence', async () => {
    await expect(read(glb(gltfOf(one, faces), 1))).rejects.toThrow(/version 1 of GLB, older/);
    await expect(read(glb(gltfOf(one, faces), 3))).rejects.toThrow(/version 3 of GLB, newer/);
    const whole = glb(gltfOf(one, faces));
    for (let length = 4; length < whole.length; length += 13)
      await expect(read(whole.subarray(0, length))).rejects.toThrow(/a\.glb ends in the middle/);
  });
});

describe('coordinates that are too coarse for their size', () => {
  /** A cube of 20 m at a northing, as binary STL. */
  const stl = (northing: number): Uint8Array => {
    const square = (k: number, side: number): number[][][] => {
      const corner = (a: number, b: number) =>
        [0, 1, 2].map((axis) => (axis === k ? side : axis === (k + 1) % 3 ? a : b));
      const [a, b, c, d] = [corner(0, 0), corner(20, 0), corner(20, 20), corner(0, 20)];
      return side > 0
        ? [
            [a, b, c],
            [a, c, d],
          ]
        : [
            [a, c, b],
            [a, d, c],
          ];
    };
    const faces = [0, 1, 2].flatMap((k) => [...square(k, 0), ...square(k, 20)]);
    const view = new DataView(new ArrayBuffer(84 + 50 * faces.length));
    view.setUint32(80, faces.length, true);
    for (const [t, face] of faces.entries())
      for (const [k, value] of face.flat().entries())
        view.setFloat32(84 + 50 * t + 12 + 4 * k, value + (k % 3 === 1 ? northing : 0), true);
    return new Uint8Array(view.buffer);
  };
  const codes = async (bytes: Uint8Array, options: Partial<SolidOptions> = {}) =>
    (await read(bytes, options, 'a.stl')).notes.map(({ code, values }) => `${code} ${values.centimetres}`);

  it('are refused in steps of more than a decimetre, told above a centimetre, in single precision', async () => {
    await expect(read(stl(9_123_456), {}, 'a.stl')).rejects.toThrow(
      /a\.stl: its coordinates go in steps of 100 cm, too coarse/,
    );
    await expect(read(stl(2_000_000), {}, 'a.stl')).rejects.toThrow(/steps of 13 cm/);
    expect(await codes(stl(1_000_000))).toEqual(['solid-steps 6.3']);
    expect(await codes(stl(131_072))).toEqual(['solid-steps 1.6']);
    expect(await codes(stl(131_000))).toEqual([]);
    // Millimetres: a northing of 9,123 m has a step of 1 mm, and one of 9,123 km one of 1 m again.
    expect(await codes(stl(9_123_456), { unit: 'mm' })).toEqual([]);
    await expect(read(stl(9_123_456_000), { unit: 'mm' }, 'a.stl')).rejects.toThrow(/steps of 100 cm/);
  });

  const obj = (northing: (y: number) => string): Uint8Array =>
    Buffer.from(
      [
        ...CORNERS.map(([x, y, z]) => `v ${100 * x} ${northing(100 * y)} ${100 * z}`),
        ...[0, 3, 6, 9].map(
          (i) =>
            `f ${FACES.slice(i, i + 3)
              .map((corner) => corner + 1)
              .join(' ')}`,
        ),
        '',
      ].join('\n'),
    );
  it.each([
    ['six digits', (y: number) => `${(9_123_456 + y).toPrecision(6)}`, /steps of 1000 cm/],
    ['seven digits', (y: number) => `${(9_123_456 + y).toExponential(6)}`, /steps of 100 cm/],
  ])('are refused as text of %s with an exponent', async (_, northing, sentence) => {
    await expect(read(obj(northing), {}, 'a.obj')).rejects.toThrow(sentence);
  });
  it('are taken as text of all digits, with an exponent or as whole metres', async () => {
    for (const northing of [
      (y: number) => `${9_123_456 + y}`,
      (y: number) => (9_123_456.5 + y).toExponential(9),
      (y: number) => (y / 1e4).toExponential(1),
    ])
      expect((await read(obj(northing), {}, 'a.obj')).notes).toEqual([]);
  });
  it('are refused in a text PLY that declares single precision and holds no more', async () => {
    const ply = (type: string, northing: number): Uint8Array =>
      Buffer.from(
        [
          'ply',
          'format ascii 1.0',
          'element vertex 4',
          ...['x', 'y', 'z'].map((axis) => `property ${type} ${axis}`),
          'element face 4',
          'property list uchar int vertex_indices',
          'end_header',
          ...CORNERS.map(([x, y, z]) => `${x} ${y + northing} ${z}`),
          ...[0, 3, 6, 9].map((i) => `3 ${FACES.slice(i, i + 3).join(' ')}`),
          '',
        ].join('\n'),
      );
    await expect(read(ply('float', 9_123_456), {}, 'a.ply')).rejects.toThrow(/steps of 100 cm/);
    for (const [type, northing] of [
      ['float', 9_123_456.79],
      ['double', 9_123_456],
    ] as const)
      expect((await read(ply(type, northing), {}, 'a.ply')).notes).toEqual([]);
  });
});
