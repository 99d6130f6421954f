import { z } from 'zod';
import { message } from '../../../messages/message.ts';
import { READING_LIMITS } from '../../../model/reading-limits.ts';
import { farthestSingleStep } from './coordinate-step.ts';
import { type Faces, type FileBeside, otherVersion, unusable } from './faces.ts';
import { chosenPart } from './parts.ts';

const HEADER_BYTES = 12;
const CHUNK_BYTES = 8;
const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;
const FLOAT = 5126;
const VERSION = /^2\./;
/** Extensions that change neither places nor faces. */
const HARMLESS = /^(?:KHR_(?:materials|texture|lights|xmp|animation)_|EXT_(?:texture|lights)_|MSFT_texture_)/;

const whole = z.int().min(0);
const Extensions = z.record(z.string(), z.unknown()).optional();
const Gltf = z.object({
  asset: z.object({ version: z.string() }),
  scene: whole.optional(),
  scenes: z.array(z.object({ nodes: z.array(whole).default([]) })).default([]),
  nodes: z
    .array(
      z.object({
        name: z.string().optional(),
        children: z.array(whole).default([]),
        mesh: whole.optional(),
        skin: whole.optional(),
        matrix: z.array(z.number()).length(16).optional(),
        translation: z.tuple([z.number(), z.number(), z.number()]).default([0, 0, 0]),
        rotation: z.tuple([z.number(), z.number(), z.number(), z.number()]).default([0, 0, 0, 1]),
        scale: z.tuple([z.number(), z.number(), z.number()]).default([1, 1, 1]),
        extras: z.unknown().optional(),
        extensions: Extensions,
      }),
    )
    .default([]),
  meshes: z
    .array(
      z.object({
        name: z.string().optional(),
        weights: z.array(z.number()).default([]),
        primitives: z.array(
          z.object({
            attributes: z.record(z.string(), whole),
            indices: whole.optional(),
            mode: whole.default(4),
          }),
        ),
      }),
    )
    .default([]),
  accessors: z
    .array(
      z.object({
        bufferView: whole.optional(),
        byteOffset: whole.default(0),
        componentType: whole,
        count: whole,
        type: z.string(),
        sparse: z.unknown().optional(),
      }),
    )
    .default([]),
  bufferViews: z
    .array(
      z.object({
        buffer: whole,
        byteOffset: whole.default(0),
        byteLength: whole,
        byteStride: z.int().min(4).max(252).optional(),
      }),
    )
    .default([]),
  buffers: z.array(z.object({ uri: z.string().optional(), byteLength: whole })).default([]),
  extensionsRequired: z.array(z.string()).default([]),
});
type Gltf = z.infer<typeof Gltf>;
type GltfNode = Gltf['nodes'][number];

/** What this program writes in the `extras` of a node, and what must be added to its coordinates. */
const Add = z.object({ add: z.tuple([z.number(), z.number(), z.number()]), frame: z.string() });

/** A mesh in its place. */
interface Placed {
  readonly name: string;
  readonly mesh: number;
  /** 4 x 4, columns after each other. */
  readonly matrix: readonly number[];
  readonly add: readonly [number, number, number];
}

/**
 * Triangles of a glTF 2.0, as one binary file (GLB) or as JSON with its buffers: all meshes of the scene in their places,
 * triangles, strips and fans. Metres with y up: easting is x, northing -z, elevation y. What a node of this program says
 * must be added is added.
 *
 * @param wanted name of a node or its mesh; null: all of the scene
 * @throws SocavonError 'solid-unusable': damaged, cut, an extension or a kind of data that is not read: named
 */
export async function gltfFaces(
  bytes: Uint8Array,
  name: string,
  wanted: string | null,
  beside: FileBeside,
): Promise<Faces> {
  const { json, bin } = chunksOf(bytes, name);
  const gltf = parsed(json, name);
  refuseUnread(gltf, name);
  // Only the first buffer of a GLB is its binary chunk.
  const buffers = await Promise.all(
    gltf.buffers.map(({ uri }, i) => bufferOf(uri, i === 0 ? bin : null, name, beside)),
  );
  const placed = placedMeshes(gltf, name);
  const chosen = wanted === null ? placed : [chosenPart(placed, wanted, name)];
  const corners: number[] = [];
  let step = 0;
  for (const one of chosen)
    for (const primitive of at(gltf.meshes, one.mesh, name).primitives) {
      const position = primitive.attributes.POSITION;
      if (primitive.mode < 4 || position === undefined) continue;
      const values = numbersOf(gltf, buffers, position, 3, name);
      const vertices = values.length / 3;
      const indices =
        primitive.indices === undefined
          ? Float64Array.from({ length: vertices }, (_, i) => i)
          : numbersOf(gltf, buffers, primitive.indices, 1, name);
      const count = primitive.mode === 4 ? indices.length / 3 : indices.length - 2;
      if (corners.length / 9 + count > READING_LIMITS.triangles)
        throw unusable(message('solid-larger', { name, most: READING_LIMITS.triangles }));
      const wrong = indices.findIndex((vertex) => vertex >= vertices);
      if (wrong >= 0)
        throw unusable(
          message('solid-vertex', { name, face: Math.floor(wrong / 3) + 1, vertex: indices[wrong] }),
        );
      const { matrix, add } = one;
      const axes = [matrix.slice(0, 3), matrix.slice(4, 7), matrix.slice(8, 11)];
      step = Math.max(
        step,
        farthestSingleStep(values) * Math.max(...axes.map((axis) => Math.hypot(...axis))),
      );
      for (const triangle of trianglesOf(indices, primitive.mode))
        for (const vertex of isMirrored(axes) ? triangle.toReversed() : triangle) {
          const [x, y, z] = [0, 1, 2].map(
            (k) =>
              matrix[k] * values[3 * vertex] +
              matrix[4 + k] * values[3 * vertex + 1] +
              matrix[8 + k] * values[3 * vertex + 2] +
              matrix[12 + k],
          );
          corners.push(x + add[0], -z + add[1], y + add[2]);
        }
    }
  return { corners: Float64Array.from(corners), unit: 'm', add: [0, 0, 0], step };
}

