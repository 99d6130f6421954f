/**
 * Cells of the octree of a COPC, in the integers of the records: the cube is a power of two of them wide, from their
 * zero, so that each level is a shift.
 */
export interface OctreeKey {
  readonly level: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export const ROOT: OctreeKey = { level: 0, x: 0, y: 0, z: 0 };

/** A node samples its points so that one stands in each cell of a grid of this many bits a side: 128 cells. */
export const GRID_BITS = 7;

/** Bits of the cube that holds units of 0 to `largest`. */
export function cubeBits(largest: number): number {
  return Math.max(GRID_BITS, 32 - Math.clz32(largest));
}

/** Bits by which units are shifted to the cells of a node's grid. */
export function gridShift(bits: number, level: number): number {
  return Math.max(0, bits - level - GRID_BITS);
}

/** Cell of a point in the grid of the node that it lies in, below 2^21. */
export function gridCell(x: number, y: number, z: number, shift: number): number {
  const mask = 2 ** GRID_BITS - 1;
  return (
    (((x >> shift) & mask) << (2 * GRID_BITS)) | (((y >> shift) & mask) << GRID_BITS) | ((z >> shift) & mask)
  );
}
