import { GRID_BITS, gridCell, gridShift, type OctreeKey } from './octree.ts';

/** A node of this many points is not divided. */
const LEAF_POINTS = 20_000;

/** Records of one node of the octree. */
export interface OctreeNode {
  readonly key: OctreeKey;
  readonly records: Uint8Array;
}

/**
 * Divides the records of a cell into the nodes of its subtree: each node keeps the first point of every cell of its
 * grid and hands the others down, until few are left.
 *
 * @param bits of the cube
 */
export function* subtree(
  root: OctreeKey,
  records: Uint8Array,
  recordBytes: number,
  bits: number,
): Generator<OctreeNode, void, undefined> {
  const view = new DataView(records.buffer, records.byteOffset, records.length);
  const taken = new Uint8Array(2 ** (3 * GRID_BITS));
  const all = Uint32Array.from({ length: records.length / recordBytes }, (_, i) => i * recordBytes);
  const open: { key: OctreeKey; rows: Uint32Array }[] = [{ key: root, rows: all }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { key, rows } = next;
    if (rows.length <= LEAF_POINTS || key.level >= bits) {
      yield { key, records: gathered(records, rows, recordBytes) };
      continue;
    }
    taken.fill(0);
    const shift = gridShift(bits, key.level);
    const childShift = bits - key.level - 1;
    const kept: number[] = [];
    const children: number[][] = Array.from({ length: 8 }, () => []);
    for (const at of rows) {
      const [x, y, z] = [view.getInt32(at, true), view.getInt32(at + 4, true), view.getInt32(at + 8, true)];
      const cell = gridCell(x, y, z, shift);
      if (taken[cell] === 0) {
        taken[cell] = 1;
        kept.push(at);
      } else {
        const child =
          (((x >> childShift) & 1) << 2) | (((y >> childShift) & 1) << 1) | ((z >> childShift) & 1);
        children[child].push(at);
      }
    }
    yield { key, records: gathered(records, Uint32Array.from(kept), recordBytes) };
    children.forEach((child, i) => {
      if (child.length > 0) open.push({ key: childOf(key, i), rows: Uint32Array.from(child) });
    });
  }
}

function childOf({ level, x, y, z }: OctreeKey, child: number): OctreeKey {
  return { level: level + 1, x: 2 * x + (child >> 2), y: 2 * y + ((child >> 1) & 1), z: 2 * z + (child & 1) };
}

function gathered(records: Uint8Array, rows: Uint32Array, recordBytes: number): Uint8Array {
  const picked = new Uint8Array(rows.length * recordBytes);
  rows.forEach((at, i) => {
    picked.set(records.subarray(at, at + recordBytes), i * recordBytes);
  });
  return picked;
}