/** The JSON, and the binary chunk of a GLB. */
function chunksOf(bytes: Uint8Array, name: string): { json: Uint8Array; bin: Uint8Array | null } {
  if (bytes[0] === 0x7b || bytes[0] === 0xef || bytes[0] <= 0x20) return { json: bytes, bin: null };
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < HEADER_BYTES + CHUNK_BYTES) throw unusable(message('solid-cut', { name }));
  const version = view.getUint32(4, true);
  if (version !== 2) throw otherVersion(name, 'GLB', String(version), 2);
  if (view.getUint32(8, true) > bytes.length) throw unusable(message('solid-cut', { name }));
  let json: Uint8Array | null = null;
  let bin: Uint8Array | null = null;
  for (let from = HEADER_BYTES; from + CHUNK_BYTES <= bytes.length; ) {
    const length = view.getUint32(from, true);
    const type = view.getUint32(from + 4, true);
    const chunk = bytes.subarray(from + CHUNK_BYTES, from + CHUNK_BYTES + length);
    if (chunk.length < length) throw unusable(message('solid-cut', { name }));
    if (type === JSON_CHUNK) json ??= chunk;
    if (type === BIN_CHUNK) bin ??= chunk;
    from += CHUNK_BYTES + length;
  }
  if (json === null) throw unusable(message('solid-damaged', { name, what: 'JSON' }));
  return { json, bin };
}

function parsed(json: Uint8Array, name: string): Gltf {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder().decode(json));
  } catch {
    throw unusable(message('solid-damaged', { name, what: 'JSON' }));
  }
  const version = (value as { asset?: { version?: unknown } } | null)?.asset?.version;
  if (typeof version === 'string' && !VERSION.test(version)) throw otherVersion(name, 'glTF', version, 2);
  const result = Gltf.safeParse(value);
  if (result.success) return result.data;
  throw unusable(message('solid-damaged', { name, what: result.error.issues[0].path.join('.') || 'JSON' }));
}

/** Refuses what would change places or faces and is not read, by its name. */
function refuseUnread(gltf: Gltf, name: string): void {
  const refused = (what: string) => unusable(message('solid-unread', { name, what }));
  const required = gltf.extensionsRequired.find((one) => !HARMLESS.test(one));
  if (required !== undefined) throw refused(required);
  for (const { extensions, skin } of gltf.nodes) {
    if (skin !== undefined) throw refused('skin');
    if (extensions !== undefined && 'EXT_mesh_gpu_instancing' in extensions)
      throw refused('EXT_mesh_gpu_instancing');
  }
  if (gltf.meshes.some(({ weights }) => weights.some((weight) => weight !== 0)))
    throw refused('morph targets');
}

async function bufferOf(
  uri: string | undefined,
  bin: Uint8Array | null,
  name: string,
  beside: FileBeside,
): Promise<Uint8Array | null> {
  if (uri === undefined) return bin;
  const data = /^data:[^,]*;base64,/.exec(uri);
  if (data !== null) return fromBase64(uri.slice(data[0].length), name);
  const other = decoded(uri);
  const bytes = /^[^/\\:]+$/.test(other) ? await beside(other) : null;
  if (bytes === null) throw unusable(message('solid-beside', { name, other: other.slice(0, 80) }));
  return bytes;
}

function fromBase64(text: string, name: string): Uint8Array {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    throw unusable(message('solid-damaged', { name, what: 'base64' }));
  }
}

function decoded(uri: string): string {
  try {
    return decodeURIComponent(uri);
  } catch {
    return uri;
  }
}

