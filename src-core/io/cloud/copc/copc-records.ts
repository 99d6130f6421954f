import { GRID_BITS } from '../../../map-levels/cell-set.ts';
import { crc32 } from '../../bytes/crc32.ts';
import { findVlr, type LasVlr, OWN_RECORDS } from '../las-vlr.ts';

/** Where the octree of a COPC stands and lies in the file: its info record (COPC 1.0, "info VLR"). */
interface CopcInfo {
  readonly center: readonly [number, number, number];
  readonly halfSize: number;
  readonly hierarchyAt: number;
  readonly hierarchyBytes: number;
}

/** Where the points of a node lie; a node without points leads to others. */
export interface CopcEntry {
  /** Path from the root, a digit x + 2 y + 4 z a level. */
  readonly id: string;
  readonly at: number;
  readonly bytes: number;
  readonly points: number;
}

const USER_ID = 'copc';
const INFO_RECORD = 1;
const HIERARCHY_RECORD = 1000;
const INFO_BYTES = 160;
const ENTRY_BYTES = 32;
/** The info record is the first behind a header of 375 bytes. */
const INFO_AT = 375;
const VLR_HEADER_BYTES = 54;
/** Bytes from the start of the file that say whether it is a COPC, and where its octree is. */
export const COPC_HEAD_BYTES = INFO_AT + VLR_HEADER_BYTES + INFO_BYTES;
const CHECKSUMS_RECORD = 1;

/** The record that must be the first of a COPC; all times are zero. */
export function copcInfoVlr({ center, halfSize, hierarchyAt, hierarchyBytes }: CopcInfo): LasVlr {
  const payload = new Uint8Array(INFO_BYTES);
  const view = new DataView(payload.buffer);
  center.forEach((value, axis) => {
    view.setFloat64(8 * axis, value, true);
  });
  view.setFloat64(24, halfSize, true);
  view.setFloat64(32, (2 * halfSize) / 2 ** GRID_BITS, true);
  view.setBigUint64(40, BigInt(hierarchyAt), true);
  view.setBigUint64(48, BigInt(hierarchyBytes), true);
  return { userId: USER_ID, recordId: INFO_RECORD, payload };
}

/** Reads the info record and the spacing of the root. @param head first bytes of the file; null: it is no COPC */
export function readCopcInfo(head: Uint8Array): (CopcInfo & { readonly spacing: number }) | null {
  if (head.length < COPC_HEAD_BYTES) return null;
  const view = new DataView(head.buffer, head.byteOffset, head.length);
  const user = String.fromCharCode(...head.subarray(INFO_AT + 2, INFO_AT + 7));
  if (user !== `${USER_ID}\0` || view.getUint16(INFO_AT + 18, true) !== INFO_RECORD) return null;
  const at = INFO_AT + VLR_HEADER_BYTES;
  const f64 = (place: number): number => view.getFloat64(at + place, true);
  return {
    center: [f64(0), f64(8), f64(16)],
    halfSize: f64(24),
    spacing: f64(32),
    hierarchyAt: Number(view.getBigUint64(at + 40, true)),
    hierarchyBytes: Number(view.getBigUint64(at + 48, true)),
  };
}

/** One page with all nodes (COPC 1.0, "hierarchy VLR"). @param entries with those that lead to others; none: an empty root */
export function copcHierarchyVlr(entries: readonly CopcEntry[]): LasVlr {
  const all = entries.length > 0 ? entries : [{ id: '', at: 0, bytes: 0, points: 0 }];
  const payload = new Uint8Array(ENTRY_BYTES * all.length);
  const view = new DataView(payload.buffer);
  all.forEach(({ id, at, bytes, points }, i) => {
    [id.length, ...[1, 2, 4].map((bit) => cellOf(id, bit))].forEach((value, part) => {
      view.setInt32(ENTRY_BYTES * i + 4 * part, value, true);
    });
    view.setBigUint64(ENTRY_BYTES * i + 16, BigInt(at), true);
    view.setInt32(ENTRY_BYTES * i + 24, bytes, true);
    view.setInt32(ENTRY_BYTES * i + 28, points, true);
  });
  return { userId: USER_ID, recordId: HIERARCHY_RECORD, payload };
}

/** Entries of the one page that `copcHierarchyVlr` makes. */
export function* copcEntries(page: Uint8Array): Generator<CopcEntry> {
  const view = new DataView(page.buffer, page.byteOffset, page.length);
  for (let row = 0; row + ENTRY_BYTES <= page.length; row += ENTRY_BYTES) {
    const [level, x, y, z] = [0, 4, 8, 12].map((part) => view.getInt32(row + part, true));
    yield {
      id: idOf(level, x, y, z),
      at: Number(view.getBigUint64(row + 16, true)),
      bytes: view.getInt32(row + 24, true),
      points: view.getInt32(row + 28, true),
    };
  }
}

/** What this program's COPC says besides: LAZ and COPC have no checksum, and damage moves points unseen. */
export interface CopcChecksums {
  /** CRC-32 of all before the first chunk. */
  readonly head: number;
  /** CRC-32 of the hierarchy. */
  readonly hierarchy: number;
  /** CRC-32 of the chunk of each node with points, in the order of the hierarchy. */
  readonly chunks: readonly number[];
}

export function checksumsVlr({ head, hierarchy, chunks }: CopcChecksums): LasVlr {
  const payload = new Uint8Array(4 * (2 + chunks.length) + 4);
  const view = new DataView(payload.buffer);
  [head, hierarchy, ...chunks].forEach((checksum, i) => {
    view.setUint32(4 * i, checksum, true);
  });
  const own = payload.length - 4;
  view.setUint32(own, crc32(payload.subarray(0, own)), true);
  return { userId: OWN_RECORDS, recordId: CHECKSUMS_RECORD, payload };
}

/** Reads the checksums; null: the file has none, or they are damaged. */
export function readChecksums(vlrs: readonly LasVlr[]): CopcChecksums | null {
  const payload = findVlr(vlrs, OWN_RECORDS, CHECKSUMS_RECORD);
  if (payload === null || payload.length < 12 || payload.length % 4 !== 0) return null;
  const view = new DataView(payload.buffer, payload.byteOffset, payload.length);
  const own = payload.length - 4;
  if (view.getUint32(own, true) !== crc32(payload.subarray(0, own))) return null;
  const all = Array.from({ length: own / 4 }, (_, i) => view.getUint32(4 * i, true));
  return { head: all[0], hierarchy: all[1], chunks: all.slice(2) };
}

/** Index of the cell of a node along an axis, on its level. @param bit of the axis in the digits */
function cellOf(id: string, bit: number): number {
  return [...id].reduce((cell, digit) => 2 * cell + (Number(digit) & bit ? 1 : 0), 0);
}

function idOf(level: number, x: number, y: number, z: number): string {
  const bit = (value: number, depth: number): number => (value >>> (level - 1 - depth)) & 1;
  return Array.from(
    { length: Math.max(0, Math.min(31, level)) },
    (_, depth) => bit(x, depth) + 2 * bit(y, depth) + 4 * bit(z, depth),
  ).join('');
}
