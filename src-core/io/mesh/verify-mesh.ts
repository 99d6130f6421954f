import { type Message, message } from '../../messages/message.ts';
import { SocavonError, saidBy } from '../../model/errors.ts';
import type { DriveMesh } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import { type MeshFormatCode, type MeshInFile, mapCoordinate } from './mesh-format.ts';

const READ_BYTES = 1 << 20;
/** Rounding of a number of single precision, relative. */
const F32_ROUNDING = 2 ** -24;

/**
 * Verifies a written mesh by reading it back: every corner of every triangle against its coordinate, which vertices the
 * triangles join, every value that the format keeps, and the checksum of all bytes of its file, or of both of a pair.
 *
 * @param checksums CRC-32 of the bytes of each file as they were written
 * @throws SocavonError export-mismatch that states what differs
 */
export async function verifyMesh(
  sources: readonly ReadSource[],
  format: MeshFormatCode,
  mesh: DriveMesh,
  checksums: readonly number[],
): Promise<void> {
  const [source] = sources;
  let stored: MeshInFile;
  try {
    stored = await format.read(source, sources[sources.length - 1]);
  } catch (cause) {
    throw mismatch(
      source.name,
      message('mesh-unreadable', { what: cause instanceof Error ? saidBy(cause) : String(cause) }),
      cause,
    );
  }
  const difference = differenceOf(mesh, stored, format.step);
  if (difference !== null) throw mismatch(source.name, difference);
  for (const [i, file] of sources.entries()) {
    let read = 0;
    for (let at = 0; at < file.size; at += READ_BYTES) read = crc32(await file.read(at, READ_BYTES), read);
    if (read !== checksums[i]) throw mismatch(file.name, message('verify-checksum'));
  }
}

/** What differs between a mesh and its file; null: nothing but rounding. */
function differenceOf(mesh: DriveMesh, file: MeshInFile, step: number): Message | null {
  const { triangles } = mesh;
  const corners = file.triangles?.length ?? file.xyz.length / 3;
  if (corners !== triangles.length)
    return message('mesh-count', { found: corners / 3, written: triangles.length / 3 });
  if (file.triangles !== null && file.xyz.length !== mesh.xyz.length)
    return message('mesh-vertices', { found: file.xyz.length / 3, written: mesh.xyz.length / 3 });
  const ofFile = file.xyz instanceof Float32Array ? F32_ROUNDING : 0;
  for (let i = 0; i < triangles.length; i++) {
    const vertex = file.triangles === null ? i : file.triangles[i];
    if (file.triangles !== null && vertex !== triangles[i])
      return message('mesh-joined', { triangle: Math.floor(i / 3) });
    for (let k = 0; k < 3; k++) {
      const local = file.xyz[3 * vertex + k];
      const meant = mapCoordinate(mesh, triangles[i], k);
      const off = Math.abs(file.origin[k] + local - meant);
      if (!(off <= step / 2 + Math.abs(local) * ofFile + Math.abs(meant) * 2 ** -50 + 1e-9))
        return message('mesh-corner', { triangle: Math.floor(i / 3), metres: off.toFixed(5) });
    }
  }
  for (const column of ['measured', 'chainage', 'overbreak', 'kind'] as const) {
    const [values, meant] = [file[column], mesh[column]];
    if (values === undefined) continue;
    if (meant === null || values.length !== meant.length) return message('mesh-column', { column });
    for (let i = 0; i < meant.length; i++)
      if (!Object.is(values[i], meant[i])) return message('mesh-column', { column });
  }
  return null;
}

function mismatch(name: string, what: Message, cause?: unknown): SocavonError {
  return new SocavonError('export-mismatch', message('export-differs', { name, what }), { cause });
}
