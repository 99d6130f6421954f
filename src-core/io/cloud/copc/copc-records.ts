import type { LasVlr } from '../las-vlr.ts';
import { GRID_BITS, type OctreeKey, ROOT } from './octree.ts';

/** Where the octree of a COPC stands and lies in the file: its info record (COPC 1.0, "info VLR"). */
export interface CopcInfo {
  readonly center: readonly [number, number, number];
  readonly halfSize: number;
  readonly hierarchyAt: number;
  readonly hierarchyBytes: number;
}

/** Where the points of a node lie. */
export interface CopcEntry {
  readonly key: OctreeKey;
  readonly at: number;
  readonly bytes: number;
  readonly points: number;
}

const USER_ID = 'copc';
const INFO_RECORD = 1;
const HIERARCHY_RECORD = 1000;
const INFO_BYTES = 160;
const ENTRY_BYTES = 32;

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

/** One page with all nodes, and those without points that lead to them (COPC 1.0, "hierarchy VLR"). */
export function copcHierarchyVlr(entries: readonly CopcEntry[]): LasVlr {
  const named = new Map(entries.map((entry) => [nameOf(entry.key), entry]));
  for (const { key } of entries)
    for (let up = parentOf(key); up && !named.has(nameOf(up)); up = parentOf(up))
      named.set(nameOf(up), { key: up, at: 0, bytes: 0, points: 0 });
  if (named.size === 0) named.set(nameOf(ROOT), { key: ROOT, at: 0, bytes: 0, points: 0 });
  const sorted = [...named.values()].sort((a, b) => a.key.level - b.key.level);
  const payload = new Uint8Array(ENTRY_BYTES * sorted.length);
  const view = new DataView(payload.buffer);
  sorted.forEach(({ key, at, bytes, points }, i) => {
    [key.level, key.x, key.y, key.z].forEach((value, part) => {
      view.setInt32(ENTRY_BYTES * i + 4 * part, value, true);
    });
    view.setBigUint64(ENTRY_BYTES * i + 16, BigInt(at), true);
    view.setInt32(ENTRY_BYTES * i + 24, bytes, true);
    view.setInt32(ENTRY_BYTES * i + 28, points, true);
  });
  return { userId: USER_ID, recordId: HIERARCHY_RECORD, payload };
}

function parentOf({ level, x, y, z }: OctreeKey): OctreeKey | null {
  return level === 0 ? null : { level: level - 1, x: x >> 1, y: y >> 1, z: z >> 1 };
}

function nameOf({ level, x, y, z }: OctreeKey): string {
  return `${level}-${x}-${y}-${z}`;
}
