import { message } from '../../messages/message.ts';
import { type StageContext, throwIfCancelled } from '../../model/context.ts';
import { SocavonError } from '../../model/errors.ts';
import type { DriveMesh } from '../../model/mesh.ts';
import { type Attempt, orThrow } from '../../model/outputs.ts';
import { endingsOf, type MeshFormat } from '../../model/survey-content.ts';
import { crc32 } from '../bytes/crc32.ts';
import type { ExportFolder } from '../cloud/export-map.ts';
import { DATAMINE } from './datamine.ts';
import { DXF_MESH } from './dxf-mesh.ts';
import { GLB } from './glb.ts';
import { LANDXML_MESH } from './landxml-mesh.ts';
import { localCoordinate, type MeshFormatCode, type MeshNotes } from './mesh-format.ts';
import { OBJ } from './obj.ts';
import { OMF } from './omf.ts';
import { PLY_MESH } from './ply-mesh.ts';
import { STL } from './stl.ts';
import { SURPAC } from './surpac.ts';
import { verifyMesh } from './verify-mesh.ts';

const FORMATS: Readonly<Record<MeshFormat, MeshFormatCode>> = {
  stl: STL,
  obj: OBJ,
  ply: PLY_MESH,
  glb: GLB,
  dxf: DXF_MESH,
  landxml: LANDXML_MESH,
  surpac: SURPAC,
  datamine: DATAMINE,
  omf: OMF,
};

/** Up to this distance from the local origin single precision keeps a quarter of a millimetre, m. */
const MOST_LOCAL = 4096;

/** A file of a mesh as written; a format that is a pair has two of them. */
export interface MeshFile {
  readonly mesh: DriveMesh['name'];
  readonly format: MeshFormat;
  readonly fileName: string;
  readonly triangles: number;
  /** What must be added to its coordinates, easting, northing, elevation, m; zeros where they are the mine grid's. */
  readonly add: readonly [number, number, number];
  /** CRC-32 of every byte. */
  readonly checksum: number;
}

/**
 * Writes meshes to all formats and verifies each by reading it back; the files of one that differs are removed. Formats of single
 * precision are written about one origin of whole metres, common to all meshes, and have `-local` in their names.
 *
 * @param meshes each with at least one triangle
 * @param attempt of each file, or pair of files; default: the first that fails ends the export
 * @returns the files that were written
 * @throws SocavonError 'export-range' for a coordinate that is not finite; CancelledError. An attempt gets 'export-range' for
 *   one too far from the others for single precision, and 'export-mismatch' if a file read back differs
 */
export async function exportMeshes(
  meshes: readonly DriveMesh[],
  folder: ExportFolder,
  { formats, ...notes }: Omit<MeshNotes, 'localOrigin'> & { readonly formats: readonly MeshFormat[] },
  context: StageContext,
  attempt: Attempt = orThrow,
): Promise<MeshFile[]> {
  for (const mesh of meshes) refuseNotFinite(mesh);
  const localOrigin = originOf(meshes);
  const files: MeshFile[] = [];
  let done = 0;
  for (const mesh of meshes)
    for (const format of formats) {
      const code = FORMATS[format];
      const isLocal = code.frame === 'local';
      const names = endingsOf('meshes', format).map(
        (ending) => `${mesh.name}${isLocal ? '-local' : ''}${ending}`,
      );
      await attempt(names[0], async () => {
        if (isLocal) refuseTooFar(mesh, localOrigin, names[0]);
        const checksums = await writeVerified(code, mesh, { ...notes, localOrigin }, folder, names, context);
        names.forEach((fileName, i) => {
          files.push({
            mesh: mesh.name,
            format,
            fileName,
            triangles: mesh.triangles.length / 3,
            add: isLocal ? localOrigin : [0, 0, 0],
            checksum: checksums[i],
          });
        });
      });
      done++;
      const total = meshes.length * formats.length;
      context.emit({ kind: 'progress', stage: 'export', done, total, unit: 'files' });
    }
  return files;
}

/**
 * Writes the file of a format, or its two, and reads what was written back; removes them where anything fails.
 *
 * @returns CRC-32 of each
 */
async function writeVerified(
  code: MeshFormatCode,
  mesh: DriveMesh,
  notes: MeshNotes,
  folder: ExportFolder,
  names: readonly string[],
  context: StageContext,
): Promise<number[]> {
  const pieces = [code.pieces(mesh, notes), code.vertexPieces?.(mesh, notes) ?? []];
  const checksums: number[] = [];
  const files: Awaited<ReturnType<ExportFolder['open']>>[] = [];
  try {
    for (const [i, name] of names.entries()) checksums.push(await write(pieces[i], folder, name, context));
    for (const name of names) files.push(await folder.open(name));
    throwIfCancelled(context.cancel, 'work-export');
    await verifyMesh(files, code, mesh, checksums);
  } catch (error) {
    for (const name of names.slice(0, checksums.length)) await folder.remove(name);
    throw error;
  } finally {
    for (const file of files) await file.close();
  }
  return checksums;
}

/** @returns CRC-32 of the bytes */
async function write(
  pieces: Iterable<string | Uint8Array>,
  folder: ExportFolder,
  fileName: string,
  context: StageContext,
): Promise<number> {
  const sink = await folder.create(fileName);
  let checksum = 0;
  try {
    for (const piece of pieces) {
      throwIfCancelled(context.cancel, 'work-export');
      const bytes = typeof piece === 'string' ? new TextEncoder().encode(piece) : piece;
      checksum = crc32(bytes, checksum);
      await sink.write(bytes);
    }
    await sink.close();
  } catch (error) {
    await sink.abort();
    throw error;
  }
  return checksum;
}

/** Middle of all meshes, in whole metres. */
function originOf(meshes: readonly DriveMesh[]): [number, number, number] {
  const middle = (k: number): number => {
    let [low, high] = [Infinity, -Infinity];
    for (const { origin, xyz } of meshes)
      for (let at = k; at < xyz.length; at += 3) {
        low = Math.min(low, origin[k] + xyz[at]);
        high = Math.max(high, origin[k] + xyz[at]);
      }
    return Math.round((low + high) / 2) + 0; // no -0
  };
  return [middle(0), middle(1), middle(2)];
}

function refuseNotFinite({ name, origin, xyz }: DriveMesh): void {
  if ([...origin, xyz.reduce((sum, value) => sum + value, 0)].every(Number.isFinite)) return;
  throw new SocavonError('export-range', message('mesh-not-finite', { name }));
}

function refuseTooFar(mesh: DriveMesh, local: readonly [number, number, number], name: string): void {
  let most = 0;
  for (let i = 0; i < mesh.xyz.length / 3; i++)
    for (let k = 0; k < 3; k++) most = Math.max(most, Math.abs(localCoordinate(mesh, local, i, k)));
  if (most <= MOST_LOCAL) return;
  throw new SocavonError(
    'export-range',
    message('mesh-too-far', { name, metres: Math.ceil(most), most: MOST_LOCAL }),
  );
}
