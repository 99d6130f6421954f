import type { ReadSource } from '../bytes/byte-stream.ts';
import { latin1 } from '../bytes/file-kind.ts';
import {
  localCoordinate,
  type MeshFormatCode,
  type MeshInFile,
  readRecords,
  recordBatches,
} from './mesh-format.ts';

const HEADER_BYTES = 80;
const FACET_BYTES = 50;
/** Words of the header before the three numbers that must be added; a binary STL must not begin with "solid". */
const HEADER = /^Binary STL, metres\. Add E (-?\d+) N (-?\d+) Z (-?\d+) /;

/**
 * Binary STL (3D Systems, StereoLithography Interface Specification, 1988): triangles of single precision with their
 * normals, no vertices in common, no attributes. The header says what must be added to its coordinates.
 */
export const STL: MeshFormatCode = {
  frame: 'local',
  step: 0,
  *pieces(mesh, { localOrigin }) {
    const { triangles } = mesh;
    const count = triangles.length / 3;
    const head = new Uint8Array(HEADER_BYTES + 4).fill(0x20, 0, HEADER_BYTES);
    const [easting, northing, elevation] = localOrigin;
    head.set(new TextEncoder().encode(`Binary STL, metres. Add E ${easting} N ${northing} Z ${elevation} `));
    new DataView(head.buffer).setUint32(HEADER_BYTES, count, true);
    yield head;
    yield* recordBatches(count, FACET_BYTES, (view, at, i) => {
      const [a, b, c] = [0, 1, 2].map((corner) =>
        [0, 1, 2].map((k) => localCoordinate(mesh, localOrigin, triangles[3 * i + corner], k)),
      );
      [...normalOf(a, b, c), ...a, ...b, ...c].forEach((value, k) => {
        view.setFloat32(at + 4 * k, value, true);
      });
    });
  },
  async read(source: ReadSource): Promise<MeshInFile> {
    const head = await source.read(0, HEADER_BYTES + 4);
    const said = HEADER.exec(latin1(head.subarray(0, HEADER_BYTES)));
    if (said === null) throw new Error('the header does not say what must be added');
    const count = new DataView(head.buffer, head.byteOffset).getUint32(HEADER_BYTES, true);
    if (source.size !== HEADER_BYTES + 4 + FACET_BYTES * count)
      throw new Error(`${source.size} bytes are no ${count} triangles`);
    const xyz = new Float32Array(9 * count);
    await readRecords(source, HEADER_BYTES + 4, count, FACET_BYTES, (view, at, i) => {
      for (let k = 0; k < 9; k++) xyz[9 * i + k] = view.getFloat32(at + 12 + 4 * k, true);
    });
    return { origin: [Number(said[1]), Number(said[2]), Number(said[3])], xyz, triangles: null };
  },
};

/** Unit normal of a triangle; zero if it has no area, as readers expect. */
function normalOf(a: readonly number[], b: readonly number[], c: readonly number[]): number[] {
  const [ux, uy, uz] = [b[0] - a[0], b[1] - a[1], b[2] - a[2]];
  const [vx, vy, vz] = [c[0] - a[0], c[1] - a[1], c[2] - a[2]];
  const normal = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.hypot(...normal);
  return length > 0 ? normal.map((value) => value / length) : [0, 0, 0];
}
