/**
 * Cube of the octree: its path from the root, its corner with the smallest coordinates and its edge, in the integer steps
 * of the points. The edge is a power of two, so that each level is a shift.
 */
export interface Cube {
  /** The root is ''. A digit is x + 2 y + 4 z: 1 for the half with the larger coordinates. */
  readonly id: string;
  readonly corner: readonly [number, number, number];
  /** The edge is 2^bits steps. */
  readonly bits: number;
}

export const OCTANTS = [0, 1, 2, 3, 4, 5, 6, 7] as const;

export function childCube({ id, corner, bits }: Cube, octant: number): Cube {
  const half = 2 ** (bits - 1);
  return {
    id: `${id}${octant}`,
    corner: [
      corner[0] + (octant & 1 ? half : 0),
      corner[1] + (octant & 2 ? half : 0),
      corner[2] + (octant & 4 ? half : 0),
    ],
    bits: bits - 1,
  };
}
