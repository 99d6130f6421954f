import { closedMesh } from '../../math/closed-mesh.ts';
import { message } from '../../messages/message.ts';
import { SOLID_EXTENSIONS } from '../../model/file-endings.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import { READING_LIMITS } from '../../model/reading-limits.ts';
import { latin1 } from '../bytes/file-kind.ts';
import { isBinaryDxf, readDxfFaces } from '../cad/dxf-faces.ts';
import { type LengthUnit, METRES } from '../cad/length-units.ts';
import { type Faces, unusable } from './solid/faces.ts';
import { objFaces } from './solid/obj-faces.ts';
import { plyFaces } from './solid/ply-faces.ts';
import { stlFaces } from './solid/stl-faces.ts';

/** A closed solid of a file, in metres. */
export interface ReadSolid {
  readonly mesh: TriangleMesh;
  readonly format: (typeof SOLID_EXTENSIONS)[number];
  /** Unit that was taken, and whether the file declares it. */
  readonly unit: LengthUnit;
  readonly isDeclared: boolean;
}

/** Corners within half of this are one vertex, m: programs write the same corner with different last digits. */
const JOINED = 1e-5;

/**
 * Reads a closed triangle mesh: STL (binary and text), OBJ, PLY, or the 3D faces and polyface meshes of a DXF, by its content.
 *
 * @param unit stated by a person; null: as the file declares, else metres
 * @throws SocavonError 'solid-unusable': damaged, without triangles, or not closed: names a place of the first open edge
 */
export async function readSolid(
  bytes: Uint8Array,
  name: string,
  unit: LengthUnit | null = null,
): Promise<ReadSolid> {
  const format = formatOf(bytes, name);
  const faces = await facesOf(format, bytes, name);
  const count = faces.corners.length / 9;
  if (count === 0) throw unusable(message('solid-empty', { name }));
  const most = READING_LIMITS.triangles;
  if (count > most) throw unusable(message('solid-large', { name, count, most }));
  const taken = unit ?? faces.unit ?? 'm';
  const mesh = closedMesh(joined(faces, METRES[taken], name));
  if (!('kind' in mesh)) return { mesh, format, unit: taken, isDeclared: faces.unit !== null };
  const [x, y, z] = mesh.at.map((value) => value.toFixed(2));
  throw unusable(message(`solid-${mesh.kind}`, { name, count: mesh.count, x, y, z }));
}

function formatOf(bytes: Uint8Array, name: string): ReadSolid['format'] {
  const head = latin1(bytes.subarray(0, 4096));
  if (/^ply\r?\n/.test(head)) return 'ply';
  if (isBinaryDxf(bytes)) return 'dxf';
  if (/^\s*(?:999\r?\n[^\n]*\r?\n\s*)*0\r?\n\s*SECTION\r?\n/.test(head)) return 'dxf';
  if (/^\s*solid\b/.test(head) && /\bfacet\b|\bendsolid\b/.test(head)) return 'stl';
  if (
    bytes.length >= 84 &&
    bytes.length === 84 + 50 * new DataView(bytes.buffer, bytes.byteOffset).getUint32(80, true)
  )
    return 'stl';
  if (/^\s*(?:#|v |vn |vt |o |g |mtllib |s )/m.test(head) && /^\s*v\s/m.test(head)) return 'obj';
  throw unusable(
    message('solid-unknown', { name, endings: SOLID_EXTENSIONS.map((one) => `.${one}`).join(', ') }),
  );
}

async function facesOf(format: ReadSolid['format'], bytes: Uint8Array, name: string): Promise<Faces> {
  switch (format) {
    case 'stl':
      return stlFaces(bytes, name);
    case 'obj':
      return objFaces(bytes, name);
    case 'ply':
      return plyFaces(bytes, name);
    case 'dxf':
      return { ...readDxfFaces(bytes, name), add: [0, 0, 0] };
  }
}

/** Vertices in common, in metres about a whole metre; triangles without an area are left out. */
function joined({ corners, add }: Faces, metres: number, name: string): TriangleMesh {
  const origin = [0, 1, 2].map((k) => Math.round(corners[k] * metres + add[k])) as [number, number, number];
  const numbers = new Map<string, number>();
  const xyz: number[] = [];
  const triangles: number[] = [];
  for (let t = 0; t < corners.length; t += 9) {
    const three = [0, 3, 6].map((corner) => {
      const place = [0, 1, 2].map((k) => corners[t + corner + k] * metres + add[k] - origin[k]);
      if (!place.every(Number.isFinite))
        throw unusable(message('solid-no-number', { name, triangle: t / 9 + 1 }));
      const key = place.map((value) => Math.round(value / JOINED)).join();
      const known = numbers.get(key);
      if (known !== undefined) return known;
      numbers.set(key, numbers.size);
      xyz.push(...place);
      return numbers.size - 1;
    });
    if (new Set(three).size === 3) triangles.push(...three);
  }
  return { origin, xyz: Float64Array.from(xyz), triangles: Uint32Array.from(triangles) };
}
