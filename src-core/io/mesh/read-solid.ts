import { closedMesh } from '../../math/closed-mesh.ts';
import { type Message, message } from '../../messages/message.ts';
import { SOLID_EXTENSIONS } from '../../model/file-endings.ts';
import type { TriangleMesh } from '../../model/mesh.ts';
import { READING_LIMITS } from '../../model/reading-limits.ts';
import { isBinaryStl } from '../bytes/file-format.ts';
import { bearsMark, formatOfId, latin1 } from '../bytes/file-kind.ts';
import { readDxfFaces } from '../cad/dxf-faces.ts';
import { readLandXmlSurfaces } from '../cad/landxml-faces.ts';
import { type LengthUnit, METRES } from '../cad/length-units.ts';
import { COARSE_STEP, LARGEST_STEP } from '../cloud/coordinate-step.ts';
import { datamineFaces, isDatamine } from './solid/datamine-faces.ts';
import { cornersOf, type Faces, type FileBeside, otherVersion, unusable } from './solid/faces.ts';
import { gltfFaces } from './solid/gltf-faces.ts';
import { objFaces } from './solid/obj-faces.ts';
import { omfFaces } from './solid/omf-faces.ts';
import { chosenPart } from './solid/parts.ts';
import { plyFaces } from './solid/ply-faces.ts';
import { stlFaces } from './solid/stl-faces.ts';
import { surpacFaces } from './solid/surpac-faces.ts';

/** A closed solid of a file, in metres. */
export interface ReadSolid {
  readonly mesh: TriangleMesh;
  readonly format: SolidFormat;
  /** Unit that was taken, and whether the file declares it. */
  readonly unit: LengthUnit;
  readonly isDeclared: boolean;
  /** What is to be known of it, one sentence each. */
  readonly notes: readonly Message[];
}

type SolidFormat = 'stl' | 'obj' | 'ply' | 'dxf' | 'landxml' | 'surpac' | 'datamine' | 'omf' | 'gltf';

export interface SolidOptions {
  /** Stated by a person; null: as the file declares, else metres. */
  readonly unit: LengthUnit | null;
  /** Name of the surface that is meant, of a file with several; null: the only one. */
  readonly part: string | null;
  /** Other files of the folder: a DTM has its points in a second one. */
  readonly beside: FileBeside;
}

const SOLID_DEFAULTS: SolidOptions = { unit: null, part: null, beside: async () => null };

/** Corners within half of this are one vertex, m: programs write the same corner with different last digits. */
const JOINED = 1e-5;
/** The start of a file that tells its format. */
const HEAD_BYTES = 1 << 16;

/**
 * Reads a closed triangle mesh by its content: STL (binary and text), OBJ, PLY, 3D faces and polyface meshes of a DXF, TIN
 * surfaces of a LandXML, Surpac DTM with its STR, Datamine wireframes as tables, Open Mining Format 1, glTF and GLB.
 *
 * @throws SocavonError 'solid-unusable': damaged, without triangles, of too coarse coordinates, or not closed: names a place
 *   of the first open edge; 'drawing-format' and the like of a LandXML or a DXF
 */
export async function readSolid(
  bytes: Uint8Array,
  name: string,
  options: Partial<SolidOptions> = {},
): Promise<ReadSolid> {
  const settings = { ...SOLID_DEFAULTS, ...options };
  const format = formatOf(bytes, name);
  const faces = await facesOf(format, bytes, name, settings);
  const count = faces.corners.length / 9;
  if (count === 0) throw unusable(message('solid-empty', { name }));
  const most = READING_LIMITS.triangles;
  if (count > most) throw unusable(message('solid-large', { name, count, most }));
  const unit = settings.unit ?? faces.unit ?? 'm';
  const notes = notesOfStep(METRES[unit] * faces.step, name);
  const mesh = closedMesh(joined(faces, METRES[unit], name));
  if (!('kind' in mesh)) return { mesh, format, unit, isDeclared: faces.unit !== null, notes };
  const [x, y, z] = mesh.at.map((value) => value.toFixed(2));
  throw unusable(message(`solid-${mesh.kind}`, { name, count: mesh.count, x, y, z }));
}