/** Meshes of the scene in their places; of a file without scenes those of all nodes. */
function placedMeshes(gltf: Gltf, name: string): Placed[] {
  const { nodes, scenes, scene = 0 } = gltf;
  const below = new Set(nodes.flatMap(({ children }) => children));
  const roots =
    scenes.length > 0 ? at(scenes, scene, name).nodes : nodes.map((_, i) => i).filter((i) => !below.has(i));
  const placed: Placed[] = [];
  const seen = new Set<number>();
  const open = roots.map((node) => ({ node, parent: IDENTITY }));
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    // A node has one parent: another visit is a circle, or damage.
    if (seen.has(next.node)) throw unusable(message('solid-damaged', { name, what: `nodes.${next.node}` }));
    seen.add(next.node);
    const node = at(nodes, next.node, name);
    const matrix = product(next.parent, matrixOf(node));
    if (node.mesh !== undefined) {
      const said = Add.safeParse(node.extras);
      const title = node.name ?? at(gltf.meshes, node.mesh, name).name ?? `${next.node}`;
      placed.push({ name: title, mesh: node.mesh, matrix, add: said.success ? said.data.add : [0, 0, 0] });
    }
    for (const child of node.children) open.push({ node: child, parent: matrix });
  }
  return placed;
}

const IDENTITY: readonly number[] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];

function matrixOf({ matrix, translation, rotation, scale }: GltfNode): readonly number[] {
  if (matrix !== undefined) return matrix;
  const length = Math.hypot(...rotation) || 1;
  const [x, y, z, w] = rotation.map((value) => value / length);
  const [a, b, c] = scale;
  return [
    ...[a * (1 - 2 * (y * y + z * z)), a * 2 * (x * y + z * w), a * 2 * (x * z - y * w), 0],
    ...[b * 2 * (x * y - z * w), b * (1 - 2 * (x * x + z * z)), b * 2 * (y * z + x * w), 0],
    ...[c * 2 * (x * z + y * w), c * 2 * (y * z - x * w), c * (1 - 2 * (x * x + y * y)), 0],
    ...[...translation, 1],
  ];
}

function product(a: readonly number[], b: readonly number[]): number[] {
  return Array.from({ length: 16 }, (_, i) =>
    [0, 1, 2, 3].reduce((sum, k) => sum + a[4 * k + (i % 4)] * b[4 * Math.floor(i / 4) + k], 0),
  );
}

/** True if a transformation turns the order of corners round. */
function isMirrored([a, b, c]: readonly (readonly number[])[]): boolean {
  const determinant =
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    b[0] * (a[1] * c[2] - a[2] * c[1]) +
    c[0] * (a[1] * b[2] - a[2] * b[1]);
  return determinant < 0;
}

/** Vertex numbers of the triangles of mode 4, of a strip (5) or of a fan (6). */
function* trianglesOf(
  indices: Float64Array,
  mode: number,
): Generator<readonly [number, number, number], void, undefined> {
  for (let i = 2; i < indices.length; i += mode === 4 ? 3 : 1) {
    if (mode === 6) yield [indices[0], indices[i - 1], indices[i]];
    else if (mode === 5 && i % 2 === 1) yield [indices[i - 1], indices[i - 2], indices[i]];
    else yield [indices[i - 2], indices[i - 1], indices[i]];
  }
}

/** A type of numbers: its bytes, and how one is read. */
type NumberType = readonly [size: number, read: (view: DataView, from: number) => number];
const FLOATS: NumberType = [4, (view, from) => view.getFloat32(from, true)];
const INDEX_TYPES: Readonly<Record<number, NumberType | undefined>> = {
  5121: [1, (view, from) => view.getUint8(from)],
  5123: [2, (view, from) => view.getUint16(from, true)],
  5125: [4, (view, from) => view.getUint32(from, true)],
};

/** The numbers of an accessor: places (each 3) or indices (each 1). */
function numbersOf(
  gltf: Gltf,
  buffers: readonly (Uint8Array | null)[],
  accessor: number,
  each: 1 | 3,
  name: string,
): Float64Array {
  const damaged = () => unusable(message('solid-damaged', { name, what: `accessors.${accessor}` }));
  const { bufferView, byteOffset, componentType, count, type, sparse } = at(gltf.accessors, accessor, name);
  if (sparse !== undefined) throw unusable(message('solid-unread', { name, what: 'sparse accessors' }));
  const kind = each === 1 ? INDEX_TYPES[componentType] : componentType === FLOAT ? FLOATS : undefined;
  if (kind === undefined || bufferView === undefined || type !== (each === 1 ? 'SCALAR' : 'VEC3'))
    throw damaged();
  const [size, read] = kind;
  const view = at(gltf.bufferViews, bufferView, name);
  const buffer = buffers[view.buffer];
  if (buffer === null || buffer === undefined) throw damaged();
  const stride = view.byteStride ?? size * each;
  const end = count === 0 ? 0 : byteOffset + stride * (count - 1) + size * each;
  if (end > view.byteLength || view.byteOffset + end > buffer.length)
    throw unusable(message('solid-cut', { name }));
  const data = new DataView(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  const values = new Float64Array(each * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < each; k++)
      values[each * i + k] = read(data, view.byteOffset + byteOffset + stride * i + size * k);
  return values;
}

/** @throws SocavonError 'solid-unusable' for a number that names nothing */
function at<T>(list: readonly T[], place: number, name: string): T {
  if (place < list.length) return list[place];
  throw unusable(message('solid-damaged', { name, what: String(place) }));
}
