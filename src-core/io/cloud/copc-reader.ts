import { message } from '../../messages/message.ts';
import { SocavonError } from '../../model/errors.ts';
import type { ReadSource } from '../bytes/byte-stream.ts';
import { crc32 } from '../bytes/crc32.ts';
import {
  COPC_HEAD_BYTES,
  type CopcChecksums,
  type CopcEntry,
  copcEntries,
  readChecksums,
  readCopcInfo,
} from './copc/copc-records.ts';
import { LAS_SCAN_INDEX, lasFields } from './las-fields.ts';
import { type ReadLasHeader, readLasHeader } from './las-header.ts';
import { STANDARD_RECORD_BYTES } from './las-records.ts';
import { readVlrs } from './las-vlr.ts';
import { TABLE_POINTER_BYTES } from './laz/chunk-table.ts';
import { type ChunkColumns, decodeLayers } from './laz/layer-decoder.ts';

/** Node of the octree of a COPC: a cube, and where its points lie in the file. */
export interface CopcNode {
  /** Path from the root, a digit x + 2 y + 4 z a level. */
  readonly id: string;
  /** Corner with the smallest coordinates, and edge, in the unit of the file. */
  readonly corner: readonly [number, number, number];
  readonly edge: number;
  /** Distance of the points of the cube with all its ancestors. */
  readonly spacing: number;
  readonly count: number;
  readonly hasChildren: boolean;
  readonly at: number;
  readonly bytes: number;
  /** CRC-32 of its bytes. */
  readonly checksum: number;
}

/** Points of a node, about its corner. */
export interface CopcPoints {
  readonly origin: readonly [number, number, number];
  readonly xyz: Float32Array<ArrayBuffer>;
  readonly reflectivity: Uint16Array<ArrayBuffer>;
  readonly scanIndex: Uint32Array<ArrayBuffer>;
}

/** A COPC of this program, read node by node. */
export interface CopcReader {
  /** Parents before their children; none without points. */
  readonly nodes: readonly CopcNode[];
  readonly points: number;
  /** @throws SocavonError 'file-format' if the chunk is damaged */
  pointsOf(node: CopcNode): Promise<CopcPoints>;
}

/**
 * Opens a COPC of this program by its octree. It has checksums of all that is read here, so that no damaged point is
 * given: LAZ and COPC have none of their own. `openLas` reads any COPC, without its octree.
 *
 * @throws SocavonError 'file-format' if it is no COPC of this program, or damaged
 */
export async function openCopc(source: ReadSource): Promise<CopcReader> {
  const info = readCopcInfo(await source.read(0, COPC_HEAD_BYTES));
  const header = await readLasHeader(source);
  const vlrs = await readVlrs(source, header);
  const guards = readChecksums(vlrs);
  const { recordBytes, count, pointDataOffset } = header;
  const damaged = (offset: number): SocavonError =>
    new SocavonError('file-format', message('copc-octree', { name: source.name, offset, count }));
  if (info === null || guards === null) throw damaged(0);
  const head = await source.read(0, pointDataOffset + TABLE_POINTER_BYTES);
  if (crc32(head) !== guards.head) throw damaged(0);
  const page = await source.read(info.hierarchyAt, info.hierarchyBytes);
  if (crc32(page) !== guards.hierarchy) throw damaged(info.hierarchyAt);
  const nodes = nodesOf([...copcEntries(page)], info, guards);
  const places = nodes.reduce((sum, node) => sum + node.count, 0);
  if (places !== count || nodes.some(({ checksum }) => checksum === undefined))
    throw damaged(info.hierarchyAt);
  const names = lasFields(header.pointFormat, recordBytes, vlrs).map(({ name }) => name);
  // The scan is the first of the extra bytes.
  const scanAt = names.includes(LAS_SCAN_INDEX) ? STANDARD_RECORD_BYTES : null;
  return {
    nodes: count === 0 ? [] : nodes,
    points: count,
    pointsOf: async (node) => {
      const bytes = node.count === 0 ? new Uint8Array(0) : await source.read(node.at, node.bytes);
      if (node.count === 0) return emptyAt(node.corner);
      const columns =
        crc32(bytes) === node.checksum ? decodeLayers(bytes, recordBytes, node.count, scanAt) : null;
      if (columns === null)
        throw new SocavonError(
          'file-format',
          message('laz-chunk', { name: source.name, offset: node.at, bytes: node.bytes, points: node.count }),
        );
      return pointsIn(node, header, columns);
    },
  };
}

function nodesOf(
  entries: readonly CopcEntry[],
  { center, halfSize, spacing }: { center: CopcNode['corner']; halfSize: number; spacing: number },
  guards: CopcChecksums,
): CopcNode[] {
  const parents = new Set(entries.filter(({ id }) => id !== '').map(({ id }) => id.slice(0, -1)));
  let chunk = 0;
  return entries.map(({ id, at, bytes, points }) => ({
    id,
    corner: cornerOf(id, center, halfSize),
    edge: (2 * halfSize) / 2 ** id.length,
    spacing: spacing / 2 ** id.length,
    count: points,
    hasChildren: parents.has(id),
    at,
    bytes,
    checksum: points > 0 ? guards.chunks[chunk++] : 0,
  }));
}

function cornerOf(
  id: string,
  center: readonly [number, number, number],
  halfSize: number,
): [number, number, number] {
  const corner = center.map((value) => value - halfSize) as [number, number, number];
  let edge = 2 * halfSize;
  for (const digit of id) {
    edge /= 2;
    for (let axis = 0; axis < 3; axis++) if ((Number(digit) >> axis) & 1) corner[axis] += edge;
  }
  return corner;
}

function emptyAt(origin: CopcNode['corner']): CopcPoints {
  const [xyz, reflectivity, scanIndex] = [new Float32Array(0), new Uint16Array(0), new Uint32Array(0)];
  return { origin, xyz, reflectivity, scanIndex };
}

function pointsIn(
  { corner, count }: CopcNode,
  { scale, offset }: Pick<ReadLasHeader, 'scale' | 'offset'>,
  columns: ChunkColumns,
): CopcPoints {
  const xyz = new Float32Array(3 * count);
  for (let axis = 0; axis < 3; axis++) {
    const shift = offset[axis] - corner[axis];
    const step = scale[axis];
    for (let i = axis; i < xyz.length; i += 3) xyz[i] = columns.xyz[i] * step + shift;
  }
  return { origin: corner, xyz, reflectivity: columns.intensity, scanIndex: columns.extra };
}