function formatOf(bytes: Uint8Array, name: string): SolidFormat {
  const head = latin1(bytes.subarray(0, HEAD_BYTES)).replace(/^\xef\xbb\xbf/, '');
  if (/^ply\r?\n/.test(head)) return 'ply';
  const bears = (id: string, start = head): boolean => bearsMark(start, formatOfId(id));
  if (bears('glb')) return 'gltf';
  if (bears('omf')) return 'omf';
  if (bears('dxf')) return 'dxf';
  if (bears('stl') || isBinaryStl(bytes, bytes.length)) return 'stl';
  if (bears('landxml', head.replaceAll('\0', ''))) return 'landxml';
  if (/^[^\n]*\n\s*0\s*,[^\n]*\bEND\b/i.test(head) || (/\.dtm$/i.test(name) && head.includes('\0')))
    return 'surpac';
  if (/^[^\n]*\n\s*0\s*,/.test(head)) throw unusable(message('solid-surpac-points', { name }));
  if (isDatamine(head)) return 'datamine';
  if (/^\s*\{/.test(head) && (/"asset"\s*:/.test(head) || /\.gltf$/i.test(name))) return 'gltf';
  if (head.startsWith('PK') && (/\.omf$/i.test(name) || isZippedOmf(bytes)))
    throw otherVersion(name, 'OMF', '2', 1);
  if (/^\s*(?:#|v |vn |vt |o |g |mtllib |s )/m.test(head) && /^\s*v\s/m.test(head)) return 'obj';
  throw unusable(
    message('solid-unknown', { name, endings: SOLID_EXTENSIONS.map((one) => `.${one}`).join(', ') }),
  );
}

/** True if the comment at the end of a ZIP names the Open Mining Format, as version 2 of it does. */
function isZippedOmf(bytes: Uint8Array): boolean {
  return latin1(bytes.subarray(-256)).includes('Open Mining Format');
}

async function facesOf(
  format: SolidFormat,
  bytes: Uint8Array,
  name: string,
  { unit, part, beside }: SolidOptions,
): Promise<Faces> {
  const isNamed = format === 'landxml' || format === 'omf' || format === 'gltf';
  if (part !== null && !isNamed) throw unusable(message('solid-no-parts', { name, part }));
  switch (format) {
    case 'stl':
      return stlFaces(bytes, name);
    case 'obj':
      return objFaces(bytes, name);
    case 'ply':
      return plyFaces(bytes, name);
    case 'dxf':
      return { ...readDxfFaces(bytes, name), add: [0, 0, 0], step: 0 };
    case 'landxml': {
      const { unit: declared, surfaces } = readLandXmlSurfaces(bytes, name, unit);
      const { xyz, triangles } = chosenPart(surfaces, part, name).read();
      return { corners: cornersOf(xyz, triangles), unit: declared, add: [0, 0, 0], step: 0 };
    }
    case 'surpac':
      return surpacFaces(bytes, name, beside);
    case 'datamine':
      return datamineFaces(bytes, name, beside);
    case 'omf':
      return omfFaces(bytes, name, { unit, part });
    case 'gltf':
      return gltfFaces(bytes, name, part, beside);
  }
}

/**
 * What is told of coordinates that their type or their digits make coarse, as single precision does in a mine grid.
 *
 * @param step between neighbouring coordinates, m
 * @throws SocavonError 'solid-unusable' above a decimetre
 */
function notesOfStep(step: number, name: string): Message[] {
  if (step <= COARSE_STEP) return [];
  const centimetres = (100 * step).toPrecision(2);
  if (step <= LARGEST_STEP) return [message('solid-steps', { name, centimetres })];
  throw unusable(message('solid-coarse', { name, centimetres: Number(centimetres) }));
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
