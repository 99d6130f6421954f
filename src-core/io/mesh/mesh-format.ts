import type { DriveMesh } from '../../model/mesh.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';

/** What a file says beside the mesh. */
export interface MeshNotes {
  readonly application: { readonly name: string; readonly version: string };
  /** Name of the survey. */
  readonly project: string;
  /** Whole metres of the map near the mesh, which coordinates of single precision are about. */
  readonly localOrigin: readonly [number, number, number];
}

/** A mesh as its file holds it. */
export interface MeshInFile {
  /** Map coordinates that the file says must be added to its own. */
  readonly origin: readonly [number, number, number];
  /** 3 per vertex, m. */
  readonly xyz: Float64Array | Float32Array;
  /** 3 vertex numbers per triangle; null: three vertices follow each other for each triangle. */
  readonly triangles: Uint32Array | null;
  /** Values of vertices and faces that the format keeps. */
  readonly measured?: ArrayLike<number>;
  readonly chainage?: ArrayLike<number>;
  readonly overbreak?: ArrayLike<number>;
  readonly kind?: ArrayLike<number>;
}

/** A format of meshes: how it is written, and how its files are read back. */
export interface MeshFormatCode {
  /** Coordinates of the mine grid, or single precision about `localOrigin`, which must be added again. */
  readonly frame: 'grid' | 'local';
  /** Step of a written coordinate, m; 0: as exact as the numbers of `MeshInFile`. */
  readonly step: number;
  /** The file in pieces, of a pair the one of the triangles; texts are ASCII. */
  pieces(mesh: DriveMesh, notes: MeshNotes): Iterable<string | Uint8Array>;
  /** The file of the vertices in pieces; left out: the format is one file. */
  vertexPieces?(mesh: DriveMesh, notes: MeshNotes): Iterable<string>;
  /**
   * @param vertices second file of a pair; else the first one again
   * @throws an error if a file cannot be read
   */
  read(source: ReadSource, vertices: ReadSource): Promise<MeshInFile>;
}

/** Step of the coordinates of `coordinateText`, m. */
export const TEXT_STEP = 1e-5;

/** Items of a list in one piece. */
const BATCH = 4096;

/** Texts of a list, many in one piece. */
export function* textBatches(
  count: number,
  item: (i: number) => string,
  from = 0,
): Generator<string, void, undefined> {
  for (let first = from; first < count; first += BATCH) {
    const items: string[] = [];
    for (let i = first; i < Math.min(count, first + BATCH); i++) items.push(item(i));
    yield items.join('');
  }
}

/** A number of single precision in as few digits as bring back the same one; not a number: nothing. */
export function singleText(value: number): string {
  return Number.isNaN(value) ? '' : Number(value.toPrecision(9)).toString();
}

/** The number of `singleText`. @throws Error for any other text */
export function singleOf(text: string): number {
  const value = text === '' ? Number.NaN : Math.fround(Number(text));
  if (text !== '' && !Number.isFinite(value)) throw new Error(`"${text.slice(0, 30)}" is no number`);
  return value;
}

/** Records of a list, `stride` bytes each, many in one piece. */
export function* recordBatches(
  count: number,
  stride: number,
  put: (view: DataView, at: number, i: number) => void,
): Generator<Uint8Array, void, undefined> {
  for (let first = 0; first < count; first += BATCH) {
    const some = Math.min(BATCH, count - first);
    const bytes = new Uint8Array(stride * some);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < some; i++) put(view, stride * i, first + i);
    yield bytes;
  }
}

/** Calls `get` for each record of a list that begins at an offset of a file. @throws RangeError if the file is shorter */
export async function readRecords(
  source: ReadSource,
  offset: number,
  count: number,
  stride: number,
  get: (view: DataView, at: number, i: number) => void,
): Promise<void> {
  for (let first = 0; first < count; first += BATCH) {
    const some = Math.min(BATCH, count - first);
    const bytes = await source.read(offset + stride * first, stride * some);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (let i = 0; i < some; i++) get(view, stride * i, first + i);
  }
}

/** Coordinate k of a vertex in the map, m. */
export function mapCoordinate(
  { origin, xyz }: Pick<DriveMesh, 'origin' | 'xyz'>,
  vertex: number,
  k: number,
): number {
  return origin[k] + xyz[3 * vertex + k];
}

/**
 * Coordinate k of a vertex about the local origin, m: the difference of the origins is exact, so that nothing is lost
 * before it is rounded to single precision.
 */
export function localCoordinate(
  { origin, xyz }: Pick<DriveMesh, 'origin' | 'xyz'>,
  local: readonly [number, number, number],
  vertex: number,
  k: number,
): number {
  return origin[k] - local[k] + xyz[3 * vertex + k];
}
