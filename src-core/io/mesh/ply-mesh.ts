import { FACE_KINDS } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { latin1 } from '../bytes/file-kind.ts';
import {
  type MeshFormatCode,
  type MeshInFile,
  mapCoordinate,
  readRecords,
  recordBatches,
} from './mesh-format.ts';

/** A count of three as a byte, three vertex numbers, the kind. */
const FACE_BYTES = 14;
const HEADER_BYTES_MAX = 4096;

/**
 * Binary little-endian PLY (Stanford triangle format, Turk 1994): coordinates of the mine grid as `double`, and all that
 * vertices and faces carry.
 */
export const PLY_MESH: MeshFormatCode = {
  frame: 'grid',
  step: 0,
  *pieces(mesh, { application }) {
    const { name, xyz, triangles, measured, chainage, overbreak, kind } = mesh;
    const vertices = xyz.length / 3;
    const stride = strideOf(chainage !== null, overbreak !== null);
    const overbreakAt = stride - 4;
    yield [
      'ply',
      'format binary_little_endian 1.0',
      `comment ${application.name} ${application.version}: ${name}`,
      'comment mine grid, metres: x easting, y northing, z elevation; add nothing',
      'comment overbreak: distance to the line of excavation, m, negative within it; NaN without design',
      `comment kind: ${FACE_KINDS.map((word, place) => `${place} ${word}`).join(', ')}`,
      `element vertex ${vertices}`,
      'property double x',
      'property double y',
      'property double z',
      'property uchar measured',
      ...(chainage === null ? [] : ['property float chainage']),
      ...(overbreak === null ? [] : ['property float overbreak']),
      `element face ${triangles.length / 3}`,
      'property list uchar int vertex_indices',
      'property uchar kind',
      'end_header\n',
    ].join('\n');
    yield* recordBatches(vertices, stride, (view, at, i) => {
      for (let k = 0; k < 3; k++) view.setFloat64(at + 8 * k, mapCoordinate(mesh, i, k), true);
      view.setUint8(at + 24, measured[i]);
      if (chainage !== null) view.setFloat32(at + 25, chainage[i], true);
      if (overbreak !== null) view.setFloat32(at + overbreakAt, overbreak[i], true);
    });
    yield* recordBatches(triangles.length / 3, FACE_BYTES, (view, at, i) => {
      view.setUint8(at, 3);
      for (let k = 0; k < 3; k++) view.setInt32(at + 1 + 4 * k, triangles[3 * i + k], true);
      view.setUint8(at + 13, kind[i]);
    });
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const start = latin1(await source.read(0, HEADER_BYTES_MAX));
    const [header] = /^ply\n[\s\S]*?\nend_header\n/.exec(start) ?? [''];
    const countOf = (element: string): number =>
      Number(new RegExp(`\nelement ${element} (\\d+)\n`).exec(header)?.[1]);
    const [vertices, faces] = [countOf('vertex'), countOf('face')];
    const hasOverbreak = header.includes('\nproperty float overbreak\n');
    const hasChainage = header.includes('\nproperty float chainage\n');
    const stride = strideOf(hasChainage, hasOverbreak);
    const size = header.length + stride * vertices + FACE_BYTES * faces;
    if (source.size !== size) throw new Error(`${source.size} bytes instead of ${size}`);
    const xyz = new Float64Array(3 * vertices);
    const measured = new Uint8Array(vertices);
    const chainage = new Float32Array(vertices);
    const overbreak = new Float32Array(vertices);
    await readRecords(source, header.length, vertices, stride, (view, at, i) => {
      for (let k = 0; k < 3; k++) xyz[3 * i + k] = view.getFloat64(at + 8 * k, true);
      measured[i] = view.getUint8(at + 24);
      if (hasChainage) chainage[i] = view.getFloat32(at + 25, true);
      if (hasOverbreak) overbreak[i] = view.getFloat32(at + stride - 4, true);
    });
    const triangles = new Uint32Array(3 * faces);
    const kind = new Uint8Array(faces);
    await readRecords(source, header.length + stride * vertices, faces, FACE_BYTES, (view, at, i) => {
      if (view.getUint8(at) !== 3) throw new Error(`face ${i} is no triangle`);
      for (let k = 0; k < 3; k++) triangles[3 * i + k] = view.getInt32(at + 1 + 4 * k, true);
      kind[i] = view.getUint8(at + 13);
    });
    const values = {
      measured,
      kind,
      ...(hasChainage && { chainage }),
      ...(hasOverbreak && { overbreak }),
    };
    return { origin: [0, 0, 0], xyz, triangles, ...values };
  },
};

/** Bytes of a vertex: three doubles, a byte, up to two floats. */
function strideOf(hasChainage: boolean, hasOverbreak: boolean): number {
  return 25 + (hasChainage ? 4 : 0) + (hasOverbreak ? 4 : 0);
}
